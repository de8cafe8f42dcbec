import Checkers
import Device
import HAL
import Names
import Simulator
import Traces
import Trial

/// What a simulated device saw and did, line by line, as a trace and a timeline have it.
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
