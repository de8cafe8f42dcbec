import Device
import Diary
import Foundation
import HAL
import Logging
import PortalPages
import Sync
import Testing

@testable import PortalServer
@testable import PortalStore

@Suite("The page of a wearer who gives up smoking")
struct QuittingTests {
  private static let profile = """
    wearer: {name: Rosa}
    caregivers:
      - {name: Ana, kinship: hija, email: ana@example.org}
    language: es
    time_zone: Europe/Madrid
    perimeter: {lat: 40.4168, lon: -3.7038, radius_m: 150}
    quit:
      per_day: 17
      price: [{from: 2026-01-01, each: 0.275}, {from: 2026-10-25 02:30, each: 0.2913}]
      currency: EUR
      quit_at: 2026-10-20 22:10
      motive: health
      phrase: Por mis nietas
      ranks: [30, 50, 100]
      on_demand: yes
      check_in: "20:30"
    slips:
      - {at: 2026-10-24 21:00, cigarettes: 2, note: la boda de Inés}
    """

  /// The number of a companion's entry: FNV-1a of its key, from 20000 on.
  private static func number(_ key: String) -> UInt16 {
    let hash = key.utf8.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return 20_000 + UInt16(hash % 45_536)
  }

  private static func time(_ text: String) throws -> WallTime {
    let date = try #require(ISO8601DateFormatter().date(from: text))
    return WallTime(milliseconds: Int64(date.timeIntervalSince1970) * 1000)
  }

  /// An answer to a question, as the device's core records it.
  private static func answer(_ key: String, _ value: UInt8, at text: String) throws -> Record {
    let at = try time(text)
    let due = CivilMinute(Int32(at.milliseconds / 60_000))
    return .reminder(
      Occurrence(reminder: number(key), due: due), .answered(value), at: at)
  }

  /// Cravings, and evenings: two cigarettes on the day of the noted slip are the same two.
  private static func answers() throws -> [Record] {
    try [
      answer("quit/craving", 7, at: "2026-10-21T08:00:00Z"),
      answer("quit/check-in", 0, at: "2026-10-21T18:31:00Z"),
      answer("quit/check-in", 2, at: "2026-10-24T18:31:00Z"),
      answer("quit/craving", 3, at: "2026-10-25T00:40:00Z"),
      answer("quit/check-in", 1, at: "2026-11-02T19:31:00Z"),
    ]
  }

  /// A portal whose clock stands, and Rosa, whose device called once.
  private struct Home {
    let folder: String
    let portal: PortalServer.Portal
    let rosa: WearerEntry
    let account: Account

    init(_ now: WallTime, called: WallTime? = nil, profiles: [String], _ records: [Record] = [])
      async throws
    {
      folder =
        FileManager.default.temporaryDirectory
        .appendingPathComponent("vigia-quitting-\(UUID().uuidString)").path
      var options = PortalOptions(folder: folder)
      (options.start, options.pace) = (now, 0)
      portal = try PortalServer.Portal(
        options, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      let database = portal.database
      let id = try await database.makeWearer(named: "Rosa", at: now)
      rosa = WearerEntry(id: id, name: "Rosa")
      let token = try await database.invite(
        email: "ana@example.org", name: "Ana", by: nil, to: id, as: .look, at: now)
      let taken = try await database.accept(
        token, name: "Ana", password: nil, language: "es", at: now)
      account = try #require(taken?.account)
      for profile in profiles {
        var request = SyncRequest(
          device: 1, boot: 1, from: 0,
          health: SyncHealth(gps: .ok, clock: .trusted, version: "test"))
        request.profileKept = profile
        request.records = records.enumerated().map { index, record in
          SyncRecord(
            sequence: Int64(index + 1), written: now.milliseconds, words: record.words)
        }
        _ = try await portal.files.file(id).sync(request, at: called ?? now)
      }
    }

    func scene() async throws -> WearerScene {
      try await WearerScene(
        rosa, .look, account, try await portal.files.file(rosa.id), at: portal.clock.now)
    }

    func html() async throws -> String {
      let scene = try await scene()
      let view = try #require(scene.quitView(tip: nil))
      return portal.renderer.html(
        .quit(view),
        in: Frame(
          language: .spanish, now: portal.clock.now, zone: scene.zone, account: "Ana",
          wearer: scene.link))
    }

    func end() { try? FileManager.default.removeItem(atPath: folder) }
  }

  /// Both hours of a night in autumn among them: the count stands still in the second one.
  @Test(
    "Its figures are those of `vigia quit status` for the same device at the same instant",
    .enabled(
      if: DeviceProgram.isUsed, "make portal-test builds the program"),
    arguments: [
      ("2026-10-20T20:10:00Z", "2026-10-20 22:10"), ("2026-10-21T04:09:30Z", "2026-10-21 06:09"),
      ("2026-10-25T00:30:00Z", "2026-10-25 02:30"), ("2026-10-25T01:30:00Z", "2026-10-25 02:59"),
      ("2026-10-25T02:01:00Z", "2026-10-25 03:01"), ("2026-11-25T03:08:00Z", "2026-11-25 04:08"),
      ("2028-02-29T12:00:00Z", "2028-02-29 13:00"),
    ])
  func figures(_ instant: String, _ minute: String) async throws {
    let now = try QuittingTests.time(instant)
    let records = try QuittingTests.answers()
    let home = try await Home(now, profiles: [QuittingTests.profile], records)
    defer { home.end() }
    let said = try QuittingTests.status(records, at: minute, in: home.folder)
    let status = try #require(said.first)
    let view = try #require(try await home.scene().quitView(tip: nil)?.figures)
    let expected: [String: Int64] = [
      "minutes": view.status.minutes, "not_smoked": view.status.notSmoked,
      "saved_units": view.status.saved.units, "slips": Int64(view.status.slips.count),
      "slipped": view.status.slipped, "streak_min": view.status.streak,
      "longest_streak_min": view.status.longestStreak, "cravings": Int64(view.answers.count),
    ]
    for (key, value) in expected {
      #expect((status[key] as? Int).map(Int64.init) == value, "\(key) at \(minute)")
    }
    // The same on the page, as people read it.
    let html = try await home.html()
    let text = { (key: String) in (status[key] as? String ?? "").replacing(".", with: ",") }
    #expect(html.contains("<dd>\(status["not_smoked"] as? Int ?? -1)</dd>"))
    #expect(html.contains("<dd>\(text("saved"))\u{A0}EUR</dd>"))
    #expect(!html.contains("0\u{A0}s"), "a span is counted in seconds")
    #expect(html.contains("<dd>\(status["rank"] as? Int ?? -1) (1 es el más alto)</dd>"))
    if status["missing"] is String {
      #expect(html.contains("<dd>\(text("missing"))\u{A0}EUR</dd>"))
    }
    for line in said where line["reached"] as? Bool == true {
      let words = try #require(line["text"] as? String)
      #expect(html.contains(words), "\(words) at \(minute)")
    }
    let milestones = said.filter { $0["event"] as? String == "quit.milestone" }
    #expect(milestones.count == view.steps.count)
    for (line, step) in zip(milestones, view.steps) {
      #expect(line["reached"] as? Bool == (step.due <= view.now), "\(step.milestone.code)")
    }
  }

  /// The lines of `vigia quit status --format json`, from a state that has these records.
  private static func status(
    _ records: [Record], at minute: String, in folder: String
  ) throws -> [[String: Any]] {
    let state = StateFolder(path: folder + "/state")
    do {
      let store = try RecordStore(state, as: .device)
      for record in records { try store.append(record.words, written: nil) }
    }
    try profile.write(toFile: folder + "/profile.yaml", atomically: false, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: DeviceProgram.path)
    process.arguments = [
      "quit", "status", "--profile", folder + "/profile.yaml", "--state", state.path, "--now",
      minute, "--format", "json",
    ]
    let output = Pipe()
    process.standardOutput = output
    try PortalProcess.withoutBlockedSignals { try process.run() }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return try data.split(separator: 0x0A).map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    }
  }

  @Test("It says up to when answers are known, once the device was silent for half an hour")
  func silent() async throws {
    let now = try QuittingTests.time("2026-11-25T03:08:00Z")
    for (minutes, isLost) in [(29, false), (30, true)] as [(Int64, Bool)] {
      let home = try await Home(
        now, called: now + .seconds(-minutes * 60), profiles: [QuittingTests.profile])
      defer { home.end() }
      let html = try await home.html()
      #expect(html.contains("No hay contacto con el dispositivo desde") == isLost)
      #expect(html.contains("se conocen hasta su último contacto") != isLost)
    }
  }

  @Test("It is there with the section, and gone without; another's mistake keeps the last figures")
  func profileSection() async throws {
    let now = try QuittingTests.time("2026-11-25T03:08:00Z")
    let with = QuittingTests.profile
    let without = String(with.prefix { _ in true }.split(separator: "quit:")[0])
    let wrong = with.replacing("per_day: 17", with: "per_day: 17\n  vaping: yes")
    func view(_ profiles: [String]) async throws -> (link: Bool, view: QuitView?) {
      let home = try await Home(now, profiles: profiles)
      defer { home.end() }
      let scene = try await home.scene()
      return (scene.link.isQuitting, scene.quitView(tip: nil))
    }
    #expect(try await view([]).view == nil)
    #expect(try await view([without]).view == nil)
    let there = try await view([without, with])
    #expect(there.link && there.view?.figures != nil && there.view?.unreadable == nil)
    let gone = try await view([with, without])
    #expect(!gone.link && gone.view == nil)
    let kept = try await view([with, wrong])
    #expect(kept.link && kept.view?.figures?.plan.perDay == 17 && kept.view?.unreadable == now)
    let never = try await view([wrong])
    #expect(!never.link && never.view != nil && never.view?.figures == nil)
  }
}
