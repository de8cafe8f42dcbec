import Device
import HAL

/// Judges the effect of a reading on the meal that is asked for. It brings a dose on that very reading,
/// or the true reason why there is none. DIA-3, DIA-8, SAFE-5.
struct PromptServes: Sendable {
  private static let oldest: Int64 = 15 * 60_000
  private static let slack: Int64 = 1000

  /// A reading that the meal on the page waits for.
  private struct Served {
    var meal: Meal
    var result: MeterResult
    var isOfPage: Page
  }

  private(set) var violation: Violation?
  private var profile = SeenProfile()
  private var served: Served?
  /// The reading speaks of now, is the newest, and high.
  private var high: MeterResult?
  /// The page that was left for the entry of a value.
  private var behind: Page?
  /// State of this very event.
  private var proposed: DoseOffer?
  private var refused: DoseRefusal?
  private var saidHigh = 0
  private var isLow = false
  private var before: Page?
  /// Whether the profile was once unsure in this life, or could not be used.
  private var wasUnsure = false
  private var hasDisputed = false
  /// A meal had its dose by ok, in this life, and nothing has changed since.
  private var dosed: (meal: Meal, until: Instant)?
  private var owesSecond: Meal?
  private var isOld = false
  private var doubtedSince = Instant.never
  private var isDirty = false
  /// The event is a reading: what was due before it speaks of the one before.
  private var isReading = false

  private mutating func fail(_ what: String, at now: Instant) {
    if violation == nil {
      violation = Violation(invariant: .refusalIsTrue, at: now, what: what)
    }
  }

  mutating func see(
    _ event: Event, _ before: DiaryBook, _ book: DiaryBook, _ asked: PromptTimes.Asked?,
    _ truth: Truth
  ) {
    (served, high, proposed, refused, owesSecond) = (nil, nil, nil, nil, nil)
    (saidHigh, isLow, isOld, isReading) = (0, false, false, false)
    self.before = before.page
    profile.see(event, truth)
    if !truth.isInsulinSure || !truth.isProfileGood || !truth.hasProfile { wasUnsure = true }
    switch event.kind {
    case .booted:
      (behind, dosed) = (nil, nil)
      (wasUnsure, hasDisputed, isDirty) = (!truth.isInsulinSure, false, false)
    case .restored(.diary(.reading)), .restored(.diary(.dose)): isDirty = true
    case .reading(let reading):
      isReading = true
      take(reading.result, reading.age.count, before.page, before, book, truth)
      owe(reading, asked, before, book, truth)
    case .key(let press): key(press, before, book, truth)
    case .edited, .keys:
      dosed = nil
      isDirty = true
    case .setting:
      dosed = nil
      // Clocks say nothing new at the start of a life.
      if before.isTrusted { isDirty = true }
    default: break
    }
  }

  private mutating func key(
    _ press: KeyPress, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth
  ) {
    switch before.page {
    case .dose(.enterGlucose): break
    case let page?: behind = page
    case nil: behind = nil
    }
  }

  /// The value that was entered has been taken.
  mutating func entered(
    _ result: MeterResult, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth
  ) {
    take(result, 0, behind, isTyped: true, before, book, truth)
  }

  private mutating func take(
    _ result: MeterResult, _ age: Int64, _ page: Page?, isTyped: Bool = false,
    _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth
  ) {
    guard book.isSure, !hasDisputed, truth.areClocksGood, age >= 0, result.isMeant,
      isNewest(result, age, before, truth)
    else { return }
    if age < 3 * 3_600_000 - PromptServes.slack, result.milligrams > 250 { high = result }
    guard age < PromptServes.oldest - PromptServes.slack, result.isMeasured, let page,
      !(isTyped && isTooSoon(truth.now, before)), profile.insulin != nil, profile.keys.contains(.ok)
    else { return }
    switch page {
    case .dose(.measure(let meal, _)): served = Served(meal: meal, result: result, isOfPage: page)
    case .dose(.offer(let offer)): served = Served(meal: offer.meal, result: result, isOfPage: page)
    default: break
    }
  }

  /// A value typed then may follow a low by less than 15 minutes: it brings no dose without a second one.
  private func isTooSoon(_ at: Instant, _ book: DiaryBook) -> Bool {
    book.readings.contains {
      $0.isLow && (at - ($0.at ?? $0.arrived)).count < PromptServes.oldest + PromptServes.slack
    }
  }

  /// It was taken after all that the device knows, and came for the first time. The device may know one of an earlier
  /// life by a later date than the true one, if a clock was wrong then.
  private func isNewest(
    _ result: MeterResult, _ age: Int64, _ before: DiaryBook, _ truth: Truth
  ) -> Bool {
    let at = truth.now + Milliseconds(-age)
    let new = DiaryBook.Reading(
      id: nil, result: result, wall: truth.wall.milliseconds - age, at: at, arrived: truth.now,
      life: before.life, first: truth.wall.milliseconds)
    return before.readings.allSatisfy {
      before.isSurelyLater(new, than: $0) && ($0.life == before.life || !isDatedAfter($0, new))
        && ($0.result != result || ($0.wall - new.wall).magnitude > 65_000)
    }
  }

  /// A record with a date ahead counts as of a moment at which somebody was told so.
  private func isDatedAfter(_ known: DiaryBook.Reading, _ new: DiaryBook.Reading) -> Bool {
    known.stored.map { $0 > new.wall } ?? false
  }

  /// A fresh reading after the meal's dose is answered: the meal had its dose.
  private mutating func owe(
    _ reading: MeterReading, _ asked: PromptTimes.Asked?, _ before: DiaryBook, _ book: DiaryBook,
    _ truth: Truth
  ) {
    guard let dosed, truth.now < dosed.until, book.isSure, !hasDisputed, truth.areClocksGood
    else { return }
    isOld = reading.age.count > PromptServes.oldest + PromptServes.slack
    guard reading.age.count >= 0, reading.age.count < PromptServes.oldest - PromptServes.slack,
      reading.result.isMeant, reading.result.milligrams >= 70,
      isNewest(reading.result, reading.age.count, before, truth)
    else { return }
    switch before.page {
    case .home, .dose(.taken(dosed.meal, _)): owesSecond = dosed.meal
    default: break
    }
  }

  mutating func see(
    _ action: Action, during event: Event, _ book: DiaryBook, _ asked: PromptTimes.Asked?,
    _ truth: Truth
  ) {
    switch action {
    case .dose(.proposed(let offer)):
      proposed = offer
      judgeOffer(offer, event, book.page, truth.now)
    case .dose(.refused(let meal, let refusal)):
      refused = refusal
      judge(refusal, of: meal, book, truth)
    // The next meal takes the place of the one that was left for the entry of a value.
    case .store(.meal(let meal, _, .prompted)):
      if case .dose(.measure(let left, _))? = behind, left != meal {
        behind = .dose(.measure(meal, deleted: nil))
      }
    case .dose(.prompted(let meal)):
      if dosed?.meal != meal { dosed = nil }
      serveFresh(meal, book, truth)
    case .dose(.confirmed(let dose)):
      dosed = nil
      if let asked, asked.meal == dose.meal { dosed = (dose.meal, asked.least) }
    case .dose(.undone): dosed = nil
    case .clock(.disagrees): hasDisputed = true
    case .clock(.untrusted): dosed = nil
    case .glucose(.low): isLow = true
    case .glucose(.high(let result)):
      saidHigh += 1
      if result.milligrams <= 250 { fail("\(result) is told as high", at: truth.now) }
    default: break
    }
  }

  mutating func cut() { (served, high, behind, dosed, owesSecond) = (nil, nil, nil, nil, nil) }

  /// A reading of the last minutes need not be taken again, unless a dose has followed it.
  private mutating func serveFresh(_ meal: Meal, _ book: DiaryBook, _ truth: Truth) {
    guard book.isSure, !hasDisputed, truth.areClocksGood, truth.isStorageGood, !isDirty,
      profile.insulin != nil, profile.keys.contains(.ok), let newest = book.surelyNewest,
      let at = newest.at, newest.life == book.life,
      (truth.now - at).count < PromptServes.oldest - PromptServes.slack,
      newest.result.isMeasured, newest.result.milligrams >= 70,
      !(newest.isTyped && isTooSoon(at, book)),
      book.doses.allSatisfy({ $0.dose.taken.milliseconds < newest.wall - DiaryBook.slack })
    else { return }
    served = Served(
      meal: meal, result: newest.result, isOfPage: .dose(.measure(meal, deleted: nil)))
  }

  // MARK: An offer says what became of the one before

  /// A fix is no event here: the page may be another than before the last event.
  private mutating func judgeOffer(
    _ offer: DoseOffer, _ event: Event, _ page: Page?, _ now: Instant
  ) {
    var standing = page
    if case .key = event.kind { standing = before }
    switch standing {
    case .dose(.offer(let standing)) where standing.meal == offer.meal:
      if case .key = event.kind { return }
      let wasAdjusted = standing.isRemade || standing.units != standing.proposal.total
      if offer.isRemade != wasAdjusted {
        fail(
          wasAdjusted
            ? "what plus and minus made of an offer is dropped without a word"
            : "an offer says that it was changed by hand, and nobody changed it", at: now)
      }
    case .dose(.measure), .dose(.enterCarbohydrates):
      if offer.isRemade { fail("a first offer says that it is another", at: now) }
    default: break
    }
    if case .reading = event.kind, case .dose(.measure(let meal, _))? = before, meal != offer.meal {
      fail("\(meal) is asked for, and a dose for \(offer.meal) is offered", at: now)
    }
  }

  // MARK: Reasons

  private mutating func judge(
    _ refusal: DoseRefusal, of meal: Meal, _ book: DiaryBook, _ truth: Truth
  ) {
    let now = truth.now
    if isOld, refusal == .secondDoseForMeal {
      fail("an old reading is answered as if it asked for a second dose", at: now)
    }
    // A reading of an earlier life or of the diary may be taken for newer or older than it is.
    guard book.isSure, !hasDisputed, truth.areClocksGood, truth.isStorageGood, !isDirty
    else { return }
    switch refusal {
    case .clockUntrusted: fail("the time is known, and \(meal) is refused for the clock", at: now)
    case .profileKept:
      if !wasUnsure { fail("the profile is sure, and \(meal) is refused for it", at: now) }
    case .veryLow, .low:
      let isVery = refusal == .veryLow
      expect("\(meal) is refused for a low reading, and there is none", book, truth) {
        $0.isLow && $0.isVery == isVery
      }
    case .notMeasurable:
      expect("\(meal) is refused as not measurable, and nothing is", book, truth) {
        !$0.result.isMeasured && !($0.isVery && $0.result.isMeant)
      }
    case .staleReading where isReading: break
    case .staleReading:
      expect("\(meal) is refused for an old reading, and it is fresh", book, truth) {
        let age = truth.wall.milliseconds - $0.wall
        return age > PromptServes.oldest - DiaryBook.slack
          || age < -DiaryBook.apart + DiaryBook.slack
      }
    case .noReading, .secondDoseForMeal, .implausibleProfile, .doseTimeUnclear: break
    }
  }

  /// Expects that one of the readings that may be the newest is such.
  private mutating func expect(
    _ what: String, _ book: DiaryBook, _ truth: Truth, _ isSuch: (DiaryBook.Reading) -> Bool
  ) {
    var possible = book.readings
    if let entering = book.beingEntered { possible.append(entering) }
    for reading in possible where isSuch(reading) {
      if !possible.contains(where: { book.isSurelyLater($0, than: reading) }) { return }
      // One that lies ahead is none for a dose, and its time is the page's reason.
      if reading.wall > truth.wall.milliseconds { return }
    }
    fail(what, at: truth.now)
  }

  // MARK: At the end of the event

  mutating func settled(_ book: DiaryBook, at now: Instant, isLowOpen: Bool) {
    let page = book.page
    judgeClock(page, book, now)
    defer { (served, high, owesSecond, saidHigh) = (nil, nil, nil, 0) }
    if let high, saidHigh != 1 {
      fail("\(high) is told as high \(saidHigh) times", at: now)
    }
    if let owesSecond, refused != .secondDoseForMeal {
      fail("after the dose of \(owesSecond) a reading came, and nothing is said", at: now)
    }
    guard let served, let page, !isLowOpen, !isLow else { return }
    judge(served, page, now)
  }

  /// A dose that was refused for the clock is looked at again once the time is known.
  private mutating func judgeClock(_ page: Page?, _ book: DiaryBook, _ now: Instant) {
    guard case .dose(.refused(.clockUntrusted))? = page, book.isSure, !hasDisputed else {
      doubtedSince = .never
      return
    }
    if doubtedSince == .never { doubtedSince = now }
    // A refusal behind a low is looked at in the next minute.
    if now - doubtedSince > .seconds(65) {
      fail("the time is known, and the page says that it is not", at: now)
    }
  }

  private mutating func judge(_ served: Served, _ page: Page, _ now: Instant) {
    if let proposed {
      if MeterResult.amount(proposed.reading) != served.result {
        fail("a dose is offered on another reading than the one that came", at: now)
      }
      return
    }
    switch page {
    case .dose(.enterCarbohydrates(let grams)):
      guard profile.asksCarbohydrates, let insulin = profile.insulin, insulin.gramsPerUnit != nil
      else { return fail("the grams are asked for, and nobody counts them", at: now) }
      if case .dose(.measure) = served.isOfPage { judgeUsual(grams, insulin, served.meal, now) }
    case .dose(.offer), .dose(.measure):
      if refused == nil {
        fail("a reading came for \(served.meal), and neither dose nor reason follows", at: now)
      }
    default: break
    }
  }

  /// The page opens at the grams that the meal's base covers, in whole fives.
  private mutating func judgeUsual(
    _ grams: Grams, _ insulin: InsulinFigures, _ meal: Meal, _ now: Instant
  ) {
    let covered = Double(insulin.base(meal)) / 1000 * (insulin.gramsPerUnit ?? 0)
    let most = min(covered, 250)
    if grams.value > most + 0.001 || most - grams.value > 5.001 {
      fail("\(grams.value) g are proposed for \(meal), and its base covers \(covered) g", at: now)
    }
  }
}

extension MeterResult {
  /// A number that a meter may give, or one of its two words.
  var isMeant: Bool {
    if case .amount = self { return milligrams > 0 && milligrams <= 2000 }
    return true
  }

  /// A number within the range of meters, surely.
  var isMeasured: Bool {
    guard case .amount = self else { return false }
    return milligrams >= 20 && milligrams <= 600
  }
}
