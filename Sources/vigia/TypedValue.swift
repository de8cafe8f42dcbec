/// What can be the value of an option and what cannot. The options take it with
/// `parsing: .unconditional`, because a value may begin with a minus sign: "-2U", "- pan".
enum TypedValue {
  struct Refusal: Error, CustomStringConvertible { var description: String }

  /// Any text but the name of another option: then the value was forgotten, and "--at" would become
  /// the name of a reminder.
  static func text(_ text: String) throws -> String {
    guard !text.hasPrefix("--") || text.dropFirst(2).first?.isLetter != true else {
      throw Refusal(description: "it is an option itself; expected a value before it")
    }
    // What an argument was whose bytes are no UTF-8.
    guard !text.unicodeScalars.contains("\u{FFFD}") else {
      throw Refusal(description: "it is not UTF-8; expected text that is")
    }
    return text
  }

  static func seed(_ text: String) throws -> UInt64 {
    guard let seed = UInt64(text) else {
      throw Refusal(description: "expected a whole number from 0 to \(UInt64.max)")
    }
    return seed
  }

  /// The number of a reminder.
  static func reminder(_ text: String) throws -> UInt16 {
    guard let number = UInt16(text), number > 0 else {
      throw Refusal(description: "expected a number from 1 to \(UInt16.max), as list shows it")
    }
    return number
  }
}
