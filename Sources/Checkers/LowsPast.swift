import Device
import HAL

/// A low that is over is nobody's business any more, and one that is not stays so until it is
/// answered: the answer to a notice of an earlier one says nothing of it.
struct LowsPast: Sendable {
  private static let again = Milliseconds.seconds(15 * 60)
  private static let counts = Milliseconds.seconds(3 * 3600)

  private(set) var violation: Violation?
  /// Notices of lows, by when they were made.
  private var notices: [(notice: Notice, made: Instant)] = []
  /// What was made up to then tells of the past.
  private var over: Instant?
  /// The newest reading is below 54 mg/dL: taken, told last, and the notices made of it.
  private var veryLow: (at: Instant, told: Instant, tokens: [UInt64])?
  private var isDirty = false
  /// The reading that ended it lies on the medium.
  private var isOverStored = false

  private mutating func fail(_ invariant: Invariant, at now: Instant, _ what: String) {
    guard violation == nil else { return }
    violation = Violation(invariant: invariant, at: now, what: what)
  }

  mutating func see(_ event: Event, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth) {
    judgeAgain(before, truth)
    switch event.kind {
    case .booted:
      veryLow = nil
      isDirty = false
    case .reading(let reading): take(reading, before, book, truth)
    case .edited(let record):
      if record.isReading {
        veryLow = nil
        over = nil
        isDirty = true
      }
    case .message(.acknowledged(let token, _)):
      if veryLow?.tokens.contains(token) ?? false { veryLow = nil }
    default: break
    }
    if !truth.areClocksGood { (veryLow, over) = (nil, nil) }
  }

  private mutating func take(
    _ reading: MeterReading, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth
  ) {
    guard let new = book.readings.last, !isSentAgain(new, before) else { return }
    let isNewest = before.readings.allSatisfy { book.isSurelyLater(new, than: $0) }
    veryLow = nil
    guard isNewest, reading.age.count < 60_000 else {
      if new.isLow { over = nil }
      return
    }
    if new.isVery, !isDirty {
      veryLow = (truth.now + Milliseconds(-reading.age.count), truth.now, [])
    }
    over = new.isLow || new.result == .high ? nil : truth.now
    isOverStored = false
  }

  private func isSentAgain(_ new: DiaryBook.Reading, _ before: DiaryBook) -> Bool {
    before.readings.contains {
      $0.result == new.result && $0.life == new.life && $0.at != nil
        && ($0.wall - new.wall).magnitude <= 2000
    }
  }

  private mutating func judgeAgain(_ book: DiaryBook, _ truth: Truth) {
    guard let low = veryLow, truth.isPowered else { return }
    if truth.now - low.at >= LowsPast.counts {
      veryLow = nil
      return
    }
    if truth.now - low.told > LowsPast.again + .seconds(1) {
      fail(
        .answerSilencesItsOwnLow, at: truth.now,
        "below 54 mg/dL, no notice of it is answered, and it is not told again after 15 minutes")
    }
  }

  mutating func see(_ action: Action, during event: Event, _ book: DiaryBook, _ truth: Truth) {
    switch action {
    case .outbox(.queued(let notice)):
      guard case .glucose(.low(_, let isVery, _)) = notice.matter else { return }
      if notices.count > 40 { notices.removeFirst(20) }
      notices.append((notice, truth.now))
      if isVery {
        veryLow?.told = truth.now
        veryLow?.tokens.append(notice.token)
      }
    case .store(.diary(.reading)):
      isOverStored = true
      // By the keys.
      if case .key = event.kind {
        veryLow = nil
        over = nil
      }
    case .outbox(.send(let dispatch)):
      guard let over, truth.now > over, case .glucose(.low) = dispatch.notice.matter,
        let made = notices.last(where: { $0.notice.id == dispatch.notice.id })?.made, made < over
      else { return }
      fail(
        .nobodyActsOnThePast, at: truth.now,
        "a low that ended \((truth.now - over).count / 1000) s ago is told as present")
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut:
      veryLow = nil
      if !isOverStored { over = nil }
    case .recordsLost: over = nil
    case .edited(let record): if record.isReading { (over, veryLow, isDirty) = (nil, nil, true) }
    default: break
    }
  }
}
