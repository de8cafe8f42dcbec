import Checkers
import Device
import HAL

/// A page comes back to something that has changed meanwhile. Ok drops a typed value, and is pressed again at
/// once. A dose is corrected while minus can take it back, or hours before the next meal. The reading of an offer that
/// was put off is corrected, deleted, or followed by one in the diary. The file of the profile reads again while a dose
/// is refused for it. A dose is deleted while glucose is low.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else. For its meal the day's other
/// keys, readings and edits are left out: they would answer what is to stay open.
struct SwarmChangedDoses: BusyPart {
  private struct Chosen {
    var meal: Meal
    /// Milliseconds from the start to the mealtime.
    var at: Int64
  }

  private var draws: Generator
  let busy: Int64
  private var household: Household
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    guard plan.household.insulin != nil, plan.household.keys.contains(.ok) else { return }
    var part = SwarmChangedDoses(
      draws: Generator(seed: plan.seed, for: .changedDoses), busy: busy, household: plan.household)
    if part.draws.chance(1, in: 4) { part.drawCorrected(&plan) } else { part.drawMeals(&plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64, household: Household) {
    self.draws = draws
    self.busy = busy
    self.household = household
  }

  private mutating func drawMeals(_ plan: inout Plan) {
    let meals = household.mealtimes
      .map { Chosen(meal: $0.meal, at: plan.ahead(ofMinute: $0.minute)) }
      .filter {
        $0.at > 45 * Self.minute && $0.at < busy - 3 * Self.hour && isSteady(plan, until: $0.at)
      }
      .sorted { $0.at < $1.at }
    var free: Int64 = 0
    for meal in meals where meal.at > free && draws.chance(1, in: 3) {
      free = meal.at + 2 * Self.hour
      switch draws.below(12) {
      case 0, 1, 2: drawQuickOk(meal, &plan)
      case 3, 4, 5: drawReadAgain(meal, &plan)
      case 6, 7: drawDeletedInLow(meal, &plan)
      case 8, 9: drawPutOff(meal, &plan)
      default: drawMinus(meal, &plan)
      }
    }
  }

  /// No other profile has come by then that asks for the meal at another time, or doses it otherwise.
  private func isSteady(_ plan: Plan, until moment: Int64) -> Bool {
    !plan.items.contains { item in
      guard item.at.count < moment, case .act(.reload(let other)) = item.kind else { return false }
      return other.mealtimes != household.mealtimes || other.zone != household.zone
        || other.insulin != household.insulin
    }
  }

  /// The other parts draw nothing from a quarter of an hour before the meal to that moment.
  private mutating func begin(_ meal: Int64, _ plan: inout Plan, to end: Int64) {
    let start = meal - 21 * Self.minute
    leaveAlone(&plan, from: start, to: end)
    add(.temper(Self.idle), at: start)
    add(.temper(Self.usual), at: end + 1)
  }

  // MARK: Keys

  /// A meter sends a lower value while a higher one is typed. Ok drops that one, and a second ok within the second is
  /// meant for it, too.
  private mutating func drawQuickOk(_ meal: Chosen, _ plan: inout Plan) {
    guard household.keys.contains(.plus), household.keys.contains(.minus) else { return }
    var at = meal.at + draws.draw(5...900) * Self.second
    begin(meal.at, &plan, to: at + 2 * Self.minute)
    // A page of grams would stand before the dose.
    household.limits.asksCarbohydrates = false
    plan.changeProfiles { $0.limits.asksCarbohydrates = false }
    measure(draws.pick([120, 150, 210]), at: meal.at - draws.draw(17...20) * Self.minute)
    press(.plus, at: at)
    for _ in 0..<draws.draw(1...4) {
      at += draws.draw(700...1500)
      press(.plus, isLong: true, at: at)
    }
    at += draws.draw(700...4000)
    measure(draws.pick([75, 90, 110]), at: at, age: draws.draw(10...300) * 1000)
    at += draws.draw(1500...9000)
    press(.ok, at: at)
    at += draws.draw(150...900)
    press(.ok, at: at)
    if draws.chance(1, in: 2) { press(.ok, at: at + draws.draw(1500...9000)) }
  }

  /// The amount of a dose is corrected while minus can still take it back, and minus is pressed after that.
  private mutating func drawMinus(_ meal: Chosen, _ plan: inout Plan) {
    let at = meal.at + draws.draw(5...600) * Self.second
    begin(meal.at, &plan, to: at + 3 * Self.minute)
    let confirmed = answer(at)
    let corrected = confirmed + draws.draw(2...30) * Self.second
    add(.diary(DiaryEdit(.changeDose(nil, units()))), at: corrected)
    guard household.keys.contains(.minus) else { return }
    press(.minus, at: corrected + draws.draw(600...15_000))
  }

  // MARK: Diary

  /// The amount of a dose is corrected, and the next meal follows in the same life.
  private mutating func drawCorrected(_ plan: inout Plan) {
    let before = household.mealtimes
    let pairs = before.indices.dropLast().filter {
      let at = plan.ahead(ofMinute: before[$0].minute)
      return at > 45 * Self.minute && at < busy - 6 * Self.hour && isSteady(plan, until: at)
    }
    guard !pairs.isEmpty else { return }
    let first = draws.pick(pairs)
    let between = draws.draw(90...180)
    let minute = Int64(before[first].minute) + between
    guard minute < 1430 else { return }
    plan.changeProfiles {
      if $0.mealtimes == before { $0.mealtimes[first + 1].minute = Int16(minute) }
    }
    let meal = plan.ahead(ofMinute: before[first].minute)
    let next = meal + between * Self.minute
    let measured = meal + draws.draw(5...300) * Self.second
    let again = next + draws.draw(5...300) * Self.second
    begin(meal, &plan, to: again + Self.minute)
    let confirmed = answer(measured)
    let corrected = confirmed + draws.draw(2...3000) * Self.second
    add(.diary(DiaryEdit(.changeDose(nil, units()))), at: corrected)
    _ = answer(again)
  }

  /// An offer is put off. Its reading is corrected or deleted before it comes again, or the diary gets a newer one.
  private mutating func drawPutOff(_ meal: Chosen, _ plan: inout Plan) {
    // Its reading must not be too old for a dose by then.
    if !(8...12).contains(plan.household.limits.snooze) {
      plan.changeProfiles { $0.limits.snooze = 10 }
    }
    let pause = Int64(plan.household.limits.snooze) * Self.minute
    let measured = meal.at + draws.draw(5...90) * Self.second
    let putOff = measured + draws.draw(3...20) * Self.second
    let again = putOff + pause
    begin(meal.at, &plan, to: again + Self.minute)
    let before = draws.pick([110, 140, 200]) as Int64
    measure(before, at: measured)
    press(.ok, isLong: true, at: putOff)
    let other = result(draws.pick([75, 90, 180, 260, 330]))
    // Two clocks that lie no farther apart say nothing about which came first.
    let late = draws.draw(measured + 390 * Self.second...again - 5000)
    switch draws.below(3) {
    case 0: add(.diary(DiaryEdit(.changeReading(other, nil))), at: late)
    case 1: add(.diary(DiaryEdit(.deleteReading)), at: late)
    default: add(.diary(DiaryEdit(.addReading(other, .other))), at: late)
    }
    if asksCarbohydrates { press(.ok, at: again + 3000) }
    if draws.chance(1, in: 2) { press(.ok, at: again + 8000) }
  }

  /// The dose of a meal is deleted after its hour, while glucose is low.
  private mutating func drawDeletedInLow(_ meal: Chosen, _ plan: inout Plan) {
    let low = meal.at + draws.draw(66...90) * Self.minute
    let deleted = low + draws.draw(65...600) * Self.second
    begin(meal.at, &plan, to: deleted + 5 * Self.minute)
    _ = answer(meal.at + draws.draw(5...240) * Self.second)
    measure(draws.pick([45, 52, 56, 62, 69]), at: low)
    add(.diary(DiaryEdit(.deleteDose)), at: deleted)
  }

  // MARK: Profile

  /// A dose is refused, because the file of the profile has a mistake. It reads again while that reading is fresh.
  private mutating func drawReadAgain(_ meal: Chosen, _ plan: inout Plan) {
    let bad = meal.at - draws.draw(20...600) * Self.second
    let measured = meal.at + draws.draw(5...300) * Self.second
    let good = measured + draws.draw(5...800) * Self.second
    begin(meal.at, &plan, to: good + 2 * Self.minute)
    fault(
      .people(.badProfile(isInsulinSure: false)), at: bad, (good - bad) / Self.second)
    measure(draws.pick([95, 140, 240]), at: measured)
  }

  // MARK: Items

  private var asksCarbohydrates: Bool {
    household.limits.asksCarbohydrates && household.insulin?.gramsPerUnit != nil
      && household.keys.contains(.plus) && household.keys.contains(.minus)
  }

  /// A reading, and the presses that confirm a dose on it. Some may be for pages in front of it.
  /// - Returns: the moment of the last press.
  private mutating func answer(_ at: Int64) -> Int64 {
    measure(draws.pick([110, 140, 240]), at: at)
    var last = at + 3000
    press(.ok, at: last)
    for _ in 0..<4 {
      last += 1500
      press(.ok, at: last)
    }
    return last
  }

  private mutating func units() -> InsulinUnits {
    InsulinUnits(milliunits: draws.draw(1...20) * 500)
  }
}
