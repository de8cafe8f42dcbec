import Device
import HAL

/// An insulin-dependent wearer's figures as a person wrote them down: nothing that the core works out.
public struct InsulinFigures: Equatable, Sendable {
  /// mg/dL.
  public var lowerTarget: Double
  public var upperTarget: Double
  /// mg/dL lowered by one unit.
  public var sensitivity: Double
  /// Of rapid insulin for a meal, in thousandths of a unit.
  public var breakfast: Int64
  public var lunch: Int64
  public var dinner: Int64
  /// Grams of carbohydrates that one unit covers; nil: the wearer does not count them.
  public var gramsPerUnit: Double?
  /// In thousandths of a unit.
  public var maximum: Int64
  public var step: Int64
  public var action = Action.rapidAdult

  /// How the insulin acts, in minutes.
  public struct Action: Equatable, Sendable {
    public var duration: Double
    public var peak: Double
    public var delay: Double

    /// Novolog, Humalog and Apidra in adults: LoopKit, ExponentialInsulinModelPreset.
    public static let rapidAdult = Action(duration: 360, peak: 75, delay: 10)
  }

  public func base(_ meal: Meal) -> Int64 {
    switch meal {
    case .breakfast: breakfast
    case .lunch: lunch
    case .dinner: dinner
    }
  }
}

extension InsulinFigures {
  /// Of a profile that somebody wrote for a scenario.
  public init(_ profile: InsulinProfile) {
    self.init(
      lowerTarget: profile.lowerTarget.value, upperTarget: profile.upperTarget.value,
      sensitivity: profile.sensitivity, breakfast: profile.base(.breakfast).milliunits,
      lunch: profile.base(.lunch).milliunits, dinner: profile.base(.dinner).milliunits,
      gramsPerUnit: profile.gramsPerUnit, maximum: profile.maximum.milliunits,
      step: profile.step.milliunits,
      action: Action(
        duration: profile.model.duration, peak: profile.model.peak, delay: profile.model.delay))
  }

  /// What the device is given. A core that refuses figures within the documented ranges ends the life.
  var setting: InsulinProfile {
    let model =
      action == .rapidAdult
      ? InsulinModel.rapidAdult
      : InsulinModel(checkedDuration: action.duration, peak: action.peak, delay: action.delay)
    guard let model else { fatalError("the core refuses an action of insulin: \(action)") }
    do {
      return try InsulinProfile(
        lowerTarget: MilligramsPerDecilitre(lowerTarget),
        upperTarget: MilligramsPerDecilitre(upperTarget), sensitivity: sensitivity,
        base: (
          InsulinUnits(milliunits: breakfast), InsulinUnits(milliunits: lunch),
          InsulinUnits(milliunits: dinner)
        ),
        gramsPerUnit: gramsPerUnit, maximum: InsulinUnits(milliunits: maximum),
        step: InsulinUnits(milliunits: step), model: model)
    } catch {
      fatalError("the core refuses \(error.parameter) within \(error.allowed)")
    }
  }
}
