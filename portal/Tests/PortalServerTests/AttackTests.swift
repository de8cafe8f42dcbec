import Foundation
import HAL
import PortalServer
import PortalStore
import Sync
import Testing

@Suite("Attacks")
struct AttackTests {
  private func rosa() async throws -> (portal: PortalProcess, ana: Visitor, wearer: String) {
    let portal = try PortalProcess()
    let (ana, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    return (portal, ana, wearer)
  }

  @Test("A form of another site is refused, whoever is signed in")
  func forgedOrigin() async throws {
    let (_, visitor, wearer) = try await rosa()
    let ana = try await visitor.moderating("ana@example.org")
    let path = "/w/\(wearer)/device/code"
    let others = [
      "/testimonies", "/testimonies/1/withdraw", "/moderation/1/publish", "/moderation/1/refuse",
    ]
    let forged: [[String: String]] = [
      ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
      ["Sec-Fetch-Site": "cross-site", "Origin": "http://portal.test"],
    ]
    for headers in forged {
      for path in [path] + others {
        #expect(try ana.post(path, headers: headers).status == 403, "\(path)")
      }
    }
    // A browser that does not say from where: its Origin must be ours.
    func old(_ origin: String) throws -> Int {
      var headers = ["Content-Type": "application/x-www-form-urlencoded", "Origin": origin]
      headers["Cookie"] = ana.cookie
      return try ana.portal.call("POST", path, headers).status
    }
    for origin in [
      "https://evil.test", "http://portal.test.evil.test", "null", "http://portal.test:1",
    ] {
      #expect(try old(origin) == 403, "\(origin)")
    }
    #expect(try old("http://portal.test") == 200)
    #expect(try ana.post(path).status == 200)
  }

  @Test("An invitation works once, for 48 hours")
  func invitations() async throws {
    let (portal, _, wearer) = try await rosa()
    let database = try portal.database()
    func invitation(_ before: Int64) async throws -> String {
      try await database.invite(
        email: "luis@example.org", name: "Luis", by: "Ana", to: wearer, as: .help,
        at: PortalClock.real + .seconds(-before * 3600))
    }
    let fields = ["name": "Luis", "password": Visitor.password, "language": "es"]
    let nobody = Visitor(portal: portal)
    let over = try await invitation(49)
    #expect(try nobody.get("/invitation/\(over)").status == 404)
    #expect(try nobody.post("/invitation/\(over)", fields).status == 404)
    let token = try await invitation(47)
    #expect(try nobody.get("/invitation/\(token)").status == 200)
    // Too short a password uses nothing up.
    #expect(
      try nobody.post("/invitation/\(token)", ["name": "Luis", "password": "corta"]).status == 400)
    #expect(try nobody.post("/invitation/\(token)", fields).status == 303)
    #expect(try nobody.post("/invitation/\(token)", fields).status == 404)
    #expect(try nobody.get("/invitation/\(token)").status == 404)
    #expect(try nobody.post("/invitation/\(Secrets.key())", fields).status == 404)
  }

  @Test("Somebody who was removed does not come back with an older invitation")
  func removed() async throws {
    let (portal, ana, wearer) = try await rosa()
    let database = try portal.database()
    func invitation(_ level: Level, to name: String = "luis") async throws -> String {
      try await database.invite(
        email: "\(name)@example.org", name: name, by: "Ana", to: wearer, as: level,
        at: PortalClock.real)
    }
    let (less, most) = (try await invitation(.look), try await invitation(.administer))
    let (same, eva) = (try await invitation(.look), try await invitation(.look, to: "eva"))
    let fields = ["name": "Luis", "password": Visitor.password, "language": "es"]
    let nobody = Visitor(portal: portal)
    #expect(try nobody.post("/invitation/\(less)", fields).status == 303)
    // The other that gives no more is used up with it; the one that gives more is not.
    #expect(try nobody.get("/invitation/\(same)").status == 404)
    #expect(try nobody.get("/invitation/\(most)").status == 200)
    let person = try #require(
      try await database.members(of: wearer).first { $0.account.email == "luis@example.org" })
    let page = "/w/\(wearer)/people/\(person.account.id)/right"
    #expect(try ana.post(page, ["right": "none"]).status == 303)
    #expect(try nobody.post("/invitation/\(most)", fields).status == 404)
    #expect(try await database.level(of: person.account.id, for: wearer) == nil)
    #expect(try nobody.get("/invitation/\(eva)").status == 200, "somebody else's stays")
    // One that is written after that counts.
    let anew = try await invitation(.help)
    #expect(try nobody.post("/invitation/\(anew)").status == 303)
  }

  @Test("Invitations end with the right of whoever sent them, and by the button of who administers")
  func inviterRemoved() async throws {
    let (portal, ana, wearer) = try await rosa()
    let (luis, _) = try await Visitor.invited(
      to: portal, "luis@example.org", wearer: "Rosa", as: .administer, name: "Luis")
    let database = try portal.database()
    let account = try #require(try await database.account("luis@example.org")?.account)
    func invitation(_ name: String, by inviter: Int64?) async throws -> String {
      try await database.invite(
        email: "\(name)@example.org", name: name, by: "Luis", account: inviter, to: wearer,
        as: .administer, at: PortalClock.real)
    }
    let eva = try await invitation("eva", by: account.id)
    let otto = try await invitation("otto", by: nil)
    let nobody = Visitor(portal: portal)
    let right = "/w/\(wearer)/people/\(account.id)/right"
    #expect(try ana.post(right, ["right": "administer"]).status == 303)
    #expect(try nobody.get("/invitation/\(eva)").status == 200)
    #expect(try ana.post(right, ["right": "look"]).status == 303)
    #expect(try nobody.get("/invitation/\(eva)").status == 404)
    #expect(try nobody.get("/invitation/\(otto)").status == 200, "somebody else's stays")
    let page = "/w/\(wearer)/people"
    #expect(try ana.get(page).text.contains("otto@example.org"))
    let end = ["email": "OTTO@example.org"]
    #expect(try luis.post(page + "/invitation/end", end).status == 403)
    for _ in 0..<2 { #expect(try ana.post(page + "/invitation/end", end).status == 303) }
    #expect(try nobody.get("/invitation/\(otto)").status == 404)
    #expect(try !ana.get(page).text.contains("otto@example.org"))
    let deeds = try await database.audit(of: wearer, before: nil, most: 100).map(\.deed)
    #expect(deeds.filter { $0 == .invitationEnded }.count == 1)
  }

  @Test("A session is over after the logout, and after a new login it is another one")
  func sessions() async throws {
    let (portal, ana, wearer) = try await rosa()
    #expect(try ana.get("/w/\(wearer)").status == 200)
    let login = try ana.post(
      "/login", ["email": "ana@example.org", "password": Visitor.password])
    var again = Visitor(portal: portal)
    again.cookie = login.cookie
    #expect(again.cookie != ana.cookie)
    #expect(try ana.get("/w/\(wearer)").status == 303, "the session before the login still counts")
    let set = try #require(login.header("set-cookie"))
    for part in ["__Host-vigia=", "; Secure", "; HttpOnly", "; SameSite=Lax", "; Path=/"] {
      #expect(set.contains(part))
    }
    #expect(try again.get("/w/\(wearer)").status == 200)
    #expect(try again.post("/logout").status == 303)
    #expect(try again.get("/w/\(wearer)").status == 303)
    #expect(try again.post("/w/\(wearer)/device/code").status == 303)
  }

  @Test("A change of rights gives every session of that person a new key")
  func renewed() async throws {
    let (portal, ana, wearer) = try await rosa()
    let (luis, _) = try await Visitor.invited(
      to: portal, "luis@example.org", wearer: "Rosa", as: .help, name: "Luis")
    #expect(try luis.get("/w/\(wearer)").cookie == nil)
    let people = try ana.get("/w/\(wearer)/people").text
    let person = try #require(
      people.matches(of: #/people/(\d+)/right/#).map { String($0.1) }.last)
    #expect(try ana.post("/w/\(wearer)/people/\(person)/right", ["right": "look"]).status == 303)
    let answer = try luis.get("/w/\(wearer)")
    var later = luis
    later.cookie = answer.cookie
    // A request that was under way at the same moment: it keeps its key, and nobody is signed out.
    let other = try luis.get("/w/\(wearer)")
    #expect(other.status == 200 && other.cookie == nil)
    #expect(try later.get("/w/\(wearer)").status == 200)
    let old = try #require(luis.cookie?.split(separator: "=", maxSplits: 1).last.map(String.init))
    let new = try #require(later.cookie?.split(separator: "=", maxSplits: 1).last.map(String.init))
    let database = try portal.database()
    let after = PortalClock.real + .seconds(61)
    #expect(try await database.session(old, at: after) == nil, "the old key still counts")
    #expect(try await database.session(new, at: after) != nil)
    #expect(try later.post("/w/\(wearer)/where").status == 403)
    // Somebody who signs out is out with both.
    #expect(try later.post("/logout").status == 303)
    #expect(try luis.get("/w/\(wearer)").status == 303)
    // The last who administers stays.
    let anas = try #require(
      people.matches(of: #/people/(\d+)/right/#).map { String($0.1) }.first)
    #expect(try ana.post("/w/\(wearer)/people/\(anas)/right", ["right": "none"]).status == 400)
    #expect(try ana.get("/w/\(wearer)/people").status == 200)
  }

  @Test("No text of a stranger begins a header, or leads to another site")
  func headers() async throws {
    let (portal, _, _) = try await rosa()
    let nobody = Visitor(portal: portal)
    let evil = "/x\r\nSet-Cookie: a=b"
    let nexts = [
      evil, "//evil.test", "https://evil.test", "/\\evil.test", "/\u{0}", "javascript:alert(1)",
    ]
    for next in nexts {
      let answer = try nobody.post(
        "/login", ["email": "ana@example.org", "password": Visitor.password, "next": next])
      #expect(answer.status == 303)
      #expect(answer.header("location") == "/", "\(next.debugDescription)")
      #expect(answer.headers["set-cookie"]?.count == 1)
    }
    let page = try nobody.get("/login?next=%2Fx%0d%0aSet-Cookie:%20a=b&said=%3Cscript%3E")
    #expect(page.headers["set-cookie"] == nil)
    #expect(page.status == 200)
  }

  @Test("Guessing gets slower, and the caregiver gets in from elsewhere all the same")
  func guessing() async throws {
    let (portal, _, _) = try await rosa()
    func login(_ password: String, from address: String) throws -> Wire.Answer {
      try Visitor(portal: portal).post(
        "/login", ["email": "ana@example.org", "password": password],
        headers: ["X-Forwarded-For": address])
    }
    func guesses(from addresses: [String]) throws -> [Int] {
      try (0..<18).map { number in
        try login("equivocada del todo", from: addresses[number % addresses.count]).status
      }
    }
    let statuses = try guesses(from: ["192.0.2.1"])
    #expect(statuses.prefix(10).allSatisfy { $0 == 401 })
    #expect(statuses.contains(429))
    #expect(try login(Visitor.password, from: "198.51.100.7").status == 303)
    // Addresses of one subnet of IPv6 are one caller, and those of two are two.
    #expect(try guesses(from: ["2001:db8::1", "2001:db8::2"]).contains(429))
    #expect(try !guesses(from: ["2001:db8:0:1::1", "2001:db8:0:2::1"]).contains(429))
    #expect(try login(Visitor.password, from: "2001:db8:0:3::1").status == 303)
  }

  @Test("Whether there is such an account shows neither in the answer nor in its links")
  func accounts() async throws {
    let (portal, _, _) = try await rosa()
    let nobody = Visitor(portal: portal)
    let known = try nobody.post("/login/link", ["email": "ana@example.org"])
    let unknown = try nobody.post("/login/link", ["email": "nadie@example.org"])
    #expect(known.status == unknown.status)
    #expect(known.header("location") == unknown.header("location"))
    let wrong = try nobody.post(
      "/login", ["email": "ana@example.org", "password": "no es esta no"])
    let none = try nobody.post("/login", ["email": "eva@example.org", "password": "no es esta no"])
    #expect(wrong.status == none.status)
    func timeless(_ text: String) -> String {
      text.replacing(#/data-now="\d+"|datetime="[^"]*"|\d\d:\d\d/#, with: "")
    }
    #expect(timeless(wrong.text).replacing("ana@", with: "eva@") == timeless(none.text))
  }

  @Test("A link by mail works once, and only by its button")
  func loginLink() async throws {
    let (portal, _, wearer) = try await rosa()
    let database = try portal.database()
    let token = try #require(
      try await database.makeLoginLink(for: "ana@example.org", at: PortalClock.real))
    var visitor = Visitor(portal: portal)
    // A mail scanner looks at it first.
    for _ in 0..<3 { #expect(try visitor.get("/link/\(token)").status == 200) }
    visitor.cookie = try visitor.post("/link/\(token)").cookie
    #expect(try visitor.get("/w/\(wearer)").status == 200)
    #expect(try visitor.post("/link/\(token)").status == 404)
    let over = try #require(
      try await database.makeLoginLink(
        for: "ana@example.org", at: PortalClock.real + .seconds(-16 * 60)))
    #expect(try visitor.post("/link/\(over)").status == 404)
  }

  @Test("A link by mail lets a forgotten password be replaced, once and for a quarter of an hour")
  func forgotten() async throws {
    let (portal, ana, _) = try await rosa()
    let database = try portal.database()
    let token = try #require(
      try await database.makeLoginLink(for: "ana@example.org", at: PortalClock.real))
    var visitor = Visitor(portal: portal)
    visitor.cookie = try visitor.post("/link/\(token)").cookie
    let sentence = "no hace falta la contraseña de ahora"
    #expect(try ana.get("/account").text.contains("name=\"old\""), "a password began this one")
    #expect(try ana.post("/account/password", ["new": "una frase nueva"]).status == 400)
    let page = try visitor.get("/account").text
    #expect(page.contains(sentence) && !page.contains("name=\"old\""))
    #expect(try visitor.post("/account/password", ["new": "una frase nueva"]).status == 303)
    func login(_ password: String) throws -> Int {
      try Visitor(portal: portal).post(
        "/login", ["email": "ana@example.org", "password": password]
      ).status
    }
    #expect(try login("una frase nueva") == 303)
    #expect(try login(Visitor.password) == 401)
    #expect(try visitor.post("/account/password", ["new": "y otra frase más"]).status == 400)
    let account = try #require(try await database.account("ana@example.org")?.account)
    let key = try await database.beginSession(
      for: account.id, agent: "", byLink: true, at: PortalClock.real + .seconds(-901))
    visitor.cookie = "__Host-vigia=\(key)"
    #expect(try visitor.get("/account").status == 200)
    #expect(try visitor.post("/account/password", ["new": "y otra frase más"]).status == 400)
  }

  @Test("A flood of logins stays below 280 MB", .timeLimit(.minutes(5)))
  func flood() async throws {
    let (portal, _, _) = try await rosa()
    let status = "/proc/\(portal.identifier)/status"
    func megabytes(_ field: String) throws -> Int {
      let text = try String(contentsOfFile: status, encoding: .utf8)
      let line = text.split(separator: "\n").first { $0.hasPrefix(field) } ?? ""
      return
        (line.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Int($0) }
        ?? 0) / 1024
    }
    let wires = try (0..<60).map { number -> Wire in
      let wire = try Wire(port: portal.port)
      let body = Visitor.encoded(["email": "ana@example.org", "password": "flood \(number)"])
      try wire.send(
        Wire.request(
          "POST", "/login",
          [
            "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin",
            "X-Forwarded-For": "10.0.\(number).1",
          ], body: Array(body.utf8)))
      return wire
    }
    for wire in wires {
      #expect([401, 429].contains(try wire.answer().status))
      wire.close()
    }
    let peak = try megabytes("VmHWM:")
    #expect(peak > 60, "no password was hashed")
    #expect(peak <= 280)
  }

  @Test("Slow bodies hold up nobody, and end")
  func slow() async throws {
    let (portal, ana, wearer) = try await rosa()
    let slow = try (0..<30).map { _ -> Wire in
      let wire = try Wire(port: portal.port)
      try wire.send(
        Array(
          "POST /login HTTP/1.1\r\nHost: portal.test\r\nContent-Length: 1000\r\nSec-Fetch-Site: none\r\n\r\nemail="
            .utf8))
      return wire
    }
    #expect(try ana.get("/w/\(wearer)").status == 200)
    // Each of them is answered or closed in the end, although its body never comes.
    for wire in slow {
      let status = (try? wire.answer().status) ?? 408
      #expect([408, 429].contains(status), "\(status)")
      wire.close()
    }
    #expect(try ana.get("/w/\(wearer)").status == 200)
  }

  @Test("A form of 3 MB, odd forms, and odd addresses are refused")
  func odd() async throws {
    let (portal, visitor, wearer) = try await rosa()
    let ana = try await visitor.moderating("ana@example.org")
    let huge = ["name": String(repeating: "a", count: 3_000_000), "language": "es"]
    for path in ["/account", "/testimonies", "/moderation/1/refuse"] {
      #expect(try ana.post(path, huge).status == 413, "\(path)")
      for body in ["%", "a=%ff", "a=1&a=2", "%zz=1"] {
        let answer = try portal.call(
          "POST", path,
          [
            "Cookie": ana.cookie ?? "", "Sec-Fetch-Site": "same-origin",
            "Content-Type": "application/x-www-form-urlencoded",
          ], body: body)
        #expect(answer.status == 400, "\(path) \(body)")
      }
    }
    let paths = [
      "/static/../../etc/passwd", "/static/leaflet/../leaflet.js", "/static/%2e%2e/x",
      "/tiles/1/2/3",
      "/w/\(wearer)/notice/zz", "/w/../portal.sqlite", "/w/\(wearer)/day/2026-02-30", "/w/x", "/x",
      "/w/\(wearer)/day/" + String(repeating: "9", count: 500), "/w/\(wearer)/quitting",
      "/testimonies/1",
    ]
    for path in paths { #expect(try ana.get(path).status == 404, "\(path)") }
    #expect(try ana.get("/w/\(wearer)/day/2026-02-28?minute=99999999999999999999").status == 200)
    #expect(try ana.get("/w/\(wearer)/audit?before=x").status == 200)
    #expect(try ana.get("/testimonies?before=x&said=%3Cscript%3E").status == 200)
    for number in ["x", "-1", "99999999999999999999", "1%00"] {
      #expect(try ana.post("/testimonies/\(number)/withdraw").status == 404, "\(number)")
    }
    #expect(
      try portal.call("GET", "/w/\(wearer)", ["Cookie": "__Host-vigia=;;\"=\u{1}"]).status >= 300)
  }
}
