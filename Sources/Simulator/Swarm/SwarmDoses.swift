import Checkers
import Device
import HAL

/// Doses at their edges. One is confirmed after the caregiver heard that none was, and taken back. Plus is pressed up
/// to the maximum. A value is half entered as the reading of the offer under it becomes too old. Insulin dated ahead
/// gets another amount. Ok puts the question for a second measurement away, and nobody measures.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else. For its meal the day's other
/// keys, readings and edits are left out: they would answer what is to stay open.
struct SwarmDoses: BusyPart {
  private struct Chosen {
    var meal: Meal
    /// Milliseconds from the start to the mealtime.
    var at: Int64
  }

  private var draws: Generator
  let busy: Int64
  private let household: Household
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    guard plan.household.keys == .all else { return }
    let draws = Generator(seed: plan.seed, for: .doses)
    var part = SwarmDoses(draws: draws, busy: busy, household: plan.household)
    if part.draws.chance(2, in: 5) { part.drawMeal(&plan) }
    if part.draws.chance(1, in: 16) { part.drawQuestionPutAway(&plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64, household: Household) {
    self.draws = draws
    self.busy = busy
    self.household = household
  }

  private mutating func drawMeal(_ plan: inout Plan) {
    guard let insulin = household.insulin else { return }
    // Milliseconds from an injection until nothing of it acts any more.
    let acts = Int64((insulin.action.duration + insulin.action.delay) * 60_000)
    let kind = draws.below(4)
    // Insulin of an unclear time comes in as long before the meal as it acts.
    let ahead = kind == 3 ? acts : 45 * SwarmDoses.minute
    guard let meal = choose(plan, after: ahead) else { return }
    switch kind {
    case 0: drawTakenBackLate(meal, &plan)
    case 1: drawLargest(meal, &plan)
    case 2: drawOldOffer(meal, &plan)
    default: drawOtherAmount(meal, acts, &plan)
    }
  }

  /// A meal of the first day, with some time before it and three hours after it.
  private mutating func choose(_ plan: Plan, after least: Int64) -> Chosen? {
    let meals = household.mealtimes.compactMap { time -> Chosen? in
      let at = plan.ahead(ofMinute: time.minute)
      guard at > least, at < busy - 3 * SwarmDoses.hour else { return nil }
      return Chosen(meal: time.meal, at: at)
    }
    return meals.isEmpty ? nil : draws.pick(meals)
  }

  /// The other parts draw nothing from a quarter of an hour before the meal to that moment.
  private mutating func begin(_ meal: Chosen, _ plan: inout Plan, to end: Int64) {
    let start = meal.at - 16 * SwarmDoses.minute
    leaveAlone(&plan, from: start, to: end)
    add(.temper(SwarmDoses.idle), at: start)
    add(.temper(SwarmDoses.usual), at: end + 1)
  }

  // MARK: Doses

  /// Nobody confirms a dose for half an hour. Then it is confirmed, and taken back, perhaps while the mail of that
  /// half hour waits for the network.
  private mutating func drawTakenBackLate(_ meal: Chosen, _ plan: inout Plan) {
    begin(meal, &plan, to: meal.at + 95 * SwarmDoses.minute)
    if draws.chance(1, in: 2) {
      fault(.outage, at: meal.at + 20 * SwarmDoses.minute, draws.draw(2400...4200))
    }
    let measured = meal.at + draws.draw(31 * 60...52 * 60) * SwarmDoses.second
    measure(draws.pick([110, 140, 240]), at: measured)
    press(.ok, at: measured + 3000)
    if asksCarbohydrates { press(.ok, at: measured + 6000) }
    press(.minus, at: measured + 6000 + draws.draw(2...50) * SwarmDoses.second)
  }

  /// Plus is pressed until the dose grows no more, with a maximum that the pen cannot give.
  private mutating func drawLargest(_ meal: Chosen, _ plan: inout Plan) {
    var other = household
    other.insulin?.step = 1000
    other.insulin?.maximum = draws.draw(3...9) * 1000 + 500
    var at = meal.at + draws.draw(5...120) * SwarmDoses.second
    begin(meal, &plan, to: at + 120 * SwarmDoses.second)
    add(.reload(other), at: meal.at - draws.draw(1...15) * SwarmDoses.minute)
    measure(draws.draw(90...330), at: at)
    at += 3000
    if asksCarbohydrates { press(.ok, at: at) }
    for _ in 0..<draws.draw(8...13) {
      at += draws.draw(700...3000)
      press(.plus, isLong: draws.chance(3, in: 4), at: at)
    }
    press(draws.pick([.minus, .ok]), at: at + draws.draw(1500...9000))
  }

  /// The reading that ended a low serves the meal, too. While the offer waits, the question for a second measurement
  /// comes, and a value is being entered as that reading becomes too old.
  private mutating func drawOldOffer(_ meal: Chosen, _ plan: inout Plan) {
    let low = meal.at - draws.draw(60...600) * SwarmDoses.second
    let measured = max(low + 120_000, meal.at + draws.draw(5...120) * SwarmDoses.second)
    let old = measured + 15 * SwarmDoses.minute
    begin(meal, &plan, to: old + 200 * SwarmDoses.second)
    measure(draws.pick([55, 60, 65, 69]), at: low)
    measure(draws.pick([71, 72, 75, 90, 140]), at: measured)
    var at = old - draws.draw(8...60) * SwarmDoses.second
    press(.minus, at: at)
    for _ in 0..<draws.draw(1...5) {
      at += draws.draw(600...6000)
      press(.minus, isLong: draws.chance(1, in: 5), at: at)
    }
    if draws.chance(2, in: 3) {
      press(.ok, at: max(at, old) + draws.draw(2...90) * SwarmDoses.second)
    }
  }

  /// Insulin dated ahead does its work until the meal is asked for. Its amount is corrected meanwhile.
  private mutating func drawOtherAmount(_ meal: Chosen, _ acts: Int64, _ plan: inout Plan) {
    let ends = draws.draw(3...40) * SwarmDoses.minute
    let entered = meal.at + ends - acts
    let latest = min(meal.at - 17 * SwarmDoses.minute, entered + 150 * SwarmDoses.minute)
    guard entered + 10 * SwarmDoses.minute < latest else { return }
    let changed = draws.draw(entered + 10 * SwarmDoses.minute...latest)
    leaveAlone(&plan, from: entered - 1000, to: changed + 1000)
    add(.temper(SwarmDoses.idle), at: entered - 1000)
    let ahead = Milliseconds.seconds(draws.pick([400, 1800, 14_400, 72_000]))
    let other: Meal = draws.pick([.breakfast, .lunch, .dinner])
    add(.diary(DiaryEdit(.addDose(other, units()), dated: ahead)), at: entered)
    add(.diary(DiaryEdit(.changeDose(nil, units()))), at: changed)
    begin(meal, &plan, to: meal.at + ends + 3 * SwarmDoses.minute)
    measure(draws.draw(90...330), at: meal.at + draws.draw(5...90) * SwarmDoses.second)
  }

  // MARK: Lows

  /// One reading has ended a low. The wearer reads the question for a second one, and does not measure.
  private mutating func drawQuestionPutAway(_ plan: inout Plan) {
    let low = draws.draw(10 * SwarmDoses.minute...busy - 4 * SwarmDoses.hour)
    let asked = low + 15 * SwarmDoses.minute
    let end = low + 32 * SwarmDoses.minute
    leaveAlone(&plan, from: low - 1000, to: end)
    add(.temper(SwarmDoses.idle), at: low - 1000)
    measure(draws.pick([41, 52, 57, 64, 69]), at: low)
    measure(
      draws.pick([82, 104, 137, 171]), at: low + draws.draw(2...12) * SwarmDoses.minute)
    press(.ok, at: asked + draws.draw(4...240) * SwarmDoses.second)
    if draws.chance(1, in: 2) { press(.ok, at: asked + draws.draw(304...540) * SwarmDoses.second) }
    add(.temper(SwarmDoses.usual), at: end + 1)
  }

  // MARK: Items

  private var asksCarbohydrates: Bool {
    household.limits.asksCarbohydrates && household.insulin?.gramsPerUnit != nil
  }

  private mutating func units() -> InsulinUnits {
    InsulinUnits(milliunits: draws.draw(1...20) * 500)
  }
}
