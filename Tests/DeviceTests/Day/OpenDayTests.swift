import Device
import HAL
import Testing

@Suite("All is well is true, or the daily mail lists what is open (SAFE-5)")
struct OpenDayTests {
  private static let ten = 3600.0

  /// A household whose daily mail is due at ten.
  private func world(_ extra: [Setting] = []) throws -> World {
    var limits = Limits()
    limits.allIsWellAt = 600
    var world = try Household.world([.limits(limits)] + extra)
    world.tellTime(at: 0.5)
    return world
  }

  /// The wearer is at home, and the receiver sees it.
  private func atHome(_ world: inout World, until seconds: Double = 3650) {
    for second in stride(from: 1.0, through: seconds, by: 10) { world.fix(at: second) }
  }

  /// The contents of the daily mails.
  private func daily(_ world: World) -> [OpenMatters] {
    world.log.compactMap { (entry) -> OpenMatters? in
      guard case .outbox(.queued(let notice)) = entry.action else { return nil }
      switch notice.matter {
      case .day(.allIsWell): return OpenMatters()
      case .day(.open(let open)): return open
      default: return nil
      }
    }
  }

  @Test("With nothing open all is well")
  func well() throws {
    var world = try world()
    atHome(&world)
    world.run(until: 3700)
    #expect(daily(world) == [OpenMatters()])
  }

  @Test("Low glucose five minutes before is open, until a reading says that it is over")
  func low() throws {
    for isOver in [false, true] {
      var world = try world()
      atHome(&world)
      world.plan(at: 3300, .reading(MeterReading(result: .low)))
      let fine = MeterResult.amount(.milligramsPerDecilitre(MilligramsPerDecilitre(120)))
      if isOver { world.plan(at: 3500, .reading(MeterReading(result: fine))) }
      world.run(until: 3700)
      #expect(try #require(daily(world).first).contains(.lowGlucose) == !isOver || isOver)
      if !isOver { #expect(daily(world) == [.lowGlucose]) }
    }
  }

  @Test("A medicine of today that nobody answered is open; one of yesterday is not")
  func pill() throws {
    let pill = Reminder(
      id: 1, kind: .medication, first: Household.minute(9, 10), repeats: .once,
      tellsCaregiver: false)
    var world = try world([.reminder(pill)])
    atHome(&world)
    world.run(until: 3700)
    #expect(daily(world) == [.reminder])
    for second in stride(from: 3700.0, through: 86_400 + 3650, by: 20) { world.fix(at: second) }
    world.run(until: 86_400 + 3700)
    #expect(daily(world) == [.reminder, OpenMatters()])
  }

  @Test("A medicine that was told as unanswered and then put off is open")
  func putOff() throws {
    let pill = Reminder(
      id: 1, kind: .medication, first: Household.minute(9, 10), repeats: .once,
      tellsCaregiver: false)
    var world = try world([.reminder(pill)])
    atHome(&world)
    world.plan(at: 1600, .key(KeyPress(.ok, isLong: true)))
    world.run(until: 3700)
    #expect(daily(world) == [.reminder])
  }

  @Test("A dose of today that nobody confirmed is open")
  func dose() throws {
    var world = try world([
      .insulin(try #require(InsulinProfile.usual)),
      .mealtime(Mealtime(meal: .breakfast, minute: 9 * 60 + 5)),
    ])
    atHome(&world)
    world.run(until: 3700)
    #expect(daily(world) == [.dose])
  }

  @Test("A low battery is open, until it is charged")
  func battery() throws {
    for charges in [false, true] {
      var world = try world()
      atHome(&world)
      world.plan(at: 60, .battery(BatteryLevel(percent: 15, isCharging: false)))
      if charges { world.plan(at: 600, .battery(BatteryLevel(percent: 16, isCharging: true))) }
      world.run(until: 3700)
      #expect(daily(world) == [charges ? OpenMatters() : .battery])
    }
  }

  @Test("A notice that nobody has is open, one that is just on its way is not")
  func notice() throws {
    var world = try world()
    atHome(&world)
    world.plan(networkDownFrom: 60, to: 3599)
    world.plan(at: 100, .battery(BatteryLevel(percent: 15, isCharging: false)))
    world.plan(at: 200, .battery(BatteryLevel(percent: 90, isCharging: true)))
    world.run(until: 3700)
    #expect(daily(world) == [.notice])
    var other = try self.world()
    atHome(&other)
    other.plan(at: 3599.5, .storage(.full))
    other.plan(at: 3599.8, .storage(nil))
    other.run(until: 3700)
    #expect(daily(other) == [OpenMatters()])
  }

  @Test(
    "Lost within 50 m and the accuracy of the edge is open; farther in it is not",
    arguments: [(35.0, true), (45.0, true), (30.0, false), (-20.0, false)])
  func lost(north metres: Double, isOpen: Bool) throws {
    // A circle of 100 m, an accuracy of 10 m: less than 40 m from home is deep inside.
    var world = try world()
    world.stay(from: 1, through: 60, north: metres)
    for second in stride(from: 70.0, through: 3690, by: 10) {
      world.plan(at: second, .fix(Fix(mode: .none)))
    }
    world.run(until: 3700)
    #expect(daily(world).first?.contains(.position) == (abs(metres) + 10 >= 50), "\(metres)")
    #expect(isOpen == (metres > 40 || metres > 30), "the figures of this test")
    let day = world.log.compactMap {
      if case .outbox(.queued(let notice)) = $0.action, notice.matter == .day(.allIsWell) {
        notice
      } else {
        nil
      }
    }
    if !isOpen { #expect(day.first?.age == .seconds(3600 - 60), "it says how old the position is") }
  }

  @Test("Somebody outside as the watch begins in the minute of the daily mail is open")
  func outsideAsTheWatchBegins() throws {
    var world = try world([.watch(WeeklyHours(weekdays: 127, from: 600, to: 1200))])
    for second in 1...3700 { world.fix(at: Double(second), north: 300) }
    world.run(until: 3700)
    #expect(daily(world) == [.position])
  }

  @Test("The daily mail comes by a clock that is not trusted any more, and says so")
  func untrusted() throws {
    var world = try world()
    world.run(until: 7 * 86_400 + 3700)
    #expect(daily(world).last?.contains(.clock) == true)
    #expect(daily(world).count == 8)
  }

  private func times(_ matter: Notice.Matter, _ world: World) -> [Double] {
    world.times {
      if case .outbox(.queued(let notice)) = $0 { notice.matter == matter } else { false }
    }
  }

  @Test("A receiver that sends nothing for half an hour is told as broken, once until it speaks")
  func silent() throws {
    var world = try Household.world()
    world.tellTime(at: 0.5)
    world.stay(from: 1, through: 60)
    world.plan(at: 9000, .fix(Fix(mode: .none)))
    world.run(until: 12_000)
    #expect(times(.position(.receiverSilent), world) == [1860, 10_800])
    #expect(!world.alarms.contains(.positionLost))
  }

  @Test("Epochs without a position are no silence; after twelve hours of them one mail goes")
  func long() throws {
    let quiet = WeeklyHours(weekdays: 127, from: 20 * 60, to: 22 * 60)
    for setting in [[], [Setting.quiet(quiet)]] {
      var world = try Household.world(setting)
      world.tellTime(at: 0.5)
      world.stay(from: 1, through: 60)
      for second in stride(from: 600.0, through: 30 * 3600, by: 600) {
        world.plan(at: second, .fix(Fix(mode: .none)))
      }
      world.run(until: 30 * 3600)
      // Twelve hours end at 21:01: in the quiet hours of the second household.
      #expect(times(.position(.noneForLong), world) == [setting.isEmpty ? 43_260 : 46_800])
      #expect(times(.position(.receiverSilent), world).isEmpty)
      #expect(world.alarms.isEmpty, "without a sound")
    }
  }

  @Test("A position that comes back in the quiet hours makes the mail needless")
  func back() throws {
    let quiet = WeeklyHours(weekdays: 127, from: 20 * 60, to: 22 * 60)
    var world = try Household.world([.quiet(quiet)])
    world.tellTime(at: 0.5)
    world.stay(from: 1, through: 60)
    for second in stride(from: 600.0, through: 43_800, by: 600) {
      world.plan(at: second, .fix(Fix(mode: .none)))
    }
    world.stay(from: 44_000, through: 44_010)
    world.run(until: 50_000)
    #expect(times(.position(.noneForLong), world).isEmpty)
  }

  @Test("The circle moves while the position is lost: outside the new one is told")
  func moved() throws {
    var world = try Household.world()
    world.tellTime(at: 0.5)
    world.stay(from: 1, through: 60)
    world.run(until: 600)
    #expect(times(.position(.lost), world).isEmpty)
    let circle = try Perimeter(center: try #require(Wearer.north(1000)), radius: Metres(100))
    world.plan(at: 700, .setting(.perimeter(circle)))
    world.run(until: 800)
    #expect(times(.position(.lost), world) == [700])
  }

  @Test("A loss that was told inside is told at once where another circle puts it outside")
  func movedAfterwards() throws {
    var world = try Household.world()
    world.tellTime(at: 0.5)
    world.stay(from: 1, through: 60, north: 70)
    let circle = try Perimeter(center: try #require(Wearer.north(-50)), radius: Metres(100))
    world.plan(at: 1100, .setting(.perimeter(circle)))
    world.run(until: 1200)
    #expect(times(.position(.lost), world) == [990, 1100])
  }
}
