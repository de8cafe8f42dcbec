import Device
import Names

/// The ambulatory glucose profile: all days laid over each other, and percentiles by the time of day.
///
/// The percentiles are those of the consensus on time in range (Battelino et al., Diabetes Care
/// 2019;42:1593). It was made for continuous sensors. Readings of a meter are few, so that two hours of
/// the day share a slot.
public struct AmbulatoryProfile: Equatable, Sendable {
  /// The percentiles of a slot.
  public static let percents = [5, 25, 50, 75, 95]
  /// Minutes of a slot.
  public static let width = 120
  /// The fewest readings of which percentiles are made.
  public static let least = 5

  /// A percentile. "LO" and "HI" are no numbers, but they have a place in the order of readings.
  public enum Level: Equatable, Sendable {
    case low
    case amount(Double)
    case high
  }

  public struct Slot: Equatable, Sendable {
    /// The minute of the day, by the wall, at which the slot begins: 0 to 1439.
    public var start: Int
    /// All readings, those without a number too.
    public var count: Int
    /// The percentiles in the order of `percents`; nil for fewer readings than `least`.
    public var levels: [Level]?
  }

  /// The whole day in order.
  public let slots: [Slot]

  /// - Parameters:
  ///   - readings: with the minute of the day, by the wall, at which each was taken.
  ///   - unit: that of the amounts.
  public init(_ readings: [(minute: Int, result: MeterResult)], in unit: GlucoseUnit) {
    let starts = stride(from: 0, to: 24 * 60, by: AmbulatoryProfile.width)
    slots = starts.map { start in
      let values = readings.filter { (start..<start + AmbulatoryProfile.width).contains($0.minute) }
        .map { AmbulatoryProfile.rank($0.result, unit) }.sorted()
      let isEnough = values.count >= AmbulatoryProfile.least
      return Slot(
        start: start, count: values.count,
        levels: isEnough
          ? AmbulatoryProfile.percents.compactMap {
            Sample.percentile(Double($0), of: values).map(AmbulatoryProfile.level)
          } : nil)
    }
  }

  private static func rank(_ result: MeterResult, _ unit: GlucoseUnit) -> Double {
    switch result {
    case .low: -.infinity
    case .high: .infinity
    case .amount(let glucose): unit.value(glucose)
    }
  }

  private static func level(_ value: Double) -> Level {
    value.isFinite ? .amount(value) : value < 0 ? .low : .high
  }
}

extension Sample {
  /// The percentile of values in ascending order, by linear interpolation: type 7 of Hyndman and Fan (Am.
  /// Stat. 1996;50:361), which numpy and R take by default. Nil for none.
  ///
  /// Between a number and an infinity lies the infinity: nobody knows how far away it is.
  /// - Parameter percent: 0 to 100.
  public static func percentile(_ percent: Double, of values: [Double]) -> Double? {
    guard let last = values.indices.last else { return nil }
    let place = min(max(percent, 0), 100) / 100 * Double(last)
    let below = Int(place)
    let part = place - Double(below)
    let (a, b) = (values[below], values[min(below + 1, last)])
    if part == 0 || a == b { return a }
    if a.isInfinite, b.isInfinite { return part < 0.5 ? a : b }
    return a.isInfinite ? a : b.isInfinite ? b : a + (b - a) * part
  }
}
