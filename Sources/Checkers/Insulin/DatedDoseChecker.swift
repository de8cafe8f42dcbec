import Device
import HAL

/// Judges what a restart and a wrong clock make of the age of doses. SAFE-2.
///
/// A dose dated ahead, of which somebody was told, forbids another until its action has passed, also after a restart.
/// No clock makes a dose older than the youngest age that a trusted clock gave it. One that somebody entered with its
/// true date acts from that date on, also where a clock that was behind found it ahead. One that such a clock dated, as
/// the wearer took it, has its true date once the clock is put right, also after a restart.
struct DatedDoseChecker: Checker {
  var violation: Violation?

  /// A dose that somebody dated ahead.
  private struct Ahead: Sendable {
    var dose: DiaryDose
    /// The moment at which a caregiver was told.
    var told: Instant?
    /// Both records came back in this life: that of the dose, and that of the notice behind it.
    var isBack = false
    var isToldBack = false
  }

  /// A dose with its true time, confirmed on the device or entered by somebody.
  private struct Own: Sendable {
    var dose: DiaryDose
    var at: Instant
    var isBack = false
    /// A right clock has given it its age in this life, or it was confirmed in it.
    var isPlaced = false
    /// Its true date is in a record of its own.
    var isDatedLater = false
  }

  /// Milliseconds by which the clock was surely behind, and those by which a date may be off.
  private static let behind: Int64 = 400_000
  private static let isNear: UInt64 = 305_000
  /// Milliseconds ahead of a dose whose time is surely unclear.
  private static let ahead: ClosedRange<Int64> = 370_000...86_330_000
  /// Leads of more than half a day and less than a whole one: that of the day before was taken for this day.
  private static let ofAnotherDay = Milliseconds.seconds(715 * 60)...Milliseconds.seconds(1445 * 60)
  private static let isTrue: UInt64 = 2000
  private static let slack = Milliseconds.seconds(10)
  /// Units that two reckonings may differ by.
  private static let agreement = 0.001
  /// A device keeps 32 doses apart.
  private static let most = 28
  /// The first sign of life may come before the doses are looked at.
  private static let signsNeeded = 2

  private var profile = SeenProfile()
  private var ahead: [Ahead] = []
  private var own: [Own] = []
  /// Confirmed in this life by a clock that was behind.
  private var early: [Own] = []
  private var numbers: Set<UInt64> = []
  /// Doses that were once dated ahead of the true time.
  private var misdated: Set<UInt64> = []
  /// Signs of life with the true time, one after the other.
  private var signs = 0

  mutating func see(_ event: Event, _ truth: Truth) {
    profile.see(event, truth)
    if !truth.areClocksGood { lie() }
    switch event.kind {
    case .booted: boot()
    case .restored(.diary(.dose(let dose))): restore(dose)
    case .restored(.diary(.doseRemoved(let id))): forget(id)
    case .restored(.diary(.doseDated(let id, _))):
      for i in own.indices where own[i].dose.id == id { own[i].isBack = true }
    case .restored(.outbox(.notice(let notice))):
      guard case .dose(.entryAhead(let entry)) = notice.matter else { return }
      for i in ahead.indices where ahead[i].dose.id == entry.id {
        ahead[i].isToldBack = ahead[i].isBack
      }
    case .edited(let record): edit(record, isRunning: true, truth)
    default: break
    }
  }

  private mutating func lie() {
    ahead.removeAll()
    signs = 0
  }

  private mutating func boot() {
    signs = 0
    early.removeAll()
    for i in ahead.indices { (ahead[i].isBack, ahead[i].isToldBack) = (false, false) }
    for i in own.indices { (own[i].isBack, own[i].isPlaced) = (false, false) }
  }

  private mutating func restore(_ dose: DiaryDose) {
    numbers.insert(dose.id.value)
    ahead.removeAll { $0.dose.id == dose.id && $0.dose != dose }
    own.removeAll { $0.dose.id == dose.id && $0.dose != dose }
    for i in ahead.indices where ahead[i].dose.id == dose.id { ahead[i].isBack = true }
    for i in own.indices where own[i].dose.id == dose.id && !own[i].isDatedLater {
      own[i].isBack = true
    }
  }

  private mutating func forget(_ id: EntryID) {
    ahead.removeAll { $0.dose.id == id }
    own.removeAll { $0.dose.id == id }
    early.removeAll { $0.dose.id == id }
  }

  private mutating func edit(_ record: Record, isRunning: Bool, _ truth: Truth) {
    switch record {
    case .diary(.dose(let dose)):
      if isRunning, let i = early.firstIndex(where: { $0.dose.id == dose.id }),
        early[i].dose.taken == dose.taken
      {
        // Another amount says nothing of when it was taken.
        early[i].dose = dose
        return
      }
      forget(dose.id)
      numbers.insert(dose.id.value)
      let lead = dose.taken.milliseconds - truth.wall.milliseconds
      // A date that somebody wrote ahead says nothing once it has passed, whatever else is changed.
      if lead > 0 { misdated.insert(dose.id.value) }
      if lead <= 0, !misdated.contains(dose.id.value) {
        let isPlaced = isRunning && truth.areClocksGood && signs >= DatedDoseChecker.signsNeeded
        know(Own(dose: dose, at: truth.now + Milliseconds(lead), isPlaced: isPlaced))
      }
      guard isRunning, truth.areClocksGood, dose.confirmed > .zero,
        DatedDoseChecker.ahead.contains(lead)
      else { return }
      ahead.append(Ahead(dose: dose))
    case .diary(.doseRemoved(let id)): forget(id)
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .store(.diary(.dose(let dose))): store(dose, truth)
    case .store(.diary(.doseRemoved(let id))): forget(id)
    case .store(.diary(.doseDated(let id, let date))): store(date, of: id, truth)
    case .store(.alive(let wall, _, _)): sign(wall, truth)
    case .outbox(.queued(let notice)):
      guard case .dose(.entryAhead(let entry)) = notice.matter else { return }
      for i in ahead.indices where ahead[i].dose.id == entry.id { ahead[i].told = truth.now }
      if !entry.isOfDevice, DatedDoseChecker.ofAnotherDay.contains(entry.ahead) {
        own.removeAll { $0.dose.id == entry.id }
      }
    case .dose(.proposed(let offer)): judge(offer, truth.now)
    default: break
    }
  }

  private mutating func store(_ dose: DiaryDose, _ truth: Truth) {
    forget(dose.id)
    numbers.insert(dose.id.value)
    let off = dose.taken.milliseconds - truth.wall.milliseconds
    if off < -DatedDoseChecker.behind { early.append(Own(dose: dose, at: truth.now)) }
    guard truth.areClocksGood, off.magnitude < DatedDoseChecker.isTrue else { return }
    know(Own(dose: dose, at: truth.now, isPlaced: true))
  }

  private mutating func store(_ date: WallTime, of id: EntryID, _ truth: Truth) {
    guard let i = early.firstIndex(where: { $0.dose.id == id }) else { return }
    let taken = truth.wall.milliseconds - (truth.now - early[i].at).count
    let off = date.milliseconds - taken
    guard off.magnitude < DatedDoseChecker.isNear else { return }
    var dose = early.remove(at: i)
    (dose.isPlaced, dose.isDatedLater) = (true, true)
    // A restart goes by the date.
    dose.at = dose.at + Milliseconds(min(off, 0))
    know(dose)
  }

  private mutating func know(_ dose: Own) {
    if own.count > 60 { own.removeFirst(30) }
    own.append(dose)
  }

  private mutating func sign(_ wall: WallTime, _ truth: Truth) {
    let off = (wall.milliseconds - truth.wall.milliseconds).magnitude
    guard truth.areClocksGood, off < DatedDoseChecker.isTrue else {
      signs = 0
      return
    }
    signs += 1
    guard signs >= DatedDoseChecker.signsNeeded else { return }
    if !early.isEmpty {
      fail(.doseIsRight, at: truth.now, "a dose keeps the date of a clock that was behind")
    }
    for i in own.indices where own[i].isBack { own[i].isPlaced = true }
  }

  private mutating func judge(_ offer: DoseOffer, _ now: Instant) {
    guard let action = profile.insulin?.action, numbers.count < DatedDoseChecker.most
    else { return }
    // The curve is the one that the profile has now, less a minute.
    let acts = Milliseconds(Int64((action.duration + action.delay) * 60_000) - 60_000)
    let isUnclear = ahead.contains { dose in
      dose.isToldBack && dose.told.map { now < $0 + acts } ?? false
    }
    if isUnclear {
      fail(
        .unclearDoseIsWaitedFor, at: now,
        "a restart makes a dose that was dated ahead one of its date, and another is proposed")
    }
    var least = 0.0
    for dose in own where dose.isPlaced {
      let age = now - dose.at + DatedDoseChecker.slack
      let units = Double(dose.dose.confirmed.milliunits) / 1000
      least += units * DoseReckoning.remaining(action, after: age)
    }
    if offer.proposal.insulinOnBoard < least - DatedDoseChecker.agreement {
      fail(
        .doseIsRight, at: now,
        "\(offer.proposal.insulinOnBoard) U are reckoned on board, and \(least) U surely are")
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .clocksGood(false): lie()
    case .recordsLost:
      lie()
      own.removeAll()
    // A running device hears of it in an event.
    case .edited(let record): if !truth.isPowered { edit(record, isRunning: false, truth) }
    default: break
    }
  }
}
