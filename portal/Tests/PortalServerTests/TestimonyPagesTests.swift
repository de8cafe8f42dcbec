import Foundation
import HAL
import PortalServer
import PortalStore
import Testing

@Suite("Testimonies on the pages")
struct TestimonyPagesTests {
  /// Ana moderates; Luis and Otto belong to two families.
  private func people() async throws -> (
    portal: PortalProcess, ana: Visitor, luis: Visitor, otto: Visitor
  ) {
    let portal = try PortalProcess()
    let (ana, _) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer, name: "Ana Benítez")
    let (luis, _) = try await Visitor.invited(
      to: portal, "luis@example.org", wearer: "Rosa", as: .look, name: "Luis Mora")
    let (otto, _) = try await Visitor.invited(
      to: portal, "otto@example.org", wearer: "Manuel", as: .administer, name: "Otto Ruiz")
    return (portal, try await ana.moderating("ana@example.org"), luis, otto)
  }

  private func fields(_ text: String, name: String = "una vecina") -> [String: String] {
    ["text": text, "name": name, "language": "es", "consent": "yes"]
  }

  private static let words = "Cada ducha olía mejor."

  @Test("From the sender to a moderator to everybody, and back at any time")
  func way() async throws {
    let (_, ana, luis, otto) = try await people()
    let words = TestimonyPagesTests.words
    let sent = try luis.post("/testimonies", fields(words))
    #expect(sent.header("location") == "/testimonies?said=sent")
    let waiting = try luis.get("/testimonies?said=sent").text
    #expect(waiting.contains(words) && waiting.contains("Espera a quien modera."))
    #expect(try !otto.get("/testimonies").text.contains(words))
    #expect(try ana.get("/moderation").text.contains(words))
    #expect(try ana.get("/account").text.contains("Moderar testimonios (1)"))
    #expect(
      try ana.post("/moderation/1/publish").header("location") == "/moderation?said=published")
    let read = try otto.get("/testimonies").text
    #expect(read.contains(words) && read.contains("una vecina"))
    // Neither the account nor the wearer of its sender.
    for name in ["Luis", "Rosa", "luis@"] { #expect(!read.contains(name), "\(name)") }
    #expect(try luis.get("/testimonies").text.contains("Está publicado."))
    #expect(try luis.post("/testimonies/1/withdraw").status == 303)
    for visitor in [ana, luis, otto] {
      #expect(try !visitor.get("/testimonies").text.contains(words))
    }
    #expect(try ana.post("/moderation/1/publish").header("location") == "/moderation?said=gone")
  }

  @Test("A refusal needs a reason, which its sender reads and nobody else")
  func refused() async throws {
    let (_, ana, luis, otto) = try await people()
    #expect(try luis.post("/testimonies", fields(TestimonyPagesTests.words)).status == 303)
    let bare = try ana.post("/moderation/1/refuse", ["reason": " "])
    #expect(bare.status == 400 && bare.text.contains("Falta el motivo"))
    let long = String(repeating: "ñ", count: 201)
    let again = try ana.post("/moderation/1/refuse", ["reason": long])
    #expect(again.status == 400 && again.text.contains("value=\"\(long)\""))
    #expect(try ana.post("/moderation/1/refuse", ["reason": "Nombra a Rosa."]).status == 303)
    let own = try luis.get("/testimonies").text
    #expect(own.contains("No está publicado. El motivo: Nombra a Rosa."))
    #expect(try !otto.get("/testimonies").text.contains("Nombra a Rosa."))
    #expect(try ana.get("/moderation").text.contains("Ana Benítez rechazó el 1: Nombra a Rosa."))
  }

  @Test("Who does not moderate finds nothing there, and withdraws nothing of another")
  func rights() async throws {
    let (portal, ana, luis, otto) = try await people()
    #expect(try luis.post("/testimonies", fields(TestimonyPagesTests.words)).status == 303)
    let nobody = Visitor(portal: portal)
    let posts = ["/moderation/1/publish", "/moderation/1/refuse", "/testimonies/1/withdraw"]
    for path in posts {
      #expect(try otto.post(path, ["reason": "no"]).status == 404, "\(path)")
      #expect(try nobody.post(path).header("location")?.hasPrefix("/login") == true, "\(path)")
    }
    #expect(try nobody.post("/testimonies", fields("x")).header("location") == "/login")
    for path in ["/testimonies", "/moderation"] {
      #expect(try nobody.get(path).header("location")?.hasPrefix("/login") == true)
    }
    for visitor in [luis, otto] { #expect(try visitor.get("/moderation").status == 404) }
    // The sender does not decide about their own, and nothing of all this changed it.
    #expect(try luis.post("/moderation/1/publish").status == 404)
    #expect(try ana.get("/moderation").text.contains(TestimonyPagesTests.words))
    #expect(try ana.post("/testimonies/1/withdraw").status == 404)
    #expect(try luis.get("/testimonies").text.contains("Espera a quien modera."))
  }

  @Test("A form that is not taken says why, and keeps what was written")
  func problems() async throws {
    let (_, _, luis, _) = try await people()
    let words = TestimonyPagesTests.words
    let long = String(repeating: "ñ", count: 601)
    var unasked = fields(words)
    unasked["consent"] = nil
    let wrong: [([String: String], String)] = [
      (fields(" \r\n "), "Falta el testimonio."), (fields(long), "más de 600 caracteres"),
      (fields(words, name: ""), "Falta el nombre"),
      (fields(words, name: String(repeating: "n", count: 41)), "más de 40 letras"),
      (unasked, "Sin tu consentimiento"),
    ]
    for (form, problem) in wrong {
      let answer = try luis.post("/testimonies", form)
      #expect(answer.status == 400 && answer.text.contains(problem), "\(problem)")
      let text = try #require(form["text"]?.trimmingCharacters(in: .whitespacesAndNewlines))
      #expect(answer.text.contains(">\n\(text)</textarea>"), "\(problem)")
    }
    #expect(try luis.get("/testimonies").text.contains("No has enviado ninguno."))
    // 600 letters are taken, lines stay, and what turns the text round does not.
    let whole = "uno\r\n\r\n\r\n\u{202E}dos" + String(repeating: "ñ", count: 590)
    #expect(try luis.post("/testimonies", fields(whole)).status == 303)
    let page = try luis.get("/testimonies").text
    #expect(page.contains("<p>uno</p>\n<p>\u{FFFD}dosñ"))
  }

  @Test("Moderators get a mail when a testimony comes into an empty queue, and none for the next")
  func mails() async throws {
    // Nobody listens there, so that each mail stays in the list of those to be sent.
    let portal = try PortalProcess([
      "--mail", "smtp://127.0.0.1:1", "--mail-from", "vigia@example.org", "--url",
      "https://vigia.example.org",
    ])
    let (visitor, _) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .look)
    let ana = try await visitor.moderating("ana@example.org")
    let (luis, _) = try await Visitor.invited(
      to: portal, "luis@example.org", wearer: "Rosa", as: .look, name: "Luis")
    func letters() async throws -> [Letter] {
      try await portal.database().dueLetters(at: PortalClock.real + .seconds(86_400))
    }
    for (words, count) in [("uno", 1), ("dos", 1)] {
      #expect(try luis.post("/testimonies", fields(words)).status == 303)
      #expect(try await letters().count == count, "\(words)")
    }
    for number in 1...2 { #expect(try ana.post("/moderation/\(number)/publish").status == 303) }
    #expect(try luis.post("/testimonies", fields("tres")).status == 303)
    let all = try await letters()
    #expect(all.map(\.recipient) == ["ana@example.org", "ana@example.org"])
    for letter in all {
      #expect(letter.body.contains("https://vigia.example.org/moderation"))
      #expect(!letter.body.contains("uno") && !letter.body.contains("Luis"))
    }
  }

  @Test("The fourth that would wait is not taken, and its words come back")
  func limit() async throws {
    let (_, _, luis, otto) = try await people()
    for _ in 1...3 { #expect(try luis.post("/testimonies", fields("x")).status == 303) }
    let fourth = try luis.post("/testimonies", fields(TestimonyPagesTests.words))
    #expect(fourth.status == 429 && fourth.text.contains("Tres tuyos esperan todavía."))
    #expect(fourth.text.contains(">\n\(TestimonyPagesTests.words)</textarea>"))
    #expect(try otto.post("/testimonies", fields("x")).status == 303)
  }
}
