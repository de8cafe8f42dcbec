import ArgumentParser
import Foundation
import Profile

/// A command of a program with its options and the commands below it, as the parser describes them.
struct CommandTree: Decodable {
  struct Argument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable {
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

  /// Follows the words of a command line.
  ///
  /// - Returns: the names of the command that they lead to, from the program's on. The refusal tells of
  ///   a word that stands in the place of a command and names none; nil: there is no such word.
  func follow(_ arguments: some Sequence<String>) -> (path: [String], refusal: String?) {
    var (command, path, isHelp) = (self, [commandName], false)
    var rest = ArraySlice(arguments)
    while let word = rest.popFirst() {
      if word.hasPrefix("-"), word.count > 1 {
        if command.takesValue(word) { rest = rest.dropFirst() }
      } else if word == "help", path.count == 1, !isHelp {
        isHelp = true
      } else if let next = (command.subcommands ?? []).first(where: { $0.commandName == word }) {
        command = next
        path.append(word)
      } else if isHelp || !command.commands.isEmpty {
        return (path, command.refusal(of: word, after: path.dropFirst()))
      } else {
        break
      }
    }
    return (path, nil)
  }

  private func takesValue(_ option: String) -> Bool {
    (arguments ?? []).contains { argument in
      argument.kind == .option && (argument.names ?? []).contains { $0.typed == option }
    }
  }

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
