import HAL

/// The reminders' view of the clock on the wall.
extension Reminders {
  /// A longer step, in milliseconds, puts a dose under another hour: no call is of use for longer.
  static let leap: Int64 = 2 * 3_600_000

  /// The first moment of this life at which the time is known.
  mutating func begin(
    _ at: Instant, _ time: WallTime, _ configured: Instant, _ zone: Zone
  ) {
    hasBegun = true
    now = at
    wall = time
    eraSince = at
    cursor = seenTo(in: zone) ?? beforeMinute(of: configured)
    if cursor >= time { cursor = beforeMinute(of: at) }
    reopen(zone)
    if isUnsure { recallUnsure(zone) }
    if !isUnsure { forgetSkipped(zone) }
    release(zone, isNew: true)
    refresh(zone)
  }

  /// Forgets what a journey east had skipped, and is still to come after the journey back. A clock that lies before
  /// the end of the life before shows no such thing.
  mutating func forgetSkipped(_ zone: Zone) {
    if let alive, alive <= wall { log.forgetMissed(after: zone.local(wall).minute) }
  }

  /// The calendar clock of this life announced things in the life before: it tells when. What a trusted clock says
  /// of that moment later is the same dose under another date.
  private mutating func recallUnsure(_ zone: Zone) {
    for i in 0..<entries.count {
      // A calendar clock that was set back since then tells nothing.
      guard let due = log.newestUnsure(of: entries[i].reminder.id), zone.wall(of: due) <= wall
      else { continue }
      entries[i].lastCall = now + wall.distance(to: zone.wall(of: due))
      entries[i].lastEra = era
    }
  }

  /// The time by which reminders go; nil: there is none. A clock that has run on into a year that no
  /// calendar holds still tells how long somebody waits.
  func usable(_ moment: Moment) -> WallTime? {
    guard let time = moment.wall else { return nil }
    return time.isPlausible || hasBegun && runsOn(moment.at, time) ? time : nil
  }

  /// The clock has not stepped since the last moment seen.
  func runsOn(_ at: Instant, _ time: WallTime) -> Bool {
    time.distance(to: wall) == Milliseconds(now.milliseconds &- at.milliseconds)
  }

  /// Goes along when the clock stepped. True when it stepped back.
  mutating func follow(_ moment: Moment, _ zone: Zone) -> Bool {
    guard let time = usable(moment) else { return false }
    let before = wall.advanced(by: moment.at - now)
    let step = before.distance(to: time)
    now = moment.at
    wall = time
    if step.count == 0 { return false }
    for i in 0..<open.count { open[i].shift(by: step) }
    if step.count > 0, !isUnsure { recall(zone) }
    if step.count.magnitude > UInt64(WallClock.day) {
      // The date was wrong. What was truly due while it was is looked at again.
      cursor = wall.advanced(by: eraSince - now)
      eraSince = now
    } else {
      var seen = before
      for i in 0..<entries.count {
        if let next = entries[i].next { seen = min(seen, next.advanced(by: Milliseconds(-1))) }
      }
      cursor = min(max(cursor, seen), wall.advanced(by: Milliseconds(-1)))
    }
    let isLeap =
      !isUnsure && (step.count.magnitude > UInt64(Reminders.leap) || isTakenBack(by: step))
    release(zone, isNew: isLeap)
    if isLeap {
      tellEarly(step, zone)
      let before = step.count > 0 && era & 1 == 1 ? Int64(leaptSeconds) : 0
      leaptSeconds = Int32(clamping: before + step.count / 1000)
      turnEra(isForward: step.count > 0)
    }
    refresh(zone)
    return step.count < 0
  }

  /// A leap that is taken back may fall short of one by what the two clocks have drifted meanwhile.
  private func isTakenBack(by step: Milliseconds) -> Bool {
    leaptSeconds != 0 && (step.count / 1000 + Int64(leaptSeconds)).magnitude <= 60
  }

  /// Calls of another era may be of the same dose under another hour or date.
  mutating func turnEra(isForward: Bool) { era = (era | 1) &+ (isForward ? 2 : 1) }

  mutating func refresh(_ zone: Zone) {
    for i in 0..<entries.count { refresh(i, zone) }
  }

  mutating func refresh(_ index: Int, _ zone: Zone) {
    entries[index].next = entries[index].reminder.next(after: start(of: index), in: zone)
      .map { zone.wall(of: $0) }
  }

  /// Nothing before this moment counts for that reminder.
  func start(of index: Int) -> WallTime {
    guard let since = entries[index].since else { return cursor }
    return max(cursor, beforeMinute(of: since))
  }

  /// The end of the minute before the one in which `instant` lies.
  func beforeMinute(of instant: Instant) -> WallTime {
    let time = wall.advanced(by: instant - now)
    return WallTime(milliseconds: time.milliseconds.floored(by: 60_000) &* 60_000 &- 1)
  }
}
