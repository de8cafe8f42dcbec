import HAL
import Scenarios
import Simulator
import TestSupport
import Testing

/// The moment of a step, as people write it.
@Suite("A step happens when its line says")
struct ScenarioMomentTests {
  @Test(
    "By the clock on the wall, by the day, by the time since the start or since the step before",
    arguments: [
      ("at: \"01:30\"", 3600), ("at: \"01:30:05.250\"", 3605.25), ("at: \"00:40\"", 600),
      // Earlier than the start: the first such time is tomorrow's, an hour short by the spring night.
      ("at: \"00:10\"", 22.0 * 3600 + 2400), ("at: \"00:40 on day 2\"", 23 * 3600 + 600),
      ("at: \"03:00\"", 5400), ("at: 1 h 30 min", 5400), ("at: 2.5 s", 2.5), ("at: 20min", 1200),
    ] as [(String, Double)])
  func moments(line: String, seconds: Double) throws {
    let step = try #require(try steps(["- {\(line), press: help}"]).first)
    #expect(step.at == Milliseconds(Int64(seconds * 1000)))
  }

  @Test("Half past two in a night that leaves it out is refused")
  func gap() throws {
    #expect(throws: (any Error).self) { try steps(["- {at: \"02:30 on day 1\", press: help}"]) }
  }

  @Test("After a walk means after its last step, also when it was begun somewhere on another walk")
  func after() throws {
    let steps = try steps([
      "- {at: 0 s, walk_to: {north_m: 100}, speed_mps: 1}",
      "- {at: 50 s, walk_to: {north_m: 50, east_m: 80}, speed_mps: 2}",
      "- {after: 10 s, walk_to: home, speed_mps: 1, note: Turns back}",
      "- {after: 0 s, for: 1 min, network: down}", "- {after: 5 s, press: ok}",
    ])
    #expect(steps.map(\.at.count) == [0, 50_000, 100_000, 194_340, 259_340])
  }

  @Test(
    "A start has its zone, and a year that the tables of zones know",
    arguments: [
      ("2026-03-28T23:30:00Z", true), ("2026-03-29T00:30:00+01:00", true),
      ("2026-03-28T18:30:00.000-0500", true), ("2049-12-31T23:59:59Z", true),
      ("2026-03-28T23:30:00", false), ("2026-03-28 23:30:00", false), ("2026-03-28", false),
      ("1999-12-31T23:59:59Z", false), ("2050-01-01T00:00:00Z", false),
      ("9999-01-01T00:00:00Z", false),
    ])
  func start(_ text: String, _ isFine: Bool) throws {
    let day = ["- {at: 1 h, press: help}"]
    if isFine {
      #expect(try steps(day, start: text).count == 1)
    } else {
      let error = #expect(throws: (any Error).self) { try steps(day, start: text) }
      #expect("\(try #require(error))".contains("expected a time from 2000 to 2049 with its zone"))
    }
  }

  private func steps(_ day: [String], start: String = "2026-03-28T23:30:00Z") throws -> [Item] {
    let folder = TemporaryFolder()
    let file = try folder.write(
      """
      title: Moments
      start: \(start)
      lasts: 2 d
      profile:
        wearer: {name: Rosa}
        perimeter: {lat: 40.4168, lon: -3.7038, radius_m: 150}
        time_zone: Europe/Madrid
      day:
      \(day.joined(separator: "\n"))

      """)
    return try Scenario(file: file).plan.items
  }
}
