import Foundation
import HAL
import PortalServer
import PortalStore
import Sync
import Testing

/// The device's own advice on the perimeter, from the question to the form (ALZ-3).
@Suite("A family asks the device for advice on the perimeter")
struct AdviceTests {
  private let family: SettingFamily
  private var page: String { "/w/\(family.wearer)/perimeter" }

  init() async throws { family = try await SettingFamily() }

  private static func advice(_ radius: Int = 360, off: Double = 3) -> SyncAdvice {
    var advice = SyncAdvice(
      days: 7, recorded: 600_000, atHome: 500_000, fixes: 400_000,
      centre: (-28_974_000, -790_045_000), off: off, scatter: 9.7, needed: 351.5, radius: radius)
    advice.farthest = SyncAdvice.Stay(distance: 301.5, days: 6)
    return advice
  }

  /// The device fetches the question, and answers it.
  private func answer(_ advice: SyncAdvice?, why: String? = nil) throws {
    let question = try #require(
      try family.device.sync().messages.first {
        if case .advise = $0.word { true } else { false }
      })
    family.device.did = [
      SyncDone(
        message: question.id, outcome: advice == nil ? .refused : .applied, why: why,
        advice: advice)
    ]
    try family.device.sync()
  }

  private func words() throws -> String { try family.ana.get(page).text }

  @Test("Asked, fetched, answered: the page says each when it is true, and nothing is set by it")
  func answered() async throws {
    let before = try await family.text()
    #expect(try words().contains("Pedir consejo"))
    #expect(try family.ana.post(page + "/advice").status == 303)
    let asked = try words()
    #expect(asked.contains("Has pedido consejo") && !asked.contains(">Pedir consejo<"))
    #expect(try family.ana.post(page + "/advice").status == 303, "pressed twice")
    #expect(try family.device.sync().messages.count == 1)
    #expect(!(try words().contains("Aconseja un radio")))
    try answer(AdviceTests.advice())
    let page = try words()
    for text in [
      "Aconseja un radio de 360 m", "a 302 m de casa (días: 6 de 7)", "hacen falta 352 m",
    ] {
      #expect(page.contains(text), "\(text) is missing")
    }
    #expect(!page.contains("El centro ha cambiado") && !page.contains("Mira si el centro"))
    #expect(try await family.text() == before)
    // The link fills the form in, and stores nothing.
    let filled = try family.ana.get(self.page + "?radius=360").text
    #expect(filled.contains("name=\"radius\" type=\"number\" value=\"360\""))
    #expect(try await family.text() == before)
    for odd in ["99", "1001", "1e3", "%3Cscript%3E", "", "-360"] {
      let form = try family.ana.get(self.page + "?radius=\(odd)").text
      #expect(form.contains("name=\"radius\" type=\"number\" value=\"150\""), "\(odd)")
    }
    #expect(try family.ana.get("/w/\(family.wearer)/audit").text.contains("pidió consejo"))
  }

  @Test("An advice for another centre says so, and so does a home that is elsewhere")
  func elsewhere() async throws {
    #expect(try family.ana.post(page + "/advice").status == 303)
    try answer(AdviceTests.advice(off: 240))
    #expect(try words().contains("está a 240 m del centro"))
    let base = try #require(try await family.file.currentRevision()).revision
    let moved = [
      "lat": "-2.8", "lon": "-79.0045", "radius": "150", "sensitivity": "normal",
      "revision": "\(base)",
    ]
    #expect(try family.ana.post(page, moved).status == 303)
    #expect(!(try words().contains("El centro ha cambiado")), "the device has not moved it yet")
    try family.deviceTakes()
    #expect(try words().contains("El centro ha cambiado"))
  }

  @Test(
    "A refusal is said in the reader's words, and the advice before it stays",
    arguments: [
      (SyncReason.noRecording.rawValue, "todavía no ha grabado nada"),
      (SyncReason.noHome.rawValue, "no sabe cuál es la casa"),
      (SyncReason.noAdvice.rawValue, "no ha podido calcularlo"),
      (SyncReason.unknownWord.rawValue, "no conoce"), ("<b>odd</b>", "&lt;b&gt;odd"),
    ])
  func refused(_ why: String, _ said: String) async throws {
    #expect(try family.ana.post(page + "/advice").status == 303)
    try answer(AdviceTests.advice())
    #expect(try family.ana.post(page + "/advice").status == 303)
    try answer(nil, why: why)
    let page = try words()
    #expect(page.contains(said), "\(page)")
    #expect(page.contains("Aconseja un radio de 360 m") && page.contains("Pedir consejo"))
  }

  @Test("Who does not administer, or is not on the device's list, cannot ask")
  func rights() async throws {
    for (email, level, status) in [
      ("eva@example.org", Level.look, 403), ("iris@example.org", .help, 403),
      ("olga@example.org", .administer, 409),
    ] {
      let (visitor, _) = try await Visitor.invited(
        to: family.portal, email, wearer: "Rosa", as: level)
      #expect(try visitor.post(page + "/advice").status == status, "\(email)")
    }
    let (stranger, _) = try await Visitor.invited(
      to: family.portal, "otro@example.org", wearer: "Manuel", as: .administer)
    #expect(try stranger.post(page + "/advice").status == 404)
    #expect(try family.device.sync().messages.isEmpty)
  }
}
