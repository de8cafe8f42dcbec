import Device
import HAL

/// Judges the keys on the pages of readings and doses: the page after a press is the one that was
/// promised. DIA-3, DIA-8.
struct PromptKeys: Sendable {
  /// An offer younger than this cannot be confirmed.
  private static let leastLook = Milliseconds.seconds(1)

  /// The page that must follow the press.
  private enum Expected {
    case same
    case page(Page)
    /// The entry of a reading, at the value that it opens with; nil: nobody knows which.
    case entry(MeterResult?)
    /// The value that was entered is taken.
    case taken
    /// Nothing of the meal, until it comes again.
    case away
    /// Another page than before.
    case gone
    case amountOfMeal
    case confirmed(DoseOffer)
    case undone
  }

  private(set) var violation: Violation?
  private var page: Page?
  private var shown = Instant.start
  private var followsKey = false
  private var look = PageLook()
  private var expected: (Expected, KeyPress, Page)?
  /// The moment since which an offer stands that ok may confirm.
  private var offered = Instant.start
  /// State of this very event.
  private var isConfirmed = false
  private var isUndone = false
  private var isOfferedAnew = false
  private var isRefused = false
  /// Plus or minus moved the value on the page; nil: nobody knows.
  private var isTouched: Bool?
  /// The refusal on the page belongs to a meal; nil: nobody knows.
  private var isOfMeal: Bool?
  private var profile = SeenProfile()

  /// The press that was judged last, if it counted.
  private(set) var counted: KeyPress?

  mutating func see(_ event: Event, _ book: DiaryBook, _ truth: Truth) {
    expected = nil
    counted = nil
    (isConfirmed, isUndone, isOfferedAnew, isRefused) = (false, false, false, false)
    profile.see(event, truth)
    switch event.kind {
    case .booted:
      (page, look) = (nil, PageLook())
      isTouched = nil
    case .key(let press) where press.key != .help:
      guard let page, followsKey || !look.isNew(at: truth.now) else { return }
      counted = press
      expect(press, on: page, book, truth)
    // The device may have seen another page before what an event makes of it.
    case .reading, .edited, .setting, .keys: isTouched = nil
    default: break
    }
  }

  private mutating func expect(
    _ press: KeyPress, on page: Page, _ book: DiaryBook, _ truth: Truth
  ) {
    guard let after = after(press, on: page, book, truth) else { return }
    expected = (after, press, page)
  }

  private mutating func after(
    _ press: KeyPress, on page: Page, _ book: DiaryBook, _ truth: Truth
  ) -> Expected? {
    switch page {
    case .dose(.measure):
      guard press.key == .ok else { return .entry(initial(book, truth)) }
      return press.isLong ? .away : .same
    case .dose(.measureAgain): return press.key == .ok ? .gone : .entry(initial(book, truth))
    case .glucose(.low): return press.key == .ok ? nil : .entry(initial(book, truth))
    case .dose(.enterGlucose(let value)): return onEntry(press, value)
    case .dose(.enterCarbohydrates(let grams)):
      guard press.key == .ok else { return .page(.dose(.enterCarbohydrates(moved(grams, press)))) }
      return press.isLong ? .away : .amountOfMeal
    case .dose(.offer(let offer)):
      guard press.key == .ok else { return moved(offer, press).map { .page(.dose(.offer($0))) } }
      if press.isLong { return .away }
      let since = followsKey ? offered : max(offered, shown)
      return truth.now - since < PromptKeys.leastLook ? .same : .confirmed(offer)
    case .dose(.taken): return press.key == .minus ? .undone : .same
    case .dose(.refused(let refusal)): return onRefusal(press, refusal, book, truth)
    case .home, .help, .leftPerimeter, .reminder, .glucose(.lowAndHelp), .notDelivered, .batteryLow,
      .positionLost, .storageFailed, .noProfile:
      return nil
    }
  }

  private mutating func onEntry(_ press: KeyPress, _ value: MeterResult) -> Expected? {
    guard press.key == .ok else {
      isTouched = true
      return moved(value, press).map { .page(.dose(.enterGlucose($0))) }
    }
    if press.isLong { return .away }
    guard let isTouched else { return nil }
    return isTouched ? .taken : .same
  }

  private func onRefusal(
    _ press: KeyPress, _ refusal: DoseRefusal, _ book: DiaryBook, _ truth: Truth
  ) -> Expected? {
    switch refusal {
    case .secondDoseForMeal: return press.key == .ok ? .gone : .same
    case .notMeasurable, .staleReading:
      guard let isOfMeal else { return nil }
      guard isOfMeal else { return press.key == .ok ? .gone : .same }
      guard press.key == .ok else { return .entry(initial(book, truth)) }
      return press.isLong ? .away : .gone
    case .clockUntrusted, .implausibleProfile, .doseTimeUnclear, .profileKept:
      return press.key == .ok ? .away : .same
    case .noReading, .veryLow, .low: return nil
    }
  }

  // MARK: What plus and minus do

  /// 5 g, or 20 by a long press; 0 to 250 g.
  private func moved(_ grams: Grams, _ press: KeyPress) -> Grams {
    let step = press.isLong ? 20.0 : 5.0
    let value = grams.value + (press.key == .plus ? step : -step)
    return Grams(value < 0 ? 0 : (value > 250 ? 250 : value))
  }

  /// One step of the pen, or of whole units; from nothing to the maximum.
  private func moved(_ offer: DoseOffer, _ press: KeyPress) -> DoseOffer? {
    guard let insulin = profile.insulin else { return nil }
    var moved = offer
    moved.isRemade = false
    moved.units = insulin.moved(offer.units, by: press)
    return moved
  }

  /// One step of the unit, or ten; "LO" and "HI" lie one step beyond what meters measure.
  private func moved(_ value: MeterResult, _ press: KeyPress) -> MeterResult? {
    let steps: Int64
    let isMillimoles: Bool
    switch value {
    case .amount(.milligramsPerDecilitre(let amount)):
      (steps, isMillimoles) = (Int64(amount.value.rounded()), false)
    case .amount(.millimolesPerLitre(let amount)):
      (steps, isMillimoles) = (Int64((amount.value * 10).rounded()), true)
    case .low:
      isMillimoles = profile.usesMillimoles
      steps = isMillimoles ? 10 : 19
    case .high:
      isMillimoles = profile.usesMillimoles
      steps = isMillimoles ? 334 : 601
    }
    let move: Int64 = (press.isLong ? 10 : 1) * (press.key == .plus ? 1 : -1)
    return Self.result(steps + move, isMillimoles)
  }

  private static func result(_ steps: Int64, _ isMillimoles: Bool) -> MeterResult {
    let (least, most): (Int64, Int64) = isMillimoles ? (11, 333) : (20, 600)
    if steps < least { return .low }
    if steps > most { return .high }
    guard isMillimoles else {
      return .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(Double(steps))))
    }
    return .amount(.millimolesPerLitre(MillimolesPerLitre(Double(steps) / 10)))
  }

  /// The entry opens at the newest reading, in the wearer's unit, or in the middle of what is common.
  private func initial(_ book: DiaryBook, _ truth: Truth) -> MeterResult? {
    let isMillimoles = profile.usesMillimoles
    guard !book.hasLied, !book.hasLost, truth.isStorageGood else { return nil }
    guard !book.readings.isEmpty else { return Self.result(isMillimoles ? 67 : 120, isMillimoles) }
    // Nobody knows which entry the device takes for the newest if a person dated one.
    guard !book.readings.contains(where: { $0.at == nil }), let newest = book.surelyNewest,
      newest.life == book.life
    else { return nil }
    guard case .amount = newest.result else { return newest.result }
    let milligrams = newest.result.milligrams
    guard milligrams > 0, milligrams <= 2000 else { return nil }
    let (least, most): (Double, Double) = isMillimoles ? (11, 333) : (20, 600)
    let steps = isMillimoles ? newest.result.tenths : milligrams
    return Self.result(Int64(min(max(steps, least), most).rounded()), isMillimoles)
  }

  // MARK: What comes of it

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .show(let next): show(next, during: event, truth)
    case .dose(.proposed):
      offered = truth.now
      isOfferedAnew = true
    case .dose(.confirmed): isConfirmed = true
    case .dose(.undone):
      offered = truth.now
      isUndone = true
    case .dose(.refused): isRefused = true
    default: break
    }
  }

  private mutating func show(_ next: Page, during event: Event, _ truth: Truth) {
    let before = page
    shown = truth.now
    // A deadline may be served as a fix comes, which is no event above.
    var isKey = false
    if case .key(let press) = event.kind { isKey = press.key != .help }
    followsKey = isKey && next.isOfMeal && (before ?? next).isOfMeal
    look.show(next, during: event, at: truth.now)
    page = next
    switch next {
    case .dose(.enterGlucose):
      if case .dose(.enterGlucose)? = before {
      } else {
        isTouched = isKey && expected != nil ? false : nil
      }
    case .dose(.refused(let refusal)):
      if case .dose(.refused(refusal))? = before { return }
      // A remark comes without a meal, and before the page of the time.
      isOfMeal = isRefused ? true : (before?.isHome ?? false ? false : nil)
    default: break
    }
    // The page behind a question, a remark or a value has not been looked at.
    switch before {
    case .dose(.measureAgain)?, .dose(.refused)?, .dose(.enterGlucose)?:
      if isKey { offered = truth.now }
    default: break
    }
  }

  mutating func cut() {
    expected = nil
    (page, look) = (nil, PageLook())
  }

  /// All that an event asked for is done.
  mutating func settled(at now: Instant) {
    guard let (after, press, before) = expected, let page else { return }
    expected = nil
    // Something more urgent came up at that very moment.
    guard page.isOfMeal || page.isHome || page.isLow else { return }
    guard !holds(after, before, page) else { return }
    guard violation == nil else { return }
    let key = "\(press.isLong ? "a long " : "")\(press.key)"
    violation = Violation(
      invariant: .keyDoesItsPart, at: now, what: "\(key) on \(before) leads to \(page)")
  }

  private func holds(_ after: Expected, _ before: Page, _ page: Page) -> Bool {
    switch after {
    case .same: return page == before
    case .page(let other): return page == other
    case .entry(let value):
      guard case .dose(.enterGlucose(let shown)) = page else { return false }
      return value.map { shown.isNearly($0) } ?? true
    case .taken:
      if case .dose(.enterGlucose) = page { return false }
      return true
    case .away: return isAway(page)
    case .gone: return page != before
    case .amountOfMeal:
      switch page {
      case .dose(.offer), .dose(.refused), .dose(.measure), .home, .glucose(.low),
        .glucose(.lowAndHelp), .dose(.measureAgain):
        return true
      default: return false
      }
    case .confirmed(let offer):
      if isConfirmed { return page == .dose(.taken(offer.meal, offer.units)) }
      return isOfferedAnew || isRefused || !page.isOfMeal
    case .undone: return isUndone && page != before
    }
  }

  /// A meal that was put off or away; the question for a second reading may come out behind it.
  private func isAway(_ page: Page) -> Bool {
    switch page {
    case .dose(.measure), .dose(.enterGlucose), .dose(.enterCarbohydrates), .dose(.offer): false
    case .dose(.refused(let refusal)): refusal == .secondDoseForMeal
    default: true
    }
  }
}

extension InsulinFigures {
  /// One step of the pen, or as many as a unit has; from nothing to the maximum.
  func moved(_ units: InsulinUnits, by press: KeyPress) -> InsulinUnits {
    let move = press.isLong ? max(1000 / step, 1) * step : step
    let most = maximum / step * step
    let moved = units.milliunits + (press.key == .plus ? move : -move)
    return InsulinUnits(milliunits: min(max(moved, 0), most))
  }
}

extension MeterResult {
  /// Tenths of mmol/L.
  fileprivate var tenths: Double {
    if case .amount(.millimolesPerLitre(let amount)) = self { return amount.value * 10 }
    return milligrams / 18.01559 * 10
  }

  /// Whether they are equal, rounding aside.
  fileprivate func isNearly(_ other: MeterResult) -> Bool {
    self == other || (milligrams - other.milligrams).magnitude < 1.9
  }
}

extension Page {
  var isHome: Bool { if case .home = self { true } else { false } }

  var isLow: Bool {
    switch self {
    case .glucose(.low), .glucose(.lowAndHelp): true
    default: false
    }
  }
}
