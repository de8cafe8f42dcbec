import Checkers
import Device
import HAL

/// Doses that seem settled, and are not. A second measurement is due while minus can take a dose back. A dose dated
/// ahead is moved to another date ahead. A dose before its meal is entered while the device is off for half a day. A
/// reading comes after a dose, which is taken back. The amount of a dose is corrected while the clock that dated it is
/// behind. A dose is taken back, and the profile is one without insulin for a while. Two doses are dated ahead, and the
/// first of them ceases to act while a meal is refused for both.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmDoseTurns: BusyPart {
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
    guard plan.household.insulin != nil, plan.household.keys.contains(.ok) else { return }
    var part = SwarmDoseTurns(
      draws: Generator(seed: plan.seed, for: .doseTurns), busy: busy, household: plan.household)
    switch part.draws.below(12) {
    case 0: part.drawSecondMeasurement(&plan)
    case 1: part.drawMovedAhead(&plan)
    case 2: part.drawEnteredWhileOff(&plan)
    case 3: part.drawReadingAfterDose(&plan)
    case 4: part.drawAmountBySlowClock(&plan)
    case 5: part.drawTakenBackWithoutSection(&plan)
    case 6: part.drawTwoUnclear(&plan)
    default: break
    }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64, household: Household) {
    self.draws = draws
    self.busy = busy
    self.household = household
  }

  private mutating func choose(_ plan: Plan, before last: Int64) -> Chosen? {
    let meals = household.mealtimes
      .map { Chosen(meal: $0.meal, at: plan.ahead(ofMinute: $0.minute)) }
      .filter { $0.at > Self.hour && $0.at < last }
    return meals.isEmpty ? nil : draws.pick(meals)
  }

  private mutating func begin(_ plan: inout Plan, from start: Int64, to end: Int64) {
    leaveAlone(&plan, from: start, to: end)
    add(.temper(Self.idle), at: start)
    add(.temper(Self.usual), at: end + 1)
    // A page of grams would stand before the dose.
    plan.changeProfiles { $0.limits.asksCarbohydrates = false }
  }

  /// A low before the meal, one reading that ended it, and a dose on that within the quarter of an hour after the low.
  private mutating func drawSecondMeasurement(_ plan: inout Plan) {
    guard let meal = choose(plan, before: busy - 3 * Self.hour) else { return }
    let low = meal.at - draws.draw(8...14) * Self.minute
    let due = low + 15 * Self.minute
    let confirmed = due - draws.draw(5...50) * Self.second
    let measured = confirmed - draws.draw(3...8) * Self.second
    begin(&plan, from: low - 8 * Self.minute, to: due + 5 * Self.minute)
    measure(draws.pick([45, 55, 64]), at: low)
    measure(draws.pick([130, 170, 240]), at: measured)
    press(.ok, at: confirmed)
    if draws.chance(1, in: 2), household.keys.contains(.minus) {
      press(.minus, at: due + draws.draw(1...8) * Self.second)
    }
  }

  private mutating func drawMovedAhead(_ plan: inout Plan) {
    let at = draws.draw(Self.hour...busy - 4 * Self.hour)
    let moved = at + draws.draw(20...3600) * Self.second
    begin(&plan, from: at - Self.minute, to: moved + Self.minute)
    let ahead = draws.draw(20...300) * Self.minute
    let meal = draws.pick([Meal.breakfast, .lunch, .dinner])
    let units = InsulinUnits(milliunits: draws.draw(2...20) * 500)
    add(.diary(DiaryEdit(.addDose(meal, units), dated: Milliseconds(ahead))), at: at)
    let other = at + ahead + draws.draw(10...300) * Self.minute - moved
    let edit = DiaryEdit(
      .changeDose(nil, nil), dated: Milliseconds(max(other, 12 * Self.minute)))
    add(.diary(edit), at: moved)
  }

  /// It is back a little less than half a day after the mealtime, and more than that after the dose.
  private mutating func drawEnteredWhileOff(_ plan: inout Plan) {
    guard let meal = choose(plan, before: busy - 13 * Self.hour), meal.at > 100 * Self.minute
    else { return }
    let off = meal.at - draws.draw(56...90) * Self.minute
    let dose = meal.at - draws.draw(20...50) * Self.minute
    let back = meal.at + draws.draw(685...718) * Self.minute
    leaveAlone(&plan, from: off - Self.minute, to: back)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: off, (back - off) / 1000)
    let entered = draws.draw(dose + 1000...back - Self.minute)
    let edit = DiaryEdit(
      .addDose(meal.meal, InsulinUnits(milliunits: draws.draw(2...20) * 500)),
      dated: Milliseconds(dose - entered))
    add(.diary(edit), at: entered)
  }

  /// Minus takes the dose back after another reading, and the offer stands on that one. Then a last reading comes.
  private mutating func drawReadingAfterDose(_ plan: inout Plan) {
    guard household.keys.contains(.minus), let meal = choose(plan, before: busy - 3 * Self.hour)
    else { return }
    let at = meal.at + draws.draw(5...600) * Self.second
    let confirmed = at + draws.draw(3...20) * Self.second
    let other = confirmed + draws.draw(3...25) * Self.second
    let undone = other + draws.draw(3...25) * Self.second
    begin(&plan, from: meal.at - 15 * Self.minute, to: undone + 10 * Self.minute)
    measure(draws.pick([110, 140, 200]), at: at)
    press(.ok, at: confirmed)
    measure(draws.pick([85, 125, 260]), at: other)
    press(.minus, at: undone)
    measure(draws.pick([90, 150, 230]), at: undone + draws.draw(10...400) * Self.second)
  }

  /// The wearer takes a dose by a clock that is hours behind, and somebody corrects its amount. Then the clock is put
  /// right, and the power goes.
  private mutating func drawAmountBySlowClock(_ plan: inout Plan) {
    let behind = draws.draw(1...10) * Self.hour - draws.draw(0...50) * Self.minute
    guard let meal = choose(plan, before: busy - 4 * Self.hour - behind) else { return }
    let asked = meal.at + behind
    let start = asked - draws.draw(10...40) * Self.minute
    let right = asked + draws.draw(6...40) * Self.minute
    let cut = right + draws.draw(10...60) * Self.minute
    plan.hasNetworkTime = false
    begin(&plan, from: start, to: cut + 2 * Self.minute)
    // No other clock has spoken before: the meal has not been asked for.
    fault(.receiverTime(.seconds(-behind / 1000)), at: 0, right / 1000)
    measure(draws.pick([120, 180, 240]), at: asked + 2 * Self.minute)
    press(.ok, at: asked + 3 * Self.minute)
    let units = InsulinUnits(milliunits: draws.draw(2...20) * 500)
    let edit = DiaryEdit(.changeDose(nil, units))
    add(.diary(edit), at: asked + draws.draw(190...340) * Self.second)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, draws.draw(5...60))
  }

  /// Nothing is left of a dose that was taken back, as the section on insulin goes and a reading comes.
  private mutating func drawTakenBackWithoutSection(_ plan: inout Plan) {
    guard household.keys.contains(.minus), let meal = choose(plan, before: busy - 3 * Self.hour)
    else { return }
    let at = meal.at + draws.draw(5...600) * Self.second
    let confirmed = at + draws.draw(3...20) * Self.second
    let undone = confirmed + draws.draw(3...40) * Self.second
    let gone = undone + draws.draw(5...600) * Self.second
    let back = gone + draws.draw(20...90) * Self.minute
    begin(&plan, from: meal.at - 15 * Self.minute, to: back + Self.minute)
    measure(draws.pick([110, 140, 200]), at: at)
    press(.ok, at: confirmed)
    press(.minus, at: undone)
    let whole = plan.household
    var other = whole
    other.insulin = nil
    add(.reload(other), at: gone)
    measure(draws.pick([90, 150, 230]), at: gone + draws.draw(10...900) * Self.second)
    add(.reload(whole), at: back)
  }

  private mutating func drawTwoUnclear(_ plan: inout Plan) {
    guard let action = household.insulin?.action else { return }
    let acts = Int64((action.duration + action.delay) * 60_000)
    let meals = household.mealtimes.map { plan.ahead(ofMinute: $0.minute) }
      .filter { $0 > acts + Self.hour && $0 < busy - 3 * Self.hour }
    guard !meals.isEmpty else { return }
    let meal = draws.pick(meals)
    let ends = meal + draws.draw(3...12) * Self.minute
    let at = ends - draws.draw(2...10) * Self.minute
    begin(&plan, from: ends - acts - Self.minute, to: ends + 5 * Self.minute)
    for entered in [ends - acts, ends - acts + draws.draw(20...180) * Self.minute] {
      let units = InsulinUnits(milliunits: draws.draw(2...20) * 500)
      let ahead = Milliseconds(draws.draw(20...300) * Self.minute)
      add(
        .diary(
          DiaryEdit(.addDose(draws.pick([.breakfast, .lunch, .dinner]), units), dated: ahead)),
        at: entered)
    }
    measure(draws.pick([110, 150, 230]), at: max(at, meal + 5000))
  }
}
