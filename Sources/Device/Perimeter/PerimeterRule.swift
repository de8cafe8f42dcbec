import HAL

/// When the wearer counts as outside.
///
/// Each accepted fix is weighed: how far beyond the edge it lies, in units of its own accuracy,
/// times the seconds it stands for. Exit needs a sum that no single fix and no second of jitter
/// can reach; a car reaches it sooner than a walker. The rule and its figures are version 2 of the
/// proposal in the perimeter study, with the offset called "quick": of the studied settings the one
/// that comes nearest to a walking delay of 30 s.
public struct PerimeterRule: Sendable {
  /// What is decided, as opposed to suspected.
  public enum Place: UInt8, Sendable {
    /// Nothing yet: too few fixes since the start.
    case unknown
    case inside
    case outside
  }

  /// What one fix changed.
  public enum Change: Equatable, Sendable {
    case suspected
    case cleared
    /// `initial`: the wearer was outside when the device began to look.
    case left(initial: Bool)
    case returned
  }

  /// Metres beyond the edge at which a fix begins to speak for "outside".
  static let offset = 8.0
  /// The sum at which the wearer has left.
  static let threshold = 40.0
  /// Most that one second can add, and take away.
  static let gain = 4.0
  static let loss = -2.0
  /// Least standard deviation that a fix is believed to have, in metres.
  static let leastSigma = 15.0
  /// An eph above this says no more than this, and a missing one says this (the worst).
  static let worstEph = 50.0
  /// gpsd's eph is 2.45 standard deviations (its GPSD_CONFIDENCE).
  static let ephSigmas = 2.45
  /// One-sided 95 % of a normal distribution, in standard deviations.
  static let marginSigmas = 1.645
  /// A fix speaks for the seconds since the one before it, but not for more than these.
  static let longestStep = 10.0
  /// Fixes that must agree before anything is decided.
  static let fixesNeeded: UInt8 = 3
  /// How far inside the edge, or farther where the receiver may be off by more, and how long, before
  /// the wearer has returned.
  static let returnDepth = 10.0
  static let returnDwell = Milliseconds.seconds(30)

  public private(set) var place = Place.unknown
  public private(set) var isSuspecting = false
  /// Evidence for "outside", 0 to `threshold`.
  public private(set) var evidence = 0.0
  private var outsideFixes: UInt8 = 0
  private var insideFixes: UInt8 = 0
  /// How long the wearer has been back inside.
  private(set) var homeFor = Milliseconds(0)

  public init() {}

  /// Weighs one accepted fix.
  /// - Parameters:
  ///   - distance: from the centre of the perimeter.
  ///   - eph: the receiver's estimate, nil when it gave none.
  ///   - step: time since the accepted fix before, 0 for the first.
  public mutating func weigh(
    distance: Metres, radius: Metres, eph: Metres?, step: Milliseconds
  ) -> Change? {
    let beyond = distance.value - radius.value
    let error = min(eph?.value ?? PerimeterRule.worstEph, PerimeterRule.worstEph)
    let margin = PerimeterRule.marginSigmas * error / PerimeterRule.ephSigmas
    if place == .outside { return weighReturn(beyond: beyond, margin: margin, step: step) }

    let sigma = max(PerimeterRule.leastSigma, error / PerimeterRule.ephSigmas)
    let rate = (beyond - PerimeterRule.offset) / sigma
    let clipped = min(max(rate, PerimeterRule.loss), PerimeterRule.gain)
    let seconds = min(step.seconds, PerimeterRule.longestStep)
    evidence = min(max(evidence + clipped * seconds, 0), PerimeterRule.threshold)
    count(beyond: beyond, rate: rate)

    if evidence >= PerimeterRule.threshold, outsideFixes >= PerimeterRule.fixesNeeded {
      let initial = place == .unknown
      self = PerimeterRule()
      place = .outside
      return .left(initial: initial)
    }
    if !isSuspecting, beyond > max(margin, PerimeterRule.offset) {
      isSuspecting = true
      return .suspected
    }
    if isSuspecting, beyond <= 0, evidence == 0 {
      isSuspecting = false
      return .cleared
    }
    return nil
  }

  /// The caregiver moved the edge. What was decided and announced stays so until fixes say
  /// otherwise; what was only gathered is forgotten.
  public mutating func perimeterChanged() {
    let decided = place
    self = PerimeterRule()
    place = decided
  }

  /// What was decided before a power cut.
  mutating func restore(_ place: Place) {
    self = PerimeterRule()
    self.place = place
  }

  private mutating func count(beyond: Double, rate: Double) {
    if rate > 0 {
      outsideFixes = outsideFixes < 255 ? outsideFixes + 1 : 255
    } else if evidence == 0 {
      outsideFixes = 0
    }
    if beyond > 0 {
      insideFixes = 0
    } else if place == .unknown {
      insideFixes += 1
      if insideFixes >= PerimeterRule.fixesNeeded { place = .inside }
    }
  }

  /// - Parameter margin: how far the receiver may be off, one-sided.
  private mutating func weighReturn(
    beyond: Double, margin: Double, step: Milliseconds
  ) -> Change? {
    let longest = Milliseconds(Int64(PerimeterRule.longestStep * 1000))
    if beyond > 0 {
      homeFor = Milliseconds(0)
      insideFixes = 0
    } else {
      // The first fix at home stands for no time: the wearer may have arrived just now.
      if insideFixes > 0 { homeFor = Milliseconds(homeFor.count + min(step, longest).count) }
      if beyond < -max(PerimeterRule.returnDepth, margin) {
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
  /// What is decided and counted, for the digest.
  var stateWord: UInt64 {
    UInt64(place.rawValue) | (isSuspecting ? 0x100 : 0) | UInt64(outsideFixes) << 16
      | UInt64(insideFixes) << 24
  }
}
