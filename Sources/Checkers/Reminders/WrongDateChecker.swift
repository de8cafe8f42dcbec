import Device
import HAL

/// ALZ-5: what was truly due while the date was wrong by days is called, or told as missed, once the date
/// is right again.
///
/// The device's own signs of life say which date it had. A call in that time, or up to two hours before, may
/// have been meant for the same thing, under another date.
struct WrongDateChecker: Checker {
  var violation: Violation?

  /// Milliseconds. By so much a date is wrong, and by so little a time is right.
  private static let wrong: UInt64 = 90_000_000
  private static let right: UInt64 = 5000
  private static let fresh = Milliseconds.seconds(90)
  private static let settles = Milliseconds.seconds(70)
  private static let longest = Milliseconds.seconds(18 * 3600)
  /// No call is longer of use, with some minutes to spare.
  private static let use: Int64 = 125

  /// The time for which the device had one wrong date.
  private struct Span {
    var off: Int64
    /// The last sign of life with a right date, and the first and last ones with the wrong one.
    var begun: Instant
    var first: Instant
    var last: Instant
  }

  private struct Owed {
    var occurrence: Occurrence
    var by: Instant
  }

  private var list = ReminderList()
  private var calendar = ReminderCalendar()
  private var own: (off: Int64, at: Instant)?
  private var span: Span?
  private var owed: [Owed] = []
  /// Occurrences that were called or missed in this life, and when, in minutes since 1970.
  private var heard: [(occurrence: Occurrence, minute: Int64)] = []
  /// Occurrences that the device knows of from earlier lives.
  private var known: [Occurrence] = []

  /// Another wrong time in between makes it unclear which one counted.
  private func isOther(_ off: Int64) -> Bool {
    guard let span else { return false }
    return off.magnitude > Self.right && (off - span.off).magnitude > Self.right
  }

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    if fix.hasTime, isOther(fix.timeOff) { span = nil }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    judge(truth)
    switch event.kind {
    case .booted:
      self = WrongDateChecker(violation: violation)
    case .restored(.reminder(let occurrence, _, _)): known.append(occurrence)
    case .clock(let wall, _):
      if isOther(wall.milliseconds - truth.wall.milliseconds) { span = nil }
    case .setting(let setting):
      (span, owed) = (nil, [])
      if list.take(setting, at: event.at, wasAlive: true) { calendar.take(list.zone) }
    default: break
    }
  }

  private mutating func judge(_ truth: Truth) {
    guard let late = owed.first(where: { $0.by < truth.now }), truth.isPowered else { return }
    owed.removeAll { $0.occurrence == late.occurrence }
    fail(
      .reminderIsAnnounced, at: truth.now,
      "\(late.occurrence.name) was due while the date was wrong, and nobody was told")
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.untrusted): (span, own, owed) = (nil, nil, [])
    case .reminder(.due(let occurrence, _, _, _)): hear(occurrence, truth)
    case .outbox(.queued(let notice)):
      if case .reminder(.missed(let occurrence)) = notice.matter { hear(occurrence, truth) }
    case .store(.alive(let wall, _, _)):
      let off = wall.milliseconds - truth.wall.milliseconds
      claim(off, truth)
      own = (off, truth.now)
    default: break
    }
  }

  private mutating func hear(_ occurrence: Occurrence, _ truth: Truth) {
    if heard.count > 300 { heard.removeFirst(100) }
    heard.append((occurrence, truth.wall.milliseconds / 60_000))
    owed.removeAll { $0.occurrence == occurrence }
  }

  private mutating func claim(_ off: Int64, _ truth: Truth) {
    guard let own, truth.now - own.at < Self.fresh else {
      span = nil
      return
    }
    if off.magnitude > Self.wrong {
      if own.off.magnitude <= Self.right {
        span = Span(off: off, begun: own.at, first: truth.now, last: truth.now)
      } else if isOther(off) {
        span = nil
      }
      span?.last = truth.now
      return
    }
    defer { span = nil }
    guard off.magnitude <= Self.right, let span, truth.now - span.begun < Self.longest,
      !truth.household.zone.changes(within: 36, of: truth.wall)
    else { return }
    owe(span, truth)
  }

  /// The newest of each reminder, which had these times before.
  private mutating func owe(_ span: Span, _ truth: Truth) {
    let minute = truth.wall.milliseconds / 60_000
    let first = minute - (truth.now - span.first).count / 60_000 + 2
    let last = minute - (truth.now - span.last).count / 60_000 - 1
    guard first < last else { return }
    for entry in list.entries where entry.since.map({ $0 < span.begun }) ?? true {
      let due = (first...last).last { entry.reminder.falls(on: calendar.local($0)) }
      guard let due, !wasHeard(of: entry.reminder.id, since: due - Self.use) else { continue }
      let occurrence = Occurrence(
        reminder: entry.reminder.id, due: CivilMinute(Int32(calendar.local(due))))
      guard !known.contains(occurrence), !heard.contains(where: { $0.occurrence == occurrence })
      else { continue }
      owed.append(Owed(occurrence: occurrence, by: truth.now + Self.settles))
    }
  }

  private func wasHeard(of reminder: UInt16, since minute: Int64) -> Bool {
    heard.contains { $0.occurrence.reminder == reminder && $0.minute >= minute }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut, .recordsLost: (span, own, owed) = (nil, nil, [])
    default: break
    }
  }
}

extension WrongDateChecker {
  private init(violation: Violation?) {
    self.init()
    self.violation = violation
  }
}
