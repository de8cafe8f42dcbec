import Device
import HAL

/// The question for a second measurement has a cause: a low that one reading has ended, in the minutes in which it is
/// asked for. An end that an earlier life told as not confirmed is not asked about again. No such question covers a
/// dose that minus can still take back. SAFE-2, DIA-8.
struct LowQuestions: Sendable {
  /// Milliseconds from the low to the question, and from there to its end.
  private static let after: Int64 = 15 * 60_000
  /// Fixes under way, and whatever comes in the same turn.
  private static let slack = DiaryBook.slack + 30_000
  private static let undo = Milliseconds.seconds(59)

  private(set) var violation: Violation?
  private var isAsked = false
  /// The end that came back last was told as not confirmed, and no reading since.
  private var isDecided = false
  /// A dose was confirmed then, and nothing has happened to it.
  private var confirmed: Instant?
  private var isShown = false

  mutating func see(_ event: Event, _ facts: LowFacts, _ truth: Truth) {
    switch event.kind {
    case .booted: (isAsked, isDecided, confirmed, isShown) = (false, false, nil, false)
    case .restored(.outbox(.notice(let notice))):
      guard case .glucose(let matter) = notice.matter else { return }
      if case .lowOver(let over) = matter {
        isDecided = over.isUnconfirmed
      } else {
        isDecided = false
      }
    case .restored(let record): if record.isReading { isDecided = false }
    case .edited(let record):
      if record.isReading { isDecided = false }
      confirmed = nil
    case .reading: isDecided = false
    case .key: (isDecided, confirmed) = (false, nil)
    case .setting, .keys, .storage: confirmed = nil
    default: break
    }
  }

  /// The page as it stood until this event.
  mutating func judge(_ facts: LowFacts, _ truth: Truth) {
    guard isAsked, violation == nil, facts.isWhole(truth) else { return }
    // No clock makes it right without a low in the diary.
    let hasLow = facts.readings.contains { $0.isLow }
    guard !hasLow || facts.isPlain(truth) else { return }
    let now = truth.wall.milliseconds
    let hasCause = facts.readings.contains { low in
      low.isLow
        && facts.readings.contains { well in
          guard !well.isLow, facts.book.mayBeLater(well, than: low) else { return false }
          let due = max(low.wall, facts.came(low)) + LowQuestions.after
          return now > low.wall + LowQuestions.after - LowQuestions.slack
            && now < max(due, well.wall) + LowQuestions.after + LowQuestions.slack
        }
    }
    if !hasCause {
      violation = Violation(
        invariant: .lowIsMeasuredAgain, at: truth.now,
        what: "a second measurement is asked for, and no reading has just ended a low one")
    }
  }

  mutating func see(_ action: Action, _ facts: LowFacts, _ truth: Truth) {
    switch action {
    case .show(let page):
      isAsked = false
      if case .dose(.taken) = page { isShown = true }
      guard case .dose(.measureAgain) = page else { return }
      isAsked = true
      if isDecided { fail("is asked for", facts, truth) }
      guard let confirmed, isShown, truth.now - confirmed < LowQuestions.undo, violation == nil
      else { return }
      violation = Violation(
        invariant: .promptKeepsTime, at: truth.now,
        what: "the question for a second measurement covers a dose that minus can take back")
    case .dose(.confirmed): (confirmed, isShown) = (truth.now, false)
    case .dose(.undone), .dose(.prompted): confirmed = nil
    case .outbox(.queued(let notice)):
      guard case .glucose(.lowOver(let over)) = notice.matter else { return }
      if over.isUnconfirmed, isDecided { fail("is told as missing", facts, truth) }
      isDecided = false
    case .glucose(.low): isDecided = false
    default: break
    }
  }

  private mutating func fail(_ what: String, _ facts: LowFacts, _ truth: Truth) {
    guard facts.isPlain(truth), violation == nil else { return }
    violation = Violation(
      invariant: .lowIsMeasuredAgain, at: truth.now,
      what: "an earlier life told an end as not confirmed, and a second measurement \(what) again")
  }

  mutating func see(_ change: WorldChange) {
    switch change {
    case .powerCut: (isAsked, confirmed) = (false, nil)
    case .edited(let record): if record.isReading { isDecided = false }
    default: break
    }
  }
}
