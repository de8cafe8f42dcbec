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

  @Test("A new password ends the other links in the mailbox")
  func links() async throws {
    let (first, second) = (try await link(), try await link())
    let visitor = try visitor(by: "/link/\(first)")
    #expect(try visitor.get("/link/\(second)").status == 200, "a link that was used ends no other")
    #expect(try visitor.post("/account/password", ["new": "una frase nueva"]).status == 303)
    #expect(try Visitor(portal: portal).post("/link/\(second)").status == 404)
    #expect(try login("una frase nueva") == 303)
  }

  @Test("An invitation lets somebody with an account in, asks for no password and replaces none")
  func invitation() async throws {
    let manuel = try await database.makeWearer(named: "Manuel", at: PortalClock.real)
    let token = try await database.invite(
      email: "ANA@example.org", name: "Ana", by: "Otto", to: manuel, as: .help,
      at: PortalClock.real)
    let page = try Visitor(portal: portal).get("/invitation/\(token)").text
    #expect(page.contains("Ya tienes cuenta") && !page.contains("type=\"password\""))
    let visitor = try visitor(by: "/invitation/\(token)")
    #expect(try visitor.get("/w/\(manuel)").status == 200)
    #expect(try visitor.get("/account").text.contains("name=\"old\""))
    #expect(try visitor.post("/account/password", ["new": "una frase nueva"]).status == 400)
    #expect(try login(Visitor.password) == 303)
    let new = try await database.invite(
      email: "eva@example.org", name: "Eva", by: "Otto", to: manuel, as: .help,
      at: PortalClock.real)
    #expect(
      try Visitor(portal: portal).get("/invitation/\(new)").text.contains("type=\"password\""))
  }

  @Test("A form that the quarter of an hour overtook is told so, and the page says until when")
  func overtaken() async throws {
    let visitor = try visitor(by: "/link/\(try await link())")
    #expect(try visitor.get("/account").text.contains("Hasta <time"))
    let account = try #require(try await database.account("ana@example.org")?.account)
    let key = try await database.beginSession(
      for: account.id, agent: "", byLink: true, at: PortalClock.real + .seconds(-901))
    let late = Visitor(portal: portal, cookie: "__Host-vigia=\(key)")
    let answer = try late.post("/account/password", ["new": "una frase nueva"])
    #expect(answer.status == 400 && answer.text.contains("El cuarto de hora ha pasado"))
    #expect(answer.text.contains("href=\"/login\""))
    #expect(!answer.text.contains("no es correcta"))
    let wrong = try late.post("/account/password", ["old": "no es esta", "new": "una frase nueva"])
    #expect(wrong.status == 400 && wrong.text.contains("no es correcta"))
    #expect(try login(Visitor.password) == 303)
  }

  @Test("A form that is sent twice says that the password is changed, and not that it is late")
  func twice() async throws {
    let visitor = try visitor(by: "/link/\(try await link())")
    func post(_ fields: [String: String]) throws -> String? {
      try visitor.post("/account/password", fields).header("location")
    }
    let done = "/account?said=passwordChanged"
    for _ in 0..<2 { #expect(try post(["new": "una frase nueva"]) == done) }
    let second = ["old": "una frase nueva", "new": "otra frase nueva"]
    for _ in 0..<2 { #expect(try post(second) == done) }
    #expect(try login("otra frase nueva") == 303)
    // Another one is refused as before.
    #expect(try post(["new": "una frase distinta"]) == nil)
    #expect(try post(["old": "no es esta", "new": "una frase distinta"]) == nil)
  }

  @Test("A session that another one has ended sets no password, whatever was checked before")
  func raced() async throws {
    let account = try #require(try await database.account("ana@example.org")?.account)
    func session() async throws -> Data {
      let key = try await database.beginSession(
        for: account.id, agent: "", byLink: true, at: PortalClock.real)
      return try #require(try await database.session(key, at: PortalClock.real)).hash
    }
    func set(_ password: String, _ session: Data, insteadOf old: String? = nil) async throws -> Bool
    {
      try await database.change(
        account.id, password: password, insteadOf: old, keeping: session, at: PortalClock.real)
    }
    let (first, second) = (try await session(), try await session())
    #expect(try await set("one", first))
    #expect(try await !set("two", second))
    #expect(try await !set("two", second, insteadOf: "one"), "the session has ended")
    #expect(try await database.account("ana@example.org")?.password == "one")
    #expect(try await database.isSession(first, at: PortalClock.real))
    // The right of the link is used up. Whoever knew the password of before does not know this one.
    #expect(try await !set("two", first))
    #expect(try await !set("two", first, insteadOf: "none"))
    #expect(try await set("two", first, insteadOf: "one"))
  }

  @Test("Whoever came in by the password of before, or by a link, is out when a new one is set")
  func overtakenLogin() async throws {
    let (account, kept) = try #require(try await database.account("ana@example.org"))
    let token = try await link()
    let used = try #require(try await database.useLoginLink(token, at: PortalClock.real))
    #expect(used.password == kept && used.account.id == account.id)
    func begin() async throws -> String {
      try await database.beginSession(
        for: account.id, knowing: kept, agent: "", byLink: true, at: PortalClock.real)
    }
    let session = try #require(try await database.session(begin(), at: PortalClock.real))
    #expect(
      try await database.change(
        account.id, password: "new", insteadOf: kept, keeping: session.hash, at: PortalClock.real))
    await #expect(throws: PortalError.noRight) { try await begin() }
    #expect(try await database.sessions(of: account.id).count == 1)
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
