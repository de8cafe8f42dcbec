import ArgumentParser
import Console

/// Makes what `make install` puts beside the program; nobody else needs it.
struct HelpFilesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "help-files", abstract: "Writes the manual pages and the completions.",
    shouldDisplay: false)

  @Argument(help: ArgumentHelp("The folder above share/.", valueName: "prefix"))
  var prefix: String

  @Option(text: "The date of the manual pages.", valueName: "yyyy-mm-dd")
  var day: String

  @Option(text: "The folder of the documents, once installed.", valueName: "dir")
  var documents = "/usr/share/doc/vigia"

  func run() throws {
    try HelpFiles(of: Vigia.self).write(below: prefix, day: day, documents: documents)
  }
}
