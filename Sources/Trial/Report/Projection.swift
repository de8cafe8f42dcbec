import Device
import Glibc
import HAL

/// Metres east and north of the perimeter's centre.
struct GroundPoint: Equatable {
  var east: Double
  var north: Double

  /// From the centre.
  var distance: Double { (east * east + north * north).squareRoot() }
}

/// The azimuthal equidistant projection about the perimeter's centre: every distance from the centre
/// is to scale, however far, across the 180th meridian and at the poles too. So the circle is a
/// circle, and a fix lies outside of it on paper exactly when it does for the device.
struct Projection {
  private let perimeter: Perimeter
  private let sineLatitude: Double
  private let cosineLatitude: Double

  init(_ perimeter: Perimeter) {
    self.perimeter = perimeter
    let latitude = Projection.radians(perimeter.center.latitudeE7)
    sineLatitude = sin(latitude)
    cosineLatitude = cos(latitude)
  }

  func point(_ position: Position) -> GroundPoint {
    let latitude = Projection.radians(position.latitudeE7)
    let eastward =
      Projection.radians(position.longitudeE7) - Projection.radians(perimeter.center.longitudeE7)
    let east = sin(eastward) * cos(latitude)
    let north =
      cosineLatitude * sin(latitude) - sineLatitude * cos(latitude) * cos(eastward)
    let length = (east * east + north * north).squareRoot()
    guard length > 0 else { return GroundPoint(east: 0, north: 0) }
    let distance = perimeter.distance(of: position).value
    return GroundPoint(east: distance * east / length, north: distance * north / length)
  }

  private static func radians(_ degreesE7: Int32) -> Double {
    Double(degreesE7) * 1e-7 * .pi / 180
  }
}
