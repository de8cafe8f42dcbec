import Foundation
import HAL
import PortalPages
import Testing

@testable import PortalServer
@testable import PortalStore

@Suite("A full disk, a damaged file, and the journal")
struct FullDiskTests {
  private func refuse(_ what: String, in database: PortalDatabase) async throws {
    try await database.write {
      try $0.execute(
        sql: "CREATE TRIGGER full BEFORE \(what) BEGIN SELECT RAISE(ABORT, 'full'); END")
    }
  }

  @Test("Pages come although neither the look nor the session can be noted")
  func pages() async throws {
    let portal = try PortalProcess()
    let (ana, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let database = try portal.database()
    try await refuse("INSERT ON audit", in: database)
    #expect(try ana.get("/health").status == 200)
    for path in ["", "/day/2026-01-01", "/perimeter"] {
      #expect(try ana.get("/w/\(wearer)\(path)").status == 200, "\(path)")
    }
    #expect(try ana.get("/health").status == 503)
    #expect(try ana.get("/w/\(wearer)").text.contains("no puede guardar nada"))
    // The look stands in the journal instead.
    #expect(portal.complaints.contains("looked at the place of \(wearer)"))
    try await database.write { try $0.execute(sql: "DROP TRIGGER full") }
    try await refuse("UPDATE ON session", in: database)
    let key = try #require(ana.cookie?.split(separator: "=", maxSplits: 1).last.map(String.init))
    let later = PortalClock.real + .seconds(600)
    #expect(try await database.session(key, at: later)?.account.name == "Ana")
    try await database.write {
      try $0.execute(sql: "DROP TRIGGER full")
      try $0.execute(sql: "UPDATE session SET must_renew = 1")
    }
    try await refuse("UPDATE ON session", in: database)
    let session = try #require(try await database.session(key, at: later))
    #expect(session.renewed == nil)
  }

  @Test("A folder for short-lived files that takes nothing silences no helper")
  func temporary() async throws {
    let portal = try PortalProcess(temporary: "/dev/null/full")
    let (ana, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .help)
    let device = try await TestDevice.paired(with: portal, wearer: wearer)
    device.profile = Proof.profile
    try device.sync()
    #expect(try ana.get("/w/\(wearer)").text.contains("/where"))
    #expect(try ana.post("/w/\(wearer)/where").status == 303)
  }

  @Test("The page of all wearers shows the others, and says which cannot be read")
  func damaged() async throws {
    let portal = try PortalProcess()
    let (ana, rosa) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let manuel = try await portal.database().makeWearer(named: "Manuel", at: PortalClock.real)
    let account = try #require(try await portal.database().account("ana@example.org")?.account)
    try await portal.database().setLevel(.administer, of: account.id, for: manuel)
    let home = try ana.get("/")
    var later = ana
    later.cookie = home.cookie ?? ana.cookie
    #expect(!home.text.contains("No se puede leer ahora"))
    portal.kill()
    for end in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: "\(portal.folder)/wearers/\(rosa).sqlite\(end)")
    }
    try Data(repeating: 0x78, count: 8192).write(
      to: URL(fileURLWithPath: "\(portal.folder)/wearers/\(rosa).sqlite"))
    try portal.start()
    let answer = try later.get("/")
    #expect(answer.status == 200)
    #expect(answer.text.contains("Manuel") && answer.text.contains("No se puede leer ahora"))
    #expect(try later.get("/w/\(manuel)").status == 200)
  }

  @Test("A link that still signs somebody in stays out of the journal")
  func journal() {
    #expect(Refusals.named("/link/0123") == "/link/…")
    #expect(Refusals.named("//invitation/0123") == "/invitation/…")
    #expect(Refusals.named("/login/link") == "/login/link")
    #expect(Refusals.named("/w/0123/day") == "/w/0123/day")
  }
}
