import Device
import HAL

/// Judges the duties of a day by the clock. Each mealtime asks for its dose once (DIA-8). "All is well"
/// is sent at its minute where nothing is wrong. A device that was off says so when it is back.
///
/// It judges only a device that must know the time, and as long as no clock has lied in its run. After
/// that its clock must be right again. A lie of an earlier life ends with a restart whose newest sign
/// of life had the true time.
struct DayChecker: Checker {
  var violation: Violation?

  /// A leap of more than a day is believed after three claims, late epochs after half a minute.
  private static let settles = Milliseconds.seconds(120)
  /// Milliseconds by which a sign of life may be off.
  private static let isTrue: UInt64 = 5000

  private var clock = ClockSense()
  /// The newest sign of life of all lives, and whether it had the true time.
  private var sign: (wall: WallTime, isTrue: Bool)?
  private var hasEverLied = false
  private var contest = ClockContest()
  private var leap = ClockLeap()
  private var profile = SeenProfile()
  private var meals = MealDebts()
  private var downtime = Downtime()
  private var wellness = Wellness()
  /// The minute that was looked at last, UTC.
  private var minute: Int64 = .min

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    clock.see(fix, truth.now)
    contest.see(fix, truth)
    leap.see(fix)
    turn(truth)
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    clock.follow(truth)
    if clock.hasLied { hasEverLied = true }
    contest.see(event, truth)
    leap.see(event, truth)
    if let late = downtime.untold { fail(.downtimeIsTold, at: truth.now, late) }
    switch event.kind {
    case .booted:
      clock.boot(at: event.at)
      minute = .min
      downtime.boot(truth)
      wellness.day = nil
    case .restored(.alive(let wall, _, _)):
      if truth.areClocksGood, let sign, sign.isTrue, sign.wall == wall { clock.forgetLie() }
    case .clock(_, .ntp): clock.hearNetwork(truth)
    default: break
    }
    profile.see(event, truth)
    meals.see(event, truth)
    // The prompts and doses of a lie come back with its records.
    if hasEverLied, case .restored(let record) = event.kind {
      meals.excuse(record, at: event.at, truth)
    }
    wellness.see(event)
    turn(truth)
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    meals.see(action, truth.now)
    if wellness.see(action, truth) {
      fail(.allIsWellIsSaid, at: truth.now, "the mail of one day is sent a second time")
    }
    if case .store(.alive(let wall, _, _)) = action {
      judgeClock(wall, truth)
      let off = (wall.milliseconds - truth.wall.milliseconds).magnitude
      sign = (wall, off <= DayChecker.isTrue)
      if let wrong = leap.says(wall, truth) { fail(.clockIsRight, at: truth.now, wrong) }
    }
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

/// The time for which the device was off, and whether it says so.
private struct Downtime: Sendable {
  /// A shorter one is not reported.
  private static let noticed: Int64 = 5 * 60_000
  /// The device knows the last minute in which it lived.
  private static let slack: Int64 = 65_000

  /// True wall time at which a device that surely knew it lost its power.
  private var lastOn: Int64?
  /// It was off for so long before this life; nil: who knows, or it has been looked at.
  private var offFor: Int64?
  private var isTold = false
  /// It must be told in this very event.
  private(set) var untold: String?

  mutating func boot(_ truth: Truth) {
    isTold = false
    untold = nil
    offFor = truth.isStorageGood ? lastOn.map { truth.wall.milliseconds - $0 } : nil
    lastOn = nil
  }

  mutating func see(_ change: WorldChange, _ clock: ClockSense, _ truth: Truth) {
    switch change {
    case .powerCut:
      untold = nil
      let isKnown =
        !clock.hasLied && truth.isStorageGood && clock.wasSure(at: truth.now + .seconds(-5))
      lastOn = isKnown ? truth.wall.milliseconds : nil
    case .recordsLost: (lastOn, offFor) = (nil, nil)
    default: break
    }
  }

  /// - Returns: what is wrong with what the device says.
  mutating func see(_ action: Action, _ clock: ClockSense, _ truth: Truth) -> String? {
    switch action {
    case .clock(.trusted):
      // A medium that has failed since the start may have lost the last sign of life: nobody knows.
      if let offFor, truth.isStorageGood, !clock.hasLied,
        offFor > Downtime.noticed + Downtime.slack
      {
        untold = "the device was off for \(offFor / 1000) s, and nobody was told"
      }
    case .outbox(.queued(let notice)):
      guard case .power(.wasOff) = notice.matter else { return nil }
      untold = nil
      defer {
        isTold = true
        offFor = nil
      }
      if isTold { return "that the device was off is told twice" }
      if let offFor, !clock.hasLied, offFor < Downtime.noticed - Downtime.slack {
        return "the device was off for \(offFor / 1000) s, and that is told"
      }
    default: break
    }
    return nil
  }
}

/// A contradiction of network and receiver by two minutes to a day, reckoned from both their claims.
/// Within the hour the network's claim counts, then the receiver's once it has been steady for an hour.
private struct ClockContest: Sendable {
  private static let least: Int64 = 120_000
  private static let most: Int64 = 86_400_000
  private static let hour = Milliseconds.seconds(3600)
  /// A receiver that was silent for longer is steady only from its next word on.
  private static let silent = Milliseconds.seconds(60)

  /// Milliseconds by which each is ahead of the true time, and the moment since which it claims so.
  private var network: (off: Int64, at: Instant)?
  private var receiver: (off: Int64, since: Instant, heard: Instant)?

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: self = ClockContest()
    case .clock(let wall, .ntp):
      network = (wall.milliseconds - truth.wall.milliseconds, event.at)
    default: break
    }
  }

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    guard fix.hasTime, fix.hasPosition, (fix.eph?.value ?? 0) <= 200 else {
      // A word that comes late, or not at all, is not steady.
      receiver = nil
      return
    }
    if let receiver, receiver.off == fix.timeOff,
      truth.now - receiver.heard <= ClockContest.silent
    {
      self.receiver?.heard = truth.now
    } else {
      receiver = (fix.timeOff, truth.now, truth.now)
    }
  }

  /// The moment from which the receiver's word counts; nil: nobody contradicts it, or it is not steady.
  /// A receiver that fell silent before that moment decides nothing.
  private var decided: Instant? {
    guard let network, let receiver else { return nil }
    let moment = max(network.at, receiver.since) + ClockContest.hour
    return receiver.heard < moment ? nil : moment
  }

  /// The clock may be as wrong as the network's last word.
  func mayBeWrong(at now: Instant, within settles: Milliseconds) -> Bool {
    guard let network else { return false }
    let apart = (network.off - (receiver?.off ?? 0)).magnitude
    guard apart >= UInt64(ClockContest.least), apart <= UInt64(ClockContest.most) else {
      return false
    }
    return decided.map { now - $0 <= settles } ?? true
  }
}

/// "All is well", once a day, where it is.
private struct Wellness: Sendable {
  private static let sameDay = Milliseconds.seconds(30 * 3600)

  /// All is well, or what is open.
  var owed: Instant?
  /// One of the two, whatever has happened.
  var owedAny: Instant?
  /// Help was pressed, or somebody is out: what became of it is not this one's business.
  private var isTroubled = false
  private var said: Instant?
  private var mail: NoticeID?
  /// The last day of which there was a mail in this life, by the device's own clock; days since 1970.
  var day: Int64?

  mutating func owe(by: Instant, at now: Instant) {
    let isSaid = said.map { now - $0 < Wellness.sameDay } ?? false
    guard !isSaid else { return }
    if !isTroubled { owed = by }
    owedAny = by
  }

  mutating func see(_ event: Event) {
    switch event.kind {
    case .key(let press) where press.key == .help: trouble()
    case .setting(.end): (owed, owedAny) = (nil, nil)
    default: break
    }
  }

  /// - Returns: whether the day of this mail has had one in this life.
  mutating func see(_ action: Action, _ truth: Truth) -> Bool {
    switch action {
    case .perimeter(.left): trouble()
    case .outbox(.queued(let notice)), .store(.outbox(.notice(let notice))):
      switch notice.matter {
      case .day(.allIsWell), .day(.open):
        let isSoon = said.map { truth.now - $0 < .seconds(20 * 3600) } ?? false
        (owed, owedAny, said) = (nil, nil, truth.now)
        guard notice.id != mail, let made = notice.made else { return false }
        mail = notice.id
        let offset = truth.household.zone.offset(at: truth.wall)
        let this = ReminderCalendar.day(of: made.milliseconds / 60_000 + offset)
        defer { day = this }
        // Never for a clock that was put back, either; by two days it was wrong before.
        return isSoon && day.map { this <= $0 && $0 - this < 2 } ?? false
      default: break
      }
    default: break
    }
    return false
  }

  private mutating func trouble() {
    isTroubled = true
    owed = nil
  }
}

/// Meals whose hour has come.
private struct MealDebts: Sendable {
  /// The time in which a meal that was asked for, or had its dose, is not asked for again. Nor is one
  /// while another dose can still be taken back.
  private static let sameMeal = Milliseconds.seconds(13 * 3600)
  private static let busy = Milliseconds.seconds(180)
  private static let due = Milliseconds.seconds(75)

  private var owed: [(meal: Meal, by: Instant)] = []
  private var handled: [(meal: Meal, at: Instant)] = []
  /// The same by records of a clock that lied: nothing of this life takes their place.
  private var excused: [(meal: Meal, at: Instant)] = []
  private var lastDose = Instant.start
  /// The last call for a dose.
  private var called = Instant.start

  func late(at now: Instant) -> Meal? { owed.first { $0.by < now }?.meal }

  mutating func owe(_ time: Mealtime, by: Instant) {
    // Also one that was earlier on this day before it was moved.
    let today = Milliseconds.seconds(Int64(time.minute) * 60)
    let isHandled = (handled + excused).contains {
      $0.meal == time.meal
        && (by - $0.at).count.magnitude < max(MealDebts.sameMeal, today).count.magnitude
    }
    let isBusy = lastDose > .start && by - lastDose < MealDebts.busy
    let isCalled = called > .start && by - called < MealDebts.due
    if !isHandled, !isBusy, !isCalled { owed.append((time.meal, by)) }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: (excused, called) = ([], .start)
    case .restored(.diary(.dose(let dose))): handle(dose.meal, event.at)
    case .edited(.diary(.dose(let dose))):
      // A dose dated ahead leaves the meal to be asked for.
      let age = truth.wall.milliseconds - dose.taken.milliseconds
      if age > -375_000 { handle(dose.meal, event.at + Milliseconds(-max(age, 0))) }
    case .setting(.end), .keys: owed.removeAll()
    default: break
    }
  }

  mutating func see(_ action: Action, _ now: Instant) {
    switch action {
    case .dose(.prompted(let meal)), .dose(.refused(let meal, _)): handle(meal, now)
    // A meal that is asked for again, as another zone has its hour anew, needs no event.
    case .show(.dose(.measure(let meal, _))): handle(meal, now)
    // Its page may be that of low glucose, of grams or of the dose itself.
    case .alarm(.started(.dose, _)): (called, owed) = (now, [])
    case .store(.meal(let meal, _, _)): handle(meal, now)
    case .store(.diary(.dose(let dose))):
      handle(dose.meal, now)
      lastDose = now
    default: break
    }
  }

  /// A clock that lied in an earlier life may have dated a dose, or the day of a meal, ahead. That meal
  /// has its prompt or its dose then.
  mutating func excuse(_ record: Record, at now: Instant, _ truth: Truth) {
    switch record {
    case .diary(.dose(let dose)):
      let ahead = max(dose.taken.milliseconds - truth.wall.milliseconds, 0)
      excused.append((dose.meal, now + Milliseconds(ahead)))
    case .meal(let meal, let day, _):
      let offset = truth.household.zone.offset(at: truth.wall)
      let today = ReminderCalendar.day(of: truth.wall.milliseconds / 60_000 + offset)
      let ahead = Int64(day) - today
      if ahead >= 0 { excused.append((meal, now + .seconds(ahead * 86_400 + 7200))) }
    default: break
    }
  }

  private mutating func handle(_ meal: Meal?, _ now: Instant) {
    guard let meal else { return }
    owed.removeAll { $0.meal == meal }
    handled.removeAll { $0.meal == meal }
    handled.append((meal, now))
  }

  mutating func forgetDebts() { owed.removeAll() }
}
