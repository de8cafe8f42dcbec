import Foundation
import HAL
import PortalPages
import PortalServer
import PortalStore
import Profile
import Sync
import Testing

/// The settings of a wearer whose device has none of its own, written before it is there (ALZ-1, ALZ-3).
@Suite("A family writes the first settings, and a device without any lives by them")
struct FirstSettingsTests {
  private let portal: PortalProcess
  private let ana: Visitor
  private let wearer: String

  private static let sample = SettingSample.sample(.first)
  private static let reminder = [
    "type": "medication", "name": "Pastilla", "dose": "1 pastilla", "date": "2026-01-01",
    "time": "08:30", "repeat": "daily",
  ]
  private static let routes = """
    routes:
      portal: {url: "https://portal.example.org", credentials: portal.secret, share: open}

    """

  init() async throws {
    portal = try PortalProcess()
    (ana, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
  }

  private var file: WearerFile {
    get async throws { try await WearerFiles(folder: portal.folder).file(wearer) }
  }

  private func text() async throws -> String {
    try #require(try await file.currentRevision()).yaml
  }

  /// The number of the text that stands.
  private func number() async throws -> String {
    String(try #require(try await file.currentRevision()).revision)
  }

  private func write(_ fields: [String: String], as visitor: Visitor? = nil, base: Int = 0) throws
    -> Wire.Answer
  {
    try (visitor ?? ana).post(
      "/w/\(wearer)/perimeter/first", fields.merging(["revision": "\(base)"]) { $1 })
  }

  private func code() async throws -> String {
    try await portal.database().makeCode(for: wearer, at: PortalClock.real)
  }

  private func pair(_ code: String, needsSettings: Bool? = true) throws -> Wire.Answer {
    let request = PairRequest(
      code: code, device: 0x51b2, name: "", log: 0, needsSettings: needsSettings)
    return try portal.call(Wire.request("POST", "/device/pair", body: request.json))
  }

  private func device(_ answer: PairAnswer) -> TestDevice {
    TestDevice(portal, key: answer.key, identity: 0x51b2)
  }

  private func fates() async throws -> [ProfileRevision.Fate] {
    try await file.revisions(most: 20).filter { $0.change != nil }.map(\.fate)
  }

  @Test("All that is set before there is a device reaches the one that is paired, and is confirmed")
  func before() async throws {
    let page = try ana.get("/w/\(wearer)/people").text
    #expect(page.contains("Escribir los primeros ajustes"))
    #expect(try write(FirstSettingsTests.sample.first).status == 303)
    let reminder = FirstSettingsTests.reminder.merging(["revision": try await number()]) { $1 }
    #expect(try ana.post("/w/\(wearer)/reminders", reminder).status == 303)
    let perimeter = try ana.get("/w/\(wearer)/perimeter").text
    #expect(perimeter.contains("el dispositivo aún no lo ha recogido"))
    let overview = try ana.get("/w/\(wearer)").text
    #expect(!overview.contains("El dispositivo lo confirmó"))
    let answer = try PairAnswer(json: pair(await code()).body)
    let given = try #require(answer.settings)
    #expect(given.utf8.elementsEqual(try await text().utf8))
    let profile = try Profile(text: given, file: "profile.yaml")
    #expect(profile.wearer.name == "Rosa")
    #expect(profile.caregivers.map(\.words.email) == ["ana@example.org"])
    #expect(profile.caregivers.map(\.words.kinship) == ["hija"])
    #expect(profile.timeZone.identifier == "America/Guayaquil")
    #expect(profile.perimeter.radius.value == 300)
    #expect(profile.reminders.map(\.words.name) == ["Pastilla"])
    // Somebody goes on before the device has called for the first time.
    let screen = [
      "language": "es", "text_size": "huge", "volume": "70", "revision": try await number(),
    ]
    #expect(try ana.post("/w/\(wearer)/settings/screen", screen).status == 303)
    let device = device(answer)
    device.profile = given + FirstSettingsTests.routes
    let revision = try #require(try device.sync().profile)
    #expect(revision.yaml.contains("text_size: huge"))
    device.health.profile = revision.revision
    try device.sync()
    let fates = try await fates()
    #expect(fates.count == 3)
    #expect(fates.allSatisfy { if case .applied = $0 { true } else { false } }, "\(fates)")
    #expect(try await file.lostChanges().isEmpty)
    // Nobody has written a mail server into the device's file yet.
    let warning = "no puede mandar correos"
    #expect(try ana.get("/w/\(wearer)").text.contains(warning))
    device.profile =
      given + FirstSettingsTests.routes
      + "  mail: {host: smtp.example.com, from: vigia@example.com}\n"
    device.health.inForce = revision.revision
    try device.sync()
    #expect(try !ana.get("/w/\(wearer)").text.contains(warning))
  }

  @Test("A board that never called is replaced by another one, which gets what stands by then")
  func second() async throws {
    #expect(try write(FirstSettingsTests.sample.first).status == 303)
    let lost = device(try PairAnswer(json: pair(await code()).body))
    let reminder = FirstSettingsTests.reminder.merging(["revision": try await number()]) { $1 }
    #expect(try ana.post("/w/\(wearer)/reminders", reminder).status == 303)
    let request = PairRequest(
      code: try await code(), device: 0x51b3, name: "", log: 0, needsSettings: true)
    let answer = try PairAnswer(
      json: portal.call(Wire.request("POST", "/device/pair", body: request.json)).body)
    let given = try #require(answer.settings)
    #expect(given.contains("Pastilla"))
    #expect(throws: Wire.Failure.self, "the first key does not count any more") {
      try lost.sync()
    }
    let device = TestDevice(portal, key: answer.key, identity: 0x51b3)
    device.profile = given + FirstSettingsTests.routes
    device.health.profile = try #require(try device.sync().profile).revision
    try device.sync()
    #expect(try await file.lostChanges().isEmpty)
  }

  @Test(
    "A device without settings is not paired before the family has written some; its code stays good"
  )
  func needs() async throws {
    let code = try await code()
    let early = try pair(code)
    #expect(early.status == 428)
    #expect(early.text.contains("still works"))
    #expect(try await portal.database().device(of: wearer) == nil)
    #expect(try write(FirstSettingsTests.sample.first).status == 303)
    #expect(try PairAnswer(json: pair(code).body).settings != nil)
  }

  @Test(
    "A device with settings of its own keeps them, and what was written before waits for a choice")
  func own() async throws {
    #expect(try write(FirstSettingsTests.sample.first).status == 303)
    let device = device(try PairAnswer(json: pair(await code(), needsSettings: nil).body))
    device.profile = Proof.profile
    #expect(try device.sync().profile == nil)
    #expect(try await text() == Proof.profile)
    #expect(try await file.lostChanges().count == 1)
    #expect(try ana.get("/w/\(wearer)/perimeter").text.contains("Cambios que no valen"))
    // Its file has the zone from now on.
    let base = try #require(try await file.currentRevision()).revision
    var other = FirstSettingsTests.sample.second
    other["time_zone"] = "Europe/Madrid"
    let answer = try write(other, base: base)
    #expect(answer.status == 400)
    #expect(answer.text.contains("La zona horaria la dice el dispositivo"))
    #expect(try await text() == Proof.profile)
  }

  @Test("Two caregivers write them at once: neither loses a word unseen")
  func both() async throws {
    let (luis, _) = try await Visitor.invited(
      to: portal, "luis@example.org", wearer: "Rosa", as: .administer, name: "Luis")
    let sample = FirstSettingsTests.sample
    #expect(try write(sample.first, as: luis).status == 303)
    let stored = try await text()
    let late = try write(sample.second)
    #expect(late.status == 409)
    #expect(try await text() == stored)
    for words in sample.kept { #expect(late.text.contains(words), "\(words) is lost") }
    let base = try #require(Int(try await number()))
    let chosen = try write(sample.second, base: base)
    #expect(chosen.status == 303)
    #expect(try await text().contains(sample.chosen))
    #expect(try await text().contains("name: Luis"), "the first one who is told stays")
  }

  @Test(
    "What cannot be a setting is refused at its field, and nothing written is lost",
    arguments: [
      ("time_zone", "", "Esto no se entiende"),
      ("time_zone", "Mars/Olympus", "Esto no se entiende"),
      ("lat", "91", "Vale de -90 a 90"), ("lat", "norte", "Esto no se entiende"),
      ("radius", "99", "Vale de 100 a 1000"), ("kinship", "", "Falta esto"),
      ("kinship", "una: {mala}\n\"idea\" # <script>", ""),
    ])
  func wrong(_ name: String, _ value: String, _ words: String) async throws {
    var fields = FirstSettingsTests.sample.first
    fields[name] = value
    let answer = try write(fields)
    if words.isEmpty {
      // Odd, and a name all the same: it is stored as it is, or refused.
      #expect(answer.status == 303 || answer.status == 400)
      #expect(!answer.text.contains("<script>"))
      return
    }
    #expect(answer.status == 400)
    #expect(answer.text.contains(words), "\(answer.text)")
    #expect(answer.text.contains("value=\"-2.8974\"") || name == "lat")
    #expect(try await file.currentRevision() == nil)
  }

  @Test("Only who administers writes them")
  func rights() async throws {
    for (email, level) in [("eva@example.org", Level.look), ("iris@example.org", .help)] {
      let (visitor, _) = try await Visitor.invited(
        to: portal, email, wearer: "Rosa", as: level)
      #expect(try write(FirstSettingsTests.sample.first, as: visitor).status == 403)
      #expect(!(try visitor.get("/w/\(wearer)/reminders").text.contains("primeros ajustes")))
    }
    #expect(try await file.currentRevision() == nil)
  }
}
