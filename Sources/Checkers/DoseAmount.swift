import Device
import HAL

/// The dose that is proposed, shown and written down is what an independent reckoning says.
struct DoseAmount: Sendable {
  /// Two devices that add up the same doses agree this well, in units.
  private static let agreement = 0.0001

  private(set) var violation: Violation?
  /// The grams that were confirmed for the meal that is going on.
  private var grams: Grams?
  /// Known once a dose was proposed by them.
  private var gramsMeal: Meal?
  /// What was proposed last, as changed by the keys.
  private var standing: DoseOffer?
  /// What a press has made of it, not shown yet.
  private var pressed: InsulinUnits?

  private mutating func fail(_ invariant: Invariant = .doseIsRight, at now: Instant, _ what: String)
  {
    guard violation == nil else { return }
    violation = Violation(invariant: invariant, at: now, what: what)
  }

  mutating func see(_ event: Event, _ page: Page?, _ profile: SeenProfile) {
    switch event.kind {
    case .booted:
      grams = nil
      standing = nil
      pressed = nil
    case .key(let press):
      if press.key == .ok, !press.isLong, case .dose(.enterCarbohydrates(let entered))? = page {
        grams = entered
        gramsMeal = nil
      }
      if press.key == .plus || press.key == .minus, case .dose(.offer(let offer))? = page {
        pressed = units(offer, after: press, profile)
      }
    default: break
    }
  }

  mutating func see(
    _ action: Action, during event: Event, _ page: Page?, _ profile: SeenProfile,
    _ ledger: DoseLedger, _ truth: Truth
  ) {
    switch action {
    case .dose(.prompted): grams = nil
    case .dose(.proposed(let offer)):
      if let gramsMeal, gramsMeal != offer.meal { grams = nil }
      if offer.proposal.isByCarbohydrates { gramsMeal = offer.meal }
      judgeAmount(offer, profile, ledger, truth)
      standing = offer
      pressed = nil
    case .show(.dose(.offer(let offer))): judgePage(offer, truth)
    case .store(.diary(.dose(let dose))): judgeConfirmed(dose, during: event, page, ledger, truth)
    default: break
    }
  }

  private mutating func judgeAmount(
    _ offer: DoseOffer, _ profile: SeenProfile, _ ledger: DoseLedger, _ truth: Truth
  ) {
    guard let insulin = profile.insulin else {
      return fail(.doseIsSafe, at: truth.now, "a dose is offered to one who takes no insulin")
    }
    let glucose = MeterResult.amount(offer.reading).milligrams
    let proposal = offer.proposal
    let meal = mealPart(offer.meal, insulin, profile, truth)
    let onBoard = ledger.onBoard(insulin.action, at: truth.now)
    expect(proposal.meal, meal...meal, "for the meal", truth)
    let correction = DoseReckoning.correction(insulin, glucose)
    expect(proposal.correction, correction...correction, "as a correction", truth)
    expect(proposal.insulinOnBoard, onBoard, "on board", truth)
    let total = DoseReckoning.total(insulin, meal: meal, glucose: glucose, onBoard: onBoard)
    if proposal.total < total.least || proposal.total > total.most
      || proposal.total.milliunits % insulin.step != 0
    {
      fail(
        at: truth.now,
        "\(proposal.total.milliunits) mU are proposed, and \(total.least.milliunits) to "
          + "\(total.most.milliunits) mU are right")
    }
    if offer.units != proposal.total {
      fail(at: truth.now, "another amount is offered than proposed")
    }
  }

  private mutating func expect(
    _ units: Double, _ range: ClosedRange<Double>, _ what: String, _ truth: Truth
  ) {
    let slack = DoseAmount.agreement
    if units < range.lowerBound - slack || units > range.upperBound + slack {
      fail(
        at: truth.now,
        "\(milli(units)) mU \(what) instead of \(milli(range.lowerBound)) to "
          + "\(milli(range.upperBound))")
    }
  }

  private func milli(_ units: Double) -> Int64 { Int64((units * 1000).rounded()) }

  /// Carbohydrates take the place of the base, where they were asked for.
  private mutating func mealPart(
    _ meal: Meal, _ insulin: InsulinFigures, _ profile: SeenProfile, _ truth: Truth
  ) -> Double {
    if let ratio = insulin.gramsPerUnit {
      if let grams { return grams.value / ratio }
      if profile.asksCarbohydrates {
        fail(at: truth.now, "a dose is offered before the carbohydrates are known")
      }
    }
    return Double(insulin.base(meal)) / 1000
  }

  /// What stands on the page is what was proposed, or one press away from what stood there.
  private mutating func judgePage(_ offer: DoseOffer, _ truth: Truth) {
    let isShown = offer.units == standing?.units || offer.units == pressed
    if !isShown || offer.proposal != standing?.proposal {
      fail(
        at: truth.now,
        "\(offer.units.milliunits) mU are shown where \(standing?.units.milliunits ?? -1) mU stood")
    }
    pressed = nil
    standing = offer
  }

  /// What a press makes of a dose; the page with it may come later, behind a more urgent one.
  private func units(
    _ offer: DoseOffer, after press: KeyPress, _ profile: SeenProfile
  ) -> InsulinUnits {
    profile.insulin?.moved(offer.units, by: press) ?? offer.units
  }

  private mutating func judgeConfirmed(
    _ dose: DiaryDose, during event: Event, _ page: Page?, _ ledger: DoseLedger, _ truth: Truth
  ) {
    guard case .key(let press) = event.kind, press.key == .ok, !press.isLong,
      case .dose(.offer(let offer))? = page
    else {
      return fail(at: truth.now, "a dose is written down that nobody confirmed")
    }
    if dose.confirmed != offer.units || dose.proposed != offer.proposal.total
      || dose.meal != offer.meal
    {
      fail(
        at: truth.now,
        "\(dose.confirmed.milliunits) mU are written down where \(offer.units.milliunits) mU "
          + "were confirmed")
    }
    let off = (dose.taken.milliseconds - truth.wall.milliseconds).magnitude
    if ledger.areClocksGood, off > 90_000 {
      fail(at: truth.now, "a dose is written down \(off / 1000) s off its time")
    }
  }
}
