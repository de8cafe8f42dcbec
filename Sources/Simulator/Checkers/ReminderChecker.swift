import Device
import HAL

/// ALZ-5, ALZ-6: every reminder due while powered is announced once; one missed while off is announced on
/// return or reported as missed; none is asked again after it was confirmed.
struct ReminderChecker: Checker {
  var violation: Violation?
}
