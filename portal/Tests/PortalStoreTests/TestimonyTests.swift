import Foundation
import GRDB
import HAL
import Testing

@testable import PortalStore

@Suite("Testimonies wait for a moderator")
struct TestimonyTests {
  private static let now = WallTime(milliseconds: 1_800_000_000_000)

  /// A portal's database with Ana, who moderates, and Luis.
  private final class Office {
    let folder: String
    let database: PortalDatabase
    private(set) var ana = Account(id: 0, email: "", name: "", language: "es")
    private(set) var luis = Account(id: 0, email: "", name: "", language: "es")

    init() async throws {
      folder =
        FileManager.default.temporaryDirectory
        .appendingPathComponent("vigia-testimonies-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      database = try PortalDatabase(folder: folder)
      ana = try await account("ana@example.org", "Ana Benítez")
      luis = try await account("luis@example.org", "Luis Mora")
      #expect(try await database.setModerator("ANA@example.org", true, at: TestimonyTests.now))
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func account(_ email: String, _ name: String) async throws -> Account {
      let token = try await database.invite(
        email: email, name: name, by: nil, to: nil, as: nil, at: TestimonyTests.now)
      let taken = try await database.accept(
        token, name: name, password: nil, language: "es", at: TestimonyTests.now)
      return try #require(taken?.account)
    }

    func send(_ text: String, by account: Account, after seconds: Int64 = 0) async throws {
      try await database.send(
        NewTestimony(name: "una vecina", language: "es", text: text), by: account,
        at: TestimonyTests.now + .seconds(seconds))
    }

    var published: [String] {
      get async throws {
        try await database.publishedTestimonies(before: nil, most: 50).map(\.text)
      }
    }

    /// "testimonySent Luis Mora 1", in the order of the deeds.
    func audit() async throws -> [String] {
      try await database.queue.read { db in
        try String.fetchAll(
          db, sql: "SELECT deed || ' ' || who || ' ' || about FROM audit ORDER BY id")
      }
    }
  }

  @Test("Nobody reads one before it is published, nor after it is taken down")
  func published() async throws {
    let office = try await Office()
    let (database, now) = (office.database, TestimonyTests.now)
    try await office.send("Se puede.", by: office.luis)
    #expect(try await office.published.isEmpty)
    #expect(try await database.waitingTestimonies(most: 9).map(\.text) == ["Se puede."])
    #expect(try await database.countWaitingTestimonies() == 1)
    #expect(try await database.publish(1, by: office.ana, at: now))
    #expect(try await office.published == ["Se puede."])
    #expect(try await database.countWaitingTestimonies() == 0)
    #expect(try await database.refuse(1, reason: "nombra a Rosa", by: office.ana, at: now))
    #expect(try await office.published.isEmpty)
    let own = try await database.testimonies(of: office.luis.id)
    #expect(own.map(\.state) == [.refused(reason: "nombra a Rosa")])
    #expect(try await database.testimonies(of: office.ana.id).isEmpty)
  }

  @Test("A decision is made once, and never about one that was withdrawn")
  func decided() async throws {
    let office = try await Office()
    let (database, now) = (office.database, TestimonyTests.now)
    for text in ["uno", "dos", "tres"] { try await office.send(text, by: office.luis) }
    #expect(try await database.publish(1, by: office.ana, at: now))
    #expect(try await !database.publish(1, by: office.ana, at: now))
    #expect(try await database.refuse(2, reason: "no", by: office.ana, at: now))
    #expect(try await !database.refuse(2, reason: "otra vez", by: office.ana, at: now))
    #expect(try await !database.publish(2, by: office.ana, at: now), "a refused one comes back")
    #expect(try await database.withdraw(3, by: office.luis, at: now))
    #expect(try await !database.publish(3, by: office.ana, at: now))
    #expect(try await !database.refuse(3, reason: "no", by: office.ana, at: now))
    #expect(try await office.published == ["uno"])
  }

  @Test("Its sender alone withdraws it, in any state, and its words are gone")
  func withdrawn() async throws {
    let office = try await Office()
    let (database, now) = (office.database, TestimonyTests.now)
    for text in ["espera", "publicado", "rechazado"] {
      try await office.send(text, by: office.luis)
    }
    #expect(try await database.publish(2, by: office.ana, at: now))
    #expect(try await database.refuse(3, reason: "no", by: office.ana, at: now))
    for number in 1...3 as ClosedRange<Int64> {
      #expect(try await !database.withdraw(number, by: office.ana, at: now))
      #expect(try await database.withdraw(number, by: office.luis, at: now))
      #expect(try await !database.withdraw(number, by: office.luis, at: now))
    }
    #expect(try await office.published.isEmpty)
    #expect(try await database.testimonies(of: office.luis.id).isEmpty)
    // A number is not used again: the audit would mean another one.
    try await office.send("nuevo", by: office.luis)
    #expect(try await database.waitingTestimonies(most: 9).map(\.id) == [4])
  }

  @Test("Three of a person wait at most, and six are sent within a day")
  func limits() async throws {
    let office = try await Office()
    let database = office.database
    for text in ["1", "2", "3"] { try await office.send(text, by: office.luis) }
    await #expect(throws: TestimonyLimit.waiting) { try await office.send("4", by: office.luis) }
    // Another person has a count of their own.
    try await office.send("de Ana", by: office.ana)
    for number in [1, 2, 3] as [Int64] {
      #expect(try await database.withdraw(number, by: office.luis, at: TestimonyTests.now))
    }
    for text in ["5", "6", "7"] { try await office.send(text, by: office.luis, after: 3600) }
    #expect(try await database.publish(5, by: office.ana, at: TestimonyTests.now))
    await #expect(throws: TestimonyLimit.daily) {
      try await office.send("8", by: office.luis, after: 86_399)
    }
    try await office.send("9", by: office.luis, after: 86_400)
  }

  @Test("Every deed stands in the audit with the person, and with no word of the testimony")
  func audit() async throws {
    let office = try await Office()
    let (database, now) = (office.database, TestimonyTests.now)
    try await office.send("secreto", by: office.luis)
    try await office.send("otro", by: office.luis)
    _ = try await database.publish(1, by: office.ana, at: now)
    _ = try await database.publish(1, by: office.ana, at: now)
    _ = try await database.refuse(2, reason: "vende algo", by: office.ana, at: now)
    _ = try await database.withdraw(1, by: office.luis, at: now)
    #expect(
      try await office.audit() == [
        "moderatorMade Ana Benítez ",
        "testimonySent Luis Mora 1", "testimonySent Luis Mora 2",
        "testimonyPublished Ana Benítez 1", "testimonyRefused Ana Benítez 2 vende algo",
        "testimonyWithdrawn Luis Mora 1",
      ])
    let decisions = try await database.testimonyDecisions(most: 9)
    #expect(decisions.map(\.about) == ["2 vende algo", "1", ""])
  }

  @Test("An account moderates from the word on, and no longer after it; unknown ones never")
  func moderators() async throws {
    let office = try await Office()
    let database = office.database
    #expect(try await database.isModerator(office.ana.id))
    #expect(try await !database.isModerator(office.luis.id))
    #expect(try await !database.setModerator("eva@example.org", true, at: TestimonyTests.now))
    #expect(try await database.setModerator("luis@example.org", true, at: TestimonyTests.now))
    #expect(try await database.moderators().map(\.name) == ["Ana Benítez", "Luis Mora"])
    #expect(try await database.setModerator("ana@example.org", false, at: TestimonyTests.now))
    #expect(try await !database.isModerator(office.ana.id))
    // A call that changes nothing leaves no line.
    #expect(try await database.setModerator("luis@example.org", true, at: TestimonyTests.now))
    #expect(
      try await office.audit() == [
        "moderatorMade Ana Benítez ", "moderatorMade Luis Mora ", "moderatorEnded Ana Benítez ",
      ])
  }

  @Test("A portal of the version before keeps its people, and gets the tables")
  func update() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("vigia-testimonies-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let before = try DatabaseQueue(path: folder + "/portal.sqlite")
    try PortalSchema.migrator.migrate(before, upTo: "1")
    try await before.write { db in
      try db.execute(
        sql: """
          INSERT INTO account (email, name, language, made_ms)
          VALUES ('ana@example.org', 'Ana', 'es', 0)
          """)
    }
    try before.close()
    let database = try PortalDatabase(folder: folder)
    let ana = try #require(try await database.account("ana@example.org")?.account)
    try await database.send(
      NewTestimony(name: "Ana", language: "es", text: "Se puede."), by: ana, at: TestimonyTests.now)
    #expect(try await database.setModerator("ana@example.org", true, at: TestimonyTests.now))
    #expect(try await database.waitingTestimonies(most: 9).map(\.text) == ["Se puede."])
  }

  @Test("Pages are of the size asked for, the newest first")
  func pages() async throws {
    let office = try await Office()
    let (database, now) = (office.database, TestimonyTests.now)
    for number in 1...5 as ClosedRange<Int64> {
      try await office.send("\(number)", by: office.luis)
      #expect(try await database.publish(number, by: office.ana, at: now))
    }
    func page(_ before: Int64?) async throws -> [Int64] {
      try await database.publishedTestimonies(before: before, most: 2).map(\.id)
    }
    #expect(try await page(nil) == [5, 4])
    #expect(try await page(4) == [3, 2])
    #expect(try await page(1) == [])
  }
}
