import Device
import HAL

/// A restart knows of a low what the life before it knew. One that was open alarms again, once the time is known. One
/// that was told is no news. SAFE-1, SAFE-5.
///
/// It is judged where nothing of the readings has changed since. Somebody may have written down what a meter had sent.
struct LowsAfterRestart: Sendable {
  /// Its notice and its reading lie on the medium by then.
  private static let settled = Milliseconds.seconds(5)
  /// A device that starts takes its life up in this time, and looks at what it got back.
  private static let resumes = Milliseconds.seconds(20)
  /// Milliseconds that surely make two of one value the same reading.
  private static let same: UInt64 = 50_000

  private(set) var violation: Violation?
  /// The low on the page, and since when.
  private var shown: (result: MeterResult, at: Instant)?
  /// It was open when the power went.
  private var open: MeterResult?
  private var booted = Instant.start
  private var hasAlarmed = false
  /// The newest word of low glucose that came back says that this one is low.
  private var told: MeterResult?
  /// Readings were changed by hand: what the device told of them is another matter.
  private var isEdited = false

  mutating func see(_ event: Event, _ facts: LowFacts, _ truth: Truth) {
    judge(facts, truth)
    switch event.kind {
    case .booted: (booted, hasAlarmed, told, shown) = (truth.now, false, nil, nil)
    case .restored(.outbox(.notice(let notice))):
      switch notice.matter {
      case .glucose(.low(let result, _, _)): told = result
      case .glucose(.lowOver): told = nil
      default: break
      }
    case .restored(.diary(.readingRemoved)): told = nil
    case .reading, .key, .storage(.some): (open, told) = (nil, nil)
    case .edited(let record): edit(record, facts)
    default: break
    }
  }

  private mutating func edit(_ record: Record, _ facts: LowFacts) {
    guard record.isReading, !isCopy(record, facts) else { return }
    (open, told, isEdited) = (nil, nil, true)
  }

  /// It says nothing but what a meter or the keys have said.
  private func isCopy(_ record: Record, _ facts: LowFacts) -> Bool {
    guard case .diary(.reading(let new)) = record, new.id.value >> 32 == 0 else { return false }
    return facts.book.readings.contains {
      $0.id != new.id && $0.id != nil && $0.at != nil && $0.result == new.result
        && ($0.wall - new.taken.milliseconds).magnitude < LowsAfterRestart.same
    }
  }

  private mutating func judge(_ facts: LowFacts, _ truth: Truth) {
    guard let result = open, truth.isPowered else { return }
    guard truth.now - booted < .seconds(1800) else {
      open = nil
      return
    }
    guard let since = facts.book.trustedSince,
      truth.now - max(since, booted) > LowsAfterRestart.resumes
    else { return }
    open = nil
    let lows = facts.readings.filter { $0.result.isClose(to: result) }
    guard facts.isPlain(truth), lows.count == 1, facts.surelyStands(lows[0], truth), !hasAlarmed,
      violation == nil
    else { return }
    violation = Violation(
      invariant: .lowAlarmsHoweverItCame, at: truth.now,
      what: "\(result) was open when the power went, and no alarm says so after the restart")
  }

  mutating func see(_ action: Action, _ facts: LowFacts, _ truth: Truth) {
    switch action {
    case .show(let page):
      if case .glucose(.low(let result, _, _, _, _)) = page {
        if shown?.result != result { shown = (result, truth.now) }
      } else if page.isHome {
        shown = nil
      }
    case .alarm(.started(.lowGlucose, _)), .alarm(.started(.veryLowGlucose, _)): hasAlarmed = true
    case .glucose(.low(let result, _)): judgeNews(result, facts, truth)
    case .glucose(.lowOver): (shown, told) = (nil, nil)
    default: break
    }
  }

  private mutating func judgeNews(_ result: MeterResult, _ facts: LowFacts, _ truth: Truth) {
    let isKnown = facts.isPlain(truth) || facts.isSteady && facts.isWhole(truth)
    let lows = facts.book.readings.filter { $0.result.isClose(to: result) }
    guard let told, told.isClose(to: result), !isEdited, isKnown, violation == nil,
      lows.count == 1 || isOne(lows)
    else { return }
    violation = Violation(
      invariant: .sameReadingIsNoNewLow, at: truth.now,
      what: "\(result) was told before the restart, and is told as a new low")
  }

  /// One of a meter or of the keys, and what somebody wrote down of it.
  private func isOne(_ lows: [DiaryBook.Reading]) -> Bool {
    let own = lows.filter { $0.at != nil }
    guard own.count == 1, let own = own.first else { return false }
    return lows.allSatisfy { ($0.wall - own.wall).magnitude < LowsAfterRestart.same }
  }

  mutating func see(_ change: WorldChange, _ facts: LowFacts, _ truth: Truth) {
    switch change {
    case .powerCut:
      open = nil
      if let shown, truth.now - shown.at > LowsAfterRestart.settled, truth.isStorageGood {
        open = shown.result
      }
      shown = nil
    case .recordsLost: (open, shown) = (nil, nil)
    case .edited(let record): edit(record, facts)
    default: break
    }
  }
}
