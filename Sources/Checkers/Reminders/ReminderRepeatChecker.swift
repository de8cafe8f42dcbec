import Device
import HAL

/// ALZ-5: a reminder that nobody has answered is announced again every five minutes until a caregiver is told. One that
/// was put off comes back at its time. After a restart an open one is called at once, as soon as the time is known.
/// So is a medicine that left the list unanswered and comes back while it is of use, or a caregiver is told.
struct ReminderRepeatChecker: Checker {
  var violation: Violation?

  private static let interval = Milliseconds.seconds(5 * 60)
  private static let slack = Milliseconds.seconds(70)

  private struct Open: Sendable {
    var occurrence: Occurrence
    /// It is called again then; nil: once the time is known.
    var next: Instant?
    /// It was put off to that moment.
    var rests: Instant?
    /// It is of no use any more after that.
    var ends: Instant
    var isMedicine: Bool
    /// The medium has its call.
    var isStored = false
  }

  private var clock = ClockSense()
  private var list = ReminderList()
  private var calendar = ReminderCalendar()
  private var open: [Open] = []
  /// Medicines that have left the list unanswered.
  private var left: [Open] = []
  private var hasOK = false
  private var isTrusted = false

  mutating func see(_ fix: FixSighting, _ truth: Truth) { clock.see(fix, truth.now) }

  mutating func see(_ event: Event, _ truth: Truth) {
    follow(truth)
    judge(truth)
    switch event.kind {
    case .booted(let boot):
      clock.boot(at: event.at)
      list.clear()
      hasOK = boot.keys.contains(.ok)
      isTrusted = false
      if !hasOK || !truth.isStorageGood { forget() }
      for i in open.indices { open[i].next = nil }
    case .keys(let keys): if !keys.contains(.ok) { (hasOK, open, left) = (false, [], []) }
    case .clock(_, .ntp): clock.hearNetwork(truth)
    case .setting(let setting):
      let before = list
      guard list.take(setting, at: event.at, wasAlive: true) else { return }
      calendar.take(list.zone)
      // One that is changed begins anew.
      let isFirst = before.entries.isEmpty
      left += open.filter { $0.isMedicine && $0.isStored && !list.lists($0.occurrence) }
      open.removeAll { entry in
        let now = list.entry(entry.occurrence.reminder)?.reminder
        return !list.lists(entry.occurrence)
          || !isFirst && now != before.entry(entry.occurrence.reminder)?.reminder
      }
      takeBack(event.at)
    default: break
    }
  }

  private mutating func follow(_ truth: Truth) {
    clock.follow(truth)
    if clock.hasLied || !truth.areClocksGood { forget() }
  }

  private mutating func forget() { (open, left) = ([], []) }

  private mutating func takeBack(_ now: Instant) {
    for var entry in left where list.lists(entry.occurrence) {
      guard list.entry(entry.occurrence.reminder)?.reminder.kind == .medication else { continue }
      (entry.next, entry.rests) = (isTrusted ? now : nil, nil)
      open.append(entry)
    }
    left.removeAll { list.lists($0.occurrence) || $0.ends < now }
  }

  private mutating func judge(_ truth: Truth) {
    guard truth.isPowered, isTrusted, clock.sureSince != nil else { return }
    let now = truth.now
    open.removeAll { $0.ends + Milliseconds(-ReminderRepeatChecker.slack.count) < now }
    for entry in open {
      guard let next = entry.next, now - next > ReminderRepeatChecker.slack else { continue }
      fail(
        .reminderIsAnnounced, at: now,
        "\(entry.occurrence.name) is not answered, and not called again")
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .store(.alive(let wall, _, _)): clock.claim(wall, truth)
    case .clock(.trusted): trust(truth.now)
    case .clock(.untrusted): isTrusted = false
    case .reminder(.due(let occurrence, _, let call, let isUnsure)):
      announce(occurrence, call, isUnsure, truth)
    case .store(.reminder(let occurrence, .announced, _)):
      for i in open.indices where open[i].occurrence == occurrence { open[i].isStored = true }
    // The power may go between the record and the event.
    case .store(.reminder(let occurrence, .snoozed, at: let until)):
      // A calendar clock that nobody vouches for may be off: its hour says nothing, and the pause counts.
      let pause =
        isTrusted
        ? Milliseconds(until.milliseconds - clock.wall(at: truth.now))
        : .seconds(Int64(max(list.limits.snooze, 1)) * 60)
      let rests = truth.now + pause
      for i in open.indices where open[i].occurrence == occurrence {
        (open[i].next, open[i].rests) = (rests, rests)
      }
    // This judge ends where the caregiver is told. A stored answer counts, although the power may
    // go before it shows.
    case .reminder(.acknowledged(let occurrence)), .reminder(.answered(let occurrence, _)),
      .reminder(.missed(let occurrence)), .store(.reminder(let occurrence, .acknowledged, _)),
      .store(.reminder(let occurrence, .answered, _)):
      open.removeAll { $0.occurrence == occurrence }
    default: break
    }
  }

  private mutating func trust(_ now: Instant) {
    isTrusted = true
    for i in open.indices where open[i].next == nil {
      open[i].next = max(now, open[i].rests ?? now)
    }
  }

  private mutating func announce(
    _ occurrence: Occurrence, _ call: ReminderCall, _ isUnsure: Bool, _ truth: Truth
  ) {
    let now = truth.now
    if call == .again {
      for i in open.indices where open[i].occurrence == occurrence {
        (open[i].next, open[i].rests) = (now + ReminderRepeatChecker.interval, nil)
      }
      return
    }
    open.removeAll { $0.occurrence.reminder == occurrence.reminder }
    left.removeAll { $0.occurrence.reminder == occurrence.reminder }
    guard hasOK, !isUnsure, isTrusted, clock.sureSince != nil, truth.isStorageGood,
      let reminder = list.entry(occurrence.reminder)?.reminder, !reminder.isOnDemand
    else { return }
    let wall = clock.wall(at: now)
    let due = calendar.reached(occurrence.due) * 60_000
    let useful = Int64(reminder.usefulMinutes(occurrence.due) * 60_000)
    open.append(
      Open(
        occurrence: occurrence, next: now + ReminderRepeatChecker.interval, rests: nil,
        ends: now + Milliseconds(min(due, wall) + useful - wall),
        isMedicine: reminder.kind == .medication))
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    follow(truth)
    switch change {
    case .powerCut:
      isTrusted = false
      for i in open.indices { open[i].next = nil }
    case .recordsLost: forget()
    default: break
    }
  }
}
