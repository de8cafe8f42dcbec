import Device
import HAL

/// No mail says that a meal has no dose while the diary has one for it, from within an hour of the mealtime. So it is
/// however long ago that meal was. SAFE-5, DIA-8.
///
/// A dose of an earlier or later hour may be that of another meal, and no clock may have erred.
struct AnsweredMealChecker: Checker {
  var violation: Violation?

  private static let near: Int64 = 55 * 60_000
  /// Milliseconds by which a dose was surely in the diary before.
  private static let settled = Milliseconds.seconds(5)
  /// The device keeps 32 doses apart.
  private static let most = 28

  private var book = DiaryBook()
  private var profile = SeenProfile()
  private var hasEverLied = false
  /// Entries with a date ahead at some time.
  private var ahead: [EntryID] = []
  private var settings = 0

  mutating func see(_ event: Event, _ truth: Truth) {
    if !truth.areClocksGood { hasEverLied = true }
    switch event.kind {
    case .booted: settings = 0
    case .setting(.end): settings += 1
    case .edited(let record): note(record, truth)
    default: break
    }
    profile.see(event, truth)
    book.see(event, truth)
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    if case .outbox(.queued(let notice)) = action,
      case .dose(.unanswered(let meal, _)) = notice.matter
    {
      judge(meal, truth)
    }
    book.see(action, during: event, truth)
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .clocksGood(false): hasEverLied = true
    case .edited(let record): note(record, truth)
    default: break
    }
    book.see(change, truth)
  }

  private mutating func note(_ record: Record, _ truth: Truth) {
    guard case .diary(.dose(let dose)) = record else { return }
    if dose.taken.milliseconds > truth.wall.milliseconds { ahead.append(dose.id) }
  }

  private mutating func judge(_ meal: Meal, _ truth: Truth) {
    let zone = truth.household.zone
    guard truth.areClocksGood, !hasEverLied, truth.isStorageGood, !book.hasLost, book.isSure,
      settings <= 1, book.doses.count < AnsweredMealChecker.most,
      !zone.changes(within: 26, of: truth.wall),
      let time = profile.mealtimes.first(where: { $0.meal == meal })
    else { return }
    let local = truth.wall.milliseconds + zone.offset(at: truth.wall) * 60_000
    let day: Int64 = 86_400_000
    let late = ((local - Int64(time.minute) * 60_000) % day + day) % day
    let mealtime = truth.wall.milliseconds - late
    let dose = book.doses.first { dose in
      dose.dose.meal == meal && !ahead.contains(dose.dose.id)
        && truth.now - dose.arrived > AnsweredMealChecker.settled
        && dose.dose.taken.milliseconds < truth.wall.milliseconds
        && (dose.dose.taken.milliseconds - mealtime).magnitude < UInt64(AnsweredMealChecker.near)
    }
    if let dose {
      fail(
        .enteredDoseAnswers, at: truth.now,
        "\(meal) is told as without a dose, and the diary has \(dose.dose.confirmed) for it")
    }
  }
}
