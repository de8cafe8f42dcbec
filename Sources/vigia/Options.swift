import ArgumentParser
import Diary
import Foundation
import HAL
import Names
import Profile
import Traces
import Words

/// The rules for the value of an option. The options take it with `parsing: .unconditional`, because a value
/// may begin with a minus sign: "-2U", "- pan".
enum TypedValue {
  struct Refusal: Error, CustomStringConvertible { var description: String }

  /// Any text but the name of another option: then the value was forgotten, and "--at" would become
  /// the name of a reminder.
  static func text(_ text: String) throws -> String {
    guard !text.hasPrefix("--") || text.dropFirst(2).first?.isLetter != true else {
      throw Refusal(description: "it is another option; expected a value first")
    }
    return text
  }

  static func seed(_ text: String) throws -> UInt64 {
    guard let seed = UInt64(text) else {
      throw Refusal(description: "expected a whole number from 0 to \(UInt64.max)")
    }
    return seed
  }

  static func language(_ text: String) throws -> Language {
    guard let language = Language(rawValue: text) else {
      throw InputError(file: "--language", "is \"\(text)\"; expected en or es")
    }
    return language
  }

  /// The number of a reminder.
  static func reminder(_ text: String) throws -> UInt16 {
    guard let number = UInt16(text), number > 0 else {
      throw Refusal(description: "expected a number from 1 to \(UInt16.max), as list shows it")
    }
    return number
  }
}

extension CompletionKind {
  static var languages: CompletionKind { .list(Language.allCases.map(\.rawValue)) }
  /// Those of everybody's diary, without the own ones.
  static var categories: CompletionKind { .list(DiaryCategory.common.map(\.name)) }
}

extension Option {
  /// An option of any text, `--like-this` unless it is named.
  init(
    name: String? = nil, text help: String, valueName: String? = nil,
    completion: CompletionKind? = nil
  ) where Value == String? {
    self.init(
      name: name.map { .customLong($0) } ?? .long, parsing: .unconditional,
      help: ArgumentHelp(help, valueName: valueName), completion: completion,
      transform: TypedValue.text)
  }

  /// The same, with one that must be given.
  init(text help: String, valueName: String, completion: CompletionKind? = nil)
  where Value == String {
    self.init(
      parsing: .unconditional, help: ArgumentHelp(help, valueName: valueName),
      completion: completion, transform: TypedValue.text)
  }

  init(
    wrappedValue: String, text help: String, valueName: String, completion: CompletionKind? = nil
  ) where Value == String {
    self.init(
      wrappedValue: wrappedValue, parsing: .unconditional,
      help: ArgumentHelp(help, valueName: valueName), completion: completion,
      transform: TypedValue.text)
  }
}

/// The device believes these when it sends and fetches.
struct TrustOptions: ParsableArguments {
  @Option(
    text:
      "The certificates that servers are checked against: a folder as c_rehash makes it, or a file.",
    valueName: "path", completion: .file())
  var authorities = "/etc/ssl/certs"
}

/// Options for reading a trace: the same for replay and convert.
struct ReadingOptions: ParsableArguments {
  @Option(text: "The day on which a log without dates begins.", valueName: "yyyy-mm-dd")
  var date: String?

  @Option(name: "assume-eph", text: "The accuracy of fixes that state none.", valueName: "m")
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

extension StateFolder {
  /// The state of a device: the folder that was named, else the user's own.
  /// - Throws: `InputError` where there is neither.
  static func ofDevice(_ named: String?) throws -> StateFolder {
    guard let folder = named.map(StateFolder.init) ?? usual(ProcessInfo.processInfo.environment)
    else {
      throw InputError(file: "--state", "is missing and there is no home; expected a directory")
    }
    return folder
  }
}
