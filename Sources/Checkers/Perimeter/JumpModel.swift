import HAL

/// A model of which positions count, by "Jumps" in docs/perimeter.md.
///
/// It judges positions whose own time is good. Distances are reckoned flat, so that a position on the very
/// limit is left undecided.
struct JumpModel: Sendable {
  enum Verdict {
    case counts
    case held
    /// Too close to a limit for two reckonings to agree.
    case unclear
  }

  private struct Sight {
    var position: Position
    var milliseconds: Int64
  }

  private static let walking = 15.0
  private static let riding = 100.0
  private static let error = 25.0
  private static let agreement = 50.0
  /// Milliseconds for which fixes must agree, and for which each of the first stands at most.
  private static let agreed: Int64 = 20_000
  private static let longest: Int64 = 10_000
  /// Milliseconds after which fixes far away from each other, each behind a gap, are believed, and for
  /// which a gap stands at most.
  private static let patience: Int64 = 60_000
  private static let gap: Int64 = 30_000
  /// Metres a second, and metres, that a walk explains behind a longer gap.
  private static let stroll = (pace: 3.0, most: 100.0)

  /// The newest that counted.
  private var last: Sight?
  /// Metres a second of the last two steps, the newest first.
  private var paces = (0.0, 0.0)
  private var heldFirst: Int64 = 0
  private var held: Sight?
  private var heldFixes = 0
  /// Milliseconds for which fixes have followed the first, or the first far away behind a gap.
  private var looked: Int64 = 0
  /// Milliseconds since the first far away behind a gap, while those run; nil: there was none.
  private var doubted: Int64?

  /// The first fixes were not wild, nor those behind the last gap.
  var mayLeave: Bool { looked >= JumpModel.agreed }

  mutating func judge(
    _ position: Position, at milliseconds: Int64, speed: MetresPerSecond?, eph: Metres?
  ) -> Verdict {
    let now = Sight(position: position, milliseconds: milliseconds)
    guard let last else {
      self.last = now
      return .counts
    }
    let error = eph.flatMap { $0.value > 0 && $0.value.isFinite ? $0.value : nil }
    let slack = min(JumpModel.error, error ?? JumpModel.error)
    let said = speed.flatMap { (0...JumpModel.riding).contains($0.value) ? $0.value : nil } ?? 0
    let known = max(said, min(paces.0, paces.1)) * 1.5
    let limit = min(JumpModel.riding, max(JumpModel.walking, known))
    let seconds =
      Double(max(0, (held == nil ? milliseconds : heldFirst) - last.milliseconds)) / 1000
    let moved = Ground.way(from: last.position, to: position).length
    switch JumpModel.compare(moved, slack + limit * seconds) {
    case nil: return .unclear
    case true?:
      let isGap = seconds * 1000 > Double(JumpModel.longest)
      let ride = min(paces.0, paces.1) > JumpModel.stroll.pace ? known : said * 1.5
      let walk = JumpModel.stroll.pace * seconds
      let way = max(ride * seconds, mayLeave ? min(JumpModel.stroll.most, walk) : walk)
      guard let isNear = isGap ? JumpModel.compare(moved, slack + way) : true else {
        return .unclear
      }
      look(max(0, milliseconds - last.milliseconds), isNear: isNear)
      if seconds > 0 {
        paces = (min(JumpModel.riding, moved / seconds), paces.0)
      } else {
        paces.1 = paces.0
      }
      held = nil
      self.last = now
      return .counts
    case false?: return wait(now, slack)
    }
  }

  /// - Parameter step: milliseconds since the newest that counted.
  private mutating func look(_ step: Int64, isNear: Bool) {
    if mayLeave { doubted = nil }
    let most = isNear ? JumpModel.gap : JumpModel.longest
    if let before = doubted { doubted = before + min(step, most) }
    if isNear {
      if !mayLeave { looked += min(step, JumpModel.longest) }
    } else {
      let since = doubted ?? 0
      doubted = since
      looked = since >= JumpModel.patience ? JumpModel.agreed : 0
    }
  }

  private mutating func wait(_ now: Sight, _ slack: Double) -> Verdict {
    guard let before = held else { return hold(now) }
    let seconds = Double(max(0, now.milliseconds - before.milliseconds)) / 1000
    let moved = Ground.way(from: before.position, to: now.position).length
    guard let agrees = JumpModel.compare(moved, slack + JumpModel.agreement * seconds) else {
      return .unclear
    }
    guard agrees else { return hold(now) }
    heldFixes += 1
    held = now
    guard heldFixes >= 3, now.milliseconds - heldFirst >= JumpModel.agreed else { return .held }
    let pace = seconds > 0 ? min(JumpModel.riding, moved / seconds) : 0
    paces = (pace, pace)
    held = nil
    last = now
    if !mayLeave { looked = 0 }
    return .counts
  }

  private mutating func hold(_ now: Sight) -> Verdict {
    held = now
    heldFirst = now.milliseconds
    heldFixes = 1
    return .held
  }

  /// Whether it is at most the limit; nil: the two reckonings may differ.
  private static func compare(_ metres: Double, _ limit: Double) -> Bool? {
    let doubt = 0.1 + 0.002 * limit
    return (metres - limit).magnitude < doubt ? nil : metres < limit
  }
}
