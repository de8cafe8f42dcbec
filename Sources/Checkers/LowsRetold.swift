import Device
import HAL

/// A restart makes no news of a low that an earlier life has told. SAFE-2.
struct LowsRetold: Sendable {
  /// A very low one is told again after fifteen minutes, which is another rule.
  private static let again = Milliseconds.seconds(14 * 60)

  private(set) var violation: Violation?
  private var booted = Instant.start
  private var told: [MeterResult] = []
  /// Only what came back speaks in this life so far.
  private var isQuiet = false
  private var hasChanged = false

  mutating func see(_ event: Event, _ book: DiaryBook, _ truth: Truth) {
    if !truth.areClocksGood || !truth.isStorageGood || book.hasLost { hasChanged = true }
    switch event.kind {
    case .booted:
      booted = truth.now
      isQuiet = true
      told.removeAll()
    case .restored(.outbox(.notice(let notice))):
      if case .glucose(.low(let result, _, _)) = notice.matter, notice.made != nil {
        told.append(result)
      }
    case .restored: break
    case .reading: isQuiet = false
    case .edited: (isQuiet, hasChanged) = (false, true)
    // A value may be entered by the keys.
    case .key: isQuiet = false
    default: break
    }
  }

  mutating func see(_ action: Action, _ book: DiaryBook, _ truth: Truth) {
    guard isQuiet, !hasChanged, violation == nil, truth.now - booted < LowsRetold.again,
      case .outbox(.queued(let notice)) = action,
      case .glucose(.low(let result, _, _)) = notice.matter,
      told.contains(result),
      book.readings.filter({ $0.result == result }).count == 1
    else { return }
    violation = Violation(
      invariant: .sameReadingIsNoNewLow, at: truth.now,
      what: "\(result) was told before the restart, and is told as new after it")
  }

  mutating func see(_ change: WorldChange) {
    switch change {
    case .edited, .recordsLost, .clocksGood(false): hasChanged = true
    default: break
    }
  }
}
