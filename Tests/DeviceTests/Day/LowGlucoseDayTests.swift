import Device
import HAL
import Testing

@Suite("Low glucose on the wrist (DIA-8)")
struct LowGlucoseDayTests {
  private static let low = MeterResult.amount(.milligramsPerDecilitre(MilligramsPerDecilitre(60)))
  private static let veryLow = MeterResult.amount(
    .milligramsPerDecilitre(MilligramsPerDecilitre(50)))

  @Test("Ok on its page silences it for two minutes; the page stays, and a new reading sounds")
  func silenced() throws {
    for (result, alarm, isVery) in [
      (LowGlucoseDayTests.low, AlarmKind.lowGlucose, false),
      (LowGlucoseDayTests.veryLow, .veryLowGlucose, true),
    ] {
      var world = try Household.world()
      world.tellTime(at: 1)
      world.plan(at: 60, .reading(MeterReading(result: result)))
      world.press(.ok, at: 75)
      world.run(until: 190)
      #expect(world.times { $0 == .alarm(.silenced(alarm)) } == [75])
      let bursts = { (world: World) in world.times { $0 == .alarm(.sound(.high)) } }
      #expect(bursts(world) == [60, 70])
      #expect(world.pages.last == .glucose(.low(result, isVery: isVery, isVery ? .told : nil)))
      world.run(until: 200)
      #expect(bursts(world) == [60, 70, 195], "the pause is over")
      world.press(.ok, at: 210)
      world.plan(at: 240, .reading(MeterReading(result: .low)))
      world.run(until: 241)
      #expect(bursts(world).last == 240)
    }
  }

  @Test("Help pressed on its page is seen at once; then the page says what to eat, and who knows")
  func help() throws {
    var world = try Household.world()
    world.tellTime(at: 1)
    world.plan(at: 60, .reading(MeterReading(result: LowGlucoseDayTests.low)))
    world.press(.help, at: 75)
    world.run(until: 75)
    #expect(world.pages.last == .help(.calling, caregiver: 0))
    world.run(until: 200)
    #expect(
      world.pages.last
        == .glucose(.lowAndHelp(LowGlucoseDayTests.low, isVery: false, .told, caregiver: 0)))
    world.run(until: 400)
    #expect(world.pages.last == .glucose(.low(LowGlucoseDayTests.low, isVery: false)))
  }

  @Test("Plus on the page that low glucose shares with a told call for help opens a reading")
  func entersBesideHelp() throws {
    var world = try Household.world()
    world.tellTime(at: 1)
    world.plan(at: 60, .reading(MeterReading(result: LowGlucoseDayTests.low)))
    world.press(.help, at: 75)
    world.press(.plus, at: 120)
    world.run(until: 121)
    let page = try #require(world.pages.last)
    guard case .dose(.enterGlucose) = page else {
      Issue.record("no reading to enter, but \(page)")
      return
    }
  }

  @Test("When low becomes very low nothing else sounds in between")
  func deepens() throws {
    for (first, second) in [
      (LowGlucoseDayTests.low, LowGlucoseDayTests.veryLow),
      (LowGlucoseDayTests.veryLow, LowGlucoseDayTests.low),
    ] {
      var world = try Household.world()
      world.tellTime(at: 1)
      world.plan(at: 60, .reading(MeterReading(result: first)))
      world.plan(at: 62, .battery(BatteryLevel(percent: 15, isCharging: false)))
      world.plan(at: 67, .reading(MeterReading(result: second)))
      world.run(until: 75)
      #expect(world.times { $0 == .alarm(.sound(.high)) } == [60, 67])
      #expect(world.times { $0 == .alarm(.sound(.low)) }.isEmpty)
    }
  }

  @Test("A prompt that calls anew in the very moment of a low reading is not heard at all")
  func coincides() throws {
    var world = try Household.world([
      .insulin(try #require(InsulinProfile.usual)),
      .mealtime(Mealtime(meal: .breakfast, minute: 550)),
    ])
    world.tellTime(at: 1)
    let fine = MeterResult.amount(.milligramsPerDecilitre(MilligramsPerDecilitre(110)))
    world.plan(at: 590, .reading(MeterReading(result: fine)))
    // A millisecond later the first one is too old.
    world.plan(at: 1490.001, .reading(MeterReading(result: LowGlucoseDayTests.low)))
    world.run(until: 1489)
    guard case .dose(.offer) = world.pages.last else {
      Issue.record("no dose is offered")
      return
    }
    world.run(until: 1491)
    #expect(world.times { $0 == .alarm(.sound(.high)) } == [1490.001])
    #expect(world.times { $0 == .alarm(.sound(.call)) }.allSatisfy { $0 < 1490 })
    #expect(world.times { $0 == .alarm(.hush) }.isEmpty)
  }
}
