/// The parts of a profile that somebody changed from afar, and of which all caregivers are told.
///
/// It is no `OptionSet`: the literal of one is an array, and the core has none.
public struct ProfileChanges: Equatable, Sendable {
  /// Bits 0 to 3, as records and traces keep them.
  public private(set) var rawValue: UInt8
  /// No part.
  public init() { rawValue = 0 }
  /// - Parameter rawValue: bits 0 to 3; the others are dropped.
  public init(rawValue: UInt8) { self.rawValue = rawValue & 15 }

  /// The people who are told, or the ways to them.
  public static let addresses = ProfileChanges(rawValue: 1)
  /// The circle, or the hours in which it counts.
  public static let perimeter = ProfileChanges(rawValue: 2)
  /// The hour until which somebody is with the wearer.
  public static let company = ProfileChanges(rawValue: 4)
  /// Medicines and other reminders, where the device's own file undoes what a portal set.
  public static let reminders = ProfileChanges(rawValue: 8)

  /// Whether no part was changed.
  public var isEmpty: Bool { rawValue == 0 }
  /// Whether all these parts were changed.
  public func contains(_ other: ProfileChanges) -> Bool {
    rawValue & other.rawValue == other.rawValue
  }
  /// The parts of both.
  public func union(_ other: ProfileChanges) -> ProfileChanges {
    ProfileChanges(rawValue: rawValue | other.rawValue)
  }
  /// Adds the parts of another.
  public mutating func formUnion(_ other: ProfileChanges) { rawValue |= other.rawValue }
  /// Adds one part.
  public mutating func insert(_ other: ProfileChanges) { formUnion(other) }
}
