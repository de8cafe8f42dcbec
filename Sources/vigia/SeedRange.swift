/// `A:B`, without B.
struct SeedRange {
  var range: Range<UInt64>

  init(_ range: Range<UInt64>) { self.range = range }

  init(_ text: String) throws {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = UInt64(parts[0]), let end = UInt64(parts[1]), first < end
    else {
      throw TypedValue.Refusal(
        description: "expected two whole numbers such as 0:1000, A below B, none above "
          + "\(UInt64.max)")
    }
    range = first..<end
  }

  static func text(_ range: Range<UInt64>) -> String { "\(range.lowerBound):\(range.upperBound)" }

  /// How many. `Range.count` is an `Int`, which such a range can go beyond.
  static func count(_ range: Range<UInt64>) -> UInt64 { range.upperBound - range.lowerBound }
}
