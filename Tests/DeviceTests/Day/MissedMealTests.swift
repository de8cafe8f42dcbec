import Device
import HAL
import Testing

@Suite("A meal that passed while the device was off")
struct MissedMealTests {
  /// Nine o'clock in the first life; breakfast is prompted at half past nine.
  private func world() throws -> World {
    var world = try Household.world([
      .insulin(try #require(InsulinProfile.usual)),
      .mealtime(Mealtime(meal: .breakfast, minute: 570)),
      .mealtime(Mealtime(meal: .lunch, minute: 780)),
    ])
    world.stay(from: 1, through: 60)
    world.run(until: 60)
    return world
  }

  private func mails(_ world: World, _ meal: Meal) -> Int {
    Set(world.mails(.dose(.unanswered(meal))).map(\.notice.id.value)).count
  }

  @Test("It is told to the caregiver once, also over another restart")
  func missed() throws {
    var world = try world()
    world.restart(after: 2 * 3600)
    world.tellTime(at: 7300)
    world.run(until: 7500)
    #expect(mails(world, .breakfast) == 1)
    #expect(mails(world, .lunch) == 0, "its time is still to come")
    #expect(!world.log.contains { $0.action == .dose(.prompted(.breakfast)) })
    world.restart(after: 600)
    world.tellTime(at: 8200)
    world.run(until: 8300)
    #expect(mails(world, .breakfast) == 1)
  }

  @Test("Prompted, then off until the hour was over: the caregiver is told")
  func promptedBefore() throws {
    var world = try world()
    world.run(until: 2400)
    #expect(world.log.contains { $0.action == .dose(.prompted(.breakfast)) })
    world.restart(after: 3600)
    world.tellTime(at: 6010)
    world.run(until: 6100)
    #expect(mails(world, .breakfast) == 1)
  }

  @Test("Prompted, then off until the next meal took its place: the caregiver is told")
  func overtaken() throws {
    var world = try Household.world([
      .insulin(try #require(InsulinProfile.usual)),
      .mealtime(Mealtime(meal: .breakfast, minute: 570)),
      .mealtime(Mealtime(meal: .lunch, minute: 620)),
    ])
    world.stay(from: 1, through: 60)
    world.run(until: 2100)
    #expect(world.log.contains { $0.action == .dose(.prompted(.breakfast)) })
    // The device is off from 09:35 to 10:25; breakfast's hour lasts until half past ten.
    world.restart(after: 3000)
    world.tellTime(at: 5110)
    world.run(until: 5200)
    #expect(mails(world, .breakfast) == 1)
    #expect(mails(world, .lunch) == 0)
    #expect(world.log.contains { $0.action == .dose(.prompted(.lunch)) })
  }

  @Test("A meal that had its dose, or whose hour is not over, is not missed")
  func notMissed() throws {
    var world = try world()
    let reading = MeterResult.amount(.milligramsPerDecilitre(MilligramsPerDecilitre(150)))
    world.plan(at: 1900, .reading(MeterReading(result: reading)))
    world.press(.ok, at: 1910)
    world.run(until: 2000)
    #expect(world.log.contains { if case .dose(.confirmed) = $0.action { true } else { false } })
    world.restart(after: 2 * 3600)
    world.tellTime(at: 9300)
    world.run(until: 9400)
    #expect(mails(world, .breakfast) == 0)

    var open = try self.world()
    open.restart(after: 2400)
    open.tellTime(at: 2500)
    open.run(until: 2600)
    #expect(mails(open, .breakfast) == 0)
    #expect(open.log.contains { $0.action == .dose(.prompted(.breakfast)) })
  }
}
