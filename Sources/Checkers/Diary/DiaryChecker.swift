import Device
import HAL

/// Judges the effects of edits of the diary, meters and their clocks. Several checkers share one book.
struct DiaryChecker: Checker {
  var violation: Violation?

  private var book = DiaryBook()
  private var lows = DiaryLows()
  private var offers = DiaryOffers()
  private var past = LowsPast()
  private var seconds = SecondDoses()
  private var end = LowsEnd()
  private var tellings = DiaryTellings()
  private var edited = EditedLows()
  private var earlier = EarlierLows()
  private var written = WrittenLows()
  private var endings = DeletedEndings()
  private var held = HeldReadings()
  private var ends = EndsBeforeRestart()

  mutating func see(_ event: Event, _ truth: Truth) {
    let before = book
    book.see(event, truth)
    lows.see(event, before, book, truth)
    offers.see(event, before, book, truth)
    past.see(event, before, book, truth)
    seconds.see(event, before, truth)
    end.see(event, before, book, truth)
    tellings.see(event, before, book, truth)
    edited.see(event, before, book, truth)
    earlier.see(event, truth)
    written.see(event, before, truth)
    endings.see(event, before, book, truth)
    held.see(event, truth)
    ends.see(event, before, book, truth)
    collect()
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    lows.see(action, book, truth)
    offers.see(action, during: event, book, truth)
    past.see(action, during: event, book, truth)
    seconds.see(action, book, truth)
    end.see(action, during: event, truth)
    tellings.see(action, truth)
    edited.see(action, truth)
    earlier.see(action, book, truth)
    written.see(action, book, truth)
    endings.see(action, truth)
    held.see(action, book, truth)
    ends.see(action, truth)
    book.see(action, during: event, truth)
    collect()
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    let before = book
    book.see(change, truth)
    lows.see(change, before, book, truth)
    offers.see(change, truth)
    past.see(change, truth)
    end.see(change, truth)
    tellings.see(change, truth)
    edited.see(change, truth)
    earlier.see(change, truth)
    written.see(change, before, truth)
    endings.see(change, truth)
    held.see(change, truth)
    ends.see(change, truth)
    collect()
  }

  private mutating func collect() {
    guard violation == nil else { return }
    violation =
      lows.violation ?? offers.violation ?? past.violation ?? seconds.violation ?? end.violation
      ?? tellings.violation ?? edited.violation ?? earlier.violation
    if violation == nil {
      violation = written.violation ?? endings.violation ?? held.violation ?? ends.violation
    }
  }
}

/// No dose counts without end. A dose in the last twelve hours, or dated up to a day ahead, refuses its
/// meal another one. One that somebody dated farther ahead forbids none.
private struct SecondDoses: Sendable {
  private static let sameMeal: Int64 = 12 * 3_600_000

  /// The time in which a meal is asked for; a refusal stands as long.
  private static let hour = Milliseconds.seconds(3600)

  private(set) var violation: Violation?
  private var hasForgotten = false
  /// The last refusal for a dose of the last twelve hours.
  private var refused: (meal: Meal, at: Instant)?
  /// Entries that some life told of as dated ahead.
  private var told: [EntryID] = []

  mutating func see(_ event: Event, _ book: DiaryBook, _ truth: Truth) {
    if case .booted = event.kind { refused = nil }
    if !truth.isStorageGood || book.hasLied { hasForgotten = true }
  }

  mutating func see(_ action: Action, _ book: DiaryBook, _ truth: Truth) {
    if case .dose(.entryAhead(let entry)) = action { told.append(entry.id) }
    guard violation == nil, !hasForgotten, book.isSure else { return }
    switch action {
    case .dose(.refused(let meal, .secondDoseForMeal)): judgeSecond(meal, book, truth)
    case .dose(.refused(let meal, .doseTimeUnclear)): judgeUnclear(meal, book, truth)
    default: break
    }
  }

  private mutating func judgeUnclear(_ meal: Meal, _ book: DiaryBook, _ truth: Truth) {
    let has = book.doses.contains {
      mayBeUnclear($0, $0.ahead, since: $0.arrived, truth) || mayBeUnclearAgain($0, book, truth)
        || !$0.isByHand && told.contains($0.dose.id)
          && truth.wall.milliseconds - $0.dose.taken.milliseconds < DiaryBook.day
    }
    guard !has else { return }
    violation = Violation(
      invariant: .nothingCountsForEver, at: truth.now,
      what: "\(meal) is refused for a dose of an unclear time, and none lies up to a day ahead")
  }

  /// A clock alone dates what was confirmed on the device, however far ahead.
  private func mayBeUnclear(
    _ dose: DiaryBook.Dose, _ ahead: Int64, since: Instant, _ truth: Truth
  ) -> Bool {
    ahead > DiaryBook.apart - DiaryBook.slack
      && (ahead < DiaryBook.day + DiaryBook.slack || !dose.isByHand)
      && truth.now.milliseconds - since.milliseconds < DiaryBook.day
  }

  /// A device that was off meanwhile hears of it when it is back, and it lies less far ahead then.
  private func mayBeUnclearAgain(
    _ dose: DiaryBook.Dose, _ book: DiaryBook, _ truth: Truth
  ) -> Bool {
    guard dose.life < book.life, let since = book.trustedSince else { return false }
    let ahead = dose.dose.taken.milliseconds - truth.wall.milliseconds
    return mayBeUnclear(dose, ahead + (truth.now - since).count, since: since, truth)
  }

  private mutating func judgeSecond(_ meal: Meal, _ book: DiaryBook, _ truth: Truth) {
    let has = book.doses.contains {
      guard $0.dose.meal == meal else { return false }
      let age = truth.wall.milliseconds - $0.dose.taken.milliseconds
      // A device that was off goes by the date, once that has come.
      if $0.ahead > 0, $0.life == book.life || age < 0 {
        return truth.now.milliseconds - $0.arrived.milliseconds
          < SecondDoses.sameMeal + DiaryBook.slack
          && $0.ahead < DiaryBook.day + DiaryBook.slack
      }
      return age < SecondDoses.sameMeal + DiaryBook.slack
    }
    if has { refused = (meal, truth.now) }
    if let refused, refused.meal == meal, truth.now - refused.at < SecondDoses.hour { return }
    violation = Violation(
      invariant: .nothingCountsForEver, at: truth.now,
      what: "\(meal) is refused as having had its dose, and had none in twelve hours")
  }
}

/// The end of a low is told to those who heard of the low. A low that a single reading ended is
/// measured again, or told as not confirmed.
private struct LowsEnd: Sendable {
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
    // Readings by the keys are not stored while there is no clock.
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
    // The reading was entered by the keys.
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

/// Nobody is bothered with a low that is over; one that is not over stays open until it is answered.
/// The answer to a notice of an earlier low does not count for it.
private struct LowsPast: Sendable {
  private static let again = Milliseconds.seconds(15 * 60)
  private static let counts = Milliseconds.seconds(3 * 3600)

  private(set) var violation: Violation?
  /// Notices of lows, by when they were made.
  private var notices: [(notice: Notice, made: Instant)] = []
  /// Notices made up to then tell of the past.
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
    // A later one that the keys brought is not stored while there is no clock.
    let isOutdated = book.readings.contains {
      $0.isTyped && $0.life == book.life && $0.arrived > low.at
    }
    if isOutdated || truth.now - low.at >= LowsPast.counts {
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
      // The reading was entered by the keys.
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
