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

  /// The concentration in mg/dL, not rounded.
  public var inMilligrams: MilligramsPerDecilitre {
    switch self {
    case .milligramsPerDecilitre(let amount): amount
    case .millimolesPerLitre(let amount): MilligramsPerDecilitre(amount.value * Glucose.factor)
    }
  }

  /// The concentration in mmol/L, not rounded.
  public var inMillimoles: MillimolesPerLitre {
    switch self {
    case .milligramsPerDecilitre(let amount): MillimolesPerLitre(amount.value / Glucose.factor)
    case .millimolesPerLitre(let amount): amount
    }
  }
}

/// The result on a meter's display: a number, or one of two words that are no numbers.
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

  /// The same range as meters in mmol/L print it.
  public static let meterRangeInMillimoles: ClosedRange<Double> = 1.1...33.3

  /// A number in mmol/L is held against the range that its meter prints: 1.1 mmol/L is measured,
  /// although it comes to 19.8 mg/dL.
  public init(_ glucose: Glucose) {
    let milligrams = glucose.inMilligrams.value
    if case .millimolesPerLitre(let amount) = glucose,
      GlucoseBand.meterRangeInMillimoles.contains(amount.value)
    {
      let range = GlucoseBand.meterRange
      let held = min(max(milligrams, range.lowerBound), range.upperBound)
      self.init(MilligramsPerDecilitre(held))
    } else {
      self.init(MilligramsPerDecilitre(milligrams))
    }
  }
}

extension MeterResult {
  /// The urgency of a reading. The limits are level 1 and level 2 of hypoglycaemia and the upper end of
  /// level 1 of hyperglycaemia (ADA, Standards of Care, section 6).
  enum Level: UInt8 {
    /// Below 54 mg/dL, "LO", or below what meters measure.
    case veryLow = 1
    /// Below 70 mg/dL.
    case low = 2
    case fine = 3
    /// Above 250 mg/dL, or "HI".
    case high = 4
    /// A number that no meter gives: not even an alarm may rest on it.
    case meaningless = 5
  }

  /// Meters of some makes go to 900; beyond this a number is a fault on the way.
  static let largestEver = 2000.0

  var level: Level {
    switch self {
    case .low: return .veryLow
    case .high: return .high
    case .amount(let glucose):
      let milligrams = glucose.inMilligrams.value
      guard milligrams > 0, milligrams <= MeterResult.largestEver else { return .meaningless }
      if milligrams < 54 { return .veryLow }
      if milligrams < 70 { return .low }
      return milligrams <= 250 ? .fine : .high
    }
  }
}
