import Names
import Words

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
