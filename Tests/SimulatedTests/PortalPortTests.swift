import HAL
import PortContracts
import Simulated
import Testing

@Suite("Port contracts on the simulated backends: portal")
struct PortalPortTests {
  @Test("The simulated portal keeps the contract of the port")
  func contract() throws {
    var portal = SimulatedPortal<String, String?>()
    var seen: [String] = []
    var isThere = true
    func serve(_ portal: inout SimulatedPortal<String, String?>) {
      guard let call = portal.take() else { return }
      if isThere { seen.append(call) }
      portal.arrive(isThere ? "re: \(call)" : nil, to: portal.number)
    }
    try PortContract.portal(&portal) {
      $0
    } answered: { portal in
      serve(&portal)
      let answer = portal.read()
      return try #require(answer)
    } seen: { portal, _ in
      serve(&portal)
      return seen
    } fail: { _ in
      isThere = false
    } repair: { _ in
      isThere = true
    }
  }

  @Test("An answer to a call that was dropped reaches nobody")
  func late() throws {
    var portal = SimulatedPortal<Int, Int>()
    try portal.call(1)
    let first = portal.number
    portal.drop()
    try portal.call(2)
    portal.arrive(10, to: first)
    #expect(portal.read() == nil && portal.isCalling)
    portal.arrive(20, to: portal.number)
    #expect(portal.read() == 20 && !portal.isCalling)
  }
}
