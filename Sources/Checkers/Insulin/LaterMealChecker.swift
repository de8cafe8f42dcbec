import Device
import HAL

/// Judges that a meal is asked for in its own hour although a wrong clock had it asked for half a day before. DIA-8.
///
/// The clock has been right since before the mealtime, by its signs of life. `DayChecker` judges lives without a wrong
/// clock.
struct LaterMealChecker: Checker {
  var violation: Violation?

  /// The hour of that prompt, and half a day in which the meal is the same.
  private static let halfDay = Milliseconds.seconds(13 * 3600 + 900)
  /// Minutes after the mealtime in which it has surely been asked for.
  private static let late: ClosedRange<Int64> = 4...20
  private static let isTrue: UInt64 = 2000
  /// Minutes before the mealtime since which nothing has changed.
  private static let before: Int64 = 5

  private var profile = SeenProfile()
  /// The last moment of this life at which a meal was asked for, refused or had its dose.
  private var handled: [Meal: Instant] = [:]
  /// Meals of which an earlier life or the diary says something.
  private var unclear: Set<Meal> = []
  private var hasLied = false
  private var trueSince: Instant?

  mutating func see(_ event: Event, _ truth: Truth) {
    profile.see(event, truth)
    if !truth.areClocksGood { (hasLied, trueSince) = (true, nil) }
    switch event.kind {
    case .booted:
      (handled, unclear, trueSince) = ([:], [], nil)
      hasLied = !truth.areClocksGood
    case .restored(let record), .edited(let record):
      switch record {
      case .diary(.dose(let dose)): unclear.insert(dose.meal)
      case .diary(.doseRemoved): handled = [:]
      case .meal(let meal, _, _): unclear.insert(meal)
      default: break
      }
    case .setting, .keys: (handled, trueSince) = ([:], nil)
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .dose(.prompted(let meal)), .dose(.refused(let meal, _)): handled[meal] = truth.now
    case .show(.dose(.measure(let meal, _))): handled[meal] = truth.now
    case .store(.meal(let meal, _, _)): handled[meal] = truth.now
    case .store(.diary(.dose(let dose))): handled[dose.meal] = truth.now
    case .clock(.untrusted), .clock(.disagrees): trueSince = nil
    case .store(.alive(let wall, _, _)): sign(wall, truth)
    default: break
    }
  }

  private mutating func sign(_ wall: WallTime, _ truth: Truth) {
    let off = (wall.milliseconds - truth.wall.milliseconds).magnitude
    guard truth.areClocksGood, off < LaterMealChecker.isTrue else {
      trueSince = nil
      return
    }
    if trueSince == nil { trueSince = truth.now }
    judge(truth)
  }

  private mutating func judge(_ truth: Truth) {
    let (zone, now) = (truth.household.zone, truth.now)
    guard hasLied, let trueSince, truth.isPowered, truth.hasProfile, truth.isProfileGood,
      truth.isInsulinSure, profile.insulin != nil, profile.keys.contains(.ok)
    else { return }
    let local = truth.wall.milliseconds / 60_000 + zone.offset(at: truth.wall)
    for time in profile.mealtimes where !unclear.contains(time.meal) {
      let late = ((local - Int64(time.minute)) % 1440 + 1440) % 1440
      guard LaterMealChecker.late.contains(late),
        now - trueSince > .seconds((late + LaterMealChecker.before) * 60),
        let last = handled[time.meal], now - last > LaterMealChecker.halfDay,
        !zone.changes(within: 26, of: truth.wall)
      else { continue }
      fail(
        .mealIsAskedFor, at: now,
        "\(time.meal) is \(late) min ago, was asked for half a day before by a wrong clock, and is "
          + "not asked for")
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut, .reloaded: (handled, trueSince) = ([:], nil)
    case .clocksGood(false): (hasLied, trueSince) = (true, nil)
    default: break
    }
  }
}
