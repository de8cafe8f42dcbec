import HAL

/// A point on the WGS 84 ellipsoid as a vector from the centre of the Earth, in metres.
///
/// The straight line between two such points, bent back to an arc, is the distance along the ground.
/// Within 5 km it differs from the geodesic by less than a millimetre, anywhere, also at the poles and
/// across the 180th meridian. Farther away the arc takes the Earth for a sphere, which is good to half
/// a per cent (GeodesyOracleTests compares with GeographicLib).
public struct EarthVector: Equatable, Sendable {
  /// Metres from the centre towards latitude 0, longitude 0.
  public var x: Double
  /// Metres from the centre towards latitude 0, longitude 90° east.
  public var y: Double
  /// Metres from the centre towards the north pole.
  public var z: Double

  /// WGS 84 semi-major axis, in metres.
  public static let equatorialRadius = 6_378_137.0
  /// WGS 84 first eccentricity squared: f (2 - f) with 1/f = 298.257223563.
  public static let eccentricitySquared = 6.694_379_990_141_317e-3
  /// Mean radius of the Earth (IUGG R1), in metres.
  static let meanRadius = 6_371_008.7714

  private init(x: Double, y: Double, z: Double) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  /// The centre of the Earth.
  static var center: EarthVector { EarthVector(x: 0, y: 0, z: 0) }

  public init(_ position: Position) {
    let latitude = sineCosine(degreesE7: position.latitudeE7)
    let longitude = sineCosine(degreesE7: position.longitudeE7)
    let e2 = EarthVector.eccentricitySquared
    let normal =
      EarthVector.equatorialRadius / (1 - e2 * latitude.sine * latitude.sine).squareRoot()
    x = normal * latitude.cosine * longitude.cosine
    y = normal * latitude.cosine * longitude.sine
    z = normal * (1 - e2) * latitude.sine
  }

  /// The distance along the ground.
  @inline(__always)
  public func distance(to other: EarthVector) -> Metres {
    let dx = x - other.x
    let dy = y - other.y
    let dz = z - other.z
    let chord = (dx * dx + dy * dy + dz * dz).squareRoot()
    let half = chord / (2 * EarthVector.meanRadius)
    if half < 0.002 {
      // Two terms of the arcsine: the third is below a micrometre for chords under 25 km.
      return Metres(chord * (1 + half * half / 6))
    }
    return farDistance(to: other, chord)
  }

  /// Uses the sphere that passes between both points: towards the antipodes an arc on any other one
  /// would be wrong by several per cent.
  private func farDistance(to other: EarthVector, _ chord: Double) -> Metres {
    let diameter = length + other.length
    return Metres(diameter * arcsine(chord < diameter ? chord / diameter : 1))
  }

  private var length: Double { (x * x + y * y + z * z).squareRoot() }
}
