import ArgumentParser
import Foundation
import PortalServer
import PortalStore

struct InviteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Prints an invitation: the first way in, and the last.",
    discussion: """
      The address that it prints works once, for 48 hours. Whoever opens it chooses a name and a \
      password. Somebody who has an account keeps both; for a forgotten password see vigia-portal link. \
      A wearer of that name is made where there is none. The name on the pages counts, and so does the one \
      of the first invitation. Where others look after one of that name, --existing means the same person, \
      and --new another.

        vigia-portal invite --data /var/lib/vigia-portal --wearer Rosa ana@example.org
      """)

  @OptionGroup var folder: DataOptions
  @Argument(help: "The person's mail address.") var email: String
  @Option(help: "The wearer's name or number.") var wearer: String
  @Flag(help: "The wearer of that name, whom others look after already.") var existing = false
  @Flag(name: .customLong("new"), help: "Another wearer of that name.") var isNew = false
  @Option(help: "look, help or administer; without it, that of the person so far, else administer.")
  var right: String?
  @Option(help: "The person's name.") var name = ""
  @Option(help: "The address that people use.") var url = "http://127.0.0.1:8380"

  func run() async throws {
    guard email.contains("@"), !email.contains(" ") else {
      throw PortalError.refused("the address is \(email); expected one such as ana@example.org")
    }
    let levels: [String: Level] = ["look": .look, "help": .help, "administer": .administer]
    if let right, levels[right] == nil {
      throw PortalError.refused("--right is \(right); expected look, help or administer")
    }
    try FileManager.default.createDirectory(
      atPath: folder.data, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let database = try PortalDatabase(folder: folder.data)
    let now = PortalClock.real
    let id = try await chosen(database)
    let member = try await database.members(of: id).first {
      $0.account.email.lowercased() == email.lowercased()
    }
    let level = right.flatMap { levels[$0] } ?? member?.level ?? .administer
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
    let known = try await NamedWearer.all(name, database, folder.data)
    if isNew || (known.isEmpty && !existing) {
      return try await database.makeWearer(named: name, at: PortalClock.real)
    }
    let found = try NamedWearer.one(of: known, name, or: ", or --new")
    let members = try await database.members(of: found.id)
    let isMember = members.contains { $0.account.email.lowercased() == email.lowercased() }
    if existing || isMember || found.id == name { return found.id }
    let invited = try await database.invitations(to: found.id, at: PortalClock.real).map(\.email)
      .filter { $0.lowercased() != email.lowercased() }
    let others = members.map(\.account.name) + invited
    guard others.isEmpty else {
      throw PortalError.refused(
        "\(found) is already looked after by \(others.joined(separator: ", ")); "
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
    let entry = try NamedWearer.one(
      of: try await NamedWearer.all(wearer, database, path), wearer)
    guard yes else {
      let accounts = try await database.accounts(endingWith: entry.id)
      print("\(entry) would be deleted for good; say --yes to do it")
      for account in accounts { print("so would the log-in of \(account.name) (\(account.email))") }
      return
    }
    try await WearerFiles(folder: path).delete(entry.id)
    try await database.removeWearer(entry.id)
    print("\(entry) is deleted")
  }
}

struct LinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Prints a link to sign in, for somebody who has an account.",
    discussion: """
      The address that it prints signs in without a password. It works once, for a quarter of an hour. For as \
      long after that the account's page sets a new password. The server may be running.

        vigia-portal link --data /var/lib/vigia-portal ana@example.org
      """)

  @OptionGroup var folder: DataOptions
  @Argument(help: "The mail address of the account.") var email: String
  @Option(help: "The address that people use.") var url = "http://127.0.0.1:8380"

  func run() async throws {
    let database = try PortalDatabase(folder: folder.existing())
    guard let token = try await database.makeLoginLink(for: email, at: PortalClock.real) else {
      throw PortalError.refused(
        "there is no account \(email); expected one that has accepted an invitation")
    }
    print("\(url)/link/\(token)")
  }
}

/// A wearer by one of their names: that of the first invitation, and that of the device's profile, which pages show.
private struct NamedWearer: CustomStringConvertible {
  let id: String
  let names: [String]

  var description: String { "\(names.joined(separator: ", called ")) (\(id))" }

  /// The wearers of that name or number.
  static func all(_ name: String, _ database: PortalDatabase, _ folder: String) async throws
    -> [NamedWearer]
  {
    let files = try WearerFiles(folder: folder)
    var found: [NamedWearer] = []
    for entry in try await database.wearers() {
      // A file that cannot be read hides no wearer.
      let shown =
        await files.hasFile(entry.id) ? try? await files.file(entry.id).name(of: entry) : nil
      let names = [entry.name, shown ?? entry.name].map {
        $0.trimmingCharacters(in: .whitespacesAndNewlines)
      }
      if entry.id == name || names.contains(name) {
        found.append(NamedWearer(id: entry.id, names: names[0] == names[1] ? [names[0]] : names))
      }
    }
    return found
  }

  static func one(of found: [NamedWearer], _ name: String, or more: String = "") throws
    -> NamedWearer
  {
    guard let wearer = found.first else {
      throw PortalError.refused(
        "there is no wearer \(name); expected the name or number of one that people see")
    }
    guard found.count == 1 else {
      throw PortalError.refused(
        "there are \(found.count) wearers \(name): "
          + found.map { "\($0)" }.joined(separator: ", ") + "; expected one of these numbers\(more)"
      )
    }
    return wearer
  }
}
