import Device
import Foundation
import HAL
import Testing

/// One row: a reminder, where the wearer lives, and the true moments at which it is to be heard.
struct Night: CustomTestStringConvertible, Sendable {
  var name: String
  var zone: String
  var reminder: Reminder
  /// UTC.
  var heard: [String]
  var testDescription: String { name }

  /// A minute before the first day of interest to a day after the last.
  var begin: WallTime { .utc(heard[0]) + -2 * 3600 }
  var end: WallTime { .utc(heard[heard.count - 1]) + 5 * 3600 }

  static let table: [Night] = [
    Night(
      name: "New York, spring: 02:30 does not exist", zone: "America/New_York",
      reminder: .at("2026-03-07T02:30", .daily),
      heard: ["2026-03-07T07:30", "2026-03-08T07:00", "2026-03-09T06:30"]),
    Night(
      name: "New York, autumn: 01:30 comes twice", zone: "America/New_York",
      reminder: .at("2026-10-31T01:30", .daily),
      heard: ["2026-10-31T05:30", "2026-11-01T05:30", "2026-11-02T06:30"]),
    Night(
      name: "Madrid, spring: 02:30 does not exist", zone: "Europe/Madrid",
      reminder: .at("2026-03-28T02:30", .daily),
      heard: ["2026-03-28T01:30", "2026-03-29T01:00", "2026-03-30T00:30"]),
    Night(
      name: "Madrid, autumn: 02:30 comes twice", zone: "Europe/Madrid",
      reminder: .at("2026-10-24T02:30", .daily),
      heard: ["2026-10-24T00:30", "2026-10-25T00:30", "2026-10-26T01:30"]),
    Night(
      name: "Madrid, autumn: once, in the hour that comes twice", zone: "Europe/Madrid",
      reminder: .at("2026-10-25T02:00"), heard: ["2026-10-25T00:00"]),
    Night(
      name: "Lord Howe, autumn: 01:45 comes twice", zone: "Australia/Lord_Howe",
      reminder: .at("2026-04-04T01:45", .daily),
      heard: ["2026-04-03T14:45", "2026-04-04T14:45", "2026-04-05T15:15"]),
    Night(
      name: "Lord Howe, spring: 02:15 does not exist", zone: "Australia/Lord_Howe",
      reminder: .at("2026-10-03T02:15", .daily),
      heard: ["2026-10-02T15:45", "2026-10-03T15:30", "2026-10-04T15:15"]),
    Night(
      name: "Guayaquil: no daylight saving", zone: "America/Guayaquil",
      reminder: .at("2026-03-07T08:00", .daily),
      heard: ["2026-03-07T13:00", "2026-03-08T13:00", "2026-03-09T13:00"]),
    Night(
      name: "Leap day", zone: "America/Guayaquil", reminder: .at("2028-02-28T23:30", .daily),
      heard: ["2028-02-29T04:30", "2028-03-01T04:30", "2028-03-02T04:30"]),
    Night(
      name: "Year end", zone: "Europe/Madrid", reminder: .at("2026-12-31T00:00", .daily),
      heard: ["2026-12-30T23:00", "2026-12-31T23:00", "2027-01-01T23:00"]),
    Night(
      name: "Weekdays across the year's end", zone: "Europe/Madrid",
      // Thursday and Friday; the first day is a Wednesday.
      reminder: .at("2026-12-30T09:00", .weekdays(0b0001_1000)),
      heard: ["2026-12-31T08:00", "2027-01-01T08:00", "2027-01-07T08:00"]),
    Night(
      name: "Every 8 hours stays on the wall in spring", zone: "Europe/Madrid",
      reminder: .at("2026-03-28T18:00", .everyHours(8), until: "2026-03-29T10:00"),
      heard: ["2026-03-28T17:00", "2026-03-29T01:00", "2026-03-29T08:00"]),
    Night(
      name: "Every hour across the hour that is missing", zone: "Europe/Madrid",
      reminder: .at("2026-03-29T01:00", .everyHours(1), until: "2026-03-29T04:00"),
      heard: ["2026-03-29T00:00", "2026-03-29T01:00", "2026-03-29T02:00"]),
    Night(
      name: "Every hour across the hour that comes twice", zone: "Europe/Madrid",
      reminder: .at("2026-10-25T01:00", .everyHours(1), until: "2026-10-25T03:00"),
      heard: ["2026-10-24T23:00", "2026-10-25T00:00", "2026-10-25T02:00"]),
  ]
}

@Suite("Each reminder once, at its civil time")
struct CivilTimeTests {
  /// Runs a row and does something so many seconds from the second time it is due.
  private func live(
    _ night: Night, since first: String? = nil, answers: Bool = true,
    _ at: Int64 = 0, _ disturb: (inout Wrist) -> Void = { _ in }
  ) -> Wrist {
    var wrist = Wrist([night.reminder], Almanac(night.zone).given, at: night.begin)
    if let first { wrist.list[0].first = Almanac.civil(first) }
    wrist.answersAfter = answers ? 20 : nil
    wrist.start()
    let moment = WallTime.utc(night.heard[night.heard.count == 1 ? 0 : 1])
    // The source speaks often around the moment of interest, and seldom on the days about it, to save time.
    wrist.speaksEvery = 1_800
    wrist.run(until: moment + -1_200)
    wrist.speaksEvery = 5
    wrist.run(until: moment + at)
    disturb(&wrist)
    wrist.run(900)
    wrist.speaksEvery = 1_800
    wrist.run(until: night.end)
    return wrist
  }

  private func expected(_ night: Night) -> [WallTime] { night.heard.map { .utc($0) } }

  @Test("Reminders on an ordinary night", arguments: Night.table)
  func undisturbed(_ night: Night) {
    let wrist = live(night)
    #expect(wrist.announced() == expected(night))
    #expect(wrist.missed == 0)
  }

  @Test(
    "The clock steps by a second, before, at and after", arguments: Night.table,
    [1, -1] as [Int64])
  func second(_ night: Night, _ step: Int64) {
    for at in [-60, -2, -1, 0, 1, 2, 60] as [Int64] {
      let wrist = live(night, at) { $0.lie = step }
      let times = wrist.announced()
      #expect(times.count == night.heard.count, "\(at)")
      for (heard, due) in zip(times, expected(night)) {
        #expect(abs(heard.milliseconds - due.milliseconds) <= 6_000, "\(at)")
      }
      #expect(wrist.missed == 0)
    }
  }

  @Test(
    "The clock is an hour wrong for ten minutes, before, at and after", arguments: Night.table,
    [3_600, -3_600] as [Int64])
  func hour(_ night: Night, _ step: Int64) {
    for at in [-605, -300, -60, -1, 0, 1, 60, 300] as [Int64] {
      let wrist = live(night, at) { wrist in
        wrist.lie = step
        wrist.run(600)
        wrist.lie = 0
      }
      #expect(wrist.announced().count == night.heard.count, "\(at)")
      // A clock that is an hour ahead has missed some times of an hourly reminder.
      if !night.name.hasPrefix("Every hour") { #expect(wrist.missed == 0, "\(at)") }
    }
  }

  @Test(
    "The clock is 1024 weeks wrong for ten minutes: neither a flood nor silence",
    arguments: Night.table, [1, -1] as [Int64])
  func eras(_ night: Night, _ sign: Int64) {
    for at in [-650, -300, -60, -1, 0, 1, 60, 300] as [Int64] {
      // The reminder may be as new as the wrong date is old, or older than both.
      for first in [nil, "2000-01-01T" + time(night)] {
        if first != nil, night.reminder.repeats != .daily { continue }
        let wrist = live(night, since: first, at) { wrist in
          wrist.lie = sign * 1024 * 7 * 86_400
          wrist.run(600)
          wrist.lie = 0
        }
        #expect(wrist.announced().count == night.heard.count, "\(at) \(first ?? "")")
        #expect(wrist.missed == 0, "\(at) \(first ?? "")")
      }
    }
  }

  private func time(_ night: Night) -> String {
    let minute = Int(night.reminder.first.minuteOfDay)
    return String(format: "%02d:%02d", minute / 60, minute % 60)
  }

  @Test("A receiver's week overflow for ten minutes changes nothing", arguments: Night.table)
  func overflow(_ night: Night) {
    let wrist = live(night, -300) { wrist in
      wrist.source = .gps
      // The network's word is an hour old.
      wrist.run(5)
      wrist.lie = -1024 * 7 * 86_400
      wrist.run(600)
      wrist.lie = 0
    }
    #expect(wrist.announced() == expected(night))
  }

  @Test(
    "A reboot before, at and after the minute of a reminder", arguments: Night.table, [true, false])
  func reboot(_ night: Night, _ answers: Bool) {
    for at in [-120, -61, -60, -59, -1, 0, 1, 10, 30, 59, 60, 61, 120] as [Int64] {
      for off in [0, 1, 30, 90] as [Int64] {
        let wrist = live(night, answers: answers, at) { $0.reboot(off: off) }
        #expect(wrist.announced().count == night.heard.count, "\(at) \(off)")
        #expect(wrist.missed == 0, "\(at) \(off)")
      }
    }
  }

  @Test("Reboots in the middle of an hour that is wrong", arguments: Night.table)
  func rebootWhileWrong(_ night: Night) {
    for step in [3_600, -3_600] as [Int64] {
      for at in [-300, -60, 0, 60] as [Int64] {
        let wrist = live(night, at) { wrist in
          wrist.lie = step
          wrist.run(150)
          wrist.reboot(off: 20)
          wrist.run(150)
          wrist.reboot(off: 20)
          wrist.lie = 0
        }
        #expect(wrist.announced().count == night.heard.count, "\(step) \(at)")
      }
    }
  }

  @Test("Every rule agrees with Foundation around each night of 2026", arguments: Almanac.all)
  func rules(_ name: String) {
    let almanac = Almanac(name)
    let year = almanac.nights.filter { $0.wall > .utc("2026-01-01T00:00") }.prefix(2)
    for night in year.isEmpty ? [Almanac.utc("2026-12-31T12:00")] : Array(year) {
      for reminder in CivilTimeTests.rules {
        var wrist = Wrist([reminder], almanac.given, at: night.addingTimeInterval(-86_400 * 3).wall)
        wrist.speaksEvery = 3_600
        wrist.start()
        wrist.run(6 * 86_400)
        #expect(wrist.announced() == oracle(reminder, almanac, night), "\(reminder) \(night)")
      }
    }
  }

  private static let rules: [Reminder] = [
    .at("2020-02-29T02:15", .daily), .at("2020-02-29T00:00", .daily, until: "2026-03-08T00:00"),
    .at("2020-02-29T01:59", .weekdays(0b1100000)), .at("2020-02-29T03:00", .weekdays(0b0010101)),
    .at("2020-02-29T00:30", .everyHours(1)), .at("2020-02-29T02:00", .everyHours(5)),
    .at("2020-02-29T02:59", .everyHours(8)), .at("2020-02-29T02:00", .everyHours(24)),
    .at("2020-02-29T02:00", .weekdays(0)), .at("2020-02-29T02:00"),
  ]

  /// Each minute in turn: what Foundation shows on the wall for the first time is due.
  private func oracle(_ reminder: Reminder, _ almanac: Almanac, _ night: Date) -> [WallTime] {
    var moments: [WallTime] = []
    let start = night.addingTimeInterval(-86_400 * 3)
    var shown = almanac.localMinute(start.addingTimeInterval(-60))
    for minute in 0...(6 * 1440) {
      let date = start.addingTimeInterval(Double(minute) * 60)
      let local = almanac.localMinute(date)
      guard local > shown else { continue }
      if ((shown + 1)...local).contains(where: { isDue(reminder, $0) }) {
        moments.append(date.wall)
      }
      shown = local
    }
    return moments
  }

  private func isDue(_ reminder: Reminder, _ minute: Int32) -> Bool {
    let since = minute - reminder.first.count
    guard since >= 0, minute <= reminder.until?.count ?? .max else { return false }
    switch reminder.repeats {
    case .once: return since == 0
    case .daily: return since % 1440 == 0
    case .weekdays(let mask): return since % 1440 == 0 && mask >> ((minute / 1440 + 3) % 7) & 1 == 1
    case .everyHours(let hours): return since % (Int32(hours) * 60) == 0
    }
  }
}
