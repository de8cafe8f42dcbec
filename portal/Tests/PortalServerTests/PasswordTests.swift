import Foundation
import HAL
import PortalServer
import PortalStore
import Testing

@Suite("A forgotten password, and ways in that outlive it")
struct PasswordTests {
  private let portal: PortalProcess
  private let ana: Visitor
  private let wearer: String
  private let database: PortalDatabase

  init() async throws {
    portal = try PortalProcess()
    (ana, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    database = try portal.database()
  }

  private func link() async throws -> String {
    try #require(try await database.makeLoginLink(for: "ana@example.org", at: PortalClock.real))
  }

  /// Somebody who comes by an address that works once.
  private func visitor(by path: String) throws -> Visitor {
    let nobody = Visitor(portal: portal)
    var visitor = nobody
    visitor.cookie = try nobody.post(path).cookie
    return visitor
  }

  private func login(_ password: String) throws -> Int {
    try Visitor(portal: portal).post(
      "/login", ["email": "ana@example.org", "password": password]
    ).status
  }

  @Test("A request that a change of rights overtook makes no code, no invitation and no right")
  func rightGone() async throws {
    let (_, _) = try await Visitor.invited(
      to: portal, "luis@example.org", wearer: "Rosa", as: .administer, name: "Luis")
    let luis = try #require(try await database.account("luis@example.org")?.account)
    func code() async throws -> String {
      try await database.makeCode(for: wearer, by: luis.id, at: PortalClock.real)
    }
    func invitation() async throws -> String {
      try await database.invite(
        email: "eva@example.org", name: "", by: "Luis", account: luis.id, to: wearer,
        as: .administer, at: PortalClock.real)
    }
    _ = try await (code(), invitation())
    try await database.setLevel(.help, of: luis.id, for: wearer)
    await #expect(throws: PortalError.noRight) { try await code() }
    await #expect(throws: PortalError.noRight) { try await invitation() }
    #expect(try await database.invitations(to: wearer, at: PortalClock.real).isEmpty)
    await #expect(throws: PortalError.noRight) {
      try await database.setLevel(.administer, of: luis.id, for: wearer, by: luis.id)
    }
  }
}
