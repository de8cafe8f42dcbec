/// A place or a velocity on the plane that touches the Earth at the centre of the perimeter: metres, or
/// metres a second.
struct PlaneVector: Equatable, Sendable {
  /// North and east: a processor works on both at once.
  private var sides: SIMD2<Double>

  private init(_ sides: SIMD2<Double>) { self.sides = sides }
  init(north: Double = 0, east: Double = 0) { sides = SIMD2(north, east) }

  var north: Double { sides[0] }
  var east: Double { sides[1] }

  var length: Double {
    @_transparent get {
      let squares = sides * sides
      return (squares[0] + squares[1]).squareRoot()
    }
  }

  static func + (a: PlaneVector, b: PlaneVector) -> PlaneVector { PlaneVector(a.sides + b.sides) }
  static func - (a: PlaneVector, b: PlaneVector) -> PlaneVector { PlaneVector(a.sides - b.sides) }
  static func * (a: PlaneVector, factor: Double) -> PlaneVector { PlaneVector(a.sides * factor) }

  /// Follows a value with a time constant: after one of them 63 % of a step have arrived.
  @inline(__always)
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
