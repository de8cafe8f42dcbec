import Foundation
import GRDB
import HAL
import Testing

@testable import PortalStore

@Suite("A wearer who is deleted")
struct DeletionTests {
  private static let now = WallTime(milliseconds: 1_800_000_000_000)

  @Test("takes along the mails that name them, and the people who have nothing else here")
  func everything() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("vigia-deletion-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let database = try PortalDatabase(folder: folder)
    let now = DeletionTests.now
    let rosa = try await database.makeWearer(named: "Rosa", at: now)
    let manuel = try await database.makeWearer(named: "Manuel", at: now)
    func account(_ name: String, sees wearers: [String?]) async throws -> Account {
      var account: Account?
      for wearer in wearers {
        let token = try await database.invite(
          email: "\(name)@example.org", name: name, by: nil, to: wearer,
          as: wearer.map { _ in .administer }, at: now)
        account = try await database.accept(
          token, name: name, password: nil, language: "es", at: now)?.account
      }
      return try #require(account)
    }
    let ana = try await account("ana", sees: [rosa])
    let luis = try await account("luis", sees: [rosa, manuel])
    _ = try await account("eva", sees: [rosa])
    #expect(try await database.setModerator("eva@example.org", true, at: now))
    let otto = try await account("otto", sees: [rosa])
    try await database.send(
      NewTestimony(name: "un vecino", language: "es", text: "Se puede."), by: otto, at: now)
    _ = try await account("iris", sees: [nil])
    // Somebody whom Luis has removed.
    let nora = try await account("nora", sees: [rosa])
    try await database.note(.lookedAtPlace, by: nora, for: rosa, at: now)
    try await database.setLevel(nil, of: nora.id, for: rosa)
    for account in [ana, luis, nora] {
      try await database.note(.login, by: account, for: nil, at: now)
    }
    #expect(try await database.setModerator("nora@example.org", true, at: now))
    #expect(try await database.setModerator("nora@example.org", false, at: now))
    for wearer in [rosa, manuel] {
      try await database.send(
        [NewLetter(recipient: "ana@example.org", subject: "silencio", body: wearer)],
        aboutSilenceFrom: now, of: wearer, at: now)
      try await database.send("invitación", wearer, to: "x@example.org", about: wearer, at: now)
    }
    for recipient in ["luis@example.org", "Ana@example.org"] {
      try await database.send("enlace", "", to: recipient, at: now)
    }
    // A mail about a silence from before mails knew their wearer.
    try await database.send("antes", "https://x/w/\(rosa)", to: "luis@example.org", at: now)
    #expect(try await database.accounts(endingWith: rosa).map(\.name) == ["ana", "nora"])
    try await database.removeWearer(rosa)
    let letters = try await database.dueLetters(at: now)
    #expect(letters.map(\.body) == [manuel, manuel, ""])
    let accounts = try await database.queue.read {
      try String.fetchAll($0, sql: "SELECT name FROM account ORDER BY name")
    }
    #expect(accounts == ["eva", "iris", "luis", "otto"])
    let deeds = try await database.queue.read {
      try String.fetchAll($0, sql: "SELECT who || ' ' || deed FROM audit ORDER BY id")
    }
    #expect(
      deeds == [
        "eva moderatorMade", "otto testimonySent", "luis login", "nora moderatorMade",
        "nora moderatorEnded",
      ])
  }
}
