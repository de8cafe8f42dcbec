/// A manual page of one command, made from what the command's help says.
struct ManualPage {
  let program: CommandTree
  let command: CommandTree
  /// The names of the command, from the program's on.
  let path: [String]
  /// "November 24, 2026".
  let day: String
  /// The folder that the help calls docs/, where it is installed.
  let documents: String

  /// "vigia-diary-add".
  var name: String { path.joined(separator: "-") }

  var text: String {
    var page = Mdoc()
    let help = HelpText(command.discussion ?? "", documents: documents)
    page.line(".\\\" Made by \(path[0]) from its own help.")
    page.line(".Dd \(day)")
    page.macro("Dt", name.uppercased(), "1")
    page.line(".Os")
    page.line(".Sh NAME")
    page.macro("Nm", name)
    let words = abstract.split(separator: " ").map { Mdoc.argument(String($0)) }
    page.line(".Nd " + words.joined(separator: " "))
    synopsis(&page)
    page.line(".Sh DESCRIPTION")
    page.macro("Nm", path.joined(separator: " "))
    page.prose(abstract + ".")
    for paragraph in help.paragraphs {
      page.line(".Pp")
      page.prose(paragraph)
    }
    commands(&page)
    options(&page)
    files(&page)
    page.line(".Sh EXIT STATUS")
    let usual = HelpText(program.discussion ?? "", documents: documents).statuses
    page.list(help.statuses(after: usual))
    if !help.examples.isEmpty {
      page.line(".Sh EXAMPLES")
      page.literal(help.examples)
    }
    seeAlso(&page)
    return page.text
  }

  /// The abstract as what follows the command's name.
  private var abstract: String {
    let text = command.abstract ?? ""
    return text.prefix(1).lowercased() + text.dropFirst().dropLast(text.hasSuffix(".") ? 1 : 0)
  }

  private var arguments: [CommandTree.Argument] {
    (command.arguments ?? []).filter(\.shouldDisplay)
  }

  /// Titles of the groups of options, in the order of the help.
  private var titles: [String] {
    var titles: [String] = []
    for title in arguments.compactMap(\.sectionTitle) where !titles.contains(title) {
      titles.append(title)
    }
    return titles
  }

  private func synopsis(_ page: inout Mdoc) {
    page.line(".Sh SYNOPSIS")
    page.macro("Nm", path.joined(separator: " "))
    func add(_ arguments: [CommandTree.Argument]) {
      for argument in arguments {
        page.line((argument.isOptional ? ".Op " : ".") + argument.short)
      }
    }
    add(arguments.filter { $0.kind != .positional && $0.sectionTitle == nil })
    for title in titles { page.line(".Op Ar \(Mdoc.argument(title.lowercased())) ...") }
    add(arguments.filter { $0.kind == .positional })
    if !command.commands.isEmpty { page.line(".Ar command ...") }
  }

  private func commands(_ page: inout Mdoc) {
    guard !command.commands.isEmpty else { return }
    page.line(".Sh COMMANDS")
    page.list(
      command.commands.map { ("Ic " + Mdoc.argument($0.commandName), $0.abstract ?? "") })
  }

  private func options(_ page: inout Mdoc) {
    page.line(".Sh OPTIONS")
    // The parser's own, such as --help, come without a name for their value.
    page.list(arguments.filter { $0.sectionTitle == nil }.map { ($0.long, $0.explanation) })
    for title in titles {
      page.line(".Ss " + title)
      page.list(arguments.filter { $0.sectionTitle == title }.map { ($0.long, $0.explanation) })
    }
  }

  /// Files that are used unless an option names others.
  private func files(_ page: inout Mdoc) {
    let files = arguments.compactMap { argument -> (String, String)? in
      let said = (argument.abstract ?? "").wholeMatch(of: /(.*?) \(default: (.*)\)/)
      let file = argument.defaultValue ?? said.map { String($0.output.2) }
      guard let file, file.contains(/^[~$\/]/) else { return nil }
      return (
        "Pa " + Mdoc.argument(file), said.map { String($0.output.1) } ?? argument.abstract ?? ""
      )
    }
    guard !files.isEmpty else { return }
    page.line(".Sh FILES")
    page.list(files)
  }

  private func seeAlso(_ page: inout Mdoc) {
    let above = path.indices.dropFirst().map { path[..<$0].joined(separator: "-") }
    let below = command.commands.filter { $0.commandName != "help" }
      .map { "\(name)-\($0.commandName)" }
    let names = (above + below).sorted()
    page.line(".Sh SEE ALSO")
    for (index, name) in names.enumerated() {
      page.line(".Xr \(name) 1" + (index < names.count - 1 ? " ," : ""))
    }
    page.line(".Pp")
    page.line("The manual with its examples is")
    page.line(".Pa \(Mdoc.argument(documents))/manual.md .")
  }
}

extension CommandTree.Argument {
  /// mdoc of the option with its value, as the synopsis has it.
  fileprivate var short: String { mdoc(names?.suffix(1) ?? []) }

  /// The same with all names of the option, as a list has it.
  fileprivate var long: String { mdoc(names?[...] ?? []) }

  private func mdoc(_ names: some Sequence<Name>) -> String {
    let options = names.map { "Fl \($0.typed.dropFirst())" }
    let value = "Ar \(Mdoc.argument(valueName ?? ""))" + (isRepeating ? " ..." : "")
    let parts = [options.joined(separator: " , ")] + (kind == .flag ? [] : [value])
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  fileprivate var explanation: String {
    var text = (abstract ?? "").replacing(/\ \(default: (.*)\)$/) { " Default: \($0.output.1)." }
    if let allValues { text += " One of: \(allValues.joined(separator: ", "))." }
    if let defaultValue { text += " Default: \(defaultValue)." }
    return text
  }
}

/// The help of a command, taken apart: what it does, how it ends, examples.
private struct HelpText {
  /// Paragraphs without examples and without the exit status.
  var paragraphs: [String] = []
  /// Lines that begin with the program's name.
  var examples: [String] = []
  /// "0", "fine".
  var statuses: [(term: String, text: String)] = []

  init(_ discussion: String, documents: String) {
    for paragraph in discussion.split(separator: "\n\n") {
      let lines = paragraph.split(separator: "\n")
      if lines.allSatisfy({ $0.hasPrefix("vigia ") }) {
        examples += lines.map(String.init)
        continue
      }
      var text = paragraph.replacing(/docs\/(?=[a-z-]+\.md)/, with: "\(documents)/")
      if let match = text.firstMatch(of: /Exit status: (?<items>.*?)\.(?:\s+|$)/) {
        for item in match.output.items.split(separator: "; ") {
          guard let number = item.prefixMatch(of: /\d+(?: or \d+)*(?= )/) else { continue }
          let meaning = item.dropFirst(number.output.count + 1)
          statuses.append(
            (String(number.output), meaning.prefix(1).uppercased() + meaning.dropFirst() + "."))
        }
        text.removeSubrange(match.range)
      }
      if text.contains(where: { !$0.isWhitespace }) { paragraphs.append(String(text)) }
    }
  }

  /// The usual ones, each with what this command says of it. A command that says when it ends with 0 says
  /// whether it ever ends with 1.
  func statuses(after usual: [(term: String, text: String)]) -> [(term: String, text: String)] {
    usual.compactMap { each in
      statuses.first { $0.term == each.term }
        ?? (statuses.isEmpty || each.term != "1" ? each : nil)
    }
  }
}
