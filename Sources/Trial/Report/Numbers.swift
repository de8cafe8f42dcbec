import HAL
import Names

/// Numbers as the report prints them: the same on every machine, whatever its locale, and never
/// torn from their units at the end of a line.
enum Numbers {
  /// Rounded half away from zero to `places` decimals; "–" for what is no number.
  static func decimal(_ value: Double, _ places: Int) -> String {
    var unit: Int64 = 1
    for _ in 0..<places { unit *= 10 }
    let scaled = (value * Double(unit)).rounded()
    guard scaled.magnitude < 9e15 else { return "–" }
    let digits = Int64(scaled)
    let whole = digits.magnitude / unit.magnitude
    let sign = digits < 0 ? "−" : ""
    guard places > 0 else { return sign + grouped(whole) }
    return sign + grouped(whole) + "." + (digits.magnitude % unit.magnitude).padded(places)
  }

  static func count(_ value: Int) -> String {
    (value < 0 ? "−" : "") + grouped(UInt64(value.magnitude))
  }

  /// "1 exit", "2 exits".
  static func count(_ value: Int, _ singular: String, _ plural: String? = nil) -> String {
    count(value) + " " + (value == 1 ? singular : plural ?? singular + "s")
  }

  /// "86,400".
  private static func grouped(_ value: UInt64) -> String {
    value < 1000
      ? String(value) : grouped(value / 1000) + "," + (value % 1000).padded(3)
  }

  /// "131.4 m", "12,345 m", "36.1 km".
  static func length(_ metres: Metres) -> String {
    if metres.value < 1000 { return decimal(metres.value, 1) + "\u{A0}m" }
    return metres.value < 20_000
      ? decimal(metres.value, 0) + "\u{A0}m" : decimal(metres.value / 1000, 1) + "\u{A0}km"
  }

  /// A length that was chosen, not measured: "100 m", "2 km", "0.5 m".
  static func roundLength(_ metres: Double) -> String {
    if metres >= 1000 { return trimmed(metres / 1000, 1) + "\u{A0}km" }
    return trimmed(metres, 2) + "\u{A0}m"
  }

  /// Without zeros at the end.
  static func trimmed(_ value: Double, _ places: Int) -> String {
    var text = decimal(value, places)
    guard text.contains(".") else { return text }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// "70 s", "70.25 s".
  static func seconds(_ span: Milliseconds) -> String { trimmed(span.seconds, 3) + "\u{A0}s" }

  /// "11 min 14 s", "3 h 2 min", "2 d 4 h"; below a minute with the milliseconds.
  static func duration(_ span: Milliseconds) -> String {
    guard span.count >= 60_000 else { return seconds(span) }
    let total = span.count / 1000 + (span.count % 1000 >= 500 ? 1 : 0)
    let amounts = [
      (total / 86_400, "d"), (total / 3600 % 24, "h"), (total / 60 % 60, "min"), (total % 60, "s"),
    ]
    let parts = amounts.filter { $0.0 > 0 }.map { "\($0.0)\u{A0}\($0.1)" }
    return parts.joined(separator: " ")
  }
}
