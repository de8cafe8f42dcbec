import Device
import HAL
import Testing

@Suite("A dose prompt that a reading brings back (DIA-8)")
struct OverduePromptTests {
  @Test("Put off for longer than it is silent, it calls at once, and nothing sounds on top of it")
  func putOff() throws {
    var world = try Household.world([
      .insulin(try #require(InsulinProfile.usual)),
      .mealtime(Mealtime(meal: .breakfast, minute: 570)),
    ])
    world.tellTime(at: 1)
    world.press(.ok, at: 1810, isLong: true)
    world.plan(at: 2390, .storage(.full))
    let reading = MeterResult.amount(.milligramsPerDecilitre(MilligramsPerDecilitre(150)))
    world.plan(at: 2395, .reading(MeterReading(result: reading)))
    world.run(until: 2400)
    #expect(world.times { $0 == .alarm(.sound(.call)) } == [1800, 2395])
    #expect(world.times { $0 == .alarm(.sound(.low)) }.filter { $0 > 1800 } == [2390])
  }
}
