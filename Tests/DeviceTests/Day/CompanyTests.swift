import Device
import HAL
import Testing

@Suite("Company that the profile names")
struct CompanyTests {
  @Test("Ended company stays ended when the profile is loaded again, and over a power cut")
  func endedCompany() throws {
    let settings = try Household.settings([.accompanied(until: Household.minute(12, 0))])
    var world = World()
    world.settings = settings
    world.boot()
    world.tellTime(at: 1)
    world.plan(at: 30, .message(.accompanied(untilMinute: -1, caregiver: 0)))
    for setting in settings { world.plan(at: 60, .setting(setting)) }
    world.run(until: 90)
    world.restart()
    world.tellTime(at: 100)
    world.run(until: 120)
    let noon = Household.wall(3 * 3600)
    #expect(world.times { $0 == .company(.accompanied(until: noon)) } == [1])
    // Another time in the profile is another promise.
    for setting in try Household.settings([.accompanied(until: Household.minute(11, 0))]) {
      world.plan(at: 130, .setting(setting))
    }
    world.run(until: 140)
    #expect(
      world.log.contains { $0.action == .company(.accompanied(until: Household.wall(2 * 3600))) })
  }

  @Test("A profile that names a time that is past begins no company, today or tomorrow")
  func pastCompany() throws {
    var world = try Household.world([.accompanied(until: Household.minute(8, 59))])
    world.tellTime(at: 1)
    world.run(until: 25 * 3600)
    #expect(
      !world.log.contains { if case .company(.accompanied) = $0.action { true } else { false } })
  }
}
