import HAL
import Linux
import PortContracts
import Testing

@Suite("Port contracts on the Linux backends: clock")
struct ClockConformanceTests {
  @Test("The clock stands during a turn and goes on with the next, also when it runs fast")
  func clock() throws {
    for scale: Int64 in [1, 60] {
      let reactor = try Reactor()
      var clock = LinuxClock(reactor, scale: scale)
      try PortContract.clock(&clock) { _ in
        try reactor.turn(until: reactor.now.after(milliseconds: 5))
      }
    }
  }
}
