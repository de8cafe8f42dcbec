import Checkers
import Device
import HAL

/// Meals and lows at their edges. A value is half entered when the hour of its meal ends, or the next meal takes its
/// place. A dose is deleted before its meal, or taken back before a restart. A mealtime moves while it is asked for.
/// One of two lows that were told is deleted.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else. For its meal or its lows the
/// day's other keys, readings and edits are left out: they would answer what is to stay open.
struct SwarmMealEdges: BusyPart {
  private struct Chosen {
    var index: Int
    var meal: Meal
    /// Milliseconds from the start to the mealtime.
    var at: Int64
  }

  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmMealEdges(draws: Generator(seed: plan.seed, for: .mealEdges), busy: busy)
    if plan.household.insulin != nil, part.draws.chance(1, in: 2) { part.drawMeal(&plan) }
    if part.draws.chance(1, in: 12) { part.drawTwoLows(&plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  private mutating func drawMeal(_ plan: inout Plan) {
    let kind = draws.below(4)
    guard let chosen = choose(plan) else { return }
    switch kind {
    case 0: drawHalfEntry(chosen, &plan)
    case 1: drawDeletedBefore(chosen, &plan)
    case 2: drawTakenBack(chosen, &plan)
    default: drawOtherMealtime(chosen, &plan)
    }
  }

  /// A meal of the first day, with some time before it and three hours after it.
  private mutating func choose(_ plan: Plan) -> Chosen? {
    var meals: [Chosen] = []
    for (i, time) in plan.household.mealtimes.enumerated() {
      let at = plan.ahead(ofMinute: time.minute)
      let isAmidst = at > 45 * SwarmMealEdges.minute && at < busy - 3 * SwarmMealEdges.hour
      if isAmidst { meals.append(Chosen(index: i, meal: time.meal, at: at)) }
    }
    return meals.isEmpty ? nil : draws.pick(meals)
  }

  // MARK: Half an entry

  /// The keys move a value as the hour of the meal ends, or as the next meal takes its place. Ok comes after that,
  /// or never.
  private mutating func drawHalfEntry(_ meal: Chosen, _ plan: inout Plan) {
    let keys = plan.household.keys
    guard keys.contains(.ok), keys.contains(.plus), keys.contains(.minus) else { return }
    if draws.chance(1, in: 2) { bringNext(after: meal, &plan) }
    let end = meal.at + minutesAsked(meal, plan) * SwarmMealEdges.minute
    leaveAlone(&plan, from: meal.at - 41 * SwarmMealEdges.minute, to: end + 240 * 1000)
    add(.temper(SwarmMealEdges.idle), at: meal.at - 41 * SwarmMealEdges.minute)
    // The entry opens at this value, which is too old for a dose.
    measure(72, at: meal.at - draws.draw(17...40) * SwarmMealEdges.minute)
    var at = end - draws.draw(1...100) * SwarmMealEdges.second
    press(.minus, at: at)
    for (key, isLong) in moves() {
      at += draws.draw(600...2500)
      press(key, isLong: isLong, at: at)
    }
    if draws.chance(2, in: 3) {
      press(.ok, at: max(at, end) + draws.draw(1...110) * SwarmMealEdges.second)
    }
    add(.temper(SwarmMealEdges.usual), at: end + 245 * SwarmMealEdges.second)
  }

  /// Presses that make 72 mg/dL, or 4.0 mmol/L, low, very low, or another ordinary value.
  private mutating func moves() -> [(Key, isLong: Bool)] {
    let short = { (key: Key, count: Int64) in (0..<count).map { _ in (key, isLong: false) } }
    switch draws.below(3) {
    case 0: return short(.minus, draws.draw(3...9))
    case 1:
      return [(.minus, isLong: true), (.minus, isLong: true)] + short(.minus, draws.draw(0...5))
    default:
      let few = short(.plus, draws.draw(1...8))
      return draws.chance(1, in: 2) ? few + [(.plus, isLong: true)] : few
    }
  }

  /// Moves the next meal of the day into the hour of that one.
  private mutating func bringNext(after meal: Chosen, _ plan: inout Plan) {
    let before = plan.household.mealtimes
    let next = meal.index + 1
    guard next < before.count else { return }
    let minute = before[meal.index].minute + Int16(draws.draw(12...50))
    guard minute < 1440, !before.contains(where: { $0.minute == minute }) else { return }
    plan.household.mealtimes[next].minute = minute
    for i in plan.items.indices {
      guard case .act(.reload(var other)) = plan.items[i].kind, other.mealtimes == before
      else { continue }
      other.mealtimes = plan.household.mealtimes
      plan.items[i].kind = .act(.reload(other))
    }
  }

  /// Minutes for which the meal is asked for: an hour, or until another one is.
  private func minutesAsked(_ meal: Chosen, _ plan: Plan) -> Int64 {
    let times = plan.household.mealtimes
    let own = Int64(times[meal.index].minute)
    return times.map { ((Int64($0.minute) - own) % 1440 + 1440) % 1440 }.filter { $0 > 0 }
      .reduce(60, min)
  }

  // MARK: Doses

  /// Somebody enters the dose ahead of its meal, and deletes it before the meal is due.
  private mutating func drawDeletedBefore(_ meal: Chosen, _ plan: inout Plan) {
    let most = min(meal.at / SwarmMealEdges.minute - 1, 170)
    let entered = meal.at - draws.draw(6...most) * SwarmMealEdges.minute
    let deleted = draws.draw(entered + 10_000...meal.at - 30_000)
    leaveAlone(&plan, from: entered - 1000, to: meal.at - 1)
    add(.temper(SwarmMealEdges.idle), at: entered - 1000)
    let units = InsulinUnits(milliunits: draws.draw(1...20) * 500)
    let dated = draws.chance(1, in: 2) ? Milliseconds(-draws.draw(0...300_000)) : nil
    add(.diary(DiaryEdit(.addDose(meal.meal, units), dated: dated)), at: entered)
    add(.diary(DiaryEdit(.deleteDose)), at: deleted)
    add(.temper(SwarmMealEdges.usual), at: deleted + 500)
  }

  /// The dose is confirmed, then taken back by its key or in the diary, and the device starts anew.
  private mutating func drawTakenBack(_ meal: Chosen, _ plan: inout Plan) {
    let begin = meal.at + draws.draw(5...900) * SwarmMealEdges.second
    let isByKey = draws.chance(1, in: 2)
    let back = begin + 6000 + draws.draw(2...(isByKey ? 50 : 1500)) * SwarmMealEdges.second
    let cut = back + (draws.chance(1, in: 2) ? draws.draw(20...5000) : draws.draw(10_000...900_000))
    let off = draws.draw(2...600)
    let again = cut + (off + draws.draw(20...120)) * SwarmMealEdges.second
    leaveAlone(&plan, from: meal.at - 16 * SwarmMealEdges.minute, to: again + 30_000)
    add(.temper(SwarmMealEdges.idle), at: meal.at - 16 * SwarmMealEdges.minute)
    answer(begin, plan)
    if isByKey {
      press(.minus, at: back)
    } else {
      add(.diary(DiaryEdit(.deleteDose)), at: back)
    }
    fault(
      .powerCut(afterActions: draws.draw(0...8), tornWords: draws.draw(0...10)), at: cut, off)
    if draws.chance(1, in: 2) { answer(again, plan) }
    add(
      .temper(SwarmMealEdges.usual),
      at: max(again + 31_000, meal.at + 62 * SwarmMealEdges.minute))
  }

  /// A reading, and the presses that confirm a dose on it.
  private mutating func answer(_ at: Int64, _ plan: Plan) {
    measure(draws.pick([110, 140, 240]), at: at)
    press(.ok, at: at + 3000)
    let household = plan.household
    if household.limits.asksCarbohydrates, household.insulin?.gramsPerUnit != nil {
      press(.ok, at: at + 6000)
    }
  }

  // MARK: The mealtime

  /// Somebody moves the mealtime within its day while the meal is asked for, and perhaps back again.
  private mutating func drawOtherMealtime(_ meal: Chosen, _ plan: inout Plan) {
    let old = plan.household.mealtimes[meal.index].minute
    let moves: [Int16] = [-70, -30, -5, 3, 20, 45, 90, 300]
    let minutes = moves.map { old + $0 }.filter { minute in
      (0..<1440).contains(minute)
        && !plan.household.mealtimes.contains { $0.minute == minute }
    }
    guard old < 1380, !minutes.isEmpty else { return }
    var other = plan.household
    other.mealtimes[meal.index].minute = draws.pick(minutes)
    let changed = meal.at + draws.draw(70...3300) * SwarmMealEdges.second
    leaveAlone(&plan, from: meal.at - 16 * SwarmMealEdges.minute, to: changed + 20_000)
    add(.temper(SwarmMealEdges.idle), at: meal.at - 16 * SwarmMealEdges.minute)
    add(.reload(other), at: changed)
    if draws.chance(1, in: 2) { answer(changed + draws.draw(2000...10_000), plan) }
    if draws.chance(1, in: 3) {
      add(.reload(plan.household), at: changed + draws.draw(20...2400) * SwarmMealEdges.second)
    }
    add(.temper(SwarmMealEdges.usual), at: changed + 21_000)
  }

  // MARK: Lows

  /// Two lows, by meter or by hand, both of them told; then one is deleted, and perhaps the other, too.
  private mutating func drawTwoLows(_ plan: inout Plan) {
    let first = draws.draw(10 * SwarmMealEdges.minute...busy - 4 * SwarmMealEdges.hour)
    let second = first + draws.draw(20...2400) * SwarmMealEdges.second
    let deleted = second + draws.draw(10...1800) * SwarmMealEdges.second
    let last = deleted + draws.draw(10...1200) * SwarmMealEdges.second
    leaveAlone(&plan, from: first - 1000, to: last + 1000)
    add(.temper(SwarmMealEdges.idle), at: first - 1000)
    drawLow([41, 50, 60, 65, 69], at: first)
    drawLow([40, 48, 55, 62, 68], at: second)
    add(.diary(DiaryEdit(.deleteReading, back: UInt8(draws.below(2)))), at: deleted)
    switch draws.below(4) {
    case 0: add(.diary(DiaryEdit(.deleteReading)), at: last)
    case 1: add(.diary(DiaryEdit(.bringBack)), at: last)
    default: break
    }
    add(.temper(SwarmMealEdges.usual), at: last + 2000)
  }

  private mutating func drawLow(_ amounts: [Int64], at moment: Int64) {
    let amount = draws.pick(amounts)
    guard draws.chance(1, in: 3) else { return measure(amount, at: moment) }
    add(.diary(DiaryEdit(.addReading(result(amount), .other))), at: moment)
  }

  // MARK: Items
}

extension BusyPart {
  /// Takes the day's other keys, readings and edits out of that time. Help stays.
  func leaveAlone(_ plan: inout Plan, from begin: Int64, to end: Int64) {
    plan.items.removeAll { item in
      guard begin <= item.at.count, item.at.count <= end, case .act(let act) = item.kind else {
        return false
      }
      switch act {
      case .press(let press): return press.key != .help
      case .measure, .temper, .diary: return true
      case .walk, .enter, .answers, .ask, .battery, .reload, .switchOff, .update, .portal,
        .portalDiary, .portalProfile:
        return false
      }
    }
  }
}
