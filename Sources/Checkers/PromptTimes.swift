import Device
import HAL

/// Judges the effects of time on the pages of readings and doses.
///
/// A half entered value is dropped after two minutes, and a dose can be taken back for one. A prompt
/// that was put off comes again, calls again, and is over with the hour of its meal. DIA-8.
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
  private var page: Page?
  private var shown = Instant.start
  private var touched = Instant.start
  /// A key last moved the value that is being entered, or opened its page.
  private var moved = Instant.never
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
  private var before: Page?
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
    (isKey, isQuiet) = (false, false)
    switch event.kind {
    case .booted: forget()
    case .key:
      isKey = true
      // A value may be entered.
      basis = nil
      if counted != nil { touched = truth.now }
      call = nil
    case .reading:
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

  private mutating func forget() {
    (page, before, asked, call, basis) = (nil, nil, nil, nil, nil)
    moved = .never
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
    case .dose(.prompted(let meal)):
      call = nil
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
    asked = nil
    let zone = truth.household.zone
    guard areClocksGood, book.isSure, !zone.changes(within: 14, of: truth.wall),
      let time = profile.mealtimes.first(where: { $0.meal == meal })
    else { return }
    let local = truth.wall.milliseconds / 60_000 + zone.offset(at: truth.wall)
    let late = ((local + 1 - Int64(time.minute)) % 1440 + 1440) % 1440 - 1
    guard late < 60 else { return }
    let now = truth.now
    asked = Asked(
      meal: meal, least: now + .seconds((58 - late) * 60), most: now + .seconds((62 - late) * 60))
  }

  /// All that an event asked for is done.
  mutating func settled(at now: Instant) {
    guard let page else { return }
    judgeAge(page, now)
    // A fix is no event here.
    defer { (before, isKey, isQuiet) = (page, false, false) }
    guard let before else { return }
    if isKey { moved = .never }
    if isKey, let counted, counted.key != .ok, case .dose(.enterGlucose) = page, before != page {
      moved = now
    }
    if isKey, let counted { promise(counted, before, page, now) }
    if isQuiet, before != page { judgeChange(before, page, now) }
    if case .dose(.measure) = page { return }
    // One that was put off waits behind the home page.
    if page.isLow || page.isHome && call?.isPutOff != true { call = nil }
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
      judgeHour(now)
    case .dose(.measure): judgeHour(now)
    default: break
    }
  }

  private mutating func judgeHour(_ now: Instant) {
    if let asked, areClocksGood, now > asked.most {
      fail("the hour of \(asked.meal) is over, and it is asked for", at: now)
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
      // It may be low: the end of its meal does not take it, nor does that of a low.
      if page.isHome, moved != .never, now - moved + PromptTimes.slack < PromptTimes.entry {
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
    guard case .show(.dose(let page)) = self else { return nil }
    return switch page {
    case .measure(let meal, _): meal
    case .offer(let offer): offer.meal
    case .taken, .measureAgain, .enterGlucose, .enterCarbohydrates, .refused: nil
    }
  }
}

extension Page {
  /// A meal's prompt waits for the wearer.
  fileprivate var waits: Bool {
    switch self {
    case .dose(.measure), .dose(.enterCarbohydrates), .dose(.offer): true
    case .dose(.refused(let refusal)): refusal == .staleReading
    default: false
    }
  }
}
