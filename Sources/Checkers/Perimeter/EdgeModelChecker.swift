import Device
import HAL

/// The device decides who is out as the rule of docs/perimeter.md does, fix by fix.
///
/// Judged from a start without a memory up to the first fix whose own time is wrong, and while nobody is
/// with the wearer. The two results differ in the last digits, so that one may come a fix
/// after the other.
struct EdgeModelChecker: Checker {
  var violation: Violation?

  /// Farther north or south the flat reckoning does not hold; in 1e-7 degrees.
  private static let polar: Int32 = 800_000_000
  /// Fixes by which one may lag behind the other.
  private static let lag = 2
  /// Fixes for which the two may differ in their suspicion of a wearer on the very line.
  private static let lagOfSuspicion = 60

  private struct Waiting {
    var decision: EdgeModel.Decision
    var isOwn: Bool
    var fixes = 0
  }

  private var walk = WalkModel()
  private var edge = EdgeModel()
  private var jumps = JumpModel()
  /// The moment at which the newest fix that counts was measured.
  private var measured: Int64?
  /// Nil: not judged until the next start.
  private var household: Household?
  private var waiting: Waiting?
  private var isStarting = false

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted:
      self = EdgeModelChecker(violation: violation, isStarting: true)
    // The decision of an earlier life is not known here.
    case .restored(.place), .restored(.outbox(.notice)), .restored(.accompanied): isStarting = false
    case .setting(.end): adopt(truth)
    // Company by mail goes on although the profile names none any more.
    case .message(.accompanied): if household == nil { isStarting = false }
    default: break
    }
  }

  private mutating func adopt(_ truth: Truth) {
    let current = truth.household
    guard let household else {
      let isPlain = current.watch.isEmpty && current.accompanied == nil
      let isFlat = current.home.latitudeE7.magnitude < EdgeModelChecker.polar
      if isStarting, isPlain, isFlat, truth.hasProfile, truth.isProfileGood {
        self.household = current
      }
      // A profile that is not judged may bring a decision of which the rule here knows nothing.
      if truth.hasProfile { isStarting = false }
      return
    }
    guard current.watch.isEmpty, current.accompanied == nil, truth.isProfileGood else {
      return stop()
    }
    self.household = current
    if household.home != current.home || household.radius != current.radius
      || household.temper != current.temper
    {
      // The decision stays; evidence about another circle does not.
      walk = WalkModel()
      edge = edge.forgotten
    }
  }

  private mutating func stop() {
    household = nil
    isStarting = false
  }

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    // The receiver's own time shows that an epoch comes once more.
    guard fix.hasPosition, let position = fix.position, !fix.isRepeated else { return }
    guard fix.isTimeGood, fix.eph?.value.isFinite != false else { return stop() }
    let now = truth.now.milliseconds - fix.age.count
    switch jumps.judge(position, at: now, speed: fix.speed, eph: fix.eph) {
    case .counts: weigh(fix, at: position, measuredAt: now, truth)
    case .held: return
    case .unclear: stop()
    }
  }

  private mutating func weigh(
    _ fix: FixSighting, at position: Position, measuredAt now: Int64, _ truth: Truth
  ) {
    let step = max(0, now - (measured ?? now))
    measured = now
    // The whole of a household is large.
    guard let home = household?.home, let radius = household?.radius,
      let temper = household?.temper
    else { return }
    let place = Ground.way(from: home, to: position)
    guard place.length < Ground.flat else { return stop() }
    walk.go(
      to: place, speed: fix.speed, course: fix.course, seconds: Double(step) / 1000,
      isOut: edge.isOut == true)
    late(truth.now)
    if let decision = edge.weigh(
      place, &walk, radius.value, temper, eph: fix.eph, step: step, mayLeave: jumps.mayLeave)
    {
      meet(decision, isOwn: true, truth.now)
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    guard household != nil else { return }
    switch action {
    case .perimeter(.suspected): meet(.suspected, isOwn: false, truth.now)
    case .perimeter(.cleared): meet(.cleared, isOwn: false, truth.now)
    case .perimeter(.left(_, let initial)):
      meet(.left(initial: initial), isOwn: false, truth.now)
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
      // A difference of centimetres is overtaken by the next fixes.
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

/// The decision whether the wearer is out, by "The rule" in docs/perimeter.md.
private struct EdgeModel: Sendable {
  enum Decision: Equatable {
    case suspected
    case cleared
    /// `initial`: nothing had been decided before.
    case left(initial: Bool)
    case returned
  }

  /// The evidence for an exit begins anew after a gap of more than 15 minutes.
  private static let gap: Int64 = 900_000

  /// Nil: nothing is decided yet.
  private(set) var isOut: Bool?
  /// Evidence, from 0 to the threshold.
  private(set) var evidence = 0.0
  private var isSuspecting = false
  private var beyond = (fixes: 0, milliseconds: Int64(0))
  private var inside = (fixes: 0, milliseconds: Int64(0))
  private var contradicted: Int64 = 0
  /// First fixes after gaps of more than 15 minutes that contradict the decision. One that agrees with
  /// it takes two away.
  private var gaps = 0

  mutating func decide(_ isOut: Bool) { self = EdgeModel(isOut: isOut) }

  /// The decision without any evidence.
  var forgotten: EdgeModel { EdgeModel(isOut: isOut) }

  /// - Parameters:
  ///   - step: milliseconds since the fix before.
  ///   - mayLeave: false while the first fixes since the start, or far away behind a gap, may be wild.
  mutating func weigh(
    _ place: Way, _ walk: inout WalkModel, _ radius: Double, _ temper: PerimeterTemper,
    eph: Metres?, step: Int64, mayLeave: Bool
  ) -> Decision? {
    let claim = eph.flatMap { $0.value.isFinite && $0.value > 0 ? $0.value : nil }
    let error = min(50, claim ?? 50) / 2.45
    let margin = 1.645 * error
    let counted = min(step, 10_000)
    let isLater = step > EdgeModel.gap
    let isWithin = place.length <= radius
    if isWithin != (isOut == true) {
      gaps = max(gaps - 2, 0)
    } else if isLater, isOut != true || place.length < radius - max(10, margin) {
      gaps = min(gaps + 1, 5)
    }
    if isOut == true {
      return goHome(
        place, &walk, radius: radius, margin: margin, counted, lasts: isLater ? 0 : counted)
    }
    if isLater { (evidence, beyond) = (0, (0, 0)) }
    let figures = temper.figures
    let ahead = walk.estimate.length - radius
    let farther = place.length - radius
    let offset = max(figures.least, figures.offset - walk.walkedOut)
    let rate = (ahead - offset) / max(8, error, walk.uncertainty)
    let gain = min(4, max(-2, rate)) * Double(counted) / 1000
    evidence = min(figures.threshold, max(0, evidence + gain))
    count(farther, rate, step)
    contradicted = farther > temper.promised ? contradicted + counted : 0
    let isContradicted =
      contradicted >= 270_000 || farther > temper.promised && gaps >= 5
    if isContradicted { walk.begin(at: place) }
    let agrees = beyond.fixes >= 5 || beyond.fixes >= 3 && beyond.milliseconds >= 10_000
    if isContradicted || agrees && mayLeave && evidence >= figures.threshold {
      let initial = isOut == nil
      decide(true)
      return .left(initial: initial)
    }
    return suspect(ahead, over: max(margin, offset))
  }

  private mutating func suspect(_ ahead: Double, over margin: Double) -> Decision? {
    if !isSuspecting, ahead > margin {
      isSuspecting = true
      return .suspected
    }
    if isSuspecting, ahead <= 0, evidence == 0 {
      isSuspecting = false
      return .cleared
    }
    return nil
  }

  private mutating func count(_ farther: Double, _ rate: Double, _ step: Int64) {
    if farther > 0, rate > 0 {
      if beyond.fixes > 0, beyond.milliseconds < 10_000 { beyond.milliseconds += step }
      beyond.fixes += 1
    } else if evidence == 0 {
      beyond = (0, 0)
    }
    if farther > 0 {
      inside.fixes = 0
    } else if isOut == nil {
      inside.fixes += 1
      if inside.fixes >= 3 { isOut = false }
    }
  }

  /// - Parameter lasts: milliseconds of the return that the fix stands for.
  private mutating func goHome(
    _ place: Way, _ walk: inout WalkModel, radius: Double, margin: Double, _ counted: Int64,
    lasts: Int64
  ) -> Decision? {
    let farther = place.length - radius
    let depth = max(10, margin)
    contradicted = farther < -depth ? contradicted + counted : 0
    if contradicted >= 150_000 || farther < -depth && gaps >= 5 {
      walk.begin(at: place)
      decide(false)
      return .returned
    }
    let ahead = walk.hasSpeed ? walk.estimate.length - radius : farther
    if ahead > 0 {
      inside = (0, 0)
      return nil
    }
    if inside.fixes > 0 { inside.milliseconds += lasts }
    if ahead < -depth { inside.fixes += 1 }
    guard inside.fixes >= 3, inside.milliseconds >= 30_000 else { return nil }
    decide(false)
    return .returned
  }
}

extension PerimeterTemper {
  /// Metres and a sum, as docs/perimeter.md has them under "The rule".
  fileprivate var figures: (offset: Double, least: Double, threshold: Double) {
    switch self {
    case .calm: (30, 15, 30)
    case .normal: (22, 6, 20)
    case .quick: (14, 4, 10)
    }
  }

  /// Metres beyond the edge that docs/perimeter.md promises.
  var promised: Double {
    switch self {
    case .calm: 45
    case .normal: 30
    case .quick: 20
    }
  }
}
