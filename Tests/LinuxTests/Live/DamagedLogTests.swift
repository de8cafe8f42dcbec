import Device
import Diary
import Foundation
import Glibc
import HAL
import TestSupport
import Testing

@Suite("vigia run on a damaged log", .serialized)
struct DamagedLogTests {
  private static let profile = """
    caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]

    """
  private static let page = 4096

  private func until(_ what: String, _ condition: () throws -> Bool) throws {
    let end = Date(timeIntervalSinceNow: 120)
    while try !condition() {
      if Date() > end { throw LiveWalkTests.TookTooLong(what: what) }
      usleep(20_000)
    }
  }

  private func text(_ url: URL) -> String { (try? String(contentsOf: url, encoding: .utf8)) ?? "" }

  /// A state with many readings, and an open call for help behind them.
  private func prepare(_ run: LiveRun) throws {
    let store = try RecordStore(StateFolder(path: run.file("state").path), as: .device)
    _ = try store.beginLife { (7, 8) }
    for number in 1...400 as ClosedRange<UInt64> {
      let reading = DiaryReading(
        id: EntryID(number),
        taken: WallTime(milliseconds: 1_426_921_200_000 + Int64(number) * 60_000),
        result: .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(104))), category: .other)
      try store.append(Record.diary(.reading(reading)).words, written: nil)
    }
    let help = Notice(
      id: NoticeID(boot: 1, number: 1), matter: .help, whereabouts: nil,
      made: WallTime(milliseconds: 1_426_999_000_000), token: 42)
    try store.append(Record.outbox(.notice(help)).words, written: nil)
  }

  private func spoil(_ run: LiveRun, page: Int) throws {
    let file = try FileHandle(forWritingTo: run.file("state/vigia.sqlite"))
    defer { try? file.close() }
    try file.seek(toOffset: UInt64(page * Self.page))
    try file.write(contentsOf: Data(repeating: 0xA5, count: Self.page))
  }

  private func pages(_ run: LiveRun) throws -> Int {
    try Data(contentsOf: run.file("state/vigia.sqlite")).count / Self.page
  }

  /// Its black box is that of this life, and the settings are in.
  private func begun(_ run: LiveRun) throws {
    try until("the start") {
      try !run.events().isEmpty && text(run.file("state/blackbox.jsonl")).contains("CONFIG")
    }
  }

  private func count(_ what: String, in text: String) -> Int {
    text.components(separatedBy: what).count - 1
  }

  private func diary(_ run: LiveRun) throws -> (entries: Int, complaints: [String]) {
    let list = try Daemon([
      LiveRun.binary, "diary", "list", "--state", run.file("state").path, "--format", "json",
    ])
    list.wait()
    return (count("104", in: try list.written()), try list.complaints())
  }

  @Test(
    "The open call behind the bad page rings on, the caregiver is told once, and so is the diary")
  func start() throws {
    let run = try LiveRun(
      perimeter: "{lat: -2.9005, lon: -79.0045, radius_m: 100}", profile: Self.profile)
    try prepare(run)
    try spoil(run, page: try pages(run) / 2)
    for life in 1...3 {
      try run.start(["--gpsd", "127.0.0.1:1"])
      try begun(run)
      if life == 1 {
        try until("the notice of it") {
          try text(run.file("state/blackbox.jsonl")).contains(#""class":"STORAGE""#)
            && run.events().contains { $0["about"] as? String == "storage.failed" }
        }
      }
      // A power cut, but the last time.
      if life < 3 { run.daemon?.kill() } else { run.stop() }
      let box = text(run.file("state/blackbox.jsonl"))
      #expect(count(#""about":"reading""#, in: box) > 355)
      #expect(box.contains(#""about":"notice""#))
      #expect(count(#""class":"STORAGE""#, in: box) == (life == 1 ? 1 : 0))
      let said = try run.complaints()
      #expect(said.count { $0.contains("vigia-damaged-1.sqlite") } == (life == 1 ? 1 : 0))
      #expect(!said.contains { $0.contains("stores again") })
      let told = try diary(run)
      #expect(told.entries > 355)
      #expect(told.complaints.contains { $0.contains("vigia-damaged-1.sqlite: is a damaged log") })
    }
    let replayed = try LiveRun.replay([run.blackBox])
    #expect(replayed.last?["digest"] as? String == (try run.events().last?["digest"] as? String))
    #expect(!FileManager.default.fileExists(atPath: run.file("state/vigia-damaged-2.sqlite").path))
  }

  @Test("Pages go bad while the device runs: the next life has what it can, and tells it once")
  func running() throws {
    let run = try LiveRun(
      perimeter: "{lat: -2.9005, lon: -79.0045, radius_m: 100}", profile: Self.profile)
    try prepare(run)
    try run.start(["--gpsd", "127.0.0.1:1"])
    try begun(run)
    for page in 3..<(try pages(run)) / 2 { try spoil(run, page: page) }
    run.daemon?.kill()
    for life in 1...2 {
      try run.start(["--gpsd", "127.0.0.1:1"])
      try begun(run)
      if life == 1 {
        try until("the notice of it") {
          try run.events().contains { $0["about"] as? String == "storage.failed" }
        }
      }
      run.stop()
      let box = text(run.file("state/blackbox.jsonl"))
      #expect(box.contains(#""about":"notice""#))
      #expect(count(#""class":"STORAGE""#, in: box) == (life == 1 ? 1 : 0))
    }
    #expect(FileManager.default.fileExists(atPath: run.file("state/vigia-damaged-1.sqlite").path))
    #expect(!FileManager.default.fileExists(atPath: run.file("state/vigia-damaged-2.sqlite").path))
  }

  @Test(
    "The disk is full while it is set aside: the black box makes room, and nothing is lost",
    .needs(.mounting))
  func full() throws {
    let disk = try #require(SmallDisk(megabytes: 1))
    let run = try LiveRun(
      perimeter: "{lat: -2.9005, lon: -79.0045, radius_m: 100}", profile: Self.profile)
    try prepare(run)
    try spoil(run, page: try pages(run) / 2)
    try FileManager.default.moveItem(atPath: run.file("state").path, toPath: disk.path + "/state")
    try FileManager.default.createSymbolicLink(
      at: run.file("state"), withDestinationURL: URL(fileURLWithPath: disk.path + "/state"))
    // An old part is all that can be given up.
    try Data(repeating: 0x20, count: 200_000).write(
      to: run.file("state/blackbox-1-0.jsonl"))
    disk.fill()
    try run.start(["--gpsd", "127.0.0.1:1"])
    try until("the new file, and the records") {
      FileManager.default.fileExists(atPath: run.file("state/vigia-damaged-1.sqlite").path)
        && !FileManager.default.fileExists(atPath: run.file("state/vigia.sqlite.mended").path)
    }
    try until("the start") { try !run.events().isEmpty }
    run.daemon?.kill()
    disk.makeRoom()
    try run.start(["--gpsd", "127.0.0.1:1"])
    try begun(run)
    run.stop()
    #expect(count(#""about":"reading""#, in: text(run.file("state/blackbox.jsonl"))) > 355)
  }
}
