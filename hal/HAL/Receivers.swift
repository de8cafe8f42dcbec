/// The receivers behind one gpsd, told apart by the `device` of its reports.
///
/// gpsd passes on what each of them says. One that sees no sky says nothing of the one that has a fix,
/// and its dilution of precision is not the other's. Here, because a live receiver and the log of one
/// must give the same fixes.
public struct Receivers: Sendable {
  /// A report of the satellites, as far as it matters.
  public struct Sky: Sendable {
    /// Horizontal dilution of precision, without a unit; nil: it was not said.
    public var hdop: Double?
    /// The number of satellites in the fix; nil: it was not said.
    public var satellitesUsed: Int?
    var device: UInt32 = 0

    init(of device: UInt32 = 0) { self.device = device }
  }

  /// Reports without a fix in a row that the others may send behind a fix. More show that the one with
  /// the fix has gone. They are a minute of a receiver that reports ten times a second.
  public static let patience = 600

  /// The one with the newest fix; 0: none, or it has no name.
  private var fixed: UInt32 = 0
  private var passedOver = 0
  private var newest = Sky()
  private var other = Sky()

  /// No receiver is known yet.
  public init() {}

  /// The number of a name, never 0: its FNV-1a hash of 32 bits.
  public static func number(of name: some Sequence<UInt8>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for byte in name { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return hash == 0 ? 1 : hash
  }

  /// Whether a report of position counts. One without a fix does not while another receiver has one.
  /// - Parameter device: the number of its name; 0: the report names none.
  public mutating func takes(_ mode: Fix.Mode, of device: UInt32) -> Bool {
    guard mode == .none else {
      fixed = device
      passedOver = 0
      return true
    }
    let isAside = fixed != 0 && device != 0 && device != fixed && passedOver < Receivers.patience
    if isAside {
      passedOver += 1
    } else {
      fixed = 0
    }
    return !isAside
  }

  /// Takes a report of the satellites. What it does not say stays as that receiver said it before.
  public mutating func take(hdop: Double?, satellitesUsed: Int? = nil, of device: UInt32) {
    if newest.device != device {
      swap(&newest, &other)
      if newest.device != device { newest = Sky(of: device) }
    }
    newest.hdop = hdop ?? newest.hdop
    newest.satellitesUsed = satellitesUsed ?? newest.satellitesUsed
  }

  /// The satellites of a receiver, by its own reports or by those that name none.
  public func sky(of device: UInt32) -> Sky {
    if device == 0 || newest.device == 0 || newest.device == device { return newest }
    return other.device == device ? other : Sky()
  }
}
