import Device
import HAL

/// The reminders of which somebody must hear, and by when, reckoned by `ReminderCalendar` from the time
/// that the device must know.
struct ReminderDebts: Sendable {
  /// An occurrence that must be heard of by then.
  struct Owed: Sendable {
    var occurrence: Occurrence
    var by: Instant
    /// It was due while nobody could announce it.
    var wasMissed: Bool
  }

  /// The most missed occurrences of each reminder that are reported.
  private static let mostMissed = 4
  private static let day: Int64 = 86_400_000
  /// The device looks a minute back behind its last sign of life.
  private static let overlap: Int64 = 30_000

  private(set) var calendar = ReminderCalendar()
  private var owed: [Owed] = []
  /// The last sign of life that is stored.
  var alive: Int64?
  /// The wall's minute of that time, if the zone has become another while the device was off.
  private var shownBefore: Int64?
  /// The minutes that another zone skips are still to be walked, with the next minute.
  private var isLeaping = false

  /// A life begins, or ends.
  mutating func clear() {
    owed.removeAll()
    calendar.forget()
    isLeaping = false
  }

  func late(at now: Instant) -> Owed? { owed.first { $0.by < now } }

  mutating func adopt(
    at now: Instant, _ clock: ClockSense, _ list: ReminderList, _ once: ReminderOnceChecker
  ) {
    owed = owed.filter { list.lists($0.occurrence) }
    guard calendar.has(list.zone) else {
      let isFirst = list.entries.allSatisfy { $0.since == nil }
      // No clock has shown the zone of a row that gives way before it is known.
      let shown = shownBefore ?? alive.map { calendar.local($0 / 60_000) }
      shownBefore = isFirst && !calendar.has([]) ? shown : nil
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
    where entry.since == now && entry.isNewForOnce && !entry.mayBeAnother {
      oweLate(entry.reminder, at: now, clock, once)
    }
    for entry in list.entries
    where entry.since == now && entry.reminder.falls(on: calendar.shown) {
      owe(entry.reminder, calendar.shown, from: now, wasMissed: false, clock, once)
    }
  }

  /// A medicine for once came after its minute, surely less than a day after.
  private mutating func oweLate(
    _ reminder: Reminder, at now: Instant, _ clock: ClockSense, _ once: ReminderOnceChecker
  ) {
    let late = clock.wall(at: now) - calendar.reached(reminder.first) * 60_000
    guard late > 180_000, late < ReminderDebts.day - 180_000 else { return }
    owe(reminder, Int64(reminder.first.count), from: now, wasMissed: true, clock, once)
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
        // A skipped reminder has been called late, or told as missed, in the moment of the leap.
        let wasMissed = isLeaping
        isLeaping = false
        for entry in list.entries {
          // The last counts of several that a spring night brings down on one moment.
          let due = reached.last { entry.reminder.falls(on: $0) }
          guard let due, isPast(entry, step.minute, clock) else { continue }
          owe(entry.reminder, due, from: now, wasMissed: wasMissed, clock, once)
        }
      }
      return
    }
    isLeaping = false
    // The calendar begins a minute later after a clock has lied; otherwise at the last sign of life.
    guard !clock.hasLied else {
      shownBefore = nil
      return calendar.begin(at: wall / 60_000 + 2)
    }
    let since = alive.map { $0 - ReminderDebts.overlap } ?? clock.wall(at: clock.bootedAt)
    calendar.begin(at: since / 60_000 + 1)
    if let shownBefore { calendar.goOn(from: shownBefore) }
    // Another zone makes the gap of the wall longer: after a day of it only the newest counts.
    let leap = shownBefore.map { calendar.local(since / 60_000) - $0 } ?? 0
    // The last sign of life is of this very minute: nothing is walked yet.
    isLeaping = shownBefore != nil && since / 60_000 + 1 > wall / 60_000
    shownBefore = nil
    oweGap(since: since, upTo: wall, leap: leap * 60_000, sure, clock, list, once)
  }

  private func isPast(
    _ entry: ReminderList.Entry, _ minute: Int64, _ clock: ClockSense
  ) -> Bool {
    entry.since.map { clock.wall(at: $0) < minute * 60_000 } ?? true
  }

  private mutating func oweGap(
    since: Int64, upTo wall: Int64, leap: Int64, _ sure: Instant, _ clock: ClockSense,
    _ list: ReminderList,
    _ once: ReminderOnceChecker
  ) {
    var found: [[Int64]] = Array(repeating: [], count: list.entries.count)
    while let step = calendar.walk(upTo: wall / 60_000) {
      guard let reached = step.reached else { continue }
      for (i, entry) in list.entries.enumerated() where isPast(entry, step.minute, clock) {
        // Another zone gives that minute another name: nobody is asked twice in it.
        if once.wasCalled(entry.reminder.id, in: step.minute, clock) { continue }
        if let due = reached.last(where: { entry.reminder.falls(on: $0) }) { found[i].append(due) }
      }
    }
    let isLong = wall - since + max(leap, 0) > ReminderDebts.day - 3_600_000
    // A medicine counts also where the device was off for a weekend, and knew the time soon.
    let booted = clock.wall(at: clock.bootedAt)
    let isWeekend =
      booted - since + max(leap, 0) < 3 * ReminderDebts.day - 3_600_000
      && wall - booted < ReminderDebts.day - 3_600_000
    for (i, entry) in list.entries.enumerated() {
      let isShort = !isLong || isWeekend && entry.reminder.kind == .medication
      for due in found[i].suffix(isShort ? ReminderDebts.mostMissed : 1) {
        owe(entry.reminder, due, from: sure, wasMissed: true, clock, once)
      }
    }
  }

  private mutating func owe(
    _ reminder: Reminder, _ due: Int64, from now: Instant, wasMissed: Bool, _ clock: ClockSense,
    _ once: ReminderOnceChecker
  ) {
    let occurrence = Occurrence(reminder: reminder.id, due: CivilMinute(Int32(due)))
    if let entry = once.memory[occurrence],
      entry.isUnclear || (wasMissed ? entry.isHandled : entry.isCalled)
    {
      return
    }
    if clock.hasLied {
      guard clock.wasSure(at: now), once.memory[occurrence]?.isHandled != true,
        !once.wasCalledLately(reminder.id, at: now)
      else { return }
    }
    // A time that was missed by the true clock may still be to come by the device's own, minute for minute.
    let slack = clock.tolerance(at: now) + (wasMissed ? 60_000 : 0)
    let by = now + Milliseconds(slack)
    owed.append(Owed(occurrence: occurrence, by: by, wasMissed: wasMissed))
  }

  /// Somebody has heard of it.
  mutating func settle(_ occurrence: Occurrence) {
    owed.removeAll { $0.occurrence == occurrence }
  }
}
