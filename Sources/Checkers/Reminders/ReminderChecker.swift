import Device
import HAL

/// ALZ-5, ALZ-6: every reminder due while powered is announced at its minute; one missed while off is
/// announced on return or reported as missed.
///
/// `ReminderDebts` reckons the due times. `ReminderOnceChecker`, which this checker owns, judges that
/// nothing is asked for twice.
struct ReminderChecker: Checker {
  var violation: Violation?

  /// Two calls nearer than this may be of one dose.
  private static let sameDose = Milliseconds.seconds(4 * 3600)
  private static let day: Int64 = 86_400_000

  private var unsureCalls: [(reminder: UInt16, at: Instant)] = []
  /// The reminder on the page.
  private var shown: Occurrence?
  private var clock = ClockSense()
  private var list = ReminderList()
  private var debts = ReminderDebts()
  private var once = ReminderOnceChecker()
  /// The device trusts its clock; and in this life it has gone by a calendar clock before that.
  private var isTrusted = false
  private var wasUnsure = false
  /// The last sign of life before this one.
  private var aliveBefore: Int64?
  /// It has trusted one in this life; and a calendar clock has spoken in it.
  private var wasTrusted = false
  private var hasCalendar = false

  mutating func see(_ fix: FixSighting, _ truth: Truth) { clock.see(fix, truth.now) }

  mutating func see(_ event: Event, _ truth: Truth) {
    clock.follow(truth)
    judge(at: event.at)
    judgePage(at: event.at)
    switch event.kind {
    case .booted:
      clock.boot(at: event.at)
      (isTrusted, wasUnsure, wasTrusted, hasCalendar) = (false, false, false, false)
      list.clear()
      debts.clear()
      if !truth.isStorageGood { forget() }
    case .restored(let record):
      if !truth.isStorageGood { keep(record, isRestored: true) }
    case .clock(_, .ntp): clock.hearNetwork(truth)
    case .clock(_, .rtc): hasCalendar = true
    case .setting(let setting):
      let time: ReminderList.Time = wasTrusted ? .known : hasCalendar ? .unclear : .unknown
      let before = list
      if list.take(setting, at: event.at, wasAlive: debts.alive != nil, time: time) {
        once.adopt(list, after: before, at: event.at)
        debts.adopt(at: event.at, clock, list, once)
      }
    default: break
    }
    once.see(event, clock, list)
    debts.walk(at: event.at, clock, list, once)
    takeViolation()
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .store(let record):
      if case .alive(let wall, _, _) = record { clock.claim(wall, truth) }
      keep(record, isRestored: false)
    case .clock(.trusted):
      if !wasTrusted { aliveBefore = debts.alive }
      (isTrusted, wasTrusted) = (true, true)
    case .clock(.untrusted): isTrusted = false
    case .reminder(.due(let occurrence, _, let call, let isUnsure)):
      if isUnsure {
        wasUnsure = true
        unsureCalls.removeAll { $0.reminder == occurrence.reminder }
        unsureCalls.append((occurrence.reminder, truth.now))
      }
      if call != .again { once.forgive(occurrence, list, debts.calendar, at: truth.now, clock) }
      once.call(occurrence, call, at: truth.now, clock, list)
      // Another checker judges announcements by a calendar clock.
      if call != .again, !isUnsure { judge(occurrence, call, at: truth.now) }
      debts.settle(occurrence)
    case .outbox(.queued(let notice)):
      if case .reminder(.unanswered(let occurrence)) = notice.matter {
        once.tell(occurrence, at: truth.now)
        return takeViolation()
      }
      guard case .reminder(.missed(let occurrence)) = notice.matter else { return }
      // Other minutes are past by a calendar clock.
      guard isTrusted, !wasUnsure else {
        wasUnsure = true
        return debts.settle(occurrence)
      }
      judgeMissed(occurrence, at: truth.now)
      debts.settle(occurrence)
    case .reminder(.acknowledged(let occurrence)): once.confirm(occurrence)
    case .reminder(.snoozed(let occurrence, let until)):
      once.snooze(occurrence, until, at: truth.now, clock, list.limits)
    case .show(let page):
      once.show(page, during: event, at: truth.now)
      if case .reminder(let page) = page { shown = page.occurrence } else { shown = nil }
    default: return
    }
    takeViolation()
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    clock.follow(truth)
    switch change {
    case .powerCut:
      shown = nil
      once.cutPower()
      debts.clear()
    case .end: judge(at: truth.now)
    default: break
    }
    takeViolation()
  }

  private mutating func takeViolation() {
    if violation == nil { violation = once.violation }
  }

  private mutating func forget() {
    debts.alive = nil
    once.memory.clear()
  }

  private mutating func keep(_ record: Record, isRestored: Bool) {
    if case .alive(let wall, _, _) = record { debts.alive = wall.milliseconds }
    once.memory.keep(record, isRestored: isRestored)
  }

  // MARK: Judgement

  private mutating func judge(at now: Instant) {
    guard let late = debts.late(at: now) else { return }
    // An announcement by a calendar clock under another date counts as the same, that of an earlier life too.
    // The time may be known only hours later: then that call was near the minute itself.
    let minute = debts.calendar.reached(late.occurrence.due) * 60_000
    let called = unsureCalls.contains {
      let apart = (clock.wall(at: $0.at) - minute).magnitude
      return $0.reminder == late.occurrence.reminder
        && (now - $0.at < ReminderChecker.sameDose
          || apart < ReminderChecker.sameDose.count.magnitude)
    }
    guard !wasUnsure, !called else { return debts.settle(late.occurrence) }
    fail(
      .reminderIsAnnounced, at: now,
      late.wasMissed
        ? "\(late.occurrence.name) was due while the device was off, and nobody was told"
        : "\(late.occurrence.name) was due and is not announced")
  }

  /// The number of a reminder may be that of another medicine now, which is due at other times.
  private mutating func judgePage(at now: Instant) {
    guard let shown, let entry = list.entry(shown.reminder), !entry.reminder.isOnDemand,
      !list.lists(shown)
    else { return }
    fail(.pageHasACause, at: now, "\(shown.name) is on the page, and is due at other times")
  }

  /// It is announced when it is due, and called late only while it is of use.
  private mutating func judge(_ occurrence: Occurrence, _ call: ReminderCall, at now: Instant) {
    // Another checker judges what the wearer asks for.
    if list.entry(occurrence.reminder)?.reminder.isOnDemand == true { return }
    guard let entry = list.entry(occurrence.reminder), list.lists(occurrence) else {
      return fail(.reminderIsAnnounced, at: now, "\(occurrence.name) is announced and never due")
    }
    if entry.isNewForOnce, entry.since == now, call == .late,
      let other = once.memory.calls(entry, due: occurrence.due, list)
        .first(where: { !once.memory.isFaded($0) })?.occurrence
    {
      fail(
        .reminderIsAskedOnce, at: now,
        "\(occurrence.name) is called, and may be \(other.name), which was called")
    }
    if entry.since == nil, entry.reminder.kind == .medication, call == .late,
      let other = once.memory.calls(near: occurrence.due, besides: list)
        .first(where: { $0.occurrence.due == occurrence.due && !once.memory.isFaded($0) })
    {
      fail(
        .reminderIsAskedOnce, at: now,
        "\(occurrence.name) is called, and \(other.occurrence.name) was called before the restart")
    }
    guard !clock.hasLied else { return }
    judgeAge(occurrence, entry, isLate: entry.reminder.isMedicineForOnce, at: now)
    let late = lateness(occurrence, now)
    let tolerance = clock.tolerance(at: now)
    let least: Int64 = call == .late ? 60_000 : 0
    let most =
      call == .late
      ? Int64(entry.reminder.usefulMinutes(occurrence.due) * 60_000) : 60_000
    if late < least - clock.lead(at: now) || late > most + tolerance {
      fail(
        .reminderIsAnnounced, at: now, "\(occurrence.name) is announced \(late) ms after it was due"
      )
    }
  }

  /// It is reported as missed only when it is of no use any more, or a later one is due.
  private mutating func judgeMissed(_ occurrence: Occurrence, at now: Instant) {
    guard let entry = list.entry(occurrence.reminder), list.lists(occurrence) else {
      return fail(.reminderIsAnnounced, at: now, "\(occurrence.name) is missed and was never due")
    }
    once.forgive(occurrence, list, debts.calendar, at: now, clock)
    if once.memory[occurrence].map({ $0.isCalled && !once.memory.isFaded($0) }) ?? false {
      return fail(.reminderIsAnnounced, at: now, "\(occurrence.name) is missed and was announced")
    }
    guard !clock.hasLied else { return }
    judgeAge(occurrence, entry, isLate: true, at: now)
    let late = lateness(occurrence, now)
    let useful = Int64(entry.reminder.usefulMinutes(occurrence.due) * 60_000)
    guard late <= useful - 1500 else { return }
    if once.mayBeOfLastLife(occurrence, alive: aliveBefore, list, debts.calendar, clock) { return }
    if entry.mayBeLate, !once.memory.calls(entry, due: occurrence.due, list).isEmpty { return }
    let shown = debts.calendar.local(clock.wall(at: now) / 60_000)
    let due = Int64(occurrence.due.count)
    if shown > due, (due + 1...shown).contains(where: { entry.reminder.falls(on: $0) }) { return }
    fail(.reminderIsAnnounced, at: now, "\(occurrence.name) is missed \(late) ms after it was due")
  }

  /// One that is new, or has changed, counts from that very minute on. A new medicine for once counts from a
  /// day before.
  /// - Parameter isLate: so does the word that one is not asked for any more.
  private mutating func judgeAge(
    _ occurrence: Occurrence, _ entry: ReminderList.Entry, isLate: Bool, at now: Instant
  ) {
    guard let since = entry.since, !entry.mayBeOlder else { return }
    let before = lateness(occurrence, now) - (now - since).count
    let most = entry.mayBeLate && isLate ? ReminderChecker.day : 60_000
    if before > most + clock.tolerance(at: now) {
      fail(
        .reminderIsAnnounced, at: now,
        "\(occurrence.name) was due \(before) ms before the reminder was so")
    }
  }

  private func lateness(_ occurrence: Occurrence, _ now: Instant) -> Int64 {
    clock.wall(at: now) - debts.calendar.reached(occurrence.due) * 60_000
  }
}
