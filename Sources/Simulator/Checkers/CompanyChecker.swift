import Device
import HAL

/// "Accompanied until" always ends.
struct CompanyChecker: Checker {
  var violation: Violation?
}
