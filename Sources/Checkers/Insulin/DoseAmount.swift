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
  /// The last proposal, as changed by the keys.
  private var standing: DoseOffer?
  /// The dose after a press, not shown yet.
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
    let least = DoseReckoning.exact(meal: meal, correction, onBoard: onBoard.upperBound)
    let most = DoseReckoning.exact(meal: meal, correction, onBoard: onBoard.lowerBound)
    expect(proposal.exact, least...most, "before the maximum", truth)
    judgeCap(proposal.isCapped, least...most, Double(insulin.maximum) / 1000, truth)
    judgeLast(offer.last, ledger.last(insulin.action, at: truth.now), truth)
  }

  /// The page says that the maximum bit. A sum next to the maximum may fall to either side.
  private mutating func judgeCap(
    _ isCapped: Bool, _ exact: ClosedRange<Double>, _ maximum: Double, _ truth: Truth
  ) {
    let slack = DoseAmount.agreement
    if isCapped, exact.upperBound < maximum - slack {
      fail(at: truth.now, "the maximum is said to bite, and does not")
    }
    if !isCapped, exact.lowerBound > maximum + slack {
      fail(at: truth.now, "the maximum bites, and the offer does not say so")
    }
  }

  /// The page names the last dose and its age.
  private mutating func judgeLast(
    _ said: GivenDose?, _ known: DoseLedger.Last, _ truth: Truth
  ) {
    switch known {
    case .unclear: break
    case .none:
      if let said {
        fail(
          at: truth.now,
          "\(said.units.milliunits) mU are named as the last dose, and none acts any more")
      }
    case .one(let units, let age):
      guard let said else {
        return fail(at: truth.now, "an offer does not name the last dose, which acts")
      }
      if said.units != units || (said.age.count - age.count).magnitude > 1000 {
        fail(
          at: truth.now,
          "\(said.units.milliunits) mU \(said.age.count / 1000) s ago are named as the last dose, "
            + "and it was \(units.milliunits) mU \(age.count / 1000) s ago")
      }
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

  /// The page shows the proposal, or a dose one press away from the last page.
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

  /// The dose after a press. Its page may come later, behind a more urgent one.
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

/// The right dose, reckoned another way than the device does.
///
/// The device has a formula for the insulin that is left of a dose. Here the activity of rapid insulin,
/// t (1 - t/T) e^(-t/τ), is integrated over the time that is left (Simpson's rule). The sum is divided
/// by that over all of its time. The two agree to a millionth of a dose.
enum DoseReckoning {
  /// The stretches are so many that a peak after a quarter of an hour is integrated well over twelve hours.
  private static let stretches = 1920

  /// The part of a dose that has not acted yet, of 1.
  static func remaining(_ action: InsulinFigures.Action, after age: Milliseconds) -> Double {
    let minutes = Double(age.count) / 60_000 - action.delay
    guard minutes > 0 else { return 1 }
    guard minutes < action.duration else { return 0 }
    return activity(action, from: minutes) / activity(action, from: 0)
  }

  private static func activity(_ action: InsulinFigures.Action, from start: Double) -> Double {
    let end = action.duration
    let tau = action.peak * (1 - action.peak / end) / (1 - 2 * action.peak / end)
    let h = (end - start) / Double(stretches)
    // e^(-t/τ) from one point to the next is always the same factor.
    let factor = decay(h / tau)
    var fading = decay(start / tau)
    var sum = 0.0
    for i in 0...stretches {
      let t = start + h * Double(i)
      let weight: Double = i == 0 || i == stretches ? 1 : (i % 2 == 0 ? 2 : 4)
      sum += weight * t * (1 - t / end) * fading
      fading *= factor
    }
    return sum * h / 3
  }

  /// e to the power of -x, for x from 0 to some tens: Padé's fraction of a 256th, squared eight times.
  private static func decay(_ x: Double) -> Double {
    let y = x / 256
    var value = (12 - 6 * y + y * y) / (12 + 6 * y + y * y)
    for _ in 0..<8 { value *= value }
    return value
  }

  /// Units that a dose may come to: between the two, in whole steps of the pen.
  struct Bounds: Sendable {
    var least: InsulinUnits
    var most: InsulinUnits
  }

  /// - Parameters:
  ///   - meal: units for the meal.
  ///   - onBoard: units that earlier doses have left to do, at least and at most.
  static func total(
    _ figures: InsulinFigures, meal: Double, glucose: Double, onBoard: ClosedRange<Double>
  ) -> Bounds {
    let correction = correction(figures, glucose)
    func units(_ onBoard: Double) -> Double {
      min(exact(meal: meal, correction, onBoard: onBoard), Double(figures.maximum) / 1000)
    }
    // A value next to a whole step may fall to either side.
    let slack = 0.00001
    return Bounds(
      least: steps(units(onBoard.upperBound) - slack, figures.step),
      most: steps(units(onBoard.lowerBound) + slack, figures.step))
  }

  /// Units before the maximum and before rounding: insulin on board lowers a correction upward only.
  static func exact(meal: Double, _ correction: Double, onBoard: Double) -> Double {
    var sum = meal + correction
    if correction > 0 { sum = meal + (onBoard < correction ? correction - onBoard : 0) }
    return max(sum, 0)
  }

  static func correction(_ figures: InsulinFigures, _ glucose: Double) -> Double {
    let (lower, upper) = (figures.lowerTarget, figures.upperTarget)
    let beyond = glucose > upper ? glucose - upper : (glucose < lower ? glucose - lower : 0)
    return beyond / figures.sensitivity
  }

  /// Rounded down: up would be the unsafe side.
  private static func steps(_ units: Double, _ step: Int64) -> InsulinUnits {
    var count = Int64(max(units, 0) * 1000) / step
    if count * step > Int64(max(units, 0) * 1000) { count -= 1 }
    return InsulinUnits(milliunits: count * step)
  }
}
