import HAL

/// A dose that was taken, and how long ago.
public struct GivenDose: Equatable, Sendable {
  /// The amount that was injected.
  public var units: InsulinUnits
  /// Time since the injection; negative for a dose dated ahead.
  public var age: Milliseconds
  @inlinable public init(units: InsulinUnits, age: Milliseconds) {
    self.units = units
    self.age = age
  }
}

extension InsulinModel {
  /// Units of a dose that have not acted yet. A dose from the future counts whole: a clock that was
  /// set back must not make it disappear.
  public func onBoard(_ dose: GivenDose) -> Double {
    dose.units.value * fractionRemaining(after: max(dose.age, Milliseconds(0)))
  }

  /// Insulin on board in millionths of a unit: whole numbers, so that the sum over several doses does
  /// not depend on their order. A restart may change the order.
  public func microunitsOnBoard(_ dose: GivenDose) -> Int64 {
    Int64(nearest: onBoard(dose) * 1_000_000)
  }
}
