import HAL

/// Why a circle cannot be a perimeter (ALZ-3).
public enum PerimeterError: Error, Equatable, Sendable {
  case radiusOutOfRange
}

/// The circle round home: ALZ-3.
public struct Perimeter: Equatable, Sendable {
  public static let radiusRange: ClosedRange<Double> = 100...1000

  public let center: Position
  public let radius: Metres
  public let temper: PerimeterTemper
  let centerVector: EarthVector

  /// Refuses a radius that is not a number from 100 to 1000 m.
  public init(
    center: Position, radius: Metres, temper: PerimeterTemper = .normal
  ) throws(PerimeterError) {
    guard Perimeter.radiusRange.contains(radius.value) else { throw .radiusOutOfRange }
    self.center = center
    self.radius = radius
    self.temper = temper
    centerVector = EarthVector(center)
  }

  /// The distance along the ground from the centre.
  public func distance(of position: Position) -> Metres {
    centerVector.distance(to: EarthVector(position))
  }

  /// A place as seen from the centre, as far away as it is along the ground: on the plane that touches
  /// the ellipsoid there, whose normal is that of the latitude.
  func offset(of place: EarthVector) -> PlaneVector {
    let latitude = sineCosine(degreesE7: center.latitudeE7)
    let longitude = sineCosine(degreesE7: center.longitudeE7)
    let (x, y, z) = (
      place.x - centerVector.x, place.y - centerVector.y, place.z - centerVector.z
    )
    let inward = longitude.cosine * x + longitude.sine * y
    let flat = PlaneVector(
      north: latitude.cosine * z - latitude.sine * inward,
      east: longitude.cosine * y - longitude.sine * x)
    let length = flat.length
    return length > 0 ? flat * (centerVector.distance(to: place).value / length) : flat
  }
}
