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
      #expect(world.times { $0 == .alarmSilenced(alarm) } == [75])
      let bursts = { (world: World) in world.times { $0 == .sound(.high) } }
      #expect(bursts(world) == [60, 70])
      #expect(world.pages.last == .lowGlucose(result, isVery: isVery))
      world.run(until: 200)
      #expect(bursts(world) == [60, 70, 195], "the pause is over")
      world.press(.ok, at: 210)
      world.plan(at: 240, .reading(MeterReading(result: .low)))
      world.run(until: 241)
      #expect(bursts(world).last == 240)
    }
  }

  @Test("Help pressed on its page is seen at once; then the page says again what to eat")
  func help() throws {
    var world = try Household.world()
    world.tellTime(at: 1)
    world.plan(at: 60, .reading(MeterReading(result: LowGlucoseDayTests.low)))
    world.press(.help, at: 75)
    world.run(until: 75)
    #expect(world.pages.last == .help(.calling, caregiver: 0))
    world.run(until: 200)
    #expect(world.pages.last == .lowGlucose(LowGlucoseDayTests.low, isVery: false))
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
      #expect(world.times { $0 == .sound(.high) } == [60, 67])
      #expect(world.times { $0 == .sound(.low) }.isEmpty)
    }
  }
}
