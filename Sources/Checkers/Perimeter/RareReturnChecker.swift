import Device
import HAL

/// A wearer who was outside, and whose receiver gives single positions only, is back by the fifth
/// of them deep inside.
///
/// Each comes more than 15 minutes after the one before. Judged where nothing was wrong with the
/// positions before the darkness, because a wild one may hold back the next.
struct RareReturnChecker: Checker {
  var violation: Violation?

  /// A second more than the 15 minutes.
  private static let gap = Milliseconds.seconds(15 * 60 + 1)
  private static let fixesNeeded = 5
  private static let steady = 60
  /// An eph of 50 m asks for a place 34 m inside the edge.
  private static let coarsest = 50.0
  private static let deep = 37.0

  /// An exit that this life announced is not over.
  private var isOut = false
  private var good = 0
  private var rare = 0
  private var measured: Instant?

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    judge(truth.now)
    guard fix.hasPosition, !fix.isRepeated else { return }
    let now = truth.now + Milliseconds(-fix.age.count)
    let isRare = measured.map { now - $0 > RareReturnChecker.gap } ?? false
    measured = now
    if !isRare { good = fix.isFlawless(truth) ? good + 1 : 0 }
    let depth = truth.radius.value - fix.distance.value
    let isClear = fix.isTimeGood && truth.areClocksGood
    guard isOut, isClear, good >= RareReturnChecker.steady, depth > 1 else {
      rare = 0
      return
    }
    let isDeep = depth > RareReturnChecker.deep && isFine(fix.eph)
    if isRare, isDeep { rare += 1 }
  }

  private func isFine(_ eph: Metres?) -> Bool {
    eph.map { $0.value <= RareReturnChecker.coarsest } ?? true
  }

  private mutating func judge(_ now: Instant) {
    guard rare >= RareReturnChecker.fixesNeeded else { return }
    rare = 0
    fail(
      .returnIsAnnounced, at: now,
      "five positions at home, a quarter of an hour apart, and the wearer is not back")
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: self = RareReturnChecker(violation: violation)
    // The count begins anew with another circle, and an exit without any circle is over.
    case .setting(.end):
      rare = 0
      if !truth.hasProfile || !truth.isProfileGood { isOut = false }
    // Its answer is still to come.
    case .fix: break
    default: judge(event.at)
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .perimeter(.left): (isOut, rare) = (true, 0)
    case .perimeter(.returned), .company(.accompanied), .store(.accompanied):
      (isOut, rare) = (false, 0)
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { self = RareReturnChecker(violation: violation) }
  }
}
