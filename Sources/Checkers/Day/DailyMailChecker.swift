import Device
import HAL

/// Judges the minute of the daily mail by the device's own clock, right or wrong.
///
/// Before a time is known that is the calendar clock on the board, if it lies near the last sign of
/// life. By any other there is no daily mail. Afterwards it is the clock of the signs of life. No mail
/// goes at another minute. A mail counts for its day and the day before it. A clock that was put back
/// by two days or more was wrong. A mail of an earlier life counts for its minute by the wall.
struct DailyMailChecker: Checker {
  var violation: Violation?

  /// A calendar clock may lie so far before the last sign of life, and so far after it.
  private static let before: Int64 = 30 * 60_000
  private static let after: Int64 = 31 * 86_400_000
  /// Years that a clock can mean: those from 2001 to 2198 surely.
  private static let plausible: ClosedRange<Int64> = 978_307_200_000...7_194_960_000_000
  private static let settles = Milliseconds.seconds(90)
  /// A sign of life is left in each minute.
  private static let between = Milliseconds.seconds(61)
  /// Milliseconds by which a clock moves that nobody puts right.
  private static let steady: UInt64 = 600
  /// Milliseconds after a sign of life in which a minute may begin unseen.
  private static let edge: Int64 = 2000
  private static let minute: Int64 = 60_000
  private static let nearZoneChange: Int64 = 3 * 60

  /// Whether the calendar clock may serve.
  private enum BoardClock { case unclear, near, far }
  /// A minute of the mail that has begun by the device's clock.
  private struct Due: Sendable {
    var day: Int64
    var by: Instant
  }

  private var list = ReminderList()
  private var zone = ReminderCalendar()
  private var bootedAt = Instant.start
  private var isTrusted = false
  private var alive: Int64?
  private var isNew = true
  private var calendar = BoardClock.far
  /// The calendar clock's time less the board's own.
  private var offset: Int64 = 0
  /// The minute of the calendar clock that was looked at last, UTC.
  private var shown: Int64 = .min
  private var due: Due?
  /// The last three signs of life, newest last: when each was left, and the time that it had.
  private var signs: [(at: Instant, wall: Int64)] = []
  /// The local day of the newest daily mail of this life, by the device's own clock.
  private var mailed: Int64?
  /// The minute since 1970 of the newest daily mail of an earlier life.
  private var mailedBefore: Int64?
  /// Daily mails of earlier lives.
  private var known: [NoticeID] = []

  mutating func see(_ event: Event, _ truth: Truth) {
    if let due, due.by < truth.now { judge(due, truth) }
    switch event.kind {
    case .booted: boot(truth)
    case .restored(.alive(let wall, _, _)): (alive, isNew) = (wall.milliseconds, false)
    case .restored(.outbox(.notice(let notice))):
      guard case .day = notice.matter else { break }
      known.append(notice.id)
      if let made = notice.made { mailedBefore = made.milliseconds / DailyMailChecker.minute }
    case .clock(let wall, .rtc): weigh(wall.milliseconds, truth)
    case .setting(let setting):
      if list.take(setting, at: event.at, wasAlive: true) {
        zone.take(list.zone)
        // The minute may be another now, and the zone.
        forget()
      }
    default: break
    }
    walk(truth)
  }

  private mutating func boot(_ truth: Truth) {
    bootedAt = truth.now
    (isTrusted, isNew, alive, calendar, shown) = (false, true, nil, .far, .min)
    (mailed, mailedBefore) = (nil, nil)
    known.removeAll()
    list.clear()
    zone.take([])
    forget()
  }

  private mutating func forget() {
    due = nil
    signs.removeAll()
  }

  private mutating func weigh(_ wall: Int64, _ truth: Truth) {
    guard !isTrusted, truth.now == bootedAt, DailyMailChecker.plausible.contains(wall) else {
      calendar = .unclear
      return
    }
    offset = wall - truth.now.milliseconds
    guard let alive else {
      calendar = .far
      return
    }
    let since = wall - alive
    let isNear = since >= -DailyMailChecker.before && since <= DailyMailChecker.after
    calendar =
      !DailyMailChecker.plausible.contains(alive) ? .unclear : isNear ? .near : .far
  }

  /// Goes along with the calendar clock, minute by minute.
  private mutating func walk(_ truth: Truth) {
    guard calendar == .near, !isTrusted, truth.isPowered else { return }
    let current = (offset + truth.now.milliseconds) / DailyMailChecker.minute
    guard current != shown else { return }
    let isNext = current == shown + 1
    shown = current
    guard isNext, truth.now - bootedAt > DailyMailChecker.settles, let day = day(of: current)
    else { return }
    due = Due(day: day, by: truth.now + .seconds(61))
  }

  /// The local day, if that minute since 1970, UTC, is the mail's. It is nil also where the clocks change, or
  /// an earlier life had the mail of that minute by the wall.
  private func day(of minute: Int64) -> Int64? {
    if let mailedBefore, zone.local(mailedBefore) == zone.local(minute) { return nil }
    let local = zone.local(minute)
    let change = DailyMailChecker.nearZoneChange
    guard list.limits.allIsWellAt >= 0, zone.local(minute - change) + change == local,
      zone.local(minute + change) - change == local
    else { return nil }
    let day = ReminderCalendar.day(of: local)
    return local - day * 1440 == Int64(list.limits.allIsWellAt) ? day : nil
  }

  private mutating func judge(_ due: Due, _ truth: Truth) {
    self.due = nil
    guard truth.isPowered else { return }
    if let mailed, mailed >= due.day, mailed - due.day < 2 { return }
    fail(
      .openDayIsTold, at: truth.now,
      isTrusted
        ? "the minute of the daily mail went by on the device's clock, and none was sent"
        : "the minute of the daily mail went by on the calendar clock, and none was sent")
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted):
      isTrusted = true
      forget()
    case .store(.alive(let wall, _, _)): live(wall.milliseconds, truth)
    case .outbox(.queued(let notice)):
      guard case .day = notice.matter else { return }
      judgeMinute(of: notice, during: event, truth)
      mail(notice, truth)
    default: break
    }
  }

  /// The mail goes at its minute and at no other, by the clock that dates it.
  ///
  /// A night in which the clocks change may leave the minute out. Another profile may have come in this very event.
  private mutating func judgeMinute(of notice: Notice, during event: Event, _ truth: Truth) {
    guard let made = notice.made, !known.contains(notice.id), list.limits.allIsWellAt >= 0 else {
      return
    }
    if case .setting = event.kind { return }
    let minute = made.milliseconds / DailyMailChecker.minute
    let local = zone.local(minute)
    let change = DailyMailChecker.nearZoneChange
    guard zone.local(minute - change) + change == local,
      zone.local(minute + change) - change == local
    else { return }
    let shown = local - ReminderCalendar.day(of: local) * 1440
    guard shown != Int64(list.limits.allIsWellAt) else { return }
    fail(
      .openDayIsTold, at: truth.now,
      "the daily mail of minute \(list.limits.allIsWellAt) is sent in minute \(shown)")
  }

  private mutating func mail(_ notice: Notice, _ truth: Truth) {
    if let made = notice.made {
      mailed = ReminderCalendar.day(of: zone.local(made.milliseconds / DailyMailChecker.minute))
    }
    guard !isTrusted, calendar == .far else { return }
    fail(
      .openDayIsTold, at: truth.now,
      isNew
        ? "a daily mail is sent, and no clock has spoken that a sign of life vouches for"
        : "a daily mail is sent by a calendar clock far from the last sign of life")
  }

  /// A minute of the mail that began between two signs of life of a steady clock had its mail by the third.
  private mutating func live(_ wall: Int64, _ truth: Truth) {
    guard isTrusted else { return }
    if let last = signs.last {
      let gap = truth.now - last.at
      let moved = wall - last.wall - gap.count
      if gap > DailyMailChecker.between || moved.magnitude > DailyMailChecker.steady {
        signs.removeAll()
      }
    }
    signs.append((truth.now, wall))
    if signs.count > 3 { signs.removeFirst() }
    guard signs.count == 3, DailyMailChecker.plausible.contains(wall) else { return }
    let minute = signs[1].wall / DailyMailChecker.minute
    guard minute * DailyMailChecker.minute > signs[0].wall + DailyMailChecker.edge,
      let day = day(of: minute)
    else { return }
    judge(Due(day: day, by: truth.now), truth)
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { forget() }
  }
}
