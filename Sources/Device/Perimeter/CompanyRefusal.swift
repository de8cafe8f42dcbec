/// The reason why a caregiver's hour of company does not count.
public struct CompanyRefusal: Equatable, Sendable {
  /// The reason of the refusal.
  public enum Reason: UInt8, Sendable {
    /// The hour had passed when the device read of it.
    case past = 1
    /// It lies farther ahead than anybody plans a visit; or it passed some hours ago.
    case tooFar = 2
    /// The device does not know the time.
    case timeUnknown = 3
    /// Somebody spoke of company after the mail had reached the mailbox.
    case overtaken = 4
    /// Two clocks contradict each other.
    case clocksContradict = 5
  }

  /// The reason of the refusal.
  public var reason: Reason
  /// The hour as it was written: minutes after local midnight.
  public var minute: Int16

  public init(_ reason: Reason, minute: Int16) {
    self.reason = reason
    self.minute = minute
  }

  var word: UInt64 { UInt64(reason.rawValue) | UInt64(UInt16(bitPattern: minute)) << 8 }

  init?(word: UInt64) {
    guard let reason = Reason(rawValue: word.byte(0)) else { return nil }
    self.init(reason, minute: Int16(bitPattern: UInt16(truncatingIfNeeded: word >> 8)))
  }
}
