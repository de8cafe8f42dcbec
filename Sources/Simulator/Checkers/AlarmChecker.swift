import Device
import HAL

/// IEC 60601-1-8: a sound of high priority is never masked by a lower one, and goes on until it is answered.
struct AlarmChecker: Checker {
  var violation: Violation?
}
