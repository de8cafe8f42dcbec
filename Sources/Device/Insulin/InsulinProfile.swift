/// The parameters of DIA-1.
public enum InsulinParameter: UInt8, Sendable {
  case lowerTarget
  case upperTarget
  case sensitivity
  case baseBreakfast
  case baseLunch
  case baseDinner
  case gramsPerUnit
  case maximum
  case step
}

/// A value that no profile may hold: which one, and what is allowed.
public struct InsulinProfileError: Error, Equatable, Sendable {
  /// The parameter that is out of range.
  public var parameter: InsulinParameter
  /// The allowed values, in the unit of that parameter's range in `InsulinProfile`.
  public var allowed: ClosedRange<Double>
}

/// An insulin-dependent wearer's settings, checked. DIA-1.
///
/// The ranges are those that AndroidAPS (HardLimits) and Loop (guardrails) refuse to leave, the
/// narrower of the two where they differ.
public struct InsulinProfile: Equatable, Sendable {
  /// mg/dL. From 80 to 180, and what 4.4 and 10.0 mmol/L come to, as people write these ends.
  public static let targetRange: ClosedRange<Double> = 79.2...180.2
  /// mg/dL lowered by one unit.
  public static let sensitivityRange: ClosedRange<Double> = 10...500
  /// Units of rapid insulin for a meal.
  public static let baseRange: ClosedRange<Double> = 0...25
  /// Grams of carbohydrates that one unit covers.
  public static let ratioRange: ClosedRange<Double> = 2...150
  /// The largest dose ever proposed, in units.
  public static let maximumRange: ClosedRange<Double> = 0.5...25
  /// The step of a pen or syringe, in units.
  public static let stepRange: ClosedRange<Double> = 0.05...1

  /// Lower end of the target range, within `targetRange`.
  public let lowerTarget: MilligramsPerDecilitre
  /// Upper end of the target range, from the lower end up to that of `targetRange`.
  public let upperTarget: MilligramsPerDecilitre
  /// mg/dL lowered by one unit.
  public let sensitivity: Double
  /// Nil when the wearer does not count carbohydrates.
  public let gramsPerUnit: Double?
  /// The course of time in which a dose acts.
  public let model: InsulinModel
  // Checked milliunits in a narrow type: a profile is the largest thing that an event can hold. Every
  // event takes as much room as the largest, and fixes are many.
  private let breakfast: Int32
  private let lunch: Int32
  private let dinner: Int32
  private let most: Int32
  private let penStep: Int32

  /// The largest dose ever proposed, within `maximumRange`.
  public var maximum: InsulinUnits { InsulinUnits(milliunits: Int64(most)) }
  /// The step of the pen or syringe, within `stepRange`.
  public var step: InsulinUnits { InsulinUnits(milliunits: Int64(penStep)) }

  /// - Parameters:
  ///   - sensitivity: mg/dL lowered by one unit.
  ///   - gramsPerUnit: nil when the wearer does not count carbohydrates.
  /// - Throws: the first value that is out of its range.
  public init(
    lowerTarget: MilligramsPerDecilitre, upperTarget: MilligramsPerDecilitre, sensitivity: Double,
    base: (breakfast: InsulinUnits, lunch: InsulinUnits, dinner: InsulinUnits),
    gramsPerUnit: Double?, maximum: InsulinUnits, step: InsulinUnits, model: InsulinModel
  ) throws(InsulinProfileError) {
    func check(
      _ parameter: InsulinParameter, _ value: Double, _ allowed: ClosedRange<Double>
    ) throws(InsulinProfileError) {
      guard allowed.contains(value) else {
        throw InsulinProfileError(parameter: parameter, allowed: allowed)
      }
    }
    let targets = InsulinProfile.targetRange
    try check(.lowerTarget, lowerTarget.value, targets)
    try check(.upperTarget, upperTarget.value, lowerTarget.value...targets.upperBound)
    try check(.sensitivity, sensitivity, InsulinProfile.sensitivityRange)
    try check(.baseBreakfast, base.breakfast.value, InsulinProfile.baseRange)
    try check(.baseLunch, base.lunch.value, InsulinProfile.baseRange)
    try check(.baseDinner, base.dinner.value, InsulinProfile.baseRange)
    if let gramsPerUnit { try check(.gramsPerUnit, gramsPerUnit, InsulinProfile.ratioRange) }
    try check(.maximum, maximum.value, InsulinProfile.maximumRange)
    try check(.step, step.value, InsulinProfile.stepRange)
    self.lowerTarget = lowerTarget
    self.upperTarget = upperTarget
    self.sensitivity = sensitivity
    self.gramsPerUnit = gramsPerUnit
    self.model = model
    breakfast = Int32(base.breakfast.milliunits)
    lunch = Int32(base.lunch.milliunits)
    dinner = Int32(base.dinner.milliunits)
    most = Int32(maximum.milliunits)
    penStep = Int32(step.milliunits)
  }

  /// The dose for a meal without correction, within `baseRange`.
  public func base(_ meal: Meal) -> InsulinUnits {
    let milliunits =
      switch meal {
      case .breakfast: breakfast
      case .lunch: lunch
      case .dinner: dinner
      }
    return InsulinUnits(milliunits: Int64(milliunits))
  }
}
