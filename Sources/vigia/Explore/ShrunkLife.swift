import Checkers
import Scenarios
import Simulator
import Traces
import Trial

/// A failing day, made as small as it goes and written down as a scenario.
struct ShrunkLife {
  private let seed: UInt64
  private let before: Int
  private let steps: Int
  private let lives: Int
  /// Nil: lived again, the day did not fail.
  private let file: String?

  /// - Parameters:
  ///   - violation: what did not hold; the file has its name.
  ///   - folder: where the file goes; nil: the working directory.
  init(
    seed: UInt64, days: Int, _ violation: Violation, by live: @escaping Life.Way,
    writingTo folder: String?
  ) throws {
    self.seed = seed
    let name = "\(violation.invariant.rawValue)-\(seed).yaml"
    let path = folder.map { "\($0)/\(name)" } ?? name
    // A place that cannot be written to is known before the work.
    let output = try OutputFile(path: path, inputs: [])
    let plan = Swarm.plan(seed: seed, days: days)
    before = plan.items.count
    guard var shrinker = Shrinker(plan, by: live) else {
      (file, steps, lives) = (nil, before, 0)
      return
    }
    shrinker.shrink()
    (file, steps, lives) = (path, shrinker.plan.items.count, shrinker.lives)
    try output.write(
      ScenarioWriter(shrinker.plan).text(
        title: "\(violation.invariant.rawValue), found in seed \(seed)",
        violation: shrinker.violation, story: Story.text(shrinker.plan, shrinker.violation)))
    try output.finish()
  }

  var text: String {
    guard let file else { return "  not shrunk: the same day, lived again, did not fail" }
    return "  shrunk: \(before) steps to \(steps), in \(lives) lives; to see it: "
      + "vigia simulate \(file)"
  }

  var json: String {
    let name = file.map { JSONText.quoted($0) } ?? "null"
    return "{\"event\":\"shrunk\",\"seed\":\(seed),\"steps\":\(steps),\"file\":\(name)}"
  }
}
