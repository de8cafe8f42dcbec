import Device
import Names

/// What diabetologists ask of a set of readings. DIA-5.
///
/// "LO" and "HI" are classes, not numbers: they are counted, and stand in the outermost bands, but
/// never enter a mean. Shares are of readings, not of time.
public struct GlucoseStatistics: Equatable, Sendable {
  package let unit: GlucoseUnit
  /// All readings, those without a number too.
  public let count: Int
  /// Of these, "LO".
  public let lowCount: Int
  /// Of these, "HI".
  public let highCount: Int
  /// The numbers among the readings; nil when there is none.
  public let minimum: Double?
  public let maximum: Double?
  public let mean: Double?
  /// With n - 1, as xDrip, Tidepool and R have it; nil for fewer than two numbers.
  public let standardDeviation: Double?
  public let bands: GlucoseBands

  package init(_ results: [MeterResult], in unit: GlucoseUnit) {
    let numbers = results.compactMap { result -> Double? in
      guard case .amount(let glucose) = result else { return nil }
      return unit.value(glucose)
    }
    self.unit = unit
    count = results.count
    lowCount = results.count { $0 == .low }
    highCount = results.count { $0 == .high }
    minimum = numbers.min()
    maximum = numbers.max()
    mean = Sample.mean(numbers)
    standardDeviation = Sample.standardDeviation(numbers)
    bands = GlucoseBands(results)
  }

  /// Percent of the mean; the consensus aims at 36 or less.
  public var coefficientOfVariation: Double? {
    guard let standardDeviation, let mean, mean > 0 else { return nil }
    return standardDeviation / mean * 100
  }
}

/// Moments of a sample.
public enum Sample {
  /// Nil for none.
  public static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  /// With n - 1; nil for fewer values than `least`, and always for fewer than two.
  ///
  /// In two passes, because the difference of two large sums would lose the digits that matter.
  public static func standardDeviation(_ values: [Double], least: Int = 2) -> Double? {
    guard values.count >= max(least, 2), let mean = mean(values) else { return nil }
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count - 1)).squareRoot()
  }
}
