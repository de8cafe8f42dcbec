import Device
import HAL

/// Another circle while nobody knows where the wearer is: a place that now lies outside is told at
/// once. One that lies near the edge is told after 15 minutes, and a circle that is saved again
/// begins no new wait.
///
/// Judged after good positions only, while nobody is with the wearer and the watch has no hours.
struct CircleChecker: Checker {
  var violation: Violation?

  private static let patience = Milliseconds.seconds(15 * 60)
  private static let calm = Milliseconds.seconds(15 * 60)
  private static let slack = Milliseconds.seconds(3)
  /// Metres inside the edge up to which a place is near it, less two in which the reckonings may
  /// differ.
  private static let near = 48.0
  private static let outside = -2.0
  private static let enough = 90
  /// Farther north or south the flat reckoning does not hold; in 1e-7 degrees.
  private static let polar: Int32 = 800_000_000

  /// Good fixes, one after the other, and the place of the last.
  private var good = 0
  private var place: Position?
  private var household: Household?
  private var isAccompanied = false
  /// The position is lost, by the device's word, and nobody was told of it.
  private var isLost = false
  /// The loss is told by then; nil: it need not be.
  private var due: Instant?
  /// No loss of this life is told within a quarter of an hour behind one that was told before.
  private var calmUntil = Instant.start

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    guard fix.hasPosition else { return judge(truth) }
    let isGood = fix.isFlawless(truth) && (fix.eph?.value ?? 0) <= 200
    good = isGood ? good + 1 : 0
    place = fix.position
    (isLost, due) = (false, nil)
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted:
      forget()
      // An earlier life may have told of a loss just now.
      calmUntil = truth.now + CircleChecker.calm
    case .restored(.accompanied(let until, _, _, _)): isAccompanied = until != nil
    case .setting(.end):
      judge(truth)
      adopt(truth)
    case .setting: break
    default: judge(truth)
    }
  }

  private mutating func adopt(_ truth: Truth) {
    let (before, current) = (household, truth.household)
    guard truth.hasProfile, truth.isProfileGood, current.watch.isEmpty,
      current.accompanied == nil, current.home.latitudeE7.magnitude < CircleChecker.polar
    else { return stop() }
    household = current
    guard let before, isLost,
      before.home != current.home || before.radius != current.radius
        || before.temper != current.temper
    else { return }
    guard let depth, depth < CircleChecker.near else {
      due = nil
      return
    }
    let now = truth.now
    var next = depth < CircleChecker.outside ? now : now + CircleChecker.patience
    next = max(next, calmUntil)
    due = due.map { min($0, next) } ?? next
  }

  /// Metres of the last position inside the edge.
  private var depth: Double? {
    guard let household, let place, good >= CircleChecker.enough, !isAccompanied else {
      return nil
    }
    let distance = Ground.way(from: household.home, to: place).length
    return distance < Ground.flat ? household.radius.value - distance : nil
  }

  private mutating func judge(_ truth: Truth) {
    guard let due, truth.isPowered, truth.now > due + CircleChecker.slack else { return }
    self.due = nil
    fail(
      .lostPositionIsTold, at: truth.now,
      "another circle came while the position was lost, and nobody is told in time")
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .position(.lost):
      isLost = true
      guard let depth, depth < CircleChecker.near else { return }
      due = max(truth.now + CircleChecker.patience, calmUntil)
    case .position(.regained): (isLost, due) = (false, nil)
    case .outbox(.queued(let notice)) where notice.matter == .position(.lost):
      (isLost, due) = (false, nil)
      calmUntil = truth.now + CircleChecker.calm
    case .company(.accompanied(let until)), .store(.accompanied(let until, _, _, _)):
      isAccompanied = until != nil
      stop()
    default: break
    }
  }

  /// The circle is judged again after the next good positions.
  private mutating func stop() { (good, household, isLost, due) = (0, nil, false, nil) }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { forget() }
  }

  /// Company outlives a power cut.
  private mutating func forget() {
    self = CircleChecker(violation: violation, isAccompanied: isAccompanied)
  }
}
