import Device
import Diary
import Foundation
import HAL
import Logging
import Names
import Sync
import Testing

@testable import PortalPages
@testable import PortalServer
@testable import PortalStore

@Suite("Readings and doses on the portal")
struct DiaryTests {
  static let insulin = """

    insulin:
      unit: mg/dL
      lower_target: 90
      upper_target: 140
      sensitivity: 45
      base_u: {breakfast: 5, lunch: 6, dinner: 6}
      maximum_u: 15
      pen_step_u: 0.5
    """

  /// A portal with Rosa's device, and Ana, who administers.
  private func family(_ profile: String) async throws -> (
    portal: PortalProcess, ana: Visitor, wearer: String, device: TestDevice
  ) {
    let portal = try PortalProcess()
    let (ana, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let device = try await TestDevice.paired(with: portal, wearer: wearer)
    device.profile = profile
    try device.sync()
    return (portal, ana, wearer, device)
  }

  static func reading(_ id: UInt64, _ taken: WallTime, _ amount: Double) -> Record {
    .diary(
      .reading(
        DiaryReading(
          id: EntryID(id), taken: taken,
          result: .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(amount))),
          category: .beforeLunch)))
  }

  // MARK: Who sees it

  @Test("It is there with insulin in the profile, or with a reading; else not, and not linked")
  func isThere() async throws {
    let (_, ana, wearer, device) = try await family(Proof.profile)
    let pages = ["/w/\(wearer)/diary", "/w/\(wearer)/diary.csv"]
    for page in pages { #expect(try ana.get(page).status == 404, "\(page)") }
    #expect(try !ana.get("/w/\(wearer)").text.contains("/diary"))
    device.store(DiaryTests.reading(1, PortalClock.real, 104))
    try device.sync()
    for page in pages { #expect(try ana.get(page).status == 200, "\(page)") }
    #expect(try ana.get("/w/\(wearer)").text.contains("href=\"/w/\(wearer)/diary\""))
    let (_, other, manuel, _) = try await family(Proof.profile + DiaryTests.insulin)
    let html = try other.get("/w/\(manuel)/diary").text
    #expect(html.contains("El dispositivo no ha enviado ninguna medida ni dosis."))
    #expect(html.contains("Solo se cambian allí"))
  }

  @Test("Who may look sees it; strangers and nobody do not")
  func rights() async throws {
    let (portal, ana, wearer, device) = try await family(Proof.profile)
    device.store(DiaryTests.reading(1, PortalClock.real, 104))
    try device.sync()
    let (luis, _) = try await Visitor.invited(
      to: portal, "luis@example.org", wearer: "Rosa", as: .look, name: "Luis")
    let (otto, _) = try await Visitor.invited(
      to: portal, "otto@example.org", wearer: "Manuel", as: .administer, name: "Otto")
    for page in ["/w/\(wearer)/diary", "/w/\(wearer)/diary.csv"] {
      #expect(try ana.get(page).text.contains("104"))
      #expect(try luis.get(page).text.contains("104"))
      #expect(try otto.get(page).status == 404)
      let nobody = try Visitor(portal: portal).get(page)
      #expect(nobody.status == 303 && nobody.header("location")?.hasPrefix("/login") == true)
    }
  }

  @Test(
    "Days that are none are answered with one sentence, and the page stays",
    arguments: [
      ("from=ayer", "No se entiende el día"), ("to=2026-02-30", "No se entiende el día"),
      ("from=2026-11-24&to=2026-11-23", "El primer día es posterior al último"),
      ("from=0001-01-01", "No se entiende el día"), ("from=9999-12-31", "No se entiende el día"),
      ("from=%00%ff%27%22%3E%3Cscript%3E", "No se entiende el día"),
    ])
  func days(_ query: String, _ sentence: String) async throws {
    let (_, ana, wearer, device) = try await family(Proof.profile)
    device.store(DiaryTests.reading(1, PortalClock.real, 104))
    try device.sync()
    let answer = try ana.get("/w/\(wearer)/diary?\(query)")
    #expect(answer.status == 400)
    #expect(answer.text.contains(sentence) && answer.text.contains("104"))
    #expect(!answer.text.contains("<script>"))
    #expect(try ana.get("/w/\(wearer)/diary.csv?\(query)").status == 400)
  }

  @Test("A hostile log of entries at the ends of time is shown, and takes nothing with it")
  func hostile() async throws {
    let (_, ana, wearer, device) = try await family(Proof.profile)
    for (place, taken) in [Int64.min, -1, 0, .max / 2, .max].enumerated() {
      device.store(DiaryTests.reading(UInt64(place), WallTime(milliseconds: taken), 1e300))
    }
    device.store(DiaryTests.reading(77, PortalClock.real, 104))
    device.store(DiaryTests.reading(78, PortalClock.real, .nan))
    try device.sync()
    for query in ["", "?from=2000-01-01&to=2199-12-31"] {
      let answer = try ana.get("/w/\(wearer)/diary\(query)")
      #expect(answer.status == 200 && answer.text.contains("104"), "\(query)")
    }
    #expect(try ana.get("/w/\(wearer)/diary.csv").text.contains(",104,"))
  }

  // MARK: The figures are those of numpy

  /// The answers of another program: numpy, with the zone of the wearer from zoneinfo.
  private static let script = """
    import json, sys, zoneinfo, datetime
    import numpy
    rows = json.load(open(sys.argv[1]))
    zone = zoneinfo.ZoneInfo("Europe/Madrid")
    def figures(values):
        return {"count": len(values), "max": max(values), "min": min(values), "mean": float(numpy.mean(values)),
                "sd": float(numpy.std(values, ddof=1)) if len(values) > 1 else None}
    slots = [[] for _ in range(12)]
    for moment, value, category in rows:
        slots[datetime.datetime.fromtimestamp(moment / 1000, zone).hour // 2].append(value)
    print(json.dumps({
        "all": figures([value for _, value, _ in rows]),
        "groups": {str(name): figures([value for _, value, category in rows if category == name])
                   for name in sorted({category for _, _, category in rows})},
        "counts": [len(slot) for slot in slots],
        "levels": [[float(numpy.percentile(slot, p)) for p in (5, 25, 50, 75, 95)] if len(slot) >= 5 else None
                   for slot in slots]}))
    """

  /// Forty days over the change of the clocks, at any hour, but hardly any at night.
  private static func drawn() -> [DiaryReading] {
    var state: UInt64 = 20_261_025
    func next(_ below: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % below
    }
    let start = WallTime(milliseconds: 1_791_000_000_000)
    return (0..<420).map { place in
      let hour = place % 70 == 0 ? next(4) : 5 + next(18)
      let taken = start + .seconds(Int64(next(40) * 86_400 + hour * 3600 + next(3600)))
      let amount = Double(38 + next(3600) / 9)
      return DiaryReading(
        id: EntryID(UInt64(place + 1)), taken: taken,
        result: .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(amount))),
        category: ReadingCategory(rawValue: UInt8(next(7))) ?? .other)
    }
  }

  private struct Answer: Decodable {
    struct Figures: Decodable {
      var count: Int
      var max: Double
      var min: Double
      var mean: Double
      var sd: Double?
    }
    var all: Figures
    var groups: [String: Figures]
    var counts: [Int]
    var levels: [[Double]?]
  }

  private func ask(_ readings: [DiaryReading]) throws -> Answer {
    let rows = try readings.map { reading -> [Double] in
      guard case .amount(let glucose) = reading.result else {
        throw Wire.Failure(description: "no number")
      }
      return [
        Double(reading.taken.milliseconds), glucose.inMilligrams.value,
        Double(reading.category.rawValue),
      ]
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "vigia-rows-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try JSONEncoder().encode(rows).write(to: file)
    let said = try Tool.run("python3", "-c", DiaryTests.script, file.path)
    #expect(said.status == 0, "\(said.errors)")
    return try JSONDecoder().decode(Answer.self, from: Data(said.output.utf8))
  }

  private func isSame(_ a: Double?, _ b: Double?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return abs(a - b) <= 1e-9 * max(1, abs(b))
  }

  @Test("Statistics and percentiles are numpy's, in total, by category, and by the wearer's hours")
  func numpy() async throws {
    let readings = DiaryTests.drawn()
    let answer = try ask(readings)
    let now = try #require(readings.map(\.taken).max()) + .seconds(3600)
    let profile = Proof.profile.replacing("America/Guayaquil", with: "Europe/Madrid")
    let home = try await DiaryHome(now, profile, readings.map { .diary(.reading($0)) })
    defer { home.end() }
    let scene = try await home.scene()
    let days = DiaryDays(from: "2026-08-01", to: nil, today: scene.day(of: now))
    let view = try await scene.diaryView(days, shown: nil, entered: nil)
    #expect(view.items.count == readings.count)
    let speak = PageWording(language: .spanish, now: now, zone: scene.zone)
    let parts = view.items.compactMap { DiaryReadingPart($0, speak) }
    // Total and categories.
    let all = GlucoseStatistics(parts.map(\.result), in: .milligrams)
    #expect(all.count == answer.all.count)
    #expect(isSame(all.maximum, answer.all.max) && isSame(all.minimum, answer.all.min))
    #expect(isSame(all.mean, answer.all.mean) && isSame(all.standardDeviation, answer.all.sd))
    #expect(answer.groups.count == 7)
    for (name, expected) in answer.groups {
      let category = try #require(
        UInt8(name.split(separator: ".")[0]).flatMap(ReadingCategory.init))
      let group = GlucoseStatistics(
        parts.filter { $0.category == category }.map(\.result), in: .milligrams)
      #expect(group.count == expected.count, "\(name)")
      #expect(isSame(group.mean, expected.mean) && isSame(group.standardDeviation, expected.sd))
    }
    // Percentiles of the ambulatory profile.
    let pattern = AmbulatoryProfile(parts.map { ($0.minute, $0.result) }, in: .milligrams)
    #expect(pattern.slots.map(\.count) == answer.counts)
    #expect(answer.levels.contains { $0 == nil } && answer.levels.count { $0 != nil } > 6)
    for (slot, expected) in zip(pattern.slots, answer.levels) {
      let levels = slot.levels?.map { level -> Double? in
        if case .amount(let value) = level { value } else { nil }
      }
      #expect((levels == nil) == (expected == nil), "\(slot.start)")
      for (a, b) in zip(levels ?? [], expected ?? []) { #expect(isSame(a, b), "\(slot.start)") }
    }
    // The same as people read them.
    let html = home.html(view, scene)
    func said(_ value: Double, _ places: Int) -> String {
      String(format: "%.\(places)f", value).replacing(".", with: ",")
    }
    #expect(html.contains("<dt>Media</dt><dd>\(said(answer.all.mean, 1)) mg/dL</dd>"))
    let deviation = try #require(answer.all.sd)
    #expect(html.contains("<dt>Desviación típica</dt><dd>\(said(deviation, 1)) mg/dL</dd>"))
    let noon = try #require(answer.levels[6])
    #expect(
      html.contains(
        "12:00–14:00: mediana \(said(noon[2], 0)); la mitad, de \(said(noon[1], 0)) a "
          + "\(said(noon[3], 0)); nueve de cada diez, de \(said(noon[0], 0)) a \(said(noon[4], 0))")
    )
  }

  // MARK: The file is the device's own

  /// Readings and doses, changed and deleted, over both changes of the clocks in Madrid.
  private static let entered = [
    "add --glucose 182mg/dL --category before-lunch --dose 8U --correction 2U --at 2026-03-28T14:00",
    "add --glucose 10.1mmol/L --category after-dinner --at 2026-03-29T03:30",
    "add --glucose LO --category before-breakfast --at 2026-10-25T01:59",
    "add --glucose HI --at 2026-10-25T02:30+01:00",
    "add --glucose 104mg/dL --at 2026-10-25T02:30+02:00",
    "add --dose 4.5U --meal dinner --base 5U --at 2026-11-01T20:00",
    "add --glucose 61mg/dL --new-category tras=el,paseo --notes =1+1;\u{22}zumo\u{22},ñandú --at 2026-10-25T12:00",
    "add --glucose 99mg/dL --notes quita --at 2026-10-25T12:30",
    "edit 2 --dose 7.5U --yes", "delete 6 --yes", "edit 9 --notes  --yes",
  ]

  private func device(_ words: String, in folder: String, _ more: [String] = []) throws -> String {
    let said = try Tool.run(
      [DeviceProgram.path, "diary"]
        + words.split(separator: " ", omittingEmptySubsequences: false).map(String.init) + [
          "--state", folder + "/state", "--profile", folder + "/profile.yaml",
        ] + more)
    #expect(said.status == 0, "\(words): \(said.errors)")
    return said.output
  }

  @Test(
    "The CSV is that of `vigia diary export` byte for byte, between two days and for spreadsheets, too",
    .enabled(
      if: DeviceProgram.isUsed, "make portal-test builds the program"),
    arguments: ["es", "en"])
  func file(_ language: String) async throws {
    let profile = Proof.profile.replacing("America/Guayaquil", with: "Europe/Madrid")
      .replacing("language: es", with: "language: \(language)")
    let (portal, ana, wearer, device) = try await family(profile)
    try profile.write(toFile: portal.folder + "/profile.yaml", atomically: false, encoding: .utf8)
    for words in DiaryTests.entered { _ = try self.device(words, in: portal.folder) }
    let store = try RecordStore(StateFolder(path: portal.folder + "/state"), as: .editor)
    let entries = try store.log(behind: 0, most: 200)
    device.log = entries.map {
      SyncRecord(sequence: $0.sequence, written: $0.written?.milliseconds, words: $0.words)
    }
    device.annotations = entries.compactMap { entry in
      entry.annotation.map {
        SyncAnnotation(sequence: entry.sequence, category: $0.category, notes: $0.notes)
      }
    }
    #expect(device.log.count == 12 && device.annotations.count == 4)
    try device.syncAll()
    for (query, more) in [
      ("", []), ("?spreadsheet=yes", ["--spreadsheet-safe"]),
      ("?from=2026-03-29&to=2026-10-25", ["--from", "2026-03-29", "--to", "2026-10-25"]),
      ("?from=2026-10-25&to=2026-10-25", ["--from", "2026-10-25", "--to", "2026-10-25"]),
    ] {
      let answer = try ana.get("/w/\(wearer)/diary.csv\(query)")
      let own = try self.device("export", in: portal.folder, more)
      #expect(answer.status == 200 && Array(own.utf8) == answer.body, "\(query): \(answer.text)")
      #expect(own.utf8.count > 100, "\(own)")
      #expect(answer.header("content-type") == "text/csv; charset=utf-8")
    }
  }

  @Test("LO and HI have their place in the order, and no number is made of them")
  func words() {
    func result(_ amount: Double) -> MeterResult {
      .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(amount)))
    }
    let results = [MeterResult.low, .low, result(100), result(110), result(120), .high]
    let slot = AmbulatoryProfile(results.map { (60, $0) }, in: .milligrams).slots[0]
    #expect(slot.count == 6)
    #expect(slot.levels == [.low, .low, .amount(105), .amount(117.5), .high])
    #expect(
      AmbulatoryProfile(results.dropFirst(2).map { (60, $0) }, in: .milligrams).slots[0].levels
        == nil)
  }
}

/// A portal whose clock stands, and Rosa, whose device called once.
struct DiaryHome {
  let folder: String
  let portal: PortalServer.Portal
  let rosa: WearerEntry
  let account: Account

  init(_ now: WallTime, _ profile: String, _ records: [Record]) async throws {
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("vigia-diary-\(UUID().uuidString)").path
    var options = PortalOptions(folder: folder)
    (options.start, options.pace) = (now, 0)
    portal = try PortalServer.Portal(
      options, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let id = try await portal.database.makeWearer(named: "Rosa", at: now)
    rosa = WearerEntry(id: id, name: "Rosa")
    let token = try await portal.database.invite(
      email: "ana@example.org", name: "Ana", by: nil, to: id, as: .look, at: now)
    let taken = try await portal.database.accept(
      token, name: "Ana", password: nil, language: "es", at: now)
    account = try #require(taken?.account)
    var request = SyncRequest(
      device: 1, boot: 1, from: 0, health: SyncHealth(gps: .ok, clock: .trusted, version: "test"))
    request.profileKept = profile
    request.records = records.enumerated().map { index, record in
      SyncRecord(sequence: Int64(index + 1), written: now.milliseconds, words: record.words)
    }
    _ = try await portal.files.file(id).sync(request, at: now)
  }

  func scene() async throws -> WearerScene {
    try await WearerScene(
      rosa, .look, account, try await portal.files.file(rosa.id), at: portal.clock.now)
  }

  func html(_ view: DiaryView, _ scene: WearerScene) -> String {
    portal.renderer.html(
      .diary(view),
      in: Frame(
        language: .spanish, now: portal.clock.now, zone: scene.zone, account: "Ana",
        wearer: scene.link)
    ).replacing("\u{A0}", with: " ")
  }

  func end() { try? FileManager.default.removeItem(atPath: folder) }
}
