import HAL

/// Reminders can go by a calendar clock that nobody vouches for.
///
/// A board's calendar clock may be minutes off or a day; a medicine announced by it is better than
/// none. When a trusted clock speaks, what was announced so is not announced again, unless it came far too early.
/// If the two differ by more than ten minutes, the caregiver is told what was announced and when it truly was.
extension Reminders {
  /// The caregiver hears of a larger difference.
  static let bearable = Milliseconds.seconds(10 * 60)
  /// At most so many announcements of one reminder are told: the newest.
  private static let mostTold = 4

  /// A trusted clock speaks for the first time. True when the calendar was ahead of it.
  mutating func beginSurely(_ at: Instant, _ time: WallTime, _ zone: Zone) -> Bool {
    let step = wall.advanced(by: at - now).distance(to: time)
    if step.count.magnitude > UInt64(Reminders.bearable.count) {
      wrongBy = step
    } else {
      log.settle()
    }
    isUnsure = false
    now = at
    wall = time
    eraSince = at
    trustOpen(step, zone)
    forgetSkipped(zone)
    release(zone, isNew: true)
    // The same dose under another date is the same dose.
    turnEra(isForward: false)
    // All that was truly due since the last sign of life is looked at by the true time.
    cursor = seenTo(in: zone) ?? beforeMinute(of: at)
    if cursor >= time { cursor = beforeMinute(of: at) }
    refresh(zone)
    return step.count < 0
  }

  /// The next of what a wrong calendar announced, the oldest first; nil: all is told.
  mutating func nextUnsure(in zone: Zone) -> UnsureReminder? {
    guard let wrongBy else { return nil }
    while let unsure = log.takeUnsure() {
      guard log.unsureCount(of: unsure.occurrence.reminder) < Reminders.mostTold else { continue }
      let announced = zone.wall(of: unsure.occurrence.due).advanced(by: unsure.late)
        .advanced(by: wrongBy)
      trail.fold(unsure.occurrence.word, announced.word)
      return UnsureReminder(unsure.occurrence, announced: zone.local(announced).minute)
    }
    self.wrongBy = nil
    return nil
  }
}
