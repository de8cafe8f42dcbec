import Device
import HAL

/// DIA-3, DIA-8: no dose is proposed that is unsafe, or other than what an independent reckoning gives.
struct DoseChecker: Checker {
  var violation: Violation?
}
