import Device
import HAL

/// DIA-3, DIA-8: no dose is proposed on a reading below 70 mg/dL or older than 15 minutes, twice for one
/// meal, above the maximum, or without a trusted clock; and each is what an independent reckoning says,
/// which is judged by `DoseAmount`.
struct DoseChecker: Checker {
  var violation: Violation?

  private static let lowest = 70.0
  private static let oldest = Milliseconds.seconds(15 * 60)

  private var readings = SeenReadings()
  private var ledger = DoseLedger()
  private var profile = SeenProfile()
  private var isTrusted = false
  private var amount = DoseAmount()

  mutating func see(_ event: Event, _ truth: Truth) {
    readings.see(event)
    ledger.see(event, truth)
    profile.see(event, truth)
    if case .booted = event.kind { isTrusted = false }
    amount.see(event, readings.page, profile)
    if case .dose(.offer)? = readings.page { judgeAge(truth.now + Milliseconds(-1000)) }
    if case .edited(let record) = event.kind { readings.edit(record, truth) }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isTrusted = false
    case .dose(.proposed(let offer)):
      judgeSafety(offer, truth)
      judgeHour(offer.meal, truth)
    case .show(.dose(.offer(let offer))): judgeSafety(offer, truth)
    case .store(.diary(.dose)):
      if case .dose(.offer(let offer))? = readings.page { judgeSafety(offer, truth) }
    default: break
    }
    amount.see(action, during: event, readings.page, profile, ledger, truth)
    if violation == nil { violation = amount.violation }
    ledger.see(action, truth)
    readings.see(action, truth)
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) { ledger.see(change, truth) }

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
    if !readings.mayBeNewest(.amount(offer.reading)) {
      fail(.doseIsSafe, at: now, "a dose is offered on another reading than the newest")
    }
    let basis = MeterResult.amount(offer.reading)
    if basis.milligrams < DoseChecker.lowest || reading.result == .high && reading.taken == nil {
      fail(.doseIsSafe, at: now, "a dose is offered at \(basis.milligrams) mg/dL")
    }
    judgeAge(now)
    if !isTrusted { fail(.doseIsSafe, at: now, "a dose is offered without a trusted clock") }
    if ledger.hasSurely(offer.meal, at: now) {
      fail(.doseIsSafe, at: now, "a second dose is offered for one meal")
    }
    if let insulin = profile.insulin,
      offer.units.milliunits > insulin.maximum || offer.units.milliunits < 0
    {
      fail(.doseIsSafe, at: now, "\(offer.units.milliunits) mU are offered, above the maximum")
    }
  }

  /// The meal is the one that the clock on the wall says.
  private mutating func judgeHour(_ meal: Meal, _ truth: Truth) {
    guard truth.areClocksGood, ledger.areClocksGood else { return }
    let zone = truth.household.zone
    let hourAgo = WallTime(milliseconds: truth.wall.milliseconds - 3_900_000)
    let soon = WallTime(milliseconds: truth.wall.milliseconds + 120_000)
    // A change of the clocks within the hour moves it, and the device's clock may be a little ahead.
    for wall in [truth.wall, hourAgo, soon] {
      let offset = zone.offset(at: wall)
      let minute = truth.wall.milliseconds / 60_000 + offset
      for time in profile.mealtimes + profile.formerMealtimes where time.meal == meal {
        let late = ((minute - Int64(time.minute)) % 1440 + 1440) % 1440
        if late <= 63 || late >= 1437 { return }
      }
    }
    fail(.doseIsSafe, at: truth.now, "a dose is offered outside the hour of its meal")
  }
}
