import HAL

/// The reason why a fix does not count as the wearer's place.
public enum Refusal: UInt8, Sendable {
  /// Mode 0 or 1.
  case noFix
  /// Mode 2 or 3, but no position that lies on Earth.
  case noPosition
  /// The receiver itself says that it is off by more than 200 m.
  case coarse
  case duplicate
  case backward
  case stale
  case ahead
  /// Held back: the wearer cannot have got there.
  case jump
}

/// A fix that counts.
struct GoodFix: Sendable {
  var position: Position
  var place: EarthVector
  /// The moment at which it was measured, on the device's clock.
  var epoch: Instant
  /// Nil when the receiver gave none, or nonsense.
  var eph: Metres?
  /// Metres a second, 0 or more; nil as above.
  var speed: Double?
  var course: Degrees?

  var motion: Motion? {
    Motion(speed: speed.map { MetresPerSecond($0) }, course: course)
  }
}

/// Decides which fixes count (position validity).
struct FixFilter: Sendable {
  /// A fix whose own estimate is worse than this could be anywhere that matters.
  static let coarsest = 200.0
  /// Consecutive good 3-D fixes with a date after which wall time is believed; gpsd_json(5)
  /// advises three.
  static let fixesForWallTime: UInt8 = 3

  private(set) var timeBase = TimeBase()
  private var jumps = JumpFilter()
  /// The newest fix that counts.
  private(set) var lastGood: GoodFix?
  private var agreeingTimes: UInt8 = 0

  /// False while the first fixes of this life, or the first far away behind a gap, may be wild.
  var hasSettled: Bool { jumps.hasSettled }
  /// The newest fixes lie far from those before a gap, and may be wild.
  var isFarFetched: Bool { jumps.isFarFetched }

  /// Milliseconds since the first of those; 0: they may not be wild.
  var doubtedFor: UInt16 { jumps.doubtedFor }

  /// The newest of the fixes held back, once they have agreed for a while.
  var heldAgreeing: JumpFilter.Step? { jumps.agreeing }

  /// The wall clock by the receiver, once it is to be trusted.
  func wallTime(at instant: Instant) -> WallTime? {
    agreeingTimes >= FixFilter.fixesForWallTime ? timeBase.wallTime(at: instant) : nil
  }

  /// Nil when the fix counts; then it is `lastGood`. It stays in place instead of being returned,
  /// because copying it about cost a quarter of the time of an event.
  @_transparent
  mutating func judge(_ fix: Fix, at now: Instant) -> Refusal? {
    guard fix.mode != .none else {
      // gpsd may report an epoch's fix and then its loss, for each constellation: that is no epoch without a fix.
      let isOfLast = fix.time.map { timeBase.isLast($0) } ?? false
      if agreeingTimes < FixFilter.fixesForWallTime, !isOfLast { agreeingTimes = 0 }
      return .noFix
    }
    guard let position = fix.position else { return .noPosition }
    let eph = FixFilter.meaningful(fix.eph)
    if let eph, eph.value > FixFilter.coarsest { return .coarse }

    var age = Milliseconds(0)
    if let time = fix.time {
      let generation = timeBase.generation
      switch timeBase.judge(time, at: now) {
      case .good(let measured): age = measured
      case .duplicate: return .duplicate
      case .backward: return .backward
      case .stale: return .stale
      case .ahead: return .ahead
      }
      if generation != timeBase.generation { agreeingTimes = 0 }
      if time.isDated, fix.mode == .threeD, agreeingTimes < FixFilter.fixesForWallTime {
        agreeingTimes += 1
      }
    }
    let place = EarthVector(position)
    let epoch = Instant(milliseconds: now.milliseconds &- age.count)
    let speed = FixFilter.meaningful(fix.speed)
    let last = lastGood.map { JumpFilter.Step(place: $0.place, epoch: $0.epoch) }
    guard jumps.admits(place, epoch: epoch, after: last, eph: eph, speed: speed) else {
      return .jump
    }
    lastGood = GoodFix(
      position: position, place: place, epoch: epoch, eph: eph, speed: speed, course: fix.course)
    return nil
  }

  /// Whether a fix counts by itself, whatever came before it.
  static func isUsable(_ fix: Fix) -> Bool {
    fix.mode != .none && fix.position != nil
      && (meaningful(fix.eph).map { $0.value <= coarsest } ?? true)
  }

  /// A zero, negative or infinite estimate is no estimate; the rule then takes the worst.
  private static func meaningful(_ eph: Metres?) -> Metres? {
    guard let eph, eph.value > 0, eph.value <= .greatestFiniteMagnitude else { return nil }
    return eph
  }

  /// A speed that no wearer has is none, too: it would carry the estimate of the place away.
  private static func meaningful(_ speed: MetresPerSecond?) -> Double? {
    guard let value = speed?.value, value >= 0, value <= JumpFilter.speedLimit else { return nil }
    return value
  }

  /// All counters, what is held back and whether the first fixes have agreed, for the digest. The first
  /// fixes at the start and those behind a gap differ.
  var stateWord: UInt64 {
    timeBase.stateWord | UInt64(agreeingTimes) << 41 | UInt64(jumps.heldFixes) << 49
      | (hasSettled ? 1 << 57 : 0) | (isFarFetched ? 1 << 58 : 0)
  }
}

extension Fix {
  /// The receiver has a position, and does not itself say that it is off by more than 200 m.
  public var isUsable: Bool { FixFilter.isUsable(self) }
}
