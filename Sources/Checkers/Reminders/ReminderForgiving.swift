import Device
import HAL

/// Calls that may come, or stay away, because the device's clock was wrong by hours or days.
///
/// A clock that led has called something too early. It may be called again at its own time, at least half the way to
/// the next time later. A medicine that was due while the device was off for 22 hours or more may be told instead of
/// called. The date may have been wrong, and the last call before that for it.
extension ReminderOnceChecker {
  private static let minute: Int64 = 60_000
  /// Minutes by which the fixes under way, or the seconds of a minute, make a way shorter.
  private static let slack: Int64 = 3
  /// Minutes of steps that a lying clock makes besides; they leave half of the way.
  private static let slackOfLies: Int64 = 130
  /// Minutes without power from which on the date may have been wrong, and for which a medicine is of use.
  private static let mostOfADay: Int64 = 22 * 60 - 5
  private static let use: Int64 = 125

  /// Forgets a call that came too early to count.
  mutating func forgive(
    _ occurrence: Occurrence, _ list: ReminderList, _ calendar: ReminderCalendar, at now: Instant,
    _ clock: ClockSense
  ) {
    guard let reminder = list.entry(occurrence.reminder)?.reminder, !reminder.isOnDemand,
      let called = memory.calledAt(occurrence)
    else { return }
    let half = reminder.halfWay(occurrence.due)
    let passed = (clock.wall(at: now) - called) / Self.minute
    let lead = calendar.reached(occurrence.due) - called / Self.minute
    guard passed >= half - (clock.hasLied ? min(Self.slackOfLies, half / 2) : Self.slack),
      clock.hasLied || lead >= half - Self.slack
    else { return }
    memory.forget(occurrence)
  }

  /// - Parameter alive: the last sign of life before this start.
  func mayBeOfLastLife(
    _ occurrence: Occurrence, alive: Int64?, _ list: ReminderList, _ calendar: ReminderCalendar,
    _ clock: ClockSense
  ) -> Bool {
    guard let alive, list.entry(occurrence.reminder)?.reminder.kind == .medication else {
      return false
    }
    let off = clock.wall(at: clock.bootedAt) / Self.minute - alive / Self.minute
    let due = calendar.reached(occurrence.due)
    guard off >= Self.mostOfADay else { return false }
    return memory.calls(of: occurrence.reminder).contains {
      let called = calendar.reached($0)
      return called * Self.minute <= alive && due - called - off <= Self.use
    }
  }
}

extension ReminderMemory {
  /// Calls within two hours of that minute that the list has no more: the same dose, perhaps.
  func calls(near due: CivilMinute, besides list: ReminderList) -> [Entry] {
    entries.filter {
      ($0.isCalled || $0.isConfirmed) && !$0.isOnDemand && !list.lists($0.occurrence)
        && ($0.occurrence.due.count - due.count).magnitude <= 120
    }
  }

  /// Calls of a new medicine for once under another number, perhaps.
  func calls(_ entry: ReminderList.Entry, due: CivilMinute, _ list: ReminderList) -> [Entry] {
    calls(near: due, besides: list)
      + entries.filter {
        ($0.isCalled || $0.isConfirmed) && $0.occurrence.due == due
          && entry.alike.contains($0.occurrence.reminder)
      }
  }
}

extension Reminder {
  /// Minutes of half the way to the next time; after the last time that from the one before. Half a day where there is
  /// one.
  fileprivate func halfWay(_ due: CivilMinute) -> Int64 {
    let at = Int64(due.count)
    let week: Int64 = 8 * 1440
    for way in 1...week where falls(on: at + way) { return way / 2 }
    for way in 1...week where falls(on: at - way) { return way / 2 }
    return 720
  }
}

extension Occurrence {
  /// A name for people who read the violation.
  var name: String { "reminder \(reminder) of minute \(due.count)" }
}
