import HAL

/// Meals for which the device could not prompt.
extension DosePrompt {
  /// Tells of the meals that came and went while the device was off, without a dose; of several days
  /// the last. Call it before `pass`, once records, profile and clock are known.
  /// - Parameter alive: the last moment at which the device is known to have been on.
  public mutating func missMeals(
    since alive: CivilMinute, until civil: CivilMinute, _ moment: Moment,
    _ tell: (DoseChange) -> Void
  ) {
    guard canPrompt else { return }
    advance(moment, tell)
    for i in 0..<meals.times.count {
      let meal = meals.times[i].meal
      let passed = meals.passed(meals.times[i], since: alive, until: civil)
      guard let day = meals.overtaken(meals.times[i], since: alive, until: civil) ?? passed,
        meals.mark(meal, day)?.state ?? .prompted == .prompted,
        !history.doses.has(meal, at: moment.at)
      else { continue }
      tell(.notify(.dose(.unanswered(meal))))
      meals.set(meal, day, .unanswered)
      tell(.store(.meal(meal, day: day, .unanswered)))
    }
    self.civil = civil
    missLostMeal(moment, tell)
  }
}
