import Device
import HAL
import Testing

@Suite("A position that is lost again")
struct LostAgainTests {
  @Test("A single position at home does not end the worry about a wearer lost near the edge")
  func strayAtHome() throws {
    for stray in [1, 3] {
      var wearer = try Wearer()
      wearer.rest(from: 0, through: 300, at: 90, speed: 0.05)
      wearer.loseFix(at: 400)
      wearer.rest(from: 900, through: 899 + stray, at: 5, speed: 0.05)
      wearer.loseFix(at: 1000)
      #expect(wearer.lossesTold == 0)
      wearer.loseFix(at: 900 + stray + 30 + 901)
      #expect(wearer.lossesTold == 1)
    }
  }

  @Test("Positions beyond the edge, now and then, end no wait", arguments: [1, 2])
  func singleBeyond(_ count: Int) throws {
    var wearer = try Wearer()
    wearer.rest(from: 0, through: 300, at: 90, speed: 0.05)
    wearer.loseFix(at: 400)
    wearer.rest(from: 800, through: 799 + count, at: 400, speed: 0.05)
    #expect(wearer.lossesTold == 0)
    wearer.loseFix(at: 860)
    #expect(wearer.lossesTold == 0)
    // A quarter of an hour after the loss at 330.
    wearer.loseFix(at: 1231)
    #expect(wearer.lossesTold == 1)
  }

  @Test("Positions of a while beyond the edge, or one at home, begin a new wait")
  func newWait() throws {
    for (count, place) in [(30, 105.0), (1, 90.0)] {
      var wearer = try Wearer()
      wearer.rest(from: 0, through: 300, at: 90, speed: 0.05)
      wearer.loseFix(at: 400)
      wearer.rest(from: 800, through: 799 + count, at: place, speed: 0.05)
      wearer.loseFix(at: 1300)
      #expect(wearer.lossesTold == 0)
      wearer.loseFix(at: 800 + count + 30 + 901)
      #expect(wearer.lossesTold == 1)
    }
  }

  @Test("Positions at home for a while end the worry; single ones are told once more, and no more")
  func home() throws {
    var wearer = try Wearer()
    wearer.rest(from: 0, through: 300, at: 90, speed: 0.05)
    wearer.loseFix(at: 400)
    wearer.rest(from: 900, through: 915, at: 5, speed: 0.05)
    wearer.loseFix(at: 8000)
    #expect(wearer.lossesTold == 0)
    wearer.rest(from: 8001, through: 8060, at: 90, speed: 0.05)
    for start in [9000, 12_000, 15_000] { wearer.fix(at: Double(start), north: 5) }
    wearer.loseFix(at: 18_000)
    // One is for the place near the edge, and one for the first position behind it.
    #expect(wearer.lossesTold == 2)
  }

  @Test("Positions held back outside that agree for ten seconds, and then none, are told")
  func heldOutside() throws {
    var wearer = try Wearer(radius: 300)
    wearer.rest(from: 0, through: 599, at: 5, speed: nil)
    wearer.walk(from: 640, through: 659, start: 820, speed: 18)
    #expect(wearer.device.refusal == .jump)
    #expect(wearer.lossesTold == 0)
    wearer.loseFix(at: 700)
    #expect(wearer.lossesTold == 1)
  }
}
