import Device
import HAL

/// Judges that a meal whose dose was deleted while the device was off is not told as missed in its hour, nor before
/// it. There it is asked for. Without an ok key nobody is asked, and it is told in its hour, too.
///
/// It is judged soon after a start, while one profile is in force and nobody edits the diary. A prompt of this
/// life has then not waited for half an hour yet.
struct LostMealChecker: Checker {
  var violation: Violation?

  private static let soon = Milliseconds.seconds(20 * 60)
  /// Minutes after a mealtime in which it is surely being asked for.
  private static let isOpen: ClosedRange<Int64> = 3...50
  /// Minutes after a mealtime from which the next is nearer.
  private static let isComing: ClosedRange<Int64> = 725...1435

  private var profile = SeenProfile()
  private var boot: UInt32 = 0
  private var booted = Instant.start
  private var settings = 0
  private var isPlain = false
  /// An earlier life had a low reading.
  private var hasLow = false

  mutating func see(_ event: Event, _ truth: Truth) {
    profile.see(event, truth)
    switch event.kind {
    case .booted(let start):
      (boot, booted, settings, isPlain) = (start.number, truth.now, 0, true)
      hasLow = false
    case .restored(.diary(.reading(let reading))):
      if reading.result.milligrams < 70 { hasLow = true }
    case .setting(.end):
      settings += 1
      if settings > 1 { isPlain = false }
    case .edited, .keys: isPlain = false
    default: break
    }
    if !truth.areClocksGood || !truth.isProfileGood || !truth.isInsulinSure { isPlain = false }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    guard case .outbox(.queued(let notice)) = action, notice.id.boot == boot,
      case .dose(.unanswered(let meal, _?)) = notice.matter
    else { return }
    judge(meal, truth)
  }

  private mutating func judge(_ meal: Meal, _ truth: Truth) {
    let zone = truth.household.zone
    guard isPlain, truth.areClocksGood, truth.now - booted < LostMealChecker.soon,
      !zone.changes(within: 26, of: truth.wall),
      let time = profile.mealtimes.first(where: { $0.meal == meal })
    else { return }
    let local = truth.wall.milliseconds / 60_000 + zone.offset(at: truth.wall)
    func late(_ time: Mealtime) -> Int64 {
      ((local - Int64(time.minute)) % 1440 + 1440) % 1440
    }
    // The next meal may have taken its place.
    let isAlone = profile.mealtimes.allSatisfy { $0.meal == meal || late($0) > 62 }
    // Its word may have waited for the end of low glucose.
    guard !hasLow else { return }
    if LostMealChecker.isOpen.contains(late(time)), isAlone, profile.keys.contains(.ok) {
      fail(
        .deletedDoseReopens, at: truth.now,
        "the dose of \(meal) was deleted, and it is told in its hour as if that were over")
    } else if LostMealChecker.isComing.contains(late(time)) {
      fail(
        .deletedDoseReopens, at: truth.now,
        "the dose of \(meal) was deleted, and it is told before it is asked for")
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .clocksGood(false): isPlain = false
    default: break
    }
  }
}
