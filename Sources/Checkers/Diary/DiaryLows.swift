import Device
import HAL

/// A low or very low reading alarms and is told however it came. There are two exceptions: it is surely
/// older than three hours, or surely followed by one of 70 or more. A reading that is sent again is
/// none.
struct DiaryLows: Sendable {
  private static let counts: Int64 = 3 * 3_600_000
  private static let again = Milliseconds.seconds(15 * 60)
  private static let burst = Milliseconds.seconds(10)
  /// A device that starts takes its life up in this time.
  private static let resumes = Milliseconds.seconds(6)
  /// The device tells two in one round once it knows the time, and the others at once.
  private static let tells = Milliseconds.seconds(2)
  /// A device without any profile has no local time, and tells them as of an unknown age.
  private static let waits = Milliseconds.seconds(60)

  private(set) var violation: Violation?
  private var duty: (reading: DiaryBook.Reading, at: Instant, what: String, waits: Bool)?
  private var repeated: Instant?
  /// Notices of this very event.
  private var told: (low: Bool, very: Bool) = (false, false)
  private var lastHigh: Instant?
  /// Low readings that were entered while the device was off, and are not told yet.
  private var owed: [DiaryBook.Reading] = []
  /// Readings that were deleted while the device was off, and whose end nobody has heard of.
  private var gone: [DiaryBook.Reading] = []
  /// The last telling of each result: by whose date, and when.
  private var tellings: [(result: MeterResult, wall: Int64, at: Instant)] = []
  private var lastTold: Instant?
  /// A low that was entered by the keys was told then.
  private var lastOfKeys: Instant?
  private var isKey = false
  private var booted = Instant.start
  /// A clock was wrong in this life or in one before: the last sign of life may have its date.
  private var hasEverLied = false

  private mutating func fail(_ invariant: Invariant, at now: Instant, _ what: String) {
    guard violation == nil else { return }
    violation = Violation(invariant: invariant, at: now, what: what)
  }

  mutating func see(_ event: Event, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth) {
    judgeDuty()
    if !truth.areClocksGood { hasEverLied = true }
    if case .booted = event.kind {} else { judgeOwed(before, truth) }
    told = (false, false)
    repeated = nil
    if case .key = event.kind { isKey = true } else { isKey = false }
    switch event.kind {
    case .booted:
      booted = truth.now
      lastHigh = nil
      duty = nil
      if !truth.isStorageGood { owed.removeAll() }
    case .reading:
      guard let new = book.readings.last, new.isLow else { return }
      if isSentAgain(new, before, truth) { repeated = event.at }
      demand(new, before, truth, "came from the meter")
    case .edited(.diary(.reading(let reading))):
      guard let new = book.readings.last, new.id == reading.id, new.isLow else { return }
      let known = before.readings.first { $0.id == reading.id }
      if let known, known.isLow, known.isVery || !new.isVery { return }
      demand(new, before, truth, "was entered in the diary")
    case .edited(.diary(.readingRemoved(let id))): owed.removeAll { $0.id == id }
    default: break
    }
  }

  private func isSentAgain(
    _ new: DiaryBook.Reading, _ before: DiaryBook, _ truth: Truth
  ) -> Bool {
    guard before.isSure, truth.isStorageGood, let lastTold, truth.now - lastTold < DiaryLows.again
    else { return false }
    return tellings.contains {
      $0.result == new.result && ($0.wall - new.wall).magnitude < 700
    }
      && before.readings.contains {
        $0.result == new.result && ($0.wall - new.wall).magnitude < 700 && $0.at != nil
      }
  }

  private mutating func demand(
    _ new: DiaryBook.Reading, _ before: DiaryBook, _ truth: Truth, _ what: String
  ) {
    if let lastOfKeys, (new.at ?? truth.now) <= lastOfKeys { return }
    // Before any clock has spoken, an entry may lie hours before the last sign of life by a wrong one.
    if hasEverLied, !before.isTrusted, new.at == nil { return }
    guard !before.hasLied, truth.areClocksGood, truth.isPowered,
      isPressing(new, before, truth.wall.milliseconds, truth.now)
    else { return }
    let isOfThisLife = new.at != nil && new.life == before.life
    duty = (new, truth.now, what, !before.isTrusted && !isOfThisLife)
  }

  /// It says something about now, and nothing has said it before.
  private func isPressing(
    _ new: DiaryBook.Reading, _ before: DiaryBook, _ wall: Int64, _ now: Instant
  ) -> Bool {
    // A reading that came long ago with a date ahead has only a new value.
    let taken = min(new.wall, new.first)
    guard wall - taken < DiaryLows.counts - DiaryBook.slack else { return false }
    var counted = new
    counted.wall = min(taken, wall)
    return !before.readings.contains {
      guard $0.id != new.id || $0.id == nil else { return false }
      guard !$0.isLow else {
        // One that is as bad and as new has said it.
        return ($0.isVery || !new.isVery) && before.mayBeLater(asStored($0, before), than: counted)
          || before.isSurelyLater($0, than: counted)
          || $0.result == new.result && ($0.wall - new.wall).magnitude <= 2000
      }
      return before.mayBeLater(asStored($0, before), than: counted)
    }
  }

  /// A reading of an earlier life as its record dates it: a clock that lied then may have put it later.
  private func asStored(_ reading: DiaryBook.Reading, _ book: DiaryBook) -> DiaryBook.Reading {
    guard reading.life != book.life, let stored = reading.stored else { return reading }
    var dated = reading
    dated.wall = max(reading.wall, stored)
    return dated
  }

  mutating func see(_ action: Action, _ book: DiaryBook, _ truth: Truth) {
    switch action {
    case .alarm(.sound(.high)): lastHigh = truth.now
    case .outbox(.queued(let notice)):
      if case .glucose(.lowOver) = notice.matter { gone.removeAll() }
      guard case .glucose(.low(let result, let isVery, _)) = notice.matter else { return }
      if repeated == truth.now {
        fail(
          .sameReadingIsNoNewLow, at: truth.now,
          "a reading that was sent again is told as a new low")
      }
      told = (told.low || !isVery, told.very || isVery)
      lastTold = truth.now
      if isKey { lastOfKeys = truth.now }
      owed.removeAll { $0.result == result || isVery && $0.isLow }
      let wall = book.readings.last { $0.result == result }?.wall ?? truth.wall.milliseconds
      if tellings.count > 20 { tellings.removeFirst() }
      tellings.append((result, wall, truth.now))
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth) {
    switch change {
    case .powerCut:
      duty = nil
      lastHigh = nil
    case .recordsLost: owed.removeAll()
    case .clocksGood(false): hasEverLied = true
    case .edited(let record): if !truth.isPowered { owe(record, before, book, truth) }
    case .end:
      judgeDuty()
      judgeOwed(book, truth)
    default: break
    }
  }

  private mutating func judgeDuty() {
    guard let (reading, at, what, waits) = duty else { return }
    duty = nil
    let low = "\(Int(reading.result.milligrams)) mg/dL \(what)"
    if lastHigh.map({ at - $0 > DiaryLows.burst }) ?? true {
      fail(.lowAlarmsHoweverItCame, at: at, "\(low), and no sound of high priority")
    }
    // A clock that is about to speak tells how old it is.
    guard !waits else { return }
    if reading.isVery ? !told.very : !(told.low || told.very) {
      fail(.lowAlarmsHoweverItCame, at: at, "\(low), and nobody is told")
    }
  }

  // MARK: While the device is off

  private mutating func owe(
    _ record: Record, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth
  ) {
    switch record {
    case .diary(.reading(let reading)):
      owed.removeAll { $0.id == reading.id }
      let known = before.readings.first { $0.id == reading.id }
      guard known == nil, truth.isStorageGood, let new = book.readings.last, new.isLow,
        isPressing(new, before, truth.wall.milliseconds, truth.now), !isBack(new)
      else { return }
      owed.append(new)
    case .diary(.readingRemoved(let id)):
      if !owed.contains(where: { $0.id == id }) { gone += before.readings.filter { $0.id == id } }
      owed.removeAll { $0.id == id }
    default: break
    }
  }

  /// It was deleted while the device was off, and is as it was: nobody has heard that it was gone.
  private func isBack(_ new: DiaryBook.Reading) -> Bool {
    gone.contains {
      $0.id == new.id && $0.result == new.result
        && ($0.wall - new.wall).magnitude < UInt64(DiaryBook.slack)
    }
  }

  private mutating func judgeOwed(_ book: DiaryBook, _ truth: Truth) {
    guard !owed.isEmpty, truth.isPowered else { return }
    guard truth.areClocksGood, truth.isStorageGood else { return owed.removeAll() }
    guard book.isSure, let since = book.trustedSince,
      truth.now - since > (truth.hasProfile ? DiaryLows.tells : DiaryLows.waits),
      truth.now - booted > DiaryLows.resumes
    else { return }
    let wall = since.milliseconds + truth.wall.milliseconds - truth.now.milliseconds
    for reading in owed {
      let isPressing = self.isPressing(reading, book, wall, since)
      guard isPressing, wall - reading.wall < DiaryLows.counts - 2 * DiaryBook.slack else {
        continue
      }
      fail(
        .lowAlarmsHoweverItCame, at: truth.now,
        "\(Int(reading.result.milligrams)) mg/dL was entered while the device was off, and nobody "
          + "is told")
    }
    owed.removeAll()
  }
}
