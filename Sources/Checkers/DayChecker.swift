import Device
import HAL

/// What a day must bring by the clock: DIA-8, each mealtime asks for its dose once; "all is well" is said
/// at its minute where nothing is wrong; and that the device was off is told when it is back.
///
/// Judged only of a device that must know the time, and as long as no clock has lied in its run. After
/// that its clock must be right again.
struct DayChecker: Checker {
  var violation: Violation?

  /// A leap of more than a day is believed after three claims, late epochs after half a minute.
  private static let settles = Milliseconds.seconds(120)

  private var clock = ClockSense()
  private var contest = ClockContest()
  private var profile = SeenProfile()
  private var meals = MealDebts()
  private var downtime = Downtime()
  private var wellness = Wellness()
  /// The minute that was looked at last, UTC.
  private var minute: Int64 = .min

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    clock.see(fix, truth.now)
    contest.see(fix, truth)
    turn(truth)
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    clock.follow(truth)
    contest.see(event, truth)
    if let late = downtime.untold { fail(.downtimeIsTold, at: truth.now, late) }
    switch event.kind {
    case .booted:
      clock.boot(at: event.at)
      minute = .min
      downtime.boot(truth)
    case .clock(_, .ntp): clock.hearNetwork(truth)
    default: break
    }
    profile.see(event, truth)
    meals.see(event, truth)
    wellness.see(event)
    turn(truth)
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    meals.see(action, truth.now)
    wellness.see(action, truth.now)
    if case .store(.alive(let wall, _)) = action { judgeClock(wall, truth) }
    if let wrong = downtime.see(action, clock, truth) {
      fail(.downtimeIsTold, at: truth.now, wrong)
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    clock.follow(truth)
    downtime.see(change, clock, truth)
    switch change {
    case .powerCut:
      meals.forgetDebts()
      (wellness.owed, wellness.owedAny) = (nil, nil)
    case .reloaded: meals.forgetDebts()
    default: break
    }
  }

  /// A sign of life says what time the device takes it for.
  private mutating func judgeClock(_ wall: WallTime, _ truth: Truth) {
    guard truth.areClocksGood, let heard = clock.heardSince,
      truth.now - heard > DayChecker.settles,
      !contest.mayBeWrong(at: truth.now, within: DayChecker.settles)
    else { return }
    let off = (wall.milliseconds - truth.wall.milliseconds).magnitude
    if off > UInt64(clock.tolerance(at: truth.now)) {
      fail(.clockIsRight, at: truth.now, "the device's clock is \(off) ms off")
    }
  }

  /// A new minute may be a mealtime.
  private mutating func turn(_ truth: Truth) {
    let now = truth.now
    let wall = clock.wall(at: now)
    let current = wall / 60_000
    guard current != minute else { return }
    let isNext = current == minute + 1
    minute = current
    guard truth.isPowered, !clock.hasLied, clock.wasSure(at: now + .seconds(-60)), isNext,
      !truth.household.zone.changes(within: 3, of: truth.wall)
    else {
      meals.forgetDebts()
      (wellness.owed, wellness.owedAny) = (nil, nil)
      return
    }
    if let late = meals.late(at: now) {
      fail(
        .mealIsAskedFor, at: now, "it is past the hour of \(late), and nobody asked for its dose")
    }
    if let owed = wellness.owed, owed < now {
      fail(.allIsWellIsSaid, at: now, "nothing is wrong, and it was not said")
    }
    if let owed = wellness.owedAny, owed < now {
      fail(.openDayIsTold, at: now, "neither that all is well was said, nor what is open")
    }
    let local = (current + truth.household.zone.offset(at: truth.wall)) % 1440
    let by = now + Milliseconds(60_000 + clock.tolerance(at: now))
    if profile.insulin != nil, profile.keys.contains(.ok) {
      for time in profile.mealtimes where Int64(time.minute) == local {
        meals.owe(time, by: by)
      }
    }
    if Int64(profile.allIsWellAt) == local { wellness.owe(by: by, at: now) }
  }
}
