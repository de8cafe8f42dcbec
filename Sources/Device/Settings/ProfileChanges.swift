/// The parts of a profile that somebody changed from afar, and of which all caregivers are told.
public struct ProfileChanges: OptionSet, Equatable, Sendable {
  /// Bits 0 to 2, as records and traces keep them.
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue & 7 }

  /// The people who are told, or the ways to them.
  public static let addresses = ProfileChanges(rawValue: 1)
  /// The circle, or the hours in which it counts.
  public static let perimeter = ProfileChanges(rawValue: 2)
  /// The hour until which somebody is with the wearer.
  public static let company = ProfileChanges(rawValue: 4)
}
