import HAL

/// An amount of insulin in thousandths of a unit: whole numbers, so that a dose is a decimal.
public struct InsulinUnits: Equatable, Comparable, Sendable {
  public var milliunits: Int64
  @inlinable public init(milliunits: Int64) { self.milliunits = milliunits }
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.milliunits < b.milliunits }
  @inlinable public static func + (a: Self, b: Self) -> Self {
    Self(milliunits: a.milliunits + b.milliunits)
  }
  @inlinable public static func - (a: Self, b: Self) -> Self {
    Self(milliunits: a.milliunits - b.milliunits)
  }
  /// No insulin.
  public static let zero = InsulinUnits(milliunits: 0)
  /// Inexact above 9 billion units.
  public var value: Double { Double(milliunits) / 1000 }

  /// Rounds down to whole steps of a pen: up would be the unsafe side.
  ///
  /// The amount is first rounded to the nearest millionth of a unit. Otherwise a decimal 4 could be
  /// 3.9999999 here and 3.5 in the pen.
  public static func floor(_ amount: Double, step: InsulinUnits) -> InsulinUnits {
    precondition(step.milliunits > 0 && amount >= 0 && amount < 1e9)
    let micro = Int64(nearest: amount * 1_000_000)
    let stepMicro = step.milliunits * 1000
    return InsulinUnits(milliunits: micro / stepMicro * step.milliunits)
  }
}
