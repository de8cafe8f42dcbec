import Device
import HAL

/// Metres east and north of the perimeter's centre.
public struct GroundPoint: Equatable, Sendable {
  public var east: Double
  public var north: Double

  public init(east: Double, north: Double) {
    self.east = east
    self.north = north
  }

  /// Distance from the centre.
  public var distance: Double { (east * east + north * north).squareRoot() }
}

/// The azimuthal equidistant projection about the perimeter's centre. Every distance from the centre is
/// to scale, however far, across the 180th meridian and at the poles too. So the circle is a circle,
/// and a fix lies outside of it on paper exactly when it does for the device.
public struct Projection {
  private static let turn: Int64 = 3_600_000_000
  private let perimeter: Perimeter
  private let sineLatitude: Double
  private let cosineLatitude: Double

  public init(_ perimeter: Perimeter) {
    self.perimeter = perimeter
    (sineLatitude, cosineLatitude) = sineCosine(degreesE7: perimeter.center.latitudeE7)
  }

  public func point(_ position: Position) -> GroundPoint {
    let latitude = sineCosine(degreesE7: position.latitudeE7)
    let eastward = sineCosine(degreesE7: eastward(position))
    let east = eastward.sine * latitude.cosine
    let north =
      cosineLatitude * latitude.sine - sineLatitude * latitude.cosine * eastward.cosine
    let length = (east * east + north * north).squareRoot()
    guard length > 0 else { return GroundPoint(east: 0, north: 0) }
    let distance = perimeter.distance(of: position).value
    return GroundPoint(east: distance * east / length, north: distance * north / length)
  }

  /// The difference of the longitudes, the shorter way round.
  private func eastward(_ position: Position) -> Int32 {
    let apart = Int64(position.longitudeE7) - Int64(perimeter.center.longitudeE7)
    let half = Projection.turn / 2
    let short =
      apart > half ? apart - Projection.turn : apart < -half ? apart + Projection.turn : apart
    return Int32(short)
  }

  /// Farther from the centre, in metres, no home is moved.
  private static let farthest = 100_000.0
  /// Metres in 1e-7 degree of a meridian; each round below mends what it is wrong by.
  private static let metresPerUnit = 0.011_1

  /// The position of a place on the plan, to 2 cm; nil beside the Earth, or too far from the centre.
  public func position(of place: GroundPoint) -> Position? {
    guard place.distance <= Projection.farthest else { return nil }
    var (latitude, longitude) = (
      Int64(perimeter.center.latitudeE7), Int64(perimeter.center.longitudeE7)
    )
    var found: Position?
    for _ in 0..<12 {
      guard latitude.magnitude <= 900_000_000 else { return nil }
      if longitude > Projection.turn / 2 { longitude -= Projection.turn }
      if longitude < -Projection.turn / 2 { longitude += Projection.turn }
      found = Position(latitudeE7: latitude, longitudeE7: longitude)
      guard let found else { return nil }
      let there = point(found)
      let (east, north) = (place.east - there.east, place.north - there.north)
      if east.magnitude < 0.01, north.magnitude < 0.01 { break }
      let narrow = max(sineCosine(degreesE7: found.latitudeE7).cosine, 0.01)
      latitude += Int64(nearest: north / Projection.metresPerUnit)
      longitude += Int64(nearest: east / Projection.metresPerUnit / narrow)
    }
    return found
  }
}
