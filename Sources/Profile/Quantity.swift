import Device
import HAL

/// Numbers as people type them.
public enum Quantity {
  /// Reads a decimal number with "." or "," (or the Arabic "٫"), in the digits of any script. A
  /// leading separator is a decimal one and never dropped: ".5" read as 5 has put people in
  /// hospital. Two separators are refused, because one of them would have to mean thousands.
  public static func decimal(_ text: some StringProtocol) -> Double? {
    var plain = ""
    var separators = 0
    var digits = 0
    for (index, character) in text.enumerated() {
      if character == "." || character == "," || character == "\u{66B}" {
        separators += 1
        plain += plain.isEmpty || plain == "-" ? "0." : "."
      } else if character == "-", index == 0 {
        plain += "-"
      } else if let digit = character.wholeNumberValue, (0...9).contains(digit) {
        plain += String(digit)
        digits += 1
      } else {
        return nil
      }
    }
    guard digits > 0, digits <= 15, separators <= 1, plain.last != "." else { return nil }
    return Double(plain)
  }

  /// Splits "182mg/dL" or "182 mg/dL" into number and unit.
  static func split(_ text: String) -> (number: Double, unit: String)? {
    let end =
      text.firstIndex {
        !($0.wholeNumberValue != nil || $0 == "." || $0 == "," || $0 == "\u{66B}" || $0 == "-")
      } ?? text.endIndex
    guard let number = decimal(text[..<end]) else { return nil }
    return (number, text[end...].split(separator: " ").joined())
  }

  /// "182mg/dL", "10,1 mmol/L", "LO" or "HI". A number without a unit is refused: the unit is never
  /// guessed.
  public static func meterResult(_ text: String) throws -> MeterResult {
    if text.uppercased() == "LO" { return .low }
    if text.uppercased() == "HI" { return .high }
    guard let (number, unit) = split(text), number >= 0 else {
      throw InputError(
        file: "--glucose", "is \"\(text)\"; expected an amount such as 182mg/dL or 10.1mmol/L")
    }
    switch unit.lowercased() {
    case "mg/dl": return .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(number)))
    case "mmol/l": return .amount(.millimolesPerLitre(MillimolesPerLitre(number)))
    default:
      throw InputError(
        file: "--glucose", "is \"\(text)\"; expected a unit, mg/dL or mmol/L: it is never guessed")
    }
  }

  public static func grams(_ text: String) throws -> Grams {
    guard let (number, unit) = split(text), unit == "g", (0...250).contains(number) else {
      throw InputError(file: "--carbs", "is \"\(text)\"; expected grams from 0 to 250, such as 60g")
    }
    return Grams(number)
  }

  /// "3min", "90s", "2h" or "1.5h".
  public static func span(_ text: String, option: String) throws -> Milliseconds {
    let scales = ["s": 1000.0, "min": 60_000, "h": 3_600_000]
    guard let (number, unit) = split(text), number >= 0, let scale = scales[unit],
      number * scale <= 31_622_400_000
    else {
      throw InputError(file: option, "is \"\(text)\"; expected a span such as 3min, 90s or 2h")
    }
    return Milliseconds(Int64((number * scale).rounded()))
  }

  /// "4U@-90min": four units, ninety minutes ago.
  public static func givenDose(_ text: String) throws -> GivenDose {
    let parts = text.split(separator: "@", maxSplits: 1).map(String.init)
    guard parts.count == 2, let (number, unit) = split(parts[0]), unit.uppercased() == "U",
      (0...100).contains(number), parts[1].hasPrefix("-")
    else {
      throw InputError(
        file: "--last-dose", "is \"\(text)\"; expected units and how long ago, such as 4U@-90min")
    }
    return GivenDose(
      units: InsulinUnits(milliunits: Int64((number * 1000).rounded())),
      age: try span(String(parts[1].dropFirst()), option: "--last-dose"))
  }
}
