import Device
import HAL

/// One position that counted, as the verdict needs it.
struct TrackFix: Sendable {
  var at: Instant
  var position: Position
  /// From the perimeter's centre; known once a verdict asks for it.
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

  /// Root mean square, an axis, of what positions lie off their line; nil for fewer than four.
  static func scatter(_ fixes: ArraySlice<TrackFix>, around moment: Instant) -> Double? {
    guard fixes.count >= 4 else { return nil }
    let line = Line(fixes, around: moment)
    var sum = 0.0
    for fix in fixes {
      let t = (fix.at - moment).seconds
      let (east, north) = (
        fix.place.east - line.east - line.eastward * t,
        fix.place.north - line.north - line.northward * t
      )
      sum += east * east + north * north
    }
    return (sum / Double(2 * fixes.count)).squareRoot()
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
