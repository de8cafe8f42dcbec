import Device
import HAL

/// ALZ-5, ALZ-6: every reminder due while powered is announced at its minute; one missed while off is
/// announced on return or reported as missed.
///
/// What is due is reckoned by `ReminderDebts`; that nothing is asked for twice is judged by
/// `ReminderOnceChecker`, which this one leads along.
struct ReminderChecker: Checker {
  var violation: Violation?

  private var clock = ClockSense()
  private var list = ReminderList()
  private var debts = ReminderDebts()
  private var once = ReminderOnceChecker()
  /// The device trusts its clock; and in this life it has gone by a calendar clock before that.
  private var isTrusted = false
  private var wasUnsure = false

  mutating func see(_ fix: FixSighting, _ truth: Truth) { clock.see(fix, truth.now) }

  mutating func see(_ event: Event, _ truth: Truth) {
    clock.follow(truth)
    judge(at: event.at)
    switch event.kind {
    case .booted:
      clock.boot(at: event.at)
      (isTrusted, wasUnsure) = (false, false)
      list.clear()
      debts.clear()
      if !truth.isStorageGood { forget() }
    case .restored(let record):
      if !truth.isStorageGood { keep(record) }
    case .clock(_, .ntp): clock.hearNetwork(truth)
    case .setting(let setting):
      if list.take(setting, at: event.at, wasAlive: debts.alive != nil) {
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
      if case .alive(let wall, _) = record { clock.claim(wall, truth) }
      keep(record)
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isTrusted = false
    case .reminder(.due(let occurrence, _, let call, let isUnsure)):
      if isUnsure { wasUnsure = true }
      once.call(occurrence, call, at: truth.now, clock)
      // By a calendar clock it is judged by another.
      if call != .again, !isUnsure { judge(occurrence, call, at: truth.now) }
      debts.settle(occurrence)
    case .outbox(.queued(let notice)):
      guard case .reminder(.missed(let occurrence)) = notice.matter else { return }
      // By a calendar clock other minutes are past.
      guard isTrusted, !wasUnsure else {
        wasUnsure = true
        return debts.settle(occurrence)
      }
      judgeMissed(occurrence, at: truth.now)
      debts.settle(occurrence)
    case .reminder(.acknowledged(let occurrence)): once.confirm(occurrence)
    case .reminder(.snoozed(let occurrence, let until)):
      once.snooze(occurrence, until, at: truth.now, clock, list.limits)
    case .show(let page): once.show(page, at: truth.now)
    default: return
    }
    takeViolation()
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    clock.follow(truth)
    switch change {
    case .powerCut:
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

  private mutating func keep(_ record: Record) {
    if case .alive(let wall, _) = record { debts.alive = wall.milliseconds }
    once.memory.keep(record)
  }

  // MARK: Judgement

  private mutating func judge(at now: Instant) {
    guard let late = debts.late(at: now) else { return }
    // What a calendar clock announced under another date counts as the same.
    guard !wasUnsure else { return debts.settle(late.occurrence) }
    fail(
      .reminderIsAnnounced, at: now,
      late.wasMissed
        ? "\(late.occurrence.name) was due while the device was off, and nobody was told"
        : "\(late.occurrence.name) was due and is not announced")
  }

  /// It is announced when it is due, and called late only while it is of use.
  private mutating func judge(_ occurrence: Occurrence, _ call: ReminderCall, at now: Instant) {
    guard let entry = list.entry(occurrence.reminder), list.lists(occurrence) else {
      return fail(.reminderIsAnnounced, at: now, "\(occurrence.name) is announced and never due")
    }
    guard !clock.hasLied else { return }
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
    if once.memory[occurrence].map({ $0.isCalled && !once.memory.isFaded($0) }) ?? false {
      return fail(.reminderIsAnnounced, at: now, "\(occurrence.name) is missed and was announced")
    }
    guard !clock.hasLied else { return }
    let late = lateness(occurrence, now)
    let useful = Int64(entry.reminder.usefulMinutes(occurrence.due) * 60_000)
    guard late <= useful - 1500 else { return }
    let shown = debts.calendar.local(clock.wall(at: now) / 60_000)
    let due = Int64(occurrence.due.count)
    if shown > due, (due + 1...shown).contains(where: { entry.reminder.falls(on: $0) }) { return }
    fail(.reminderIsAnnounced, at: now, "\(occurrence.name) is missed \(late) ms after it was due")
  }

  private func lateness(_ occurrence: Occurrence, _ now: Instant) -> Int64 {
    clock.wall(at: now) - debts.calendar.reached(occurrence.due) * 60_000
  }
}

extension Occurrence {
  /// For people who read what did not hold.
  var name: String { "reminder \(reminder) of minute \(due.count)" }
}
