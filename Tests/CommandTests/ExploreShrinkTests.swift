import Checkers
import Foundation
import HAL
import Profile
import Scenarios
import Simulator
import Testing
import Trial

@testable import vigia

/// The small scenario of a failing day, for somebody who has to think about it.
@Suite("vigia explore --shrink")
struct ExploreShrinkTests {
  private let folder: Folder
  init() throws { folder = Folder() }

  @Test("A failing day becomes a scenario of a few steps that fails alone, and only with the bug")
  func shrunk() throws {
    let bug = Planted.noExit
    let failed = try Explored("--seeds 0:20 --shrink", by: bug, writingTo: folder.url.path)
    #expect(failed.status == 1)
    let said = try #require(
      failed.output.firstMatch(
        of: #/  shrunk: (\d+) steps to (\d+), in \d+ lives; to see it: vigia simulate (\S+)\n/#))
    let steps = try #require(Int(said.2))
    #expect(try #require(Int(said.1)) > 10)
    #expect((1...10).contains(steps))
    let file = String(said.3)
    #expect(file.hasPrefix(folder.path("inside-is-not-reported-")))

    let scenario = try Scenario(file: file)
    #expect(scenario.plan.items.count == steps)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.hasPrefix("# Breaks inside-is-not-reported at "))
    #expect(text.contains("\n# After "))
    #expect(text.replacingOccurrences(of: "\n#", with: "").contains("the wearer sets out for"))

    // The scenario alone, judged as vigia simulate does: with the bug, and without.
    let bad = try verdicts(scenario, bug)
    #expect(bad.map(\.expectation) == ["invariant inside-is-not-reported"])
    #expect(bad.first?.miss?.contains("s: planted: an exit was reported") == true)
    #expect(try verdicts(scenario, Life.ordinary).isEmpty)
    let simulated = try Command.vigia("simulate", file, "--format", "json")
    #expect(simulated.status == 0)
    #expect(simulated.count("perimeter.exit") == 1)
  }

  private func verdicts(_ scenario: Scenario, _ live: @escaping Life.Way) throws -> [Verdict] {
    var trace = ""
    let life = try scenario.live(by: live) { trace += $0 }
    let path = try folder.write("day.jsonl", trace)
    let replayed = try Replay(path: path, options: .init()).run { _ in }
    return LifeVerdicts.broken(life, replayed.summary)
  }

  @Test("Scripts get the name of the file and the number of steps, behind each failure")
  func json() throws {
    let failed = try Explored(
      "--seeds 2:6 --shrink --keep-going --format json", by: Planted.failing([3, 5]),
      writingTo: folder.url.path)
    #expect(
      failed.events.map { $0["event"] as? String ?? "" } == [
        "failure", "shrunk", "failure", "shrunk", "summary",
      ])
    try #require(failed.events.count == 5)
    for (seed, event) in [(3, failed.events[1]), (5, failed.events[3])] {
      #expect(event["seed"] as? Int == seed)
      #expect(event["steps"] as? Int == 0)
      #expect(event["file"] as? String == folder.path("help-sounds-\(seed).yaml"))
      #expect(try Scenario(file: folder.path("help-sounds-\(seed).yaml")).plan.items.isEmpty)
    }
  }

  @Test("It stays the failure that was found, although a smaller day would fail in another way")
  func same() throws {
    let failed = try Explored(
      "--seeds 3:4 --shrink", by: Planted.turning(below: 5), writingTo: folder.url.path)
    #expect(failed.output.contains(" steps to 5, in "))
    let text = try String(contentsOfFile: folder.path("help-sounds-3.yaml"), encoding: .utf8)
    #expect(text.hasPrefix("# Breaks help-sounds at 24 h: planted: 5 steps\n"))
    #expect(text.contains("title: \"help-sounds, found in seed 3\"\n"))
  }

  @Test("A day that does not fail again is named so, and no file pretends otherwise")
  func once() throws {
    let failed = try Explored(
      "--seeds 3:4 --shrink", by: Planted.failingOnce(), writingTo: folder.url.path)
    #expect(failed.status == 1)
    #expect(failed.lines.contains("  not shrunk: the same day, lived again, did not fail"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test("A folder that cannot be written to is refused before the work")
  func unwritable() throws {
    #expect(throws: InputError.self) {
      try Explored("--seeds 3:4 --shrink", by: Planted.failing([3]), writingTo: "/nowhere")
    }
  }
}
