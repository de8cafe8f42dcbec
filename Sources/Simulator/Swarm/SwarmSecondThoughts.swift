import Checkers
import Device
import HAL

/// Second thoughts about a meal. Its dose is taken late, and taken back. Plus and minus change an offer, and the meter
/// sends another reading. A dose dated ahead is moved to the meal whose mail waits.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else. For its meal the day's other
/// keys, readings and edits are left out: they would answer what is to stay open.
struct SwarmSecondThoughts: BusyPart {
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
    guard plan.household.insulin != nil, plan.household.keys.contains(.ok),
      plan.household.keys.contains(.plus), plan.household.keys.contains(.minus)
    else { return }
    let draws = Generator(seed: plan.seed, for: .secondThoughts)
    var part = SwarmSecondThoughts(draws: draws, busy: busy, household: plan.household)
    if part.draws.chance(1, in: 2) { part.drawMeal(&plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64, household: Household) {
    self.draws = draws
    self.busy = busy
    self.household = household
  }

  private mutating func drawMeal(_ plan: inout Plan) {
    let kind = draws.below(3)
    let meals = household.mealtimes.map {
      Chosen(meal: $0.meal, at: plan.ahead(ofMinute: $0.minute))
    }.filter { $0.at > 45 * Self.minute && $0.at < busy - 3 * Self.hour }
    guard !meals.isEmpty else { return }
    let meal = draws.pick(meals)
    switch kind {
    case 0: drawTakenBackLate(meal, &plan)
    case 1: drawAdjusted(meal, &plan)
    default: drawMovedAhead(meal, &plan)
    }
  }

  /// The other parts draw nothing from a quarter of an hour before the meal to that moment.
  private mutating func begin(_ meal: Chosen, _ plan: inout Plan, to end: Int64) {
    let start = meal.at - 16 * Self.minute
    leaveAlone(&plan, from: start, to: end)
    add(.temper(Self.idle), at: start)
    add(.temper(Self.usual), at: end + 1)
  }

  /// The caregiver has heard that the meal has no dose. It is taken then, and taken back within the minute.
  private mutating func drawTakenBackLate(_ meal: Chosen, _ plan: inout Plan) {
    var at = meal.at + draws.draw(31 * 60...50 * 60) * Self.second
    begin(meal, &plan, to: at + 12 * Self.minute)
    answer(&at)
    press(.minus, at: at + draws.draw(2...50) * Self.second)
  }

  /// The offer is changed by hand, and a reading comes before ok.
  private mutating func drawAdjusted(_ meal: Chosen, _ plan: inout Plan) {
    var at = meal.at + draws.draw(5...1200) * Self.second
    begin(meal, &plan, to: at + 4 * Self.minute)
    measure(draws.pick([110, 140, 240]), at: at)
    at += 3000
    if asksCarbohydrates { press(.ok, at: at) }
    let key = draws.pick([Key.plus, .minus])
    for _ in 0..<draws.draw(1...3) {
      at += draws.draw(1200...4000)
      press(key, at: at)
    }
    at += draws.draw(2...50) * Self.second
    measure(draws.pick([75, 95, 170, 290]), at: at)
    if draws.chance(1, in: 2) { press(.ok, at: at + draws.draw(2...60) * Self.second) }
  }

  /// The mail that nobody dosed waits for the network. A dose for another meal, dated ahead, becomes one for this.
  private mutating func drawMovedAhead(_ meal: Chosen, _ plan: inout Plan) {
    let entered = meal.at + draws.draw(32...80) * Self.minute
    let changed = entered + draws.draw(20...240) * Self.second
    begin(meal, &plan, to: changed + 10 * Self.minute)
    fault(.outage, at: meal.at + 10 * Self.minute, (changed - meal.at) / 1000 - 500)
    let other: Meal = meal.meal == .lunch ? .dinner : .lunch
    let ahead = Milliseconds.seconds(draws.pick([3600, 7200, 14_400]))
    let units = InsulinUnits(milliunits: draws.draw(1...20) * 500)
    add(.diary(DiaryEdit(.addDose(other, units), dated: ahead)), at: entered)
    add(.diary(DiaryEdit(.changeDose(meal.meal, nil))), at: changed)
  }

  // MARK: Items

  private var asksCarbohydrates: Bool {
    household.limits.asksCarbohydrates && household.insulin?.gramsPerUnit != nil
  }

  /// A reading, and the presses that confirm a dose on it.
  private mutating func answer(_ at: inout Int64) {
    measure(draws.pick([110, 140, 240]), at: at)
    at += 3000
    press(.ok, at: at)
    guard asksCarbohydrates else { return }
    at += 3000
    press(.ok, at: at)
  }
}
