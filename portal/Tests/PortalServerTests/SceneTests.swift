import Device
import Foundation
import HAL
import Logging
import PortalPages
import Sync
import Testing

@testable import PortalServer
@testable import PortalStore

/// Conclusions of the first page from a device's calls, at times of the test's own.
@Suite("The device's calls, as the page reads them")
struct SceneTests {
  /// Friday 15 January 2027, 00:00 in Guayaquil, where the wearer lives.
  static let midnight = WallTime(milliseconds: 1_799_989_200_000)

  static func at(_ hour: Double) -> WallTime {
    midnight + .seconds(Int64(hour * 3600))
  }

  final class Calls {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("vigia-scene-\(UUID().uuidString)").path
    let file: WearerFile

    init() throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      file = try WearerFile(path: folder + "/1.sqlite")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func call(
      at hour: Double, charging: Bool? = false, device: UInt64 = 1, records: [Record] = [],
      from: Int64 = 0, profile: String = Proof.profile, isOpen: Bool = false,
      boot: UInt32 = 1, gps: SyncHealth.Receiver = .ok, moved: Int = 0
    ) async throws {
      var request = SyncRequest(
        device: device, boot: boot, from: from,
        health: SyncHealth(
          battery: 62, charging: charging, gps: gps, clock: .trusted, movedMinutes: moved,
          version: "test", open: isOpen))
      request.profileKept = profile
      request.records = records.enumerated().map { place, record in
        SyncRecord(
          sequence: from + Int64(place) + 1, written: SceneTests.at(hour).milliseconds,
          words: record.words)
      }
      _ = try await file.sync(request, at: SceneTests.at(hour))
    }

    /// A call each quarter of an hour.
    func calls(_ hours: ClosedRange<Double>, charging: Bool?) async throws {
      for hour in stride(from: hours.lowerBound, through: hours.upperBound, by: 0.25) {
        try await call(at: hour, charging: charging)
      }
    }

    func scene(at hour: Double) async throws -> WearerScene {
      let ana = Account(
        id: 1, email: "ana@example.org", name: "Ana", language: "es")
      return try await WearerScene(
        WearerEntry(id: "1", name: "Rosa"), .help, ana, file, at: SceneTests.at(hour))
    }

    func night(at hour: Double) async throws -> String {
      let night = try await scene(at: hour).healthView()?.lastNight
      return switch night {
      case .notCharged: "not charged"
      case .unknown: "unknown"
      case .charged(let from, let to, _):
        "charged \(from.map(hours) ?? "?") to \(to.map(hours) ?? "?")"
      case nil: "nothing"
      }
    }

    private func hours(_ time: WallTime) -> String {
      String(Double(SceneTests.midnight.distance(to: time).count) / 3_600_000)
    }
  }

  // MARK: The schedule of the perimeter

  /// The table is made by hand. The clocks in Madrid change on 28 March and 31 October 2027, at 01:00 UTC.
  @Test(
    "The page knows whether the schedule watches now, and until when, over both changes of the clocks",
    arguments: [
      ("", "2027-03-28T00:00:00Z", "always"),
      ("{days: daily, from: 0:00, to: 24:00}", "2027-03-28T00:00:00Z", "always"),
      ("{days: daily, from: 2:30, to: 3:30}", "2027-03-28T00:59:00Z", "off 2027-03-28T01:00:00Z"),
      ("{days: daily, from: 2:30, to: 3:30}", "2027-03-28T01:00:30Z", "on 2027-03-28T01:30:00Z"),
      ("{days: daily, from: 2:30, to: 3:30}", "2027-10-31T00:29:59Z", "off 2027-10-31T00:30:00Z"),
      ("{days: daily, from: 2:30, to: 3:30}", "2027-10-31T00:30:00Z", "on 2027-10-31T01:00:00Z"),
      ("{days: daily, from: 2:30, to: 3:30}", "2027-10-31T01:00:00Z", "off 2027-10-31T01:30:00Z"),
      ("{days: [fri], from: 22:00, to: 6:00}", "2027-01-16T04:59:00Z", "on 2027-01-16T05:00:00Z"),
      ("{days: [fri], from: 22:00, to: 6:00}", "2027-01-16T05:00:00Z", "off 2027-01-22T21:00:00Z"),
      (
        "{days: [mon], from: 8:00, to: 9:00}, {days: [mon], from: 9:00, to: 10:00}",
        "2027-01-18T07:30:00Z", "on 2027-01-18T09:00:00Z"
      ),
    ])
  func schedule(_ rows: String, _ time: String, _ expected: String) async throws {
    func wall(_ text: String) throws -> WallTime {
      WallTime(
        milliseconds: Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970 * 1000))
    }
    let hour = Double(SceneTests.midnight.distance(to: try wall(time)).count) / 3_600_000
    let calls = try Calls()
    let profile = """
      perimeter:
        lat: -2.9
        lon: -79
        radius_m: 150
        schedule: [\(rows)]
      time_zone: Europe/Madrid
      """
    try await calls.call(at: hour, profile: profile)
    let watch = try await calls.scene(at: hour).watch
    let parts = expected.split(separator: " ").map(String.init)
    let wanted: WatchState =
      switch parts[0] {
      case "on": .on(until: try wall(parts[1]))
      case "off": .off(until: try wall(parts[1]))
      case _: .always
      }
    #expect(watch == wanted)
  }

  // MARK: The newest place

  // MARK: Open notices

  @Test("An answered exit is open until the wearer is back, other matters for four hours (SAFE-5)")
  func answeredExit() async throws {
    let calls = try Calls()
    func notice(_ number: UInt32, _ matter: Notice.Matter, at hour: Double) -> Notice {
      Notice(
        id: NoticeID(boot: 1, number: number), matter: matter, whereabouts: nil,
        made: SceneTests.at(hour))
    }
    let before = notice(1, .perimeter(.left), at: 7)
    let exit = notice(2, .perimeter(.left), at: 8)
    let help = notice(3, .help, at: 8)
    try await calls.call(
      at: 8,
      records: [
        .place(.outside), .outbox(.notice(before)), .outbox(.notice(exit)), .outbox(.notice(help)),
        .outbox(.acknowledged(before.id, caregiver: 0)),
        .outbox(.acknowledged(exit.id, caregiver: 0)),
        .outbox(.acknowledged(help.id, caregiver: 0)),
      ])
    func open(at hour: Double) async throws -> [String] {
      try await calls.scene(at: hour).openAlerts.map(\.id)
    }
    #expect(try await open(at: 11.9) == [help.id.text, exit.id.text])
    #expect(try await open(at: 20) == [exit.id.text])
    try await calls.call(at: 20, records: [.place(.inside)], from: 7)
    #expect(try await open(at: 20).isEmpty)
  }

  /// A mail server may take long, and the record of the end comes only once somebody was told.
  @Test("What the device no longer counts as open is over, also before its log says so (SAFE-5)")
  func overUntold() async throws {
    let calls = try Calls()
    let exit = Notice(
      id: NoticeID(boot: 1, number: 1), matter: .perimeter(.left), whereabouts: nil,
      made: SceneTests.at(8))
    try await calls.call(at: 8, records: [.place(.outside), .outbox(.notice(exit))], isOpen: true)
    var scene = try await calls.scene(at: 8.1)
    #expect(scene.openAlerts.map(\.id) == [exit.id.text])
    #expect(try await calls.scene(at: 8.25).contact.state == .lost)
    // Somebody is with the wearer.
    try await calls.call(at: 8.25, records: [.place(.unknown)], from: 2)
    scene = try await calls.scene(at: 8.5)
    #expect(scene.openAlerts.isEmpty && scene.contact.state == .fine)
    let story = try #require(scene.log.notice(exit.id))
    let alert = try await scene.alert(story, map: nil)
    guard case .over(nil) = alert.summary.state, !alert.canTake else {
      Issue.record("it still waits: \(alert.summary.state)")
      return
    }
    guard case (.trying, .notNeeded) = (alert.routes[0].fate, alert.routes[1].fate) else {
      Issue.record("somebody's turn is to come: \(alert.routes)")
      return
    }
    // Half an hour without a call is a silence, and no sooner.
    #expect(try await calls.scene(at: 8.74).contact.state == .late)
    #expect(try await calls.scene(at: 8.75).contact.state == .lost)
  }

  @Test("What people were told of stays open when the device has lost its memory (SAFE-5)")
  func openTold() async throws {
    let calls = try Calls()
    let help = Notice(
      id: NoticeID(boot: 1, number: 1), matter: .help, whereabouts: nil, made: SceneTests.at(8),
      token: 7)
    let told = Record.outbox(
      .delivery(help.id, Recipient(caregiver: 0, route: .mail), .accepted))
    try await calls.call(at: 8, records: [.outbox(.notice(help)), told], isOpen: true)
    // It starts with a card that it cannot read, and knows of nothing that is open.
    try await calls.call(at: 8.25, from: 2, boot: 2)
    let scene = try await calls.scene(at: 8.5)
    #expect(scene.openAlerts.map(\.id) == [help.id.text])
    let story = try #require(scene.log.notice(help.id))
    let alert = try await scene.alert(story, map: nil)
    guard case .waiting = alert.summary.state, alert.canTake else {
      Issue.record("nobody can take it: \(alert.summary.state)")
      return
    }
    #expect(scene.contact.state == .fine, "it calls each quarter of an hour")
    try await calls.call(at: 8.75, records: [.outbox(.closed(help.id))], from: 2, boot: 3)
    #expect(try await calls.scene(at: 8.75).openAlerts.isEmpty)
  }

  @Test("An answer in the portal is not said to have come by mail a day later (SAFE-5)")
  func answeredHere() async throws {
    let calls = try Calls()
    let notice = Notice(
      id: NoticeID(boot: 1, number: 1), matter: .help, whereabouts: nil, made: SceneTests.at(8),
      token: 7)
    try await calls.call(at: 8, records: [.outbox(.notice(notice))])
    let ana = Account(id: 1, email: "ana@example.org", name: "Ana", language: "es")
    _ = try await calls.file.ask(
      NewCareRequest(
        .acknowledge(token: 7, caregiver: 1), until: SceneTests.at(12), by: ana, notice: notice.id),
      at: SceneTests.at(8), real: SceneTests.at(8))
    try await calls.call(at: 8.25, from: 1)
    try await calls.call(
      at: 8.5, records: [.outbox(.acknowledged(notice.id, caregiver: 0))], from: 1)
    for (hour, way) in [(9.0, AlertAnswer.Way.portal), (40, .unknown)] {
      let scene = try await calls.scene(at: hour)
      let story = try #require(scene.log.notices.first)
      guard case .answered(let answer) = scene.summary(story).state else {
        Issue.record("\(hour)")
        continue
      }
      #expect(answer.way == way, "\(hour)")
      // The notice's own page knows all requests.
      let view = try await scene.alert(story, map: nil)
      guard case .answered(let own) = view.summary.state else {
        Issue.record("\(hour)")
        continue
      }
      #expect(own.way == .portal, "\(hour)")
    }
  }

  /// 31 October 2027 has 25 hours in Madrid, and 28 March 23.
  @Test("The day's slider opens at the last event, also where the clocks change (SAFE-5)")
  func clocksChange() async throws {
    for (time, minute) in [("2027-10-31T20:30:00Z", 21 * 60 + 30), ("2027-03-28T19:30:00Z", 1290)] {
      let wall = WallTime(
        milliseconds: Int64(try Date(time, strategy: .iso8601).timeIntervalSince1970 * 1000))
      let hour = Double(SceneTests.midnight.distance(to: wall).count) / 3_600_000
      let calls = try Calls()
      let notice = Notice(
        id: NoticeID(boot: 1, number: 1), matter: .help, whereabouts: nil, made: wall)
      try await calls.call(
        at: hour, records: [.outbox(.notice(notice))],
        profile: "perimeter: {lat: -2.9, lon: -79, radius_m: 150}\ntime_zone: Europe/Madrid\n")
      let scene = try await calls.scene(at: hour)
      let view = try await scene.dayView(scene.day(of: wall), minute: nil, map: nil)
      #expect(view.minute == minute, "\(time)")
    }
  }

  @Test("A pairing is a contact, and no page takes what the device before it told for newer")
  func paired() async throws {
    let calls = try Calls()
    try await calls.call(at: 9.75)
    #expect(try await calls.scene(at: 10).contact.calledBefore == nil)
    try await calls.file.notePairing(at: SceneTests.at(12))
    let scene = try await calls.scene(at: 12.1)
    #expect(scene.contact.state == .fine && scene.contact.last == SceneTests.at(12))
    #expect(scene.contact.told == SceneTests.at(9.75))
    guard case .unknown = try await scene.wear() else {
      Issue.record("it is worn as the device before it was")
      return
    }
    #expect(try await calls.scene(at: 12.5).contact.state == .lost)
    try await calls.call(at: 12.6)
    #expect(try await calls.scene(at: 12.6).contact.told == SceneTests.at(12.6))
  }

  // MARK: Requests

  @Test("A word that the device has and never named is over a day after its time")
  func neverNamed() async throws {
    let calls = try Calls()
    try await calls.call(at: 8)
    let ana = Account(id: 1, email: "ana@example.org", name: "Ana", language: "es")
    _ = try await calls.file.ask(
      NewCareRequest(.whereIs(caregiver: 1), until: SceneTests.at(9), by: ana),
      at: SceneTests.at(8), real: SceneTests.at(8))
    try await calls.call(at: 8.25)
    for (hour, isOver) in [(10, false), (32.75, false), (33, true)] {
      let scene = try await calls.scene(at: hour)
      let asked = try await calls.file.requests(since: SceneTests.midnight)
      let fate = scene.view(try #require(asked.first)).fate
      switch fate {
      case .fetched: #expect(!isOver, "\(hour)")
      case .expired(let at): #expect(isOver && at == SceneTests.at(9), "\(hour)")
      case .queued, .applied, .refused: Issue.record("\(hour): \(fate)")
      }
    }
  }

  // MARK: Whether somebody wears it

  // MARK: The next call

  @Test("The next call is due by a full minute, and is late from that minute on")
  func nextCall() async throws {
    let calls = try Calls()
    // Ten seconds past noon: in 900 s, and a minute for the network, rounded up.
    let noon = 12 + 10.0 / 3600
    try await calls.call(at: noon)
    let due = SceneTests.at(12) + .seconds(17 * 60)
    for (minutes, state) in [(0.0, Contact.State.fine), (16.9, .fine), (17, .late), (30, .late)] {
      let contact = try await calls.scene(at: 12 + minutes / 60).contact
      #expect(contact.state == state, "\(minutes)")
      #expect(contact.due == due)
    }
    #expect(try await calls.scene(at: noon + 0.5).contact.state == .lost)
  }

  @Test("A call that was held counts from its answer")
  func held() async throws {
    let calls = try Calls()
    try await calls.call(at: 12)
    let request = SyncRequest(
      device: 1, boot: 1, from: 0, health: SyncHealth(gps: .ok, clock: .trusted, version: "test"))
    _ = try await calls.file.pending(
      for: request, stored: 0, kept: true, at: SceneTests.at(12) + .seconds(45))
    let contact = try await calls.scene(at: 12.1).contact
    #expect(contact.due == SceneTests.at(12) + .seconds(17 * 60))
    #expect(contact.last == SceneTests.at(12))
  }

  @Test("Open pages are told once when the device is late")
  func late() async throws {
    let calls = try Calls()
    var options = PortalOptions(folder: calls.folder)
    (options.start, options.pace) = (SceneTests.at(12.5), 0)
    let portal = try PortalServer.Portal(
      options, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let request = SyncRequest(
      device: 1, boot: 1, from: 0, health: SyncHealth(gps: .ok, clock: .trusted, version: "test"))
    let file = try await portal.files.file("ab")
    _ = try await file.sync(request, at: SceneTests.at(12.4))
    let (rings, number) = await portal.bell.listen(to: "ab", as: .page)
    #expect(try await portal.tellLate("ab", told: nil) == nil)
    _ = try await file.sync(request, at: SceneTests.at(12.2))
    let told = try await portal.tellLate("ab", told: nil)
    #expect(told == SceneTests.at(12.2) + .seconds(960))
    await portal.bell.leave("ab", .page, number)
    var count = 0
    for await _ in rings { count += 1 }
    #expect(count == 1)
    #expect(try await portal.tellLate("ab", told: told) == told)
    _ = try await file.sync(request, at: SceneTests.at(12.21))
    #expect(try await portal.tellLate("ab", told: told) != told)
  }

  // MARK: Times that the device may not know of

  // MARK: A device that was replaced
}
