import Device
import HAL

/// One reading has ended a low when the power goes. Once the time is known the device asks for a second one all the
/// same, a quarter of an hour after the low. DIA-8, SAFE-1.
///
/// It is judged where the page of the time is up then: any other may be more urgent.
struct EndsBeforeRestart: Sendable {
  private static let again = Milliseconds.seconds(15 * 60)
  /// Later than that it may be told as not confirmed.
  private static let late = Milliseconds.seconds(10 * 60)
  private static let slack = Milliseconds.seconds(90)

  private struct Stored: Sendable {
    var result: MeterResult
    var at: Instant
    var isStored = false
  }

  private(set) var violation: Violation?
  private var low: Stored?
  private var end: Stored?
  /// The power went in between: the moment at which the question is due.
  private var due: Instant?
  /// The moment at which this life came to know the time.
  private var known: Instant?

  mutating func see(_ event: Event, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth) {
    judge(before, truth)
    switch event.kind {
    case .booted: boot(truth)
    case .reading(let reading): take(reading, before, book, truth)
    case .key(let press):
      if press.key == .ok, !press.isLong, case .dose(.enterGlucose)? = before.page { forget() }
    case .edited(let record): if record.isReading { forget() }
    case .storage(_?): forget()
    default: break
    }
    if !truth.areClocksGood || !truth.isStorageGood { forget() }
  }

  private mutating func forget() { (low, end, due, known) = (nil, nil, nil, nil) }

  private mutating func boot(_ truth: Truth) {
    let (low, end) = (low, end)
    forget()
    guard let low, let end, low.isStored, end.isStored else { return }
    let due = max(low.at + EndsBeforeRestart.again, end.at)
    if truth.now - due < EndsBeforeRestart.late { self.due = due }
  }

  private mutating func take(
    _ reading: MeterReading, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth
  ) {
    due = nil
    guard let new = book.readings.last, (0..<60_000).contains(reading.age.count),
      new.result.isMeant, before.readings.allSatisfy({ book.isSurelyLater(new, than: $0) })
    else { return forget() }
    let stored = Stored(
      result: new.result, at: truth.now + Milliseconds(-reading.age.count))
    if new.isLow {
      (low, end) = (stored, nil)
    } else if end != nil || new.result == .high {
      (low, end) = (nil, nil)
    } else if let low, low.isStored, truth.now - low.at < .seconds(3600) {
      end = stored
    } else {
      low = nil
    }
  }

  private mutating func judge(_ book: DiaryBook, _ truth: Truth) {
    guard let due, let known, truth.isPowered else { return }
    let by = max(due, known) + EndsBeforeRestart.slack
    guard truth.now > by else { return }
    self.due = nil
    guard known - due < EndsBeforeRestart.late, violation == nil, case .home? = book.page
    else { return }
    violation = Violation(
      invariant: .lowIsMeasuredAgain, at: truth.now,
      what: "one reading ended a low before a restart, and nobody asks again")
  }

  mutating func see(_ action: Action, _ truth: Truth) {
    switch action {
    case .store(.diary(.reading(let reading))):
      if low?.result == reading.result { low?.isStored = true }
      if end?.result == reading.result { end?.isStored = true }
    case .clock(.trusted): if due != nil, known == nil { known = truth.now }
    case .clock(.untrusted), .clock(.disagrees): due = nil
    case .show(.dose(.measureAgain)): due = nil
    case .outbox(.queued(let notice)):
      if case .glucose(.lowOver(let over)) = notice.matter, over.isUnconfirmed { due = nil }
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    // The second life has its own question, and the third is not judged.
    case .powerCut: due = nil
    case .recordsLost: forget()
    case .edited(let record): if record.isReading { forget() }
    default: break
    }
  }
}
