import Device
import HAL

/// A dose was refused because the profile's file could not be used. It is looked at again once the file reads, also
/// where its figures are the same as before. DIA-8, SAFE-5.
struct KeptRefusalChecker: Checker {
  var violation: Violation?

  /// The device looks at the dose as it takes the settings.
  private static let soon = Milliseconds.seconds(5)

  private var isRefused = false
  /// The device has taken settings that are sure, and the page has said since that they are not.
  private var since: Instant?

  mutating func see(_ event: Event, _ truth: Truth) {
    judge(truth)
    switch event.kind {
    case .booted: (isRefused, since) = (false, nil)
    case .setting(.end): since = isRefused && isSure(truth) ? truth.now : nil
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    guard case .show(let page) = action else { return }
    isRefused = page.isRefusedForProfile
    if !isRefused { since = nil }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { (isRefused, since) = (false, nil) }
  }

  private func isSure(_ truth: Truth) -> Bool { truth.hasProfile && truth.isInsulinSure }

  private mutating func judge(_ truth: Truth) {
    guard let since else { return }
    guard truth.isPowered, isSure(truth) else {
      self.since = nil
      return
    }
    guard truth.now - since > KeptRefusalChecker.soon else { return }
    self.since = nil
    fail(
      .refusalIsTrue, at: truth.now,
      "the profile's file reads again, and a dose is still refused for it")
  }
}

extension Page {
  fileprivate var isRefusedForProfile: Bool {
    if case .dose(.refused(.profileKept)) = self { true } else { false }
  }
}
