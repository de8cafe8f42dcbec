/// A point on the WGS 84 ellipsoid, in whole units of 1e-7 degree (about 11 mm of latitude).
///
/// Integers, so that a position means the same on every machine and survives every file format.
public struct Position: Equatable, Sendable {
  /// -900,000,000 to 900,000,000, north positive.
  public let latitudeE7: Int32
  /// -1,800,000,000 to 1,800,000,000, east positive; both ends name the 180th meridian.
  public let longitudeE7: Int32

  /// Nil when either coordinate is out of range.
  @inlinable public init?(latitudeE7: Int64, longitudeE7: Int64) {
    guard latitudeE7 >= -900_000_000, latitudeE7 <= 900_000_000,
      longitudeE7 >= -1_800_000_000, longitudeE7 <= 1_800_000_000
    else { return nil }
    self.latitudeE7 = Int32(truncatingIfNeeded: latitudeE7)
    self.longitudeE7 = Int32(truncatingIfNeeded: longitudeE7)
  }
}
