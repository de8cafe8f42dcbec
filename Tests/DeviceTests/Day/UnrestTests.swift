import Device
import HAL
import Testing

extension World {
  /// The reason not to end the device at this moment.
  fileprivate func unrest(isClockKept: Bool = true) -> Unrest? {
    var device = device
    return device.unrest(at: now, isClockKept: isClockKept)
  }

  /// Lives on second by second until nothing is going on, and returns the reasons on the way.
  fileprivate mutating func runUntilCalm(from first: Int, to end: Int) -> [Unrest] {
    var reasons: [Unrest] = []
    for second in first...end {
      run(until: Double(second))
      guard let reason = unrest() else { break }
      if reasons.last != reason { reasons.append(reason) }
    }
    return reasons
  }
}

@Suite("An update ends the device between two alarms only")
struct UnrestTests {
  @Test("A call for help holds it until a caregiver has answered and the page is gone")
  func help() throws {
    var world = try Household.world()
    world.acknowledgesHelpAfter = .seconds(120)
    world.stay(from: 1, through: 700)
    world.press(.help, at: 60)
    world.run(until: 59)
    #expect(world.unrest() == nil)
    #expect(world.runUntilCalm(from: 60, to: 700) == [.help])
    // Answered after two minutes; the page that says so stays for five more.
    #expect(world.times { $0 == .show(.help(.answered, caregiver: 0)) } == [180])
    #expect(world.now == Instant(milliseconds: 480_000))
    #expect(world.pages.last == .home(showsTime: true, accompaniedUntil: nil))
  }

  @Test("The doubt before an exit holds it already, and the case until somebody has answered")
  func exit() throws {
    var world = try Household.world()
    world.stay(from: 1, through: 100)
    world.walk(from: 101, through: 220, start: 0, speed: 1.5)
    world.run(until: 100)
    #expect(world.unrest() == nil)
    var before: Unrest?
    for second in 101...220 {
      let exits = world.times { if case .perimeter(.left) = $0 { true } else { false } }
      if !exits.isEmpty { break }
      before = world.unrest()
      world.run(until: Double(second))
    }
    #expect(before == .outside, "suspected in the second before it was decided")
    #expect(world.unrest() == .outside)
    world.run(until: 900)
    #expect(world.unrest() == .outside)
  }

  @Test("A low reading holds it for as long as it stands")
  func low() throws {
    let low = MeterResult.amount(.milligramsPerDecilitre(MilligramsPerDecilitre(60)))
    var world = try Household.world()
    world.tellTime(at: 1)
    world.plan(at: 60, .reading(MeterReading(result: low)))
    world.press(.ok, at: 75)
    world.run(until: 80)
    #expect(world.unrest() == .lowGlucose, "silenced, and not over")
    world.run(until: 2 * 3600)
    #expect(world.unrest() == .lowGlucose)
    world.run(until: 5 * 3600)
    #expect(world.unrest() != .lowGlucose)
  }

  @Test("A reminder that waits is a slight reason, and its answer ends it")
  func reminder() throws {
    let reminder = Reminder(
      id: 1, kind: .medication, first: Household.minute(9, 5), repeats: .once,
      tellsCaregiver: false)
    var world = try Household.world([.reminder(reminder)])
    world.stay(from: 1, through: 700)
    world.press(.ok, at: 400)
    world.run(until: 299)
    #expect(world.unrest() == nil)
    world.run(until: 300)
    #expect(world.unrest() == .alarm, "its call sounds")
    world.run(until: 399)
    #expect(world.unrest() == .waiting)
    #expect(Unrest.waiting.isSlight)
    world.run(until: 500)
    #expect(world.unrest() == nil)
  }

  @Test("A device whose receiver alone knows the time is not ended where it has no position")
  func time() throws {
    var world = try Household.world()
    world.stay(from: 1, through: 60)
    world.run(until: 60)
    #expect(world.unrest(isClockKept: false) == nil)
    world.run(until: 120)
    #expect(world.unrest(isClockKept: false) == .time)
    #expect(world.unrest(isClockKept: true) != .time)
  }

  @Test("A mail on its way is a slight reason")
  func sending() throws {
    var world = try Household.world()
    world.latency = .seconds(30)
    world.stay(from: 1, through: 200)
    world.plan(at: 60, .battery(BatteryLevel(percent: 9, isCharging: false)))
    world.run(until: 80)
    #expect(world.unrest() == .sending)
    #expect(Unrest.sending.isSlight)
    world.run(until: 150)
    #expect(world.unrest() == nil)
  }

  @Test("Ended at a calm moment it comes back with nothing new to see, hear or read")
  func seamless() throws {
    var world = try Household.world()
    world.acknowledgesHelpAfter = .seconds(60)
    world.stay(from: 1, through: 900)
    world.press(.help, at: 60)
    world.run(until: 600)
    try #require(world.unrest() == nil)
    let (alarms, mails) = (world.alarms.count, world.mailbox.count)
    world.restart(after: 2)
    #expect(world.unrest() == .starting)
    world.run(until: 660)
    #expect(world.alarms.count == alarms)
    #expect(world.mailbox.count == mails)
    #expect(world.pages.last == .home(showsTime: true, accompaniedUntil: nil))
    #expect(world.unrest() == nil)
  }
}
