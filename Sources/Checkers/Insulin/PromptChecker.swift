import Device
import HAL

/// Judges the dialogue about readings and doses: the effects of keys, readings and time on its pages,
/// the records of it, and the open low. Several checkers share one book.
struct PromptChecker: Checker {
  var violation: Violation?

  private var book = DiaryBook()
  private var keys = PromptKeys()
  private var times = PromptTimes()
  private var serves = PromptServes()
  private var records = PromptRecords()
  private var lows = LowModel()
  private var deleted = DeletedDoses()
  private var retold = LowsRetold()
  private var missed = MissedMeals()
  private var fates = MealFates()
  private var lower = LowerOfMeter()
  private var words = DoseWords()

  mutating func see(_ event: Event, _ truth: Truth) {
    let before = book
    book.see(event, truth)
    keys.see(event, before, truth)
    times.see(event, counted: keys.counted, book, truth)
    serves.see(event, before, book, times.asked, truth)
    records.see(event, before, book, truth)
    lows.see(event, before, counted: keys.counted, truth)
    deleted.see(event, before, truth)
    retold.see(event, book, truth)
    missed.see(event, truth)
    fates.see(event, before, truth)
    lower.see(event, before, book, truth)
    words.see(event, truth)
    collect()
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    if case .key = event.kind { enter(action, during: event, truth) }
    keys.see(action, during: event, truth)
    times.see(action, book, truth)
    serves.see(action, during: event, book, times.asked, truth)
    records.see(action, during: event, book, truth)
    lows.see(action, truth)
    deleted.see(action, during: event, truth)
    retold.see(action, book, truth)
    missed.see(action, book, truth)
    fates.see(action, book, truth)
    lower.see(action, truth)
    words.see(action, book, isLow: lows.isOpenForLong(at: truth.now), truth)
    if case .key = event.kind {} else { book.see(action, during: event, truth) }
    collect()
  }

  /// An effect of a key shows that the value on the page has been taken.
  private mutating func enter(_ action: Action, during event: Event, _ truth: Truth) {
    let before = book
    book.see(action, during: event, truth)
    guard book.beingEntered == nil, let entered = before.beingEntered, entered.arrived == truth.now
    else { return }
    serves.entered(entered.result, before, book, truth)
    records.entered(entered.result, before, truth)
    lows.entered(entered.result, truth.now)
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    let before = book
    book.see(change, truth)
    deleted.see(change, before, truth)
    retold.see(change)
    missed.see(change)
    fates.see(change, truth)
    words.see(change, truth)
    if case .powerCut = change {
      keys.cut()
      times.cut()
      serves.cut()
      records.cut()
      lows.cut()
    }
    collect()
  }

  /// All that an event asked for is done.
  mutating func settled(at now: Instant) {
    keys.settled(at: now)
    times.settled(at: now)
    lows.settled(book.page, at: now)
    serves.settled(book, at: now, isLowOpen: lows.isOpen ?? book.hasLow(at: now))
    records.settled(at: now)
    collect()
  }

  private mutating func collect() {
    guard violation == nil else { return }
    violation =
      keys.violation ?? times.violation ?? serves.violation ?? records.violation ?? lows.violation
      ?? deleted.violation ?? retold.violation ?? missed.violation ?? fates.violation
    if violation == nil { violation = lower.violation ?? words.violation }
  }
}

/// A meal whose hour came and went while the device was off, without a dose, goes to the caregiver once the
/// device knows the time. DIA-8, CARD-4.
///
/// It is judged only with one clock, one set of mealtimes, and doses that nobody has changed since the last sign of
/// life.
private struct MissedMeals: Sendable {
  /// A dose within so many milliseconds of a meal may be the meal's.
  private static let near: Int64 = 13 * 3_600_000
  private static let window: Int64 = 60
  private static let soon = Milliseconds.seconds(20)
  /// A fix under way for a minute puts the device's clock back by as much.
  private static let late: UInt64 = 70_000

  private(set) var violation: Violation?
  private var profile = SeenProfile()
  /// The time of the last sign of life, in true milliseconds; and of the last one before this life.
  private var alive: Int64?
  private var before: Int64?
  private var owed: [Meal] = []
  private var due = Instant.never
  /// Meals told in this life.
  private var told: [Meal] = []
  /// The same of all lives, by the true time in minutes.
  private var words: [(meal: Meal, minute: Int64)] = []
  /// Nobody has changed a dose since the last sign of life.
  private var isPlain = true
  /// A meal may have had its word under other mealtimes, or on the day of a wrong clock.
  private var isMuddled = false
  private var zone: Household.ZoneName?

  mutating func see(_ event: Event, _ truth: Truth) {
    judge(truth)
    follow(event, truth)
    switch event.kind {
    case .booted:
      (before, owed, told) = (alive, [], [])
      if !truth.isStorageGood || !truth.isProfileGood || !truth.isInsulinSure { before = nil }
    case .setting(.end), .edited, .keys: owed = []
    default: break
    }
  }

  private mutating func follow(_ event: Event, _ truth: Truth) {
    let earlier = (profile.mealtimes, profile.insulin == nil)
    profile.see(event, truth)
    guard case .setting(.end) = event.kind else { return }
    let isFirst = zone == nil
    let isSame =
      zone == truth.household.zone && earlier.0 == profile.mealtimes
      && earlier.1 == (profile.insulin == nil)
    if !isFirst, !isSame { isMuddled = true }
    zone = truth.household.zone
  }

  mutating func see(_ action: Action, _ book: DiaryBook, _ truth: Truth) {
    switch action {
    case .store(.alive(let wall, _, _)):
      let off = (wall.milliseconds - truth.wall.milliseconds).magnitude
      alive = truth.areClocksGood && off < MissedMeals.late ? truth.wall.milliseconds : nil
      if book.isTrusted { isPlain = true }
    case .clock(.trusted): begin(book, truth)
    case .clock(.untrusted): owed = []
    case .outbox(.queued(let notice)), .store(.outbox(.notice(let notice))):
      guard case .dose(.unanswered(let meal, _)) = notice.matter else { return }
      told.append(meal)
      words.append((meal, truth.wall.milliseconds / 60_000))
    // A meal that is asked for again has not gone by.
    case .dose(.prompted(let meal)): told.append(meal)
    // Its word waits for the end of low glucose (`MealFates`).
    case .store(.meal(let meal, _, .unanswered)):
      if book.hasLow(at: truth.now) { told.append(meal) }
    default: break
    }
  }

  private mutating func begin(_ book: DiaryBook, _ truth: Truth) {
    guard let before, isPlain, !isMuddled, truth.areClocksGood, !book.hasLied, !book.hasLost,
      truth.isStorageGood, truth.isProfileGood, truth.isInsulinSure, profile.insulin != nil,
      profile.keys.contains(.ok),
      !truth.household.zone.changes(within: 26, of: truth.wall)
    else { return }
    self.before = nil
    let offset = truth.household.zone.offset(at: truth.wall)
    let now = truth.wall.milliseconds / 60_000 + offset
    let since = before / 60_000 + offset
    guard now - since < 1300 else { return }
    for time in profile.mealtimes {
      let late = ((now - Int64(time.minute)) % 1440 + 1440) % 1440
      let at = now - late
      // Minutes on either side may count for either.
      guard at > since + 2, late > MissedMeals.window + 2 else { continue }
      let hasDose = book.doses.contains {
        $0.ahead > 0
          || ($0.dose.taken.milliseconds / 60_000 + offset - at).magnitude * 60_000
            < UInt64(MissedMeals.near)
      }
      let isTold = words.contains { $0.meal == time.meal && $0.minute + offset >= at - 2 }
      if !hasDose, !isTold { owed.append(time.meal) }
    }
    due = truth.now + MissedMeals.soon
  }

  private mutating func judge(_ truth: Truth) {
    guard !owed.isEmpty, truth.now > due else { return }
    defer { owed = [] }
    guard truth.isPowered, truth.areClocksGood, truth.isStorageGood, violation == nil,
      let meal = owed.first(where: { !told.contains($0) })
    else { return }
    violation = Violation(
      invariant: .unansweredReachesCaregiver, at: truth.now,
      what: "the hour of \(meal) went by while the device was off, and nobody is told")
  }

  mutating func see(_ change: WorldChange) {
    switch change {
    case .powerCut: owed = []
    case .edited(let record): if !record.isReading { isPlain = false }
    case .recordsLost, .clocksGood(false): isMuddled = true
    default: break
    }
  }
}

/// A page or a notice that names a deleted dose names one that the meal had and has no more. The page
/// of a meal whose dose was deleted names it. SAFE-5.
private struct DeletedDoses: Sendable {
  private static let hours = Milliseconds.seconds(50 * 60)
  /// Half a day and the hour of the meal, and a little for late clocks.
  private static let sameMeal = Milliseconds.seconds(13 * 3600 + 300)

  private(set) var violation: Violation?
  private var gone: [(meal: Meal, milliunits: Int64)] = []
  /// It must be named by the meal's next page in this life.
  private var owed: (meal: Meal, milliunits: Int64, until: Instant)?
  private var hasLost = false
  private var hasLied = false

  private mutating func fail(_ what: String, at now: Instant) {
    if violation == nil {
      violation = Violation(invariant: .deletedDoseReopens, at: now, what: what)
    }
  }

  mutating func see(_ event: Event, _ before: DiaryBook, _ truth: Truth) {
    if !truth.areClocksGood { hasLied = true }
    if !truth.areClocksGood || !truth.isStorageGood { owed = nil }
    switch event.kind {
    case .booted: owed = nil
    case .restored(.diary(.dose(let dose))):
      // A record that was never seen to be written may be removed by the next one.
      add(dose.meal, dose.confirmed)
    case .edited(let record): edit(record, before, truth)
    case .setting, .keys: owed = nil
    case .storage: hasLost = true
    default: break
    }
  }

  private mutating func edit(_ record: Record, _ before: DiaryBook, _ truth: Truth) {
    let id: EntryID
    switch record {
    case .diary(.dose(let dose)):
      id = dose.id
      owed = nil
    case .diary(.doseRemoved(let removed)):
      id = removed
      // The device names the last one of two deleted doses.
      owed = nil
    default: return
    }
    guard let known = before.doses.first(where: { $0.dose.id == id }) else { return }
    add(known.dose.meal, known.dose.confirmed)
    guard case .diary(.doseRemoved) = record, before.isSure, truth.areClocksGood,
      truth.isStorageGood,
      known.ahead <= 0, known.life == before.life,
      truth.wall.milliseconds - known.dose.taken.milliseconds < 3_600_000,
      !before.doses.contains(where: { $0.dose.id != id && mayCount($0, known.dose.meal, truth) })
    else { return }
    owed = (
      known.dose.meal, known.dose.confirmed.milliunits, truth.now + DeletedDoses.hours
    )
  }

  /// The meal is not open with another dose. One dated ahead counts, too.
  private func mayCount(_ other: DiaryBook.Dose, _ meal: Meal, _ truth: Truth) -> Bool {
    let age = truth.wall.milliseconds - other.dose.taken.milliseconds
    return other.dose.meal == meal
      && (other.ahead > 0 || Milliseconds(age) < DeletedDoses.sameMeal)
  }

  private mutating func add(_ meal: Meal, _ units: InsulinUnits) {
    if gone.count > 60 { gone.removeFirst(20) }
    gone.append((meal, units.milliunits))
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .show(.dose(.measure(let meal, let deleted))):
      judge(meal, deleted, truth.now)
      judgeAge(meal, deleted, truth)
    case .dose(.proposed(let offer)): judge(offer.meal, offer.deleted, truth.now)
    case .outbox(.queued(let notice)):
      if case .dose(.unanswered(let meal, let deleted?)) = notice.matter {
        judge(meal, deleted, truth.now)
        // The caregiver has heard of it, and the meal may come up once more without it.
        if owed?.meal == meal { owed = nil }
      }
    case .store(.diary(.dose(let dose))):
      // It may be taken back, and the diary of a device that is off may lose it.
      add(dose.meal, dose.confirmed)
      owed = nil
    default: break
    }
  }

  /// The page names no dose of the day before.
  private mutating func judgeAge(_ meal: Meal, _ deleted: DeletedDose?, _ truth: Truth) {
    guard truth.areClocksGood, !hasLied, let deleted else { return }
    let age = Milliseconds(truth.wall.milliseconds - deleted.taken.milliseconds)
    if age > DeletedDoses.sameMeal {
      fail("\(meal) is asked for, and a dose of the day before is named", at: truth.now)
    }
  }

  private mutating func judge(_ meal: Meal, _ deleted: DeletedDose?, _ now: Instant) {
    let named = owed.flatMap { $0.meal == meal && now < $0.until ? $0.milliunits : nil }
    guard let deleted else {
      if named != nil {
        fail("\(meal) is open again, and nothing says which dose was deleted", at: now)
      }
      return
    }
    if let named, named != deleted.units.milliunits {
      fail("\(meal) is open again, and another dose is named", at: now)
    }
    let has = gone.contains { $0.meal == meal && $0.milliunits == deleted.units.milliunits }
    guard !has, !hasLost else { return }
    let units = "\(deleted.units.milliunits) mU"
    fail("a deleted dose of \(units) is named, which \(meal) never had", at: now)
  }

  mutating func see(_ change: WorldChange, _ before: DiaryBook, _ truth: Truth) {
    switch change {
    case .powerCut: owed = nil
    case .recordsLost: hasLost = true
    case .edited(let record): if !truth.isPowered { edit(record, before, truth) }
    default: break
    }
  }
}
