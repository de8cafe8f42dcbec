import Device
import Names

/// The figures that diabetologists want of a set of readings. DIA-5.
///
/// "LO" and "HI" are classes, not numbers: they are counted, and stand in the outermost bands, but
/// never enter a mean. Shares are of readings, not of time.
public struct GlucoseStatistics: Equatable, Sendable {
  /// The unit of all amounts.
  public let unit: GlucoseUnit
  /// All readings, those without a number too.
  public let count: Int
  /// The number of "LO" among them.
  public let lowCount: Int
  /// The number of "HI" among them.
  public let highCount: Int
  /// The numbers among the readings; nil when there is none.
  public let minimum: Double?
  public let maximum: Double?
  /// The decimals that show the two as they were measured, and in their bands.
  public let minimumDecimals: Int
  public let maximumDecimals: Int
  public let mean: Double?
  /// With n - 1, as xDrip, Tidepool and R have it; nil for fewer than two numbers.
  public let standardDeviation: Double?
  public let bands: GlucoseBands

  public init(_ results: [MeterResult], in unit: GlucoseUnit) {
    let amounts = results.compactMap { result -> Glucose? in
      guard case .amount(let glucose) = result else { return nil }
      return glucose
    }
    let numbers = amounts.map(unit.value)
    let numbered = GlucoseBands(amounts.map(MeterResult.amount))
    self.unit = unit
    count = results.count
    lowCount = results.count { $0 == .low }
    highCount = results.count { $0 == .high }
    minimum = numbers.min()
    maximum = numbers.max()
    minimumDecimals =
      amounts.min { unit.value($0) < unit.value($1) }
      .map { unit.extremeDecimals(of: $0, numbered.lowest) } ?? unit.usualDecimals
    maximumDecimals =
      amounts.max { unit.value($0) < unit.value($1) }
      .map { unit.extremeDecimals(of: $0, numbered.highest) } ?? unit.usualDecimals
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

  /// Standard deviation with n - 1; nil for fewer values than `least`, and always for fewer than two.
  ///
  /// It takes two passes, because the difference of two large sums would lose the digits that matter.
  public static func standardDeviation(_ values: [Double], least: Int = 2) -> Double? {
    guard values.count >= max(least, 2), let mean = mean(values) else { return nil }
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count - 1)).squareRoot()
  }
}

/// The number of readings in each band of the consensus on time in range (Battelino et al., Diabetes
/// Care 2019;42:1593).
///
/// Each reading is compared with the limits in the unit in which it was measured. So 10.0 mmol/L is in
/// range, although it is 180.2 mg/dL.
public struct GlucoseBands: Equatable, Sendable {
  /// Below 54 mg/dL or 3.0 mmol/L, and "LO".
  public private(set) var veryLow = 0
  /// 54 to below 70 mg/dL, 3.0 to below 3.9 mmol/L.
  public private(set) var low = 0
  /// 70 to 180 mg/dL, 3.9 to 10.0 mmol/L.
  public private(set) var inRange = 0
  /// Above 180 to 250 mg/dL, above 10.0 to 13.9 mmol/L.
  public private(set) var high = 0
  /// Above 250 mg/dL or 13.9 mmol/L, and "HI".
  public private(set) var veryHigh = 0

  public init(_ results: [MeterResult]) {
    for result in results {
      switch result {
      case .low: veryLow += 1
      case .high: veryHigh += 1
      case .amount(.milligramsPerDecilitre(let amount)): take(amount.value, 54, 70, 180, 250)
      case .amount(.millimolesPerLitre(let amount)): take(amount.value, 3.0, 3.9, 10.0, 13.9)
      }
    }
  }

  private mutating func take(
    _ value: Double, _ veryLowBelow: Double, _ lowBelow: Double, _ highAbove: Double,
    _ veryHighAbove: Double
  ) {
    if value < veryLowBelow {
      veryLow += 1
    } else if value < lowBelow {
      low += 1
    } else if value <= highAbove {
      inRange += 1
    } else if value <= veryHighAbove {
      high += 1
    } else {
      veryHigh += 1
    }
  }

  public var total: Int { veryLow + low + inRange + high + veryHigh }

  /// Percent of all readings; nil when there is none.
  public func share(_ part: Int) -> Double? {
    total == 0 ? nil : Double(part) / Double(total) * 100
  }
}

/// Coverage by a continuous sensor.
public struct SensorCoverage: Equatable, Sendable {
  public var days: Double
  /// Part of the time with readings, 0 to 1.
  public var share: Double
  public init(days: Double, share: Double) {
    self.days = days
    self.share = share
  }
}

/// The glucose management indicator (Bergenstal et al., Diabetes Care 2018;41:2275).
///
/// It was fitted to continuous sensors. Fingersticks are taken when somebody is worried or about to
/// eat, so their mean is another number; Tidepool gives none for them either.
public struct GlucoseManagementIndicator: Equatable, Sendable {
  public let percent: Double

  /// Nil unless a sensor covered 70 % of 14 days or more.
  public init?(mean: MilligramsPerDecilitre, coverage: SensorCoverage?) {
    guard let coverage, coverage.days >= 14, coverage.share >= 0.7 else { return nil }
    percent = 3.31 + 0.02392 * mean.value
  }

  /// The same in the units of the IFCC, by the formula of the same paper for mmol/L.
  public static func millimolesPerMole(mean: MillimolesPerLitre) -> Double {
    12.71 + 4.70587 * mean.value
  }
}

extension GlucoseStatistics {
  /// - Parameter coverage: nil for readings of a meter: they give no indicator.
  public func indicator(_ coverage: SensorCoverage?) -> GlucoseManagementIndicator? {
    mean.flatMap { mean in
      let milligrams = unit == .milligrams ? mean : mean * Glucose.factor
      return GlucoseManagementIndicator(
        mean: MilligramsPerDecilitre(milligrams), coverage: coverage)
    }
  }
}

/// HbA1c and mean glucose, each from the other (Nathan et al., Diabetes Care 2008;31:1473).
public enum EstimatedA1c {
  /// HbA1c in percent.
  public static func percent(mean: MilligramsPerDecilitre) -> Double { (mean.value + 46.7) / 28.7 }

  /// The mean glucose that belongs to an HbA1c in percent, to the millionth: what is 125.5 in
  /// decimal must not round as 125.4999….
  public static func mean(percent: Double) -> MilligramsPerDecilitre {
    MilligramsPerDecilitre(((28.7 * percent - 46.7) * 1e6).rounded() / 1e6)
  }
}
