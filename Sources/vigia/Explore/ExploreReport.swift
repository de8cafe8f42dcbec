import Checkers
import Console
import Device
import Foundation
import HAL
import Simulator
import Traces
import Trial

/// An exploration in words, for people and for scripts.
struct ExploreReport {
  var seeds: Range<UInt64>
  var days: Int
  var checksDeterminism: Bool
  var live = Life.ordinary

  private static let linesOfHistory = 20

  // MARK: A failure

  func text(_ failure: Exploration.Failure) -> String {
    guard let violation = failure.violation else {
      return "seed \(failure.seed), commit \(ThisProgram.commit): two lives of it differ\n"
        + "  again: \(command(failure))"
    }
    var lines = [
      "seed \(failure.seed), commit \(ThisProgram.commit): \(violation.invariant.rawValue) does not hold",
      "  at \(LifeHistory.clock(violation.at)) of the life: \(violation.what)",
      "  before that:",
    ]
    lines += LifeHistory.last(
      ExploreReport.linesOfHistory, of: Swarm.plan(seed: failure.seed, days: days), by: live
    ).map { "    " + $0 }
    lines.append("  again: \(command(failure))")
    return lines.joined(separator: "\n")
  }

  func json(_ failure: Exploration.Failure) -> String {
    var line = "{\"event\":\"failure\",\"seed\":\(failure.seed)"
    line += ",\"commit\":\(JSONText.quoted(ThisProgram.commit))"
    if let violation = failure.violation {
      line += ",\"invariant\":\(JSONText.quoted(violation.invariant.rawValue))"
      line += ",\"at_ms\":\(violation.at.milliseconds)"
      line += ",\"what\":\(JSONText.quoted(violation.what))"
    } else {
      line += ",\"invariant\":\"same-seed-same-digest\""
    }
    return line + ",\"command\":\(JSONText.quoted(command(failure)))}"
  }

  private func command(_ failure: Exploration.Failure) -> String {
    let other = failure.violation == nil ? " --check-determinism" : ""
    let length = days == 1 ? "" : " --days \(days)"
    return "vigia explore --seeds \(failure.seed):\(failure.seed + 1)\(length)\(other)"
  }

  // MARK: All of it

  func text(_ total: Exploration, seconds: Double) -> String {
    let years = String(format: "%.2f", total.years)
    let pace = String(format: "%.2f", total.years / max(seconds, 1e-9))
    let ratio = String(
      format: "%.0f", total.simulated.seconds * (checksDeterminism ? 2 : 1) / max(seconds, 1e-9))
    var lines: [String] = []
    let missing = Probe.allCases.filter { total.probes.counts[$0.rawValue] == 0 }
    if !missing.isEmpty {
      lines.append("never reached: " + missing.map(\.name).joined(separator: ", "))
    }
    let twice = checksDeterminism ? ", each lived twice" : ""
    lines.append(
      "\(ExploreReport.counted(total.lives, "seed"))\(twice): \(years) years in "
        + "\(String(format: "%.1f", seconds)) s (\(pace) years a second, \(ratio) times real time), "
        + "\(ExploreReport.counted(total.injected, "fault")), "
        + ExploreReport.counted(total.failures.count, "failure"))
    lines.append("digest \(ExploreSummary.digest(total.digest))")
    return lines.joined(separator: "\n")
  }

  private static func counted(_ number: Int, _ name: String) -> String {
    "\(number) \(name)\(number == 1 ? "" : "s")"
  }

  func json(_ total: Exploration) -> String {
    ExploreSummary(total, of: seeds, days: days).line
  }
}

/// A simulated device saw and did this, line by line, as a trace and a timeline have it.
enum LifeHistory {
  /// The last lines before a life ended, fixes and the row of settings left out.
  static func last(
    _ count: Int, of plan: Plan, by live: Life.Way = Life.ordinary
  ) -> [String] {
    var lines: [String] = []
    _ = live(plan) { event, action, truth in
      guard let line = line(event, action, truth) else { return }
      lines.append(line)
      if lines.count > count * 4 { lines.removeFirst(count * 3) }
    }
    return lines.suffix(count)
  }

  private static func line(_ event: Event, _ action: Action?, _ truth: Truth) -> String? {
    let time = clock(truth.now)
    if let action {
      return TimelineEntry(
        action, TraceWords(), at: truth.wall, sinceStart: truth.now - .start
      ).map { "\(time)   \(JSONLines(trace: nil).line($0).dropLast())" }
    }
    switch event.kind {
    case .fix, .deadline, .setting, .restored: return nil
    default:
      var text = ""
      try? TraceWriter(plain: { text = $0 }).write(event)
      if text.hasSuffix("\n") { text.removeLast() }
      return text.isEmpty ? nil : "\(time) \(text)"
    }
  }

  /// Hours, minutes and seconds since the life began.
  static func clock(_ now: Instant) -> String {
    let seconds = now.milliseconds / 1000
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.padded() }
      .joined(separator: ":")
  }
}
