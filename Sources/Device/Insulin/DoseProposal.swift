import HAL

/// The three meals that a dose belongs to.
public enum Meal: UInt8, Sendable {
  case breakfast = 0
  case lunch = 1
  case dinner = 2
}

/// An amount of carbohydrates.
public struct Grams: Equatable, Sendable {
  public var value: Double
  @inlinable public init(_ value: Double) { self.value = value }
}

/// The reason why no dose is proposed. Each is loud: silence would read as "none needed".
public enum DoseRefusal: UInt8, Equatable, Sendable {
  case noReading
  /// Below 54 mg/dL, also below what meters measure, or "LO": alarm, caregiver at once and again.
  case veryLow
  /// Below 70 mg/dL: alarm, what to do, caregiver.
  case low
  /// "HI", a number above what meters measure, or none of glucose.
  case notMeasurable
  case staleReading
  case secondDoseForMeal
  case clockUntrusted
  /// The profile's figures contradict each other.
  case implausibleProfile
  /// A dose is dated ahead of the device's clock: nobody knows what of it still acts.
  case doseTimeUnclear = 8
  /// A kept profile is in force, and nobody can say that its insulin section still counts.
  case profileKept = 9
}

/// The facts known when a dose is asked for. DIA-3, DIA-8.
public struct DoseRequest: Sendable {
  /// The meal for which the dose is asked.
  public var meal: Meal
  /// The newest reading; nil when there is none.
  public var reading: MeterResult?
  /// Time since the reading was taken. A negative age counts as stale.
  public var readingAge: Milliseconds
  /// When given, they take the place of the base for the meal; never both.
  public var carbohydrates: Grams?
  /// Units of earlier doses that have still to act.
  public var insulinOnBoard: Double
  /// Whether this meal has had its dose already.
  public var hasDoseForMeal: Bool
  /// Whether the time is known well enough to reckon insulin on board.
  public var isClockTrusted: Bool
  /// A dose of unclear time may still act.
  public var hasUnclearDose: Bool

  public init(
    meal: Meal, reading: MeterResult?, readingAge: Milliseconds, carbohydrates: Grams? = nil,
    insulinOnBoard: Double = 0, hasDoseForMeal: Bool = false, isClockTrusted: Bool = true,
    hasUnclearDose: Bool = false
  ) {
    self.meal = meal
    self.reading = reading
    self.readingAge = readingAge
    self.carbohydrates = carbohydrates
    self.insulinOnBoard = insulinOnBoard
    self.hasDoseForMeal = hasDoseForMeal
    self.isClockTrusted = isClockTrusted
    self.hasUnclearDose = hasUnclearDose
  }
}

/// A dose that the device would propose, with its parts.
public struct DoseProposal: Equatable, Sendable {
  /// A reading older than this says nothing about now.
  public static let oldestReading = Milliseconds.seconds(15 * 60)

  /// Units for the meal: by carbohydrates, or the base of the meal.
  public var meal: Double
  /// Whether `meal` comes from carbohydrates, not from the base of the meal.
  public var isByCarbohydrates: Bool
  /// Units towards the nearest edge of the target range; negative below it.
  public var correction: Double
  /// Units of earlier doses that have still to act, never negative.
  public var insulinOnBoard: Double
  /// Units before rounding and before the maximum.
  public var exact: Double
  /// The amount to inject.
  public var total: InsulinUnits
  /// The profile's maximum bit.
  public var isCapped: Bool
}

extension InsulinProfile {
  /// Works out a dose.
  ///
  /// The correction goes to the nearest edge of the target range, as in AndroidAPS and Nightscout.
  /// Insulin on board lowers a positive correction only, as in Loop; a negative correction lowers the
  /// meal part. The sum is never negative, and is rounded once, down.
  public func dose(_ request: DoseRequest) -> Result<DoseProposal, DoseRefusalError> {
    if let refusal = refusal(request) { return .failure(DoseRefusalError(refusal)) }
    guard case .amount(let glucose) = request.reading else {
      return .failure(DoseRefusalError(.noReading))
    }
    let mealPart: Double
    if let carbohydrates = request.carbohydrates, let ratio = gramsPerUnit {
      mealPart = carbohydrates.value / ratio
    } else {
      mealPart = base(request.meal).value
    }
    let correction = correction(glucose.inMilligrams)
    let onBoard = max(request.insulinOnBoard, 0)
    let net = correction > 0 ? max(correction - onBoard, 0) : correction
    let exact = max(mealPart + net, 0)
    let capped = min(exact, maximum.value)
    return .success(
      DoseProposal(
        meal: mealPart, isByCarbohydrates: request.carbohydrates != nil && gramsPerUnit != nil,
        correction: correction, insulinOnBoard: onBoard, exact: exact,
        total: InsulinUnits.floor(capped, step: step),
        // Half a millionth, by which `floor` rounds, is no amount.
        isCapped: exact - maximum.value >= 0.000_000_5))
  }

  /// Units that bring the glucose to the nearest edge of the target range.
  public func correction(_ glucose: MilligramsPerDecilitre) -> Double {
    if glucose > upperTarget { return (glucose.value - upperTarget.value) / sensitivity }
    if glucose < lowerTarget { return (glucose.value - lowerTarget.value) / sensitivity }
    return 0
  }

  private func refusal(_ request: DoseRequest) -> DoseRefusal? {
    // A danger comes before a formal obstacle.
    switch request.reading {
    case nil: return .noReading
    case .low: return .veryLow
    case .high: return .notMeasurable
    case .amount(let glucose):
      switch GlucoseBand(glucose) {
      // Less than a meter measures is what it calls LO. Nothing and less is a fault on the way.
      case .belowMeterRange: return glucose.inMilligrams.value > 0 ? .veryLow : .notMeasurable
      case .aboveMeterRange: return .notMeasurable
      case .lowLevel2: return .veryLow
      case .lowLevel1: return .low
      case .inRange, .highLevel1, .highLevel2: break
      }
      // NaN is in no band: every comparison with it is false.
      guard glucose.inMilligrams.value.isFinite else { return .notMeasurable }
    }
    if !isPlausible { return .implausibleProfile }
    if request.readingAge > DoseProposal.oldestReading || request.readingAge < Milliseconds(0) {
      return .staleReading
    }
    if !request.isClockTrusted { return .clockUntrusted }
    if request.hasUnclearDose { return .doseTimeUnclear }
    return request.hasDoseForMeal ? .secondDoseForMeal : nil
  }
}

/// A refusal as an error.
public struct DoseRefusalError: Error, Equatable, Sendable {
  /// The reason.
  public var refusal: DoseRefusal
  public init(_ refusal: DoseRefusal) { self.refusal = refusal }
}
