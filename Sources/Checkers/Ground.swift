import Device
import HAL

/// Distances and winds, reckoned another way than core and world do: by the radii of curvature of WGS 84
/// at the latitude midway, which GeographicLib confirms to a thousandth within some kilometres.
enum Ground {
  /// Farther away, in metres, the flat reckoning does not hold.
  static let flat = 8000.0

  private static let semiMajor = 6_378_137.0
  private static let flattening = 1 / 298.257_223_563
  private static let radiansPerE7 = 3.141_592_653_589_793 / 1_800_000_000

  /// Metres, and the wind; nil: too near to the border between two.
  static func offset(from home: Position, to place: Position) -> (Double, CompassPoint?) {
    let way = way(from: home, to: place)
    return (way.length, wind(way.north, way.east))
  }

  static func way(from home: Position, to place: Position) -> Way {
    var turn = Int64(place.longitudeE7) - Int64(home.longitudeE7)
    if turn > 1_800_000_000 { turn -= 3_600_000_000 }
    if turn < -1_800_000_000 { turn += 3_600_000_000 }
    let rise = Double(Int64(place.latitudeE7) - Int64(home.latitudeE7)) * radiansPerE7
    let middle = (Double(place.latitudeE7) + Double(home.latitudeE7)) / 2 * radiansPerE7
    let (sine, cosine) = (self.sine(middle), self.sine(middle + 3.141_592_653_589_793 / 2))
    let e2 = flattening * (2 - flattening)
    let w = (1 - e2 * sine * sine).squareRoot()
    let north = rise * semiMajor * (1 - e2) / (w * w * w)
    let east = Double(turn) * radiansPerE7 * semiMajor / w * cosine
    return Way(north: north, east: east)
  }

  /// One metre in that direction, clockwise from north.
  static func direction(_ course: Degrees) -> Way {
    let angle = course.value / 180 * 3.141_592_653_589_793
    return Way(north: sine(angle + 3.141_592_653_589_793 / 2), east: sine(angle))
  }

  /// Three terms of the series give the sine of an 81st of the angle, in radians, to 1e-11.
  private static func sine(_ angle: Double) -> Double {
    // sin 3x = 3 sin x - 4 sin³ x, four times over.
    let x = angle / 81
    var sine = x - x * x * x / 6 + x * x * x * x * x / 120
    for _ in 0..<4 { sine = 3 * sine - 4 * sine * sine * sine }
    return sine
  }

  private static func wind(_ north: Double, _ east: Double) -> CompassPoint? {
    let (n, e) = (north.magnitude, east.magnitude)
    // tan 22.5°, and some degrees to either side in which both names are right.
    let (least, most) = (0.40, 0.43)
    if e < n * least { return north > 0 ? .north : .south }
    if n < e * least { return east > 0 ? .east : .west }
    guard e > n * most, n > e * most else { return nil }
    return north > 0 ? (east > 0 ? .northEast : .northWest) : (east > 0 ? .southEast : .southWest)
  }
}

/// Metres, or metres a second.
struct Way: Sendable {
  var north = 0.0
  var east = 0.0

  var length: Double { (north * north + east * east).squareRoot() }

  static func + (a: Way, b: Way) -> Way { Way(north: a.north + b.north, east: a.east + b.east) }
  static func - (a: Way, b: Way) -> Way { Way(north: a.north - b.north, east: a.east - b.east) }
  static func * (a: Way, factor: Double) -> Way {
    Way(north: a.north * factor, east: a.east * factor)
  }

  /// What is left of the way to a goal after some of the seconds in which it is nearly gone.
  func drawn(to goal: Way, within constant: Double, in seconds: Double) -> Way {
    seconds > 0 ? goal + (self - goal) * (constant / (constant + seconds)) : self
  }
}
