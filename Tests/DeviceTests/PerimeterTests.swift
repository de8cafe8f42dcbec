import Device
import HAL
import Testing

@Suite("Leaving and returning (ALZ-3, ALZ-4)")
struct PerimeterTests {
  @Test("A walk out and back gives one exit and one return, each with sound or notice")
  func outAndBack() throws {
    var wearer = try Wearer()
    wearer.walk(from: 0, through: 60, start: 0, speed: 0)
    wearer.walk(from: 61, through: 261, start: 0, speed: 1)
    wearer.walk(from: 262, through: 462, start: 200, speed: -1)
    wearer.walk(from: 463, through: 520, start: 0, speed: 0)
    #expect(wearer.exits == 1)
    #expect(wearer.returns == 1)
    let exit = try #require(wearer.first { if case .perimeter(.left) = $0 { true } else { false } })
    #expect(wearer.first { $0 == .alarm(.sound(.medium)) } == exit)
    let notices = wearer.actions.compactMap { entry -> Notice? in
      if case .outbox(.queued(let notice)) = entry.action { notice } else { nil }
    }
    #expect(notices.map(\.matter) == [.perimeter(.left), .perimeter(.returned)])
    #expect(notices.map(\.id.value) == [1, 2])
  }

  @Test("Someone who walks on and on is announced once, within a minute of the edge")
  func oncePerExcursion() throws {
    var wearer = try Wearer()
    wearer.walk(from: 0, through: 1000, start: 0, speed: 1.3)
    #expect(wearer.exits == 1)
    let exit = try #require(wearer.first { if case .perimeter(.left) = $0 { true } else { false } })
    let crossing = 100 / 1.3
    #expect(exit.milliseconds > Int64(crossing * 1000))
    #expect(exit.milliseconds < Int64((crossing + 60) * 1000))
  }

  @Test("An excursion beyond R + 30 m for 60 s is announced within those 60 s")
  func shortExcursion() throws {
    var wearer = try Wearer()
    wearer.walk(from: 0, through: 30, start: 60, speed: 0)
    wearer.walk(from: 31, through: 46, start: 60, speed: 5)
    for second in 47...106 { wearer.fix(at: Double(second), north: 131) }
    #expect(wearer.exits == 1)
  }

  @Test("Jitter about the edge neither flaps nor cries wolf")
  func jitter() throws {
    var wearer = try Wearer()
    for second in 0..<3600 {
      wearer.fix(at: Double(second), north: 97 + Double((second * 7) % 13) - 6)
    }
    #expect(wearer.exits == 0)
    #expect(wearer.returns == 0)
  }

  @Test("A single fix far outside is not even a suspicion")
  func spike() throws {
    var wearer = try Wearer()
    for second in 0..<300 { wearer.fix(at: Double(second), north: second == 150 ? 700 : 10) }
    #expect(wearer.exits == 0)
    #expect(wearer.suspects == 0)
  }

  @Test("Single fixes hours apart add up to no exit, and single ones at home to no return")
  func strays() throws {
    var wearer = try Wearer()
    wearer.walk(from: 0, through: 60, start: 0, speed: 0)
    for hour in 1...4 { wearer.fix(at: Double(hour) * 3600, north: hour % 2 == 0 ? 165 : -165) }
    #expect(wearer.exits == 0)
    wearer.walk(from: 18_000, through: 18_060, start: 165, speed: 0)
    #expect(wearer.exits == 1)
    for hour in 6...9 { wearer.fix(at: Double(hour) * 3600, north: 20) }
    #expect(wearer.returns == 0)
    wearer.walk(from: 46_800, through: 46_840, start: 20, speed: 0)
    #expect(wearer.returns == 1)
  }

  @Test("Five fixes hours apart overrule the decision; one that agrees takes two away")
  func rarest() throws {
    var wearer = try Wearer()
    wearer.walk(from: 0, through: 60, start: 0, speed: 0)
    for hour in 1...7 { wearer.fix(at: Double(hour) * 3600, north: hour == 5 ? 20 : 165) }
    #expect(wearer.exits == 0)
    wearer.fix(at: 8 * 3600, north: 165)
    #expect(wearer.exits == 1)
    for hour in 9...15 { wearer.fix(at: Double(hour) * 3600, north: hour == 13 ? 165 : 20) }
    #expect(wearer.returns == 0)
    wearer.fix(at: 16 * 3600, north: 20)
    #expect(wearer.returns == 1)
  }

  @Test("Fixes ten minutes apart still add up to an exit, and to a return")
  func rare() throws {
    var wearer = try Wearer()
    for step in 0...5 { wearer.fix(at: Double(step) * 600, north: 20) }
    for step in 6...8 { wearer.fix(at: Double(step) * 600, north: 165) }
    #expect(wearer.exits == 1)
    for step in 9...13 { wearer.fix(at: Double(step) * 600, north: 20) }
    #expect(wearer.returns == 1)
  }

  @Test("One or two rare fixes far outside do not decide")
  func sparse() throws {
    var wearer = try Wearer()
    for step in 0...10 { wearer.fix(at: Double(step) * 20, north: 20) }
    wearer.fix(at: 220, north: 250)
    wearer.fix(at: 240, north: 250)
    #expect(wearer.suspects == 1)
    #expect(wearer.exits == 0)
    wearer.fix(at: 260, north: 250)
    #expect(wearer.exits == 1)
  }

  @Test("One fix inside does not make a start outside an excursion")
  func initialNeedsAgreement() throws {
    var wearer = try Wearer()
    wearer.fix(at: 0, north: 95)
    for second in 1...60 { wearer.fix(at: Double(second), north: 130) }
    #expect(
      wearer.count { if case .perimeter(.left(_, initial: true)) = $0 { true } else { false } } == 1
    )
  }

  @Test("A receiver that is unsure of itself needs more to be believed")
  func accuracyCounts() throws {
    func exit(eph: Double) throws -> Instant? {
      var wearer = try Wearer()
      wearer.eph = Metres(eph)
      wearer.walk(from: 0, through: 30, start: 80, speed: 0)
      for second in 31...200 { wearer.fix(at: Double(second), north: 125) }
      return wearer.first { if case .perimeter(.left) = $0 { true } else { false } }
    }
    let sure = try #require(try exit(eph: 10))
    let unsure = try #require(try exit(eph: 49))
    #expect(sure < unsure)
  }

  @Test("A missing eph, a zero one and a NaN one are the worst, not the best")
  func missingEph() throws {
    for eph in [nil, Metres(0), Metres(.nan), Metres(-1), Metres(.infinity)] {
      var bad = try Wearer()
      bad.eph = eph
      var worst = try Wearer()
      worst.eph = Metres(50)
      for second in 0...200 {
        let metres = second < 30 ? 80.0 : 115
        bad.fix(at: Double(second), north: metres)
        worst.fix(at: Double(second), north: metres)
      }
      #expect(bad.exits == 1)
      let isLeft: (Action) -> Bool = { if case .perimeter(.left) = $0 { true } else { false } }
      #expect(bad.first(isLeft) == worst.first(isLeft))
    }
  }

  @Test("A position that the receiver calls 300 m wrong decides nothing")
  func coarse() throws {
    var wearer = try Wearer()
    wearer.walk(from: 0, through: 20, start: 0, speed: 0)
    wearer.eph = Metres(300)
    for second in 21...45 { wearer.fix(at: Double(second), north: 900) }
    #expect(wearer.exits == 0)
    #expect(wearer.device.refusal == .coarse)
  }

  @Test("Switched on outside: one exit, marked as initial")
  func initial() throws {
    var wearer = try Wearer()
    for second in 0...60 { wearer.fix(at: Double(second), north: 400) }
    #expect(
      wearer.count { if case .perimeter(.left(_, initial: true)) = $0 { true } else { false } } == 1
    )
    #expect(wearer.exits == 1)
  }

  @Test(
    "Switched on outside: the first 20 s wait for fixes that agree, and the exit is told in a minute",
    arguments: [(0.1, 20.0), (1, 20), (5, 20), (10, 20), (20, 40), (30, 60)])
  func initialWaits(interval: Double, expected: Double) throws {
    var wearer = try Wearer()
    for step in 0...Int(60 / interval) { wearer.fix(at: Double(step) * interval, north: 400) }
    let exit = try #require(wearer.first { if case .perimeter(.left) = $0 { true } else { false } })
    #expect(exit == Instant(milliseconds: Int64(expected * 1000)))
  }

  @Test(
    "Wild first fixes of a start are no exit, with a stored place either (SAFE-5)",
    arguments: [0.1, 1, 2, 5], [3.0, 6, 10, 18])
  func wildStart(interval: Double, wild: Double) throws {
    for isStored in [false, true] {
      for home in [0.0, 50, 80] {
        var wearer = try Wearer()
        if isStored { try wearer.restart(as: .inside) }
        for step in 0...Int(180 / interval) {
          let second = Double(step) * interval
          wearer.fix(at: second, north: second < wild ? 500 : home)
        }
        #expect(wearer.exits == 0)
        #expect(wearer.device.place == .inside)
      }
    }
  }

  @Test("A first fix at home that was wild hides nobody outside for longer than a minute")
  func wildAtHome() throws {
    var wearer = try Wearer()
    for second in 0...60 { wearer.fix(at: Double(second), north: second < 6 ? 0 : 400) }
    #expect(wearer.exits == 1)
  }

  @Test("Standing in the door on the way home is not a return")
  func returnNeedsDwell() throws {
    var wearer = try Wearer()
    for second in 0...60 { wearer.fix(at: Double(second), north: 200) }
    for second in 61...600 {
      wearer.fix(at: Double(second), north: second % 20 < 10 ? 85 : 105)
    }
    #expect(wearer.returns == 0)
  }

  @Test("A car is announced sooner than a walker, and farther out")
  func car() throws {
    func delay(speed: Double) throws -> Double {
      var wearer = try Wearer()
      wearer.walk(from: 0, through: 400, start: 0, speed: speed)
      let exit = try #require(
        wearer.first { if case .perimeter(.left) = $0 { true } else { false } })
      return Double(exit.milliseconds) / 1000 - 100 / speed
    }
    let car = try delay(speed: 12)
    #expect(car <= 15)
    #expect(try delay(speed: 1.3) > car)
  }

  @Test("A moved edge does not announce the same excursion again")
  func reconfigured() throws {
    var wearer = try Wearer()
    for second in 0...30 { wearer.fix(at: Double(second), north: 10) }
    wearer.walk(from: 31, through: 70, start: 10, speed: 10)
    for second in 71...100 { wearer.fix(at: Double(second), north: 400) }
    #expect(wearer.exits == 1)
    for (at, radius) in [(100_500, 100.0), (100_600, 150)] {
      let perimeter = try Perimeter(center: Wearer.home, radius: Metres(radius))
      wearer.handle(
        Event(
          at: Instant(milliseconds: Int64(at)), .setting(.perimeter(perimeter))))
    }
    for second in 101...200 { wearer.fix(at: Double(second), north: 400) }
    #expect(wearer.exits == 1)
    #expect(wearer.device.place == .outside)
    // Widened past the wearer, it ends as an excursion does: after a while, with a notice.
    let wide = try Perimeter(center: Wearer.home, radius: Metres(1000))
    wearer.handle(
      Event(at: Instant(milliseconds: 200_500), .setting(.perimeter(wide))))
    for second in 201...300 { wearer.fix(at: Double(second), north: 400) }
    #expect(wearer.returns == 1)
  }

  @Test(
    "However rare the fixes, someone who stays far away is announced, and so is the return",
    arguments: [10.0, 20, 29, 31, 60, 300])
  func rare(_ interval: Double) throws {
    var wearer = try Wearer()
    for step in 0...4 { wearer.fix(at: Double(step) * interval, north: 10) }
    for step in 5...12 { wearer.fix(at: Double(step) * interval, north: 490) }
    #expect(wearer.exits == 1)
    for step in 13...20 { wearer.fix(at: Double(step) * interval, north: 10) }
    #expect(wearer.returns == 1)
  }

  @Test("A receiver that may be off by 190 m does not prove that the wearer is home")
  func returnNeedsAccuracy() throws {
    var wearer = try Wearer()
    for second in 0...60 { wearer.fix(at: Double(second), north: 140) }
    wearer.eph = Metres(190)
    for second in 61...160 { wearer.fix(at: Double(second), north: 85) }
    #expect(wearer.returns == 0)
    wearer.eph = Metres(8)
    for second in 161...200 { wearer.fix(at: Double(second), north: 85) }
    #expect(wearer.returns == 1)
  }

  @Test(
    "Radii outside 100 to 1000 m are refused",
    arguments: [99.999, 1000.001, -1.0, 0.0, Double.nan, Double.infinity])
  func radius(_ metres: Double) {
    #expect(throws: PerimeterError.radiusOutOfRange) {
      try Perimeter(center: Wearer.home, radius: Metres(metres))
    }
  }

  @Test("Radii of 100 and 1000 m are accepted", arguments: [100.0, 1000])
  func limits(_ metres: Double) throws {
    #expect(try Perimeter(center: Wearer.home, radius: Metres(metres)).radius.value == metres)
  }
}
