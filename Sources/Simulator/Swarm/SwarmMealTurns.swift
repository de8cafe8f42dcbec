import Checkers
import Device
import HAL

/// Turns that the hour of a meal may take. A meter sends a reading while a value is half entered. A prompt is put off,
/// and its reading is corrected. The power goes in that hour, with a dose or without. A dose is corrected before
/// the next meal, or deleted while the mail that says it waits. Ok is pressed twice on a question over an offer.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else. For its meal the day's other
/// keys, readings and edits are left out: they would answer what is to stay open.
struct SwarmMealTurns: BusyPart {
  private struct Chosen {
    var meal: Meal
    /// Milliseconds from the start to the mealtime, and on to that of the next meal.
    var at: Int64
    var next: Int64
  }

  private var draws: Generator
  let busy: Int64
  private let household: Household
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    guard plan.household.insulin != nil, plan.household.keys.contains(.ok) else { return }
    let draws = Generator(seed: plan.seed, for: .mealTurns)
    var part = SwarmMealTurns(draws: draws, busy: busy, household: plan.household)
    if part.draws.chance(3, in: 5) { part.drawMeal(&plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64, household: Household) {
    self.draws = draws
    self.busy = busy
    self.household = household
  }

  private mutating func drawMeal(_ plan: inout Plan) {
    let kind = draws.below(9)
    guard let meal = choose(plan) else { return }
    switch kind {
    case 0, 8: drawHalfEntry(meal, &plan)
    case 1: drawPutOff(meal, &plan)
    case 2: drawRestart(meal, &plan)
    case 3: drawPutAway(meal, &plan)
    case 4: drawDeletedWhileOff(meal, &plan)
    case 5: drawCorrectedDose(meal, &plan)
    case 6: drawLateAnswer(meal, &plan)
    default: drawQuestionOverOffer(meal, &plan)
    }
  }

  /// A meal of the first day, with some time before it and three hours after it.
  private mutating func choose(_ plan: Plan) -> Chosen? {
    let times = household.mealtimes.map { (meal: $0.meal, at: plan.ahead(ofMinute: $0.minute)) }
    let meals = times.compactMap { time -> Chosen? in
      guard time.at > 45 * SwarmMealTurns.minute, time.at < busy - 3 * SwarmMealTurns.hour
      else { return nil }
      let next = times.map { $0.at - time.at }.filter { $0 > 0 }.min()
      return Chosen(meal: time.meal, at: time.at, next: next ?? 24 * SwarmMealTurns.hour)
    }
    return meals.isEmpty ? nil : draws.pick(meals)
  }

  /// The other parts draw nothing from a quarter of an hour before the meal to that moment.
  private mutating func begin(_ meal: Chosen, _ plan: inout Plan, to end: Int64) {
    let start = meal.at - 16 * SwarmMealTurns.minute
    leaveAlone(&plan, from: start, to: end)
    add(.temper(SwarmMealTurns.idle), at: start)
    add(.temper(SwarmMealTurns.usual), at: end + 1)
  }

  // MARK: Without a dose

  /// The keys enter a value slowly. A meter sends a reading meanwhile, or nothing follows.
  private mutating func drawHalfEntry(_ meal: Chosen, _ plan: inout Plan) {
    guard household.keys.contains(.plus), household.keys.contains(.minus) else { return }
    var at = meal.at + draws.draw(5...600) * SwarmMealTurns.second
    begin(meal, &plan, to: at + 300 * SwarmMealTurns.second)
    press(.plus, at: at)
    for _ in 0..<draws.draw(1...2) {
      at += draws.draw(15...80) * SwarmMealTurns.second
      press(draws.pick([.plus, .minus]), at: at)
    }
    guard draws.chance(1, in: 2) else { return }
    at += draws.draw(2...20) * SwarmMealTurns.second
    measure(draws.pick([65, 90, 140, 240]), at: at)
  }

  /// An offer is put off, and the reading under it is corrected before it comes again.
  private mutating func drawPutOff(_ meal: Chosen, _ plan: inout Plan) {
    let pause = Int64(household.limits.snooze) * SwarmMealTurns.minute
    // Its reading would be too old for a dose by then.
    guard (2...13).contains(household.limits.snooze) else { return }
    let measured = meal.at + draws.draw(5...90) * SwarmMealTurns.second
    let putOff = measured + draws.draw(3...20) * SwarmMealTurns.second
    let again = putOff + pause
    begin(meal, &plan, to: again + 60 * SwarmMealTurns.second)
    measure(draws.pick([110, 140, 200]), at: measured)
    press(.ok, isLong: true, at: putOff)
    let corrected = DiaryEdit(.changeReading(result(draws.pick([75, 90, 180, 260, 330])), nil))
    add(.diary(corrected), at: draws.draw(putOff + 5000...again - 5000))
    if asksCarbohydrates { press(.ok, at: again + 3000) }
    if draws.chance(1, in: 2) { press(.ok, at: again + 8000) }
  }

  /// The power goes while the meal is asked for, and nobody answers after it either.
  private mutating func drawRestart(_ meal: Chosen, _ plan: inout Plan) {
    begin(meal, &plan, to: meal.at + 80 * SwarmMealTurns.minute)
    fault(
      .powerCut(afterActions: draws.draw(0...3), tornWords: 0),
      at: meal.at + draws.draw(8...45) * SwarmMealTurns.minute, draws.draw(5...300))
  }

  /// A dose is refused for insulin dated ahead, ok puts the page away, and that entry is deleted.
  private mutating func drawPutAway(_ meal: Chosen, _ plan: inout Plan) {
    let measured = meal.at + draws.draw(5...120) * SwarmMealTurns.second
    let ok = measured + draws.draw(3...30) * SwarmMealTurns.second
    let deleted = draws.draw(ok + 5000...meal.at + 50 * SwarmMealTurns.minute)
    begin(meal, &plan, to: deleted + 30 * SwarmMealTurns.second)
    let units = InsulinUnits(milliunits: draws.draw(1...20) * 500)
    let ahead = Milliseconds.seconds(draws.pick([2400, 7200, 14_400, 72_000]))
    let entered = meal.at - draws.draw(20...880) * SwarmMealTurns.second
    add(.diary(DiaryEdit(.addDose(meal.meal, units), dated: ahead)), at: entered)
    measure(draws.draw(80...330), at: measured)
    press(.ok, at: ok)
    add(.diary(DiaryEdit(.deleteDose)), at: deleted)
  }

  // MARK: With a dose

  /// The dose is confirmed, and deleted while the device is off. It comes back in the hour of the meal.
  private mutating func drawDeletedWhileOff(_ meal: Chosen, _ plan: inout Plan) {
    let first = meal.at + draws.draw(5...600) * SwarmMealTurns.second
    let cut = first + draws.draw(75...600) * SwarmMealTurns.second
    let off = draws.draw(150...1200)
    let back = cut + off * SwarmMealTurns.second
    begin(meal, &plan, to: back + 300 * SwarmMealTurns.second)
    answer(first)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, off)
    // The power goes a minute later at the latest.
    let deleted = draws.draw(cut + 61_000...back - 10_000)
    add(.diary(DiaryEdit(.deleteDose)), at: deleted)
  }

  /// The amount of a dose is corrected, and the next meal follows while it acts.
  private mutating func drawCorrectedDose(_ meal: Chosen, _ plan: inout Plan) {
    let first = meal.at + draws.draw(5...300) * SwarmMealTurns.second
    let next = meal.at + meal.next
    let corrected = draws.draw(first + 70_000...first + 3000 * SwarmMealTurns.second)
    begin(meal, &plan, to: corrected + SwarmMealTurns.second)
    answer(first)
    let units = InsulinUnits(milliunits: draws.draw(1...20) * 500)
    add(.diary(DiaryEdit(.changeDose(nil, units))), at: corrected)
    guard meal.next < 5 * SwarmMealTurns.hour, next > corrected,
      next < busy - SwarmMealTurns.hour
    else { return }
    answer(next + draws.draw(5...300) * SwarmMealTurns.second)
  }

  /// The mail that nobody answered waits for the network. A dose is entered, so that it says so, and deleted again.
  private mutating func drawLateAnswer(_ meal: Chosen, _ plan: inout Plan) {
    let entered = meal.at + draws.draw(32...110) * SwarmMealTurns.minute
    let deleted = entered + draws.draw(20...1800) * SwarmMealTurns.second
    begin(meal, &plan, to: deleted + 60 * SwarmMealTurns.second)
    fault(.outage, at: meal.at - SwarmMealTurns.minute, 170 * 60)
    let units = InsulinUnits(milliunits: draws.draw(1...20) * 500)
    add(.diary(DiaryEdit(.addDose(meal.meal, units))), at: entered)
    add(.diary(DiaryEdit(.deleteDose)), at: deleted)
  }

  /// A low before the meal is over, and the question for a second measurement comes over an offer. Ok is pressed on
  /// it, and once more too soon.
  private mutating func drawQuestionOverOffer(_ meal: Chosen, _ plan: inout Plan) {
    let low = meal.at - draws.draw(120...600) * SwarmMealTurns.second
    let measured = max(low + 120_000, meal.at + draws.draw(5...120) * SwarmMealTurns.second)
    let asked = low + 15 * SwarmMealTurns.minute
    begin(meal, &plan, to: asked + 70 * SwarmMealTurns.second)
    measure(draws.pick([55, 60, 65, 69]), at: low)
    measure(draws.pick([110, 140, 240]), at: measured)
    if asksCarbohydrates { press(.ok, at: measured + 3000) }
    let ok = asked + draws.draw(2...40) * SwarmMealTurns.second
    press(.ok, at: ok)
    press(.ok, at: ok + draws.draw(150...950))
    if draws.chance(1, in: 2) { press(.ok, at: ok + draws.draw(1500...9000)) }
  }

  // MARK: Items

  private var asksCarbohydrates: Bool {
    household.limits.asksCarbohydrates && household.insulin?.gramsPerUnit != nil
      && household.keys.contains(.plus) && household.keys.contains(.minus)
  }

  /// A reading, and the presses that confirm a dose on it.
  private mutating func answer(_ at: Int64) {
    measure(draws.pick([110, 140, 240]), at: at)
    press(.ok, at: at + 3000)
    if asksCarbohydrates { press(.ok, at: at + 6000) }
  }
}
