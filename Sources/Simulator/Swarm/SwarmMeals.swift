import Checkers
import Device
import HAL

/// Meals, glucose and the wearer's keys, so that the rare situations of a dose come up.
///
/// These are readings just before a meal and at the limits, lows while a prompt is up, and doses soon
/// after each other. A power cut beside a dose is one, too.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmMeals {
  private static let minute: Int64 = 60_000

  private var draws: Generator
  private let busy: Int64
  private var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    guard plan.household.insulin != nil else { return }
    var meals = SwarmMeals(draws: Generator(seed: plan.seed, for: .meals), busy: busy)
    meals.drawHousehold(&plan.household)
    meals.drawMeals(plan)
    meals.drawReload(plan.household)
    plan.items += meals.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  private mutating func drawHousehold(_ household: inout Household) {
    household.limits.usesMillimoles = draws.chance(1, in: 4)
    household.limits.snooze = Int16(draws.pick([10, 10, 5, 30]))
    if draws.chance(1, in: 3) { household.limits.asksCarbohydrates = true }
    if draws.chance(1, in: 4), let other = changed(household.insulin) { household.insulin = other }
    // A day of late risers and early suppers: what one dose has left weighs on the next.
    guard draws.chance(2, in: 3) else { return }
    var minute = draws.draw(0...1439)
    household.mealtimes = []
    for meal in [Meal.breakfast, .lunch, .dinner] {
      household.mealtimes.append(Mealtime(meal: meal, minute: Int16(minute % 1440)))
      minute += draws.pick([20, 61, 75, 120, 240])
    }
  }

  /// Another pen, another ratio, a smaller maximum.
  private mutating func changed(_ figures: InsulinFigures?) -> InsulinFigures? {
    guard var figures else { return nil }
    figures.gramsPerUnit = Double(draws.draw(8...20))
    figures.maximum = draws.draw(4...20) * 500
    figures.step = draws.pick([50, 100, 500, 1000])
    figures.action = .rapidAdult
    return figures
  }

  private mutating func drawMeals(_ plan: Plan) {
    let household = plan.household
    for time in household.mealtimes {
      for moment in moments(of: time, plan) {
        guard draws.chance(5, in: 6) else { continue }
        drawMeal(at: moment)
      }
    }
  }

  /// Moments of each day's meal from the start of the life; a change of the clocks moves some by an hour.
  private func moments(of time: Mealtime, _ plan: Plan) -> [Int64] {
    let offset = plan.household.zone.offset(at: plan.start)
    let local = plan.start.milliseconds / SwarmMeals.minute + offset
    var minutes = ((Int64(time.minute) - local) % 1440 + 1440) % 1440
    var moments: [Int64] = []
    while minutes * SwarmMeals.minute < busy - 4_000_000 {
      moments.append(minutes * SwarmMeals.minute)
      minutes += 1440
    }
    return moments
  }

  private mutating func drawMeal(at meal: Int64) {
    add(.temper(drawTemper()), at: meal - draws.draw(10...600) * 1000)
    // Some measure before they are asked, some when they are asked, some do both.
    if draws.chance(1, in: 3) { drawReading(from: meal - 1_200_000, to: meal) }
    for _ in 0..<draws.below(4) { drawReading(from: meal, to: meal + 1_500_000) }
    if draws.chance(1, in: 3) {
      for _ in 0..<draws.draw(1...12) {
        let key = draws.pick([Key.plus, .plus, .minus, .minus, .ok, .ok, .help])
        add(
          .press(KeyPress(key, isLong: draws.chance(1, in: 6))),
          at: meal + draws.draw(1000...1_800_000))
      }
    }
    if draws.chance(1, in: 4) {
      let at = meal + draws.draw(0...2_400_000)
      items.append(
        Item(
          at: inside(at), lasts: .seconds(draws.draw(1...600)),
          .powerCut(afterActions: draws.draw(0...8), tornWords: draws.draw(0...10))))
    }
  }

  private mutating func drawTemper() -> Temper {
    let low = draws.pick([45, 64, 70, 100, 150, 240]) as Int64
    return Temper(
      answers: UInt8(draws.pick([50, 90, 100, 100])), after: .seconds(draws.draw(2...120)),
      mistakes: UInt8(draws.pick([0, 0, 15])), glucose: low...low + draws.draw(0...120))
  }

  private mutating func drawReading(from: Int64, to: Int64) {
    let amount = draws.pick([
      35, 53, 54, 55, 69, 70, 71, 90, 110, 140, 180, 181, 250, 260, 330, 590,
    ])
    let result: MeterResult =
      switch draws.below(16) {
      case 0: .low
      case 1: .high
      case 2, 3:
        // Tenths of mmol/L, as such meters print them.
        .amount(.millimolesPerLitre(MillimolesPerLitre(Double(amount * 10 / 18) / 10)))
      default: .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(Double(amount))))
      }
    let age = draws.chance(1, in: 3) ? draws.draw(0...1_000_000) : 0
    add(
      .measure(MeterReading(result: result, age: Milliseconds(age))),
      at: draws.draw(from...to))
  }

  private mutating func drawReload(_ household: Household) {
    guard draws.chance(1, in: 5), let time = items.first?.at.count else { return }
    var other = household
    other.insulin = changed(household.insulin)
    add(.reload(other), at: time + draws.draw(0...1_800_000))
  }

  private func inside(_ moment: Int64) -> Milliseconds {
    Milliseconds(min(max(moment, 1000), busy - 1000))
  }

  private mutating func add(_ act: Act, at moment: Int64) {
    items.append(Item(at: inside(moment), act))
  }
}
