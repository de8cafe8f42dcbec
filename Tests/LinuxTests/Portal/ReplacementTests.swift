import Device
import Diary
import Foundation
import Glibc
import HAL
import TestSupport
import Testing

/// `vigia pair` with a code for a device in place of a lost one, and a portal that does as it is told.
@Suite("A lost device is replaced (SAFE-2, DIA-6)", .serialized)
struct ReplacementTests {
  private let portal: PortalServer
  private let folder = TemporaryFolder()

  init() throws {
    portal = try PortalServer("portal", isEncrypted: false)
    try portal.folder.write(
      "pair.json",
      #"{"v":1,"key":"\#(PortalServer.key)","wearer":"Rosa","restores":true}"#)
  }

  private var state: String { folder.path + "/state" }
  private var profile: String { folder.path + "/profile.yaml" }
  private var secret: String { folder.path + "/portal.secret" }

  // MARK: The lost device's log

  private static let noon = WallTime(milliseconds: 1_426_953_600_000)
  private static let help = NoticeID(boot: 7, number: 3)

  private static let records: [(sequence: Int64, record: Record)] = {
    let reading = DiaryReading(
      id: EntryID(1), taken: noon, result: .amount(.milligramsPerDecilitre(.init(104))),
      category: .other)
    let units = InsulinUnits(milliunits: 4500)
    let dose = DiaryDose(
      id: EntryID(2), taken: noon, meal: .lunch, mealPart: units, correction: .zero,
      insulinOnBoard: .zero, proposed: units, confirmed: units)
    let occurrence = Occurrence(reminder: 1, due: CivilMinute(23_782_080))
    let notice = Notice(
      id: help, matter: .help, whereabouts: nil, made: noon, token: 0, battery: 62)
    return [
      (2, .diary(.reading(reading))), (3, .diary(.dose(dose))),
      (5, .reminder(occurrence, .acknowledged, at: noon)), (8, .outbox(.notice(notice))),
    ]
  }()

  private static func text(_ record: Record) -> String {
    let words = record.words
    var all = (0..<10).map { words.words[$0] }
    while all.count > 1, all.last == 0 { all.removeLast() }
    return all.map { String($0, radix: 16) }.joined(separator: " ")
  }

  private static func row(_ sequence: Int64, _ record: Record) -> [Any] {
    [sequence, noon.milliseconds, text(record)]
  }

  private static let settings = """
    wearer: {name: Rosa}
    caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]
    perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 150}
    routes:
      mail: {host: localhost, user: vigia, credentials: mail.secret, from: vigia@example.org}
      portal: {url: "https://portal.example.net", credentials: portal.secret}

    """

  private static func page(
    _ records: [[Any]], annotations: [[Any]] = [], boot: Int = 9
  ) -> [String: Any] {
    ["v": 1, "records": records, "annotations": annotations, "boot": boot]
  }

  private static var last: [String: Any] {
    var page = page([])
    page["profile_kept"] = settings
    page["profile"] = [
      "revision": 6, "yaml": settings.replacingOccurrences(of: "150", with: "300"),
    ]
    return page
  }

  private func order(_ pages: [[String: Any]]) throws {
    let bytes = try JSONSerialization.data(withJSONObject: pages)
    try portal.folder.write("restore.json", String(decoding: bytes, as: UTF8.self))
  }

  /// Two pages of records, and the one with the settings.
  private func orderLog() throws {
    let rows = ReplacementTests.records.map { ReplacementTests.row($0.sequence, $0.record) }
    try order([
      ReplacementTests.page(
        Array(rows[..<2]), annotations: [[2, NSNull(), "tras la siesta"]]),
      ReplacementTests.page(Array(rows[2...])), ReplacementTests.last,
    ])
  }

  // MARK: The command

  private func start(_ arguments: [String] = []) throws -> Daemon {
    try Daemon(
      [LiveRun.binary, "pair", portal.url, "ABCD-EFGH", "--state", state, "--profile", profile]
        + arguments)
  }

  private func pair() throws -> (status: Int32, out: String, said: [String]) {
    let daemon = try start()
    daemon.wait()
    return (daemon.status, try daemon.written(), try daemon.complaints())
  }

  private func log() throws -> [(sequence: Int64, text: String)] {
    guard FileManager.default.fileExists(atPath: state + "/vigia.sqlite") else { return [] }
    let store = try RecordStore(StateFolder(path: state), as: .editor)
    return try store.log(behind: 0, most: 1000).map {
      ($0.sequence, Record($0.words).map { ReplacementTests.text($0) } ?? "?")
    }
  }

  private func expectWhole(_ log: [(sequence: Int64, text: String)]) {
    let all =
      ReplacementTests.records + [(9, Record.outbox(.closed(ReplacementTests.help)))]
    #expect(log.map(\.sequence) == all.map(\.sequence))
    #expect(log.map(\.text) == all.map { ReplacementTests.text($0.record) })
  }

  @Test("The new device has log, notes and settings, and says what the family must fill in")
  func restored() throws {
    try orderLog()
    let done = try pair()
    #expect(done.status == 0, "\(done)")
    #expect(portal.requests.first?["log"] as? Int == 0)
    expectWhole(try log())
    let diary = try Program.run([
      LiveRun.binary, "diary", "export", "--state", state, "--profile", profile,
    ]).output
    #expect(diary.contains("104") && diary.contains("tras la siesta"), "\(diary)")
    #expect(folder.text("profile.yaml") == ReplacementTests.settings)
    #expect(done.out.contains(folder.path + "/mail.secret"), "\(done.out)")
    #expect(done.out.contains("portal: {url: \"\(portal.url)\""), "\(done.out)")
    #expect(folder.text("portal.secret") == PortalServer.key + "\n")
    #expect(!done.out.contains(PortalServer.key))
    // The revision that was in force is, and the link goes on behind the log.
    let memory = folder.text("state/portal.json")
    #expect(memory.contains(#""stored":8"#) && memory.contains(#""revision":6"#), "\(memory)")
    #expect(folder.text("state/profile.portal").contains("radius_m: 300"))
    let life = try RecordStore(StateFolder(path: state), as: .device).beginLife { (1, 1) }
    #expect(life.number == 10, "above the lost device's lives")
  }

  @Test("A family's own file stays, and the lost device's lies beside it")
  func beside() throws {
    try orderLog()
    let own = ReplacementTests.settings.replacingOccurrences(of: "150", with: "200")
    try folder.write("profile.yaml", own)
    let done = try pair()
    #expect(done.status == 0 && done.out.contains("profile.yaml.restored"), "\(done)")
    #expect(folder.text("profile.yaml") == own)
    #expect(folder.text("profile.yaml.restored") == ReplacementTests.settings)
  }

  @Test("A state with records is refused with status 2, and stays as it is")
  func foreign() throws {
    try orderLog()
    let own = Record.outbox(.closed(NoticeID(boot: 1, number: 1)))
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    try RecordStore(StateFolder(path: state), as: .device).append(own.words, written: nil)
    let refused = try pair()
    #expect(refused.status == 2 && refused.said.count == 1, "\(refused)")
    #expect(refused.said.first?.contains("expected an empty state") == true, "\(refused)")
    #expect(try log().map(\.text) == [ReplacementTests.text(own)])
    #expect(!FileManager.default.fileExists(atPath: secret))
    // A portal that judges it first does not spend the code.
    try portal.status(409)
    let early = try pair()
    #expect(early.status == 2 && early.said.count == 1, "\(early)")
  }

  @Test("An answer that is lost on the way is asked for again")
  func lostAnswer() throws {
    try orderLog()
    try portal.folder.write("drops.json", "2")
    let done = try pair()
    #expect(done.status == 0, "\(done)")
    expectWhole(try log())
  }

  @Test("Nonsense of a portal is refused in a line, and nothing of it is stored")
  func nonsense() throws {
    let rows = ReplacementTests.records.map { ReplacementTests.row($0.sequence, $0.record) }
    let page = ReplacementTests.page
    let alive: [Any] = [4, NSNull(), "1 \(String(ReplacementTests.noon.milliseconds, radix: 16))"]
    var token = ReplacementTests.text(ReplacementTests.records[3].record)
    token += token.split(separator: " ").count == 9 ? " feed" : ""
    let broken: [Any] = [3, NSNull(), "ff 1"]
    let wordless: [Any] = [3, NSNull(), "no words"]
    let note: [Any] = [7, NSNull(), "nota"]
    let secretive: [Any] = [8, NSNull(), token]
    let many = (1...2001).map { sequence -> [Any] in [sequence, NSNull(), "9"] }
    let cases: [(String, [[String: Any]])] = [
      ("rising", [page([rows[1], rows[0]], [], 9)]),
      ("cannot be read", [page([rows[0], broken], [], 9)]),
      ("cannot be read", [page([alive], [], 9)]),
      ("hex words", [page([wordless], [], 9)]),
      ("belongs to no record", [page([rows[0]], [note], 9)]),
      ("boot is", [page([], [], 4_294_967_295)]),
      ("token", [page([rows[0], secretive], [], 9), page([], [], 9)]),
      ("expected up to 2000", [page(many, [], 9)]),
    ]
    for (expected, pages) in cases {
      try order(pages)
      let refused = try pair()
      #expect(refused.status == 1 && refused.said.count == 1, "\(expected): \(refused)")
      #expect(refused.said.first?.contains(expected) == true, "\(expected): \(refused.said)")
      #expect(try log().isEmpty, "\(expected)")
      #expect(!FileManager.default.fileExists(atPath: secret), "\(expected)")
    }
    // Three megabytes break off; the rest of the answer is not even read.
    let huge: [Any] = [3, NSNull(), String(repeating: "0", count: 3 << 20)]
    try order([page([huge], [], 9)])
    let refused = try pair()
    #expect(refused.status == 1 && refused.said.count == 1, "\(refused.status)")
    #expect(try log().isEmpty)
    // The code is good for a portal that is mended.
    try orderLog()
    #expect(try pair().status == 0)
    expectWhole(try log())
  }

  @Test("Killed at any moment it leaves an empty log or a whole one, and the command ends it then")
  func killed() throws {
    try orderLog()
    // While the portal thinks, the command has an empty state, and no key is written.
    try portal.folder.write("hold", "")
    let held = try start()
    while !FileManager.default.fileExists(atPath: portal.folder.path + "/held") { usleep(2000) }
    held.kill()
    #expect(try log().isEmpty && !FileManager.default.fileExists(atPath: secret))
    try FileManager.default.removeItem(atPath: portal.folder.path + "/hold")
    var counts: Set<Int> = []
    for turn in 0..<60 {
      let daemon = try start()
      usleep(UInt32(turn) * 4000)
      daemon.kill()
      let count = try log().count
      #expect(count == 0 || count == 5, "killed in turn \(turn)")
      if FileManager.default.fileExists(atPath: secret) {
        #expect(count == 5, "the key is written last")
      }
      counts.insert(count)
      guard count == 5 else { continue }
      // Again from the beginning.
      for file in [state, secret, profile] { try? FileManager.default.removeItem(atPath: file) }
    }
    let done = try pair()
    #expect(done.status == 0, "\(done)")
    expectWhole(try log())
    // The same command once more doubles nothing.
    #expect(try pair().status == 0)
    expectWhole(try log())
  }
}
