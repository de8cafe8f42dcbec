import Device
import Foundation
import HAL
import PortalServer
import PortalStore
import Sync
import Testing

@Suite("Nothing gets out that should not")
struct SecretTests {
  private static let script = "<script>alert(1)</script>"

  @Test("No response and no database holds a secret in clear")
  func secrets() async throws {
    let portal = try PortalProcess()
    let (visitor, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let ana = try await visitor.moderating("ana@example.org")
    let device = try await TestDevice.paired(with: portal, wearer: wearer)
    device.profile = Proof.profile + Proof.quitting
    let notice = device.askForHelp()
    try device.sync()
    let id = SyncText.hex(notice.id.value)
    _ = try ana.post("/w/\(wearer)/notice/\(id)/take")
    let key = try #require(ana.cookie?.split(separator: "=", maxSplits: 1).last).description
    let hash = try #require(try await portal.database().account("ana@example.org")?.password)
    let secrets = [device.key, key, hash, Visitor.password, SyncText.hex(notice.token)]
    let paths =
      [
        "", "/notices", "/notice/\(id)", "/company", "/test", "/people", "/device", "/audit",
        "/day/2026-01-01", "/quitting", "/reminders", "/reminders/new", "/perimeter", "/settings",
        "/people/caregivers", "/changes",
      ].map { "/w/\(wearer)\($0)" }
      + ["/account", "/login", "/health", "/", "/testimonies", "/moderation"]
    for path in paths {
      let answer = try ana.get(path)
      let whole = answer.text + answer.headers.values.joined().joined()
      for secret in secrets { #expect(!whole.contains(secret), "\(path) holds a secret") }
    }
    portal.kill()
    for name in ["portal.sqlite", "portal.sqlite-wal", "wearers/\(wearer).sqlite"] {
      guard let data = FileManager.default.contents(atPath: "\(portal.folder)/\(name)") else {
        continue
      }
      for secret in [device.key, key, Visitor.password] {
        #expect(data.range(of: Data(secret.utf8)) == nil, "\(name) holds a secret")
      }
    }
  }

  @Test("A script in any text stays a text")
  func scripts() async throws {
    let portal = try PortalProcess()
    let script = SecretTests.script
    let (visitor, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa \(script)", as: .administer,
      name: "Ana \(script)")
    let ana = try await visitor.moderating("ana@example.org")
    let device = try await TestDevice.paired(with: portal, wearer: wearer)
    let reminder = "\nreminders:\n  - {id: 1, name: \"\(script)\", at: 2026-01-01 08:00}\n"
    device.profile = (Proof.profile + Proof.quitting + reminder)
      .replacing("Ana", with: "\"Ana \(script)\"").replacing("hija", with: "\"\(script)\"")
      .replacing("Por mis nietas", with: "\"\(script)\"")
      .replacing("la boda de Inés", with: "\"\(script)\"")
    device.health.version = script
    let notice = device.askForHelp()
    try device.sync()
    let id = SyncText.hex(notice.id.value)
    _ = try ana.post("/w/\(wearer)/notice/\(id)/take")
    let message = try #require(try device.sync().messages.first)
    device.did = [SyncDone(message: message.id, outcome: .refused, why: script)]
    try device.sync()
    _ = try ana.post("/account", ["name": script, "language": "en"])
    _ = try ana.post("/w/\(wearer)/company", ["until": script])
    let told = [
      "text": "\(script)\r\n\(script)", "name": script, "language": script, "consent": "yes",
    ]
    for _ in 1...3 { #expect(try ana.post("/testimonies", told).status == 303) }
    #expect(try ana.post("/moderation/1/publish").status == 303)
    #expect(try ana.post("/moderation/2/refuse", ["reason": script]).status == 303)
    var answers = try [
      "", "/notices", "/notice/\(id)", "/company", "/test", "/people", "/device", "/audit", "/day",
      "/quitting", "/reminders", "/reminders/1", "/reminders/1/delete", "/perimeter", "/settings",
      "/changes",
    ].map { try ana.get("/w/\(wearer)\($0)") }
    let hostile = ["name": script, "lat": script, "volume": script, "revision": script]
    for path in ["/reminders", "/reminders/1", "/perimeter", "/settings/screen", "/people/wearer"] {
      answers.append(try ana.post("/w/\(wearer)\(path)", hostile))
    }
    answers += try ["/account", "/testimonies", "/moderation"].map { try ana.get($0) }
    answers.append(try ana.post("/testimonies", told))
    answers.append(try ana.post("/moderation/3/refuse", ["reason": script + script + script]))
    answers.append(try ana.get("/login?next=\(script)"))
    answers.append(try ana.post("/login", ["email": script, "password": script]))
    answers.append(try ana.post("/w/\(wearer)/company", ["until": script]))
    answers.append(
      try ana.post(
        "/w/\(wearer)/people/invite", ["email": script, "name": script, "right": script]))
    for answer in answers {
      #expect(!answer.text.contains(script), "\(answer.status)")
      #expect(answer.header("content-security-policy")?.contains("script-src") != true)
      #expect(answer.header("content-security-policy")?.hasPrefix("default-src 'self'") == true)
    }
  }

  @Test("It ends when it is told to, although a page listens")
  func ends() async throws {
    let portal = try PortalProcess()
    let (ana, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let wire = try Wire(port: portal.port)
    defer { wire.close() }
    try wire.send(Wire.request("GET", "/w/\(wearer)/live", ["Cookie": ana.cookie ?? ""]))
    var heard = ""
    while !heard.contains("event: beat") {
      heard += String(decoding: try wire.receive(), as: UTF8.self)
    }
    #expect(portal.end())
  }

  @Test("A page hears at once of each call of the device, and no more after its session ended")
  func live() async throws {
    let portal = try PortalProcess()
    let (ana, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let device = try await TestDevice.paired(with: portal, wearer: wearer)
    let wire = try Wire(port: portal.port)
    defer { wire.close() }
    try wire.send(Wire.request("GET", "/w/\(wearer)/live", ["Cookie": ana.cookie ?? ""]))
    var heard = ""
    func hear(_ text: String) throws {
      while !heard.contains(text) {
        try #require(heard.components(separatedBy: "event: beat").count < 6, "only beats came")
        let more = try wire.receive()
        if more.isEmpty { throw Wire.Failure(description: "the stream ended before \(text)") }
        heard += String(decoding: more, as: UTF8.self)
      }
    }
    try hear("event: beat")
    device.askForHelp()
    #expect(try device.sync().watched)
    try hear("event: state\n")
    // A call without a record has the battery, the place, and the end of a silence.
    heard = ""
    device.health.battery = 17
    try device.sync()
    try hear("event: state\n")
    heard = ""
    #expect(try ana.post("/logout").status == 303)
    device.store(.place(.outside))
    try device.sync()
    while case let more = try wire.receive(), !more.isEmpty {
      heard += String(decoding: more, as: UTF8.self)
    }
    #expect(!heard.contains("event: state"), "of the record after the logout")
  }
}
