import Device
import HAL
import Testing

@Suite("No time makes the device stand still (SAFE-8)")
struct EndsOfTimeTests {
  private func hourly() -> Setting {
    .reminder(
      Reminder(
        id: 1, kind: .medication, first: Household.minute(8, 0), repeats: .everyHours(1),
        tellsCaregiver: false))
  }

  /// The number of times that the device is woken while it lives on from a time, and whether it hears a
  /// call for help.
  private func wakes(_ wall: WallTime, at start: Int64, for seconds: Int64) throws -> Int {
    var limits = Limits()
    limits.allIsWellAt = 600
    var device = Device()
    var woken = 0
    var isHeard = false
    func feed(_ kind: Event.Kind, at now: Instant) {
      device.handle(Event(at: now, kind)) { if case .helpRequested = $0 { isHeard = true } }
    }
    let begin = Instant(milliseconds: start)
    feed(.booted(Boot(number: 1, keys: .all, secret: World.secret)), at: begin)
    let settings = try Household.settings([
      hourly(), .limits(limits), .insulin(try #require(InsulinProfile.usual)),
      .mealtime(Mealtime(meal: .lunch, minute: 780)),
    ])
    for setting in settings { feed(.setting(setting), at: begin) }
    for source in [ClockSource.rtc, .ntp] {
      for _ in 0..<12 { feed(.clock(wall, source), at: begin) }
    }
    let end = begin + .seconds(seconds)
    var last = begin
    while let due = device.nextDeadline, due <= end, woken < 100_000 {
      last = max(last, due)
      feed(.deadline, at: last)
      woken += 1
    }
    feed(.key(KeyPress(.help)), at: end)
    #expect(isHeard)
    return woken
  }

  @Test(
    "From any moment of the calendar two hours take a few hundred wakes, and help is heard",
    arguments: [
      Int64.min, Int64.min + 1, -1, 0, 946_684_799_000, 946_684_800_000, 946_684_803_599,
      7_258_118_399_000, 7_258_118_399_999, 7_258_118_400_000, 128_849_018_820_000 - 1,
      -128_849_018_880_000, Int64.max - 1, Int64.max,
    ] as [Int64])
  func calendar(_ milliseconds: Int64) throws {
    let wall = WallTime(milliseconds: milliseconds)
    for start in [0, 1_000_000] as [Int64] {
      #expect(try wakes(wall, at: start, for: 7200) < 2000, "\(milliseconds)")
    }
  }

  @Test("A clock that runs past 2200 calls and tells, and an answer counts at the next start")
  func runsOn() throws {
    let end = WallTime(milliseconds: 7_258_118_400_000)
    let local = CivilMinute(Int32(end.milliseconds / 60_000 - 300))
    var world = try Household.world(
      [(1, 10), (2, 5)].map { id, before in
        .reminder(
          Reminder(
            id: id, kind: .medication, first: CivilMinute(local.count - before), repeats: .once,
            tellsCaregiver: false))
      })
    world.plan(at: 1, .clock(WallTime(milliseconds: end.milliseconds - 1_200_000), .ntp))
    world.press(.ok, at: 1300)
    world.run(until: 1600)
    #expect(
      world.times { if case .reminder(.missed) = $0 { true } else { false } } == [1501],
      "the first, fifteen minutes after it was due")
    #expect(world.times { if case .reminder(.acknowledged) = $0 { true } else { false } } == [1300])
    world.restart()
    let calls = world.log.count
    world.tellTime(at: 1700)
    for second in 0..<30 { world.tellTime(at: 1701 + Double(second)) }
    world.run(until: 1800)
    let again = world.log[calls...].compactMap { entry -> UInt16? in
      if case .reminder(.due(let what, _, _, _)) = entry.action { what.reminder } else { nil }
    }
    #expect(!again.contains(2))
  }

  @Test("The device's own clock may end, too")
  func ends() throws {
    let wall = Household.wall(0)
    #expect(try wakes(wall, at: .max - 3_600_000, for: 7200) < 2000)
    #expect(try wakes(wall, at: .max, for: 60) < 2000)
  }
}
