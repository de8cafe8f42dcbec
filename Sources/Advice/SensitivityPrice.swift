import Device
import HAL

/// What a sensitivity of the perimeter costs, measured on other seeds than the rule was chosen on ("More hours, other seeds" in
/// docs/perimeter.md): R = 100 m, a street, a wearer on foot. Larger circles have fewer false alarms and the same delays.
public struct SensitivityPrice: Sendable {
  public let sensitivity: PerimeterTemper
  /// From the crossing to the exit, at 1.3 m/s: median and 95 %.
  public let seconds: (median: Double, late: Double)
  /// How far beyond the edge the wearer is by then.
  public let metres: (median: Double, late: Double)
  /// False exits in a month of an hour a day at 0.8 of the radius: between houses, and inside one.
  public let falseAlarms: (street: Double, indoors: Double)

  /// Hours in which `falseAlarms` are counted.
  public static let hoursAMonth = 30.0

  public static let all = [
    SensitivityPrice(
      sensitivity: .calm, seconds: (31, 44), metres: (40, 57), falseAlarms: (0, 1.7)),
    SensitivityPrice(
      sensitivity: .normal, seconds: (21, 33), metres: (27, 43), falseAlarms: (0.01, 3.2)),
    SensitivityPrice(
      sensitivity: .quick, seconds: (14, 27), metres: (18, 35), falseAlarms: (0.1, 6.2)),
  ]
}
