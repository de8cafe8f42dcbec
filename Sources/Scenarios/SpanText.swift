import HAL
import Names

/// Spans of time as people write them: "90 s", "1 h 30 min", "0.25 s".
enum SpanText {
  static let expected = "a span of time such as 90 s, 20 min or 1 h 30 min"
  /// A thousand years.
  private static let longest: Int64 = 31_536_000_000_000

  private static let units: [(name: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1000), ("ms", 1),
  ]

  /// With a sign for spans that may go back. Larger units come first; no unit comes twice.
  static func parse(_ text: String) -> Milliseconds? {
    var rest = text[...]
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest.removeFirst() }
    var sum: Int64 = 0
    var smallest = Int64.max
    repeat {
      guard let part = part(&rest), part.unit < smallest, part.amount <= longest - sum else {
        return nil
      }
      smallest = part.unit
      sum += part.amount
    } while !rest.isEmpty
    return Milliseconds(isNegative ? -sum : sum)
  }

  /// Takes "1.5 h" off the front.
  private static func part(_ rest: inout Substring) -> (amount: Int64, unit: Int64)? {
    rest = rest.drop { $0 == " " }
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    rest = rest.dropFirst(digits.count).drop { $0 == " " }
    let name = rest.prefix { $0.isLetter }
    rest = rest.dropFirst(name.count)
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard let unit = units.first(where: { $0.name == name })?.milliseconds, parts.count <= 2,
      parts.allSatisfy({ (1...15).contains($0.count) }), let whole = Int64(parts[0])
    else { return nil }
    let (product, overflow) = whole.multipliedReportingOverflow(by: unit)
    guard !overflow, product <= longest else { return nil }
    guard parts.count == 2 else { return (product, unit) }
    // To the millisecond, and not beyond: no rounding in a file that must mean the same for ever.
    var scale: Int64 = 1
    for _ in parts[1] { scale *= 10 }
    guard parts[1].count <= 9, let fraction = Int64(parts[1]), fraction * unit % scale == 0 else {
      return nil
    }
    return (product + fraction * unit / scale, unit)
  }

  static func text(_ span: Milliseconds) -> String {
    if span.count == 0 { return "0 s" }
    var rest = span.count.magnitude
    var parts: [String] = []
    func take(_ unit: UInt64, _ name: String) {
      if rest >= unit { parts.append("\(rest / unit) \(name)") }
      rest %= unit
    }
    if rest >= 2 * 86_400_000 { take(86_400_000, "d") }
    take(3_600_000, "h")
    take(60_000, "min")
    if rest % 1000 == 0 {
      take(1000, "s")
    } else {
      parts.append("\(rest / 1000).\((rest % 1000).padded(3)) s")
    }
    return (span.count < 0 ? "-" : "") + parts.joined(separator: " ")
  }
}
