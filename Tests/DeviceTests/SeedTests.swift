import Device
import HAL
import TestSupport
import Testing

/// Random receivers of the worst kind: whatever they say, some things must hold.
@Suite("Random receivers of the worst kind")
struct SeedTests {
  @Test("Exits and returns take turns, losses and regains too", arguments: 1...200)
  func alternation(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    func draw(_ bound: Int) -> Int64 { Int64(random.below(bound)) }
    var wearer = try Wearer()
    var now: Int64 = 0
    var north = 0.0
    var speed = 0.0
    for _ in 0..<2000 {
      now += draw(20) == 0 ? draw(60_000) : 1000
      if draw(50) == 0 { speed = Double(draw(7) - 3) }
      north = max(-400, min(400, north + speed))
      if let deadline = wearer.device.nextDeadline, deadline.milliseconds < now {
        wearer.handle(Event(at: deadline, .deadline))
      }
      var fix = Fix(mode: draw(15) == 0 ? .none : draw(9) == 0 ? .twoD : .threeD)
      fix.position = draw(40) == 0 ? nil : Wearer.north(north + Double(draw(31)) - 15)
      if draw(200) == 0 {
        fix.position = Position(latitudeE7: draw(9_000), longitudeE7: draw(9_000))
      }
      let wall = Wearer.dawn + now - (draw(60) == 0 ? draw(100_000) : 0)
      if draw(30) != 0 { fix.time = FixTime(WallTime(milliseconds: wall), isDated: true) }
      if draw(10) != 0 { fix.eph = Metres(Double(draw(400))) }
      wearer.handle(Event(at: Instant(milliseconds: now), .fix(fix)))
    }

    var isOutside = false
    var isLost = false
    for (_, action) in wearer.actions {
      switch action {
      case .perimeter(.left):
        #expect(!isOutside && !isLost)
        isOutside = true
      case .perimeter(.returned):
        #expect(isOutside && !isLost)
        isOutside = false
      case .position(.lost):
        #expect(!isLost)
        isLost = true
      case .position(.regained):
        #expect(isLost)
        isLost = false
      default: break
      }
    }
    if let deadline = wearer.device.nextDeadline {
      #expect(deadline.milliseconds > now - 30_000)
    }
  }
}
