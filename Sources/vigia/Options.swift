import ArgumentParser
import HAL
import Names
import Profile
import Traces

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

/// Whom the device believes when it sends and fetches.
struct TrustOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The certificates that servers are checked against: a folder as c_rehash makes it, or a file.",
      valueName: "path"), transform: TypedValue.text)
  var authorities = "/etc/ssl/certs"
}

/// How a trace is read: the same for replay and convert.
struct ReadingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The day on which a log without dates begins.", valueName: "yyyy-mm-dd"),
    transform: TypedValue.text)
  var date: String?

  @Option(
    name: .customLong("assume-eph"), parsing: .unconditional,
    help: ArgumentHelp("The accuracy of fixes that state none.", valueName: "m"),
    transform: TypedValue.text)
  var assumeEph: String?

  func checked() throws -> TraceReader.Options {
    var options = TraceReader.Options()
    if let date {
      guard let day = CivilTime.parse("\(date)T00:00:00Z") else {
        throw InputError(file: "--date", "is \"\(date)\"; expected a day such as 2015-03-21")
      }
      options.baseDate = day
    }
    if let assumeEph {
      guard let metres = Double(assumeEph), metres > 0, metres <= 1000 else {
        throw InputError(
          file: "--assume-eph", "is \"\(assumeEph)\"; expected metres above 0, up to 1000")
      }
      options.assumedEph = Metres(metres)
    }
    return options
  }
}
