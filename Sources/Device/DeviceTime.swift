import HAL

/// Everything that depends on the time: the watch, reminders, meals, quiet hours and the daily mail.
extension Device {
  /// No call of the clock tells more than four changes: a contradiction, its end, a step, and trust.
  typealias ClockChanges = FixedArray<4, WallClock.Change>

  /// - Returns: true where the time means something else than before.
  @inline(__always)
  mutating func learn(
    _ wall: WallTime, from source: ClockSource, at now: Instant, _ perform: (Action) -> Void
  ) -> Bool {
    !clock.hears(wall, from: source, at: now) && weigh(wall, from: source, at: now, perform)
  }

  private mutating func weigh(
    _ wall: WallTime, from source: ClockSource, at now: Instant, _ perform: (Action) -> Void
  ) -> Bool {
    var changes = ClockChanges()
    clock.learn(wall, from: source, at: now) { changes.put($0) }
    // A calendar clock changes nothing that is told, but reminders may go by it.
    guard !changes.isEmpty || source == .rtc && !clock.isTrusted else { return false }
    for i in 0..<changes.count { apply(changes[i], at: now, perform) }
    let moment = clock.moment(at: now)
    minutes.aim(moment)
    turn(moment, perform)
    return true
  }

  private mutating func apply(
    _ change: WallClock.Change, at now: Instant, _ perform: (Action) -> Void
  ) {
    switch change {
    case .trusted:
      perform(.clock(.trusted))
      guard let wall = clock.wall(at: now) else { return }
      let alive = liveness.lastAlive
      if let alive { lastLife = alive }
      let gap = liveness.clockTrusted(wall, since: bootedAt, at: now)
      // A medium that refuses records may not have kept the last sign of life.
      if let gap, storageFailure == nil {
        notify(.power(.wasOff(gap)), at: now, perform)
        if gap > Outbox.lapse { worryAnew(at: now) }
      }
      if let alive { missMeals(since: alive, at: now, perform) }
      takeAccompanied(at: now, perform)
      if filter.lastGood == nil, lastSeen != nil { receiver.recall(lastFound(at: now)) }
    case .stepped: break
    case .disagrees(let by):
      perform(.clock(.disagrees(by)))
      notify(.clock(.disagrees(by)), at: now, perform)
    case .doubted, .agrees: doubtDose(at: now, perform)
    case .lost, .stillUntrusted:
      perform(.clock(.untrusted))
      notify(.clock(.untrusted), at: now, perform)
    }
  }

  mutating func passTime(at now: Instant, _ perform: (Action) -> Void) {
    var changes = ClockChanges()
    clock.pass(now) { changes.put($0) }
    var hasStepped = false
    for i in 0..<changes.count {
      apply(changes[i], at: now, perform)
      if case .stepped = changes[i] { hasStepped = true }
    }
    if hasStepped {
      let moment = clock.moment(at: now)
      minutes.aim(moment)
      turn(moment, perform)
    }
    if liveness.pass(at: now) {
      if let wall = clock.vouchedWall(at: now) {
        let zone = configuration.zone
        let minute = zone.count > 0 ? zone.local(wall).minute : nil
        perform(.store(.alive(wall, lastPlace(wall, at: now), minute: minute)))
      }
      tellHome(at: now, perform)
      keepPlace(perform)
    }
    if let due = watch.deadline, due <= now { watchAgain(clock.moment(at: now), perform) }
    guard let due = minutes.deadline, due <= now else { return }
    let moment = clock.moment(at: now)
    minutes.aim(moment)
    turn(moment, perform)
  }

  /// A new minute, or another time altogether.
  mutating func turn(_ moment: Moment, _ perform: (Action) -> Void) {
    // A notice that outlived a restart says how late it is, whatever sends it.
    outbox.learn(clock.vouchedWall(at: moment.at), at: moment.at)
    // The end of a contradiction is no change of the time.
    takeAccompanied(at: moment.at, perform)
    watchAgain(moment, perform)
    endCasesIfInside()
    passReminders(at: moment.at, isForced: true, perform)
    var isQuiet = false
    let local = minuteOfWeek(moment)
    if let local {
      for i in 0..<configuration.quiet.count
      where configuration.quiet[i].contains(minuteOfWeek: local) { isQuiet = true }
    }
    hush(isQuiet, at: moment.at, perform)
    tellNoPosition(at: moment.at, perform)
    if local != nil || moment.isUnsure { passDose(at: moment.at, isForced: true, perform) }
    tellDay(moment, perform)
  }
}
