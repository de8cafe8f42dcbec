import Device
import HAL

/// Judges a device that knows the time from the calendar clock on its board alone.
///
/// It announces reminders by that clock, unsure. The clock must lie at most half an hour before and
/// 31 days after the last sign of life. Any other announces none, nor does that of a device which has
/// never lived. It corrects announcements by a wrong clock.
struct CalendarChecker: Checker {
  var violation: Violation?

  private static let before: Int64 = 30 * 60_000
  private static let after: Int64 = 31 * 86_400_000
  /// Milliseconds of the years from 2000 up to 2200. A sign of life of another year vouches for no clock: the one
  /// before it counts.
  private static let years: Range<Int64> = 946_684_800_000..<7_258_118_400_000
  /// A clock that is off by so much told the wrong minute.
  private static let wrong: Int64 = 10 * 60_000
  private static let slack: Int64 = 70_000
  private static let settles = Milliseconds.seconds(60)

  private var list = ReminderList()
  private var alive: Int64?
  /// The calendar clock's time less the board's own; nil: it is not believed.
  private var calendar: Int64?
  private var isTrusted = false
  /// The board's clock is too far from the last sign of life to be believed, or there is none.
  private var isFar = false
  private var bootedAt = Instant.start
  private var minute: Int64 = .min
  private var owed: [(occurrence: Occurrence, by: Instant)] = []
  /// Heard of, in whatever life.
  private var heard: [Occurrence] = []
  /// Announced unsure in this life.
  private var unsure: [Occurrence] = []
  /// Those must be set right by then.
  private var correction: Instant?
  /// The newest four of each reminder, until each is told.
  private var untold: [Occurrence] = []
  private static let mostTold = 4

  mutating func see(_ event: Event, _ truth: Truth) {
    judge(truth)
    switch event.kind {
    case .booted: boot(truth)
    case .restored(.alive(let wall, _, _)):
      if CalendarChecker.years.contains(wall.milliseconds) { alive = wall.milliseconds }
    case .clock(let wall, .rtc): believe(wall, truth)
    case .setting(let setting):
      if list.take(setting, at: event.at, wasAlive: true), truth.now > bootedAt { calendar = nil }
    case .storage(_?): calendar = nil
    default: break
    }
    walk(truth)
  }

  private mutating func boot(_ truth: Truth) {
    (calendar, alive, correction) = (nil, nil, nil)
    untold.removeAll()
    isTrusted = false
    isFar = false
    bootedAt = truth.now
    minute = .min
    list.clear()
    owed.removeAll()
    unsure.removeAll()
  }

  private mutating func believe(_ wall: WallTime, _ truth: Truth) {
    guard !isTrusted, truth.now == bootedAt else { return }
    guard let alive else {
      // Nothing vouches for the clock of a device that has never lived.
      isFar = true
      return
    }
    let since = wall.milliseconds - alive
    isFar = since < -CalendarChecker.before || since > CalendarChecker.after
    guard !isFar else { return }
    calendar = wall.milliseconds - truth.now.milliseconds
  }

  /// Goes along with the calendar clock, minute by minute.
  private mutating func walk(_ truth: Truth) {
    guard let calendar, !isTrusted, truth.isPowered else { return }
    let wall = WallTime(milliseconds: calendar + truth.now.milliseconds)
    let current = wall.milliseconds / 60_000
    guard current != minute else { return }
    let isNext = current == minute + 1
    minute = current
    let zone = truth.household.zone
    guard isNext, truth.now - bootedAt > .seconds(90), !zone.changes(within: 3, of: wall) else {
      return
    }
    let local = current + zone.offset(at: wall)
    for entry in list.entries where entry.reminder.falls(on: local) {
      let occurrence = Occurrence(reminder: entry.reminder.id, due: CivilMinute(Int32(local)))
      guard !heard.contains(occurrence) else { continue }
      owed.append((occurrence, truth.now + .seconds(60)))
    }
  }

  private mutating func judge(_ truth: Truth) {
    guard truth.isPowered else { return }
    if let late = owed.first(where: { $0.by < truth.now }) {
      fail(
        .unsureReminderIsAnnounced, at: truth.now,
        "\(late.occurrence.name) was due by the calendar clock, and is not announced")
    }
    if let correction, correction < truth.now {
      self.correction = nil
      fail(
        .unsureReminderIsSetRight, at: truth.now,
        "a reminder was announced by a wrong calendar clock, and nobody is told when it truly was")
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .store(.alive(let wall, _, _)): alive = wall.milliseconds
    case .clock(.trusted): trust(truth)
    case .reminder(.due(let occurrence, _, let call, let isUnsure)):
      hear(occurrence)
      guard isUnsure, call != .again else { return }
      // An entry that the wearer asks for has no time of its own.
      if list.entry(occurrence.reminder)?.reminder.isOnDemand ?? false { return }
      unsure.append(occurrence)
      if isFar, !isTrusted {
        fail(
          .unsureReminderIsAnnounced, at: truth.now,
          "\(occurrence.name) is announced by a calendar clock that no sign of life vouches for")
      }
    case .reminder(.missed(let occurrence)): hear(occurrence)
    case .outbox(.queued(let notice)):
      switch notice.matter {
      case .reminder(.unsure(let told)):
        untold.removeAll { $0 == told.occurrence }
        if untold.isEmpty { correction = nil }
      case .reminder(.missed(let occurrence)): hear(occurrence)
      default: break
      }
    default: break
    }
  }

  private mutating func hear(_ occurrence: Occurrence) {
    owed.removeAll { $0.occurrence == occurrence }
    if heard.count > 400 { heard.removeFirst(100) }
    heard.append(occurrence)
  }

  private mutating func trust(_ truth: Truth) {
    isTrusted = true
    owed.removeAll()
    guard let calendar, truth.areClocksGood, truth.isStorageGood, !unsure.isEmpty else { return }
    let off = calendar + truth.now.milliseconds - truth.wall.milliseconds
    if off.magnitude > UInt64(CalendarChecker.wrong + CalendarChecker.slack) {
      correction = truth.now + CalendarChecker.settles
      untold = unsure.indices.filter { i in
        let later = unsure[(i + 1)...].count { $0.reminder == unsure[i].reminder }
        return later < CalendarChecker.mostTold
      }.map { unsure[$0] }
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut:
      owed.removeAll()
      (correction, calendar) = (nil, nil)
    case .reloaded, .recordsLost: calendar = nil
    case .end: judge(truth)
    default: break
    }
  }
}
