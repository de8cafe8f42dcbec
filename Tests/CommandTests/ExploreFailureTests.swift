import Checkers
import Console
import Foundation
import HAL
import Simulator
import Testing

@testable import vigia

/// The report to somebody whose device was found wrong.
@Suite("A failing exploration")
struct ExploreFailureTests {
  @Test("It says seed, commit, invariant, moment and what happened before, and ends with status 1")
  func text() throws {
    let failed = try Explored("--seeds 0:20", by: Planted.noExit)
    #expect(failed.status == 1)
    let lines = failed.lines
    try #require(lines.count > 4)
    let head = try #require(lines.first)
    let said = try #require(
      head.wholeMatch(
        of: /seed (\d+), commit (\S+): inside-is-not-reported does not hold/))
    #expect(try Command.vigia("--version").output.contains("(\(said.2))"))
    let moment = try #require(
      lines[1].wholeMatch(
        of: #/  at (\d\d:\d\d:\d\d) of the life: planted: an exit was reported/#))
    #expect(lines[2] == "  before that:")
    let history = lines[3...].prefix { $0.hasPrefix("    ") }
    #expect((2...20).contains(history.count))
    // The exit is the last thing that the history tells, with its time.
    let exit = try #require(history.last { $0.contains("\"event\":\"perimeter.exit\"") })
    #expect(exit.hasPrefix("    \(moment.1) "))
    #expect(
      lines.dropFirst(3 + history.count).first
        == "  again: vigia explore --seeds \(said.1):\(next(said.1))")
    #expect(failed.output.contains("1 failure\n"))
    #expect(!failed.output.contains("\n\n"))
  }

  private func next(_ seed: Substring) -> UInt64 { (UInt64(seed) ?? 0) + 1 }

  @Test("The command that it prints shows the same failure again", arguments: ["", " --days 2"])
  func again(days: String) throws {
    let failed = try Explored("--seeds 0:20\(days)", by: Planted.noExit)
    let line = try #require(failed.lines.first { $0.hasPrefix("  again: vigia explore ") })
    #expect(line.hasSuffix(days))
    let arguments = String(line.dropFirst("  again: vigia explore ".count))
    let again = try Explored(arguments, by: Planted.noExit)
    #expect(again.status == 1)
    let count = try #require(failed.lines.firstIndex(of: line)) + 1
    #expect(again.lines.prefix(count) == failed.lines.prefix(count))
    // The device is right without the planted fault.
    #expect(try Explored(arguments, by: Life.ordinary).status == 0)
  }

  @Test("Scripts get the same, a line a failure")
  func json() throws {
    let failed = try Explored("--seeds 7:9 --format json", by: Planted.failing([8]))
    #expect(failed.status == 1)
    #expect(failed.lines.count == 2)
    let failure = try #require(failed.events.first)
    #expect(failure["event"] as? String == "failure")
    #expect(failure["seed"] as? Int == 8)
    #expect(failure["commit"] as? String == ThisProgram.commit)
    #expect(failure["invariant"] as? String == "help-sounds")
    #expect(failure["at_ms"] as? Int == 3_723_000)
    #expect(failure["what"] as? String == "planted: \"mute\"")
    #expect(failure["command"] as? String == "vigia explore --seeds 8:9")
    let summary = try #require(failed.events.last)
    #expect(summary["event"] as? String == "summary")
    #expect(summary["failures"] as? Int == 1)
    #expect(summary["lives"] as? Int == 2)
    #expect(summary["version"] as? String == "0.1.0")
    #expect(summary["commit"] as? String == ThisProgram.commit)
  }

  @Test(
    "It stops at the first failure of the range, not at the first in time", arguments: [1, 2, 8])
  func first(jobs: Int) throws {
    let failed = try Explored(
      "--seeds 0:12 --jobs \(jobs) --format json", by: Planted.failing([3, 4, 9]))
    #expect(failed.status == 1)
    #expect(failed.seeds == [3])
    #expect(failed.events.last?["lives"] as? Int == 4)
    let alone = try Explored("--seeds 0:12 --jobs 1 --format json", by: Planted.failing([3]))
    #expect(failed.output == alone.output)
  }

  @Test("With --keep-going it collects them all, in their order", arguments: [1, 8])
  func all(jobs: Int) throws {
    let failed = try Explored(
      "--seeds 0:12 --jobs \(jobs) --keep-going --format json", by: Planted.failing([3, 4, 9]))
    #expect(failed.status == 1)
    #expect(failed.seeds == [3, 4, 9])
    #expect(failed.events.last?["lives"] as? Int == 12)
    #expect(failed.events.last?["failures"] as? Int == 3)
    let text = try Explored("--seeds 0:12 --keep-going", by: Planted.failing([3, 4, 9]))
    #expect(text.lines.filter { $0.contains("help-sounds does not hold") }.count == 3)
    #expect(text.lines.filter { $0 == "  at 01:02:03 of the life: planted: \"mute\"" }.count == 3)
  }

  @Test("Two lives of one seed that differ are a failure, when it is asked for")
  func unlike() throws {
    let text = try Explored("--seeds 5:7 --check-determinism", by: Planted.unlike())
    #expect(text.status == 1)
    #expect(text.lines.first == "seed 5, commit \(ThisProgram.commit): two lives of it differ")
    #expect(
      text.lines.dropFirst().first == "  again: vigia explore --seeds 5:6 --check-determinism")
    let json = try Explored("--seeds 5:7 --check-determinism --format json", by: Planted.unlike())
    #expect(json.events.first?["invariant"] as? String == "same-seed-same-digest")
    #expect(json.status == 1)
    #expect(try Explored("--seeds 5:7", by: Planted.unlike()).status == 0)
  }
}
