/// A glucose concentration as meters in Europe and America's south show it.
public struct MilligramsPerDecilitre: Equatable, Comparable, Sendable {
  public var value: Double
  @inlinable public init(_ value: Double) { self.value = value }
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}

/// A glucose concentration as meters in Britain and Canada show it.
public struct MillimolesPerLitre: Equatable, Comparable, Sendable {
  public var value: Double
  @inlinable public init(_ value: Double) { self.value = value }
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}

/// A glucose concentration in the unit in which it was measured.
///
/// It is kept that way, because a value that goes to the other unit and back is another value. The
/// unit is never guessed from the number: that is how 40 units came to be proposed for 2.
public enum Glucose: Equatable, Sendable {
  case milligramsPerDecilitre(MilligramsPerDecilitre)
  case millimolesPerLitre(MillimolesPerLitre)

  /// mg/dL in one mmol/L: the molar mass of glucose over ten, as Nightscout and Tidepool have it.
  public static let factor = 18.01559

  public var inMilligrams: MilligramsPerDecilitre {
    switch self {
    case .milligramsPerDecilitre(let amount): amount
    case .millimolesPerLitre(let amount): MilligramsPerDecilitre(amount.value * Glucose.factor)
    }
  }

  public var inMillimoles: MillimolesPerLitre {
    switch self {
    case .milligramsPerDecilitre(let amount): MillimolesPerLitre(amount.value / Glucose.factor)
    case .millimolesPerLitre(let amount): amount
    }
  }
}

/// What a meter shows: a number, or one of two words that are no numbers.
public enum MeterResult: Equatable, Sendable {
  case amount(Glucose)
  /// "LO": below what the meter can measure.
  case low
  /// "HI": above what the meter can measure.
  case high
}

/// The bands of the consensus on time in range (Battelino et al., Diabetes Care 2019;42:1593).
public enum GlucoseBand: UInt8, Sendable {
  case belowMeterRange
  /// Below 54 mg/dL.
  case lowLevel2
  /// 54 to below 70 mg/dL.
  case lowLevel1
  /// 70 to 180 mg/dL.
  case inRange
  /// Above 180 to 250 mg/dL.
  case highLevel1
  /// Above 250 mg/dL.
  case highLevel2
  case aboveMeterRange

  /// The usual range of meters, in mg/dL.
  public static let meterRange: ClosedRange<Double> = 20...600

  public init(_ glucose: MilligramsPerDecilitre) {
    switch glucose.value {
    case ..<GlucoseBand.meterRange.lowerBound: self = .belowMeterRange
    case ..<54: self = .lowLevel2
    case ..<70: self = .lowLevel1
    case ...180: self = .inRange
    case ...250: self = .highLevel1
    case ...GlucoseBand.meterRange.upperBound: self = .highLevel2
    default: self = .aboveMeterRange
    }
  }
}
