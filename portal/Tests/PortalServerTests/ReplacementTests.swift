import Device
import Foundation
import HAL
import PortalServer
import PortalStore
import Sync
import Testing

/// A lost device and the one in its place, as docs/portal-protocol.md has them.
@Suite("A new device continues the log of a lost one (SAFE-5, DIA-6)")
struct ReplacementTests {
  private let portal: PortalProcess
  private let ana: Visitor
  private let wearer: String
  private let lost: TestDevice

  private static let note = "tras la siesta"

  init() async throws {
    portal = try PortalProcess()
    (ana, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    lost = try await TestDevice.paired(with: portal, wearer: wearer)
    lost.log = TestDevice.lived
    lost.boot = 12
    lost.profile = Proof.profile
    try lost.syncAll()
    let reading = lost.store(DiaryTests.reading(900, PortalClock.real, 104))
    lost.annotations = [
      SyncAnnotation(sequence: reading.sequence, category: nil, notes: ReplacementTests.note)
    ]
    lost.askForHelp()
    try lost.syncAll()
  }

  /// The code of Ana's own press of the button.
  private func code() throws -> String {
    let page = try ana.post("/w/\(wearer)/device/replacement")
    #expect(page.status == 200)
    let found = page.text.firstMatch(of: /class="code">.*([0-9A-Z]{4}-[0-9A-Z]{4})/)
    return String(try #require(found).output.1)
  }

  private func pair(_ code: String, _ identity: UInt64, log: Int64? = 0) throws -> Wire.Answer {
    let request = PairRequest(code: code, device: identity, name: "", log: log)
    return try portal.call(Wire.request("POST", "/device/pair", body: request.json))
  }

  private func page(_ device: TestDevice, after: Int64, as identity: UInt64? = nil) throws
    -> Wire.Answer
  {
    let request = RestoreRequest(device: identity ?? device.identity, after: after)
    return try portal.call(
      Wire.request("POST", "/device/restore", device.headers, body: request.json))
  }

  /// All pages, as the new device gets them.
  private func restored(_ identity: UInt64) throws -> (TestDevice, RestoreAnswer) {
    let answer = try PairAnswer(json: pair(code(), identity).body)
    #expect(answer.restores == true)
    let device = TestDevice(portal, key: answer.key, identity: identity)
    var whole = try RestoreAnswer(json: page(device, after: 0).body)
    var next = whole
    while let last = next.records.last {
      next = try RestoreAnswer(json: page(device, after: last.sequence).body)
      whole.records += next.records
      whole.annotations += next.annotations
    }
    (whole.profileKept, whole.profile) = (next.profileKept, next.profile)
    return (device, whole)
  }

  private func tokens(_ records: [SyncRecord]) -> Set<UInt64> {
    var tokens: Set<UInt64> = []
    for record in records {
      guard case .outbox(.notice(let notice))? = record.words.flatMap(Record.init) else {
        continue
      }
      tokens.insert(notice.token)
    }
    return tokens
  }

  /// Notices that nobody answered and the device did not close.
  private func open(_ records: [SyncRecord]) -> [NoticeID] {
    var open: [NoticeID] = []
    for record in records.compactMap({ $0.words.flatMap(Record.init) }) {
      if case .outbox(.notice(let notice)) = record { open.append(notice.id) }
      if case .outbox(.acknowledged(let id, _)) = record { open.removeAll { $0 == id } }
      if case .outbox(.closed(let id)) = record { open.removeAll { $0 == id } }
    }
    return open
  }

  @Test("It gets the whole log with its notes and settings, and no token of the lost one")
  func whole() throws {
    let (_, log) = try restored(2)
    #expect(log.records.map(\.sequence) == lost.log.map(\.sequence))
    #expect(log.records.count > SyncLimits.restored / 20)
    #expect(log.annotations.map(\.notes) == [ReplacementTests.note])
    #expect(log.boot == 12 && log.profileKept == Proof.profile && log.profile == nil)
    #expect(tokens(lost.log).count > 1 && tokens(log.records) == [0])
    // The records are the same but for tokens, word for word.
    for (new, old) in zip(log.records, lost.log) {
      var words = try #require(old.words)
      if case .outbox(.notice)? = Record(words) { words.words[9] = 0 }
      #expect(new.words == words && new.written == old.written)
    }
  }

  @Test("The portal goes on with one log: the replica is the new device's, no entry is doubled")
  func continued() async throws {
    let (new, log) = try restored(2)
    #expect(try portal.call(lost.bytes(lost.request())).status == 401, "the old key is over")
    let before = try ana.get("/w/\(wearer)/diary.csv").text
    new.log = log.records
    new.from = log.records.last?.sequence ?? 0
    new.boot = 13
    let open = open(log.records)
    for notice in open { new.store(.outbox(.closed(notice))) }
    let first = new.request()
    #expect(first.records.count == open.count, "the log itself does not go up again")
    try new.syncAll()
    #expect(try await new.replica(of: wearer) == new.log)
    #expect(try ana.get("/w/\(wearer)/diary.csv").text == before)
    #expect(before.contains(ReplacementTests.note))
    #expect(try await lost.replica(of: wearer).isEmpty, "there is one log")
    // A device that lost its memory of the link sends all of it: nothing is doubled either.
    new.from = 0
    try new.syncAll()
    #expect(try await new.replica(of: wearer) == new.log)
    // The call for help was the lost device's, and is over.
    #expect(try !ana.get("/w/\(wearer)").text.contains("class=\"card open urgent\""))
    let device = try ana.get("/w/\(wearer)/device").text
    #expect(device.contains("Emparejado desde"))
    let audit = try ana.get("/w/\(wearer)/audit").text
    #expect(audit.contains("se emparejó en lugar del perdido"), "\(audit)")
  }

  @Test("A device with records, and an old program, are refused, and the code still works")
  func refused() throws {
    let code = try code()
    // The present device is no lost one's: by this code it would lose its key for a log that it refuses.
    #expect(try pair(code, lost.identity, log: 41).status == 409)
    let full = try pair(code, 2, log: 41)
    #expect(full.status == 409 && full.text.contains("expected an empty state"), "\(full.text)")
    #expect(try pair(code, 2, log: nil).status == 426)
    try lost.sync()
    #expect(try pair(code, 2).status == 200)
    #expect(try portal.call(lost.bytes(lost.request())).status == 401)
  }

  @Test("The device that used a code may ask again, as long as it is the wearer's; nobody else may")
  func again() throws {
    let code = try code()
    let first = try PairAnswer(json: pair(code, 2).body)
    #expect(try pair(code, 3).status == 404)
    // Its answer was lost, and its state is whole by now.
    let second = try PairAnswer(json: pair(code, 2, log: 50).body)
    #expect(second.restores == true && second.key != first.key)
    let old = TestDevice(portal, key: first.key, identity: 2)
    #expect(try page(old, after: 0).status == 401, "the key before does not count")
    let new = TestDevice(portal, key: second.key, identity: 2)
    #expect(try page(new, after: 0).status == 200)
    #expect(try page(new, after: 0, as: 3).status == 400)
    // The code has ended meanwhile, as with a change of rights. The half-done device goes on by another one.
    let other = try self.code()
    #expect(try pair(other, 3, log: 50).status == 409)
    let third = try PairAnswer(json: pair(other, 2, log: 50).body)
    #expect(third.restores == true)
    #expect(try page(TestDevice(portal, key: third.key, identity: 2), after: 0).status == 200)
    #expect(try ana.post("/w/\(wearer)/device/revoke").status == 303)
    #expect(try pair(other, 2, log: 50).status == 404, "a device that was dismissed stays so")
  }

  @Test("A device that lives in a lost one's place keeps its key, whatever code it is given")
  func living() throws {
    let new = TestDevice(
      portal, key: try PairAnswer(json: pair(code(), 2).body).key, identity: 2)
    new.from = try #require(lost.log.last?.sequence)
    try new.sync()
    let again = try pair(code(), 2, log: 50)
    #expect(again.status == 409 && again.text.contains("calls this portal"), "\(again.text)")
    #expect(again.text.utf8.count <= 300)
    #expect(throws: Never.self) { try new.sync() }
    // A state that was lost in its turn is as good as another device.
    #expect(try pair(code(), 2).status == 200)
  }

  @Test("A new code cancels the one before, and no code outlives its maker's right (SAFE-5)")
  func codesEnd() async throws {
    let (mallory, _) = try await Visitor.invited(
      to: portal, "mallory@example.org", wearer: "Rosa", as: .administer, name: "Mallory")
    let account = try #require(try await portal.database().account("mallory@example.org")?.account)
    func mallorys() throws -> String {
      let page = try mallory.post("/w/\(wearer)/device/replacement").text
      return String(
        try #require(page.firstMatch(of: /class="code">.*([0-9A-Z]{4}-[0-9A-Z]{4})/)).output.1)
    }
    let first = try code()
    let second = try mallorys()
    #expect(try pair(first, 2).status == 404, "the code before still works")
    let right = "/w/\(wearer)/people/\(account.id)/right"
    #expect(try ana.post(right, ["right": "help"]).status == 303)
    #expect(try pair(second, 3).status == 404, "a code outlives its maker's permission")
    // A used code works again only for the device that used it, whose number others may know.
    #expect(try ana.post(right, ["right": "administer"]).status == 303)
    let used = try mallorys()
    #expect(try pair(used, 4).status == 200)
    #expect(try ana.post(right, ["right": "none"]).status == 303)
    #expect(try pair(used, 4).status == 404, "a used code outlives its maker's permission")
    // A change that takes nothing of this away ends no code.
    let (_, _) = try await Visitor.invited(
      to: portal, "luis@example.org", wearer: "Rosa", as: .help, name: "Luis")
    let luis = try #require(try await portal.database().account("luis@example.org")?.account)
    let last = try code()
    #expect(
      try ana.post("/w/\(wearer)/people/\(luis.id)/right", ["right": "look"]).status == 303)
    #expect(try pair(last, 5).status == 200)
  }

  @Test("Killed between taking the log over and the answer, the portal hands it on whole")
  func killed() throws {
    let answer = try PairAnswer(json: pair(code(), 2).body)
    let device = TestDevice(portal, key: answer.key, identity: 2)
    for turn in 0..<8 {
      let wire = try Wire(port: portal.port)
      let request = RestoreRequest(device: 2, after: 0)
      try wire.send(Wire.request("POST", "/device/restore", device.headers, body: request.json))
      usleep(UInt32(turn) * 2000)
      portal.kill()
      wire.close()
      try portal.start()
    }
    let first = try RestoreAnswer(json: page(device, after: 0).body)
    let sequences = lost.log.map(\.sequence).prefix(SyncLimits.restored)
    #expect(first.records.map(\.sequence)[...] == sequences)
    #expect(tokens(first.records) == [0])
  }

  @Test("The page says what the new device gets, and offers it only where there is a log")
  func offered() async throws {
    let path = "/w/\(wearer)/device"
    #expect(try ana.get(path).text.contains("\(path)/replacement"))
    #expect(try ana.get(path).text.contains("la clave del perdido deja de valer"))
    let (otto, manuel) = try await Visitor.invited(
      to: portal, "otto@example.org", wearer: "Manuel", as: .administer, name: "Otto")
    #expect(try !otto.get("/w/\(manuel)/device").text.contains("/replacement"))
    #expect(try otto.post("/w/\(wearer)/device/replacement").status == 404)
  }
}
