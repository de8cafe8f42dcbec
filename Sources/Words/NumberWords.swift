/// Numbers in words: what was typed is read back, so that 18 for 182 is noticed.
extension Language {
  /// "ciento ochenta y dos", "one hundred eighty-two". From a thousand on, digit by digit.
  public func words(_ number: Int) -> String {
    let digits = String(number.magnitude)
    guard digits.count <= 3 else {
      return (number < 0 ? "\(minus) " : "") + spelled(digits)
    }
    let size = Int(number.magnitude)
    let text: String
    switch self {
    case .spanish: text = SpanishNumber.words(size)
    case .english: text = EnglishNumber.words(size)
    }
    return number < 0 ? "\(minus) \(text)" : text
  }

  /// A decimal as it is written by `decimals`, its places digit by digit: "diez coma uno".
  public func words(_ value: Double, places: Int) -> String {
    let written = decimals(value, places)
    let isNegative = written.hasPrefix("-")
    let parts = written.drop { $0 == "-" }.split { !$0.isASCII || !$0.isNumber }
    guard let first = parts.first, let whole: Int = ForeignNumber.exact(first) else {
      return written
    }
    let text = parts.count < 2 ? words(whole) : "\(words(whole)) \(point) \(spelled(parts[1]))"
    return isNegative ? "\(minus) \(text)" : text
  }

  private func spelled(_ digits: some StringProtocol) -> String {
    digits.compactMap { $0.wholeNumberValue }.map { words($0) }.joined(separator: " ")
  }

  private var point: String {
    switch self {
    case .spanish: "coma"
    case .english: "point"
    }
  }

  private var minus: String {
    switch self {
    case .spanish: "menos"
    case .english: "minus"
    }
  }
}

/// 0 to 999.
private enum SpanishNumber {
  static let small = [
    "cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez",
    "once", "doce", "trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho",
    "diecinueve", "veinte", "veintiuno", "veintidós", "veintitrés", "veinticuatro", "veinticinco",
    "veintiséis", "veintisiete", "veintiocho", "veintinueve",
  ]
  static let tens = [
    "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa",
  ]
  static let hundreds = [
    "ciento", "doscientos", "trescientos", "cuatrocientos", "quinientos", "seiscientos",
    "setecientos", "ochocientos", "novecientos",
  ]

  static func words(_ n: Int) -> String {
    if n < 30 { return small[n] }
    if n < 100 { return tens[n / 10 - 3] + (n % 10 == 0 ? "" : " y \(small[n % 10])") }
    if n == 100 { return "cien" }
    return hundreds[n / 100 - 1] + (n % 100 == 0 ? "" : " \(words(n % 100))")
  }
}

/// 0 to 999.
private enum EnglishNumber {
  static let small = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
  ]
  static let tens = [
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
  ]

  static func words(_ n: Int) -> String {
    if n < 20 { return small[n] }
    if n < 100 { return tens[n / 10 - 2] + (n % 10 == 0 ? "" : "-\(small[n % 10])") }
    return "\(small[n / 100]) hundred" + (n % 100 == 0 ? "" : " \(words(n % 100))")
  }
}
