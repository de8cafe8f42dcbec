import Device
import HAL
import Testing

@Suite("A position that is lost again")
struct LostAgainTests {
  private func dark(_ wearer: inout Wearer, at second: Int) {
    wearer.handle(Event(at: Instant(milliseconds: Int64(second) * 1000), .fix(Fix(mode: .none))))
  }

  private func told(_ wearer: Wearer) -> Int {
    wearer.count {
      if case .outbox(.queued(let notice)) = $0 {
        notice.matter == .position(.lost)
      } else {
        false
      }
    }
  }

  @Test("A single position at home does not end the worry about a wearer lost near the edge")
  func strayAtHome() throws {
    for stray in [1, 3] {
      var wearer = try Wearer()
      wearer.rest(from: 0, through: 300, at: 90, speed: 0.05)
      dark(&wearer, at: 400)
      wearer.rest(from: 900, through: 899 + stray, at: 5, speed: 0.05)
      dark(&wearer, at: 1000)
      #expect(told(wearer) == 0)
      dark(&wearer, at: 900 + stray + 30 + 901)
      #expect(told(wearer) == 1)
    }
  }

  @Test("Positions at home for a while end the worry; single ones are told once more, and no more")
  func home() throws {
    var wearer = try Wearer()
    wearer.rest(from: 0, through: 300, at: 90, speed: 0.05)
    dark(&wearer, at: 400)
    wearer.rest(from: 900, through: 915, at: 5, speed: 0.05)
    dark(&wearer, at: 8000)
    #expect(told(wearer) == 0)
    wearer.rest(from: 8001, through: 8060, at: 90, speed: 0.05)
    for start in [9000, 12_000, 15_000] { wearer.fix(at: Double(start), north: 5) }
    dark(&wearer, at: 18_000)
    // Once for the place near the edge, and once for the first position behind it.
    #expect(told(wearer) == 2)
  }

  @Test("Positions held back outside that agree for ten seconds, and then none, are told")
  func heldOutside() throws {
    var wearer = try Wearer(radius: 300)
    wearer.rest(from: 0, through: 599, at: 5, speed: nil)
    wearer.walk(from: 640, through: 659, start: 820, speed: 18)
    #expect(wearer.device.refusal == .jump)
    #expect(told(wearer) == 0)
    dark(&wearer, at: 700)
    #expect(told(wearer) == 1)
  }
}
