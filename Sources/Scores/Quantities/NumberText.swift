import Words

/// The reason why a text is no value of an input: "is "x"; expected …", in both languages.
public struct Refusal: Error, Equatable, Sendable {
  public let phrase: Phrase

  init(_ text: String, _ expected: Phrase) {
    let shown = "\"\(text.prefix(80))\(text.count > 80 ? "…" : "")\""
    phrase = Phrase(es: "es \(shown); \(expected.es)", en: "is \(shown); \(expected.en)")
  }

  init(_ phrase: Phrase) { self.phrase = phrase }
}

/// Numbers and units as people type them.
enum NumberText {
  /// The number in front, and what follows; nil where no decimal number stands in front.
  static func split(_ text: String) -> (number: Double, unit: String)? {
    let (digits, unit) = halves(text)
    // "1e400" has an exponent, and no unit begins with one.
    if unit.first == "e" || unit.first == "E", unit.dropFirst().first?.isNumber == true {
      return nil
    }
    guard let number = decimal(digits) else { return nil }
    return (number, String(unit))
  }

  /// The text up to the unit, and the unit. In "15010^9/L" the power of ten belongs to the unit.
  private static func halves(_ text: String) -> (number: Substring, unit: Substring) {
    let text = trimmed(text[...])
    let end = text.firstIndex { !isOfNumber($0) } ?? text.endIndex
    let isPower = text[end...].first.map { "^*⁹³".contains($0) } ?? false
    guard isPower, text[..<end].hasSuffix("10") else { return (text[..<end], text[end...]) }
    let ten = text.index(end, offsetBy: -2)
    return (text[..<ten], text[ten...])
  }

  /// "1,200" and "150,000/µL": a comma before exactly three digits.
  static func hasCommaOfThousands(_ text: String) -> Bool {
    let parts = parts(of: text, at: ",")
    return parts.count > 1 && parts.dropFirst().allSatisfy { $0.count == 3 }
  }

  /// "1.200", but neither "0.200" nor "1200.500": a point before exactly three digits.
  static func hasPointOfThousands(_ text: String) -> Bool {
    let parts = parts(of: text, at: ".")
    guard parts.count > 1, parts.dropFirst().allSatisfy({ $0.count == 3 }) else { return false }
    return (1...3).contains(parts[0].count) && parts[0].first != "0"
  }

  private static func parts(of text: String, at mark: Character) -> [Substring] {
    halves(text).number.split(separator: mark, omittingEmptySubsequences: false)
  }

  private static func isOfNumber(_ character: Character) -> Bool {
    character.isASCII && character.isNumber || ".,-".contains(character)
  }

  /// A decimal number with "." or ",", as everywhere in Vigía; a leading mark is decimal. Refused are two
  /// marks, and a comma before exactly three digits, which half of the world reads as thousands. Whether
  /// a point can mean thousands depends on the quantity.
  static func decimal(_ text: some StringProtocol) -> Double? {
    var plain = ""
    var digits = 0
    var decimals: Int?
    var hasComma = false
    for character in text {
      if character == "." || character == "," {
        guard decimals == nil else { return nil }
        decimals = 0
        hasComma = character == ","
        plain += digits == 0 ? "0." : "."
      } else if character == "-" {
        guard plain.isEmpty else { return nil }
        plain = "-"
      } else {
        plain.append(character)
        digits += 1
        decimals = decimals.map { $0 + 1 }
      }
    }
    guard digits > 0, digits <= 15, decimals != 0 else { return nil }
    if hasComma, decimals == 3, !plain.hasPrefix("0.") { return nil }
    return Double(plain)
  }

  /// A unit in small letters, without spaces, one "u" for every micro sign.
  static func plainUnit(_ name: String) -> String {
    var plain = ""
    for scalar in name.lowercased().unicodeScalars {
      switch scalar {
      case " ", "\u{A0}", "\u{202F}": continue
      case "\u{B5}", "\u{3BC}": plain += "u"
      case "×": plain += "x"
      case "⁹": plain += "^9"
      case "³": plain += "^3"
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return plain
  }

  static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }

  /// A word in small letters, spaces and underscores as "-".
  static func word(_ text: String) -> String {
    String(trimmed(text[...]).lowercased().map { " _".contains($0) ? "-" : $0 })
  }
}

/// Rounding that people can follow.
enum Figures {
  /// The nearest number with so many decimals, halves away from zero. A half that arithmetic missed by
  /// a hair counts as one.
  static func rounded(_ value: Double, _ places: Int) -> Double {
    let scale = power(places)
    let scaled = value.magnitude * scale
    guard scaled < 1e15 else { return value }
    let whole = (scaled + 0.5 + 1e-9).rounded(.down) / scale
    return value < 0 && whole > 0 ? -whole : whole
  }

  /// A value as it is graded. What stands on a cut by its inputs is on it, whichever way a division or a
  /// logarithm missed it.
  static func graded(_ value: Double) -> Double { rounded(value, 9) }

  /// The decimals with which a value is shown beside its grade: as few as leave the grade what it is.
  /// 31.95 is not severe, and 32.0 would be.
  static func places<Grade: Equatable>(
    _ value: Double, least: Int, gradedBy grade: (Double) -> Grade
  ) -> Int {
    (least..<9).first { grade(rounded(value, $0)) == grade(graded(value)) } ?? 9
  }

  static func whole(_ value: Double) -> Int { Int(rounded(value, 0)) }

  /// The decimals that it takes to write it, at most 12.
  static func places(_ value: Double) -> Int {
    (0..<12).first { rounded(value, $0) == value } ?? 12
  }

  static func power(_ places: Int) -> Double { (0..<places).reduce(1) { power, _ in power * 10 } }
}

extension Language {
  /// A number with the decimals that it has.
  func figure(_ value: Double) -> String { decimals(value, Figures.places(value)) }
}
