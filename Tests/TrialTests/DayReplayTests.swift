import Device
import Foundation
import HAL
import Names
import TestSupport
import Testing
import Traces
import Words

@testable import Trial

@Suite("A day in a trace: what the device does with it, and what people read")
struct DayReplayTests {
  /// 2015-03-21T15:00:00Z: ten o'clock in Cuenca.
  private let start: Int64 = 1_426_950_000_000
  private let home = Position(latitudeE7: -29_005_000, longitudeE7: -790_045_000)!

  private func settings(reminder: UInt16, at time: String) throws -> [Setting] {
    [
      .begin, .perimeter(try Perimeter(center: home, radius: Metres(100))),
      .zone(ZoneTransition(at: 0, offset: -300)),
      .caregiver(Caregiver(hasMail: true, hasRelay: false)),
      .reminder(
        Reminder(
          id: reminder, kind: .reminder, first: try #require(CivilMinute(text: time)),
          repeats: .once, tellsCaregiver: false)), .limits(Limits()), .end,
    ]
  }

  private var words: TraceWords {
    var names = Names()
    names.wearer.name = "Rosa"
    names.caregivers = [.init(name: "Ana", kinship: "hija")]
    names.reminders[7] = .init(name: "Regar")
    names.reminders[8] = .init(name: "Comer")
    return TraceWords(
      names: names, language: .spanish, timeZone: "America/Guayaquil",
      zones: [ZoneTransition(at: 0, offset: -300)])
  }

  /// Starts, waits at home for three minutes, and presses what `keys` says.
  private func trace(
    fixes: Int = 180, boot: Bool = true, clock: Bool = false, keys: [(Int64, Key)] = [],
    restored: [Record] = []
  ) throws -> String {
    var text = ""
    let writer = TraceWriter(plain: { text += $0 })
    func write(_ at: Int64, _ kind: Event.Kind) throws {
      try writer.write(Event(at: Instant(milliseconds: at), kind))
    }
    if boot { try write(0, .booted(Boot(number: 2, keys: .all, secret: (1, 2)))) }
    for record in restored { try write(0, .restored(record)) }
    try writer.configure(settings(reminder: 7, at: "2015-03-21T10:02"), words, at: .start)
    if clock { try write(1000, .clock(WallTime(milliseconds: start + 1000), .ntp)) }
    for second in 0..<Int64(180) {
      for (at, key) in keys where at == second { try write(at * 1000, .key(KeyPress(key))) }
      guard second < fixes else { continue }
      let time = FixTime(WallTime(milliseconds: start + second * 1000), isDated: true)
      try write(
        second * 1000, .fix(Fix(mode: .threeD, position: home, time: time, eph: Metres(10))))
    }
    try writer.write(TraceMark(at: Instant(milliseconds: 150_000), text: "rings <loudly>"))
    return text
  }

  private func replay(
    _ text: String, _ options: Replay.Options = .init()
  ) throws -> (outcome: Replay.Outcome, entries: [TimelineEntry]) {
    let file = try TemporaryFile(text)
    var entries: [TimelineEntry] = []
    let outcome = try Replay(path: file.path, options: options).run { entries.append($0) }
    return (outcome, entries)
  }

  private func reminders(_ entries: [TimelineEntry]) -> [UInt16] {
    entries.filter { $0.name == .reminderDue }.compactMap { $0.action.occurrence?.reminder }
  }

  @Test("A trace with its profile replays alone: due by the wearer's wall, said in her words")
  func alone() throws {
    let (_, entries) = try replay(try trace(keys: [(140, .ok)]))
    let due = try #require(entries.first { $0.name == .reminderDue })
    #expect(due.time.milliseconds == start + 120_000)
    var text = PlainText(language: .spanish, timeZone: .gmt)
    let line = text.line(due)
    #expect(line.hasPrefix("2015-03-21 (America/Guayaquil)\n  10:02:00  "))
    #expect(line.contains("Regar"))
    let acknowledged = try #require(entries.first { $0.name == .reminderAcknowledged })
    #expect(acknowledged.sinceStart == .seconds(140))
    // The first line of the day is in local time too, though the words came after it.
    var fresh = PlainText(language: .spanish, timeZone: .gmt)
    #expect(fresh.line(try #require(entries.first)).contains("10:00:00"))
  }

  @Test(
    "A profile of the caller takes the place of the trace's, also after a start",
    arguments: [
      true, false,
    ])
  func overridden(boot: Bool) throws {
    let options = Replay.Options(settings: try settings(reminder: 8, at: "2015-03-21T10:01"))
    let (_, entries) = try replay(try trace(boot: boot), options)
    #expect(reminders(entries) == [8])
  }

  @Test("Restored records come before the caller's profile: nothing that was done is asked again")
  func restored() throws {
    let due = try #require(CivilMinute(text: "2015-03-21T10:01"))
    let done = Record.reminder(
      Occurrence(reminder: 8, due: due), .acknowledged,
      at: WallTime(milliseconds: start - 3_600_000))
    let options = Replay.Options(settings: try settings(reminder: 8, at: "2015-03-21T10:01"))
    #expect(reminders(try replay(try trace(restored: [done]), options).entries) == [])
    #expect(reminders(try replay(try trace(), options).entries) == [8])
  }

  @Test("Without a position, a clock tells the time, and what was expected can come true")
  func clockOnly() throws {
    let text = try trace(fixes: 0, clock: true, keys: [(130, .help), (175, .ok)])
    let (outcome, entries) = try replay(text)
    let help = try #require(entries.first { $0.name == .helpRequested })
    #expect(help.time.milliseconds == start + 130_000)
    #expect(help.sinceStart == .seconds(130))
    #expect(outcome.isDated)
    #expect(outcome.start.milliseconds == start)
    #expect(reminders(entries) == [7])
    #expect(outcome.verdicts(nil).isEmpty)
    func misses(_ yaml: String) throws -> Int {
      let file = try TemporaryFile("expect:\n- {\(yaml)}\n")
      let verdicts = outcome.verdicts(try Expectations(file: file.path))
      return verdicts.count { $0.miss != nil }
    }
    #expect(try misses("event: help.requested") == 0)
    #expect(try misses("none: battery.low") == 0)
    // A trace without a position cannot show that the wearer stayed inside.
    #expect(try misses("none: perimeter.exit") == 1)
    #expect(try misses("event: position.lost, count: 0") == 1)
  }

  @Test("Nothing that is expected wholly outside the recording misses, and says why")
  func outside() throws {
    // Three minutes from 10:00 in Guayaquil, which are 15:00 UTC.
    let (outcome, _) = try replay(try trace(keys: [(140, .ok)]))
    func misses(_ yaml: String) throws -> [String] {
      let file = try TemporaryFile("expect:\n- {\(yaml)}\n")
      return outcome.verdicts(try Expectations(file: file.path)).compactMap(\.miss)
    }
    for late in ["from: 2051-03-21T15:00:00Z", "from: 2015-03-21T15:03:00Z", "from_s: 180"] {
      for wish in ["none: perimeter.exit", "event: battery.low, count: 0"] {
        let said = try misses("\(wish), \(late)")
        #expect(said.count == 1 && said[0].hasPrefix("the trace ends before that window, at 179.0"))
      }
    }
    let early = try misses("none: perimeter.exit, to: 2001-03-21T15:00:00Z")
    #expect(early.count == 1 && early[0].hasPrefix("the trace begins after that window, at 0.0 s"))
    // A window of seconds and wall time: only the trace tells that nothing is in it.
    for empty in [
      "from_s: 121, to: 2015-03-21T15:02:00Z", "from_s: 600, to: 2015-03-21T15:01:00Z",
      "from: 2015-03-21T15:02:00Z, to_s: 119",
    ] {
      #expect(
        try misses("none: perimeter.exit, \(empty)") == ["that window ends before it begins"])
    }
    for fit in [
      "from_s: 120, to: 2015-03-21T15:02:00Z", "from: 2015-03-21T15:02:00Z, to_s: 120",
      "from_s: 100", "to_s: 4000", "from: 2015-03-21T15:02:00Z, to: 2051-03-21T15:00:00Z",
      "from: 2001-03-21T15:00:00Z, to: 2015-03-21T15:00:00Z",
    ] {
      #expect(try misses("none: perimeter.exit, \(fit)") == [], "\(fit)")
    }
    // Another clock would date a trace without dates.
    var undated = outcome
    undated.isDated = false
    (undated.start, undated.end) = (
      WallTime(milliseconds: 0), WallTime(milliseconds: 179_000)
    )
    let file = try TemporaryFile(
      "expect:\n- {none: perimeter.exit, from: 2051-03-21T15:00:00Z}\n")
    #expect(
      undated.verdicts(try Expectations(file: file.path)).allSatisfy { $0.miss == nil })
    // Nothing in it has a date: what is expected of a date cannot be judged.
    undated.timeline = []
    func told(_ window: String, isLived: Bool = false) throws -> [String?] {
      let file = try TemporaryFile("expect:\n- {none: perimeter.exit, \(window)}\n")
      return undated.verdicts(try Expectations(file: file.path), isLived: isLived).map(\.miss)
    }
    for window in ["from: 2015-03-21T15:00:00Z", "from_s: 10, to: 2051-03-21T15:00:00Z"] {
      undated.format = .nmea
      #expect(
        try told(window)
          == ["the trace has no date, and that window has; give it one with --date"])
      // --date gives a recording of a device none, nor a day that a world lived.
      undated.format = .gpsdJSON
      for isLived in [true, false] {
        #expect(
          try told(window, isLived: isLived) == [
            "the device never knew the date; expect seconds from the start (from_s, to_s)"
          ])
      }
    }
    // Its own days count from 1970-01-01.
    for window in [
      "from_s: 10", "from: 1970-01-01T00:01:00Z", "to: 1970-01-01T00:01:00Z",
      "from: 1970-01-01T00:01:00Z, to_s: 100",
    ] {
      #expect(try told(window) == [nil])
      #expect(try told(window, isLived: true) == [nil])
    }
  }

  @Test("Nothing that is expected of a reminder or caregiver that no profile has misses")
  func unknownNumbers() throws {
    let (outcome, _) = try replay(try trace(keys: [(140, .ok)]))
    func misses(_ yaml: String) throws -> [String] {
      let file = try TemporaryFile("expect:\n- {\(yaml)}\n")
      return outcome.verdicts(try Expectations(file: file.path)).compactMap(\.miss)
    }
    for wish in ["none: reminder.snoozed", "event: reminder.snoozed, count: 0"] {
      #expect(try misses("\(wish), reminder: 7") == [])
      #expect(
        try misses("\(wish), reminder: 77") == ["no profile of the trace has that reminder"])
    }
    #expect(
      try misses("none: notice.delivered, about: help, caregiver: 4")
        == ["no profile of the trace has so many caregivers"])
    // Whoever is refused need not be on a list.
    #expect(try misses("none: company.refused, caregiver: 4") == [])
  }

  @Test(
    "A week counter that overflowed dates no event: the device's own belief does",
    arguments: [true, false])
  func overflowedReceiver(isNetworkSilent: Bool) throws {
    let era = 1024 * 7 * Int64(86_400_000)
    var text = ""
    let writer = TraceWriter(plain: { text += $0 })
    func write(_ second: Int64, _ kind: Event.Kind) throws {
      try writer.write(Event(at: Instant(milliseconds: second * 1000), kind))
    }
    try write(0, .booted(Boot(number: 2, keys: .all, secret: (1, 2))))
    try write(0, .restored(.alive(WallTime(milliseconds: start - 60_000))))
    try writer.configure(settings(reminder: 7, at: "2015-03-21T10:02"), words, at: .start)
    for second in 1..<Int64(180) {
      if second == 130 { try write(second, .key(KeyPress(.help))) }
      if second == 60, !isNetworkSilent {
        try write(second, .clock(WallTime(milliseconds: start + second * 1000), .ntp))
      }
      let time = FixTime(WallTime(milliseconds: start + second * 1000 - era), isDated: true)
      try write(second, .fix(Fix(mode: .threeD, position: home, time: time, eph: Metres(10))))
    }
    let (_, entries) = try replay(text)
    let help = try #require(entries.first { $0.name == .helpRequested })
    let early = try #require(entries.first)
    #expect(help.sinceStart == .seconds(130))
    if isNetworkSilent {
      // Only the last sign of life says about when it was.
      #expect(help.time.milliseconds == start - 60_000 + 130_000)
    } else {
      #expect(help.time.milliseconds == start + 130_000)
      #expect(reminders(entries) == [7])
    }
    #expect(early.time.milliseconds > start - 120_000)
  }

  @Test("A first word an era back dates events only until the network has convinced the device")
  func overruledReceiver() throws {
    let era = 1024 * 7 * Int64(86_400_000)
    // Twelve years later, so that an era before is a time that a device can believe.
    let start = self.start + 4383 * 86_400_000
    var text = ""
    let writer = TraceWriter(plain: { text += $0 })
    func write(_ second: Int64, _ kind: Event.Kind) throws {
      try writer.write(Event(at: Instant(milliseconds: second * 1000), kind))
    }
    try write(0, .booted(Boot(number: 1, keys: .all, secret: (1, 2))))
    try writer.configure(settings(reminder: 7, at: "2015-03-21T10:02"), words, at: .start)
    for second in 1..<Int64(180) {
      if second == 130 { try write(second, .key(KeyPress(.help))) }
      if [60, 70, 80].contains(second) {
        try write(second, .clock(WallTime(milliseconds: start + second * 1000), .ntp))
      }
      let time = FixTime(WallTime(milliseconds: start + second * 1000 - era), isDated: true)
      try write(second, .fix(Fix(mode: .threeD, position: home, time: time, eph: Metres(10))))
    }
    let (_, entries) = try replay(text)
    let help = try #require(entries.first { $0.name == .helpRequested })
    #expect(help.time.milliseconds == start + 130_000)
  }

  @Test("Pages are told on demand, in the wearer's language")
  func screens() throws {
    let text = try trace(keys: [(130, .help)])
    var options = Replay.Options()
    #expect(!(try replay(text, options).entries.contains { $0.name == .screen }))
    options.showsScreens = true
    let (outcome, entries) = try replay(text, options)
    let calling = try #require(
      entries.first { entry in
        if case .show(.help(.calling, _)) = entry.action { return true }
        return false
      })
    #expect(calling.screen == ["Avisando a Ana, tu hija"])
    #expect(
      JSONLines(trace: nil).line(calling).hasSuffix(
        "\"event\":\"screen\",\"page\":\"help.calling\",\"lines\":[\"Avisando a Ana, tu hija\"]}\n")
    )
    var lines = PlainText(language: .english, timeZone: .gmt)
    #expect(lines.line(calling).hasSuffix("  10:02:10  │ Avisando a Ana, tu hija\n"))
    // Asking changes nothing that is decided.
    #expect(outcome.summary.digest == (try replay(text)).outcome.summary.digest)
  }

  @Test("A page names only keys that the board of the trace has", arguments: [true, false])
  func keys(hasOK: Bool) throws {
    let text = try trace().replacing(
      "\"keys\":[\"help\",\"ok\",\"plus\",\"minus\"]",
      with: hasOK ? "\"keys\":[\"help\",\"ok\"]" : "\"keys\":[\"help\"]")
    var options = Replay.Options()
    options.showsScreens = true
    let lines = try replay(text, options).entries.flatMap { $0.screen ?? [] }
    #expect(lines.contains { $0.hasPrefix("[OK]") } == hasOK)
    #expect(lines.contains { $0.hasPrefix("[AYUDA]") })
  }

  @Test("An exit that the device forgot over a power cut ends with the start after it (SAFE-5)")
  func forgottenExit() throws {
    let away = Position(latitudeE7: -28_975_000, longitudeE7: -790_045_000)!
    /// Two minutes at home, two away, and after a power cut two at home again.
    func spans(restored: [Record]) throws -> [(from: Milliseconds, to: Milliseconds?)] {
      var text = ""
      let writer = TraceWriter(plain: { text += $0 })
      func write(_ second: Int64, _ kind: Event.Kind) throws {
        try writer.write(Event(at: Instant(milliseconds: second * 1000), kind))
      }
      func begin(_ number: UInt32, at second: Int64, _ restored: [Record]) throws {
        try write(second, .booted(Boot(number: number, keys: .all, secret: (1, 2))))
        for record in restored { try write(second, .restored(record)) }
        try writer.configure(
          settings(reminder: 7, at: "2015-03-22T10:02"), words,
          at: Instant(milliseconds: second * 1000))
      }
      try begin(2, at: 0, [])
      for second in 1..<Int64(480) {
        if second == 300 { try begin(3, at: second, restored) }
        guard !(240...300).contains(second) else { continue }
        let isAway = (120..<240).contains(second)
        let time = FixTime(WallTime(milliseconds: start + second * 1000), isDated: true)
        try write(
          second,
          .fix(Fix(mode: .threeD, position: isAway ? away : home, time: time, eph: Metres(10))))
      }
      return try replay(text).outcome.outside.spans
    }
    let forgotten = try spans(restored: [])
    #expect(forgotten.count == 1)
    #expect(forgotten.first?.to == .seconds(300))
    // An exit that the device remembers ends with the return.
    let kept = try spans(restored: [.place(.outside)])
    #expect(kept.count == 1)
    #expect(try #require(kept.first?.to) > .seconds(300))
    #expect(kept.first?.from == forgotten.first?.from)
  }

  @Test("A note of an observer is in the report, as text, and changes no decision")
  func observer() throws {
    let text = try trace(keys: [(130, .help)])
    let options = Replay.Options(collectsSamples: true)
    let (outcome, _) = try replay(text, options)
    #expect(outcome.marks == [ObserverMark(sinceStart: .seconds(150), text: "rings <loudly>")])
    let page = PageReader(try ReportPage(try #require(outcome.page(named: "day", []))).html())
    #expect(page.isWellFormed)
    let row = try #require(page.all("tr").first { $0.text.contains("Observer") })
    #expect(row.text.contains("10:02:30"))
    #expect(row.text.contains("\u{201C}rings <loudly>\u{201D}"))
    let without = text.split(separator: "\n").filter { !$0.contains("MARK") }
      .joined(separator: "\n")
    #expect(try replay(without).outcome.summary.digest == outcome.summary.digest)
  }

  @Test("The report has a lane for help and reminders, and none for a walk alone")
  func lanes() throws {
    let options = Replay.Options(collectsSamples: true)
    let (day, _) = try replay(try trace(keys: [(130, .help), (140, .ok)]), options)
    let page = PageReader(try ReportPage(try #require(day.page(named: "day", []))).html())
    for drawing in ["trace-1-distance-wide", "trace-1-distance-narrow"] {
      let lanes = page.all("text", in: drawing, style: "lane").map(\.text)
      #expect(lanes == ["Help", "Reminders", "Alarms", "Notices", "Observer"])
    }
    #expect(page.all("dt").map(\.text).suffix(2) == ["Reminders", "Help"])
    #expect(page.all("td").contains { $0.text.contains("Asks for help") })
    #expect(page.all("pre").contains { $0.text.contains(" help.requested") })

    var walk = try ReportFixture()
    walk.fix(at: 0, east: 1, north: 1)
    walk.event(.perimeterExit, at: 5, east: 150)
    walk.event(.noticeQueued, at: 5, east: 150)
    #expect(PageReader(try ReportPage(walk.data).html()).all("text", style: "lane").isEmpty)
  }
}
