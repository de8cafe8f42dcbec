import Device
import HAL

/// What a temper costs, as `make perimeter` measures it (docs/perimeter.md): R = 100 m, a street, a wearer
/// on foot. Larger circles have fewer false alarms and the same delays.
public struct TemperPrice: Sendable {
  public let temper: PerimeterTemper
  /// From the crossing to the exit, at 1.3 m/s: median and 95 %.
  public let seconds: (median: Double, late: Double)
  /// How far beyond the edge the wearer is by then.
  public let metres: (median: Double, late: Double)
  /// False exits in a month of an hour a day at 0.8 of the radius: between houses, and inside one.
  public let falseAlarms: (street: Double, indoors: Double)

  /// Hours in which `falseAlarms` are counted.
  public static let hoursAMonth = 30.0

  public static let all = [
    TemperPrice(
      temper: .calm, seconds: (30, 40), metres: (39, 53), falseAlarms: (0.01, 1.7)),
    TemperPrice(
      temper: .normal, seconds: (20, 30), metres: (26, 39), falseAlarms: (0.01, 3.4)),
    TemperPrice(
      temper: .quick, seconds: (14, 24), metres: (18, 31), falseAlarms: (0.03, 5.7)),
  ]
}
