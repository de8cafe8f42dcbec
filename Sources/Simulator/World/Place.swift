import Device
import HAL

/// A point on the plane tangent to the Earth at home, in metres.
public struct Point: Equatable, Sendable {
  public var north: Double
  public var east: Double

  public init(north: Double = 0, east: Double = 0) {
    self.north = north
    self.east = east
  }

  public static func + (a: Point, b: Point) -> Point {
    Point(north: a.north + b.north, east: a.east + b.east)
  }
  public static func - (a: Point, b: Point) -> Point {
    Point(north: a.north - b.north, east: a.east - b.east)
  }
  /// Metres from home.
  public var distance: Metres { Metres((north * north + east * east).squareRoot()) }
}

/// The plane tangent to the ellipsoid at home; good to centimetres within a few kilometres.
public struct LocalPlane: Sendable {
  private let origin: Position
  private let unitsPerMetreNorth: Double
  private let unitsPerMetreEast: Double

  public init(_ origin: Position) {
    self.origin = origin
    let (sine, cosine) = sineCosine(degreesE7: origin.latitudeE7)
    let e2 = EarthVector.eccentricitySquared
    let w = (1 - e2 * sine * sine).squareRoot()
    let perRadian = 572_957_795.130_823_2
    unitsPerMetreNorth = perRadian * (w * w * w) / (EarthVector.equatorialRadius * (1 - e2))
    unitsPerMetreEast = perRadian * w / (EarthVector.equatorialRadius * cosine)
  }

  /// Point of a position on the plane.
  public func point(of position: Position) -> Point {
    var east = Int64(position.longitudeE7) - Int64(origin.longitudeE7)
    // The short way, across the 180th meridian too.
    if east > 1_800_000_000 { east -= 3_600_000_000 }
    if east < -1_800_000_000 { east += 3_600_000_000 }
    return Point(
      north: Double(Int64(position.latitudeE7) - Int64(origin.latitudeE7)) / unitsPerMetreNorth,
      east: Double(east) / unitsPerMetreEast)
  }

  /// Nil beyond a pole.
  public func position(of point: Point) -> Position? {
    let north = (point.north * unitsPerMetreNorth).rounded()
    let east = (point.east * unitsPerMetreEast).rounded()
    guard north.magnitude < 2e9, east.magnitude < 4e9 else { return nil }
    var longitude = Int64(origin.longitudeE7) + Int64(east)
    while longitude > 1_800_000_000 { longitude -= 3_600_000_000 }
    while longitude < -1_800_000_000 { longitude += 3_600_000_000 }
    return Position(
      latitudeE7: Int64(origin.latitudeE7) + Int64(north), longitudeE7: longitude)
  }
}
