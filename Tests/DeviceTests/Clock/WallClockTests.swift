import Device
import HAL
import Testing

@Suite("The time that the device believes")
struct WallClockTests {
  static let week: Int64 = 7 * 86_400
  static let noon = WallTime.utc("2026-05-04T12:00")

  @Test("Without any clock nothing is known, and the caregiver is told once, after 15 minutes")
  func untrusted() {
    var watch = Watch()
    watch.wait(until: 899)
    #expect(watch.changes.isEmpty)
    watch.wait(until: 900)
    #expect(watch.changes == [.stillUntrusted])
    #expect(watch.clock.wall(at: watch.now) == nil)
    watch.wait(until: 86_400)
    #expect(watch.changes == [.stillUntrusted])
  }

  @Test("The board's own clock counts, but is not trusted, and never overrides what is")
  func calendarClock() {
    var watch = Watch()
    watch.hear(WallClockTests.noon, .rtc)
    #expect(watch.moment == Moment(at: watch.now, wall: WallClockTests.noon, isTrusted: false))
    watch.wait(until: 900)
    #expect(watch.changes == [.stillUntrusted])
    watch.hear(WallClockTests.noon, .gps)
    #expect(watch.changes == [.stillUntrusted, .trusted])
    watch.hear(WallClockTests.noon + 5_000, .rtc)
    #expect(watch.moment.wall == WallClockTests.noon)
    #expect(watch.changes == [.stillUntrusted, .trusted])
  }

  @Test(
    "A clock that becomes trusted in time is never reported as untrusted",
    arguments: [ClockSource.ntp, .gps])
  func inTime(_ source: ClockSource) {
    var watch = Watch()
    watch.wait(until: 899)
    watch.hear(WallClockTests.noon, source)
    watch.wait(until: 3_600)
    #expect(watch.changes == [.trusted])
    #expect(
      watch.moment == Moment(at: watch.now, wall: WallClockTests.noon + 2_701, isTrusted: true))
  }

  @Test("Sources that agree within half a second do not move the clock; farther apart they do")
  func tolerance() {
    var watch = Watch(trusting: WallClockTests.noon)
    watch.hear(milliseconds: 499, .gps)
    watch.hear(milliseconds: -499, .ntp)
    #expect(watch.changes == [.trusted])
    #expect(watch.moment.wall == WallClockTests.noon)
    watch.hear(milliseconds: 500, .gps)
    #expect(watch.changes == [.trusted, .stepped(Milliseconds(500))])
    watch.hear(milliseconds: 0, .ntp)
    #expect(watch.changes.last == .stepped(Milliseconds(-500)))
  }

  @Test(
    "A step of up to a day is taken at once, forward and back",
    arguments: [1, -1, 3_600, -3_600, 86_400, -86_400] as [Int64])
  func steps(_ seconds: Int64) {
    var watch = Watch(trusting: WallClockTests.noon)
    watch.hear(milliseconds: seconds * 1000, .gps)
    #expect(watch.changes == [.trusted, .stepped(.seconds(seconds))])
    #expect(watch.moment.wall == WallClockTests.noon + seconds)
  }

  @Test(
    "A step of more than a day needs three claims over ten seconds",
    arguments: [86_401, -86_401, 1024 * week] as [Int64], [ClockSource.gps, .ntp])
  func greatSteps(_ seconds: Int64, _ source: ClockSource) {
    var watch = Watch(trusting: WallClockTests.noon, by: source)
    for _ in 0..<10 {
      watch.hear(milliseconds: seconds * 1000, source)
      watch.wait(1)
    }
    #expect(watch.changes == [.trusted])
    watch.hear(milliseconds: seconds * 1000, source)
    #expect(watch.changes == [.trusted, .stepped(.seconds(seconds))])
  }

  @Test("Two claims far apart in time are not enough, nor are three that contradict each other")
  func glitches() {
    var watch = Watch(trusting: WallClockTests.noon)
    for day in [2, 5, 9, 14, 20, 27] as [Int64] {
      watch.hear(milliseconds: day * 86_400_000, .gps)
      watch.wait(6)
    }
    watch.hear(milliseconds: 27 * 86_400_000, .gps)
    #expect(watch.changes == [.trusted])
  }

  @Test("A claim is forgotten when the same source agrees again")
  func passingGlitch() {
    var watch = Watch(trusting: WallClockTests.noon)
    for _ in 0..<5 {
      watch.hear(milliseconds: 3 * 86_400_000, .gps)
      watch.wait(6)
      watch.hear(milliseconds: 3 * 86_400_000, .gps)
      watch.wait(6)
      watch.hear(milliseconds: 0, .gps)
    }
    #expect(watch.changes == [.trusted])
  }

  @Test(
    "A receiver whose week counter overflowed is never believed",
    arguments: [1, 2] as [Int64], [0, 80_000, -80_000] as [Int64])
  func rollover(_ eras: Int64, _ aside: Int64) {
    var watch = Watch(trusting: WallClockTests.noon)
    let seconds = aside - eras * 1024 * WallClockTests.week
    for _ in 0..<3_600 {
      watch.hear(milliseconds: seconds * 1000, .gps)
      watch.wait(1)
    }
    #expect(watch.changes == [.trusted])
    // Two eras back lie before 2000: no receiver is believed there anyway.
    #expect(watch.clock.refusals == 3_600)
    #expect(watch.moment.wall == WallClockTests.noon + 3_600)
  }

  @Test("After a reboot the last time known guards against the overflow, and the caregiver is told")
  func rolloverAfterReboot() {
    var watch = Watch()
    watch.clock.restoreAlive(WallClockTests.noon)
    for _ in 0..<1_000 {
      watch.hear(WallClockTests.noon + (watch.seconds - 1024 * WallClockTests.week), .gps)
      watch.wait(1)
    }
    #expect(watch.changes == [.stillUntrusted])
    #expect(!watch.moment.isTrusted)
    watch.hear(WallClockTests.noon + watch.seconds, .ntp)
    #expect(watch.changes == [.stillUntrusted, .trusted])
    #expect(watch.moment.wall == WallClockTests.noon + watch.seconds)
  }

  @Test(
    "After a reboot another time before the last one known needs three claims", arguments: [1, 2])
  func backwardAfterReboot(_ kind: Int) {
    var watch = Watch()
    watch.clock.restoreAlive(WallClockTests.noon)
    let back: Int64 = kind == 1 ? -86_300 : -5 * 86_400
    watch.hear(WallClockTests.noon + back, .gps)
    #expect(watch.moment.isTrusted == (kind == 1))
    for _ in 0..<2 {
      watch.wait(5)
      watch.hear(WallClockTests.noon + (back + watch.seconds), .gps)
    }
    #expect(watch.changes == [.trusted])
  }

  @Test("A device that lay in a drawer for a year believes the first source")
  func drawer() {
    var watch = Watch()
    watch.clock.restoreAlive(WallClockTests.noon)
    watch.hear(WallClockTests.noon + 365 * 86_400, .gps)
    #expect(watch.changes == [.trusted])
  }

  @Test("A receiver that finds its era late is believed forward, and may take its leap back")
  func lateEra() {
    var watch = Watch(trusting: WallClockTests.noon)
    let leap = 1024 * WallClockTests.week * 1000
    for _ in 0..<11 {
      watch.hear(milliseconds: leap, .gps)
      watch.wait(1)
    }
    #expect(watch.changes.last == .stepped(Milliseconds(leap)))
    for _ in 0..<11 {
      watch.hear(milliseconds: 0, .gps)
      watch.wait(1)
    }
    #expect(watch.changes.last == .stepped(Milliseconds(-leap)))
    // A leap that was taken back is an overflow like any other.
    for _ in 0..<11 {
      watch.hear(milliseconds: -leap, .gps)
      watch.wait(1)
    }
    #expect(watch.changes.count == 3)
  }

  @Test("A first word an era ahead may be taken back, where nobody else knows the time")
  func firstWordAhead() {
    let era = 1024 * WallClockTests.week
    /// Hears the right time for eleven seconds, after a first word that was an era ahead.
    func hears(_ first: ClockSource, alive: Int64?) -> [WallClock.Change] {
      var watch = Watch()
      if let alive { watch.clock.restoreAlive(WallClockTests.noon + alive) }
      watch.hear(WallClockTests.noon + era, first)
      for _ in 0..<11 {
        watch.wait(1)
        watch.hear(WallClockTests.noon + watch.seconds, .gps)
      }
      return watch.changes
    }
    let back = WallClock.Change.stepped(Milliseconds(-era * 1000))
    #expect(hears(.gps, alive: nil) == [.trusted, back])
    #expect(hears(.gps, alive: -3600) == [.trusted, back])
    #expect(hears(.gps, alive: era - 3600) == [.trusted], "it has lived in that era")
    #expect(hears(.ntp, alive: nil) == [.trusted], "the network has said so")
    var watch = Watch()
    watch.hear(WallClockTests.noon + era, .gps)
    watch.hear(WallClockTests.noon, .ntp)
    #expect(watch.changes == [.trusted, back], "one word of the network is enough")
    watch = Watch()
    watch.clock.restoreAlive(WallClockTests.noon + (era - 3600))
    watch.hear(WallClockTests.noon + era, .gps)
    watch.hear(WallClockTests.noon, .gps)
    #expect(watch.changes == [.trusted])
    watch.hear(WallClockTests.noon, .ntp)
    #expect(watch.changes == [.trusted, back], "two sources say so, against an earlier life")
  }

  @Test("The network corrects a receiver that is wrong from the start, and is not undone by it")
  func networkWins() {
    var watch = Watch(trusting: .utc("2006-09-18T12:00"))
    let right = WallClockTests.noon.milliseconds - WallTime.utc("2006-09-18T12:00").milliseconds
    for second in 0..<1_200 {
      watch.hear(milliseconds: second < 600 ? 0 : 5 * 86_400_000, .gps)
      if second % 64 == 0 { watch.hear(milliseconds: right, .ntp) }
      watch.wait(1)
    }
    #expect(watch.changes == [.trusted, .stepped(Milliseconds(right))])
  }

  @Test("A receiver that knows no date, or an absurd one, is not believed")
  func implausible() {
    var watch = Watch()
    for date in ["1970-01-01T00:00", "1980-01-06T00:00", "1999-08-22T00:00", "2200-01-01T00:00"] {
      for _ in 0..<5 {
        watch.hear(.utc(date), .gps)
        watch.wait(5)
      }
    }
    #expect(watch.changes.isEmpty)
    #expect(watch.moment.wall == nil)
    #expect(watch.clock.refusals == 20)
  }

  @Test("Seven days without a word: no longer trusted, but it goes on; one word and it is trusted")
  func lost() {
    var watch = Watch(trusting: WallClockTests.noon)
    watch.wait(until: 86_400)
    watch.hear(milliseconds: 200, .gps)
    watch.wait(until: 8 * 86_400 - 1)
    #expect(watch.changes == [.trusted])
    watch.wait(until: 8 * 86_400)
    #expect(watch.changes == [.trusted, .lost])
    #expect(watch.moment.wall == WallClockTests.noon + 8 * 86_400)
    #expect(!watch.moment.isTrusted)
    watch.wait(until: 9 * 86_400)
    watch.hear(milliseconds: 12_000, .ntp)
    #expect(watch.changes == [.trusted, .lost, .stepped(.seconds(12)), .trusted])
    watch.wait(until: 17 * 86_400)
    #expect(watch.changes.suffix(2) == [.trusted, .lost], "told each time")
  }

  @Test("A clock that agrees every second asks for nothing: the deadline stays where it is")
  func cheap() {
    var watch = Watch(trusting: WallClockTests.noon)
    let deadline = watch.clock.deadline
    for _ in 0..<1_000 {
      watch.hear(milliseconds: 100, .gps)
      watch.wait(1)
    }
    #expect(watch.clock.deadline == deadline)
  }

  @Test("Absurd device times and claims are survived")
  func absurd() {
    var watch = Watch(trusting: WallClockTests.noon)
    for at in [Int64.max, .min, .max - 1, 0] {
      for wall in [Int64.max, .min, 0, WallClockTests.noon.milliseconds] {
        watch.clock.learn(
          WallTime(milliseconds: wall), from: .gps, at: Instant(milliseconds: at)
        ) { _ in }
        watch.clock.pass(Instant(milliseconds: at)) { _ in }
      }
    }
    #expect(watch.clock.moment(at: .start).wall != nil)
  }
}

/// A clock on a wrist, and what it told.
private struct Watch {
  var clock = WallClock()
  var now = Instant.start
  var changes: [WallClock.Change] = []
  private var base = Instant.start
  private var zero = WallTime(milliseconds: 0)

  init() { clock.start(at: now) }

  init(trusting wall: WallTime, by source: ClockSource = .gps) {
    self.init()
    zero = wall
    hear(wall, source)
  }

  var seconds: Int64 { now.milliseconds / 1000 }
  var moment: Moment { clock.moment(at: now) }

  mutating func hear(_ wall: WallTime, _ source: ClockSource) {
    clock.learn(wall, from: source, at: now) { changes.append($0) }
  }

  /// Relative to what the first source said.
  mutating func hear(milliseconds: Int64, _ source: ClockSource) {
    hear(
      WallTime(milliseconds: zero.milliseconds + now.milliseconds + milliseconds), source)
  }

  mutating func wait(_ seconds: Int64) { wait(until: self.seconds + seconds) }

  mutating func wait(until second: Int64) {
    let end = Instant(milliseconds: second * 1000)
    while let deadline = clock.deadline, deadline <= end {
      now = max(now, deadline)
      clock.pass(now) { changes.append($0) }
    }
    now = end
  }
}
