import ArgumentParser
import Foundation
import PortalStore

@main
struct VigiaPortal: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vigia-portal",
    abstract: "The caregivers' pages of devices that run vigia.",
    discussion: """
      A portal keeps a copy of each device's log and shows it to those who care for the wearer \
      (docs/portal.md).

      Exit status: 0 done; 1 something failed; 2 an argument or a file cannot be used.
      """,
    subcommands: [
      ServeCommand.self, InviteCommand.self, BackupCommand.self, RestoreCommand.self,
      DeleteCommand.self, LinkCommand.self, ModeratorCommand.self, FamilyCommand.self,
      ConfinedCommand.self,
    ])

  /// One line for each mistake, and the status that the device's program gives, too.
  static func main() async {
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error as PortalError {
      complain("\(error)")
      Foundation.exit(2)
    } catch {
      let code = exitCode(for: error)
      // The parser says more than one line about a usage error.
      if code == .validationFailure {
        complain(fullMessage(for: error))
        Foundation.exit(2)
      }
      exit(withError: error)
    }
  }

  static func complain(_ text: String) {
    FileHandle.standardError.write(Data("vigia-portal: \(text)\n".utf8))
  }
}

/// The folder with a portal's databases.
struct DataOptions: ParsableArguments {
  @Option(
    help: "The folder of portal.sqlite and wearers/.", completion: .directory,
    transform: folderName)
  var data: String

  /// - Throws: where there is no portal in it.
  func existing() throws -> String {
    guard FileManager.default.fileExists(atPath: data + "/portal.sqlite") else {
      throw PortalError.refused(
        "\(data) has no portal.sqlite; expected the folder that serve --data was given")
    }
    return data
  }
}

/// A folder without the strokes at its end: the shell completes one so, and its neighbours are named after it.
func folderName(_ text: String) -> String {
  var name = text[...]
  while name.count > 1, name.hasSuffix("/") { name.removeLast() }
  return String(name)
}
