import Device

/// A meter's result in files: "182 mg/dL", "10.1 mmol/L", "LO", "HI". Never without its unit.
public enum GlucoseText {
  static let expected = "an amount such as 182 mg/dL or 10.1 mmol/L, LO or HI"

  /// The result as a trace has it: an amount with its unit, or LO or HI.
  public static func text(_ result: MeterResult) -> String {
    switch result {
    case .low: "LO"
    case .high: "HI"
    case .amount(let glucose): text(glucose)
    }
  }

  /// The amount as it was measured, with as many decimals as it has.
  public static func text(_ glucose: Glucose) -> String {
    switch glucose {
    case .milligramsPerDecilitre(let amount): "\(amount.value.shortText) mg/dL"
    case .millimolesPerLitre(let amount): "\(amount.value.shortText) mmol/L"
    }
  }

  static func parse(_ text: String) -> MeterResult? {
    if text == "LO" { return .low }
    if text == "HI" { return .high }
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = parts[0].utf8.first, first.isDigit || first == 0x2D,
      let value = Double(parts[0]), value.isFinite
    else { return nil }
    switch parts[1] {
    case "mg/dL": return .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(value)))
    case "mmol/L": return .amount(.millimolesPerLitre(MillimolesPerLitre(value)))
    default: return nil
    }
  }
}
