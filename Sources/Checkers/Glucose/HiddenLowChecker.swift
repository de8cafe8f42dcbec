import Device
import HAL

/// Judges that a very low reading is told although a milder low was taken after it. A meter sends it late. SAFE-1.
///
/// It judges only where no reading that counts may have been taken after it, whatever clock is asked. Another very
/// low one behind it speaks for both.
struct HiddenLowChecker: Checker {
  var violation: Violation?

  private struct Known: Sendable {
    var result: MeterResult
    /// True time, or what the diary says.
    var wall: Int64
  }

  /// Milliseconds. Two clocks that lie no farther apart say nothing about which came first.
  private static let apart: Int64 = 370_000
  /// A meter that sends a reading again rounds its age.
  private static let again: UInt64 = 130_000
  private static let counts: Int64 = 3 * 3_600_000 - 60_000
  private static let settles = Milliseconds.seconds(1)
  /// A full table forgets readings.
  private static let most = 90

  private var known: [Known] = []
  private var isTrusted = false
  private var hasLied = false
  private var owed: (result: MeterResult, by: Instant)?

  mutating func see(_ event: Event, _ truth: Truth) {
    judge(truth)
    if !truth.areClocksGood { hasLied = true }
    switch event.kind {
    case .booted:
      (known, owed, isTrusted) = ([], nil, false)
      hasLied = !truth.areClocksGood
    case .restored(let record):
      keep(record)
    case .edited(let record):
      keep(record)
      owed = nil
    case .reading(let reading): take(reading, truth)
    default: break
    }
  }

  private mutating func take(_ reading: MeterReading, _ truth: Truth) {
    let wall = truth.wall.milliseconds - reading.age.count
    defer { known.append(Known(result: reading.result, wall: wall)) }
    owed = nil
    guard isTrusted, !hasLied, truth.isPowered, reading.result.milligrams < 54,
      reading.result.isMeant, (0..<HiddenLowChecker.counts).contains(reading.age.count),
      known.count < HiddenLowChecker.most
    else { return }
    let isSpokenFor = known.contains { other in
      if other.result.isClose(to: reading.result),
        (other.wall - wall).magnitude < HiddenLowChecker.again
      {
        return true
      }
      let isMilder = other.result.milligrams >= 54 && other.result.milligrams < 70
      return !isMilder && other.wall > wall - HiddenLowChecker.apart
    }
    if !isSpokenFor { owed = (reading.result, truth.now + HiddenLowChecker.settles) }
  }

  private mutating func keep(_ record: Record) {
    guard case .diary(.reading(let reading)) = record else { return }
    known.append(Known(result: reading.result, wall: reading.taken.milliseconds))
  }

  private mutating func judge(_ truth: Truth) {
    guard let owed, truth.now > owed.by else { return }
    self.owed = nil
    guard truth.isPowered else { return }
    fail(
      .lowAlarmsHoweverItCame, at: truth.now,
      "a meter sent \(owed.result), which is very low, and nobody is told")
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isTrusted = false
    case .store(let record): keep(record)
    case .outbox(.queued(let notice)):
      guard let result = owed?.result, case .glucose(.low(let told, _, _)) = notice.matter
      else { return }
      if told.isClose(to: result) { owed = nil }
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut: owed = nil
    case .clocksGood(false): (hasLied, owed) = (true, nil)
    case .end: judge(truth)
    default: break
    }
  }
}
