import Device
import HAL

/// A reminder leaves the screen once it is of no use and its limit is over, and it calls no more then.
///
/// It judges what this life announced by a clock that is sure, with the settings of its start. Whatever steps the clock
/// makes, a call of this life does not go on for longer than its use or its limit.
struct ReminderEndChecker: Checker {
  var violation: Violation?

  /// Fixes under way put a clock back by a minute, and minutes are cut off.
  private static let slack = Milliseconds.seconds(180)
  private static let most = 100
  /// A task is of use for an hour at most, a medicine for two.
  private static let useOfTask = Milliseconds.seconds(60 * 60)
  private static let useOfMedicine = Milliseconds.seconds(120 * 60)

  private struct Call {
    var occurrence: Occurrence
    /// Its limit counts from here.
    var counted: Instant
  }

  private var bootedAt = Instant.start
  private var isTrusted = false
  /// The time or the settings are others than at the announcement.
  private var isUnclear = false
  private var staged: [Reminder] = []
  private var stagedLimits = Limits()
  private var row: [Reminder] = []
  private var limits = Limits()
  private var calls: [Call] = []
  private var page: Occurrence?
  /// First calls of this life, by whatever clock.
  private var waits: [Wait] = []
  /// The longest limit of this life, and not less than five minutes.
  private var longestLimit = Milliseconds.seconds(5 * 60)

  private struct Wait {
    var occurrence: Occurrence
    var use: Milliseconds
    var isUsefulUntil: Instant
    /// The limit counts from here.
    var counted: Instant
    /// A caregiver was told that nobody answered.
    var isTold = false
  }

  private var comeback = ReminderComeback()

  mutating func see(_ event: Event, _ truth: Truth) {
    if !truth.areClocksGood { isUnclear = true }
    // New settings bring their zone with their first row.
    if case .setting = event.kind, truth.now > bootedAt { isUnclear = true }
    if let page, truth.isPowered { judge(page, "stays on the screen", truth) }
    switch event.kind {
    case .booted:
      self = ReminderEndChecker(violation: violation)
      (bootedAt, isUnclear) = (truth.now, !truth.areClocksGood)
    case .setting(.begin): (staged, stagedLimits) = ([], Limits())
    case .setting(.reminder(let reminder)): staged.append(reminder)
    case .setting(.limits(let limits)): stagedLimits = limits
    case .setting(.end):
      comeback = ReminderComeback(from: row, to: staged, at: truth.now)
      (row, limits) = (staged, stagedLimits)
      longestLimit = max(longestLimit, .seconds(Int64(limits.reminderLimit) * 60))
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isUnclear = true
    case .reminder(.due(let occurrence, let kind, let call, let isUnsure)):
      if call == .again {
        takeBack(occurrence, truth)
        judgeSpan(occurrence, truth.now)
        return judge(occurrence, "calls", truth)
      }
      wait(occurrence, kind, truth.now)
      calls.removeAll { $0.occurrence == occurrence }
      guard isTrusted, !isUnsure else { return }
      if calls.count > ReminderEndChecker.most { calls.removeFirst() }
      calls.append(Call(occurrence: occurrence, counted: truth.now))
    case .reminder(.snoozed(let occurrence, _)):
      putOff(occurrence, truth.now)
      guard let i = calls.firstIndex(where: { $0.occurrence == occurrence }) else { return }
      calls[i].counted = truth.now + .seconds(Int64(max(limits.snooze, 1)) * 60)
    case .outbox(.queued(let notice)):
      guard case .reminder(.unanswered(let told)) = notice.matter else { return }
      for i in waits.indices where waits[i].occurrence == told { waits[i].isTold = true }
    case .show(.reminder(let shown)): page = shown.occurrence
    case .show: page = nil
    default: break
    }
  }

  private mutating func wait(_ occurrence: Occurrence, _ kind: Reminder.Kind, _ now: Instant) {
    waits.removeAll { $0.occurrence == occurrence }
    if waits.count > ReminderEndChecker.most { waits.removeFirst() }
    let use =
      kind == .medication ? ReminderEndChecker.useOfMedicine : ReminderEndChecker.useOfTask
    waits.append(Wait(occurrence: occurrence, use: use, isUsefulUntil: now + use, counted: now))
  }

  private mutating func putOff(_ occurrence: Occurrence, _ now: Instant) {
    for i in waits.indices where waits[i].occurrence == occurrence {
      waits[i].counted = now + .seconds(Int64(max(limits.snooze, 1)) * 60)
    }
  }

  /// A pill that the list has again is asked for anew. Another zone may have come with that list, and its minute later.
  /// While a clock lies, nobody can tell how late that is: it is of use for as long as at its first call.
  private mutating func takeBack(_ occurrence: Occurrence, _ truth: Truth) {
    let now = truth.now
    guard comeback.has(occurrence, at: now) else { return }
    let minute = truth.wall.milliseconds / 60_000 + truth.household.zone.offset(at: truth.wall)
    let since = Milliseconds.seconds((minute - Int64(occurrence.due.count)) * 60)
    for i in waits.indices where waits[i].occurrence == occurrence && !waits[i].isTold {
      waits[i].counted = now
      guard since.count >= 0 else { continue }
      let late = truth.areClocksGood ? since.count : 0
      let left = Milliseconds(waits[i].use.count - late)
      waits[i].isUsefulUntil = max(waits[i].isUsefulUntil, now + left)
    }
  }

  /// Steps of the clock move its end along.
  private mutating func judgeSpan(_ occurrence: Occurrence, _ now: Instant) {
    guard let wait = waits.first(where: { $0.occurrence == occurrence }) else { return }
    let end = max(wait.isUsefulUntil, wait.counted + longestLimit)
    guard now > end + ReminderEndChecker.slack else { return }
    fail(
      .pageHasACause, at: now,
      "\(occurrence.name) calls \((now - end).count / 60_000) minutes after it was of use")
  }

  private mutating func judge(_ occurrence: Occurrence, _ what: String, _ truth: Truth) {
    guard !isUnclear, let call = calls.first(where: { $0.occurrence == occurrence }) else { return }
    let limit = Milliseconds.seconds(Int64(max(limits.reminderLimit, 5)) * 60)
    guard truth.now > call.counted + limit + ReminderEndChecker.slack else { return }
    let same = row.filter { $0.id == occurrence.reminder }
    guard same.count == 1, let reminder = same.first, !reminder.isOnDemand else { return }
    // A night that changes the clocks makes the way from one minute to another longer or shorter.
    guard !truth.household.zone.changes(within: 36, of: truth.wall) else { return }
    let minute = truth.wall.milliseconds / 60_000 + truth.household.zone.offset(at: truth.wall)
    let since = Double(minute - Int64(occurrence.due.count))
    guard since > reminder.usefulMinutes(occurrence.due) + 4 else { return }
    fail(
      .pageHasACause, at: truth.now,
      "\(occurrence.name) \(what) \(Int(since)) minutes after its time, and is of no use then")
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut: page = nil
    case .clocksGood(false): isUnclear = true
    default: break
    }
  }
}

extension ReminderEndChecker {
  private init(violation: Violation?) {
    self.init()
    self.violation = violation
  }
}
