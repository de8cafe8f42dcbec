/// The device's first call: `POST {url}/device/pair`.
public struct PairRequest: SyncMessageBody {
  public var v = SyncLimits.version
  /// The code that the portal showed, "ABCD-EFGH".
  public var code: String
  /// The number by which servers know the device: 16 hexadecimal digits.
  public var device: String
  /// The wearer's name in the device's profile; empty where it has none.
  public var name: String
  /// The last sequence of the log in the device's state, 0: it is empty. Nil: the program is from before
  /// a new device could continue the log of a lost one.
  public var log: Int64?
  /// True: the device has no settings, and cannot live without the portal's.
  public var needsSettings: Bool?

  public init(
    code: String, device: UInt64, name: String, log: Int64? = nil, needsSettings: Bool? = nil
  ) {
    self.code = code
    self.device = SyncText.hex(device)
    self.name = name
    self.log = log
    self.needsSettings = needsSettings
  }

  enum CodingKeys: String, CodingKey {
    case v, code, device, name, log
    case needsSettings = "needs_settings"
  }

  public func check() throws(SyncRefusal) {
    try SyncRefusal.require(
      SyncText.code(code) == code, "code is no pairing code; expected one such as ABCD-EFGH")
    try SyncRefusal.require(
      SyncText.isIdentity(device), "device is no identity; expected 16 hexadecimal digits")
    try SyncRefusal.bound(name, "name", most: SyncLimits.text)
    try SyncRefusal.require((log ?? 0) >= 0, "log is below 0; expected a sequence")
  }
}

/// The server's answer to a `PairRequest`.
public struct PairAnswer: SyncMessageBody {
  public var v = SyncLimits.version
  /// 256 bits in base64url without padding: the device's secret.
  public var key: String
  /// The wearer's name in the portal.
  public var wearer: String
  /// True: this device takes the place of a lost one, and restores its log before it does anything else.
  public var restores: Bool?
  /// The settings that the family wrote in the portal for a device without any. Nil: the portal has none, or a
  /// device has told its own.
  public var settings: String?

  public init(key: String, wearer: String, restores: Bool? = nil, settings: String? = nil) {
    self.key = key
    self.wearer = wearer
    self.restores = restores
    self.settings = settings
  }

  public func check() throws(SyncRefusal) {
    try SyncRefusal.require(SyncText.isKey(key), "key is no key; expected 43 letters of base64url")
    try SyncRefusal.bound(wearer, "wearer", most: SyncLimits.text)
    try SyncRefusal.bound(settings, "settings", most: SyncLimits.profile)
  }
}
