import Device
import HAL

/// A device that starts where an earlier life ended outside or at an unknown place misses a position
/// in time, and not before. Two losses lie 15 minutes with power apart, also over a restart.
///
/// The life of a wearer who was outside misses it after 30 s. One of an unknown place counts 15
/// minutes from its start. Where the life before had lacked one for five minutes at its end, they
/// count from that last position, and two minutes remain at least. A life whose wearer was deep inside
/// misses nobody, at whatever hour the watch begins.
struct RestartLossChecker: Checker {
  var violation: Violation?

  // All in milliseconds.
  private static let lost: Int64 = 30_000
  private static let patience: Int64 = 15 * 60_000
  private static let aWhile: Int64 = 5 * 60_000
  private static let settles: Int64 = 2 * 60_000
  /// A life is taken up within five seconds of the start.
  private static let resumes: Int64 = 5000
  private static let slack: Int64 = 2000
  /// Metres inside the edge that lie deep: 50, and some in which the reckonings may differ.
  private static let deep = 55.0

  /// The records of earlier lives, while they come in.
  private var earlier: EarlierLoss?
  /// The notice of a missing position comes between these; nil: none need come.
  private var due: (least: Instant, most: Instant)?
  /// No loss is told before.
  private var calmUntil: Instant?
  /// The earlier life ended deep inside, and no position has come since.
  private var isAtHome = false

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    judge(truth)
    if fix.hasPosition { (due, isAtHome) = (nil, false) }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    judge(truth)
    switch event.kind {
    case .booted:
      forget()
      earlier = EarlierLoss()
    case .restored(let record): earlier?.take(record)
    case .setting(.end):
      // Another circle or other hours may have begun.
      (due, isAtHome, calmUntil) = (nil, false, nil)
      if let earlier { takeUp(earlier, truth) }
      earlier = nil
    case .setting: break
    // The life is taken up before its profile has come.
    default: earlier = nil
    }
  }

  private mutating func takeUp(_ earlier: EarlierLoss, _ truth: Truth) {
    let start = truth.now
    if let since = earlier.sinceTold {
      calmUntil = start + Milliseconds(RestartLossChecker.patience - since)
    }
    let household = truth.household
    isAtHome =
      truth.hasProfile && truth.isProfileGood && isDeep(earlier, household) && !earlier.isOpen
    guard truth.isStorageGood, truth.hasProfile, household.watch.isEmpty,
      household.accompanied == nil, !earlier.isAccompanied, !earlier.isOpen,
      !earlier.isKnown || earlier.place == .outside && earlier.isAnotherLoss
    else { return }
    // The board may take its time to take the life up.
    let wait: Int64
    switch earlier.place {
    case .inside: return
    case .outside: wait = RestartLossChecker.lost
    case .unknown:
      let dark = earlier.dark ?? 0
      let waited = dark < RestartLossChecker.aWhile ? 0 : dark
      wait = max(RestartLossChecker.patience - waited, RestartLossChecker.settles)
    }
    let by = max(start + Milliseconds(wait), calmUntil ?? start)
    due = (
      by + Milliseconds(-RestartLossChecker.slack),
      by + Milliseconds(RestartLossChecker.resumes + RestartLossChecker.slack)
    )
  }

  private func isDeep(_ earlier: EarlierLoss, _ household: Household) -> Bool {
    guard earlier.place == .inside, let last = earlier.last else { return false }
    let distance = Ground.way(from: household.home, to: last).length
    return distance < Ground.flat
      && household.radius.value - distance > RestartLossChecker.deep
  }

  private mutating func judge(_ truth: Truth) {
    guard let due, truth.isPowered, truth.now > due.most else { return }
    self.due = nil
    fail(.lostPositionIsTold, at: truth.now, "no position since a restart, and nobody is told")
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .outbox(.queued(let notice)) where notice.matter == .position(.lost):
      if let calmUntil, truth.now + .seconds(1) < calmUntil {
        fail(
          .lostPositionIsTold, at: truth.now,
          "a lost position is told again within 15 minutes, over a restart")
      }
      if let due, truth.now < due.least {
        fail(.lostPositionIsTold, at: truth.now, "a position is missed too soon after a restart")
      }
      if isAtHome {
        fail(
          .lostPositionIsTold, at: truth.now,
          "a position is missed after a restart, and the last one lay deep inside")
      }
      (due, calmUntil) = (nil, nil)
    // Somebody is at the wearer's side, or no longer.
    case .company(.accompanied), .store(.accompanied): due = nil
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut: forget()
    // The next row of settings may have another circle.
    case .reloaded: due = nil
    default: break
    }
  }

  private mutating func forget() { self = RestartLossChecker(violation: violation) }
}
