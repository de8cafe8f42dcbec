import Device
import HAL
import Testing

/// ALZ-4 with a receiver that says how fast the wearer goes. Distances are metres north of home, R = 100 m.
@Suite("Walked there, or only seen there (ALZ-4)")
struct DeadReckoningTests {
  /// All tempers, from the calmest.
  private static let tempers: [PerimeterTemper] = [.calm, .normal, .quick]

  /// A wearer who has rested for half an hour, `start` metres north of home.
  private func rested(at start: Double, speed: Double? = 0.02) throws -> Wearer {
    var wearer = try Wearer()
    wearer.rest(from: 0, through: 1800, at: start, speed: speed)
    return wearer
  }

  @Test("A reflection that creeps to 28 m beyond the edge and stays is no exit of one who rests")
  func reflection() throws {
    var wearer = try rested(at: 80)
    // The wearer walks for a minute, and stays for ten.
    for second in 1...60 {
      wearer.fix(at: 1800 + Double(second), north: 80 + Double(second) * 0.8, speed: 0.02)
    }
    wearer.rest(from: 1861, through: 2460, at: 128, speed: 0.02)
    #expect(wearer.exits == 0)
  }

  @Test("A wearer who walks out is out, whether the receiver tells the speed, none, or rest")
  func walkedThere() throws {
    for speed in [1.3, nil, 0.02] as [Double?] {
      var wearer = try rested(at: 20, speed: speed.map { _ in 0.02 })
      for second in 1...120 {
        wearer.fix(
          at: 1800 + Double(second), north: 20 + Double(second) * 1.3, speed: speed,
          course: speed == 1.3 ? 0 : nil)
      }
      let exit = try #require(
        wearer.first { if case .perimeter(.left) = $0 { true } else { false } })
      let crossing = 1_800_000 + Int64(80 / 1.3 * 1000)
      #expect(exit.milliseconds > crossing)
      #expect(exit.milliseconds < crossing + 30_000, "with a speed of \(String(describing: speed))")
    }
  }

  @Test("A speed that no wearer has makes no exit late", arguments: [101, 1e7, 1e155, 1e300])
  func absurdSpeed(_ speed: Double) throws {
    var wearer = try rested(at: 20)
    wearer.fix(at: 1801, north: 20, speed: speed, course: 180)
    for second in 1...120 {
      wearer.fix(
        at: 1801 + Double(second), north: 20 + Double(second) * 1.3, speed: 1.3, course: 0)
    }
    let exit = try #require(wearer.first { if case .perimeter(.left) = $0 { true } else { false } })
    #expect(exit.milliseconds < 1_801_000 + Int64((80 / 1.3 + 30) * 1000))
  }

  @Test(
    "A course that a receiver keeps from the last walk moves nobody who rests",
    arguments: [0.2, 0.28])
  func keptCourse(_ speed: Double) throws {
    var wearer = try rested(at: 96)
    // Now and then a position lies beyond the edge.
    for second in 1801...3600 {
      wearer.fix(
        at: Double(second), north: second % 8 == 0 ? 101 : 96, speed: speed, course: 0)
    }
    #expect(wearer.exits == 0)
  }

  @Test("A wearer at 0.25 m/s with a true course is out within a minute of R + 30 m")
  func slowCourse() throws {
    var wearer = try rested(at: 60)
    for second in 1...340 {
      wearer.fix(
        at: 1800 + Double(second), north: 60 + Double(second) * 0.25, speed: 0.25, course: 0)
    }
    #expect(wearer.exits == 1)
  }

  @Test("A wearer at 0.4 m/s, too slow for a course, is out within a minute of R + 30 m")
  func shuffle() throws {
    var wearer = try rested(at: 0)
    for second in 1...400 {
      wearer.fix(at: 1800 + Double(second), north: Double(second) * 0.4, speed: 0.4)
    }
    let exit = try #require(wearer.first { if case .perimeter(.left) = $0 { true } else { false } })
    #expect(exit.milliseconds < 1_800_000 + Int64((130 / 0.4 + 60) * 1000))
  }

  @Test("After a minute without a fix the position counts again as it is")
  func afterAHole() throws {
    var wearer = try rested(at: 20)
    wearer.rest(from: 1870, through: 1930, at: 140, speed: 0.02)
    #expect(wearer.exits == 1)
  }

  @Test("A wild position is not believed for staying where it is")
  func staysWild() throws {
    var wearer = try rested(at: 60)
    // 19 s, of the 20 that a jump waits.
    wearer.rest(from: 1801, through: 1820, at: 190, speed: 0.02)
    #expect(wearer.device.refusal == .jump)
    wearer.rest(from: 1821, through: 1900, at: 60, speed: 0.02)
    #expect(wearer.exits == 0)
    #expect(wearer.suspects == 0)
  }

  @Test("Positions 50 m beyond the edge for five minutes are an exit, whatever the speed says")
  func doubtOutside() throws {
    var wearer = try rested(at: 20)
    // The wearer walks at 0.7 m/s, which contradicts nothing.
    for second in 1...186 {
      wearer.fix(at: 1800 + Double(second), north: 20 + Double(second) * 0.7, speed: 0.02)
    }
    let there = 1986
    wearer.rest(from: there + 1, through: there + 300, at: 150, speed: 0.02)
    let exit = try #require(wearer.first { if case .perimeter(.left) = $0 { true } else { false } })
    #expect(exit.milliseconds > Int64(there - 40) * 1000)
    #expect(wearer.returns == 0)
  }

  @Test("Positions well inside for three minutes are a return, whatever the speed says")
  func doubtAtHome() throws {
    var wearer = try Wearer()
    wearer.rest(from: 0, through: 60, at: 0, speed: 0.02)
    for second in 61...260 {
      wearer.fix(at: Double(second), north: Double(second - 60) * 1.3, speed: 1.3, course: 0)
    }
    wearer.rest(from: 261, through: 600, at: 260, speed: 0.02)
    #expect(wearer.exits == 1)
    for second in 601...840 {
      wearer.fix(at: Double(second), north: 260 - Double(second - 600) * 0.75, speed: 0.02)
    }
    wearer.rest(from: 841, through: 1020, at: 80, speed: 0.02)
    #expect(wearer.returns == 1)
    #expect(wearer.exits == 1)
  }

  @Test("Each temper keeps its promise: 20, 30 or 45 m beyond the edge for a minute")
  func promises() throws {
    for temper in DeadReckoningTests.tempers {
      var wearer = try Wearer(temper: temper)
      wearer.rest(from: 0, through: 59, at: 0, speed: 0.02)
      // Ridden there too fast for a walk to explain it.
      wearer.rest(from: 120, through: 180, at: 101 + temper.promise.value, speed: nil)
      #expect(wearer.exits == 1, "\(temper)")
    }
  }

  @Test("The calmer the temper, the later the exit of a walker")
  func order() throws {
    let delays = try DeadReckoningTests.tempers.map { temper in
      var wearer = try Wearer(temper: temper)
      wearer.rest(from: 0, through: 300, at: 0, speed: 0.02)
      for second in 1...200 {
        wearer.fix(
          at: 300 + Double(second), north: Double(second) * 1.3, speed: 1.3, course: 0)
      }
      return try #require(wearer.first { if case .perimeter(.left) = $0 { true } else { false } })
        .milliseconds
    }
    #expect(delays == delays.sorted(by: >))
    #expect(Set(delays).count == 3)
  }

  @Test("Across the 180th meridian and beside the pole a walk is as long as elsewhere")
  func farPlaces() throws {
    for center in [
      Position(latitudeE7: -170_000_000, longitudeE7: 1_800_000_000)!,
      Position(latitudeE7: 899_990_000, longitudeE7: 250_000_000)!,
    ] {
      var wearer = try Wearer(center: center)
      for second in 0...250 {
        let north = Double(max(second - 60, 0)) * 1.3
        // Eastward across the meridian, southward from beside the pole.
        let east = center.longitudeE7 == 1_800_000_000
        let units = Int64((north / (east ? 0.010_644 : 0.011_169)).rounded())
        let longitude = Int64(center.longitudeE7) + (east ? units : 0)
        let position = Position(
          latitudeE7: Int64(center.latitudeE7) - (east ? 0 : units),
          longitudeE7: longitude > 1_800_000_000 ? longitude - 3_600_000_000 : longitude)
        wearer.fix(
          at: Double(second), position, speed: second > 60 ? 1.3 : 0, course: east ? 90 : 180)
      }
      let exit = try #require(
        wearer.first { if case .perimeter(.left) = $0 { true } else { false } })
      let crossing = 60_000 + Int64(100 / 1.3 * 1000)
      #expect(exit.milliseconds > crossing)
      #expect(exit.milliseconds < crossing + 30_000)
    }
  }

  @Test("A receiver that keeps its last course at rest drags nobody over the edge")
  func keptCourse() throws {
    var wearer = try Wearer()
    for second in 0...60 {
      wearer.fix(at: Double(second), north: Double(second), speed: 1, course: 0)
    }
    for second in 61...7200 { wearer.fix(at: Double(second), north: 60, speed: 0.1, course: 0) }
    #expect(wearer.suspects == 0)
    #expect(wearer.exits == 0)
  }
}
