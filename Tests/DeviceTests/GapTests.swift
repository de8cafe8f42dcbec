import Device
import HAL
import Testing

@Suite("Positions behind a gap")
struct GapTests {
  @Test(
    "Wild positions behind a gap are no exit of one who sleeps (SAFE-5)",
    arguments: [12, 40, 120, 600, 880], [1, 5, 10, 18])
  func wild(gap: Int, wild: Int) throws {
    var wearer = try Wearer()
    wearer.rest(from: 0, through: 599, at: 5, speed: 0.05)
    let (back, over) = (600 + gap, 600 + gap + wild)
    wearer.rest(from: back, through: over - 1, at: gap < 40 ? 190 : 400, speed: 0.05)
    wearer.rest(from: over, through: over + 120, at: 5, speed: 0.05)
    #expect(wearer.exits == 0)
    #expect(wearer.device.place == .inside)
  }

  @Test("Who stands outside behind a gap is announced after 20 s")
  func outside() throws {
    var wearer = try Wearer()
    wearer.rest(from: 0, through: 599, at: 5, speed: nil)
    wearer.rest(from: 900, through: 930, at: 400, speed: nil)
    let exit = wearer.first { if case .perimeter(.left) = $0 { true } else { false } }
    #expect(exit == Instant(milliseconds: 920_000))
  }

  @Test("Who rides a bus, from one rare position to the next, is announced within two minutes")
  func bus() throws {
    var wearer = try Wearer()
    wearer.rest(from: 0, through: 599, at: 5, speed: 0.05)
    // It stands at each second position.
    for step in 0...5 {
      wearer.fix(at: 630 + Double(step) * 30, north: 300 + Double(step / 2) * 320, speed: 0.05)
    }
    #expect(wearer.exits == 1)
  }

  @Test("Who rides out of a tunnel is announced within seconds, with a speed and without")
  func tunnel() throws {
    for speed in [nil, 12.0] {
      var wearer = try Wearer(radius: 1000)
      for second in 0...60 {
        wearer.fix(
          at: Double(second), north: Double(second) * 12, speed: speed, course: speed.map { _ in 0 }
        )
      }
      for second in 101...130 {
        wearer.fix(
          at: Double(second), north: Double(second) * 12, speed: speed, course: speed.map { _ in 0 }
        )
      }
      let exit = wearer.first { if case .perimeter(.left) = $0 { true } else { false } }
      #expect(exit.map { $0 <= Instant(milliseconds: 110_000) } ?? false)
    }
  }

  @Test("A single position far outside between two gaps is told after 15 minutes, not at once")
  func lone() throws {
    var wearer = try Wearer()
    wearer.rest(from: 0, through: 599, at: 5, speed: 0.05)
    wearer.fix(at: 660, north: 400, speed: 0.05)
    wearer.loseFix(at: 700)
    #expect(wearer.lossesTold == 0)
    wearer.loseFix(at: 660 + 30 + 901)
    #expect(wearer.lossesTold == 1)
  }
}
