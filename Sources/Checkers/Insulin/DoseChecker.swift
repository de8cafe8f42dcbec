import Device
import HAL

/// The doses that were taken, as seen from outside: confirmed or kept, and neither undone nor
/// removed; across power cuts.
struct DoseLedger: Sendable {
  /// Tolerance for a clock that nobody has made lie.
  private static let clockSlack = Milliseconds.seconds(5)
  /// Epochs that come late put it back by as much.
  static let lateness = Milliseconds.seconds(65)
  /// A device keeps so many doses apart.
  private static let places = 32
  /// The part of a dose that is left at least where it surely acts.
  private static let noticeable = 0.001

  struct Taken: Sendable {
    var dose: DiaryDose
    /// The moment by the board's clock.
    var at: Instant
    var life: Int
    /// The time that was written down with it is true.
    var isTimeTrue: Bool
    /// It came back after the last start.
    var isRestored = false
  }

  private(set) var doses: [Taken] = []
  private var removed: [EntryID] = []
  /// Removed by a record that came back: a later record may bring it back, too.
  private var gone: [Taken] = []
  private var life = 0
  private var isRestoring = false
  private var hasLost = false
  private var lastCut = Instant.start
  /// Somebody changed a dose in this life then, and may have entered one as of that moment.
  private var lastEdit: Instant?
  /// Whether no clock but the true one has spoken since the start.
  private(set) var areClocksGood = true

  mutating func see(_ event: Event, _ truth: Truth) {
    if !truth.areClocksGood { areClocksGood = false }
    switch event.kind {
    case .booted:
      life += 1
      isRestoring = true
      areClocksGood = truth.areClocksGood
      lastEdit = nil
      for i in doses.indices { doses[i].isRestored = false }
    case .restored(.diary(.dose(let dose))): restore(dose)
    case .restored(.diary(.doseRemoved(let id))):
      gone += doses.filter { $0.dose.id == id }
      remove(id)
    case .edited(.diary(.dose(let dose))):
      lastEdit = truth.now
      edit(dose, truth)
    case .edited(.diary(.doseRemoved(let id))): remove(id)
    // A medium that cannot be read gives nothing back.
    case .storage(_?) where isRestoring: hasLost = true
    case .restored, .setting, .storage: break
    default: if isRestoring { endRestoring() }
    }
  }

  mutating func see(_ action: Action, _ truth: Truth) {
    switch action {
    case .store(.diary(.dose(let dose))), .dose(.confirmed(let dose)): take(dose, truth)
    case .store(.diary(.doseRemoved(let id))): remove(id)
    case .dose(.undone(let dose)): remove(dose.id)
    case .dose(.entryAhead(let entry)): if !areClocksGood { doubt(entry.id) }
    default: break
    }
  }

  /// Notes that the dose's time is unsure: a clock that lied found its date ahead, and no later
  /// clock decides.
  private mutating func doubt(_ id: EntryID) {
    for i in doses.indices where doses[i].dose.id == id { doses[i].isTimeTrue = false }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut: lastCut = truth.now
    case .recordsLost: hasLost = true
    case .clocksGood(false): areClocksGood = false
    default: break
    }
  }

  private mutating func take(_ dose: DiaryDose, _ truth: Truth) {
    guard !doses.contains(where: { $0.dose.id == dose.id }) else { return }
    let off = dose.taken.milliseconds - truth.wall.milliseconds
    let isTrue = areClocksGood && off.magnitude <= UInt64(DoseLedger.clockSlack.count)
    doses.append(Taken(dose: dose, at: truth.now, life: life, isTimeTrue: isTrue))
  }

  /// Takes a dose that somebody entered or changed. One dated far ahead may count for less or more:
  /// whoever proposes nothing meanwhile is right.
  private mutating func edit(_ dose: DiaryDose, _ truth: Truth) {
    removed.removeAll { $0 == dose.id }
    let known = doses.first { $0.dose.id == dose.id }
    doses.removeAll { $0.dose.id == dose.id }
    let age = truth.wall.milliseconds - dose.taken.milliseconds
    guard age > -86_400_000 - DoseLedger.lateness.count else { return }
    let at = truth.now + Milliseconds(-min(max(age, 0), 2 * 86_400_000))
    var taken = Taken(dose: dose, at: at, life: -1, isTimeTrue: areClocksGood, isRestored: true)
    if let known, known.dose.taken == dose.taken {
      taken = known
      taken.dose = dose
    }
    // Nobody knows the time of a dose dated ahead.
    if age < 0 { taken.isTimeTrue = false }
    doses.append(taken)
  }

  /// It was undone, or written at the very moment of the power cut.
  private mutating func remove(_ id: EntryID) {
    doses.removeAll { $0.dose.id == id }
    removed.append(id)
  }

  private mutating func restore(_ dose: DiaryDose) {
    if let i = gone.lastIndex(where: { $0.dose.id == dose.id }) {
      doses.append(gone.remove(at: i))
      removed.removeAll { $0 == dose.id }
    }
    if let i = doses.firstIndex(where: { $0.dose.id == dose.id }) {
      // Changed in the diary of a device that was off: it counts from then on, as old as it may be.
      if doses[i].dose != dose { doses[i].isTimeTrue = false }
      doses[i].dose = dose
      doses[i].isRestored = true
    } else if hasLost || !removed.contains(dose.id) {
      // The medium was quicker than the power cut, or has lost that it was removed.
      doses.append(
        Taken(dose: dose, at: lastCut, life: life - 1, isTimeTrue: false, isRestored: true))
    }
  }

  private mutating func endRestoring() {
    isRestoring = false
    gone.removeAll()
    if hasLost { doses.removeAll { $0.life != life && !$0.isRestored } }
    hasLost = false
  }

  /// The device can know how old it is.
  private func isCertain(_ taken: Taken) -> Bool {
    taken.life == life || taken.isTimeTrue && areClocksGood
  }

  /// Units that the doses have left to act, at least and at most.
  func onBoard(_ action: InsulinFigures.Action, at now: Instant) -> ClosedRange<Double> {
    var least = 0.0
    var most = 0.0
    for taken in doses {
      let units = Double(taken.dose.confirmed.milliunits) / 1000
      let age = now - taken.at
      guard isCertain(taken) else {
        // The dose is as old as some clock says.
        most += units
        continue
      }
      guard age.count < 86_400_000 else { continue }
      guard taken.life != life else {
        let left = units * DoseReckoning.remaining(action, after: age)
        least += left
        most += left
        continue
      }
      let older = Milliseconds(age.count + 2 * DoseLedger.clockSlack.count)
      let younger = Milliseconds(max(age.count - DoseLedger.lateness.count, 0))
      least += units * DoseReckoning.remaining(action, after: older)
      most += units * DoseReckoning.remaining(action, after: younger)
    }
    // A full table puts two doses together, and counts too much rather than too little.
    if doses.count >= DoseLedger.places { most = max(most, wholeUnits(at: now)) }
    return least...max(most, least)
  }

  private func wholeUnits(at now: Instant) -> Double {
    doses.filter { now - $0.at < .seconds(2 * 86_400) }
      .reduce(0) { $0 + Double($1.dose.confirmed.milliunits) / 1000 }
  }

  /// The dose that an offer names beside its own.
  enum Last {
    /// None acts any more.
    case none
    case one(InsulinUnits, age: Milliseconds)
    /// Nobody can tell from outside which dose was the last, or whether it still acts.
    case unclear
  }

  /// The last dose that still acts. One that was confirmed in this life is later than all that came
  /// before it.
  func last(_ action: InsulinFigures.Action, at now: Instant) -> Last {
    let given = doses.filter { $0.dose.confirmed > .zero }
    // A full table puts two doses together.
    guard areClocksGood, !isRestoring, doses.count < DoseLedger.places else { return .unclear }
    let over = Milliseconds(Int64((action.duration + action.delay) * 60_000)) + .seconds(1200)
    if given.allSatisfy({ isCertain($0) && now - $0.at > over }) { return .none }
    guard let newest = given.filter({ $0.life == life }).max(by: { $0.at < $1.at }) else {
      return .unclear
    }
    // A dose that somebody enters may have been taken since.
    if let lastEdit, lastEdit >= newest.at { return .unclear }
    let age = now - newest.at
    guard DoseReckoning.remaining(action, after: age) > DoseLedger.noticeable else {
      return .unclear
    }
    return .one(newest.dose.confirmed, age: age)
  }

  /// Such a dose was taken less than half a day ago, and the device can know.
  func hasSurely(_ meal: Meal, at now: Instant) -> Bool {
    doses.contains { $0.dose.meal == meal && isCertain($0) && now - $0.at < .seconds(11 * 3600) }
  }
}

/// DIA-3, DIA-8: no dose is proposed on a reading below 70 mg/dL or older than 15 minutes. None is
/// proposed twice for one meal, above the maximum, or without a trusted clock.
///
/// Each dose is that of an independent reckoning, which `DoseAmount` judges.
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
      readings.uncover(by: offer)
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
    if !readings.mayBeNewest(.amount(offer.reading), truth) {
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
    let hourAgo = WallTime(milliseconds: truth.wall.milliseconds - 3_900_000)
    let soon = WallTime(milliseconds: truth.wall.milliseconds + 120_000)
    // A change of the clocks within the hour moves it, and the device's clock may be a little
    // ahead.
    let asked = profile.askedMealtimes(at: truth.now, in: truth.household.zone)
    for wall in [truth.wall, hourAgo, soon] {
      for (time, zone) in asked where time.meal == meal {
        let minute = truth.wall.milliseconds / 60_000 + zone.offset(at: wall)
        let late = ((minute - Int64(time.minute)) % 1440 + 1440) % 1440
        if late <= 63 || late >= 1437 { return }
      }
    }
    fail(.doseIsSafe, at: truth.now, "a dose is offered outside the hour of its meal")
  }
}
