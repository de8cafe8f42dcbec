import Device
import HAL
import Testing

@Suite("Two trusted sources that contradict each other (SAFE-7)")
struct ClockDisputeTests {
  private static let noon = WallTime.utc("2026-05-04T12:00")

  private struct Desk {
    var clock = WallClock()
    var now = Instant.start
    var changes: [WallClock.Change] = []

    mutating func hear(_ ahead: Int64, _ source: ClockSource) {
      let wall = noon + (now.milliseconds / 1000 + ahead)
      clock.learn(wall, from: source, at: now) { changes.append($0) }
    }

    /// The receiver speaks every second of so many.
    mutating func receive(_ ahead: Int64, for seconds: Int64) {
      for _ in 0..<seconds {
        wait(1)
        hear(ahead, .gps)
      }
    }

    mutating func wait(_ seconds: Int64) {
      now = now + .seconds(seconds)
      while let due = clock.deadline, due <= now { clock.pass(due) { changes.append($0) } }
    }

    /// Seconds by which the clock is ahead of the truth.
    var ahead: Int64 {
      ((clock.wall(at: now) ?? noon).milliseconds - noon.milliseconds - now.milliseconds) / 1000
    }
    var isDisputed: Bool { clock.moment(at: now).isDisputed }
  }

  @Test("For an hour after the network spoke its time counts, and the caregiver hears once")
  func networkFirst() {
    var desk = Desk()
    desk.hear(0, .ntp)
    desk.receive(600, for: 3000)
    #expect(desk.ahead == 0)
    #expect(!desk.isDisputed)
    #expect(desk.changes == [.trusted, .disagrees(.seconds(600))])
    // It has been steady for less than an hour when the network's hour ends.
    desk.receive(600, for: 595)
    #expect(desk.ahead == 0)
    desk.receive(600, for: 20)
    #expect(desk.ahead == 600)
    #expect(desk.changes.filter { $0 == .disagrees(.seconds(600)) }.count == 1)
  }

  @Test("A receiver that creeps leads nobody away from the network's word")
  func creeping() {
    var desk = Desk()
    desk.hear(0, .ntp)
    for step in 1...4 as ClosedRange<Int64> { desk.receive(step * 110, for: 60) }
    #expect(desk.ahead == 0)
    #expect(desk.changes.contains(.disagrees(.seconds(220))))
  }

  @Test("A receiver that comes and goes is told of once, and after an hour of peace anew")
  func flapping() {
    var desk = Desk()
    desk.hear(0, .ntp)
    for _ in 0..<4 {
      desk.receive(600, for: 20)
      desk.receive(0, for: 300)
    }
    #expect(desk.changes.filter { $0 == .disagrees(.seconds(600)) }.count == 1)
    desk.receive(0, for: 3600)
    desk.hear(0, .ntp)
    desk.receive(600, for: 20)
    #expect(desk.changes.filter { $0 == .disagrees(.seconds(600)) }.count == 2)
  }

  @Test("The network contradicts the receiver: its time is taken, and the caregiver hears")
  func networkLater() {
    var desk = Desk()
    desk.receive(0, for: 10)
    desk.hear(-600, .ntp)
    #expect(desk.ahead == -600)
    #expect(desk.changes.contains(.disagrees(.seconds(-600))))
    desk.receive(0, for: 60)
    #expect(desk.ahead == -600)
  }

  @Test("Long after the network spoke the clock stands, until the receiver was steady for an hour")
  func steady() {
    var desk = Desk()
    desk.hear(0, .ntp)
    desk.wait(7200)
    desk.receive(600, for: 3599)
    #expect(desk.ahead == 0)
    #expect(desk.isDisputed)
    desk.receive(600, for: 2)
    #expect(desk.ahead == 600)
    #expect(!desk.isDisputed)
    #expect(
      desk.changes
        == [
          .trusted, .disagrees(.seconds(600)), .doubted, .stepped(.seconds(600)), .agrees,
        ])
  }

  @Test("A receiver that jumps about for that hour is not believed, and doses go on after it")
  func erratic() {
    var desk = Desk()
    desk.hear(0, .ntp)
    desk.wait(7200)
    for i in 0..<6 { desk.receive(600 + Int64(i) * 300, for: 602) }
    #expect(desk.ahead == 0)
    #expect(!desk.isDisputed)
    #expect(desk.changes == [.trusted, .disagrees(.seconds(600)), .doubted, .agrees])
  }

  @Test("The network decides at once what is open, for either")
  func decided() {
    for word in [0, 600] as [Int64] {
      var desk = Desk()
      desk.hear(0, .ntp)
      desk.wait(7200)
      desk.receive(600, for: 60)
      #expect(desk.isDisputed)
      desk.hear(word, .ntp)
      #expect(!desk.isDisputed)
      desk.receive(600, for: 60)
      #expect(desk.ahead == word)
    }
  }

  @Test("Less than two minutes, more than a day, and a receiver alone are taken as ever")
  func others() {
    for ahead in [119, -119] as [Int64] {
      var desk = Desk()
      desk.hear(0, .ntp)
      desk.receive(ahead, for: 1)
      #expect(desk.ahead == ahead)
      #expect(!desk.changes.contains { if case .disagrees = $0 { true } else { false } })
    }
    var alone = Desk()
    alone.receive(0, for: 10)
    alone.receive(600, for: 1)
    #expect(alone.ahead == 600)
    var far = Desk()
    far.hear(0, .ntp)
    far.wait(7200)
    far.receive(90_000, for: 12)
    #expect(far.ahead == 90_000)
  }

  @Test("While nothing is decided no dose is proposed; the wearer gets it when it is")
  func dose() throws {
    var world = try Household.world([
      .insulin(try #require(InsulinProfile.usual)),
      .mealtime(Mealtime(meal: .lunch, minute: 11 * 60 + 30)),
    ])
    world.tellTime(at: 1)
    // The receiver is ten minutes ahead from eleven o'clock on.
    for second in stride(from: 7200.0, through: 12_000, by: 20) {
      var fix = Fix(mode: .threeD, position: Wearer.home)
      fix.time = FixTime(Household.wall(second + 600), isDated: true)
      fix.eph = Metres(10)
      world.plan(at: second, .fix(fix))
    }
    let glucose = MeterResult.amount(.milligramsPerDecilitre(MilligramsPerDecilitre(180)))
    world.plan(at: 10_300, .reading(MeterReading(result: glucose)))
    world.run(until: 12_000)
    let told = world.times { if case .clock(.disagrees) = $0 { true } else { false } }
    #expect(told == [7240])
    let proposed = world.times { if case .dose(.proposed) = $0 { true } else { false } }
    #expect(try #require(proposed.first) >= 10_840)
    let refused = world.times {
      if case .dose(.refused(_, .clockUntrusted)) = $0 { true } else { false }
    }
    #expect(refused == [10_300])
  }
}
