import HAL

/// The state of the perimeter rule behind the newest fix that counts, for those who ask why.
///
/// Nothing in the core reads it. A replay asks for it after each fix, and explains with it why an exit
/// or a return was announced when it was (docs/lateness.md).
public struct PerimeterEvidence: Equatable, Sendable {
  /// The figure that makes an estimate doubtful.
  public enum Doubt: Sendable {
    /// None: the least error that an estimate is believed to have.
    case least
    case statedAccuracy
    case unknownAccuracy
    /// Positions scatter about the estimate.
    case scatter
  }

  /// The decision of the rule; it is announced only while the perimeter is watched.
  public var place: PerimeterRule.Place
  /// Whether the perimeter is watched now: within its hours, and without company.
  public var isWatched: Bool
  /// Metres of the estimate beyond the edge; negative inside.
  public var beyond: Metres
  /// The same of what a return is judged by: the estimate, or the position without a Doppler speed.
  public var measuredBeyond: Metres
  /// Metres beyond the edge from which an estimate speaks for "outside".
  public var offset: Metres
  /// The likely error of the estimate, 8 m or more.
  public var sigma: Metres
  /// The figure that gives `sigma`.
  public var doubt: Doubt
  /// Evidence that each second adds: -2 to 4.
  public var rate: Double
  /// Evidence that each second would add if the estimate had its least error: -2 to 4.
  public var rateAtBest: Double
  /// The sum of the evidence, 0 to `threshold`, in seconds times `sigma`; 0 behind a decision.
  public var evidence: Double
  /// The sum at which an exit is decided, in seconds times `sigma`; it depends on the sensitivity.
  public var threshold: Double
  /// Enough fixes lie beyond the edge for an exit, and the first since the start were not wild.
  public var fixesAgree: Bool
  /// Time for which the wearer has been back inside, at most 30 s.
  public var homeFor: Milliseconds
  /// Metres inside the edge at which a return is certain enough, 10 m or more.
  public var depth: Metres
}

extension Device {
  /// `perimeterEvidence`, without a copy of the device.
  @inline(never) public mutating func evidenceInPlace() -> PerimeterEvidence? { perimeterEvidence }

  /// Nil before the first fix that counts, and without a perimeter.
  public var perimeterEvidence: PerimeterEvidence? {
    guard let good = filter.lastGood, let perimeter = configuration.perimeter else { return nil }
    let radius = perimeter.radius.value
    let error = PerimeterRule.error(good.eph)
    let beyond = reckoning.estimate.length - radius
    let offset = PerimeterRule.offset(reckoning, perimeter.temper)
    let sigma = PerimeterRule.sigma(reckoning, error)
    let isClaim = sigma == error / PerimeterRule.ephSigmas
    let measured =
      reckoning.hasDoppler ? beyond : perimeter.offset(of: good.place).length - radius
    return PerimeterEvidence(
      place: rule.place, isWatched: isWatching, beyond: Metres(beyond),
      measuredBeyond: Metres(measured), offset: Metres(offset), sigma: Metres(sigma),
      doubt: sigma == PerimeterRule.leastSigma
        ? .least : !isClaim ? .scatter : good.eph == nil ? .unknownAccuracy : .statedAccuracy,
      rate: PerimeterRule.clipped((beyond - offset) / sigma),
      rateAtBest: PerimeterRule.clipped((beyond - offset) / PerimeterRule.leastSigma),
      evidence: rule.evidence, threshold: perimeter.temper.threshold,
      fixesAgree: rule.agreesOnOutside && filter.hasSettled, homeFor: rule.homeFor,
      depth: Metres(max(PerimeterRule.returnDepth, PerimeterRule.margin(error))))
  }
}
