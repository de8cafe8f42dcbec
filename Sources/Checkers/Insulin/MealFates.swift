import Device
import HAL

/// Judges what becomes of a meal. It is asked for once and told once; the hour that ends it writes its
/// fate down, and says that no reading came. A wearer without an ok key is not asked: the caregiver is
/// told after half an hour. A word that low glucose keeps back follows once the low is over. DIA-8,
/// CARD-4, SAFE-5, SAFE-6.
///
/// It is judged with one profile, clocks that are right, and a diary that nobody changes meanwhile.
struct MealFates: Sendable {
  /// The hour of a meal, and two minutes for a clock that lags.
  private static let hour = Milliseconds.seconds(62 * 60)
  /// A reading of that age may stand for one taken at the meal.
  private static let fresh: Int64 = 20 * 60_000
  private static let halfDay = Milliseconds.seconds(12 * 3600)
  /// A dose so near to a meal, in minutes, may be the meal's.
  private static let sameMeal: UInt64 = 13 * 60
  private static let steady = Milliseconds.seconds(50 * 60)
  /// Low glucose that stands keeps a word back no longer than that.
  private static let low = Milliseconds.seconds(4 * 3600)

  private struct Asked: Sendable {
    var meal: Meal
    var at: Instant
    var hasReading: Bool
    var isFated = false
    var isSaid = false
  }

  private struct Day: Hashable, Sendable {
    var meal: Meal
    var day: Int32
  }

  private(set) var violation: Violation?
  private var asked: [Asked] = []
  private var known: Set<Day> = []
  /// Those of earlier mealtimes, too: a day has one meal of each name.
  private var ever: Set<Day> = []
  /// Meals whose hour went by without a dose, in this life: nothing but a person's work opens them again.
  private var over: [(day: Day, at: Instant)] = []
  /// Meals that the caregiver has been told of, in lives that wrote it down.
  private var told: [(meal: Meal, at: Instant)] = []
  private var queued: [(meal: Meal, at: Instant)] = []
  /// The meal of the newest notice, also one that names a deleted dose.
  private var named: (meal: Meal, at: Instant)?
  /// Meals whose fate was written down without a word.
  private var keptBack: [(meal: Meal, at: Instant)] = []
  private var profile = SeenProfile()
  /// Nothing has changed since but the time.
  private var steadySince = Instant.start
  private var isPlain = true
  /// Minutes by which the clock on the wall is ahead of UTC, and the moment at which they changed last.
  private var offset: Int64 = 0
  private var movedAt: Instant?
  private var isOfPeople = false

  private mutating func fail(_ invariant: Invariant, _ what: String, at now: Instant) {
    if violation == nil { violation = Violation(invariant: invariant, at: now, what: what) }
  }

  mutating func see(_ event: Event, _ book: DiaryBook, _ truth: Truth) {
    let offset = truth.household.zone.offset(at: truth.wall)
    if offset != self.offset { (self.offset, movedAt) = (offset, truth.now) }
    if !truth.areClocksGood || book.hasLost || !truth.isStorageGood { isPlain = false }
    if !isPlain || !truth.isInsulinSure || !truth.isProfileGood { unsettle(truth.now) }
    // A device that starts could tell nobody while it was off.
    if case .booted = event.kind {
      unsettle(truth.now)
      over.removeAll()
    }
    profile.see(event, truth)
    isOfPeople = false
    judgeHours(truth)
    judgeUnasked(book, truth)
    judgeKeptBack(book, truth)
    switch event.kind {
    case .keys, .setting(.end): unsettle(truth.now)
    case .restored(.meal(let meal, let day, _)):
      known.insert(Day(meal: meal, day: day))
      ever.insert(Day(meal: meal, day: day))
    case .edited:
      unsettle(truth.now)
      (told, queued, over) = ([], [], [])
      isOfPeople = true
    case .reading: hear()
    case .key: isOfPeople = true
    default: break
    }
  }

  private mutating func unsettle(_ now: Instant) {
    asked.removeAll()
    keptBack.removeAll()
    steadySince = now
  }

  private mutating func hear() {
    for i in asked.indices { asked[i].hasReading = true }
  }

  mutating func see(_ action: Action, _ book: DiaryBook, _ truth: Truth) {
    let now = truth.now
    switch action {
    case .clock: unsettle(now)
    case .store(.diary(.reading)), .glucose: hear()
    case .store(.diary(.dose)), .store(.diary(.doseRemoved)): (told, queued) = ([], [])
    case .dose(.prompted(let meal)):
      asked.removeAll { $0.meal == meal }
      let hasReading = book.readings.contains {
        truth.wall.milliseconds - $0.wall < MealFates.fresh
      }
      asked.append(Asked(meal: meal, at: now, hasReading: hasReading))
    case .dose(.refused(let meal, .noReading)):
      for i in asked.indices where asked[i].meal == meal { asked[i].isSaid = true }
    case .store(.meal(let meal, let day, let state)): store(meal, day, state, now)
    case .outbox(.queued(let notice)):
      guard case .dose(.unanswered(let meal, let deleted)) = notice.matter else { return }
      named = (meal, now)
      keptBack.removeAll { $0.meal == meal }
      if deleted == nil { tell(meal, now) }
    default: break
    }
  }

  private mutating func store(_ meal: Meal, _ day: Int32, _ state: MealState, _ now: Instant) {
    if !known.insert(Day(meal: meal, day: day)).inserted, state == .prompted, !isOfPeople, isPlain {
      fail(.mealIsAskedFor, "\(meal) was asked for, and is asked for as if it were new", at: now)
    }
    ever.insert(Day(meal: meal, day: day))
    judgeOver(Day(meal: meal, day: day), state, now)
    if state == .unanswered {
      // The mail is made before the record that says so.
      if let named, named.meal == meal, named.at == now {
        told.append((meal, now))
      } else {
        keptBack.append((meal, now))
      }
    }
    guard state != .prompted else { return }
    for i in asked.indices where asked[i].meal == meal { asked[i].isFated = true }
  }

  /// No clock and no zone ask once more for a meal whose hour is over.
  private mutating func judgeOver(_ day: Day, _ state: MealState, _ now: Instant) {
    switch state {
    case .unanswered: over.append((day, now))
    case .confirmed: over.removeAll { $0.day == day }
    case .prompted:
      let isOver = over.contains {
        $0.day == day && now - $0.at > MealFates.hour && now - $0.at < .seconds(11 * 3600)
      }
      over.removeAll { $0.day == day }
      guard isOver, !isOfPeople else { return }
      fail(.mealIsAskedFor, "the hour of \(day.meal) was over, and it is asked for again", at: now)
    }
    if over.count > 12 { over.removeFirst(6) }
  }

  private mutating func tell(_ meal: Meal, _ now: Instant) {
    let isAgain = told.contains { $0.meal == meal && now - $0.at < MealFates.halfDay }
    // The meal of the next day may come hours after that of the day before, in another zone.
    let isMoved = movedAt.map { now - $0 < MealFates.halfDay } ?? false
    if isAgain, isPlain, !isMoved {
      fail(.unansweredReachesCaregiver, "the dose of \(meal) is told a second time", at: now)
    }
    queued.append((meal, now))
    if queued.count > 12 { queued.removeFirst(6) }
    if told.count > 12 { told.removeFirst(6) }
  }

  private mutating func judgeHours(_ truth: Truth) {
    while let i = asked.firstIndex(where: { truth.now - $0.at > MealFates.hour }) {
      let meal = asked.remove(at: i)
      guard truth.isPowered, isPlain else { continue }
      if !meal.isFated {
        fail(.diaryIsKept, "the fate of \(meal.meal) is not written down", at: truth.now)
      } else if !meal.hasReading, !meal.isSaid {
        fail(.refusalIsTrue, "no reading came for \(meal.meal), and nothing says so", at: truth.now)
      }
    }
  }

  /// A wearer who has no ok key cannot answer, and is not asked.
  private mutating func judgeUnasked(_ book: DiaryBook, _ truth: Truth) {
    guard isPlain, truth.isPowered, truth.hasProfile, book.isSure, profile.insulin != nil,
      !profile.keys.contains(.ok), truth.now - steadySince > MealFates.steady,
      !book.hasLow(at: truth.now), !truth.household.zone.changes(within: 26, of: truth.wall)
    else { return }
    let offset = truth.household.zone.offset(at: truth.wall)
    let local = truth.wall.milliseconds / 60_000 + offset
    for time in profile.mealtimes {
      let late = ((local - Int64(time.minute)) % 1440 + 1440) % 1440
      guard (34...50).contains(late) else { continue }
      let hasDose = book.doses.contains {
        ($0.dose.taken.milliseconds / 60_000 + offset - local + late).magnitude < MealFates.sameMeal
      }
      let isTold = queued.contains {
        $0.meal == time.meal && truth.now - $0.at < MealFates.halfDay
      }
      let day = Day(meal: time.meal, day: Int32((local - late) / 1440))
      if !hasDose, !isTold, !ever.contains(day) {
        fail(
          .unansweredReachesCaregiver,
          "\(time.meal) is \(late) min ago, nobody was asked, and nobody is told", at: truth.now)
      }
    }
  }

  /// No low reading came for hours: what an earlier one kept back has been told.
  private mutating func judgeKeptBack(_ book: DiaryBook, _ truth: Truth) {
    guard let first = keptBack.first, truth.now - first.at > MealFates.low else { return }
    guard isPlain, truth.isPowered, truth.hasProfile, book.isSure, profile.insulin != nil,
      truth.now - steadySince > MealFates.steady, !book.hasLow(at: truth.now)
    else { return }
    keptBack.removeFirst()
    guard !book.doses.contains(where: { $0.dose.meal == first.meal }) else { return }
    fail(
      .unansweredReachesCaregiver,
      "low glucose kept back that \(first.meal) has no dose, and nobody is told", at: truth.now)
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut: unsettle(truth.now)
    case .recordsLost, .clocksGood(false): isPlain = false
    case .reloaded:
      unsettle(truth.now)
      known.removeAll()
      (told, queued) = ([], [])
    case .edited:
      unsettle(truth.now)
      (told, queued, over) = ([], [], [])
    default: break
    }
  }
}
