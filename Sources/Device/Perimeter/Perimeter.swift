import HAL

/// The reason why a circle cannot be a perimeter (ALZ-3).
public enum PerimeterError: Error, Equatable, Sendable {
  case radiusOutOfRange
}

/// The circle round home: ALZ-3.
public struct Perimeter: Equatable, Sendable {
  /// The allowed radii, in metres. ALZ-3.
  public static let radiusRange: ClosedRange<Double> = 100...1000

  /// The centre: home.
  public let center: Position
  /// The radius, within `radiusRange`.
  public let radius: Metres
  /// The sensitivity that the caregiver chose.
  public let temper: PerimeterTemper
  private let plane: TangentPlane

  /// Refuses a radius that is not a number from 100 to 1000 m.
  public init(
    center: Position, radius: Metres, temper: PerimeterTemper = .normal
  ) throws(PerimeterError) {
    guard Perimeter.radiusRange.contains(radius.value) else { throw .radiusOutOfRange }
    self.center = center
    self.radius = radius
    self.temper = temper
    plane = TangentPlane(touching: center)
  }

  var centerVector: EarthVector { plane.origin }

  /// The distance along the ground from the centre.
  public func distance(of position: Position) -> Metres {
    centerVector.distance(to: EarthVector(position))
  }

  /// A place as seen from the centre, as far away as it is along the ground.
  @inline(__always)
  func offset(of place: EarthVector) -> PlaneVector { plane.offset(of: place) }
}
