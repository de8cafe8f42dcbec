import Device
import HAL

/// Numbers as people type them.
public enum Quantity {
  /// Reads a decimal number with "." or "," (or the Arabic "٫"), in the decimal digits of any script. A
  /// leading separator is a decimal one and never dropped: ".5" read as 5 has put people in
  /// hospital. Two separators are refused, because one of them would have to mean thousands.
  ///
  /// - Parameter places: how many decimals count, zeros behind them aside; finer numbers are refused,
  ///   never rounded.
  public static func decimal(_ text: some StringProtocol, places: Int = .max) -> Double? {
    var plain = ""
    var separators = 0
    var digits = 0
    var decimals = 0
    for (index, character) in text.enumerated() {
      if character == "." || character == "," || character == "\u{66B}" {
        separators += 1
        plain += plain.isEmpty || plain == "-" ? "0." : "."
      } else if character == "-", index == 0 {
        plain += "-"
      } else if let digit = character.decimalDigit {
        plain += String(digit)
        digits += 1
        if separators > 0 { decimals += 1 }
        if separators > 0, digit != 0, decimals > places { return nil }
      } else {
        return nil
      }
    }
    guard digits > 0, digits <= 15, separators <= 1, plain.last != "." else { return nil }
    return Double(plain)
  }

  /// Reads a number as `decimal` does, and in forms that only programs write: an exponent, or more than
  /// fifteen digits. It takes no hexadecimal, and no word for "not a number".
  static func number(_ text: some StringProtocol) -> Double? {
    if let number = decimal(text) { return number }
    guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }),
      text.last?.isNumber == true,
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }

  /// Splits "182mg/dL" or "182 mg/dL" into number and unit.
  ///
  /// - Parameter places: how many decimals a number in that unit may have.
  private static func split(
    _ text: String, places: (_ unit: String) -> Int
  ) -> (number: Double, unit: String)? {
    let end =
      text.firstIndex {
        !($0.decimalDigit != nil || $0 == "." || $0 == "," || $0 == "\u{66B}" || $0 == "-")
      } ?? text.endIndex
    let unit = text[end...].split(separator: " ").joined()
    guard let number = decimal(text[..<end], places: places(unit)) else { return nil }
    return (number, unit)
  }

  /// "182mg/dL", "10,1 mmol/L", "LO" or "HI", in steps of 0.1 mg/dL or 0.01 mmol/L: no meter shows
  /// finer ones. A number without a unit is refused: the unit is never guessed.
  public static func meterResult(_ text: String) throws -> MeterResult {
    if text.uppercased() == "LO" { return .low }
    if text.uppercased() == "HI" { return .high }
    let unreadable = InputError(
      file: "--glucose",
      "is \"\(text)\"; expected an amount such as 182mg/dL or 10.1mmol/L, in steps of 0.1 mg/dL "
        + "or 0.01 mmol/L")
    guard let (number, unit) = split(text, places: { $0.lowercased() == "mmol/l" ? 2 : 1 }),
      number >= 0
    else { throw unreadable }
    switch unit.lowercased() {
    case "mg/dl": return .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(number)))
    case "mmol/l": return .amount(.millimolesPerLitre(MillimolesPerLitre(number)))
    // "1e2mg/dL" has its unit: the rest of it is no number that people write.
    case let unit where unit.hasSuffix("mg/dl") || unit.hasSuffix("mmol/l"): throw unreadable
    default:
      throw InputError(
        file: "--glucose", "is \"\(text)\"; expected a unit, mg/dL or mmol/L: it is never guessed")
    }
  }

  /// "60g": 0 to 250 in steps of 0.1 g.
  public static func grams(_ text: String) throws -> Grams {
    guard let (number, unit) = split(text, places: { _ in 1 }), unit == "g",
      (0...250).contains(number)
    else {
      throw InputError(
        file: "--carbs",
        "is \"\(text)\"; expected grams from 0 to 250 in steps of 0.1, such as 60g")
    }
    return Grams(number)
  }

  /// "3min", "90s", "2h" or "1.5h".
  public static func span(_ text: String, option: String) throws -> Milliseconds {
    let scales = ["s": 1000.0, "min": 60_000, "h": 3_600_000]
    guard let (number, unit) = split(text, places: { _ in .max }), number >= 0,
      let scale = scales[unit], number * scale <= 31_622_400_000
    else {
      throw InputError(file: option, "is \"\(text)\"; expected a span such as 3min, 90s or 2h")
    }
    return Milliseconds(Int64((number * scale).rounded()))
  }

  /// "4.5U" or "-4.5 U": -100 to 100 U in steps of 0.001 U; nil for anything else.
  public static func units(_ text: String) -> InsulinUnits? {
    guard let (number, unit) = split(text, places: { _ in 3 }), unit.uppercased() == "U",
      (-100...100).contains(number)
    else { return nil }
    return InsulinUnits(milliunits: Int64((number * 1000).rounded()))
  }

  /// "4U@-90min": four units, ninety minutes ago. 0 to 100 U in steps of 0.001 U.
  public static func givenDose(_ text: String) throws -> GivenDose {
    let parts = text.split(separator: "@", maxSplits: 1).map(String.init)
    guard parts.count == 2, let units = units(parts[0]), units >= .zero, parts[1].hasPrefix("-")
    else {
      throw InputError(
        file: "--last-dose",
        "is \"\(text)\"; expected 0 to 100 units in steps of 0.001 and how long ago, such as "
          + "4U@-90min")
    }
    return GivenDose(
      units: units,
      age: try span(String(parts[1].dropFirst()), option: "--last-dose"))
  }
}

extension Character {
  /// The value of a decimal digit of any script. "²", "①" and "五" have a whole value, too, but are no
  /// further place of a number. A dose of "1²U" is not 12 U.
  fileprivate var decimalDigit: Int? {
    guard unicodeScalars.count == 1,
      unicodeScalars.first?.properties.numericType == .decimal
    else { return nil }
    return wholeNumberValue
  }
}
