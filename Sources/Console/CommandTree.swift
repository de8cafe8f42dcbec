import ArgumentParser
import Foundation
import Profile

/// A command of a program with its options and the commands below it, as the parser describes them.
struct CommandTree: Decodable {
  struct Argument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable, Equatable {
      var kind: String
      var name: String
      /// "--profile", "-y".
      var typed: String { (kind == "long" ? "--" : "-") + name }
    }

    var kind: Kind
    var shouldDisplay: Bool
    var sectionTitle: String?
    var isOptional: Bool
    var isRepeating: Bool
    var names: [Name]?
    var valueName: String?
    var defaultValue: String?
    var allValues: [String]?
    var abstract: String?

    fileprivate func isTyped(_ word: Substring) -> Bool {
      (names ?? []).contains { $0.typed == word }
    }
  }

  var commandName: String
  var shouldDisplay: Bool
  var abstract: String?
  var discussion: String?
  var arguments: [Argument]?
  private var subcommands: [CommandTree]?

  /// Commands that the help shows; the parser adds `help` at the top.
  var commands: [CommandTree] { (subcommands ?? []).filter(\.shouldDisplay) }

  /// - Throws: `DecodingError` where the parser describes itself in another way than 1.8 does.
  init(of program: any ParsableCommand.Type) throws {
    struct Description: Decodable { var command: CommandTree }
    self = try JSONDecoder().decode(Description.self, from: Data(program._dumpHelp().utf8)).command
  }

  /// A command line, taken apart.
  struct Line {
    /// The names of the command that the words lead to, from the program's on.
    var path: [String]
    /// A word that stands in the place of a command and names none, and what was expected; nil: there is
    /// no such word.
    var refusal: String?
    /// Whether the help is asked for by its name, and not by a letter among others.
    var asksForHelp = false
    /// The first word that the parser takes for short flags, an `-h` among them.
    var flagsWithHelp: String?
    /// Options for one value, each with how often it stands there.
    fileprivate(set) var given: [(option: String, names: [Argument.Name], times: Int)] = []

    /// The first option that stands there again, although it takes one value; the last would win.
    var repeated: (option: String, times: Int)? {
      given.first { $0.times > 1 }.map { ($0.option, $0.times) }
    }

    fileprivate mutating func count(_ option: String, _ argument: Argument) {
      let names = argument.names ?? []
      if let index = given.firstIndex(where: { $0.names == names }) {
        given[index].times += 1
      } else if !argument.isRepeating {
        given.append((option, names, 1))
      }
    }

    /// Notes a word with a minus sign that takes no value.
    fileprivate mutating func note(_ word: String) {
      if ["h", "help", "help-hidden"].contains(word.drop { $0 == "-" }) {
        asksForHelp = true
      } else if flagsWithHelp == nil, !word.hasPrefix("--"), word.contains("h") {
        flagsWithHelp = word
      }
    }
  }

  /// Follows the words of a command line.
  func follow(_ arguments: some Sequence<String>) -> Line {
    var (command, line, isHelp) = (self, Line(path: [commandName]), false)
    // A command takes the options of those above it, too.
    var options = self.options
    var rest = ArraySlice(arguments)
    while let word = rest.popFirst() {
      if word == "--", command.commands.isEmpty {
        break
      } else if word.hasPrefix("-"), word.count > 1 {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if let option = options.first(where: { $0.isTyped(parts[0]) }) {
          line.count(String(parts[0]), option)
          // Such a value may begin with a minus sign.
          if parts.count == 1 { rest = rest.dropFirst() }
        } else {
          line.note(word)
        }
      } else if word == "help", line.path.count == 1, !isHelp {
        (isHelp, line.asksForHelp) = (true, true)
      } else if let next = (command.subcommands ?? []).first(where: { $0.commandName == word }) {
        command = next
        options += next.options
        line.path.append(word)
      } else if isHelp || !command.commands.isEmpty {
        line.refusal = command.refusal(of: word, after: line.path.dropFirst())
        return line
      }
    }
    return line
  }

  private var options: [Argument] { (arguments ?? []).filter { $0.kind == .option } }

  private func refusal(of word: String, after path: ArraySlice<String>) -> String {
    func whole(_ name: String) -> String { "\"\((path + [name]).joined(separator: " "))\"" }
    let unknown = "unknown command \(whole(String(word.prefix(80))))"
    let names = commands.map(\.commandName)
    let beginnings = names.filter { $0.hasPrefix(word) }
    if let near = Spelling.nearest(word, names) ?? (beginnings.count == 1 ? beginnings[0] : nil) {
      return "\(unknown); did you mean \(whole(near))?"
    }
    return names.isEmpty
      ? "\(unknown); expected no word after \(path.joined(separator: " "))"
      : "\(unknown); expected one of \(names.joined(separator: ", "))"
  }
}
