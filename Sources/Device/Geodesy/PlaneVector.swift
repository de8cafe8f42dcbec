/// A place or a velocity on the plane that touches the Earth at the centre of the perimeter: metres, or
/// metres a second.
struct PlaneVector: Equatable, Sendable {
  var north = 0.0
  var east = 0.0

  var length: Double { (north * north + east * east).squareRoot() }

  static func + (a: PlaneVector, b: PlaneVector) -> PlaneVector {
    PlaneVector(north: a.north + b.north, east: a.east + b.east)
  }

  static func - (a: PlaneVector, b: PlaneVector) -> PlaneVector {
    PlaneVector(north: a.north - b.north, east: a.east - b.east)
  }

  static func * (a: PlaneVector, factor: Double) -> PlaneVector {
    PlaneVector(north: a.north * factor, east: a.east * factor)
  }

  /// Follows a value with a time constant: after one of them 63 % of a step have arrived.
  mutating func approach(_ value: PlaneVector, over constant: Double, in seconds: Double) {
    guard seconds > 0 else { return }
    self = self + (value - self) * (seconds / (constant + seconds))
  }

  /// The part of it that leads away from the centre, seen from `place`. 0 in the centre itself.
  func outward(at place: PlaneVector) -> Double {
    let distance = place.length
    guard distance > 1 else { return 0 }
    return (north * place.north + east * place.east) / distance
  }
}
