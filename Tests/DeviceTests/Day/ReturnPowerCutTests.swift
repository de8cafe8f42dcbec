import Device
import HAL
import Testing

@Suite("A power cut in the middle of the return (ALZ-4)")
struct ReturnPowerCutTests {
  /// A walk out from 60 s on, back home from 300 s on, and out again from 900 s on.
  private func world() throws -> World {
    var world = try Household.world()
    world.outage = .seconds(30)
    world.stay(from: 1, through: 60)
    world.walk(from: 61, through: 180, start: 0, speed: 2)
    world.stay(from: 181, through: 299, north: 240)
    world.walk(from: 300, through: 420, start: 240, speed: -2)
    world.stay(from: 421, through: 900)
    world.walk(from: 901, through: 1020, start: 0, speed: 2)
    world.stay(from: 1021, through: 1200, north: 240)
    return world
  }

  private func letters(_ world: World, _ matter: Notice.Matter) -> Int {
    Set(world.mails(matter).map(\.notice.id.value)).count
  }

  @Test("An exit that nobody knew is listed once, whatever record the power cuts off")
  func untold() throws {
    func offline() throws -> World {
      var world = try world()
      world.plan(networkDownFrom: 0, to: 700)
      return world
    }
    var whole = try offline()
    whole.run(until: 1200)
    let first = try #require(
      whole.log.firstIndex { if case .perimeter(.returned) = $0.action { true } else { false } })
    for actions in first...(first + 12) {
      var world = try offline()
      world.cutAfter = actions + 1
      world.run(until: 1200)
      #expect(world.wasCut)
      #expect(letters(world, .perimeter(.excursions)) == 1, "cut after action \(actions - first)")
      #expect(letters(world, .perimeter(.left)) == 1, "cut after action \(actions - first)")
    }
  }

  @Test("Both exits and the return are told once each, whatever record the power cuts off")
  func everyAction() throws {
    var whole = try world()
    whole.run(until: 1200)
    let first = try #require(
      whole.log.firstIndex { if case .perimeter(.returned) = $0.action { true } else { false } })
    for actions in first...(first + 12) {
      var world = try world()
      world.cutAfter = actions + 1
      world.run(until: 1200)
      #expect(world.wasCut)
      #expect(letters(world, .perimeter(.left)) == 2, "cut after action \(actions - first)")
      #expect(letters(world, .perimeter(.returned)) == 1, "cut after action \(actions - first)")
    }
  }
}
