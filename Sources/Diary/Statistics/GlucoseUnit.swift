import Device

/// The two units of glucose.
public enum GlucoseUnit: String, CaseIterable, Sendable {
  case milligrams = "mg/dL"
  case millimoles = "mmol/L"

  /// A concentration in this unit, not rounded.
  public func value(_ glucose: Glucose) -> Double {
    switch self {
    case .milligrams: glucose.inMilligrams.value
    case .millimoles: glucose.inMillimoles.value
    }
  }
}

extension Glucose {
  /// The unit in which it was measured.
  public var unit: GlucoseUnit {
    switch self {
    case .milligramsPerDecilitre: .milligrams
    case .millimolesPerLitre: .millimoles
    }
  }
}
