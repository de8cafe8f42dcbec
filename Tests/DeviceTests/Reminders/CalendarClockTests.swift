import Device
import HAL
import Testing

@Suite("Reminders by a calendar clock alone (SAFE-6)")
struct CalendarClockTests {
  private static let pill = Reminder(
    id: 1, kind: .medication, first: Household.minute(9, 30), repeats: .daily,
    tellsCaregiver: false)

  /// The device lived until nine, was off for a minute, and knows the time by its calendar clock.
  private func world(calendar ahead: Double = 0, _ list: [Reminder] = [pill]) throws -> World {
    var world = try Household.world(list.map { .reminder($0) })
    world.plan(at: 0, .clock(Household.wall(0), .ntp))
    world.run(until: 1)
    world.restart(after: 60)
    world.plan(at: 62, .clock(Household.wall(62 + ahead), .rtc))
    return world
  }

  private func calls(_ world: World) -> [(Occurrence, Bool, Double)] {
    world.log.compactMap {
      guard case .reminder(.due(let what, _, let call, let isUnsure)) = $0.action, call != .again
      else { return nil }
      return (what, isUnsure, Double($0.at.milliseconds) / 1000)
    }
  }

  private func told(_ world: World) -> [UnsureReminder] {
    world.log.compactMap {
      guard case .outbox(.queued(let notice)) = $0.action,
        case .reminder(.unsure(let unsure)) = notice.matter
      else { return nil }
      return unsure
    }
  }

  @Test("A calendar clock near the last sign of life announces reminders, marked unsure")
  func near() throws {
    for ahead in [-1700, 0, 30 * 86_400] as [Double] {
      var world = try world(calendar: ahead)
      world.run(until: 86_400)
      #expect(calls(world).contains { $0.1 }, "\(ahead)")
      #expect(calls(world).allSatisfy { $0.1 })
    }
  }

  @Test(
    "A medicine missed while off is told, also where its settings are saved by a calendar clock")
  func saved() throws {
    var world = try Household.world([.reminder(CalendarClockTests.pill)])
    world.plan(at: 0, .clock(Household.wall(0), .ntp))
    world.run(until: 1)
    world.restart(after: 4 * 3600)
    world.plan(at: 14_402, .clock(Household.wall(14_402), .rtc))
    var pill = CalendarClockTests.pill
    pill.tellsCaregiver = true
    world.plan(at: 14_500, .setting(.reminder(pill)))
    world.plan(at: 15_000, .clock(Household.wall(15_000), .ntp))
    world.run(until: 15_100)
    #expect(world.times { if case .reminder(.missed) = $0 { true } else { false } } == [15_000])
  }

  @Test(
    "While the clock is unsure nothing counts as missed, and page and mail say that it is unsure")
  func unsure() throws {
    var pill = CalendarClockTests.pill
    pill.tellsCaregiver = true
    var world = try world(calendar: 30 * 86_400, [pill])
    world.run(until: 3600)
    #expect(world.times { if case .reminder(.missed) = $0 { true } else { false } }.count == 1)
    let occurrence = try #require(calls(world).first?.0)
    #expect(world.pages.contains(.reminder(ReminderPage(occurrence, .medication, isUnsure: true))))
    let copies = world.log.compactMap { entry -> Notice? in
      guard case .outbox(.queued(let notice)) = entry.action,
        notice.matter == .reminder(.due(occurrence))
      else { return nil }
      return notice
    }
    #expect(copies.count == 1)
    for copy in copies {
      #expect(copy.isTimeUnsure)
      #expect(Record(Record.outbox(.notice(copy)).words) == .outbox(.notice(copy)))
    }
  }

  @Test("A calendar clock more than half an hour behind, or 31 days ahead, announces nothing")
  func far() throws {
    for ahead in [-1900, 32 * 86_400] as [Double] {
      var world = try world(calendar: ahead)
      world.run(until: 86_400)
      #expect(calls(world).isEmpty, "\(ahead)")
    }
    var new = try Household.world([.reminder(CalendarClockTests.pill)])
    new.plan(at: 1, .clock(Household.wall(1), .rtc))
    new.run(until: 86_400)
    #expect(calls(new).isEmpty, "it never lived before")
  }

  @Test("By a calendar clock no dose is asked for or proposed")
  func dose() throws {
    var world = try Household.world([
      .insulin(try #require(InsulinProfile.usual)),
      .mealtime(Mealtime(meal: .lunch, minute: 11 * 60)),
    ])
    world.plan(at: 0, .clock(Household.wall(0), .ntp))
    world.run(until: 1)
    world.restart(after: 60)
    world.plan(at: 62, .clock(Household.wall(62), .rtc))
    world.run(until: 6 * 3600)
    #expect(world.times { if case .dose(.prompted) = $0 { true } else { false } }.isEmpty)
  }

  @Test(
    "A reminder announced by that clock is not announced again; if it was 10 minutes off, the caregiver hears",
    arguments: [-86_100, -7200, -601, -599, 0, 599, 601, 7200, 86_100, 3 * 86_400] as [Double])
  func corrected(_ ahead: Double) throws {
    var world = try world(calendar: -ahead)
    // Announced by the calendar, answered, and then the network speaks.
    guard ahead > -86_000 || ahead == 0 else { return }
    world.run(until: 62)
    let due = 1800 + ahead
    let at = due > 62 ? due : 62
    world.press(.ok, at: at + 10)
    world.run(until: at + 60)
    guard let first = calls(world).first, first.1 else { return }
    world.tellTime(at: at + 120)
    world.run(until: max(at + 4000, 4000))
    let same = calls(world).filter { $0.0.reminder == 1 && $0.2 < 43_000 }
    #expect(same.count == 1, "\(ahead): \(calls(world))")
    let said = told(world)
    #expect(said.isEmpty == (abs(ahead) <= 600), "\(ahead): \(said)")
    if let unsure = said.first {
      let minutes = Int32((Household.nine / 1000 + Int64(first.2) - 5 * 3600) / 60)
      #expect(unsure.announced.count == minutes, "\(ahead)")
    }
  }

  @Test("The caregiver hears of it once, over a power cut too")
  func once() throws {
    var world = try world(calendar: -1500)
    world.press(.ok, at: 5410)
    world.run(until: 5500)
    #expect(calls(world).count == 1)
    world.restart(after: 60)
    world.plan(at: 5600, .clock(Household.wall(5600 - 1500), .rtc))
    world.tellTime(at: 5700)
    world.run(until: 6000)
    #expect(told(world).map(\.occurrence) == calls(world).map(\.0))
    world.restart(after: 60)
    world.plan(at: 6100, .clock(Household.wall(6100), .rtc))
    world.tellTime(at: 6200)
    world.run(until: 7000)
    #expect(told(world).count == 1)
    #expect(calls(world).count == 1)
  }

  @Test(
    "A waiting reminder keeps the time of a trusted clock, however far the calendar clock lags",
    arguments: [-1700, -600, -200, 0] as [Double])
  func lags(_ lag: Double) throws {
    var world = try Household.world([.reminder(CalendarClockTests.pill)])
    world.tellTime(at: 1)
    world.run(until: 1920)
    world.restart(after: 60)
    world.plan(at: 1985, .clock(Household.wall(1985 + lag), .rtc))
    world.tellTime(at: 2015)
    world.run(until: 3600)
    let told = world.times { if case .reminder(.missed) = $0 { true } else { false } }
    #expect(told.count == 1)
    #expect(abs((told.first ?? 0) - 2700) <= 1, "\(told)")
  }

  @Test(
    "A reminder put off rests no longer while the calendar clock lags",
    arguments: [-1700, -300, 0] as [Double])
  func lagsInASnooze(_ lag: Double) throws {
    var world = try Household.world([.reminder(CalendarClockTests.pill)])
    world.tellTime(at: 1)
    world.press(.ok, at: 1900, isLong: true)
    world.run(until: 2100)
    world.restart(after: 60)
    world.plan(at: 2165, .clock(Household.wall(2165 + lag), .rtc))
    world.tellTime(at: 2195)
    world.run(until: 2600)
    let calls = world.times { if case .reminder(.due) = $0 { true } else { false } }
    #expect(calls.count == 2)
    #expect(abs((calls.last ?? 0) - 2500) <= 1, "\(calls)")
  }

  @Test("Ten pills at one minute are announced, and so are 32 that were due while it was off")
  func many() throws {
    func pills(_ count: UInt16) -> [Setting] {
      (1...count).map {
        .reminder(
          Reminder(
            id: $0, kind: .medication, first: Household.minute(9, 10), repeats: .once,
            tellsCaregiver: false))
      }
    }
    var ten = try Household.world(pills(10))
    ten.tellTime(at: 1)
    ten.run(until: 700)
    #expect(calls(ten).map(\.2) == Array(repeating: 600, count: 10))
    #expect(ten.times { if case .reminder(.missed) = $0 { true } else { false } }.isEmpty)
    var all = try Household.world(pills(32))
    all.tellTime(at: 1)
    all.run(until: 300)
    all.restart(after: 600)
    all.tellTime(at: 1000)
    all.run(until: 1010)
    #expect(calls(all).count == 32)
    #expect(all.times { if case .reminder(.missed) = $0 { true } else { false } }.isEmpty)
    // Each is called again, and each that nobody answers goes to the caregiver.
    all.run(until: 3000)
    #expect(all.times { if case .reminder(.missed) = $0 { true } else { false } }.count == 32)
  }
}
