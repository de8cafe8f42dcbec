/// Matters that keep a day from being well: the daily mail lists them. An `OptionSet` will not do: its
/// array literals would need a heap.
public struct OpenMatters: Equatable, Sendable {
  /// One bit a matter, as the constants below number them.
  public private(set) var rawValue: UInt32
  public init(rawValue: UInt32 = 0) { self.rawValue = rawValue }

  /// Whether the day is well.
  public var isEmpty: Bool { rawValue == 0 }

  /// Whether all of these matters are open.
  public func contains(_ matters: Self) -> Bool { rawValue & matters.rawValue == matters.rawValue }

  /// Adds these matters.
  public mutating func insert(_ matters: Self) { rawValue |= matters.rawValue }

  /// The wearer asked for help.
  public static let help = Self(rawValue: 1 << 0)
  /// The wearer is outside.
  public static let exit = Self(rawValue: 1 << 1)
  /// Glucose was low, and no later reading says that it is over.
  public static let lowGlucose = Self(rawValue: 1 << 2)
  /// A dose was not confirmed in time since the last daily mail.
  public static let dose = Self(rawValue: 1 << 3)
  /// A medicine or task was not answered in time since the last daily mail.
  public static let reminder = Self(rawValue: 1 << 4)
  /// Nobody knows where the wearer is.
  public static let position = Self(rawValue: 1 << 5)
  /// The battery is low.
  public static let battery = Self(rawValue: 1 << 6)
  /// The device is not sure of the time.
  public static let clock = Self(rawValue: 1 << 7)
  /// An earlier notice has reached nobody.
  public static let notice = Self(rawValue: 1 << 8)
  /// Whether the device's records may be lost.
  public static let storage = Self(rawValue: 1 << 9)
  /// The receiver sends nothing.
  public static let receiver = Self(rawValue: 1 << 10)
}
