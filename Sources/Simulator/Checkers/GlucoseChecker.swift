import Device
import HAL

/// DIA-8: low glucose is an alarm, and reaches the caregiver.
struct GlucoseChecker: Checker {
  var violation: Violation?
}
