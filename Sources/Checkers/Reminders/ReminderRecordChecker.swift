import Device
import HAL

/// A call of a reminder is written down in its very moment, one that comes late, too. Otherwise a restart would call it
/// a second time, or let the limit begin anew. Call and page say what the reminder is by the settings in force: a
/// medicine goes before a task, and sounds otherwise.
struct ReminderRecordChecker: Checker {
  var violation: Violation?

  private var list = ReminderList()
  /// Calls of this event that are not written down yet.
  private var unwritten: [Occurrence] = []
  private var page: ReminderPage?

  mutating func see(_ event: Event, _ truth: Truth) {
    if let occurrence = unwritten.first {
      fail(
        .reminderIsAskedOnce, at: truth.now,
        "\(occurrence.name) is announced, and nothing is written down")
    }
    unwritten = []
    if let page { judge(page.occurrence, page.kind, "on the page", truth) }
    switch event.kind {
    case .booted:
      list.clear()
      page = nil
    case .setting(let setting): _ = list.take(setting, at: event.at, wasAlive: true)
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .reminder(.due(let occurrence, let kind, let call, _)):
      judge(occurrence, kind, "called", truth)
      if call != .again { unwritten.append(occurrence) }
    case .store(.reminder(let occurrence, .announced, _)),
      .store(.reminder(let occurrence, .announcedUnsure, _)):
      unwritten.removeAll { $0 == occurrence }
    case .show(.reminder(let shown)): page = shown
    case .show: page = nil
    default: break
    }
  }

  private mutating func judge(
    _ occurrence: Occurrence, _ kind: Reminder.Kind, _ what: String, _ truth: Truth
  ) {
    // Another checker judges what is of no reminder of the settings.
    guard let reminder = list.entry(occurrence.reminder)?.reminder, reminder.kind != kind else {
      return
    }
    fail(
      .pageHasACause, at: truth.now,
      "\(occurrence.name) is \(what) as \(kind), and the settings say \(reminder.kind)")
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    // The power goes between a call and its record.
    if case .powerCut = change { (unwritten, page) = ([], nil) }
  }
}
