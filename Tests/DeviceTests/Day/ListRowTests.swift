import Device
import HAL
import Testing

@Suite("A list of caregivers that changes in the very moment in which the next is due (SAFE-5)")
struct ListRowTests {
  private static let due = 400.0

  private static func row(_ second: UInt32) throws -> [Setting] {
    [
      .begin, .perimeter(try Perimeter(center: Wearer.home, radius: Metres(100))),
      .caregiver(Caregiver(hasMail: true, hasRelay: false, who: 1)),
      .caregiver(Caregiver(hasMail: true, hasRelay: false, who: second)), .end,
    ]
  }

  @Test("Nobody is told before the list is complete: the board names people by it")
  func rowCountsAsOne() throws {
    var world = World()
    world.settings = try Self.row(2)
    world.boot()
    world.press(.help, at: Self.due - 300)
    for setting in try Self.row(3) { world.plan(at: Self.due, .setting(setting)) }
    world.run(until: Self.due + 1)
    let list = try #require(
      world.log.lastIndex {
        if case .store(.outbox(.caregivers)) = $0.action { true } else { false }
      })
    let sent = try #require(
      world.log.firstIndex {
        if case .outbox(.send(let dispatch)) = $0.action {
          dispatch.recipient.caregiver == 1
        } else {
          false
        }
      })
    #expect(world.log[list].at == Instant(milliseconds: Int64(Self.due * 1000)))
    #expect(sent > list)
  }
}
