import HAL
import Words

/// Numbers as the report prints them. They are the same on every machine, whatever its locale, and
/// never torn from their units at the end of a line.
struct Numbers: Sendable {
  let mark: String
  let group: String
  /// The smallest number with groups: Spanish writes 1216, and 12 160.
  let grouped: UInt64

  init(_ language: Language) {
    switch language {
    case .english: (mark, group, grouped) = (".", ",", 1000)
    case .spanish: (mark, group, grouped) = (",", "\u{A0}", 10_000)
    }
  }

  /// Rounded half away from zero to `places` decimals; "–" for what is no number.
  func decimal(_ value: Double, _ places: Int) -> String {
    var unit: Int64 = 1
    for _ in 0..<places { unit *= 10 }
    let scaled = (value * Double(unit)).rounded()
    guard scaled.magnitude < 9e15 else { return "–" }
    let digits = Int64(scaled)
    let whole = digits.magnitude / unit.magnitude
    let sign = digits < 0 ? "−" : ""
    guard places > 0 else { return sign + grouping(whole) }
    return sign + grouping(whole) + mark + (digits.magnitude % unit.magnitude).padded(places)
  }

  func count(_ value: Int) -> String {
    (value < 0 ? "−" : "") + grouping(UInt64(value.magnitude))
  }

  /// "86,400".
  private func grouping(_ value: UInt64) -> String {
    value < grouped ? String(value) : thousands(value)
  }

  private func thousands(_ value: UInt64) -> String {
    value < 1000
      ? String(value) : thousands(value / 1000) + group + (value % 1000).padded(3)
  }

  /// "131.4 m", "12,345 m", "36.1 km".
  func length(_ metres: Metres) -> String {
    if metres.value < 1000 { return decimal(metres.value, 1) + "\u{A0}m" }
    return metres.value < 20_000
      ? decimal(metres.value, 0) + "\u{A0}m" : decimal(metres.value / 1000, 1) + "\u{A0}km"
  }

  /// A length that was chosen, not measured: "100 m", "2 km", "0.5 m".
  func roundLength(_ metres: Double) -> String {
    if metres >= 1000 { return trimmed(metres / 1000, 1) + "\u{A0}km" }
    return trimmed(metres, 2) + "\u{A0}m"
  }

  /// The number without zeros at the end.
  func trimmed(_ value: Double, _ places: Int) -> String {
    var text = decimal(value, places)
    guard text.contains(mark) else { return text }
    while text.last == "0" { text.removeLast() }
    if text.hasSuffix(mark) { text.removeLast() }
    return text
  }

  /// "70 s", "70.25 s".
  func seconds(_ span: Milliseconds) -> String { trimmed(span.seconds, 3) + "\u{A0}s" }

  /// "11 min 14 s", "3 h 2 min", "2 d 4 h"; below a minute with the milliseconds.
  func duration(_ span: Milliseconds) -> String {
    guard span.count >= 60_000 else { return seconds(span) }
    let total = (span.count + 500) / 1000
    let amounts = [
      (total / 86_400, "d"), (total / 3600 % 24, "h"), (total / 60 % 60, "min"), (total % 60, "s"),
    ]
    let parts = amounts.filter { $0.0 > 0 }.map { "\($0.0)\u{A0}\($0.1)" }
    return parts.joined(separator: " ")
  }
}

/// The words and numbers of a page in its language.
struct ReportText: Sendable {
  let words: ReportWords
  let numbers: Numbers

  init(_ language: Language) {
    words = ReportWords(language)
    numbers = Numbers(language)
  }

  /// The text of a key with its gaps filled.
  func callAsFunction(_ key: ReportPhrase) -> String { words(key) }

  /// The text of a key with a number in it.
  func callAsFunction(_ key: ReportPhrase, _ number: Int) -> String {
    words(key, (.number, numbers.count(number)))
  }

  /// The time of a clock inside a sentence: "las 10:03:34", "la 01:05:09".
  func hour(_ clock: String) -> String { words.language.hour(clock) }

  func fixes(_ count: Int) -> String { self(count == 1 ? .fixOne : .fixMany, count) }
  func exits(_ count: Int) -> String { words.exits(count, numbers.count(count)) }
  func returns(_ count: Int) -> String { words.returns(count, numbers.count(count)) }
}

extension ReportData {
  var text: ReportText { ReportText(language) }
}
