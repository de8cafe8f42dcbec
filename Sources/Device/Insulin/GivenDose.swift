import HAL

/// A dose that was taken, and how long ago.
public struct GivenDose: Equatable, Sendable {
  public var units: InsulinUnits
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
}
