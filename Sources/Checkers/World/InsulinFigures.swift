import Device

/// An insulin-dependent wearer's figures as a person wrote them down: nothing that the core works out.
public struct InsulinFigures: Equatable, Sendable {
  /// mg/dL.
  public var lowerTarget: Double
  public var upperTarget: Double
  /// mg/dL lowered by one unit.
  public var sensitivity: Double
  /// The meal's rapid insulin, in thousandths of a unit.
  public var breakfast: Int64
  public var lunch: Int64
  public var dinner: Int64
  /// Grams of carbohydrates that one unit covers; nil: the wearer does not count them.
  public var gramsPerUnit: Double?
  /// Thousandths of a unit.
  public var maximum: Int64
  public var step: Int64
  public var action = Action.rapidAdult

  /// Action of the insulin, in minutes.
  public struct Action: Equatable, Sendable {
    public var duration: Double
    public var peak: Double
    public var delay: Double

    /// Novolog, Humalog and Apidra in adults: LoopKit, ExponentialInsulinModelPreset.
    public static let rapidAdult = Action(duration: 360, peak: 75, delay: 10)

    public init(duration: Double, peak: Double, delay: Double) {
      self.duration = duration
      self.peak = peak
      self.delay = delay
    }
  }

  public init(
    lowerTarget: Double, upperTarget: Double, sensitivity: Double, breakfast: Int64, lunch: Int64,
    dinner: Int64, gramsPerUnit: Double?, maximum: Int64, step: Int64,
    action: Action = Action.rapidAdult
  ) {
    self.lowerTarget = lowerTarget
    self.upperTarget = upperTarget
    self.sensitivity = sensitivity
    self.breakfast = breakfast
    self.lunch = lunch
    self.dinner = dinner
    self.gramsPerUnit = gramsPerUnit
    self.maximum = maximum
    self.step = step
    self.action = action
  }

  public func base(_ meal: Meal) -> Int64 {
    switch meal {
    case .breakfast: breakfast
    case .lunch: lunch
    case .dinner: dinner
    }
  }
}
