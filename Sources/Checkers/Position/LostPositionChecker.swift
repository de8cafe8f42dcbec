import Device
import HAL

/// `position.lost` comes 30 s after the last good fix was measured, within a second, and not before. A
/// position that is there again is told, too.
///
/// A fix is good without a doubt if nothing is wrong with the receiver. Any fix with a position may be
/// good, unless it repeats an epoch.
struct LostPositionChecker: Checker {
  var violation: Violation?

  private static let after = Milliseconds.seconds(30)
  private static let within = Milliseconds.seconds(1)
  /// Fixes without a fault after which the position counts. A jump back is held for 20 s, and late
  /// epochs settle in 30 s.
  private static let regained = 120

  private var lastSure: Instant?
  private var lastPossible: Instant?
  private var isLost = false
  /// Whether the position is lost by the device's word, and by its screen; and the fixes without a
  /// fault since then.
  private var isSaidLost = false
  private var isShownLost = false
  private var fixesSinceLost = 0
  /// Fixes without a fault, one after the other.
  private var sureFixes = 0

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    lookForSilence(truth.now)
    guard fix.hasPosition else { return }
    // A device that has just started does not know it.
    if fix.isRepeated, lastPossible != nil {
      sureFixes = 0
      fixesSinceLost = 0
      return
    }
    let measured = truth.now + Milliseconds(-fix.age.count)
    lastPossible = max(lastPossible ?? measured, truth.now)
    if fix.isFlawless(truth) {
      sureFixes += 1
      fixesSinceLost += 1
      // A jump back from a fault is held for 20 s.
      if sureFixes > 60 {
        lastSure = measured
        isLost = false
      }
      if isSaidLost || isShownLost, fixesSinceLost > LostPositionChecker.regained {
        fail(
          .lostPositionIsTold, at: truth.now,
          "\(fixesSinceLost) good fixes, and the position is still lost")
      }
    } else {
      sureFixes = 0
      fixesSinceLost = 0
    }
  }

  private mutating func lookForSilence(_ now: Instant) {
    guard let lastPossible, !isLost else { return }
    let most = LostPositionChecker.after.count + LostPositionChecker.within.count
    if (now - lastPossible).count > most {
      fail(
        .lostPositionIsTold, at: now,
        "no position for \((now - lastPossible).count / 1000) s, and nothing said")
    }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: self = LostPositionChecker(violation: violation)
    case .deadline: break
    default: lookForSilence(event.at)
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .position(.lost):
      isLost = true
      isSaidLost = true
      fixesSinceLost = 0
      guard let lastSure, let lastPossible, lastSure >= lastPossible + Milliseconds(-1000) else {
        return
      }
      let gap = (truth.now - lastSure).count
      let least = LostPositionChecker.after.count - LostPositionChecker.within.count
      if gap < least {
        fail(.lostPositionIsTold, at: truth.now, "lost \(gap) ms after a good fix")
      }
    case .position(.regained):
      isLost = false
      isSaidLost = false
    case .show(let page):
      isShownLost = page == .positionLost
      if isShownLost { fixesSinceLost = 0 }
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { self = LostPositionChecker(violation: violation) }
  }
}

/// A position that is lost where it matters reaches the caregivers. While an exit is open they hear of
/// it at once; within 50 m of the edge, inside or outside, after 15 minutes. It is told again after 15
/// minutes at the earliest.
///
/// It judges only if nothing was wrong with the receiver up to its last fix, and nobody is with the wearer. Where the
/// profile names hours of the watch, it judges an open exit alone, which goes on after them.
struct LostNearEdgeChecker: Checker {
  var violation: Violation?

  private static let lost = Milliseconds.seconds(30)
  private static let patience = Milliseconds.seconds(15 * 60)
  private static let calm = Milliseconds.seconds(15 * 60)
  private static let slack = Milliseconds.seconds(3)
  /// A metre less than the 50 that the documents name.
  private static let near = 49.0
  private static let enough = 90

  private var good = 0
  private var lastFix: Instant?
  /// The last fix lies so many metres inside the edge; negative: outside.
  private var depth = 0.0
  private var isOut = false
  private var isAccompanied = false
  private var told: Instant?
  /// A loss that an earlier life told, on the device's clock of this one: the time without power counts for nothing.
  private var toldBefore: Instant?
  /// The loss has no date, or nothing of the time since may be on the medium: it was told at the start of this life.
  private var isUnstored = false
  private var cutAt: Instant?
  /// Another circle has come since it was told, and may put the place outside: that is told at once.
  private var isCircleNew = false
  /// Signs of life are a minute apart.
  private static let sign = Milliseconds.seconds(60)

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    guard fix.hasPosition else { return }
    let isGood = fix.isFlawless(truth) && (fix.eph?.value ?? 0) <= 200
    good = isGood ? good + 1 : 0
    lastFix = truth.now
    depth = truth.radius.value - fix.distance.value
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted:
      forget()
      if let toldBefore, let cutAt {
        self.toldBefore =
          isUnstored ? truth.now : toldBefore + (truth.now - cutAt) + LostNearEdgeChecker.sign
      }
      cutAt = nil
    case .storage(let error): if error != nil { isUnstored = true }
    // Another circle, or other hours.
    case .setting: (good, isCircleNew) = (0, true)
    default: judge(truth)
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .perimeter(.left): isOut = true
    case .perimeter(.returned): isOut = false
    case .company(.accompanied(let until)), .store(.accompanied(let until, _, _, _)):
      isAccompanied = until != nil
      isOut = false
      good = 0
    case .outbox(.queued(let notice)) where notice.matter == .position(.lost):
      if let told, !isCircleNew, truth.now - told < LostNearEdgeChecker.calm + .seconds(-1) {
        fail(
          .lostPositionIsTold, at: truth.now,
          "a lost position is told again after \((truth.now - told).count / 1000) s")
      }
      (told, isCircleNew) = (truth.now, false)
      if truth.isStorageGood { isUnstored = notice.made == nil }
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut:
      toldBefore = told ?? toldBefore
      cutAt = truth.now
      forget()
    case .recordsLost: isUnstored = true
    default: break
    }
  }

  /// Company outlives a power cut, and so does what was told.
  private mutating func forget() {
    self = LostNearEdgeChecker(
      violation: violation, isAccompanied: isAccompanied, toldBefore: toldBefore,
      isUnstored: isUnstored, cutAt: cutAt)
  }

  private mutating func judge(_ truth: Truth) {
    guard good >= LostNearEdgeChecker.enough, let lastFix, !isAccompanied, truth.isPowered,
      truth.hasProfile, isOut || truth.household.watch.isEmpty, truth.household.accompanied == nil,
      isOut || depth < LostNearEdgeChecker.near
    else { return }
    if let told, told >= lastFix { return }
    var by = lastFix + LostNearEdgeChecker.lost
    if !isOut { by = by + LostNearEdgeChecker.patience }
    if let told = told ?? toldBefore { by = max(by, told + LostNearEdgeChecker.calm) }
    guard truth.now > by + LostNearEdgeChecker.slack else { return }
    fail(
      .lostPositionIsTold, at: truth.now,
      "no position for \((truth.now - lastFix).count / 1000) s, \(Int(depth)) m from the edge, and "
        + "nobody is told")
  }
}
