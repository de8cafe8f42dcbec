/// How the figures of a profile can contradict each other although each lies in its range.
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
  /// What contradicts what; nil in a plausible profile.
  ///
  /// mg/dL taken for mmol/L puts a sensitivity out by a factor of 18 and once had 40.5 U proposed
  /// (nightscout/cgm-remote-monitor#2601). The ranges of the single figures catch most of that; the
  /// rest shows only against the other figures. The yardsticks are the clinic's rules of thumb: one
  /// unit lowers the glucose by about 1800 mg/dL over the units of a day and covers about 500 g over
  /// them (Walsh and Roberts, Pumping Insulin), and the meals take about half of a day's units. Real
  /// people stray from these by a factor of three; only what is off by more than ten is refused.
  public var contradiction: InsulinContradiction? {
    let meals = (base(.breakfast), base(.lunch), base(.dinner))
    let largest = max(max(meals.0, meals.1), meals.2)
    if maximum < step { return .maximumBelowStep }
    let sum = (meals.0 + meals.1 + meals.2).value
    // Without bases there is nothing to hold the sensitivity against: 1800 over twice the meals.
    if sum > 0, !(45...18_000).contains(sensitivity * sum) { return .sensitivityAgainstBases }
    if let gramsPerUnit {
      if !(0.25...50).contains(sensitivity / gramsPerUnit) { return .sensitivityAgainstRatio }
      if largest.value * gramsPerUnit > 400 { return .baseAgainstRatio }
    }
    return nil
  }

  /// Without it no dose is proposed.
  public var isPlausible: Bool { contradiction == nil }
}
