/// Whole numbers that strangers wrote: servers, receivers, people, files.
///
/// This is the one place where text becomes a whole number; `TidyTests` looks for others. Numbers for
/// arithmetic come from `whole`, whose caller names the bounds. The bounds are so small that no sum,
/// difference or product of two such numbers overflows. Numbers from `exact` are compared and kept
/// only.
public enum ForeignNumber {
  /// Digits, perhaps behind one sign; nil for any other text, and for numbers outside the range.
  /// - Parameter range: the numbers that can be meant.
  public static func whole(_ text: some StringProtocol, in range: ClosedRange<Int32>) -> Int? {
    exact(text).flatMap { (number: Int32) in range.contains(number) ? Int(number) : nil }
  }

  /// The same for whatever its type holds, and nil beyond.
  public static func exact<Number: FixedWidthInteger>(
    _ text: some StringProtocol, as: Number.Type = Number.self, radix: Int = 10
  ) -> Number? {
    Number(text, radix: radix)
  }

  /// A number that only tells apart: digits alone, up to 4,294,967,295.
  public static func identifier(_ text: some StringProtocol) -> UInt32? {
    text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? exact(text) : nil
  }
}
