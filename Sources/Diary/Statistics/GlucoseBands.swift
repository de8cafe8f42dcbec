import Device

/// How many readings lie in each band of the consensus on time in range (Battelino et al., Diabetes
/// Care 2019;42:1593).
///
/// Each reading is held against the limits in the unit in which it was measured: 10.0 mmol/L is in
/// range, although it is 180.2 mg/dL.
public struct GlucoseBands: Equatable, Sendable {
  /// Below 54 mg/dL or 3.0 mmol/L, and "LO".
  public private(set) var veryLow = 0
  /// 54 to below 70 mg/dL, 3.0 to below 3.9 mmol/L.
  public private(set) var low = 0
  /// 70 to 180 mg/dL, 3.9 to 10.0 mmol/L.
  public private(set) var inRange = 0
  /// Above 180 to 250 mg/dL, above 10.0 to 13.9 mmol/L.
  public private(set) var high = 0
  /// Above 250 mg/dL or 13.9 mmol/L, and "HI".
  public private(set) var veryHigh = 0

  public init(_ results: [MeterResult]) {
    for result in results {
      switch result {
      case .low: veryLow += 1
      case .high: veryHigh += 1
      case .amount(.milligramsPerDecilitre(let amount)): take(amount.value, 54, 70, 180, 250)
      case .amount(.millimolesPerLitre(let amount)): take(amount.value, 3.0, 3.9, 10.0, 13.9)
      }
    }
  }

  private mutating func take(
    _ value: Double, _ veryLowBelow: Double, _ lowBelow: Double, _ highAbove: Double,
    _ veryHighAbove: Double
  ) {
    if value < veryLowBelow {
      veryLow += 1
    } else if value < lowBelow {
      low += 1
    } else if value <= highAbove {
      inRange += 1
    } else if value <= veryHighAbove {
      high += 1
    } else {
      veryHigh += 1
    }
  }

  public var total: Int { veryLow + low + inRange + high + veryHigh }

  /// Percent of all readings; nil when there is none.
  public func share(_ part: Int) -> Double? {
    total == 0 ? nil : Double(part) / Double(total) * 100
  }
}
