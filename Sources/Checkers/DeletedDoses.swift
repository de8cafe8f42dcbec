import Device
import HAL

/// A page or a notice that names a deleted dose names one that the meal had and has no more; and the page
/// of a meal whose dose was deleted names it. SAFE-5.
struct DeletedDoses: Sendable {
  private static let hours = Milliseconds.seconds(50 * 60)

  private(set) var violation: Violation?
  private var gone: [(meal: Meal, milliunits: Int64)] = []
  /// It must be named by the meal's next page in this life.
  private var owed: (meal: Meal, milliunits: Int64, until: Instant)?
  private var hasLost = false

  private mutating func fail(_ what: String, at now: Instant) {
    if violation == nil {
      violation = Violation(invariant: .deletedDoseReopens, at: now, what: what)
    }
  }

  mutating func see(_ event: Event, _ before: DiaryBook, _ truth: Truth) {
    if !truth.areClocksGood || !truth.isStorageGood { owed = nil }
    switch event.kind {
    case .booted: owed = nil
    case .restored(.diary(.dose(let dose))):
      // A record that was never seen to be written may be removed by the next one.
      add(dose.meal, dose.confirmed)
    case .edited(let record): edit(record, before, truth)
    case .setting, .keys: owed = nil
    case .storage: hasLost = true
    default: break
    }
  }

  private mutating func edit(_ record: Record, _ before: DiaryBook, _ truth: Truth) {
    let id: EntryID
    switch record {
    case .diary(.dose(let dose)):
      id = dose.id
      owed = nil
    case .diary(.doseRemoved(let removed)): id = removed
    default: return
    }
    guard let known = before.doses.first(where: { $0.dose.id == id }) else { return }
    add(known.dose.meal, known.dose.confirmed)
    guard case .diary(.doseRemoved) = record, before.isSure, truth.areClocksGood,
      truth.isStorageGood,
      known.ahead <= 0, known.life == before.life,
      truth.wall.milliseconds - known.dose.taken.milliseconds < 3_600_000,
      !before.doses.contains(where: { $0.dose.id != id })
    else { return }
    owed = (
      known.dose.meal, known.dose.confirmed.milliunits, truth.now + DeletedDoses.hours
    )
  }

  private mutating func add(_ meal: Meal, _ units: InsulinUnits) {
    if gone.count > 60 { gone.removeFirst(20) }
    gone.append((meal, units.milliunits))
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .show(.dose(.measure(let meal, let deleted))): judge(meal, deleted, truth.now)
    case .dose(.proposed(let offer)): judge(offer.meal, offer.deleted, truth.now)
    case .outbox(.queued(let notice)):
      if case .dose(.unanswered(let meal, let deleted?)) = notice.matter {
        judge(meal, deleted, truth.now)
      }
    case .store(.diary(.dose(let dose))):
      // It may be taken back, and the diary of a device that is off may lose it.
      add(dose.meal, dose.confirmed)
      owed = nil
    default: break
    }
  }

  private mutating func judge(_ meal: Meal, _ deleted: DeletedDose?, _ now: Instant) {
    guard let deleted else {
      if let owed, owed.meal == meal, now < owed.until {
        fail("\(meal) is open again, and nothing says which dose was deleted", at: now)
      }
      return
    }
    if let owed, owed.meal == meal, now < owed.until,
      owed.milliunits != deleted.units.milliunits
    {
      fail("\(meal) is open again, and another dose is named", at: now)
    }
    let has = gone.contains { $0.meal == meal && $0.milliunits == deleted.units.milliunits }
    if !has, !hasLost {
      fail(
        "a deleted dose of \(deleted.units.milliunits) mU is named, which \(meal) never had",
        at: now)
    }
  }

  mutating func see(_ change: WorldChange, _ before: DiaryBook, _ truth: Truth) {
    switch change {
    case .powerCut: owed = nil
    case .recordsLost: hasLost = true
    case .edited(let record): if !truth.isPowered { edit(record, before, truth) }
    default: break
    }
  }
}
