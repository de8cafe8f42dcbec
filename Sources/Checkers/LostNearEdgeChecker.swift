import Device
import HAL

/// A position that is lost where it matters reaches the caregivers: at once while an exit is open, after
/// 15 minutes within 50 m of the edge, inside or outside; then not again for 15 minutes.
///
/// Judged where nothing was wrong with the receiver up to its last fix, and nobody is with the wearer.
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

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    guard fix.hasPosition else { return }
    let isGood = fix.isFlawless(truth) && (fix.eph?.value ?? 0) <= 200
    good = isGood ? good + 1 : 0
    lastFix = truth.now
    depth = truth.radius.value - fix.distance.value
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: forget()
    // Another circle, or other hours.
    case .setting: good = 0
    default: judge(truth)
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .perimeter(.left): isOut = true
    case .perimeter(.returned): isOut = false
    case .company(.accompanied(let until)), .store(.accompanied(let until, _)):
      isAccompanied = until != nil
      isOut = false
      good = 0
    case .outbox(.queued(let notice)) where notice.matter == .position(.lost): told = truth.now
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { forget() }
  }

  /// Company outlives a power cut.
  private mutating func forget() {
    self = LostNearEdgeChecker(violation: violation, isAccompanied: isAccompanied)
  }

  private mutating func judge(_ truth: Truth) {
    guard good >= LostNearEdgeChecker.enough, let lastFix, !isAccompanied, truth.isPowered,
      truth.hasProfile, truth.household.watch.isEmpty, truth.household.accompanied == nil,
      isOut || depth < LostNearEdgeChecker.near
    else { return }
    if let told, told >= lastFix { return }
    var by = lastFix + LostNearEdgeChecker.lost
    if !isOut { by = by + LostNearEdgeChecker.patience }
    if let told { by = max(by, told + LostNearEdgeChecker.calm) }
    guard truth.now > by + LostNearEdgeChecker.slack else { return }
    fail(
      .lostPositionIsTold, at: truth.now,
      "no position for \((truth.now - lastFix).count / 1000) s, \(Int(depth)) m from the edge, and "
        + "nobody is told")
  }
}
