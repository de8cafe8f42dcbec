import HAL
import Simulator

/// A true path: straight legs at a steady pace, and stops.
struct Route: Sendable {
  private struct Corner {
    var milliseconds: Int64
    var place: Point
  }

  private var corners: [Corner]

  init(from start: Point = Point()) { corners = [Corner(milliseconds: 0, place: start)] }

  var duration: Milliseconds { Milliseconds(corners[corners.count - 1].milliseconds) }
  private var end: Point { corners[corners.count - 1].place }

  mutating func stay(_ span: Milliseconds) {
    corners.append(Corner(milliseconds: duration.count + span.count, place: end))
  }

  mutating func go(to place: Point, at speed: MetresPerSecond) {
    let seconds = (place - end).distance.value / speed.value
    corners.append(
      Corner(milliseconds: duration.count + Int64((seconds * 1000).rounded()), place: place))
  }

  /// Appends the corners of the other route, which begins where this one ends.
  mutating func follow(_ other: Route) {
    let before = duration.count
    corners += other.corners.dropFirst().map {
      Corner(milliseconds: before + $0.milliseconds, place: $0.place)
    }
  }

  /// Place and speed; before the start and after the end it stands.
  func truth(at milliseconds: Int64) -> Receiver.Truth {
    guard milliseconds > 0 else { return Receiver.Truth(place: corners[0].place) }
    var low = 0
    var high = corners.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if corners[middle].milliseconds <= milliseconds { low = middle } else { high = middle }
    }
    guard high < corners.count else { return Receiver.Truth(place: end) }
    let (a, b) = (corners[low], corners[high])
    let way = b.place - a.place
    let span = Double(b.milliseconds - a.milliseconds)
    let part = Double(milliseconds - a.milliseconds) / span
    return Receiver.Truth(
      place: Point(north: a.place.north + part * way.north, east: a.place.east + part * way.east),
      velocity: Point(north: way.north / span * 1000, east: way.east / span * 1000))
  }

  /// The times at which the truth leaves the circle and is clearly home again, to a tenth of a second.
  func excursions(radius: Double) -> [TrueExcursion] {
    var found: [TrueExcursion] = []
    var isOut = truth(at: 0).place.distance.value > radius
    var isHome = !isOut
    for tenth in 0...duration.count / 100 {
      let distance = truth(at: tenth * 100).place.distance.value
      if !isOut, isHome, distance > radius {
        found.append(TrueExcursion(left: tenth * 100))
        (isOut, isHome) = (true, false)
      } else if isOut, distance <= radius - TrueExcursion.homeDepth {
        if !found.isEmpty { found[found.count - 1].home = tenth * 100 }
        (isOut, isHome) = (false, true)
      }
    }
    return found
  }
}

/// The wearer truly went out.
struct TrueExcursion: Sendable {
  /// Metres inside the edge that count as home.
  static let homeDepth = 10.0
  /// Milliseconds of the trace.
  var left: Int64
  /// Nil: not before the end.
  var home: Int64?
  /// Whoever only brushes the edge from outside is not clearly home.
  var isHomeClear = true
}
