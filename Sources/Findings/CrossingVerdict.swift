import Device
import HAL

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
    public var place: GroundPoint
  }

  /// The reason why there is no crossing to tell.
  public enum Lack: String, Sendable {
    /// The positions begin on the far side of the edge.
    case fromStart = "from_start"
    /// The positions under another circle begin on the far side of its edge.
    case circleChanged = "circle_changed"
    /// The smoothed track stays on the near side.
    case notCrossed = "not_crossed"
    /// It lies farther back than `CrossingFinder.mostFixes`.
    case forgotten
    /// No position counted for more than a day, between the near side and the announcement.
    case unrecorded
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
  public var announcedAt: Instant?
  /// The span from the crossing to the announcement; negative when the crossing came later. Nil without one.
  public var late: Milliseconds?
  /// Metres of the smoothed track past the edge when it was announced: outward for an exit, inward
  /// for a return. Nil without a position at that time.
  public var beyond: Metres?
  public var parts: [Part] = []
  /// The positions that a chart of it shows.
  public var close: [CloseSample] = []
}

/// One counted position near a crossing.
public struct CloseSample: Sendable {
  public var at: Instant
  public var distance: Double
  public var smoothed: Double
  /// Nil before the rule has an estimate.
  public var estimate: Double?
  public var eph: Double?
  /// The part of the evidence, or of the stay inside, that is there: 0 to 1.
  public var share: Double
}
