import Device
import HAL

/// ALZ-11: a reminder or a dose prompt that nobody answers reaches the caregiver.
///
/// When the notice is made is judged by `UnansweredReminder` and `UnansweredDose`; `NoticeBook` sees to
/// it that it, and every other notice, comes to its end.
struct UnansweredChecker: Checker {
  var violation: Violation?

  private var reminder = UnansweredReminder()
  private var book = NoticeBook()
  private var dose = UnansweredDose()

  mutating func see(_ event: Event, _ truth: Truth) {
    reminder.see(event, truth)
    book.see(event, truth)
    dose.see(event, truth, hasOK: reminder.hasOK)
    takeViolations()
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    reminder.see(action, truth)
    book.see(action, truth)
    dose.see(action, truth)
    takeViolations()
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    reminder.see(change, truth)
    book.see(change, truth)
    dose.see(change, truth)
    takeViolations()
  }

  private mutating func takeViolations() {
    if violation == nil { violation = reminder.violation ?? book.violation ?? dose.violation }
  }
}
