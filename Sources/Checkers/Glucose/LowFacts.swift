import Device
import HAL

/// The order of readings, as far as two clocks leave any, by the rule of SAFE-1. A low ends by a reading that was
/// surely taken after it. The device's own clock says so, or two times that lie more than five minutes apart.
struct LowFacts: Sendable {
  /// Milliseconds by which two dates may differ without an order, less what fixes under way may make of them.
  private static let unsure = DiaryBook.apart - DiaryBook.slack - 5000
  private static let slack: Int64 = 5000
  /// A little less than the time for which a reading speaks.
  private static let counts: Int64 = 3 * 3_600_000 - 75_000
  /// The time in which a reading says anything of a low.
  private static let matters: Int64 = 6 * 3_600_000
  /// A full table of readings forgets some.
  private static let most = 40
  /// Somebody writes down by hand what a meter sent: the same value, within a minute.
  private static let same = 60_000 + DiaryBook.slack

  private(set) var book = DiaryBook()
  /// True time at the last start.
  private var booted: Int64 = 0
  /// A clock was wrong in this life or in one before: dates in the diary may be, too.
  private var hasEverLied = false
  /// True time until which a reading may count that was dated ahead: what the device makes of that is another matter.
  private var aheadUntil: Int64 = .min

  mutating func see(_ event: Event, _ truth: Truth) {
    if !truth.areClocksGood { hasEverLied = true }
    switch event.kind {
    case .booted: booted = truth.wall.milliseconds
    case .reading(let reading): if reading.age.count < 0 { noteAhead(truth.wall, truth) }
    case .edited(let record): note(record, truth)
    default: break
    }
    book.see(event, truth)
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    book.see(action, during: event, truth)
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .clocksGood(false): hasEverLied = true
    case .edited(let record): note(record, truth)
    default: break
    }
    book.see(change, truth)
  }

  private mutating func note(_ record: Record, _ truth: Truth) {
    guard case .diary(.reading(let reading)) = record else { return }
    if reading.taken.milliseconds > truth.wall.milliseconds { noteAhead(reading.taken, truth) }
  }

  private mutating func noteAhead(_ date: WallTime, _ truth: Truth) {
    let last = max(date.milliseconds, truth.wall.milliseconds)
    aheadUntil = max(aheadUntil, last + LowFacts.matters)
  }

  /// All readings are known.
  func isWhole(_ truth: Truth) -> Bool {
    truth.isPowered && truth.isStorageGood && !book.hasLost
      && book.readings.count < LowFacts.most
  }

  /// All readings are known by their true time, and the device knows the time.
  func isPlain(_ truth: Truth) -> Bool {
    let now = truth.wall.milliseconds
    guard isWhole(truth), truth.areClocksGood, truth.hasProfile, book.isSure, now > aheadUntil
    else { return false }
    // Dates of an earlier life may be those of its clock.
    return !hasEverLied
      || book.readings.allSatisfy {
        $0.life == book.life || now - max($0.wall, $0.stored ?? $0.wall) > LowFacts.matters
      }
  }

  /// No clock was ever wrong.
  var isSteady: Bool { !hasEverLied && aheadUntil == .min }

  /// Readings, and the one that this very key enters.
  var readings: [DiaryBook.Reading] { book.readings + [book.beingEntered].compactMap { $0 } }

  /// A restart takes the moment at which it gets a reading back for that of its coming in. Before a clock speaks, that
  /// is all that it knows.
  func came(_ low: DiaryBook.Reading) -> Int64 {
    low.life == book.life ? low.first : max(low.first, booted)
  }

  /// Somebody might say that this reading was taken after that low one.
  func mayEnd(_ well: DiaryBook.Reading, _ low: DiaryBook.Reading) -> Bool {
    if let x = well.at, let y = low.at, well.life == low.life { return x >= y }
    if well.at != nil, well.life == book.life, well.wall > came(low) - LowFacts.slack {
      return true
    }
    return well.wall - low.wall > LowFacts.unsure
  }

  /// It is low, young, the only one with that value about then, and no reading may have ended it.
  func surelyStands(_ low: DiaryBook.Reading, _ truth: Truth) -> Bool {
    guard low.isLow, low.result.milligrams >= 20 || low.at != nil,
      truth.wall.milliseconds - low.wall < LowFacts.counts
    else { return false }
    let same = readings.filter { isSame($0, low) }
    return same.count == 1 && !readings.contains { !$0.isLow && mayEnd($0, low) }
  }

  func isSame(_ a: DiaryBook.Reading, _ b: DiaryBook.Reading) -> Bool {
    a.result.isClose(to: b.result) && (a.wall - b.wall).magnitude < LowFacts.same
  }
}

/// A measured end needs a reading that was surely taken after the low. Of two lows that stand the page shows the newer
/// one, if they are as bad. None is told as old while another stands. A low whose end nobody has measured is in the
/// daily mail of that day. SAFE-1, SAFE-2.
struct LowRulesChecker: Checker {
  var violation: Violation?

  /// Milliseconds by which two dates surely have an order for whoever wrote both.
  private static let apart: Int64 = 15_000
  /// A little less than the day for which the device remembers readings.
  private static let day: Int64 = 24 * 3_600_000 - 600_000

  private var facts = LowFacts()
  private var copies = LowCopies()
  private var restarts = LowsAfterRestart()
  private var questions = LowQuestions()
  private var page: Page?
  /// Ends that came back from the medium, or were told in this life.
  private var ended: [MeterResult] = []

  mutating func see(_ event: Event, _ truth: Truth) {
    judgePage(truth)
    questions.judge(facts, truth)
    facts.see(event, truth)
    copies.see(event, facts, truth)
    restarts.see(event, facts, truth)
    questions.see(event, facts, truth)
    switch event.kind {
    case .booted: (page, ended) = (nil, [])
    case .restored(.outbox(.notice(let notice))):
      if case .glucose(.lowOver(let over)) = notice.matter { ended.append(over.low) }
    default: break
    }
    collect()
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    copies.see(action, facts, truth)
    restarts.see(action, facts, truth)
    questions.see(action, facts, truth)
    switch action {
    case .show(let shown): page = shown
    case .outbox(.queued(let notice)): judge(notice.matter, truth)
    default: break
    }
    facts.see(action, during: event, truth)
    collect()
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { page = nil }
    restarts.see(change, facts, truth)
    questions.see(change)
    facts.see(change, truth)
    collect()
  }

  private mutating func collect() {
    guard violation == nil else { return }
    violation = copies.violation ?? restarts.violation ?? questions.violation
  }

  private mutating func judge(_ matter: Notice.Matter, _ truth: Truth) {
    switch matter {
    case .glucose(.lowOver(let over)):
      defer { ended.append(over.low) }
      guard facts.isPlain(truth) else { return }
      switch over.cause {
      case .measured: judgeMeasured(over, truth)
      case .old: judgeOld(over, truth)
      case .corrected, .removed: return
      }
    case .day(let day): if facts.isPlain(truth), facts.isSteady { judge(day, truth) }
    default: return
    }
  }

  private mutating func judgeMeasured(_ over: LowGlucoseOver, _ truth: Truth) {
    guard let end = over.ended, !ended.contains(where: { $0.isClose(to: over.low) }) else { return }
    let lows = facts.readings.filter { $0.result.isClose(to: over.low) }
    let wells = facts.readings.filter { $0.result.isClose(to: end) }
    guard !lows.isEmpty, !wells.isEmpty else { return }
    let isRight = lows.contains { low in wells.contains { facts.mayEnd($0, low) } }
    if !isRight {
      fail(
        .lowOverIsTold, at: truth.now,
        "\(over.low) is told as ended by \(end), and nobody can say which of the two was the later")
    }
  }

  /// The power may have taken a reading of an earlier life before its record: the device does not know of it.
  private mutating func judgeOld(_ over: LowGlucoseOver, _ truth: Truth) {
    let other = facts.readings.first {
      !$0.result.isClose(to: over.low) && facts.surelyStands($0, truth)
        && ($0.id != nil || $0.life == facts.book.life)
    }
    guard let other else { return }
    fail(
      .lowOverIsTold, at: truth.now,
      "\(over.low) is told as over by its age, and \(other.result) still stands")
  }

  /// The later date counts of two lows that people wrote down.
  private mutating func judgePage(_ truth: Truth) {
    guard case .glucose(.low(let shown, _, _, _, _))? = page, facts.isPlain(truth) else { return }
    let standing = facts.readings.filter {
      $0.at == nil && $0.life == facts.book.life && facts.surelyStands($0, truth)
    }
    let mine = standing.filter { $0.result.isClose(to: shown) }
    guard mine.count == 1, let mine = mine.first,
      let newer = standing.first(where: {
        $0.isVery == mine.isVery && $0.wall - mine.wall > LowRulesChecker.apart
          && $0.arrived < truth.now
      })
    else { return }
    fail(
      .lowPageIsTrue, at: truth.now,
      "the page says \(shown), and \(newer.result) is as bad and newer")
  }

  private mutating func judge(_ day: DayMatter, _ truth: Truth) {
    let low = facts.readings.first { low in
      low.isLow && (low.id != nil || low.life == facts.book.life)
        && truth.wall.milliseconds - low.wall < LowRulesChecker.day
        && !facts.readings.contains { !$0.isLow && $0.wall > low.wall - DiaryBook.apart }
    }
    guard let low else { return }
    switch day {
    case .allIsWell:
      fail(
        .allIsWellIsTrue, at: truth.now,
        "all is said to be well, and nobody has measured the end of \(low.result)")
    case .open(let listed):
      if listed.rawValue & OpenMatters.lowGlucose.rawValue == 0 {
        fail(
          .openDayIsTold, at: truth.now,
          "the daily mail leaves out that nobody has measured the end of \(low.result)")
      }
    }
  }
}
