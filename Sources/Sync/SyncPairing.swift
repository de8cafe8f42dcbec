/// The device's first call: `POST {url}/device/pair`.
public struct PairRequest: SyncMessageBody {
  public var v = SyncLimits.version
  /// The code that the portal showed, "ABCD-EFGH".
  public var code: String
  /// The number by which servers know the device: 16 hexadecimal digits.
  public var device: String
  /// The wearer's name in the device's profile; empty where it has none.
  public var name: String

  public init(code: String, device: UInt64, name: String) {
    self.code = code
    self.device = SyncText.hex(device)
    self.name = name
  }

  public func check() throws(SyncRefusal) {
    try SyncRefusal.require(
      SyncText.code(code) == code, "code is no pairing code; expected one such as ABCD-EFGH")
    try SyncRefusal.require(
      SyncText.isIdentity(device), "device is no identity; expected 16 hexadecimal digits")
    try SyncRefusal.bound(name, "name", most: SyncLimits.text)
  }
}

/// The server's answer to a `PairRequest`.
public struct PairAnswer: SyncMessageBody {
  public var v = SyncLimits.version
  /// 256 bits in base64url without padding: the device's secret.
  public var key: String
  /// The wearer's name in the portal.
  public var wearer: String

  public init(key: String, wearer: String) {
    self.key = key
    self.wearer = wearer
  }

  public func check() throws(SyncRefusal) {
    try SyncRefusal.require(SyncText.isKey(key), "key is no key; expected 43 letters of base64url")
    try SyncRefusal.bound(wearer, "wearer", most: SyncLimits.text)
  }
}
