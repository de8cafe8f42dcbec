import Device

/// A number for a page of the wearer's screen with all that stands on it. Two pages with the same number read
/// the same, but for the time of day.
public struct PageKey {
  public let number: UInt64

  public init(_ page: Page) {
    var digest = Digest()
    Action.show(page).fold(into: &digest)
    number = digest.value
  }

  /// Sixteen hexadecimal digits.
  public var text: String {
    var text = ""
    for place in 0..<16 { text += PageKey.digits[Int(number >> UInt64(60 - 4 * place) & 15)] }
    return text
  }

  private static let digits = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "a", "b", "c", "d", "e", "f",
  ]
}
