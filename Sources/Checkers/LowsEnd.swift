import Device
import HAL

/// A low that is over is told as over to those who heard of it; and one that a single reading ended is
/// measured again, or told as not confirmed.
struct LowsEnd: Sendable {
  private static let counts = Milliseconds.seconds(3 * 3600 - 60)
  private static let again = Milliseconds.seconds(15 * 60)
  private static let slack = Milliseconds.seconds(90)

  private(set) var violation: Violation?
  /// The low that is open: when it was taken.
  private var low: Instant?
  private var notices: [NoticeID] = []
  /// A caregiver has heard of it.
  private var isTold = false
  /// It is said in the event of the reading that ended it.
  private var owed: Instant?
  private var second: (due: Instant, isTold: Bool, isAsked: Bool)?

  private mutating func fail(_ invariant: Invariant, at now: Instant, _ what: String) {
    guard violation == nil else { return }
    violation = Violation(invariant: invariant, at: now, what: what)
  }

  mutating func see(_ event: Event, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth) {
    judge(before, truth)
    switch event.kind {
    case .booted: forget()
    case .reading(let reading): take(reading, before, book, truth)
    // Without a clock nothing is stored that would say what was entered by the keys.
    case .key(let press):
      if press.key == .ok, !press.isLong, case .dose(.enterGlucose)? = before.page { forget() }
    case .edited(let record): if record.isReading { forget() }
    case .answer(let answer):
      if answer.outcome == .accepted, notices.contains(answer.notice) { isTold = true }
    // One who knows of it needs no second word.
    case .message(.acknowledged): isTold = false
    case .setting(.begin), .storage: forget()
    default: break
    }
    if !truth.areClocksGood { forget() }
  }

  private mutating func forget() {
    (low, owed, second, isTold, notices) = (nil, nil, nil, false, [])
  }

  private mutating func take(
    _ reading: MeterReading, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth
  ) {
    second = nil
    guard let new = book.readings.last, reading.age.count < 60_000,
      before.readings.allSatisfy({ book.isSurelyLater(new, than: $0) })
    else { return forget() }
    if new.isLow {
      if low == nil { (isTold, notices) = (false, []) }
      low = truth.now + Milliseconds(-reading.age.count)
      return
    }
    defer { low = nil }
    guard let low, new.result != .high, truth.now - low < LowsEnd.counts else { return }
    if isTold { owed = truth.now }
    let due = low + LowsEnd.again
    second = (max(due, truth.now), isTold, false)
  }

  private mutating func judge(_ book: DiaryBook, _ truth: Truth) {
    if let at = owed {
      owed = nil
      fail(.lowOverIsTold, at: at, "a low is over, and those who heard of it do not hear so")
    }
    guard let again = second, truth.isPowered else { return }
    if !again.isAsked, truth.now - again.due > LowsEnd.slack {
      second?.isAsked = true
      if case .home? = book.page {
        fail(.lowIsMeasuredAgain, at: truth.now, "one reading ended a low, and nobody asks again")
      }
    }
    if truth.now - again.due > LowsEnd.again + LowsEnd.slack {
      second = nil
      if again.isTold {
        fail(
          .lowIsMeasuredAgain, at: truth.now,
          "nobody measured a second time after a low, and nobody is told")
      }
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .outbox(.queued(let notice)):
      switch notice.matter {
      case .glucose(.low): notices.append(notice.id)
      case .glucose(.lowOver(let over)):
        owed = nil
        if over.isUnconfirmed { second = nil }
      default: break
      }
    case .show(.dose(.measureAgain)): second?.isAsked = true
    // By the keys.
    case .store(.diary(.reading)): if case .key = event.kind { forget() }
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut: forget()
    case .edited(let record): if record.isReading { forget() }
    default: break
    }
  }
}
