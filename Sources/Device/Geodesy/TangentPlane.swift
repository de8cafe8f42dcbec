import HAL

/// The plane that touches the ellipsoid at a place: its normal is that of the latitude.
///
/// The four series behind it are worked out once, not for each fix.
struct TangentPlane: Equatable, Sendable {
  let origin: EarthVector
  private let latitudeSine: Double
  private let latitudeCosine: Double
  private let longitudeSine: Double
  private let longitudeCosine: Double

  init(touching position: Position) {
    origin = EarthVector(position)
    (latitudeSine, latitudeCosine) = sineCosine(degreesE7: position.latitudeE7)
    (longitudeSine, longitudeCosine) = sineCosine(degreesE7: position.longitudeE7)
  }

  /// The direction of `place` on the plane, as far away as it is along the ground.
  @inline(__always)
  func offset(of place: EarthVector) -> PlaneVector {
    let (x, y, z) = (place.x - origin.x, place.y - origin.y, place.z - origin.z)
    let inward = longitudeCosine * x + longitudeSine * y
    let flat = PlaneVector(
      north: latitudeCosine * z - latitudeSine * inward,
      east: longitudeCosine * y - longitudeSine * x)
    let length = flat.length
    let distance = origin.distance(to: place).value
    guard length > 0 else {
      // All ways lead to the other end of the Earth, so that any direction is right.
      return PlaneVector(north: distance, east: 0)
    }
    return flat * (distance / length)
  }
}
