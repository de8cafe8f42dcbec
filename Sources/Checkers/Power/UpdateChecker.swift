import Device
import HAL

/// An update ends the device between two alarms only: not while the wearer is outside, has asked for help, or reads
/// more than the time. Nor does it where only the receiver knew the time, and has no position now. The next life would
/// not know the time.
struct UpdateChecker: Checker {
  var violation: Violation?

  /// The device says after 30 s that the position is lost.
  private static let lost = Milliseconds.seconds(60)

  private var isTrusted = false
  private var hasHeardNetwork = false
  private var isOut = false
  private var page: Page?
  /// The last fix with a position.
  private var found: Instant?

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    if fix.hasPosition { found = truth.now }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: self = UpdateChecker(violation: violation)
    case .clock(_, .ntp): hasHeardNetwork = true
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isTrusted = false
    case .perimeter(.left): isOut = true
    case .perimeter(.returned), .company(.accompanied(_?)): isOut = false
    case .show(let shown): page = shown
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    guard change == .updated else { return }
    if isOut {
      fail(.updateWaits, at: truth.now, "the device ends for an update, and the wearer is out")
    }
    if case .help = page {
      fail(
        .updateWaits, at: truth.now, "the device ends for an update, and the page is that of help")
    }
    guard isTrusted, !hasHeardNetwork, let found, truth.now - found > UpdateChecker.lost else {
      return
    }
    fail(
      .updateWaits, at: truth.now,
      "the device ends for an update, and only the receiver knew the time, which has no position for "
        + "\((truth.now - found).count / 1000) s")
  }
}

extension UpdateChecker {
  private init(violation: Violation?) {
    self.init()
    self.violation = violation
  }
}
