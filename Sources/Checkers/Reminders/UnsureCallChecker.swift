import Device
import HAL

/// Judges that a reminder by the calendar clock alone is called unsure, and no other is. Record,
/// mail and page agree.
///
/// A call that came too early is not announced again under another date, once the time is known. Its
/// correction says when it truly was. Nothing is said to be missed before that.
struct UnsureCallChecker: Checker {
  var violation: Violation?

  /// Minutes that are cut off on the way, and what two clocks may differ by.
  private static let slack: Int64 = 3
  private static let most = 300
  /// The clock that is trusted then may lead by so much, and loses or gains that part meanwhile.
  private static let lead: Int64 = 5000
  private static let drift: Int64 = 8192

  /// An announcement by the calendar clock in this life.
  private struct Call {
    var occurrence: Occurrence
    /// The true minute by the wall, and the moment.
    var minute: Int64
    var at: WallTime
    /// No night that changes the clocks is near.
    var isPlain: Bool
    /// The wearer asked for it.
    var isAsked: Bool
  }

  private var bootedAt = Instant.start
  private var trustedAt: Instant?
  private var hasLied = false
  /// Another row of settings came in after the start.
  private var isChanged = false
  private var staged: [Reminder] = []
  private var row: [Reminder] = []
  private var calls: [Call] = []
  /// All that the calendar clock alone announced in this life.
  private var announced: [Occurrence] = []
  /// Announced unsure in an earlier life.
  private var earlier: [Occurrence] = []
  private var corrected: [Occurrence] = []
  private var correctedAt: Instant?
  /// The announcement of this event.
  private var present: (occurrence: Occurrence, isUnsure: Bool)?

  mutating func see(_ event: Event, _ truth: Truth) {
    if !truth.areClocksGood { hasLied = true }
    present = nil
    switch event.kind {
    case .booted: boot(event, truth)
    case .restored(.reminder(let occurrence, .announcedUnsure, _)): earlier.append(occurrence)
    case .setting(.begin): staged = []
    case .setting(.reminder(let reminder)): staged.append(reminder)
    case .setting(.end):
      row = staged
      if truth.now > bootedAt { isChanged = true }
    default: break
    }
  }

  private mutating func boot(_ event: Event, _ truth: Truth) {
    (bootedAt, trustedAt) = (event.at, nil)
    (hasLied, isChanged) = (!truth.areClocksGood, false)
    (staged, row, calls, earlier, corrected) = ([], [], [], [], [])
    (announced, correctedAt) = ([], nil)
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted): trustedAt = trustedAt ?? truth.now
    case .reminder(.due(let occurrence, _, let call, let isUnsure)):
      present = (occurrence, isUnsure)
      judgeSure(isUnsure, occurrence, "an announcement", truth)
      guard call != .again else { return }
      if !isUnsure { judgeAgain(occurrence, truth) }
      if isUnsure { note(occurrence, truth) }
    case .store(.reminder(let occurrence, .announced, _)):
      judgeAgreement(false, occurrence, "its record", truth)
    case .store(.reminder(let occurrence, .announcedUnsure, _)):
      judgeAgreement(true, occurrence, "its record", truth)
    case .show(.reminder(let page)): judgeSure(page.isUnsure, page.occurrence, "a page", truth)
    case .outbox(.queued(let notice)): judge(notice, truth)
    default: break
    }
  }

  private mutating func note(_ occurrence: Occurrence, _ truth: Truth) {
    if calls.count > UnsureCallChecker.most { calls.removeFirst(100) }
    if announced.count > UnsureCallChecker.most { announced.removeFirst(100) }
    announced.append(occurrence)
    let isAsked = row.contains { $0.id == occurrence.reminder && $0.isOnDemand }
    calls.append(
      Call(
        occurrence: occurrence, minute: localMinute(truth), at: truth.wall,
        isPlain: !truth.household.zone.changes(within: 36, of: truth.wall), isAsked: isAsked))
  }

  private func localMinute(_ truth: Truth) -> Int64 {
    truth.wall.milliseconds / 60_000 + truth.household.zone.offset(at: truth.wall)
  }

  /// A clock that lies may tell a time that no calendar holds, and reminders do not go by that.
  private mutating func judgeSure(
    _ isUnsure: Bool, _ occurrence: Occurrence, _ what: String, _ truth: Truth
  ) {
    if !isUnsure, trustedAt == nil {
      fail(
        .unsureReminderIsAnnounced, at: truth.now,
        "\(what) of \(occurrence.name) is sure, and no clock was trusted")
    }
    // A page may stand from before in the event that brings the time.
    guard isUnsure, !hasLied, let trustedAt, trustedAt < truth.now else { return }
    fail(
      .unsureReminderIsAnnounced, at: truth.now,
      "\(what) of \(occurrence.name) is unsure, and the time is known")
  }

  private mutating func judgeAgreement(
    _ isUnsure: Bool, _ occurrence: Occurrence, _ what: String, _ truth: Truth
  ) {
    guard let present, present.occurrence == occurrence, present.isUnsure != isUnsure else {
      return
    }
    fail(
      .unsureReminderIsAnnounced, at: truth.now,
      "\(occurrence.name) is announced unsure or not, and \(what) says otherwise")
  }

  /// One dose under two dates is one. Its call by the calendar clock counts if it came no longer
  /// before its time than it is of use.
  private mutating func judgeAgain(_ occurrence: Occurrence, _ truth: Truth) {
    let id = occurrence.reminder
    guard let call = calls.last(where: { $0.occurrence.reminder == id && !$0.isAsked }) else {
      return
    }
    // Later calls count by the same clock as this one.
    calls.removeAll { $0.occurrence.reminder == id }
    guard call.isPlain, !hasLied, !isChanged,
      !truth.household.zone.changes(within: 36, of: truth.wall),
      let reminder = row.last(where: { $0.id == id }), !reminder.isOnDemand
    else { return }
    let lead = Int64(occurrence.due.count) - call.minute
    if Double(lead + UnsureCallChecker.slack + 1) < reminder.usefulMinutes(occurrence.due) {
      fail(
        .reminderIsAskedOnce, at: truth.now,
        "\(occurrence.name) is announced, and was under the date of a wrong calendar clock")
    }
  }

  private mutating func judge(_ notice: Notice, _ truth: Truth) {
    switch notice.matter {
    case .reminder(.due(let occurrence)):
      judgeAgreement(notice.isTimeUnsure, occurrence, "its mail", truth)
    case .reminder(.missed(let occurrence)):
      guard trustedAt == nil else { return }
      fail(
        .unsureReminderIsAnnounced, at: truth.now,
        "\(occurrence.name) is said to be missed, and no clock was trusted")
    case .reminder(.unsure(let unsure)): judge(unsure, truth)
    default: break
    }
  }

  private mutating func judge(_ unsure: UnsureReminder, _ truth: Truth) {
    let occurrence = unsure.occurrence
    // A clock that led and was put right is another matter than a calendar clock.
    guard !hasLied else { return }
    guard !corrected.contains(occurrence) else {
      return fail(
        .unsureReminderIsSetRight, at: truth.now, "\(occurrence.name) is corrected a second time")
    }
    corrected.append(occurrence)
    if let correctedAt, correctedAt < truth.now {
      fail(
        .unsureReminderIsSetRight, at: truth.now,
        "\(occurrence.name) is corrected \((truth.now - correctedAt).count) ms after the first one")
    }
    correctedAt = correctedAt ?? truth.now
    guard let call = calls.last(where: { $0.occurrence == occurrence }) else {
      if !earlier.contains(occurrence), !announced.contains(occurrence) {
        fail(
          .unsureReminderIsSetRight, at: truth.now,
          "\(occurrence.name) is corrected, and no calendar clock announced it")
      }
      return
    }
    guard call.isPlain, !isChanged else { return }
    let off = Int64(unsure.announced.count) - call.minute
    if off.magnitude > UInt64(UnsureCallChecker.slack) {
      fail(
        .unsureReminderIsSetRight, at: truth.now,
        "\(occurrence.name) is corrected to a minute that is \(off) off")
    }
    // Minutes are cut off, so it may name an earlier one, and none that had not come.
    let span = truth.wall.milliseconds - call.at.milliseconds
    let lead = UnsureCallChecker.lead + span / UnsureCallChecker.drift
    guard off > 0, (call.at.milliseconds + lead) / 60_000 == call.at.milliseconds / 60_000 else {
      return
    }
    fail(
      .unsureReminderIsSetRight, at: truth.now,
      "\(occurrence.name) is corrected to a minute that came after its call")
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .clocksGood(false) = change { hasLied = true }
  }
}
