import Device
import HAL

/// The device decides who is out as the rule of docs/perimeter.md does, fix by fix.
///
/// Judged from a start without a memory up to the first fix that something is wrong with, and while nobody is with the
/// wearer. What both reckon differs in the last digits, so that one may come a fix after the other.
struct EdgeModelChecker: Checker {
  var violation: Violation?

  /// Farther north or south the flat reckoning does not hold; in 1e-7 degrees.
  private static let polar: Int32 = 800_000_000
  private static let coarsest = 200.0
  /// Fixes by which one may lag behind the other.
  private static let lag = 2
  /// Who stands on the line is suspected by the one and not by the other for longer.
  private static let lagOfSuspicion = 60

  private struct Waiting {
    var decision: EdgeModel.Decision
    var isOwn: Bool
    var fixes = 0
  }

  private var walk = WalkModel()
  private var edge = EdgeModel()
  /// When the fix before was measured.
  private var measured: Int64?
  /// Nil: not judged until the next start.
  private var household: Household?
  private var waiting: Waiting?
  private var isStarting = false

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted:
      self = EdgeModelChecker(violation: violation, isStarting: true)
    // What a life before this one decided is not known here.
    case .restored(.place), .restored(.outbox(.notice)), .restored(.accompanied): isStarting = false
    case .setting(.end): adopt(truth)
    default: break
    }
  }

  private mutating func adopt(_ truth: Truth) {
    let current = truth.household
    guard let household else {
      let isPlain = current.watch.isEmpty && current.accompanied == nil
      let isFlat = current.home.latitudeE7.magnitude < EdgeModelChecker.polar
      if isStarting, isPlain, isFlat, truth.hasProfile, truth.isProfileGood,
        measured == nil
      {
        self.household = current
      }
      return
    }
    guard current.watch.isEmpty, current.accompanied == nil, truth.isProfileGood else {
      return stop()
    }
    self.household = current
    if household.home != current.home || household.radius != current.radius
      || household.temper != current.temper
    {
      // What is decided stays so; what was gathered was gathered about another circle.
      walk = WalkModel()
      edge = edge.forgotten
    }
  }

  private mutating func stop() {
    household = nil
    isStarting = false
  }

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    guard let household, fix.hasPosition, let position = fix.position else { return }
    guard !fix.isRepeated else { return stop() }
    if let eph = fix.eph, eph.value.isFinite, eph.value > EdgeModelChecker.coarsest { return }
    guard fix.isFlawless(truth) else { return stop() }
    let now = truth.now.milliseconds - fix.age.count
    let step = max(0, now - (measured ?? now))
    measured = now
    let place = Ground.way(from: household.home, to: position)
    walk.go(
      to: place, speed: fix.speed, course: fix.course, seconds: Double(step) / 1000,
      isOut: edge.isOut == true)
    late(truth.now)
    if let decision = edge.weigh(place, &walk, household, eph: fix.eph, step: step) {
      meet(decision, isOwn: true, truth.now)
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    guard household != nil else { return }
    switch action {
    case .perimeter(.suspected): meet(.suspected, isOwn: false, truth.now)
    case .perimeter(.cleared): meet(.cleared, isOwn: false, truth.now)
    case .perimeter(.left): meet(.left, isOwn: false, truth.now)
    case .perimeter(.returned): meet(.returned, isOwn: false, truth.now)
    case .company(.accompanied), .store(.accompanied): stop()
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { stop() }
  }

  /// The one decides, and the other has to within some fixes.
  private mutating func meet(_ decision: EdgeModel.Decision, isOwn: Bool, _ now: Instant) {
    guard let other = waiting else {
      waiting = Waiting(decision: decision, isOwn: isOwn)
      return
    }
    if other.decision == decision, other.isOwn != isOwn {
      waiting = nil
    } else if other.decision.isSuspicion, other.isOwn == isOwn {
      // What was a matter of centimetres is overtaken by what follows.
      waiting = decision.isSuspicion ? nil : Waiting(decision: decision, isOwn: isOwn)
    } else {
      complain(other, now)
    }
  }

  private mutating func late(_ now: Instant) {
    guard var other = waiting else { return }
    other.fixes += 1
    waiting = other
    let lag = other.decision.isSuspicion ? EdgeModelChecker.lagOfSuspicion : EdgeModelChecker.lag
    if other.fixes > lag { complain(other, now) }
  }

  private mutating func complain(_ waiting: Waiting, _ now: Instant) {
    let (who, other) = waiting.isOwn ? ("the rule", "the device") : ("the device", "the rule")
    fail(
      .edgeFollowsItsRule, at: now, "\(who) has it \(waiting.decision), and \(other) has not")
    stop()
  }
}

extension EdgeModel.Decision {
  fileprivate var isSuspicion: Bool { self == .suspected || self == .cleared }
}
