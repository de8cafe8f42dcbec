import Device
import HAL

/// Judges the effects of time on the pages of readings and doses.
///
/// A half entered value is dropped after two minutes or for a new reading, and a dose can be taken
/// back for one. A prompt that was put off comes again, calls again, and is over with the hour of its
/// meal. DIA-8.
struct PromptTimes: Sendable {
  private static let entry = Milliseconds.seconds(120)
  private static let undo = Milliseconds.seconds(60)
  private static let remark = Milliseconds.seconds(120)
  private static let again = Milliseconds.seconds(300)
  private static let oldest = Milliseconds.seconds(15 * 60)
  private static let slack = Milliseconds.seconds(1)

  /// A meal that is asked for in this life.
  struct Asked: Sendable {
    var meal: Meal
    /// Its hour ends between the two.
    var least: Instant
    var most: Instant
  }

  private(set) var violation: Violation?
  private(set) var asked: Asked?
  /// A meal of the life before that is asked for again in this one.
  private var goesOn: Asked?
  private var page: Page?
  private var shown = Instant.start
  private var touched = Instant.start
  /// A key last moved the value that is being entered, or opened its page.
  private var moved = Instant.never
  /// Keys have moved that value, not only opened its page.
  private var isTouched = false
  private var taken = Instant.start
  private var remarked = Instant.start
  /// The reading under what is on the page was taken then, for sure.
  private var basis: Instant?
  /// A call must come then, unless something else comes before.
  private var call: (due: Instant, isPutOff: Bool)?
  private var isKey = false
  private var counted: KeyPress?
  /// Nothing but time has happened in this event.
  private var isQuiet = false
  /// The event is a reading of a meter.
  private var isReading = false
  /// The moment at which the meter took that reading.
  private var measured = Instant.never
  /// The reading before is of now, taken after all that the device knows, and came for the first time; nil: unknown.
  private var isNews: Bool?
  private var before: Page?
  /// Nothing but the start of this life has set mealtimes, keys or doses.
  private var isSteady = false
  private var settings = 0
  private var profile = SeenProfile()
  private var areClocksGood = true

  private mutating func fail(_ what: String, at now: Instant) {
    if violation == nil {
      violation = Violation(invariant: .promptKeepsTime, at: now, what: what)
    }
  }

  mutating func see(_ event: Event, counted: KeyPress?, _ book: DiaryBook, _ truth: Truth) {
    judgeCall(truth)
    profile.see(event, truth)
    areClocksGood = truth.areClocksGood && !book.hasLied
    if !areClocksGood { call = nil }
    before = page
    self.counted = counted
    (isKey, isQuiet, isReading) = (false, false, false)
    steady(event)
    switch event.kind {
    case .booted: forget()
    case .key:
      isKey = true
      // A value may be entered.
      basis = nil
      if counted != nil { touched = truth.now }
      call = nil
    case .reading(let reading):
      isReading = true
      isNews = isNews(reading, book)
      measured = truth.now + Milliseconds(-reading.age.count)
      basis = nil
      call = nil
      // Two readings in one moment say nothing of either.
      if let newest = book.surelyNewest { basis = newest.at }
    case .edited, .setting, .keys, .restored, .storage:
      basis = nil
      call = nil
      asked = nil
    case .deadline: isQuiet = true
    default: break
    }
  }

  private func isNews(_ reading: MeterReading, _ book: DiaryBook) -> Bool? {
    guard reading.result.isMeant else { return false }
    guard areClocksGood, reading.age.count >= 0, let new = book.readings.last else { return nil }
    let others = book.readings.dropLast().filter { $0.result.isMeant }
    // One dated ahead is the newest of nothing.
    let known = others.filter {
      $0.life == new.life && $0.at.map { at in at <= new.arrived } ?? false
    }
    if known.contains(where: { book.isSurelyLater($0, than: new) }) { return false }
    let old = reading.age.count - PromptTimes.oldest.count
    if old > PromptTimes.slack.count { return false }
    guard old < -PromptTimes.slack.count else { return nil }
    let isLast = others.allSatisfy {
      book.isSurelyLater(new, than: $0)
        && ($0.result != new.result || ($0.wall - new.wall).magnitude > 65_000)
    }
    return isLast ? true : nil
  }

  private mutating func steady(_ event: Event) {
    switch event.kind {
    case .booted: (isSteady, settings) = (true, 0)
    case .setting(.end):
      settings += 1
      if settings > 1 { isSteady = false }
    case .edited, .keys: isSteady = false
    default: break
    }
    if !isSteady { goesOn = nil }
  }

  private mutating func forget() {
    (page, before, asked, call, basis) = (nil, nil, nil, nil, nil)
    goesOn = nil
    (moved, isTouched) = (.never, false)
  }

  mutating func cut() { forget() }

  mutating func see(_ action: Action, _ book: DiaryBook, _ truth: Truth) {
    let now = truth.now
    if case .dose(.refused) = action { remarked = now }
    // Another meal has an hour of its own.
    if let asked, let meal = action.meal, meal != asked.meal { self.asked = nil }
    switch action {
    case .show(let next):
      shown = now
      page = next
      if case .dose(.measure(let meal, _)) = next { goOn(meal, book, truth) }
    case .dose(.prompted(let meal)):
      call = nil
      goesOn = nil
      judgeTwice(meal, now)
      ask(meal, book, truth)
    case .dose(.confirmed):
      taken = now
      call = nil
    case .alarm(.started(.dose, _)), .dose(.refused), .dose(.proposed), .glucose(.low),
      .glucose(.lowOver),
      .clock(.trusted), .clock(.untrusted):
      call = nil
    default: break
    }
  }

  /// A clock that jumps to another day asks for no meal that is being asked for.
  private mutating func judgeTwice(_ meal: Meal, _ now: Instant) {
    guard let asked, asked.meal == meal, now < asked.least else { return }
    switch page {
    case .dose(.measure(meal, _)):
      fail("\(meal) is on the page, and is asked for once more", at: now)
    case .dose(.offer(let offer)) where offer.meal == meal:
      fail("\(meal) is on the page, and is asked for once more", at: now)
    default: break
    }
  }

  private mutating func ask(_ meal: Meal, _ book: DiaryBook, _ truth: Truth) {
    asked = hour(of: meal, book, truth)
  }

  private func hour(of meal: Meal, _ book: DiaryBook, _ truth: Truth) -> Asked? {
    let zone = truth.household.zone
    guard areClocksGood, book.isSure, !zone.changes(within: 14, of: truth.wall),
      let time = profile.mealtimes.first(where: { $0.meal == meal })
    else { return nil }
    let local = truth.wall.milliseconds / 60_000 + zone.offset(at: truth.wall)
    let late = ((local + 1 - Int64(time.minute)) % 1440 + 1440) % 1440 - 1
    guard late < 60 else { return nil }
    let now = truth.now
    return Asked(
      meal: meal, least: now + .seconds((58 - late) * 60), most: now + .seconds((62 - late) * 60))
  }

  /// A restart gives a meal no second hour. No event says that the meal goes on, but its page does.
  private mutating func goOn(_ meal: Meal, _ book: DiaryBook, _ truth: Truth) {
    guard asked == nil, isSteady, truth.isProfileGood, truth.isInsulinSure else { return }
    if let goesOn, goesOn.meal == meal { return }
    goesOn = hour(of: meal, book, truth)
    // The page may come some time after the prompt, from behind another one.
    if let goesOn { self.goesOn?.most = goesOn.most + .seconds(120) }
  }

  /// All that an event asked for is done.
  mutating func settled(at now: Instant) {
    guard let page else { return }
    judgeAge(page, now)
    // A fix is no event here.
    defer { (before, isKey, isQuiet, isReading) = (page, false, false, false) }
    guard let before else { return }
    if isKey { moved = .never }
    if isKey, let counted, counted.key != .ok, case .dose(.enterGlucose) = page, before != page {
      moved = now
      isTouched = before.isEntry
    }
    if isReading, before.isEntry { judgeEntry(page, now) }
    if isKey, let counted { promise(counted, before, page, now) }
    if isQuiet, before != page { judgeChange(before, page, now) }
    if case .dose(.measure) = page { return }
    // One that was put off waits behind the home page.
    if page.isLow || page.isHome && call?.isPutOff != true { call = nil }
  }

  /// A new reading of now takes the place of a value half entered. A value that keys have moved goes only for one that
  /// was taken after the last key.
  private mutating func judgeEntry(_ page: Page, _ now: Instant) {
    if page.isEntry {
      let mayOutlast = measured < touched + PromptTimes.slack
      guard isNews == true && !mayOutlast || moved != .never && !isTouched else { return }
      fail("a meter sends a reading, and a value half entered stays on the page", at: now)
    } else if isNews == false || measured + PromptTimes.slack < moved,
      isTouched, moved != .never,
      now - moved + PromptTimes.slack < PromptTimes.entry, page.isHome || page.isOfMeal
    {
      fail("a value half entered is dropped for a reading that is not of now", at: now)
    }
  }

  // MARK: Not longer

  private mutating func judgeAge(_ page: Page, _ now: Instant) {
    switch page {
    case .dose(.enterGlucose):
      if now - max(touched, shown) > PromptTimes.entry + PromptTimes.slack {
        fail("a value half entered stands for more than two minutes", at: now)
      }
    case .dose(.taken):
      if now - taken > PromptTimes.undo + PromptTimes.slack {
        fail("a dose can be taken back after more than a minute", at: now)
      }
    case .dose(.refused(.secondDoseForMeal)):
      if now - max(shown, remarked) > PromptTimes.remark + PromptTimes.slack {
        fail("a remark stands for more than two minutes", at: now)
      }
    case .dose(.enterCarbohydrates), .dose(.offer):
      if let basis, now - basis > PromptTimes.oldest + PromptTimes.slack {
        fail("the reading of the page is older than 15 minutes", at: now)
      }
      judgeHour(page, now)
    case .dose(.measure): judgeHour(page, now)
    default: break
    }
  }

  private mutating func judgeHour(_ page: Page, _ now: Instant) {
    guard areClocksGood else { return }
    if let asked, now > asked.most {
      fail("the hour of \(asked.meal) is over, and it is asked for", at: now)
    }
    // A page of grams names no meal.
    if let goesOn, page.meal == goesOn.meal, now > goesOn.most {
      fail("the hour of \(goesOn.meal) began anew at the restart", at: now)
    }
  }

  // MARK: Not shorter

  private mutating func judgeChange(_ before: Page, _ page: Page, _ now: Instant) {
    guard areClocksGood, page.isHome || page.isOfMeal else { return }
    switch before {
    case .dose(.taken):
      // The hour of the next meal has come, and has a word of its own.
      if case .dose(.refused) = page { return }
      if now - taken < PromptTimes.undo {
        fail("a dose cannot be taken back any more before a minute is over", at: now)
      }
    case .dose(.enterGlucose):
      // It may be low: the end of its meal does not take it, nor does that of a low. A refused dose
      // takes only one that no key has moved. So does an offer whose reading becomes too old.
      guard page.isHome || isTouched && !page.isEntry else { return }
      if moved != .never, now - moved + PromptTimes.slack < PromptTimes.entry {
        fail("a value half entered is dropped before two minutes are over", at: now)
      }
    case .dose(.measure(let meal, _)):
      if page.isHome, let asked, asked.meal == meal, now < asked.least {
        fail("\(asked.meal) is not asked for any more before its hour is over", at: now)
      }
    default: break
    }
  }

  // MARK: Calls

  /// A prompt that was put off comes again; one that was touched calls again.
  private mutating func promise(
    _ press: KeyPress, _ before: Page, _ page: Page, _ now: Instant
  ) {
    guard areClocksGood, let asked, before.waits else { return }
    if press.key == .ok, press.isLong {
      guard page.isHome else { return }
      call = (now + .seconds(profile.snooze * 60), true)
    } else {
      guard page.waits else { return }
      call = (now + PromptTimes.again, false)
    }
    if let call, call.due > asked.least { self.call = nil }
  }

  private mutating func judgeCall(_ truth: Truth) {
    guard let call, let asked, truth.now > call.due + PromptTimes.slack else { return }
    self.call = nil
    guard truth.isPowered, truth.areClocksGood, truth.isInsulinSure else { return }
    let what =
      call.isPutOff
      ? "was put off, and does not come again" : "was left alone, and does not call again"
    fail("\(asked.meal) \(what)", at: truth.now)
  }
}

extension Action {
  /// The meal that is on the page, or is offered a dose.
  fileprivate var meal: Meal? {
    if case .dose(.proposed(let offer)) = self { return offer.meal }
    guard case .show(let page) = self else { return nil }
    return page.meal
  }
}

extension Page {
  /// The meal that is asked for on it, or is offered a dose.
  fileprivate var meal: Meal? {
    switch self {
    case .dose(.measure(let meal, _)): meal
    case .dose(.offer(let offer)): offer.meal
    default: nil
    }
  }

  /// A glucose value is being entered on it.
  var isEntry: Bool {
    if case .dose(.enterGlucose) = self { true } else { false }
  }

  /// A meal's prompt waits for the wearer.
  fileprivate var waits: Bool {
    switch self {
    case .dose(.measure), .dose(.enterCarbohydrates), .dose(.offer): true
    case .dose(.refused(let refusal)): refusal == .staleReading
    default: false
    }
  }
}
