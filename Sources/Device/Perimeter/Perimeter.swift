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
  let centerVector: EarthVector

  /// Refuses a radius that is not a number from 100 to 1000 m.
  public init(center: Position, radius: Metres) throws(PerimeterError) {
    guard Perimeter.radiusRange.contains(radius.value) else { throw .radiusOutOfRange }
    self.center = center
    self.radius = radius
    centerVector = EarthVector(center)
  }

  /// The distance along the ground from the centre.
  public func distance(of position: Position) -> Metres {
    centerVector.distance(to: EarthVector(position))
  }
}
