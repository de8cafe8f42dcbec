import Device
import HAL

/// A device to which no clock speaks for fifteen minutes after its start says so, and tells the caregivers.
/// It says so once.
struct UntrustedClockChecker: Checker {
  var violation: Violation?

  private static let patience = Milliseconds.seconds(15 * 60)
  /// A loop that wakes late says it late.
  private static let slack = Milliseconds.seconds(5 * 60)

  private var bootedAt = Instant.start
  /// Receiver or network have said a time in this life, right or wrong.
  private var hasHeard = false
  private var isSaid = false
  private var isTold = false

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    // An epoch that comes late says a time, too, and nobody sees that it is wrong.
    if fix.hasTime || fix.age.count > 0 && fix.time?.isDated == true { hasHeard = true }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    if truth.now - bootedAt > UntrustedClockChecker.patience + UntrustedClockChecker.slack {
      judge(truth)
    }
    switch event.kind {
    case .booted: (bootedAt, hasHeard, isSaid, isTold) = (truth.now, false, false, false)
    case .clock(_, .ntp): hasHeard = true
    default: break
    }
  }

  private mutating func judge(_ truth: Truth) {
    guard truth.isPowered, !hasHeard else { return }
    if !isSaid {
      isSaid = true
      fail(.clockIsRight, at: truth.now, "no clock has spoken for 15 minutes, and no event says so")
    } else if !isTold, truth.hasProfile, truth.household.reachesSomebody {
      isTold = true
      fail(.clockIsRight, at: truth.now, "no clock has spoken for 15 minutes, and nobody is told")
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.untrusted):
      if !hasHeard, isSaid || truth.now - bootedAt < UntrustedClockChecker.patience {
        fail(.clockIsRight, at: truth.now, "that no clock speaks is said too early, or again")
      }
      isSaid = true
    case .outbox(.queued(let notice)):
      if notice.matter == .clock(.untrusted) { isTold = true }
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    // A start begins the fifteen minutes anew.
    if case .powerCut = change { hasHeard = true }
  }
}
