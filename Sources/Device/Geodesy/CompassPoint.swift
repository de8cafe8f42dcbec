import HAL

/// One of the eight winds.
public enum CompassPoint: UInt8, Sendable {
  case north = 1
  case northEast = 2
  case east = 3
  case southEast = 4
  case south = 5
  case southWest = 6
  case west = 7
  case northWest = 8
}

extension CompassPoint {
  /// The tangent of 22.5°, the angle at which one wind ends and the next begins.
  private static let edge = 0.414_213_562_373_095_05
  /// Nearer than this, in metres, a direction means nothing.
  private static let nearest = 1.0

  /// The wind towards a place.
  /// - Parameters:
  ///   - north: metres.
  ///   - east: metres.
  init?(north: Double, east: Double) {
    let (n, e) = (north.magnitude, east.magnitude)
    guard n * n + e * e >= CompassPoint.nearest else { return nil }
    if e < n * CompassPoint.edge {
      self = north > 0 ? .north : .south
    } else if n < e * CompassPoint.edge {
      self = east > 0 ? .east : .west
    } else if north > 0 {
      self = east > 0 ? .northEast : .northWest
    } else {
      self = east > 0 ? .southEast : .southWest
    }
  }
}

extension Perimeter {
  /// Direction of a place as seen from the centre; nil for the centre itself.
  func direction(of place: EarthVector) -> CompassPoint? {
    let offset = offset(of: place)
    return CompassPoint(north: offset.north, east: offset.east)
  }
}
