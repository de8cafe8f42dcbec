import Device
import HAL

/// ALZ-11: a reminder or a dose prompt that nobody answers reaches the caregiver.
struct UnansweredChecker: Checker {
  var violation: Violation?
}
