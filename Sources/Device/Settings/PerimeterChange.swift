import HAL

/// A part of the perimeter in place of the trace's own: its circle, or one figure of it.
public struct PerimeterChange: Equatable, Sendable {
  /// The new centre; nil: the centre of the trace.
  public var center: Position?
  /// The new radius; nil: the radius of the trace.
  public var radius: Metres?
  /// The new sensitivity; nil: that of the trace.
  public var sensitivity: PerimeterTemper?

  public init(
    center: Position? = nil, radius: Metres? = nil, sensitivity: PerimeterTemper? = nil
  ) {
    self.center = center
    self.radius = radius
    self.sensitivity = sensitivity
  }

  /// Another centre and radius; the sensitivity stays.
  public init(circle: Perimeter) { self.init(center: circle.center, radius: circle.radius) }

  /// Everything stays as it is.
  public var isEmpty: Bool { self == PerimeterChange() }

  /// The perimeter with this change.
  /// - Parameter own: nil for a trace without one, or with one that is none.
  /// - Returns: nil where centre or radius are known from nowhere, or the radius is out of range.
  public func applied(to own: Perimeter?) -> Perimeter? {
    guard let center = center ?? own?.center, let radius = radius ?? own?.radius else { return nil }
    return try? Perimeter(
      center: center, radius: radius, temper: sensitivity ?? own?.temper ?? .normal)
  }

  /// The setting with this change. A device without a profile watches the circle of the change.
  public func applied(to setting: Setting) -> Setting {
    switch setting {
    case .perimeter(let own): applied(to: own).map { .perimeter($0) } ?? setting
    case .noProfile: applied(to: nil).map { .perimeter($0) } ?? setting
    case .begin, .watch, .caregiver, .reminder, .insulin, .mealtime, .quiet, .zone, .priority,
      .limits, .accompanied, .kept, .changed, .end:
      setting
    }
  }
}
