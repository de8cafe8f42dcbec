import ArgumentParser
import PortalServer
import PortalStore

struct ModeratorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "moderator", abstract: "Says who decides about testimonies.",
    discussion: """
      A moderator reads each testimony before everybody does. Without an address the moderators are \
      listed. The server may be running.

        vigia-portal moderator --data /var/lib/vigia-portal ana@example.org
      """)

  @OptionGroup var folder: DataOptions
  @Argument(help: "The mail address of an account.") var email: String?
  @Flag(help: "The account decides no longer.") var remove = false

  func run() async throws {
    let database = try PortalDatabase(folder: folder.existing())
    guard let email else {
      guard !remove else {
        throw PortalError.refused("--remove has no address; expected that of a moderator")
      }
      for account in try await database.moderators() { print("\(account.email) \(account.name)") }
      return
    }
    guard try await database.setModerator(email, !remove, at: PortalClock.real) else {
      throw PortalError.refused(
        "there is no account \(email); expected one that has accepted an invitation")
    }
    print(remove ? "\(email) decides no longer" : "\(email) decides about testimonies")
  }
}
