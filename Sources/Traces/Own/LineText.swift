import Device
import HAL
import Names
import Words

/// One line of our own, on its way into a trace. A value without a readable form (a minute of the day
/// beyond midnight, a year beyond 9999) is written as the bare number. So nothing is lost.
struct LineText {
  /// The most scalars of a text, each six bytes at most. Longer texts are cut, so that the line can be read
  /// again.
  private static let longestWord = 1000

  private var text: String

  init(_ kind: OwnClass, at instant: Instant) { self.init(kind.rawValue, at: instant) }

  init(_ name: String, at instant: Instant) {
    text = "{\"class\":\"\(name)\",\"at_ms\":\(instant.milliseconds)"
  }

  var line: String { text + "}\n" }

  mutating func add(_ key: String, raw: String) { text += ",\"\(key)\":\(raw)" }
  mutating func add(_ key: String, _ value: some FixedWidthInteger) { add(key, raw: "\(value)") }
  mutating func add(_ key: String, _ value: Bool) { add(key, raw: value ? "true" : "false") }

  mutating func add(_ key: String, _ word: String?) {
    guard let word else { return }
    add(key, raw: LineText.quoted(word))
  }

  static func quoted(_ word: String) -> String {
    JSONText.quoted(String(word.unicodeScalars.prefix(longestWord)))
  }

  mutating func add(_ key: String, _ value: some Spelled) { add(key, value.spelling) }

  mutating func add(_ key: String, number: Double) { add(key, raw: number.shortText) }

  /// Milliseconds as seconds, thousandths of a unit as units.
  mutating func add(_ key: String, thousandths: Int64) {
    add(key, raw: Thousandths.text(thousandths))
  }

  /// - Parameter last: 1440 where an end of the day is meant.
  mutating func add(_ key: String, minuteOfDay minute: Int16, upTo last: Int16 = 1439) {
    guard minute >= 0, minute <= last else { return add(key, minute) }
    add(key, CivilText.text(minuteOfDay: minute))
  }

  mutating func add(_ key: String, _ minute: CivilMinute) {
    guard let text = minute.exactText else { return add(key, minute.count) }
    add(key, text)
  }

  /// Bit 0 Monday … bit 6 Sunday.
  mutating func add(_ key: String, weekdays: UInt8) {
    let names = Weekdays.names(of: weekdays).map { "\"\($0)\"" }
    add(key, raw: "[" + names.joined(separator: ",") + "]")
  }

  mutating func add(_ key: String, _ wall: WallTime) { add(key, raw: LineText.raw(wall)) }

  mutating func add(_ key: String, hex words: [UInt64]) {
    add(
      key, raw: "[" + words.map { "\"\($0.padded(16, radix: 16))\"" }.joined(separator: ",") + "]")
  }

  /// The time in quotes, or as milliseconds since 1970.
  static func raw(_ wall: WallTime) -> String {
    CivilTime.exactText(wall).map { "\"\($0)\"" } ?? "\(wall.milliseconds)"
  }

}

/// Text as JSON wants it, and as a terminal may show it.
public enum JSONText {
  /// The text in quotes, with escapes where JSON needs them.
  public static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.steersTerminal:
        quoted += "\\u" + scalar.value.padded(4, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// The text that stood between quotes. Bytes that are neither an escape nor UTF-8 become U+FFFD.
  static func unescaped(_ raw: JSONScanner.Bytes) -> String {
    guard raw.contains(0x5C) else { return String(decoding: raw, as: UTF8.self) }
    var units: [UInt16] = []
    var plain: [UInt8] = []
    func flush() {
      units.append(contentsOf: String(decoding: plain, as: UTF8.self).utf16)
      plain.removeAll(keepingCapacity: true)
    }
    var at = 0
    while at < raw.count {
      guard raw[at] == 0x5C, at + 1 < raw.count else {
        plain.append(raw[at])
        at += 1
        continue
      }
      let escape = raw[at + 1]
      at += 2
      switch escape {
      case UInt8(ascii: "n"): plain.append(0x0A)
      case UInt8(ascii: "r"): plain.append(0x0D)
      case UInt8(ascii: "t"): plain.append(0x09)
      case UInt8(ascii: "b"): plain.append(0x08)
      case UInt8(ascii: "f"): plain.append(0x0C)
      case UInt8(ascii: "u"):
        // Halves of a pair stand one after the other, so they meet in `units`.
        flush()
        let digits = raw[at..<min(at + 4, raw.count)]
        let isWhole = digits.count == 4 && digits.allSatisfy { $0.isHexDigit }
        units.append(
          isWhole
            ? ForeignNumber.exact(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0xFFFD
            : 0xFFFD)
        if isWhole { at += 4 }
      default: plain.append(escape)
      }
    }
    flush()
    return String(decoding: units, as: UTF16.self)
  }
}

extension UInt8 {
  var isHexDigit: Bool {
    isDigit || (self >= 0x41 && self <= 0x46) || (self >= 0x61 && self <= 0x66)
  }
}

/// Whole thousandths as decimals: milliseconds as seconds, thousandths of a unit as units. No
/// rounding either way, over the whole range of Int64.
public enum Thousandths {
  /// "90", "0.5", "-1.025"
  public static func text(_ count: Int64) -> String {
    let (whole, rest) = count.magnitude.quotientAndRemainder(dividingBy: 1000)
    var text = (count < 0 ? "-" : "") + String(whole)
    guard rest > 0 else { return text }
    text += "." + rest.padded(3)
    while text.last == "0" { text.removeLast() }
    return text
  }

  /// Nil for what is no decimal, is finer than a thousandth or does not fit.
  static func count(_ text: String) -> Int64? {
    let isNegative = text.first == "-"
    let parts = text.dropFirst(isNegative ? 1 : 0)
      .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, !first.isEmpty, first.utf8.allSatisfy(\.isDigit),
      let whole: UInt64 = ForeignNumber.exact(first)
    else { return nil }
    var rest: UInt64 = 0
    if parts.count == 2 {
      let digits = parts[1]
      // A receiver of JSON may have written "90.0" or "0.5000".
      guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit),
        digits.dropFirst(3).allSatisfy({ $0 == "0" })
      else { return nil }
      let padded = digits.prefix(3) + String(repeating: "0", count: max(0, 3 - digits.count))
      rest = ForeignNumber.exact(padded) ?? 0
    }
    let (scaled, tooMany) = whole.multipliedReportingOverflow(by: 1000)
    let (sum, over) = scaled.addingReportingOverflow(rest)
    guard !tooMany, !over else { return nil }
    if isNegative, sum == Int64.min.magnitude { return .min }
    guard let count = Int64(exactly: sum) else { return nil }
    return isNegative ? -count : count
  }
}
