import Device
import Foundation
import HAL
import PortalServer
import PortalStore
import Sync
import Testing

@Suite("Caregivers and the device")
struct CareTests {
  /// A portal with Rosa's device, whose caregivers are Ana and Luis.
  private func family() async throws -> (
    portal: PortalProcess, ana: Visitor, wearer: String, device: TestDevice
  ) {
    let portal = try PortalProcess()
    let (ana, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let device = try await TestDevice.paired(with: portal, wearer: wearer)
    device.profile = Proof.profile + Proof.quitting
    try device.sync()
    return (portal, ana, wearer, device)
  }

  @Test("The device knows only once its own record has come up")
  func knows() async throws {
    let (_, ana, wearer, device) = try await family()
    let notice = device.askForHelp()
    try device.sync()
    let page = "/w/\(wearer)/notice/\(SyncText.hex(notice.id.value))"
    let says = "El dispositivo lo sabe desde"
    #expect(try ana.get(page).text.contains("/take"))
    #expect(try ana.post(page + "/take").status == 303)
    #expect(try !ana.get(page).text.contains(says))
    // The device hears it, once, whatever it answers meanwhile.
    let answer = try device.sync()
    let message = try #require(answer.messages.first)
    #expect(message.word == .acknowledge(token: notice.token, caregiver: 1))
    // FNV-1a of "Ana", "ana@example.org" and "no": the device finds her wherever she stands in its list.
    #expect(message.who == 1_908_912_552)
    #expect(try !ana.get(page).text.contains(says))
    // It says that it did it, and its record is not there yet.
    device.did = [SyncDone(message: message.id, outcome: .applied)]
    #expect(try device.sync().messages.isEmpty)
    #expect(try !ana.get(page).text.contains(says))
    device.store(.outbox(.acknowledged(notice.id, caregiver: 0)))
    try device.sync()
    let text = try ana.get(page).text
    #expect(text.contains(says))
    #expect(text.contains("Ana"))
  }

  @Test("A message comes again until the device names it, and after that never")
  func cumulative() async throws {
    let (_, ana, wearer, device) = try await family()
    #expect(try ana.post("/w/\(wearer)/where").status == 303)
    // Pressed twice: the question is the same.
    #expect(try ana.post("/w/\(wearer)/where").status == 303)
    let first = try device.sync().messages
    #expect(first.map(\.word) == [.whereIs(caregiver: 1)])
    #expect(try device.sync().messages == first)
    device.did = [SyncDone(message: first[0].id, outcome: .refused, why: "no")]
    #expect(try device.sync().messages.isEmpty)
    // A later word about it does not change the first one.
    device.did = [SyncDone(message: first[0].id, outcome: .applied)]
    try device.sync()
    let file = try await WearerFiles(folder: device.portal.folder).file(wearer)
    let request = try await file.requests(since: WallTime(milliseconds: 0)).first
    #expect(request?.outcome == .refused)
    #expect(request?.why == "no")
  }

  @Test("Two caregivers who take it at once are both heard, and both see who the device knows")
  func twoTakers() async throws {
    let (portal, ana, wearer, device) = try await family()
    let (luis, _) = try await Visitor.invited(
      to: portal, "luis@example.org", wearer: "Rosa", as: .help, name: "Luis")
    let notice = device.askForHelp()
    try device.sync()
    let page = "/w/\(wearer)/notice/\(SyncText.hex(notice.id.value))"
    #expect(try ana.post(page + "/take").status == 303)
    #expect(try luis.post(page + "/take").status == 303)
    let words = try device.sync().messages.map(\.word)
    #expect(
      words == [
        .acknowledge(token: notice.token, caregiver: 1),
        .acknowledge(token: notice.token, caregiver: 2),
      ])
    device.store(.outbox(.acknowledged(notice.id, caregiver: 1)))
    try device.sync()
    for visitor in [ana, luis] {
      let text = try visitor.get(page).text
      #expect(text.contains("Luis se encarga"))
      #expect(!text.contains("Ana se encarga"))
    }
  }

  @Test("A held call is answered at once when a caregiver says something")
  func longPoll() async throws {
    let (_, ana, wearer, device) = try await family()
    let notice = device.askForHelp()
    try device.sync()
    let request = device.bytes(device.request(wait: true))
    let wire = try Wire(port: device.portal.port)
    defer { wire.close() }
    try wire.send(request)
    usleep(300_000)
    let page = "/w/\(wearer)/notice/\(SyncText.hex(notice.id.value))"
    #expect(try ana.post(page + "/take").status == 303)
    // The answer comes because of the message: a call that nobody answers takes 45 s.
    let answer = try device.hear(wire.answer())
    #expect(answer.messages.count == 1)
    #expect(answer.watched)
  }

  @Test("Company goes down as an absolute time, and lasts twelve hours at most")
  func company() async throws {
    let (_, ana, wearer, device) = try await family()
    let now = Date()
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "America/Guayaquil"))
    func hour(_ ahead: Double) -> String {
      let parts = calendar.dateComponents(
        [.hour, .minute], from: now.addingTimeInterval(ahead * 3600))
      return String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)
    }
    let path = "/w/\(wearer)/company"
    for wrong in ["", "25:00", "1", "18.30", hour(12.1), hour(17.5), hour(20), hour(22.9)] {
      #expect(try ana.post(path, ["until": wrong]).status == 400, "\(wrong)")
    }
    #expect(try !ana.get(path).text.contains("\(path)/end"))
    for _ in 0..<2 { #expect(try ana.post(path, ["until": hour(2)]).status == 303) }
    let file = try await WearerFiles(folder: device.portal.folder).file(wearer)
    #expect(try await file.requests(since: WallTime(milliseconds: 0)).count == 1)
    // It can be taken back before the device has it, and said again.
    for place in [path, "/w/\(wearer)"] {
      #expect(try ana.get(place).text.contains("\(path)/end"), "\(place)")
    }
    let word = try #require(try device.sync().messages.first?.word)
    guard case .company(let until, let said, 1) = word else {
      Issue.record("\(word)")
      return
    }
    let ahead = Double(until) / 1000 - now.timeIntervalSince1970
    #expect((1.9 * 3600...2.1 * 3600).contains(ahead))
    #expect(until % 60_000 == 0)
    #expect(said != nil)
    #expect(try ana.post(path + "/end").status == 303)
    let over = try #require(try device.sync().messages.last)
    guard case .companyOver(let ended?, 1) = over.word else {
      Issue.record("\(over.word)")
      return
    }
    #expect(ended >= said ?? .max)
    #expect(over.until == nil)
    #expect(try !ana.get(path).text.contains("\(path)/end"))
    #expect(try ana.post(path + "/end").status == 303)
    #expect(try device.sync().messages.count == 2)
    #expect(try ana.post(path, ["until": hour(2)]).status == 303)
    #expect(try ana.get(path).text.contains("\(path)/end"))
    #expect(try ana.post(path + "/end").status == 303)
    guard case .companyOver(_, 1)? = try device.sync().messages.last?.word else {
      Issue.record("the end is not the newest word")
      return
    }
    #expect(try device.sync().messages.count == 4)
    #expect(try ana.post(path, ["until": hour(2)]).status == 303)
    // Newer requests displace the word on the first page, and not the button.
    let account = try #require(
      try await device.portal.database().account("ana@example.org")?.account)
    for _ in 0..<5 {
      _ = try await file.ask(
        NewCareRequest(.testAlert(caregiver: 1), until: nil, by: account), at: PortalClock.real,
        real: PortalClock.real)
    }
    #expect(try ana.get("/w/\(wearer)").text.contains("\(path)/end"))
  }

  @Test("A button of company says the hour that stands on it, and asks anew once its page is old")
  func companyButton() async throws {
    let (_, ana, wearer, device) = try await family()
    let path = "/w/\(wearer)/company"
    func button() throws -> (from: Int64, until: String) {
      let page = try ana.get(path).text
      let from = try #require(page.firstMatch(of: #/name="from" value="(\d+)"/#)?.1)
      let until = try #require(
        page.firstMatch(of: #/<button name="until"[^>]* value="(\d+)"/#)?.1)
      return (try #require(Int64(from)), String(until))
    }
    let shown = try button()
    let old = shown.from - 20 * 3_600_000
    let hour = String(shown.from + 3_600_000)
    for (language, words) in [
      ("en", "Nothing was said: the hours of that page"),
      ("es", "No se ha dicho nada: las horas de esa"),
    ] {
      _ = try ana.post("/account", ["name": "Ana", "language": language])
      for from in [String(old), String(shown.from - 1_000_000), "x", String(Int64.min)] {
        let answer = try ana.post(path, ["from": from, "until": hour])
        #expect(answer.status == 400 && answer.text.contains(words), "\(from)")
        #expect(answer.text.contains("name=\"from\" value=\""), "the hours of now stand there")
      }
    }
    for until in [String(old), "18:30", "", String(Int64.max)] {
      let answer = try ana.post(path, ["from": String(shown.from), "until": until])
      #expect(answer.status == 400, "\(until)")
    }
    #expect(try device.sync().messages.isEmpty)
    let now = try button()
    let said = ["from": String(now.from), "until": now.until]
    #expect(try ana.post(path, said).status == 303)
    guard case .company(let until, _, 1)? = try device.sync().messages.first?.word else {
      Issue.record("no company")
      return
    }
    #expect(until == now.from + 3_600_000)
  }

  @Test("An open page that asks by itself is no new look, and says until when it stood there")
  func openPage() async throws {
    let (portal, ana, wearer, _) = try await family()
    let database = try portal.database()
    let account = try #require(try await database.account("ana@example.org")?.account)
    try await database.note(
      .lookedAtPlace, by: account, for: wearer, at: PortalClock.real + .seconds(-1200))
    let headers = ["Cookie": ana.cookie ?? "", "Vigia-Renewal": "1"]
    #expect(try portal.call("GET", "/w/\(wearer)", headers).status == 200)
    let audit = try ana.get("/w/\(wearer)/audit").text
    #expect(audit.components(separatedBy: "Ana: miró dónde está").count == 2)
    #expect(audit.contains("con la página abierta hasta"))
  }

  @Test(
    "Who is not on the device's list is told so in place of buttons, and by a page if they press")
  func unlisted() async throws {
    let (portal, _, wearer, device) = try await family()
    var (otto, _) = try await Visitor.invited(
      to: portal, "otto@example.org", wearer: "Rosa", as: .help, name: "Otto")
    let notice = device.askForHelp()
    try device.sync()
    let page = "/w/\(wearer)/notice/\(SyncText.hex(notice.id.value))"
    let sentences = [
      "es": "El dispositivo no tiene tu dirección, otto@example.org, en su lista de personas",
      "en": "The device does not have your address, otto@example.org, on its list of people",
    ]
    for (language, sentence) in sentences {
      #expect(try otto.post("/account", ["name": "Otto", "language": language]).status == 303)
      for path in ["/w/\(wearer)", page, "/w/\(wearer)/company", "/w/\(wearer)/test"] {
        let text = try otto.get(path).text
        #expect(text.contains(sentence), "\(language) \(path)")
        let forms = text.components(separatedBy: "<form").dropFirst()
        #expect(forms.count == 1 && forms[1].contains("/logout"), "\(path) offers a button")
        #expect(!text.contains("class=\"button\" href=\"/w/\(wearer)/company\""), "\(path)")
      }
      let presses = [
        (page + "/take", [:]), ("/w/\(wearer)/where", [:]), ("/w/\(wearer)/company/end", [:]),
        ("/w/\(wearer)/company", ["until": "18:30"]), ("/w/\(wearer)/test", [:]),
      ]
      for (path, fields) in presses {
        let answer = try otto.post(path, fields)
        #expect(answer.status == 409 && answer.text.contains(sentence), "\(language) \(path)")
      }
    }
    #expect(try device.sync().messages.isEmpty)
    // Addresses count without regard to large and small letters.
    (otto, _) = try await Visitor.invited(
      to: portal, "LUIS@example.org", wearer: "Rosa", as: .help, name: "Luis")
    #expect(try otto.get(page).text.contains("/take"))
  }

  @Test("Before the device has told its list, nobody is offered a button")
  func listUnknown() async throws {
    let portal = try PortalProcess()
    let (ana, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let sentence = "todavía no ha dicho a este portal a quién conoce"
    #expect(try ana.get("/w/\(wearer)").text.contains(sentence))
    #expect(try !ana.get("/w/\(wearer)").text.contains("/where"))
    let answer = try ana.post("/w/\(wearer)/where")
    #expect(answer.status == 409 && answer.text.contains(sentence))
  }

  @Test("Words of somebody who lost the right to them do not reach the device any more")
  func ended() async throws {
    let (portal, ana, wearer, device) = try await family()
    let (luis, _) = try await Visitor.invited(
      to: portal, "luis@example.org", wearer: "Rosa", as: .administer, name: "Luis")
    #expect(try luis.post("/w/\(wearer)/test").status == 303)
    let sent = try #require(try device.sync().messages.first)
    #expect(try luis.post("/w/\(wearer)/where").status == 303)
    #expect(try luis.post("/w/\(wearer)/perimeter/advice").status == 303)
    #expect(try luis.post("/w/\(wearer)/company/end").status == 303)
    #expect(try ana.post("/w/\(wearer)/where").status == 303)
    let luisID = try #require(
      try await portal.database().members(of: wearer).first {
        $0.account.email == "luis@example.org"
      }?.account.id)
    let right = "/w/\(wearer)/people/\(luisID)/right"
    #expect(try ana.post(right, ["right": "help"]).status == 303)
    let words = try device.sync().messages.map(\.word)
    guard words.count == 4, case .companyOver(_, 2) = words[2] else {
      Issue.record("\(words)")
      return
    }
    #expect(
      words == [
        .testAlert(caregiver: 2), .whereIs(caregiver: 2), words[2], .whereIs(caregiver: 1),
      ])
    #expect(try ana.post(right, ["right": "none"]).status == 303)
    // The end of company makes the watch stricter: it stays.
    #expect(try device.sync().messages.map(\.word) == [words[2], .whereIs(caregiver: 1)])
    #expect(try ana.get("/w/\(wearer)").text.contains("ya no tiene permiso"))
    // The outcome of one that the device had before is known all the same.
    device.did = [SyncDone(message: sent.id, outcome: .applied)]
    try device.sync()
    let file = try await WearerFiles(folder: portal.folder).file(wearer)
    let requests = try await file.requests(since: WallTime(milliseconds: 0))
    #expect(requests.first { $0.message.id == sent.id }?.outcome == .applied)
    #expect(requests.filter { $0.why == CareRequest.noRight }.count == 2)
  }

  @Test("Somebody who looks cannot act, and a stranger does not learn that there is anything")
  func rights() async throws {
    let (portal, ana, wearer, device) = try await family()
    let (marta, _) = try await Visitor.invited(
      to: portal, "marta@example.org", wearer: "Rosa", as: .look, name: "Marta")
    let (otto, others) = try await Visitor.invited(
      to: portal, "otto@example.org", wearer: "Manuel", as: .administer, name: "Otto")
    let notice = device.askForHelp()
    try device.sync()
    let id = SyncText.hex(notice.id.value)
    let looks = [
      "", "/notices", "/notice/\(id)", "/company", "/test", "/day/2026-01-01", "/quitting",
      "/live",
    ]
    let administers = ["/people", "/device", "/audit"]
    let helps = ["/notice/\(id)/take", "/where", "/company", "/company/end", "/test"]
    let changes = [
      "/people/invite", "/people/invitation/end", "/people/1/right", "/device/code",
      "/device/replacement", "/device/revoke",
    ]
    for path in looks where path != "/live" {
      #expect(try marta.get("/w/\(wearer)\(path)").status == 200)
    }
    for path in administers {
      #expect(try marta.get("/w/\(wearer)\(path)").status == 403, "\(path)")
    }
    for path in helps + changes {
      #expect(try marta.post("/w/\(wearer)\(path)").status == 403, "\(path)")
    }
    // Another family's ids, in every address and form.
    for path in looks + administers {
      #expect(try otto.get("/w/\(wearer)\(path)").status == 404, "\(path)")
    }
    for path in helps + changes {
      #expect(try otto.post("/w/\(wearer)\(path)").status == 404, "\(path)")
    }
    #expect(try otto.get("/w/\(others)/notice/\(id)").status == 404)
    #expect(try otto.post("/w/\(others)/notice/\(id)/take").status == 404)
    #expect(try ana.post("/w/\(others)/people/1/right", ["right": "administer"]).status == 404)
    // Nobody at all.
    let nobody = Visitor(portal: portal)
    for path in looks + administers {
      #expect(try nobody.get("/w/\(wearer)\(path)").header("location")?.hasPrefix("/login") == true)
    }
    for path in helps + changes {
      #expect(
        try nobody.post("/w/\(wearer)\(path)").header("location")?.hasPrefix("/login") == true)
    }
    #expect(try device.sync().messages.isEmpty, "something of all this reached the device")
  }
}
