/// A contradiction between figures of a profile each of which lies in its range.
public enum InsulinContradiction: UInt8, Equatable, Sendable {
  /// The largest dose is smaller than one step of the pen: every proposal would be nothing.
  case maximumBelowStep = 2
  /// The sensitivity does not go with the bases.
  case sensitivityAgainstBases = 3
  /// The sensitivity does not go with the carbohydrate ratio.
  case sensitivityAgainstRatio = 4
  /// A base and the ratio together imply a meal that nobody eats.
  case baseAgainstRatio = 5
}

extension InsulinProfile {
  /// Sensitivity in mg/dL, times the units of three meals: 900 by the rules of thumb below.
  public static let sensitivityTimesBases: ClosedRange<Double> = 90...9000
  /// Sensitivity in mg/dL, over the grams that a unit covers: 3.6 by the same rules.
  public static let sensitivityOverRatio: ClosedRange<Double> = 0.36...36

  /// The figures that contradict each other; nil in a plausible profile.
  ///
  /// mg/dL taken for mmol/L puts a sensitivity out by a factor of 18 and once had 40.5 U proposed
  /// (nightscout/cgm-remote-monitor#2601). The ranges of the single figures catch most of that; the
  /// rest shows only against the other figures.
  ///
  /// The yardsticks are the clinic's rules of thumb (Walsh and Roberts, Pumping Insulin). One unit
  /// lowers the glucose by about 1800 mg/dL over the units of a day. It covers about 500 g over them.
  /// The meals take about half of a day's units. Real people differ from these by a factor of three;
  /// only a factor above ten is refused.
  public var contradiction: InsulinContradiction? {
    let largest = max(max(base(.breakfast), base(.lunch)), base(.dinner))
    if maximum < step { return .maximumBelowStep }
    // The bases are needed to judge the sensitivity: 1800 over twice the meals.
    let meals = mealUnits
    if meals > 0, !InsulinProfile.sensitivityTimesBases.contains(sensitivity * meals) {
      return .sensitivityAgainstBases
    }
    if let gramsPerUnit {
      if !InsulinProfile.sensitivityOverRatio.contains(sensitivity / gramsPerUnit) {
        return .sensitivityAgainstRatio
      }
      if largest.value * gramsPerUnit > 400 { return .baseAgainstRatio }
    }
    return nil
  }

  /// Units of three meals like those that have a base; 0: none has one.
  ///
  /// A meal without rapid insulin says nothing of the units of a day.
  public var mealUnits: Double {
    let sum = (base(.breakfast) + base(.lunch) + base(.dinner)).value
    func one(_ meal: Meal) -> Double { base(meal) > .zero ? 1 : 0 }
    let count = one(.breakfast) + one(.lunch) + one(.dinner)
    return count > 0 ? sum * 3 / count : 0
  }

  /// Whether a dose may be proposed at all.
  public var isPlausible: Bool { contradiction == nil }
}
