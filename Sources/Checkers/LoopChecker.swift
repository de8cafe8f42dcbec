import Device
import HAL

/// The loop never waits past the device's next deadline, and never turns on the spot.
struct LoopChecker: Checker {
  var violation: Violation?

  private static let mostAtOnce = 20_000
  private var deadline: Instant?
  private var moment = Instant.start
  private var count = 0

  mutating func see(_ event: Event, _ truth: Truth) { arrived(event.at) }

  mutating func arrived(_ now: Instant) {
    if let deadline, deadline < now {
      fail(
        .deadlinesAreKept, at: now,
        "woken \((now - deadline).count) ms after the deadline it asked for")
    }
    guard now == moment else {
      moment = now
      count = 0
      return
    }
    count += 1
    if count > LoopChecker.mostAtOnce {
      fail(.deadlinesAreKept, at: now, "\(count) events at one moment: it turns on the spot")
    }
  }

  // What is due already is done in the next turn.
  mutating func settled(_ next: Instant?, at now: Instant) { deadline = next.map { max($0, now) } }
  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { deadline = nil }
  }
}
