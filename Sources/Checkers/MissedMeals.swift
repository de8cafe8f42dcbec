import Device
import HAL

/// A meal whose hour came and went while the device was off, without a dose, goes to the caregiver once the
/// device knows the time. DIA-8, CARD-4.
///
/// Judged where nothing else is in question: one clock, one profile, and a diary that nobody has changed.
struct MissedMeals: Sendable {
  /// A dose within so many milliseconds of a meal may be the meal's.
  private static let near: Int64 = 13 * 3_600_000
  private static let window: Int64 = 60
  private static let soon = Milliseconds.seconds(20)

  private(set) var violation: Violation?
  private var profile = SeenProfile()
  /// When the last sign of life was left, in true milliseconds; and the one before this life.
  private var alive: Int64?
  private var before: Int64?
  private var owed: [Meal] = []
  private var due = Instant.never
  /// Of this life.
  private var told: [Meal] = []
  /// Lives with one profile and without a change of the diary.
  private var isPlain = true

  mutating func see(_ event: Event, _ truth: Truth) {
    judge(truth)
    profile.see(event, truth)
    switch event.kind {
    case .booted:
      (before, owed, told) = (alive, [], [])
      if !truth.isStorageGood || !truth.isProfileGood || !truth.isInsulinSure { before = nil }
    case .setting(.end), .edited, .keys: owed = []
    default: break
    }
  }

  mutating func see(_ action: Action, _ book: DiaryBook, _ truth: Truth) {
    switch action {
    case .store(.alive): alive = truth.areClocksGood ? truth.wall.milliseconds : nil
    case .clock(.trusted): begin(book, truth)
    case .clock(.untrusted): owed = []
    case .outbox(.queued(let notice)), .store(.outbox(.notice(let notice))):
      if case .dose(.unanswered(let meal, _)) = notice.matter { told.append(meal) }
    // Asked for anew, a meal has not gone by.
    case .dose(.prompted(let meal)): told.append(meal)
    default: break
    }
  }

  private mutating func begin(_ book: DiaryBook, _ truth: Truth) {
    guard let before, isPlain, truth.areClocksGood, !book.hasLied, !book.hasLost,
      truth.isStorageGood, truth.isProfileGood, truth.isInsulinSure, profile.insulin != nil,
      profile.keys.contains(.ok),
      !truth.household.zone.changes(within: 26, of: truth.wall)
    else { return }
    self.before = nil
    let offset = truth.household.zone.offset(at: truth.wall)
    let now = truth.wall.milliseconds / 60_000 + offset
    let since = before / 60_000 + offset
    guard now - since < 1300 else { return }
    for time in profile.mealtimes {
      let late = ((now - Int64(time.minute)) % 1440 + 1440) % 1440
      let at = now - late
      // Minutes on either side may count for either.
      guard at > since + 2, late > MissedMeals.window + 2 else { continue }
      let hasDose = book.doses.contains {
        ($0.dose.taken.milliseconds / 60_000 + offset - at).magnitude * 60_000
          < UInt64(MissedMeals.near)
      }
      if !hasDose { owed.append(time.meal) }
    }
    due = truth.now + MissedMeals.soon
  }

  private mutating func judge(_ truth: Truth) {
    guard !owed.isEmpty, truth.now > due else { return }
    defer { owed = [] }
    guard truth.isPowered, truth.areClocksGood, truth.isStorageGood, violation == nil,
      let meal = owed.first(where: { !told.contains($0) })
    else { return }
    violation = Violation(
      invariant: .unansweredReachesCaregiver, at: truth.now,
      what: "the hour of \(meal) went by while the device was off, and nobody is told")
  }

  mutating func see(_ change: WorldChange) {
    switch change {
    case .powerCut: owed = []
    case .recordsLost, .reloaded, .edited: isPlain = false
    case .clocksGood(false): isPlain = false
    default: break
    }
  }
}
