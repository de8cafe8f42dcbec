import ArgumentParser
import Foundation
import Profile
import Trial

/// The manual pages and completions of a program, made from its commands.
package struct HelpFiles {
  private let program: any ParsableCommand.Type
  private let tree: CommandTree

  package init(of program: any ParsableCommand.Type) throws {
    self.program = program
    tree = try CommandTree(of: program)
  }

  /// Writes them where manual pages and shells look.
  ///
  /// - Parameters:
  ///   - prefix: such as "/usr"; its folders share/… are made.
  ///   - day: "2026-11-24", the date of the pages.
  ///   - documents: the folder of the documents, once installed.
  package func write(below prefix: String, day: String, documents: String) throws {
    guard let day = HelpFiles.spelled(day) else {
      throw InputError(file: "--day", "is \"\(day)\"; expected a day such as 2026-11-24")
    }
    func write(_ text: String, _ folder: String, _ name: String) throws {
      let folder = "\(prefix)/share/\(folder)"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      let file = try OutputFile(path: "\(folder)/\(name)")
      try file.write(text)
      try file.finish()
    }
    func pages(_ command: CommandTree, _ path: [String]) throws {
      let page = ManualPage(
        program: tree, command: command, path: path, day: day, documents: documents)
      try write(page.text, "man/man1", page.name + ".1")
      // The parser's own command has no more to tell than the page of the program.
      for next in command.commands where next.commandName != "help" {
        try pages(next, path + [next.commandName])
      }
    }
    try pages(tree, [tree.commandName])
    let name = tree.commandName
    try write(bash, "bash-completion/completions", name)
    try write(zsh, "zsh/vendor-completions", "_\(name)")
    try write(fish, "fish/vendor_completions.d", "\(name).fish")
  }

  private static func spelled(_ day: String) -> String? {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    guard let match = day.wholeMatch(of: /(\d{4})-(\d\d)-(\d\d)/),
      let month = Int(match.output.2), months.indices.contains(month - 1),
      let number = Int(match.output.3), (1...31).contains(number)
    else { return nil }
    return "\(months[month - 1]) \(number), \(match.output.1)"
  }

  // MARK: Completions

  // The parser completes nothing behind `help`. Each script gets a line for it.

  private var topics: [CommandTree] { tree.commands.filter { $0.commandName != "help" } }
  private var words: String { topics.map(\.commandName).joined(separator: " ") }

  /// A completion is read into the shell that runs, so it names no interpreter.
  private var bash: String {
    program.completionScript(for: .bash).replacing(/^#!.*\n+/, with: "") + """

      _\(tree.commandName)_help() {
          COMPREPLY+=($(compgen -W '\(words)' -- "${cur}"))
      }

      """
  }

  private var zsh: String {
    program.completionScript(for: .zsh)
      .replacing("'*:subcommands:'", with: "'1:command:(\(words))'") + "\n"
  }

  private var fish: String {
    let name = tree.commandName
    let condition = "__\(name)_should_offer_completions_for_positional \"\(name) help\" -eq 1"
    return program.completionScript(for: .fish)
      + "\ncomplete -c '\(name)' -n '\(condition)' -fa '\(words)'\n"
  }
}
