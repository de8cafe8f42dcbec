import HAL

/// Decides whether the wearer counts as outside.
///
/// Each accepted fix has a weight. It is the distance beyond the edge by the estimate
/// (`DeadReckoning`), in units of its likely error, times the seconds the fix stands for. Exit needs a
/// sum that no single fix and no second of jitter can reach; a car reaches it sooner than a walker.
/// Near the edge a position counts less when the wearer was not seen to walk there. The costs, and the
/// other rules that were tried, are in docs/perimeter.md.
public struct PerimeterRule: Sendable {
  /// The decision, as opposed to a suspicion.
  public enum Place: UInt8, Sendable {
    /// Nothing yet: too few fixes since the start.
    case unknown
    case inside
    case outside
  }

  /// A change by one fix.
  public enum Change: Equatable, Sendable {
    case suspected
    case cleared
    /// `initial`: the wearer was outside when the device began to look.
    case left(initial: Bool)
    case returned
  }

  /// Most that one second can add, and take away.
  static let gain = 4.0
  static let loss = -2.0
  /// Least standard deviation that an estimate is believed to have, in metres.
  static let leastSigma = 8.0
  /// The part of the scatter of positions that may be an error of the estimate.
  static let scatterShare = 0.5
  /// An eph above this says no more than this, and a missing one says this (the worst).
  static let worstEph = 50.0
  /// gpsd's eph is 2.45 standard deviations (its GPSD_CONFIDENCE).
  static let ephSigmas = 2.45
  /// One-sided 95 % of a normal distribution, in standard deviations.
  static let marginSigmas = 1.645
  /// A fix speaks for the seconds since the one before it, but not for more than these.
  static let longestStep = 10.0
  /// Fixes that must agree before anything is decided; an exit within less than `moment` asks for more.
  static let fixesNeeded: UInt8 = 3
  static let fixesOfAMoment: UInt8 = 5
  static let moment = Milliseconds.seconds(10)
  /// Evidence of before a gap longer than this counts for nothing: single wild fixes of a night indoors
  /// would add up.
  static let longestGap = Milliseconds.seconds(15 * 60)
  /// The number of first fixes after long gaps that overrules the decision before them.
  static let gapsNeeded: Int8 = 5
  /// Last resort: raw positions beyond the promised distance for this long override the estimate, which
  /// may rest on older fixes. Positions well inside override it sooner.
  static let longestDoubt = Milliseconds.seconds(270)
  static let longestDoubtAtHome = Milliseconds.seconds(150)
  /// Metres inside the edge at which the wearer counts as back, or more if the receiver's error may be
  /// larger; and for how long.
  static let returnDepth = 10.0
  static let returnDwell = Milliseconds.seconds(30)

  /// The decision so far.
  public private(set) var place = Place.unknown
  /// Whether an exit is suspected and not yet decided.
  public private(set) var isSuspecting = false
  private var outsideFixes: UInt8 = 0
  private var insideFixes: UInt8 = 0
  /// First fixes after long gaps that contradict the decision; one that agrees with it takes two away.
  private var gaps: Int8 = 0
  /// Evidence for "outside", 0 to the temper's threshold.
  public private(set) var evidence = 0.0
  /// Time between the first of the fixes outside and the last.
  private var outsideFor = Milliseconds(0)
  /// The time for which all positions have contradicted the decision.
  private var doubtedFor = Milliseconds(0)
  /// The time for which the wearer has been back inside.
  private(set) var homeFor = Milliseconds(0)

  public init() {}

  /// Weighs one accepted fix.
  /// - Parameters:
  ///   - place: of the fix, from the centre of the perimeter.
  ///   - reckoning: has followed the fix; begins anew where it was wrong for long.
  ///   - eph: the receiver's estimate, nil when it gave none.
  ///   - step: time since the accepted fix before, 0 for the first.
  ///   - mayLeave: false while the first fixes since a start, or far away behind a gap, may be wild.
  ///     Evidence adds up meanwhile, and waits.
  @_transparent
  mutating func weigh(
    place fix: PlaneVector, _ reckoning: inout DeadReckoning, radius: Double,
    temper: PerimeterTemper, eph: Metres?, step: Milliseconds, mayLeave: Bool
  ) -> Change? {
    let error = PerimeterRule.error(eph)
    let beyond = reckoning.estimate.length - radius
    let fixBeyond = fix.length - radius
    if step > PerimeterRule.longestGap { forgetExit() }
    countGap(
      isOut: fixBeyond > 0, isHome: fixBeyond < -PerimeterRule.depth(PerimeterRule.margin(error)),
      step)
    if place == .outside {
      let margin = PerimeterRule.margin(error)
      let isHome = fixBeyond < -PerimeterRule.depth(margin)
      if doubts(isHome, step, for: PerimeterRule.longestDoubtAtHome)
        || isHome && gaps >= PerimeterRule.gapsNeeded
      {
        reckoning.begin(at: fix)
        self = PerimeterRule()
        place = .inside
        return .returned
      }
      // An estimate from positions alone lags behind a wearer who turns back.
      return weighReturn(
        beyond: reckoning.hasDoppler ? beyond : fixBeyond, margin: margin, step: step)
    }

    let offset = PerimeterRule.offset(reckoning, temper)
    // Nothing is taken away from no evidence, however likely the error is.
    if evidence > 0 || beyond > offset {
      let rate = (beyond - offset) / PerimeterRule.sigma(reckoning, error)
      let seconds = min(step.seconds, PerimeterRule.longestStep)
      evidence = min(
        max(evidence + PerimeterRule.clipped(rate) * seconds, 0), temper.threshold)
    }
    count(beyond: fixBeyond, speaks: beyond > offset, step: step)
    let isBeyond = fixBeyond > temper.promise.value
    let isFar =
      doubts(isBeyond, step, for: PerimeterRule.longestDoubt)
      || isBeyond && gaps >= PerimeterRule.gapsNeeded
    if isFar { reckoning.begin(at: fix) }

    if evidence >= temper.threshold && agreesOnOutside && mayLeave || isFar {
      let initial = place == .unknown
      self = PerimeterRule()
      place = .outside
      return .left(initial: initial)
    }
    if !isSuspecting, beyond > offset, beyond > PerimeterRule.margin(error) {
      isSuspecting = true
      return .suspected
    }
    if isSuspecting, beyond <= 0, evidence == 0 {
      isSuspecting = false
      return .cleared
    }
    return nil
  }

  /// The receiver's error in metres, as its eph has it: at most `worstEph`, which a missing one says.
  @inline(__always)
  static func error(_ eph: Metres?) -> Double {
    min(eph?.value ?? worstEph, worstEph)
  }

  /// Metres by which the receiver may be off, one-sided.
  @inline(__always)
  static func margin(_ error: Double) -> Double { marginSigmas * error / ephSigmas }

  /// Metres inside the edge at which a position is surely at home.
  @inline(__always)
  private static func depth(_ margin: Double) -> Double { max(returnDepth, margin) }

  /// Metres beyond the edge from which an estimate speaks for "outside".
  @inline(__always)
  static func offset(_ reckoning: DeadReckoning, _ temper: PerimeterTemper) -> Double {
    max(temper.walkedOffset, temper.offset - reckoning.walkedOut)
  }

  /// The likely error of an estimate, in metres.
  @inline(__always)
  static func sigma(_ reckoning: DeadReckoning, _ error: Double) -> Double {
    let claimed = error / PerimeterRule.ephSigmas
    return max(
      PerimeterRule.leastSigma, max(claimed, PerimeterRule.scatterShare * reckoning.scatter))
  }

  /// The evidence of one second.
  @inline(__always)
  static func clipped(_ rate: Double) -> Double { min(max(rate, loss), gain) }

  /// The caregiver moved the edge. Decisions and announcements stay until fixes say otherwise; evidence
  /// is forgotten.
  public mutating func perimeterChanged() {
    let decided = place
    self = PerimeterRule()
    place = decided
  }

  /// A suspicion stays until fixes clear it.
  private mutating func forgetExit() {
    evidence = 0
    outsideFixes = 0
    outsideFor = Milliseconds(0)
  }

  /// Restores a decision from before a power cut.
  mutating func restore(_ place: Place) {
    self = PerimeterRule()
    self.place = place
  }

  /// True when positions have contradicted what is decided for long enough.
  @inline(__always)
  private mutating func doubts(
    _ isContradicted: Bool, _ step: Milliseconds, for span: Milliseconds
  ) -> Bool {
    let longest = Milliseconds(Int64(PerimeterRule.longestStep * 1000))
    doubtedFor =
      isContradicted
      ? Milliseconds(doubtedFor.count &+ min(step, longest).count) : Milliseconds(0)
    return doubtedFor >= span
  }

  var agreesOnOutside: Bool {
    outsideFixes >= PerimeterRule.fixesOfAMoment
      || outsideFixes >= PerimeterRule.fixesNeeded && outsideFor >= PerimeterRule.moment
  }

  /// No more than one stray moment after a long gap speaks for an exit.
  var restsOnStrays: Bool {
    gaps == 1 && outsideFixes < PerimeterRule.fixesNeeded && outsideFor < PerimeterRule.moment
  }

  /// Fixes beyond the edge have come for a while.
  var lastsOutside: Bool {
    outsideFixes >= PerimeterRule.fixesNeeded && outsideFor >= PerimeterRule.moment
  }

  @inline(__always)
  private mutating func countGap(
    isOut: Bool, isHome: @autoclosure () -> Bool, _ step: Milliseconds
  ) {
    let isAway = place == .outside
    if isOut == isAway {
      gaps = max(gaps - 2, 0)
    } else if step > PerimeterRule.longestGap, isAway ? isHome() : isOut {
      gaps = min(gaps + 1, PerimeterRule.gapsNeeded)
    }
  }

  @inline(__always)
  private mutating func count(beyond: Double, speaks: Bool, step: Milliseconds) {
    // An estimate outside with all positions inside is no reason to wake anybody.
    if speaks, beyond > 0 {
      if outsideFixes > 0, outsideFor < PerimeterRule.moment {
        outsideFor = Milliseconds(outsideFor.count &+ step.count)
      }
      outsideFixes = outsideFixes < 255 ? outsideFixes + 1 : 255
    } else if evidence == 0 {
      outsideFixes = 0
      outsideFor = Milliseconds(0)
    }
    if beyond > 0 {
      insideFixes = 0
    } else if place == .unknown {
      insideFixes += 1
      if insideFixes >= PerimeterRule.fixesNeeded { place = .inside }
    }
  }

  /// - Parameter margin: how far the receiver may be off, one-sided.
  @inline(__always)
  private mutating func weighReturn(
    beyond: Double, margin: Double, step: Milliseconds
  ) -> Change? {
    let longest = Milliseconds(Int64(PerimeterRule.longestStep * 1000))
    if beyond > 0 {
      homeFor = Milliseconds(0)
      insideFixes = 0
    } else {
      // The first fix at home stands for no time, nor does the first one after a long gap. The wearer
      // may have arrived just now.
      if insideFixes > 0, step <= PerimeterRule.longestGap {
        homeFor = Milliseconds(homeFor.count + min(step, longest).count)
      }
      if beyond < -PerimeterRule.depth(margin) {
        insideFixes = insideFixes < 255 ? insideFixes + 1 : 255
      }
    }
    guard homeFor >= PerimeterRule.returnDwell, insideFixes >= PerimeterRule.fixesNeeded else {
      return nil
    }
    self = PerimeterRule()
    place = .inside
    return .returned
  }
}

extension PerimeterRule {
  /// Decisions and counts, for the digest.
  var stateWord: UInt64 {
    UInt64(place.rawValue) | (isSuspecting ? 0x100 : 0) | UInt64(outsideFixes) << 16
      | UInt64(insideFixes) << 24 | UInt64(UInt8(bitPattern: gaps)) << 32
  }
}
