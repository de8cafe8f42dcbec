import Foundation
import HAL
import Profile
import Scenarios
import Simulator
import TestSupport
import Testing

@testable import Checkers

/// A life that a program drew, written down for people.
@Suite("A drawn life becomes a file, and the file the same life")
struct ScenarioRoundTripTests {
  @Test("Two hundred drawn days read back as the same plans", arguments: 0..<200 as Range<UInt64>)
  func swarm(seed: UInt64) throws {
    let plan = Swarm.plan(seed: seed)
    let folder = TemporaryFolder()
    let file = try folder.write(ScenarioWriter(plan).text(title: "Seed \(seed)"))
    let read = try Scenario(file: file).plan
    // Piece by piece first: a whole plan says little about what is wrong with it.
    #expect(read.household == plan.household)
    for (found, expected) in zip(read.items, plan.items) where found != expected {
      Issue.record("\(found) instead of \(expected)")
    }
    #expect(read == plan)
  }

  @Test("Days of a week keep their numbers, and both nights on which the clocks change their hours")
  func week() throws {
    for seed in 0..<8 as Range<UInt64> {
      let plan = Swarm.plan(seed: seed, days: 7)
      let folder = TemporaryFolder()
      let file = try folder.write(ScenarioWriter(plan).text(title: "A week"))
      #expect(try Scenario(file: file).plan == plan)
    }
  }

  @Test("The failure, the story and the requirements stand where people look for them")
  func head() throws {
    let plan = Swarm.plan(seed: 3)
    let violation = Violation(
      invariant: .helpSounds, at: Instant(milliseconds: 3_723_500), what: "nothing sounded")
    let text = ScenarioWriter(plan).text(
      title: "Mute: \"help\"", violation: violation, story: "Rosa presses help.\nNobody hears it.",
      covers: ["ALZ-7"])
    let folder = TemporaryFolder()
    let scenario = try Scenario(file: folder.write(text))
    #expect(scenario.title == "Mute: \"help\"")
    #expect(text.hasPrefix("# Breaks help-sounds at 1 h 2 min 3.500 s: nothing sounded\n"))
    #expect(text.contains("# Rosa presses help. Nobody hears it.\n"))
    #expect(text.contains("covers: [ALZ-7]\n"))
  }
}
