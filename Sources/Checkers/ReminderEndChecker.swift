import Device
import HAL

/// A reminder leaves the screen once it is of no use and its limit is over, and it calls no more then.
///
/// It judges what this life announced by a clock that is sure, with the settings of its start.
struct ReminderEndChecker: Checker {
  var violation: Violation?

  /// Fixes under way put a clock back by a minute, and minutes are cut off.
  private static let slack = Milliseconds.seconds(180)
  private static let most = 100

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

  mutating func see(_ event: Event, _ truth: Truth) {
    if !truth.areClocksGood { isUnclear = true }
    if let page, truth.isPowered { judge(page, "stays on the screen", truth) }
    switch event.kind {
    case .booted:
      self = ReminderEndChecker(violation: violation)
      (bootedAt, isUnclear) = (truth.now, !truth.areClocksGood)
    case .setting(.begin): (staged, stagedLimits) = ([], Limits())
    case .setting(.reminder(let reminder)): staged.append(reminder)
    case .setting(.limits(let limits)): stagedLimits = limits
    case .setting(.end):
      (row, limits) = (staged, stagedLimits)
      if truth.now > bootedAt { isUnclear = true }
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isUnclear = true
    case .reminder(.due(let occurrence, _, let call, let isUnsure)):
      if call == .again { return judge(occurrence, "calls", truth) }
      calls.removeAll { $0.occurrence == occurrence }
      guard isTrusted, !isUnsure else { return }
      if calls.count > ReminderEndChecker.most { calls.removeFirst() }
      calls.append(Call(occurrence: occurrence, counted: truth.now))
    case .reminder(.snoozed(let occurrence, _)):
      guard let i = calls.firstIndex(where: { $0.occurrence == occurrence }) else { return }
      calls[i].counted = truth.now + .seconds(Int64(max(limits.snooze, 1)) * 60)
    case .show(.reminder(let shown)): page = shown.occurrence
    case .show: page = nil
    default: break
    }
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
