import Device
import HAL

/// Judges the records of readings and meals. Each reading is stored once, with its value, its time and
/// its occasion; each meal with its outcome; each dose with its parts. DIA-2, DIA-6, CARD-4.
struct PromptRecords: Sendable {
  private static let slack: UInt64 = 70_000
  private static let hour = Milliseconds.seconds(3600 + 60)
  /// A device that hears the time writes down what waited for it.
  private static let soon = Milliseconds.seconds(2)

  private struct Owed {
    var result: MeterResult
    /// True time.
    var wall: Int64
    var at: Instant
    /// The meal whose page was up.
    var meal: Meal?
  }

  private(set) var violation: Violation?
  private var owed: Owed?
  /// They came before any clock had spoken.
  private var waiting: [Owed] = []
  private var isComplete = true
  /// Meals in the records of earlier lives.
  private var earlier: [(meal: Meal, day: Int32)] = []
  /// The very same reading again: it is not written down.
  private var again: MeterResult?
  private var prompted: [(meal: Meal, day: Int32, at: Instant)] = []
  /// The page that last asked for a reading.
  private var asked: (meal: Meal, at: Instant)?
  /// A dose's alarm began then, behind a page of low glucose or help that hides its meal.
  private var hidden: Instant?
  private var count = 0
  private var isSure = false
  private var due: [(meal: Meal, state: MealState, day: Int32?)] = []
  private var removed: EntryID?
  /// It was written down that this meal is asked for, and no event has said so.
  private var unsaid: Meal?
  private var unstored: EntryID?

  private mutating func fail(_ what: String, at now: Instant) {
    if violation == nil {
      violation = Violation(invariant: .diaryIsKept, at: now, what: what)
    }
  }

  mutating func see(_ event: Event, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth) {
    judgeWaiting(before, truth)
    if let unsaid { fail("\(unsaid) is asked for, and no event says so", at: truth.now) }
    unsaid = nil
    (owed, again, removed, unstored) = (nil, nil, nil, nil)
    due.removeAll()
    isSure = book.isSure && truth.areClocksGood
    switch event.kind {
    case .booted:
      forget()
      (isComplete, earlier) = (true, [])
      count = 0
    case .restored(.diary(.reading)): count += 1
    // It may go on asking for a meal of the life before.
    case .restored(.meal(let meal, let day, _)): earlier.append((meal, day))
    case .edited: count += 1
    case .reading(let reading):
      count += 1
      guard reading.result.isMeant, reading.age.count >= 0, reading.age.count < 86_000_000 else {
        return
      }
      take(reading.result, reading.age.count, before, truth)
    default: break
    }
  }

  private mutating func forget() {
    (owed, again, removed, unstored) = (nil, nil, nil, nil)
    waiting.removeAll()
    prompted.removeAll()
    (asked, hidden) = (nil, nil)
    due.removeAll()
  }

  mutating func cut() {
    forget()
    unsaid = nil
  }

  mutating func entered(_ result: MeterResult, _ before: DiaryBook, _ truth: Truth) {
    count += 1
    if !before.isTrusted { isComplete = false }
  }

  private mutating func take(
    _ result: MeterResult, _ age: Int64, _ before: DiaryBook, _ truth: Truth
  ) {
    let wall = truth.wall.milliseconds - age
    let at = truth.now + Milliseconds(-age)
    var meal: Meal?
    switch before.page {
    case .dose(.measure(let asked, _)): meal = asked
    case .dose(.offer(let offer)): meal = offer.meal
    default: break
    }
    for known in before.readings where known.result == result {
      let gap = (known.wall - wall).magnitude
      guard gap <= 65_000 else { continue }
      if let other = known.at, known.life == before.life, count < 60,
        (other - at).count.magnitude < 1000
      {
        again = result
      }
      // A reading of an earlier life, or of a person, may be the same.
      if gap <= 2100 || known.life != before.life || known.at == nil { return }
    }
    let new = Owed(result: result, wall: wall, at: truth.now, meal: meal)
    if before.isTrusted {
      owed = new
    } else if count < 40, isComplete {
      waiting.append(new)
    }
  }

  mutating func see(
    _ action: Action, during event: Event, _ book: DiaryBook, _ truth: Truth
  ) {
    let now = truth.now
    switch action {
    case .store(.diary(.reading(let reading))): store(reading, event, truth)
    case .dose(.prompted(let meal)):
      due.append((meal, .prompted, day(of: meal, truth)))
      if unsaid == meal { unsaid = nil }
    // A page alone asks for a meal that a wrong clock had told as unanswered before its hour.
    case .show(.dose(.measure(let meal, _))): asked = (meal, now)
    // A meal that is asked for again, at another time, needs no event.
    case .alarm(.started(.dose, _)):
      if book.page.map({ $0.isLow || $0.helpStage != nil }) ?? false { hidden = now }
    case .store(.meal(let meal, let day, let state)):
      // A dose that is taken back opens its meal again.
      let isSaid = due.contains { $0.meal == meal && $0.state == .prompted }
      if state == .prompted, !isSaid, !event.isOfPeople { unsaid = meal }
      // Cut off between the two, a dose answers for its meal, and a meal for no dose.
      if state == .confirmed, unstored == nil {
        fail("\(meal) is written down as confirmed before its dose is", at: now)
      }
      store(meal, day, state, now)
    case .dose(.confirmed(let dose)):
      if !isStored(dose.meal, .confirmed) { due.append((dose.meal, .confirmed, nil)) }
      if unstored != dose.id { fail("a confirmed dose is not written down", at: now) }
    case .store(.diary(.dose(let dose))):
      unstored = dose.id
      if case .key = event.kind { judgeParts(dose, book.page, now) }
    case .dose(.undone(let dose)):
      if removed != dose.id { fail("a dose that was taken back stays in the diary", at: now) }
      if !isStored(dose.meal, .prompted) {
        fail("the meal of a dose that was taken back is not open", at: now)
      }
    case .store(.diary(.doseRemoved(let id))): removed = id
    case .outbox(.queued(let notice)):
      if case .dose(.unanswered(let meal, nil)) = notice.matter {
        due.append((meal, .unanswered, nil))
      }
    case .dose(.entryAhead(let entry)): judgeAhead(entry, book, truth)
    default: break
    }
  }

  // MARK: Readings

  private mutating func store(_ reading: DiaryReading, _ event: Event, _ truth: Truth) {
    let wall = reading.taken.milliseconds
    if let again, reading.result == again, case .reading = event.kind {
      fail("a reading that was sent again is written down twice", at: truth.now)
    }
    if let known = owed, known.result == reading.result {
      // Nobody knows which of two equal readings is stored first.
      owed = nil
      guard !waiting.contains(where: { $0.result == reading.result }) else { return }
      judge(reading, wall, known, truth.now)
    } else if let i = waiting.indices.filter({ waiting[$0].result == reading.result })
      .min(by: { (waiting[$0].wall - wall).magnitude < (waiting[$1].wall - wall).magnitude })
    {
      let known = waiting.remove(at: i)
      guard isComplete, count < 40 else { return }
      judge(reading, wall, known, truth.now)
    } else {
      judgeCategory(reading.category, nil, truth.now)
    }
  }

  private mutating func judge(
    _ reading: DiaryReading, _ wall: Int64, _ known: Owed, _ now: Instant
  ) {
    if isSure, (wall - known.wall).magnitude > PromptRecords.slack {
      fail("a reading is written down \((wall - known.wall) / 1000) s off its time", at: now)
    }
    judgeCategory(reading.category, known.meal, known.at)
  }

  private mutating func judgeCategory(
    _ category: ReadingCategory, _ meal: Meal?, _ now: Instant
  ) {
    if let meal {
      if category != meal.before {
        fail("a reading for \(meal) is written down as \(category)", at: now)
      }
    } else if category != .other, waiting.isEmpty, isComplete, earlier.isEmpty {
      let pages = asked.map { [$0] } ?? []
      let isAsked = (prompted.map { ($0.meal, $0.at) } + pages).contains { meal, at in
        meal.before == category && now - at < PromptRecords.hour
      }
      let isHidden = hidden.map { now - $0 < PromptRecords.hour } ?? false
      if !isAsked, !isHidden {
        fail("a reading is written down as \(category), which nobody asked", at: now)
      }
    }
  }

  private mutating func judgeWaiting(_ book: DiaryBook, _ truth: Truth) {
    guard !waiting.isEmpty, let since = book.trustedSince else { return }
    guard truth.isPowered, truth.now - since > PromptRecords.soon else { return }
    let late = waiting.first { $0.at < since }
    waiting.removeAll { $0.at < since }
    guard isComplete, count < 40, let late else { return }
    fail("\(late.result) came before the clock, and is not written down", at: truth.now)
  }

  private mutating func judgeAhead(_ entry: EntryAhead, _ book: DiaryBook, _ truth: Truth) {
    // A fix may bring a wrong clock, and is no event.
    guard isSure, truth.areClocksGood, !book.hasLost else { return }
    let taken =
      entry.isDose
      ? book.doses.last { $0.dose.id == entry.id }?.dose.taken.milliseconds
      : book.readings.last { $0.id == entry.id }?.wall
    guard let taken else {
      if entry.isDose ? book.readings.contains(where: { $0.id == entry.id }) : false {
        fail("a reading ahead is told as a dose", at: truth.now)
      }
      return
    }
    // At least as much as it lies ahead now: what an earlier clock said may be more.
    let ahead = taken - truth.wall.milliseconds
    if entry.ahead.count < ahead - 130_000 {
      fail(
        "an entry \(ahead / 1000) s ahead is told as \(entry.ahead.count / 1000) s", at: truth.now)
    }
  }

  // MARK: Meals

  private func isStored(_ meal: Meal, _ state: MealState) -> Bool {
    states.contains { $0.meal == meal && $0.state == state }
  }

  /// The meal states stored in this event.
  private var states: [(meal: Meal, state: MealState)] = []

  private mutating func store(_ meal: Meal, _ day: Int32, _ state: MealState, _ now: Instant) {
    if states.count > 8 { states.removeFirst(4) }
    states.append((meal, state))
    for entry in due where entry.meal == meal && entry.state == state {
      if let expected = entry.day, expected != day {
        fail("\(meal) of day \(expected) is written down for day \(day)", at: now)
      }
    }
    due.removeAll { $0.meal == meal && $0.state == state }
    // A meal that an earlier life asked for is asked for again by its page alone.
    let isEarlier = earlier.contains { $0.meal == meal && $0.day == day }
    if state == .confirmed, !isEarlier, let open = prompted.last(where: { $0.meal == meal }),
      open.day != day
    {
      fail("\(meal) of day \(open.day) is confirmed for day \(day)", at: now)
    }
    // A meal that was missed is still asked for while its hour lasts. A word that low glucose kept back repeats
    // what became of a day, and may come while another day's meal is asked for.
    let isKnown = prompted.contains { $0.meal == meal && $0.day == day }
    if state == .prompted || state == .unanswered && !isKnown {
      if prompted.count > 8 { prompted.removeFirst() }
      prompted.append((meal, day, now))
    }
  }

  /// The local day on which that mealtime was last; nil: nobody knows.
  private func day(of meal: Meal, _ truth: Truth) -> Int32? {
    let zone = truth.household.zone
    // A fix may bring a wrong clock, and is no event.
    guard isSure, truth.areClocksGood, truth.isProfileGood,
      !zone.changes(within: 14, of: truth.wall),
      let time = truth.household.mealtimes.first(where: { $0.meal == meal })
    else { return nil }
    let local = truth.wall.milliseconds / 60_000 + zone.offset(at: truth.wall) + 2
    let shifted = local - Int64(time.minute)
    let late = (shifted % 1440 + 1440) % 1440
    guard late < 62 else { return nil }
    return Int32((shifted - late) / 1440)
  }

  private mutating func judgeParts(_ dose: DiaryDose, _ page: Page?, _ now: Instant) {
    guard case .dose(.offer(let offer))? = page else { return }
    let parts: [(InsulinUnits, Double, String)] = [
      (dose.mealPart, offer.proposal.meal, "for the meal"),
      (dose.correction, offer.proposal.correction, "as a correction"),
      (dose.insulinOnBoard, offer.proposal.insulinOnBoard, "on board"),
    ]
    for (kept, shown, what) in parts where (Double(kept.milliunits) - shown * 1000).magnitude > 0.6
    {
      fail("\(kept.milliunits) mU \(what) are written down where \(shown) U were shown", at: now)
    }
  }

  // MARK: At the end of the event

  mutating func settled(at now: Instant) {
    if let owed {
      self.owed = nil
      fail("\(owed.result) came from the meter, and is not written down", at: now)
    }
    if let open = due.first {
      due.removeAll()
      fail("\(open.meal) is \(open.state), and that is not written down", at: now)
    }
    if !states.isEmpty { states.removeAll() }
  }
}

extension Meal {
  /// The occasion of a reading before the meal.
  fileprivate var before: ReadingCategory {
    switch self {
    case .breakfast: .beforeBreakfast
    case .lunch: .beforeLunch
    case .dinner: .beforeDinner
    }
  }
}

extension Event {
  /// Somebody pressed a key, or changed or said something.
  fileprivate var isOfPeople: Bool {
    switch kind {
    case .key, .edited, .message: true
    case .fix, .clock, .booted, .restored, .setting, .keys, .reading, .answer, .battery, .storage,
      .shuttingDown, .deadline:
      false
    }
  }
}
