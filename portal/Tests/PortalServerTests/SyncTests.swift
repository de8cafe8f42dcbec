import Device
import Foundation
import HAL
import PortalServer
import PortalStore
import Sync
import Testing

@Suite("A device's calls (docs/portal-protocol.md)")
struct SyncTests {
  @Test("Days of a core go up in pages, and the replica is the log")
  func replica() async throws {
    let portal = try PortalProcess()
    let (_, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let device = try await TestDevice.paired(with: portal, wearer: wearer)
    device.log = TestDevice.lived
    try #require(device.log.count > SyncLimits.records, "too few records for two pages")
    try device.syncAll()
    #expect(try await device.replica(of: wearer) == device.log)
    // Numbers are missing in it, because signs of life stay on the device.
    #expect(device.log.last.map { Int($0.sequence) } ?? 0 > device.log.count)
  }

  @Test("A call that comes late or twice changes nothing, and none makes a gap")
  func repeated() async throws {
    let portal = try PortalProcess()
    let (_, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let device = try await TestDevice.paired(with: portal, wearer: wearer)
    device.log = Array(TestDevice.lived.prefix(40))
    let all = device.log
    device.log = Array(all.prefix(10))
    let first = device.bytes(device.request())
    try device.sync()
    device.log = all
    let second = device.bytes(device.request())
    try device.sync()
    // The network brings the first once more, and then the second twice.
    for bytes in [first, second, second] {
      let stored = try SyncAnswer(json: portal.call(bytes).body).stored
      #expect(stored == all.last?.sequence)
    }
    #expect(try await device.replica(of: wearer) == all)
    // A device that believes in more than was stored is told where it stands.
    var ahead = device.request()
    ahead.from = 10_000
    ahead.records = [
      SyncRecord(sequence: 10_001, written: nil, words: Record.outbox(.excursionsTold).words)
    ]
    #expect(
      try SyncAnswer(json: portal.call(device.bytes(ahead)).body).stored == all.last?.sequence)
    #expect(try await device.replica(of: wearer) == all)
  }

  @Test("Killed between request and answer, it loses nothing and stores nothing twice")
  func killed() async throws {
    let portal = try PortalProcess()
    let (_, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let device = try await TestDevice.paired(with: portal, wearer: wearer)
    let all = TestDevice.lived
    let kills = Proof.isWhole ? 200 : 20
    let page = max(1, all.count / kills)
    var confirmed: Int64 = 0
    var given = 0
    for kill in 0..<kills {
      given = min(given + page, all.count)
      device.log = Array(all.prefix(given))
      let wire = try Wire(port: portal.port)
      try wire.send(device.bytes(device.request()))
      // The kills come from at once to after the answer.
      usleep(UInt32(kill % 10) * 1500)
      portal.kill()
      if let answer = try? wire.answer(), answer.status == 200 {
        confirmed = max(confirmed, try device.hear(answer).stored)
      }
      wire.close()
      try portal.start()
      let stored = try await device.replica(of: wearer)
      #expect(stored.last?.sequence ?? 0 >= confirmed, "kill \(kill) took back what was confirmed")
      #expect(stored == Array(all.prefix(stored.count)), "kill \(kill) left another log")
    }
    device.log = all
    try device.syncAll()
    #expect(try await device.replica(of: wearer) == all)
  }

  @Test("After three days offline the log is complete, and what was asked meanwhile is over")
  func offline() async throws {
    let portal = try PortalProcess()
    let (ana, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let device = try await TestDevice.paired(with: portal, wearer: wearer)
    device.profile = Proof.profile
    try device.sync()
    #expect(try ana.post("/w/\(wearer)/where").status == 303)
    let file = try await WearerFiles(folder: portal.folder).file(wearer)
    let asked = try #require(
      try await file.requests(since: WallTime(milliseconds: 0)).first { $0.sent == nil })
    // Three days later, by the clock that the server is given.
    let later = PortalClock.real + .seconds(3 * 86_400)
    device.log = TestDevice.lived
    let outcome = try await file.sync(device.request(), at: later)
    #expect(outcome.answer.messages.isEmpty, "a question of three days ago went down")
    #expect(asked.message.until ?? 0 < later.milliseconds)
    try device.syncAll()
    #expect(try await device.replica(of: wearer) == device.log)
    let page = try ana.get("/w/\(wearer)").text
    #expect(page.contains("Rosa"))
  }

  @Test("A database that was lost is filled again from the device's log")
  func lost() async throws {
    let portal = try PortalProcess()
    let (_, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let device = try await TestDevice.paired(with: portal, wearer: wearer)
    device.log = TestDevice.lived
    try device.syncAll()
    portal.kill()
    for end in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(
        atPath: "\(portal.folder)/wearers/\(wearer).sqlite\(end)")
    }
    try portal.start()
    #expect(try await device.replica(of: wearer).isEmpty)
    try device.syncAll()
    #expect(try await device.replica(of: wearer) == device.log)
  }

  @Test("A device whose state was put back from a copy goes on from there")
  func putBack() async throws {
    let portal = try PortalProcess()
    let (_, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let device = try await TestDevice.paired(with: portal, wearer: wearer)
    let notice = device.askForHelp(1)
    device.store(.outbox(.acknowledged(notice.id, caregiver: 0)))
    device.store(.place(.inside))
    try device.sync()
    device.log = Array(device.log.prefix(1))
    device.store(.outbox(.closed(notice.id)))
    device.from = 1
    try device.sync()
    #expect(try await device.replica(of: wearer) == device.log)
  }

  @Test("Signs of life leave gaps; a device that was put back fills them with another life")
  func putBackIntoGap() async throws {
    let portal = try PortalProcess()
    let (ana, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let device = try await TestDevice.paired(with: portal, wearer: wearer)
    // One sign of life was stored behind the second record, where the copy was made; then more of them.
    for next in [3, 9] as [Int64] {
      device.from = 0
      device.log = [1, 2, 4, 5].map { sequence in
        SyncRecord(sequence: sequence, written: nil, words: Record.place(.inside).words)
      }
      try device.sync()
      let before = device.bytes(device.request())
      device.log = Array(device.log.prefix(2))
      let notice = device.askForHelp(UInt32(next))
      device.log[2].sequence = next
      device.from = 2
      try device.sync()
      #expect(try await device.replica(of: wearer) == device.log, "\(next)")
      let page = try ana.get("/w/\(wearer)").text
      #expect(page.contains("/notice/\(SyncText.hex(notice.id.value))"), "\(next)")
      // The next call agrees, and an empty one that comes late changes nothing.
      device.store(.outbox(.closed(notice.id)))
      try device.sync()
      _ = try portal.call(before)
      #expect(try await device.replica(of: wearer) == device.log, "\(next)")
    }
  }

  @Test("What cannot be used is refused with one line, and stores nothing")
  func refusals() async throws {
    let portal = try PortalProcess()
    let (_, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let device = try await TestDevice.paired(with: portal, wearer: wearer)
    device.store(.place(.outside))
    func status(_ body: String, key: String? = nil) throws -> (Int, String) {
      let answer = try portal.call(
        "POST", "/device/sync", ["Authorization": "Bearer \(key ?? device.key)"], body: body)
      return (answer.status, answer.text)
    }
    let good = String(decoding: device.request().json, as: UTF8.self)
    #expect(try status(good, key: Secrets.key()).0 == 401)
    #expect(try status(good, key: "x").0 == 401)
    #expect(try status("").0 == 400)
    #expect(try status("{").0 == 400)
    #expect(try status(good.replacing("\"v\":1", with: "\"v\":2")).0 == 426)
    #expect(try status(good.replacing("00000000000051b2", with: "00000000000051b3")).0 == 400)
    let huge = good + String(repeating: " ", count: 3_000_000)
    #expect(try status(huge).0 == 413)
    let bad = [
      "[]", "{\"v\":1}", good.replacing("\"from\":0", with: "\"from\":-1"),
      // The portal counts on from it.
      good.replacing("\"profile\":0", with: "\"profile\":\(Int.max)"),
    ]
    for body in bad {
      let (code, line) = try status(body)
      #expect(code == 400)
      #expect(line.utf8.count <= 301 && line.split(separator: "\n").count == 1, "\(line)")
    }
    #expect(try await device.replica(of: wearer).isEmpty)
    // The next good one is taken.
    try device.sync()
    #expect(try await device.replica(of: wearer) == device.log)
  }

  @Test("A code pairs one device, once, and a new device ends the old one's key")
  func pairing() async throws {
    let portal = try PortalProcess()
    let (_, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let code = try await portal.database().makeCode(for: wearer, at: PortalClock.real)
    func pair(_ code: String, _ identity: UInt64) throws -> Wire.Answer {
      let request = PairRequest(code: code, device: identity, name: "Rosa")
      return try portal.call(Wire.request("POST", "/device/pair", body: request.json))
    }
    let first = try PairAnswer(json: pair(code, 1).body)
    let file = try await WearerFiles(folder: portal.folder).file(wearer)
    #expect(try await file.lastContact() == nil, "a first device is not silent before its call")
    #expect(try pair(code, 2).status == 404)
    let over = try await portal.database().makeCode(
      for: wearer, at: PortalClock.real + .seconds(-49 * 3600))
    #expect(try pair(over, 2).status == 404)
    let old = TestDevice(portal, key: first.key, identity: 1)
    try old.sync()
    let call = try #require(try await file.lastContact())
    _ = try await TestDevice.paired(with: portal, wearer: wearer, identity: 2)
    // The new one has not called. Its silence counts from the pairing.
    let contact = try #require(try await file.lastContact())
    #expect(contact.at > call.at && contact.at.distance(to: contact.due) == .seconds(900))
    #expect(try portal.call(old.bytes(old.request())).status == 401)
  }
}
