import HAL
import PerimeterStudy
import Testing

@Suite("The perimeter bench")
struct BenchTests {
  /// Two seeds are enough where the receiver hardly errs.
  private static let results: BenchResults = {
    let plan = BenchPlan(isSmall: true, seeds: 2)
    return BenchResults(plan, plan.units.map { $0.run() })
  }()

  private func open(_ family: Family, _ rule: RuleName) throws -> CellFigures {
    try #require(BenchTests.results.find("open", 100, family, rule))
  }

  private func walk(_ rule: RuleName) throws -> Double {
    try #require(try open(.walkOut, rule).delay50).value
  }

  @Test("Under an open sky each rule is as late as its parameters say")
  func delays() throws {
    // Seconds by hand: 1.3 m/s; the error of an open sky is 3 m.
    #expect((0...4).contains(try walk(.b0)))
    #expect((50 / 1.3 + 16...50 / 1.3 + 24).contains(try walk(.b3a)))
    #expect((57...65).contains(try walk(.b3b)))
    // 20 m and one of the two claims: 18 m, or a quarter of it.
    #expect((22 / 1.3...42 / 1.3).contains(try walk(.b4)))
    #expect((17...25).contains(try walk(.ours)))
  }

  @Test(
    "A rule that waits 20 s beyond 50 m does not see a minute at 30 m, one that does not wait does")
  func excursions() throws {
    #expect(try open(.excursion(30), .b3a).seen?.value == 0)
    #expect(try open(.excursion(30), .b0).seen?.value == 1)
    #expect(try open(.excursion(100), .b3a).seen?.value == 1)
  }

  @Test("A wearer who stands still in the middle has left by no rule that confirms an exit")
  func still() throws {
    for rule in [RuleName.b3a, .b3b, .ours] {
      let figures = try open(.still(0), rule)
      #expect(figures.falseExits == 0)
      #expect((1.9...2.1).contains(figures.hoursInside))
    }
  }

  @Test("A wearer who comes home is out for a rule until it takes the exit back")
  func backHome() throws {
    // 45 m beyond the edge and back: some 120 s at home, of which it dwells 60.
    let dwell = try open(.trial, .b3b)
    let late = try #require(dwell.wronglyOut).value * dwell.hoursInside / Double(dwell.traces)
    #expect((55...70).contains(late * 3600))
    #expect(try #require(try open(.still(0), .b3b).wronglyOut).value == 0)
  }

  @Test("The naive rule cries wolf at a spike, and so does waiting for one more fix")
  func spikes() throws {
    #expect(try open(.spikes, .b0).falseExits >= 10)
    #expect(try open(.spikes, .b4).falseExits >= 5)
    #expect(try open(.spikes, .b3a).falseExits == 0)
  }

  @Test("A car is seen sooner than a walker by whoever confirms by distance")
  func drives() throws {
    #expect(try #require(try open(.driveOut, .b4).delay50).value < walk(.b4) / 3)
    #expect(try #require(try open(.driveOut, .ours).delay50).value < walk(.ours))
  }

  @Test("The same seeds give the same digest in whatever order the traces are made")
  func order() {
    let plan = BenchPlan(isSmall: true, seeds: 1, hours: 1)
    let forward = plan.units.map { $0.run() }
    let backward = Array(plan.units.reversed().map { $0.run() }.reversed())
    #expect(BenchResults(plan, forward).digest == BenchResults(plan, backward).digest)
    let other = BenchPlan(isSmall: true, seeds: 1, first: 9, hours: 1)
    #expect(
      BenchResults(other, other.units.map { $0.run() }).digest
        != BenchResults(plan, forward).digest)
  }
}
