import Device
import HAL

/// Judges the mail that a meal has no dose. It does not go out while glucose is low, nor for a meal whose dose stands
/// in the diary with its time. It goes out once more where the dose that followed it is taken back. DIA-8, SAFE-5,
/// SAFE-6.
struct DoseWords: Sendable {
  private static let hour = Milliseconds.seconds(61 * 60)
  /// Five minutes, and one for the device's own round.
  private static let again = Milliseconds.seconds(6 * 60 + 5)
  /// A dose so near to its mealtime, in minutes, is the meal's.
  private static let near: UInt64 = 60

  private(set) var violation: Violation?
  /// Entries of which somebody was told that their date lies ahead.
  private var toldAhead: Set<UInt64> = []
  private var profile = SeenProfile()
  private var told: (meal: Meal, at: Instant)?
  /// The dose was taken back, and the meal has none after all.
  private var owed: (meal: Meal, by: Instant)?
  private var lastCut = Instant.start
  /// Mealtimes or zone have changed: a word may be that of another time.
  private var isMoved = false
  private var isRead = false

  private mutating func fail(_ invariant: Invariant, _ what: String, at now: Instant) {
    if violation == nil { violation = Violation(invariant: invariant, at: now, what: what) }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    judge(truth)
    let before = profile.mealtimes
    profile.see(event, truth)
    switch event.kind {
    case .booted: (told, owed) = (nil, nil)
    case .setting(.end):
      owed = nil
      if isRead, before != profile.mealtimes { isMoved = true }
      isRead = true
    case .edited, .keys, .reading: owed = nil
    default: break
    }
    if !truth.areClocksGood || !truth.isInsulinSure || !truth.isProfileGood { owed = nil }
  }

  private mutating func judge(_ truth: Truth) {
    guard let owed, truth.now > owed.by else { return }
    self.owed = nil
    guard truth.isPowered else { return }
    fail(
      .unansweredReachesCaregiver,
      "the dose of \(owed.meal) was taken back, and who heard of none does not hear so again",
      at: truth.now)
  }

  /// - Parameter isLow: a low has been open for a minute and is not about to end.
  mutating func see(_ action: Action, _ book: DiaryBook, isLow: Bool, _ truth: Truth) {
    switch action {
    case .dose(.undone(let dose)):
      guard let told, told.meal == dose.meal, truth.now - told.at < DoseWords.hour, book.isSure,
        truth.areClocksGood, truth.isInsulinSure, truth.isProfileGood, !book.hasLow(at: truth.now)
      else { return }
      owed = (dose.meal, truth.now + DoseWords.again)
    case .dose(.confirmed), .dose(.prompted), .glucose(.low), .clock: owed = nil
    case .outbox(.queued(let notice)):
      // Nobody knows to which meal such a dose belongs, also where a clock was behind.
      if case .dose(.entryAhead(let entry)) = notice.matter { toldAhead.insert(entry.id.value) }
      guard case .dose(.unanswered(let meal, let deleted)) = notice.matter else { return }
      if owed?.meal == meal { owed = nil }
      if deleted == nil { told = (meal, truth.now) }
      if isLow {
        fail(
          .unansweredReachesCaregiver,
          "glucose is low, and the caregiver is told that \(meal) has no dose", at: truth.now)
      }
      judgeDose(meal, book, truth)
    default: break
    }
  }

  private mutating func judgeDose(_ meal: Meal, _ book: DiaryBook, _ truth: Truth) {
    let zone = truth.household.zone
    guard book.isSure, truth.areClocksGood, truth.isStorageGood, !book.hasLost, !isMoved,
      !zone.changes(within: 26, of: truth.wall),
      let time = profile.mealtimes.first(where: { $0.meal == meal })
    else { return }
    let offset = zone.offset(at: truth.wall)
    let local = truth.wall.milliseconds / 60_000 + offset
    let late = ((local - Int64(time.minute)) % 1440 + 1440) % 1440
    // A word so near to a mealtime may be that of the day before.
    guard late >= 20 else { return }
    let has = book.doses.contains {
      $0.dose.meal == meal && $0.ahead <= 0 && $0.arrived < truth.now
        && ($0.isByHand || $0.arrived != lastCut) && !toldAhead.contains($0.dose.id.value)
        && ($0.dose.taken.milliseconds / 60_000 + offset - local + late).magnitude
          <= DoseWords.near
    }
    if has {
      fail(
        .enteredDoseAnswers, "the diary has the dose of \(meal), and it is told as unanswered",
        at: truth.now)
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut:
      (told, owed) = (nil, nil)
      lastCut = truth.now
    case .reloaded: (isMoved, owed) = (true, nil)
    default: break
    }
  }
}
