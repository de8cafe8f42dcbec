import Device
import HAL
import Words

/// The true crossing of the edge, by the smoothed track, beside the announcement of it.
///
/// docs/lateness.md has the method, so that others can compute the same.
public struct CrossingVerdict: Sendable {
  /// The crossing of the smoothed track.
  public struct Crossing: Sendable {
    /// The moment by the device's own clock.
    public var at: Instant
    /// The same as the trace tells the time.
    public var time = WallTime(milliseconds: 0)
    /// The truth lies so near to it, either way, in 95 of 100 crossings.
    public var uncertainty: Milliseconds
    /// Metres east and north of the centre.
    var place: GroundPoint
  }

  /// The reason why there is no crossing to tell.
  public enum Lack: Sendable {
    /// The positions begin on the far side of the edge.
    case fromStart
    /// The smoothed track stays on the near side.
    case notCrossed
    /// It lies farther back than `CrossingFinder.mostFixes`.
    case forgotten
  }

  /// A cause with its seconds, whole ones that add up to the lateness.
  public struct Part: Equatable, Sendable {
    public var cause: LatenessCause
    public var seconds: Int

    public init(_ cause: LatenessCause, seconds: Int) {
      (self.cause, self.seconds) = (cause, seconds)
    }
  }

  /// True for a return.
  public var isReturn: Bool
  public var crossing: Crossing?
  public var lack: Lack?
  /// The moment of the announcement, by the device's own clock.
  var announcedAt: Instant?
  /// The span from the crossing to the announcement; negative when the crossing came later. Nil without one.
  public var late: Milliseconds?
  /// Metres of the smoothed track past the edge when it was announced: outward for an exit, inward
  /// for a return. Nil without a position at that time.
  public var beyond: Metres?
  public var parts: [Part] = []
  /// The positions that a chart of it shows.
  var close: [CloseSample] = []
}

/// One counted position near a crossing.
struct CloseSample: Sendable {
  var at: Instant
  var distance: Double
  var smoothed: Double
  /// Nil before the rule has an estimate.
  var estimate: Double?
  var eph: Double?
  /// The part of the evidence, or of the stay inside, that is there: 0 to 1.
  var share: Double
}

extension CrossingVerdict {
  /// One sentence about the seconds of the lateness, which add up to it.
  public func why(in language: Language) -> String {
    switch lack {
    case .fromStart: return language.crossingFromStart(isReturn: isReturn)
    case .notCrossed: return language.crossingMissing
    case .forgotten: return language.crossingForgotten
    case nil: break
    }
    let seconds = Int((late?.seconds ?? 0).rounded())
    if seconds < 0 { return language.whyEarly(seconds: -seconds) }
    return language.why(parts.map { ($0.cause, $0.seconds) })
  }

  /// The crossing and its cause, without the full stop.
  /// - Parameter clock: shows the crossing's time of the day.
  func sentence(in language: Language, clock: LocalClock) -> String {
    guard let crossing, let late else { return why(in: language) }
    let facts = language.crossed(
      at: clock.read(crossing.time).time, uncertainty: crossing.uncertainty, late: late,
      beyond: beyond, isReturn: isReturn)
    return facts + ": " + why(in: language)
  }
}
