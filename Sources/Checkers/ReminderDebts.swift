import Device
import HAL

/// Which reminders somebody must hear of, and by when, reckoned by `ReminderCalendar` from the time that
/// the device must know.
struct ReminderDebts: Sendable {
  /// An occurrence that must be heard of by then.
  struct Owed: Sendable {
    var occurrence: Occurrence
    var by: Instant
    /// It was due while nobody could announce it.
    var wasMissed: Bool
  }

  /// Of each reminder, as many of those missed are reported.
  private static let mostMissed = 4
  private static let day: Int64 = 86_400_000
  /// The device looks a minute back behind its last sign of life.
  private static let overlap: Int64 = 30_000

  private(set) var calendar = ReminderCalendar()
  private var owed: [Owed] = []
  /// The last sign of life that is stored.
  var alive: Int64?

  /// A life begins, or ends.
  mutating func clear() {
    owed.removeAll()
    calendar.forget()
  }

  func late(at now: Instant) -> Owed? { owed.first { $0.by < now } }

  mutating func adopt(
    at now: Instant, _ clock: ClockSense, _ list: ReminderList, _ once: ReminderOnceChecker
  ) {
    owed = owed.filter { list.lists($0.occurrence) }
    guard calendar.has(list.zone) else {
      calendar.take(list.zone)
      calendar.forget()
      return
    }
    guard calendar.next != nil, clock.wasSure(at: now) else { return }
    // New or changed, it counts in the very minute that runs.
    let tolerance = clock.tolerance(at: now)
    let past = clock.wall(at: now) % 60_000
    guard past > tolerance, past < 60_000 - tolerance else { return }
    let minute = (clock.wall(at: now) - past) / 60_000
    guard calendar.local(minute) == calendar.shown else { return }
    for entry in list.entries
    where entry.since == now && entry.reminder.falls(on: calendar.shown) {
      owe(entry.reminder, calendar.shown, from: now, wasMissed: false, clock, once)
    }
  }

  /// Goes along with the time.
  mutating func walk(
    at now: Instant, _ clock: ClockSense, _ list: ReminderList, _ once: ReminderOnceChecker
  ) {
    guard let sure = clock.sureSince else { return calendar.forget() }
    let wall = clock.wall(at: now)
    guard calendar.next == nil else {
      while let step = calendar.walk(upTo: wall / 60_000) {
        guard let reached = step.reached else { continue }
        for entry in list.entries {
          // Of several that a spring night brings down on one moment the last counts.
          let due = reached.last { entry.reminder.falls(on: $0) }
          guard let due, isPast(entry, step.minute, clock) else { continue }
          owe(entry.reminder, due, from: now, wasMissed: false, clock, once)
        }
      }
      return
    }
    // After a lie a minute to settle; otherwise all since the last sign of life.
    guard !clock.hasLied else { return calendar.begin(at: wall / 60_000 + 2) }
    let since = alive.map { $0 - ReminderDebts.overlap } ?? clock.wall(at: clock.bootedAt)
    calendar.begin(at: since / 60_000 + 1)
    oweGap(since: since, upTo: wall, sure, clock, list, once)
  }

  private func isPast(
    _ entry: ReminderList.Entry, _ minute: Int64, _ clock: ClockSense
  ) -> Bool {
    entry.since.map { clock.wall(at: $0) < minute * 60_000 } ?? true
  }

  private mutating func oweGap(
    since: Int64, upTo wall: Int64, _ sure: Instant, _ clock: ClockSense, _ list: ReminderList,
    _ once: ReminderOnceChecker
  ) {
    var found: [[Int64]] = Array(repeating: [], count: list.entries.count)
    while let step = calendar.walk(upTo: wall / 60_000) {
      guard let reached = step.reached else { continue }
      for (i, entry) in list.entries.enumerated() where isPast(entry, step.minute, clock) {
        if let due = reached.last(where: { entry.reminder.falls(on: $0) }) { found[i].append(due) }
      }
    }
    let isLong = wall - since > ReminderDebts.day - 3_600_000
    for (i, entry) in list.entries.enumerated() {
      for due in found[i].suffix(isLong ? 1 : ReminderDebts.mostMissed) {
        owe(entry.reminder, due, from: sure, wasMissed: true, clock, once)
      }
    }
  }

  private mutating func owe(
    _ reminder: Reminder, _ due: Int64, from now: Instant, wasMissed: Bool, _ clock: ClockSense,
    _ once: ReminderOnceChecker
  ) {
    let occurrence = Occurrence(reminder: reminder.id, due: CivilMinute(Int32(due)))
    if let entry = once.memory[occurrence], wasMissed ? entry.isHandled : entry.isCalled {
      return
    }
    if clock.hasLied {
      guard clock.wasSure(at: now), once.memory[occurrence]?.isHandled != true,
        !once.wasCalledLately(reminder.id, at: now)
      else { return }
    }
    // What was missed by the true time may still be to come by the device's own, minute for minute.
    let slack = clock.tolerance(at: now) + (wasMissed ? 60_000 : 0)
    let by = now + Milliseconds(slack)
    owed.append(Owed(occurrence: occurrence, by: by, wasMissed: wasMissed))
  }

  /// Somebody has heard of it.
  mutating func settle(_ occurrence: Occurrence) {
    owed.removeAll { $0.occurrence == occurrence }
  }
}
