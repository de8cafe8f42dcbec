import ArgumentParser
import Foundation
import PortalServer
import PortalStore

struct InviteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Prints an invitation: the first way in, and the last.",
    discussion: """
      The address that it prints works once, for 48 hours. Whoever opens it chooses a name and a \
      password. A wearer of that name is made where there is none. Where others look after one of that \
      name, --existing means the same person, and --new another.

        vigia-portal invite --data /var/lib/vigia-portal --wearer Rosa ana@example.org
      """)

  @OptionGroup var folder: DataOptions
  @Argument(help: "The person's mail address.") var email: String
  @Option(help: "The wearer's name or number.") var wearer: String
  @Flag(help: "The wearer of that name, whom others look after already.") var existing = false
  @Flag(name: .customLong("new"), help: "Another wearer of that name.") var isNew = false
  @Option(help: "look, help or administer.") var right = "administer"
  @Option(help: "The person's name.") var name = ""
  @Option(help: "The address that people use.") var url = "http://127.0.0.1:8380"

  func run() async throws {
    guard email.contains("@"), !email.contains(" ") else {
      throw PortalError.refused("the address is \(email); expected one such as ana@example.org")
    }
    let levels: [String: Level] = ["look": .look, "help": .help, "administer": .administer]
    guard let level = levels[right] else {
      throw PortalError.refused("--right is \(right); expected look, help or administer")
    }
    try FileManager.default.createDirectory(
      atPath: folder.data, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let database = try PortalDatabase(folder: folder.data)
    let now = PortalClock.real
    let id = try await chosen(database)
    let token = try await database.invite(
      email: email, name: name, by: nil, to: id, as: level, at: now)
    print("\(url)/invitation/\(token)")
  }

  /// The wearer who is meant: never one of another family by the name alone.
  private func chosen(_ database: PortalDatabase) async throws -> String {
    let name = wearer.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !name.isEmpty else { throw PortalError.refused("--wearer is empty; expected a name") }
    guard !existing || !isNew else {
      throw PortalError.refused("--existing and --new are both there; expected one of them")
    }
    let known = try await database.wearers().filter {
      $0.id == name || $0.name.trimmingCharacters(in: .whitespacesAndNewlines) == name
    }
    if isNew || (known.isEmpty && !existing) {
      return try await database.makeWearer(named: name, at: PortalClock.real)
    }
    guard let found = known.first, known.count == 1 else {
      throw PortalError.refused(
        known.isEmpty
          ? "there is no wearer \(name); expected one of those that people see"
          : "there are \(known.count) wearers \(name): \(known.map(\.id).joined(separator: ", ")); "
            + "expected one of these numbers, or --new")
    }
    let members = try await database.members(of: found.id)
    let isMember = members.contains { $0.account.email.lowercased() == email.lowercased() }
    if existing || isMember || found.id == name { return found.id }
    let invited = try await database.invitations(to: found.id, at: PortalClock.real).map(\.email)
      .filter { $0.lowercased() != email.lowercased() }
    let others = members.map(\.account.name) + invited
    guard others.isEmpty else {
      throw PortalError.refused(
        "\(name) (\(found.id)) is already looked after by \(others.joined(separator: ", ")); "
          + "expected --existing for the same person, or --new for another")
    }
    return found.id
  }
}

struct DeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Deletes a wearer with all that the portal knows of them.",
    discussion: """
      With the wearer go the log-ins of their people who see nobody else here, moderate nothing and have \
      written no testimony. Without --yes it says which. The server must not be running.
      """)

  @OptionGroup var folder: DataOptions
  @Argument(help: "The wearer's name or number.") var wearer: String
  @Flag(help: "Do it, and not only say what would be deleted.") var yes = false

  func run() async throws {
    let path = try folder.existing()
    let database = try PortalDatabase(folder: path)
    let found = try await database.wearers().filter { $0.id == wearer || $0.name == wearer }
    guard let entry = found.first, found.count == 1 else {
      throw PortalError.refused(
        found.isEmpty
          ? "there is no wearer \(wearer); expected one of those that people see"
          : "there are \(found.count) wearers \(wearer): \(found.map(\.id).joined(separator: ", "))"
      )
    }
    guard yes else {
      let accounts = try await database.accounts(endingWith: entry.id)
      print("\(entry.name) (\(entry.id)) would be deleted for good; say --yes to do it")
      for account in accounts { print("so would the log-in of \(account.name) (\(account.email))") }
      return
    }
    try await WearerFiles(folder: path).delete(entry.id)
    try await database.removeWearer(entry.id)
    print("\(entry.name) (\(entry.id)) is deleted")
  }
}
