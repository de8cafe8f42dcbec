import Device

/// What a continuous sensor covered.
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
