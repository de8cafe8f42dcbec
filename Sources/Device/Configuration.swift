import HAL

/// What the caregiver decides. It reaches the core as an event, so that a trace holds it.
public struct Configuration: Equatable, Sendable {
  /// Nil: the device knows where it is and watches no circle.
  public var perimeter: Perimeter?
  public init(perimeter: Perimeter?) { self.perimeter = perimeter }
}
