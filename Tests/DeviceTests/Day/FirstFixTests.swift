import Device
import HAL
import Testing

@Suite("Started, and no fix comes")
struct FirstFixTests {
  private func told(_ world: World) -> [Double] {
    world.times {
      if case .outbox(.queued(let notice)) = $0 { notice.matter == .position(.lost) } else { false }
    }
  }

  /// A life of half an hour `north` metres from home, a power cut, and no fix after it.
  private func restarted(north metres: Double) throws -> World {
    var world = try Household.world()
    world.stay(from: 1, through: 1800, north: metres)
    world.run(until: 1800)
    world.restart(after: 60)
    world.tellTime(at: 1870)
    world.run(until: 20_000)
    return world
  }

  @Test("Nothing is known of the place: one caregiver is told once, after 15 minutes")
  func unknown() throws {
    var world = try Household.world()
    world.tellTime(at: 1)
    world.run(until: 20_000)
    #expect(told(world) == [901])
    #expect(world.mails(.position(.lost)).map(\.recipient.caregiver) == [0])
    #expect(world.alarms == [.positionLost])
    world.stay(from: 20_001, through: 20_010)
    world.run(until: 20_010)
    #expect(world.times { if case .position(.regained) = $0 { true } else { false } } == [20_001])
    #expect(world.pages.last == .home(showsTime: true, accompaniedUntil: nil))
  }

  @Test("A first fix within the 15 minutes is told to nobody")
  func inTime() throws {
    var world = try Household.world()
    world.stay(from: 890, through: 3000)
    world.run(until: 3020)
    #expect(told(world).isEmpty)
    #expect(
      !world.log.contains { if case .position(.regained) = $0.action { true } else { false } })
  }

  @Test("Deep inside before the power cut nobody is told; near the edge after 15 minutes")
  func known() throws {
    #expect(told(try restarted(north: 20)).isEmpty)
    #expect(told(try restarted(north: 70)) == [1860 + 905])
  }

  @Test("Back from an exit near the edge, and the power goes within a minute: it is told")
  func backNearTheEdge() throws {
    var world = try Household.world()
    world.stay(from: 1, through: 60)
    world.walk(from: 61, through: 180, start: 0, speed: 2)
    world.stay(from: 181, through: 299, north: 240)
    world.walk(from: 300, through: 384, start: 240, speed: -2)
    world.stay(from: 385, through: 415, north: 72)
    world.run(until: 415)
    #expect(world.times { if case .perimeter(.returned) = $0 { true } else { false } }.count == 1)
    world.restart(after: 60)
    world.run(until: 3000)
    #expect(told(world) == [475 + 905])
  }

  @Test("A wearer who walked from deep inside to the edge is near the edge")
  func moved() throws {
    var world = try Household.world()
    world.stay(from: 1, through: 300)
    world.walk(from: 301, through: 370, start: 0, speed: 1)
    world.stay(from: 371, through: 500, north: 70)
    world.run(until: 500)
    world.restart(after: 60)
    world.run(until: 2000)
    #expect(told(world) == [560 + 905])
  }

  @Test("With company nobody is told, but when it is over 15 minutes later")
  func accompanied() throws {
    var world = try Household.world([.accompanied(until: Household.minute(10, 0))])
    world.tellTime(at: 1)
    world.run(until: 6000)
    #expect(told(world) == [3600 + 900])
  }

  @Test("Out before the power cut, then joined, then alone again, and never a fix: it is told")
  func joined() throws {
    var world = try Household.world()
    world.stay(from: 1, through: 59)
    world.walk(from: 60, through: 259, start: 0, speed: 1)
    world.run(until: 260)
    world.restart(after: 60)
    world.tellTime(at: 330)
    // Company lasts from 09:06:40 to 09:20.
    world.plan(at: 400, .message(.accompanied(untilMinute: 560, caregiver: 0)))
    world.run(until: 3000)
    // The life has waited for a position since before, and the last place was outside.
    #expect(told(world).last == 1320.0)
  }
}
