import Device
import HAL

/// DIA-3, DIA-8: no dose is proposed on a reading below 70 mg/dL or older than 15 minutes, twice for one
/// meal, above the maximum, or without a trusted clock; and each is what an independent reckoning says.
struct DoseChecker: Checker {
  var violation: Violation?

  private static let lowest = 70.0
  private static let oldest = Milliseconds.seconds(15 * 60)
  /// Two devices that add up the same doses agree this well, in units.
  private static let agreement = 0.0001

  private var readings = SeenReadings()
  private var ledger = DoseLedger()
  private var profile = SeenProfile()
  private var isTrusted = false
  /// The grams that were confirmed for the meal that is going on.
  private var grams: Grams?
  /// Known once a dose was proposed by them.
  private var gramsMeal: Meal?
  /// What was proposed last, as changed by the keys.
  private var standing: DoseOffer?
  /// What a press has made of it, not shown yet.
  private var pressed: InsulinUnits?

  mutating func see(_ event: Event, _ truth: Truth) {
    readings.see(event)
    ledger.see(event, truth)
    profile.see(event)
    switch event.kind {
    case .booted:
      isTrusted = false
      grams = nil
      standing = nil
      pressed = nil
    case .key(let press):
      if press.key == .ok, !press.isLong, case .enterCarbohydrates(let entered)? = readings.page {
        grams = entered
        gramsMeal = nil
      }
      if press.key == .plus || press.key == .minus, case .dose(let offer)? = readings.page {
        pressed = units(offer, after: press)
      }
    default: break
    }
    if case .dose? = readings.page { judgeAge(truth.now + Milliseconds(-1000)) }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clockTrusted: isTrusted = true
    case .clockUntrusted: isTrusted = false
    case .dosePrompted: grams = nil
    case .doseProposed(let offer):
      if let gramsMeal, gramsMeal != offer.meal { grams = nil }
      if offer.proposal.isByCarbohydrates { gramsMeal = offer.meal }
      judgeSafety(offer, truth)
      judgeAmount(offer, truth)
      judgeHour(offer.meal, truth)
      standing = offer
      pressed = nil
    case .show(.dose(let offer)):
      judgePage(offer, truth)
      judgeSafety(offer, truth)
    case .store(.dose(let dose)): judgeConfirmed(dose, during: event, truth)
    default: break
    }
    ledger.see(action, truth)
    readings.see(action)
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) { ledger.see(change, truth) }

  // MARK: Safe

  private mutating func judgeAge(_ now: Instant) {
    if let reading = readings.newest, now - reading.at > DoseChecker.oldest {
      fail(.doseIsSafe, at: now, "a dose is offered on a reading older than 15 minutes")
    }
  }

  private mutating func judgeSafety(_ offer: DoseOffer, _ truth: Truth) {
    let now = truth.now
    guard let reading = readings.newest else {
      return fail(.doseIsSafe, at: now, "a dose is offered without a reading")
    }
    if reading.result != .amount(offer.reading) {
      fail(.doseIsSafe, at: now, "a dose is offered on another reading than the newest")
    }
    if reading.result.milligrams < DoseChecker.lowest || reading.result == .high {
      fail(.doseIsSafe, at: now, "a dose is offered at \(reading.result.milligrams) mg/dL")
    }
    judgeAge(now)
    if !isTrusted { fail(.doseIsSafe, at: now, "a dose is offered without a trusted clock") }
    if ledger.hasSurely(offer.meal, at: now) {
      fail(.doseIsSafe, at: now, "a second dose is offered for one meal")
    }
    if let insulin = profile.insulin, offer.units > insulin.maximum || offer.units < .zero {
      fail(.doseIsSafe, at: now, "\(offer.units.milliunits) mU are offered, above the maximum")
    }
  }

  /// The meal is the one that the clock on the wall says.
  private mutating func judgeHour(_ meal: Meal, _ truth: Truth) {
    guard truth.areClocksGood, ledger.areClocksGood else { return }
    let zone = truth.household.zone
    let hourAgo = WallTime(milliseconds: truth.wall.milliseconds - 3_900_000)
    // A change of the clocks within the hour moves it.
    for offset in [zone.offset(at: truth.wall), zone.offset(at: hourAgo)] {
      let minute = truth.wall.milliseconds / 60_000 + offset
      for time in profile.mealtimes + profile.formerMealtimes where time.meal == meal {
        let late = ((minute - Int64(time.minute)) % 1440 + 1440) % 1440
        if late <= 63 || late >= 1437 { return }
      }
    }
    fail(.doseIsSafe, at: truth.now, "a dose is offered outside the hour of its meal")
  }

  // MARK: Right

  private mutating func judgeAmount(_ offer: DoseOffer, _ truth: Truth) {
    guard let insulin = profile.insulin else {
      return fail(.doseIsSafe, at: truth.now, "a dose is offered to one who takes no insulin")
    }
    let glucose = MeterResult.amount(offer.reading).milligrams
    let proposal = offer.proposal
    let meal = mealPart(offer.meal, insulin, truth)
    let onBoard = ledger.onBoard(insulin.model, at: truth.now)
    expect(proposal.meal, meal...meal, "for the meal", truth)
    let correction = DoseReckoning.correction(insulin, glucose)
    expect(proposal.correction, correction...correction, "as a correction", truth)
    expect(proposal.insulinOnBoard, onBoard, "on board", truth)
    let total = DoseReckoning.total(insulin, meal: meal, glucose: glucose, onBoard: onBoard)
    if proposal.total < total.least || proposal.total > total.most
      || proposal.total.milliunits % insulin.step.milliunits != 0
    {
      fail(
        .doseIsRight, at: truth.now,
        "\(proposal.total.milliunits) mU are proposed, and \(total.least.milliunits) to "
          + "\(total.most.milliunits) mU are right")
    }
    if offer.units != proposal.total {
      fail(.doseIsRight, at: truth.now, "another amount is offered than proposed")
    }
  }

  private mutating func expect(
    _ units: Double, _ range: ClosedRange<Double>, _ what: String, _ truth: Truth
  ) {
    let slack = DoseChecker.agreement
    if units < range.lowerBound - slack || units > range.upperBound + slack {
      fail(
        .doseIsRight, at: truth.now,
        "\(milli(units)) mU \(what) instead of \(milli(range.lowerBound)) to "
          + "\(milli(range.upperBound))")
    }
  }

  private func milli(_ units: Double) -> Int64 { Int64((units * 1000).rounded()) }

  /// Carbohydrates take the place of the base, where they were asked for.
  private mutating func mealPart(
    _ meal: Meal, _ insulin: InsulinProfile, _ truth: Truth
  ) -> Double {
    if let ratio = insulin.gramsPerUnit {
      if let grams { return grams.value / ratio }
      if profile.asksCarbohydrates {
        fail(.doseIsRight, at: truth.now, "a dose is offered before the carbohydrates are known")
      }
    }
    return Double(insulin.base(meal).milliunits) / 1000
  }

  /// What stands on the page is what was proposed, or one press away from what stood there.
  private mutating func judgePage(_ offer: DoseOffer, _ truth: Truth) {
    let isShown = offer.units == standing?.units || offer.units == pressed
    if !isShown || offer.proposal != standing?.proposal {
      fail(
        .doseIsRight, at: truth.now,
        "\(offer.units.milliunits) mU are shown where \(standing?.units.milliunits ?? -1) mU stood")
    }
    pressed = nil
    standing = offer
  }

  /// What a press makes of a dose; the page with it may come later, behind a more urgent one.
  private func units(_ offer: DoseOffer, after press: KeyPress) -> InsulinUnits {
    guard let insulin = profile.insulin else { return offer.units }
    let step = insulin.step.milliunits
    let move = press.isLong ? max(1000 / step, 1) * step : step
    let most = insulin.maximum.milliunits / step * step
    let moved = offer.units.milliunits + (press.key == .plus ? move : -move)
    return InsulinUnits(milliunits: min(max(moved, 0), most))
  }

  private mutating func judgeConfirmed(_ dose: DiaryDose, during event: Event, _ truth: Truth) {
    guard case .key(let press) = event.kind, press.key == .ok, !press.isLong,
      case .dose(let offer)? = readings.page
    else {
      return fail(.doseIsRight, at: truth.now, "a dose is written down that nobody confirmed")
    }
    judgeSafety(offer, truth)
    if dose.confirmed != offer.units || dose.proposed != offer.proposal.total
      || dose.meal != offer.meal
    {
      fail(
        .doseIsRight, at: truth.now,
        "\(dose.confirmed.milliunits) mU are written down where \(offer.units.milliunits) mU "
          + "were confirmed")
    }
    let off = (dose.taken.milliseconds - truth.wall.milliseconds).magnitude
    if ledger.areClocksGood, off > 90_000 {
      fail(.doseIsRight, at: truth.now, "a dose is written down \(off / 1000) s off its time")
    }
  }
}
