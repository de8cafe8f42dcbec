import Device
import HAL

/// One position that counted, as the verdict needs it.
struct TrackFix: Sendable {
  var at: Instant
  var position: Position
  /// The place from the perimeter's centre; known once a verdict asks for it.
  var place = GroundPoint(east: 0, north: 0)
  /// Nil when the receiver gave none.
  var eph: Double?
  /// The state of the rule behind it.
  var evidence: PerimeterEvidence?
  /// Positions that did not count, since the one before it.
  var refusedBefore = 0
}

/// Fits lines to positions near a moment.
///
/// A straight walk at an even pace stays as it is, also across the edge; errors that differ from fix to
/// fix become smaller.
enum TrackSmoother {
  /// A fix is smoothed with those up to so far from it in time.
  static let reach = Milliseconds.seconds(5)

  /// The line's place at `moment`: least squares, on each axis.
  static func place(at moment: Instant, of fixes: ArraySlice<TrackFix>) -> GroundPoint {
    let line = Line(fixes, around: moment)
    return GroundPoint(east: line.east, north: line.north)
  }

  /// Root mean square, an axis, of what places lie off the parabola through them; nil for fewer than five.
  /// A bend in the way hardly counts; a position that wanders within a minute does.
  static func wander(_ places: ArraySlice<GroundPoint>, at moments: [Instant]) -> Double? {
    guard places.count >= 5, let first = moments.first else { return nil }
    let t = moments.map { ($0 - first).seconds }
    // One polynomial after the other is made independent of those before it.
    var basis: [[Double]] = []
    for power in 0...2 {
      var column = t.map { t in (0..<power).reduce(1) { value, _ in value * t } }
      for other in basis { column = without(other, in: column) }
      basis.append(column)
    }
    var sum = 0.0
    for axis in [places.map { $0.east }, places.map { $0.north }] {
      let rest = basis.reduce(axis) { without($1, in: $0) }
      sum += rest.reduce(0) { $0 + $1 * $1 }
    }
    return (sum / Double(2 * places.count)).squareRoot()
  }

  /// The part of `column` that is independent of `other`.
  private static func without(_ other: [Double], in column: [Double]) -> [Double] {
    let (product, square) = zip(other, column).reduce((0.0, 0.0)) { sums, pair in
      (sums.0 + pair.0 * pair.1, sums.1 + pair.0 * pair.0)
    }
    guard square > 0 else { return column }
    return zip(other, column).map { $1 - $0 * product / square }
  }

  private struct Line {
    var east: Double
    var north: Double
    /// Metres a second.
    var eastward = 0.0
    var northward = 0.0

    init(_ fixes: ArraySlice<TrackFix>, around moment: Instant) {
      let n = Double(fixes.count)
      var (t, e, m) = (0.0, 0.0, 0.0)
      for fix in fixes {
        t += (fix.at - moment).seconds
        e += fix.place.east
        m += fix.place.north
      }
      (t, e, m) = (t / n, e / n, m / n)
      var (tt, te, tn) = (0.0, 0.0, 0.0)
      for fix in fixes {
        let dt = (fix.at - moment).seconds - t
        tt += dt * dt
        te += dt * (fix.place.east - e)
        tn += dt * (fix.place.north - m)
      }
      if tt > 0 { (eastward, northward) = (te / tt, tn / tt) }
      (east, north) = (e - eastward * t, m - northward * t)
    }
  }
}
