import Device
import HAL

/// A restart makes no news of a low that an earlier life has told. SAFE-2.
struct LowsRetold: Sendable {
  /// A very low one is told again after fifteen minutes, which is another rule.
  private static let again = Milliseconds.seconds(14 * 60)

  private(set) var violation: Violation?
  private var booted = Instant.start
  private var told: [MeterResult] = []
  /// Lows of which was told last that they are too old.
  private var old: [MeterResult] = []
  /// Whether only restored records count in this life so far.
  private var isQuiet = false
  private var hasChanged = false

  mutating func see(_ event: Event, _ book: DiaryBook, _ truth: Truth) {
    if !truth.areClocksGood || !truth.isStorageGood || book.hasLost { hasChanged = true }
    switch event.kind {
    case .booted:
      booted = truth.now
      isQuiet = true
      told.removeAll()
      old.removeAll()
    case .restored(.outbox(.notice(let notice))):
      if case .glucose(.low(let result, _, _)) = notice.matter, notice.made != nil {
        told.append(result)
        old.removeAll { result.isClose(to: $0) }
      }
      if case .glucose(.lowOver(let over)) = notice.matter, over.cause == .old {
        old.append(over.low)
      }
    case .restored: break
    case .reading: isQuiet = false
    case .edited: (isQuiet, hasChanged) = (false, true)
    // The keys may have entered a value.
    case .key: isQuiet = false
    default: break
    }
  }

  mutating func see(_ action: Action, _ book: DiaryBook, _ truth: Truth) {
    guard isQuiet, !hasChanged, violation == nil, truth.now - booted < LowsRetold.again,
      case .outbox(.queued(let notice)) = action,
      case .glucose(.low(let result, _, _)) = notice.matter,
      told.contains(result), book.isTrusted || !isOld(result),
      book.readings.filter({ $0.result == result }).count == 1
    else { return }
    violation = Violation(
      invariant: .sameReadingIsNoNewLow, at: truth.now,
      what: "\(result) was told before the restart, and is told as new after it")
  }

  /// A low that was too old may stand again where no clock tells its age: who heard of its end hears that.
  private func isOld(_ low: MeterResult) -> Bool { old.contains { $0.isClose(to: low) } }

  mutating func see(_ change: WorldChange) {
    switch change {
    case .edited, .recordsLost, .clocksGood(false): hasChanged = true
    default: break
    }
  }
}
