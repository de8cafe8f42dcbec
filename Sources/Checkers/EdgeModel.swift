import Device
import HAL

/// Who is out, as "The rule" in docs/perimeter.md decides it.
struct EdgeModel: Sendable {
  enum Decision: Equatable {
    case suspected
    case cleared
    case left
    case returned
  }

  /// Nil: nothing is decided yet.
  private(set) var isOut: Bool?
  /// From 0 to the threshold.
  private(set) var evidence = 0.0
  private var isSuspecting = false
  private var beyond = (fixes: 0, milliseconds: Int64(0))
  private var inside = (fixes: 0, milliseconds: Int64(0))
  private var contradicted: Int64 = 0

  mutating func decide(_ isOut: Bool) { self = EdgeModel(isOut: isOut) }

  /// What is decided, and nothing that was gathered.
  var forgotten: EdgeModel { EdgeModel(isOut: isOut) }

  /// - Parameter step: milliseconds since the fix before.
  mutating func weigh(
    _ place: Way, _ walk: inout WalkModel, _ household: Household, eph: Metres?, step: Int64
  ) -> Decision? {
    let claim = eph.flatMap { $0.value.isFinite && $0.value > 0 ? $0.value : nil }
    let error = min(50, claim ?? 50) / 2.45
    let margin = 1.645 * error
    let radius = household.radius.value
    let counted = min(step, 10_000)
    if isOut == true {
      return goHome(place, &walk, radius: radius, margin: margin, counted)
    }
    let figures = household.temper.figures
    let ahead = walk.estimate.length - radius
    let farther = place.length - radius
    let offset = max(figures.least, figures.offset - walk.walkedOut)
    let rate = (ahead - offset) / max(8, error, walk.uncertainty)
    let gain = min(4, max(-2, rate)) * Double(counted) / 1000
    evidence = min(figures.threshold, max(0, evidence + gain))
    count(farther, rate, step)
    contradicted = farther > household.temper.promised ? contradicted + counted : 0
    let isContradicted = contradicted >= 270_000
    if isContradicted { walk.begin(at: place) }
    let agrees = beyond.fixes >= 5 || beyond.fixes >= 3 && beyond.milliseconds >= 10_000
    if isContradicted || agrees && evidence >= figures.threshold {
      decide(true)
      return .left
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

  private mutating func goHome(
    _ place: Way, _ walk: inout WalkModel, radius: Double, margin: Double, _ counted: Int64
  ) -> Decision? {
    let farther = place.length - radius
    let depth = max(10, margin)
    contradicted = farther < -depth ? contradicted + counted : 0
    if contradicted >= 150_000 {
      walk.begin(at: place)
      decide(false)
      return .returned
    }
    let ahead = walk.hasSpeed ? walk.estimate.length - radius : farther
    if ahead > 0 {
      inside = (0, 0)
      return nil
    }
    if inside.fixes > 0 { inside.milliseconds += counted }
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

  /// So many metres beyond the edge, as docs/perimeter.md promises them.
  var promised: Double {
    switch self {
    case .calm: 45
    case .normal: 30
    case .quick: 20
    }
  }
}
