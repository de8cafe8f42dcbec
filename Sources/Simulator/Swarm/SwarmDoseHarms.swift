import Checkers
import Device
import HAL

/// Turns of readings and doses that harm most where one of them goes wrong. A value is typed minutes after a low, or
/// over a lower one of the meter. The grams are turned down to nothing. A clock that is hours ahead for a while ages a
/// dose, and one that is days behind puts it ahead. A day has more doses than the device keeps apart. Doses are entered
/// or deleted while their mail is due or waits.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else. For its meal or its low the
/// day's other keys, readings and edits are left out: they would answer what is to stay open.
struct SwarmDoseHarms: BusyPart {
  private struct Chosen {
    var index: Int
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
    var part = SwarmDoseHarms(
      draws: Generator(seed: plan.seed, for: .doseHarms), busy: busy, household: plan.household)
    if plan.household.insulin != nil, plan.household.keys.contains(.ok),
      part.draws.chance(2, in: 3)
    {
      part.drawMeals(&plan)
    }
    if part.draws.chance(1, in: 20) { part.drawExtreme() }
    if part.draws.chance(1, in: 20) { part.drawEndBeforeRestart(&plan) }
    if plan.household.insulin != nil, part.draws.chance(1, in: 6) { part.drawTyped(&plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64, household: Household) {
    self.draws = draws
    self.busy = busy
    self.household = household
  }

  private mutating func drawMeals(_ plan: inout Plan) {
    for (i, time) in household.mealtimes.enumerated() where draws.chance(2, in: 3) {
      let at = plan.ahead(ofMinute: time.minute)
      guard at > 45 * SwarmDoseHarms.minute, at < busy - 3 * SwarmDoseHarms.hour else { continue }
      let meal = Chosen(index: i, meal: time.meal, at: at)
      switch draws.below(13) {
      case 0: drawTypedAfterLow(meal, &plan)
      case 1: drawLowerOfMeter(meal, &plan)
      case 2, 12: drawNothingEaten(meal, &plan)
      // Later draws may move the mealtimes of the day.
      case 3: if drawWrongClock(meal, isBehind: false, &plan) { return }
      case 9: if drawWrongClock(meal, isBehind: true, &plan) { return }
      case 4, 10: if drawEnteredWhileOff(meal, &plan) { return }
      case 5: drawDeletedInLow(meal, &plan)
      case 6, 11: drawAheadWhileWaiting(meal, &plan)
      case 7: return drawZoneBack(meal, &plan)
      default: drawManyDoses(meal, &plan)
      }
    }
  }

  /// The most harmful of them once more, alone.
  private mutating func drawTyped(_ plan: inout Plan) {
    let meals = household.mealtimes.enumerated().map { i, time in
      Chosen(index: i, meal: time.meal, at: plan.ahead(ofMinute: time.minute))
    }.filter {
      $0.at > 45 * SwarmDoseHarms.minute && $0.at < busy - 3 * SwarmDoseHarms.hour
    }
    guard household.keys.contains(.ok), let meal = meals.first,
      !items.contains(where: { abs($0.at.count - meal.at) < 2 * SwarmDoseHarms.hour })
    else { return }
    drawTypedAfterLow(meal, &plan)
  }

  /// The other parts draw nothing from a quarter of an hour before the meal to that moment.
  private mutating func begin(_ meal: Chosen, _ plan: inout Plan, to end: Int64) {
    let start = meal.at - 21 * SwarmDoseHarms.minute
    leaveAlone(&plan, from: start, to: end)
    add(.temper(SwarmDoseHarms.idle), at: start)
    add(.temper(SwarmDoseHarms.usual), at: end + 1)
  }

  // MARK: Keys

  /// The keys end a low of the meter while the meal is asked for, once or twice.
  private mutating func drawTypedAfterLow(_ meal: Chosen, _ plan: inout Plan) {
    guard household.keys.contains(.plus), household.keys.contains(.minus) else { return }
    let low = meal.at + draws.draw(-300...300) * SwarmDoseHarms.second
    var at = max(low, meal.at) + draws.draw(30...420) * SwarmDoseHarms.second
    begin(meal, &plan, to: at + 5 * SwarmDoseHarms.minute)
    measure(draws.pick([41, 55, 62, 69]), at: low)
    type(.plus, times: draws.draw(5...9), at: &at)
    guard draws.chance(1, in: 2) else { return }
    at += draws.draw(5...90) * SwarmDoseHarms.second
    type(.plus, times: 1, at: &at)
  }

  /// A meter sends a lower value while a higher one is typed, and ok takes what is on the page.
  private mutating func drawLowerOfMeter(_ meal: Chosen, _ plan: inout Plan) {
    guard household.keys.contains(.plus), household.keys.contains(.minus) else { return }
    var at = meal.at + draws.draw(5...900) * SwarmDoseHarms.second
    begin(meal, &plan, to: at + 3 * SwarmDoseHarms.minute)
    measure(draws.pick([120, 150, 210]), at: meal.at - draws.draw(17...20) * SwarmDoseHarms.minute)
    press(.plus, at: at)
    for _ in 0..<draws.draw(1...4) {
      at += draws.draw(700...1500)
      press(.plus, isLong: true, at: at)
    }
    at += draws.draw(700...9000)
    measure(draws.pick([62, 75, 90, 110]), at: at, age: draws.draw(10...300) * 1000)
    at += draws.draw(700...9000)
    if draws.chance(1, in: 3) {
      press(.plus, at: at)
      at += 1100
    }
    press(.ok, at: at)
  }

  /// Plus or minus opens the entry, moves the value by so many long presses, and ok takes it.
  private mutating func type(_ key: Key, times: Int64, at: inout Int64) {
    press(key, at: at)
    for _ in 0..<times {
      at += draws.draw(700...1500)
      press(key, isLong: true, at: at)
    }
    at += draws.draw(700...3000)
    press(.ok, at: at)
  }

  /// A wearer who counts carbohydrates eats none, or next to none.
  private mutating func drawNothingEaten(_ meal: Chosen, _ plan: inout Plan) {
    guard household.keys.contains(.plus), household.keys.contains(.minus) else { return }
    let ratio = household.insulin?.gramsPerUnit ?? Double(draws.draw(6...20))
    change(&plan) {
      $0.limits.asksCarbohydrates = true
      $0.insulin?.gramsPerUnit = ratio
    }
    var at = meal.at + draws.draw(5...600) * SwarmDoseHarms.second
    begin(meal, &plan, to: at + 3 * SwarmDoseHarms.minute)
    measure(draws.pick([95, 110, 140, 240]), at: at)
    at += 2000
    for _ in 0..<13 {
      at += draws.draw(600...900)
      press(.minus, isLong: true, at: at)
    }
    if draws.chance(1, in: 3) {
      at += 900
      press(.plus, at: at)
    }
    press(.ok, at: at + 1500)
    if draws.chance(1, in: 2) { press(.ok, at: at + 5000) }
  }

  // MARK: Doses

  /// The device starts again after a dose, and the only clock is hours ahead for a while. The next meal comes while
  /// that dose acts. Or that clock is days behind, from the start or from a later moment on, until that meal.
  private mutating func drawWrongClock(
    _ meal: Chosen, isBehind: Bool, _ plan: inout Plan
  ) -> Bool {
    let next = meal.index + 1
    guard next < household.mealtimes.count else { return false }
    let between = draws.draw(140...220)
    let minute = Int64(household.mealtimes[meal.index].minute) + between
    guard minute < 1430 else { return false }
    change(&plan) { $0.mealtimes[next].minute = Int16(minute) }
    plan.hasNetworkTime = true
    let then = meal.at + between * SwarmDoseHarms.minute
    begin(meal, &plan, to: then + 10 * SwarmDoseHarms.minute)
    answer(meal.at + draws.draw(5...120) * SwarmDoseHarms.second)
    let cut = meal.at + draws.draw(6...12) * SwarmDoseHarms.minute
    let off = draws.draw(5...60)
    let wrong = draws.draw(5...25) * 60
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, off)
    if isBehind {
      let since = draws.chance(1, in: 2) ? cut - 1000 : cut + (off + wrong) * 1000
      let lasts = (then - since) / 1000 + 600
      fault(.timeless, at: cut - 1000, lasts + (since - cut) / 1000)
      fault(.networkTime(.seconds(draws.draw(2...40) * -86_400)), at: since, lasts)
    } else {
      fault(.timeless, at: cut - 1000, off + wrong)
      fault(.networkTime(.seconds(draws.draw(3...9) * 3600)), at: cut - 1000, off + wrong)
    }
    answer(then + draws.draw(5...240) * SwarmDoseHarms.second)
    return true
  }

  /// The device is off from before the meal for more than half a day. Its dose is entered meanwhile, with its time.
  private mutating func drawEnteredWhileOff(_ meal: Chosen, _ plan: inout Plan) -> Bool {
    let cut = meal.at - draws.draw(4...12) * SwarmDoseHarms.minute
    let back = meal.at + draws.draw(735...800) * SwarmDoseHarms.minute
    let entered = meal.at + draws.draw(5...600) * SwarmDoseHarms.minute
    let taken = meal.at + draws.draw(0...5) * SwarmDoseHarms.minute
    guard back < busy - 20 * SwarmDoseHarms.minute else { return false }
    begin(meal, &plan, to: back + 3 * SwarmDoseHarms.minute)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, (back - cut) / 1000)
    add(
      .diary(DiaryEdit(.addDose(meal.meal, units()), dated: Milliseconds(taken - entered))),
      at: entered)
    return true
  }

  /// The dose of a meal is deleted after its hour, while glucose is low.
  private mutating func drawDeletedInLow(_ meal: Chosen, _ plan: inout Plan) {
    let low = meal.at + draws.draw(66...90) * SwarmDoseHarms.minute
    let deleted = low + draws.draw(65...600) * SwarmDoseHarms.second
    begin(meal, &plan, to: deleted + 5 * SwarmDoseHarms.minute)
    answer(meal.at + draws.draw(5...240) * SwarmDoseHarms.second)
    measure(draws.pick([45, 56, 62, 69]), at: low)
    add(.diary(DiaryEdit(.deleteDose)), at: deleted)
  }

  /// The mail that nobody dosed waits for the network. A dose is entered with a date ahead.
  private mutating func drawAheadWhileWaiting(_ meal: Chosen, _ plan: inout Plan) {
    let entered = meal.at + draws.draw(32...80) * SwarmDoseHarms.minute
    begin(meal, &plan, to: entered + 15 * SwarmDoseHarms.minute)
    fault(.outage, at: meal.at + 10 * SwarmDoseHarms.minute, (entered - meal.at) / 1000)
    let ahead = Milliseconds.seconds(draws.pick([400, 1800, 3600, 7200]))
    add(.diary(DiaryEdit(.addDose(meal.meal, units()), dated: ahead)), at: entered)
    // The caregiver has heard by then that it lies ahead.
    let changed = entered + draws.draw(20...240) * SwarmDoseHarms.second
    add(.diary(DiaryEdit(.changeDose(nil, units()))), at: changed)
  }

  /// A program enters more doses of the last hours than the device keeps apart, and the meal follows.
  private mutating func drawManyDoses(_ meal: Chosen, _ plan: inout Plan) {
    let count = draws.draw(33...36)
    let other: Meal = meal.meal == .lunch ? .dinner : .lunch
    let end = meal.at + 5 * SwarmDoseHarms.minute
    begin(meal, &plan, to: end)
    for i in 0..<count {
      let age = 15 * SwarmDoseHarms.minute + (count - i) * 5 * SwarmDoseHarms.minute / 2
      let edit = DiaryEdit(.addDose(other, units()), dated: Milliseconds(-age))
      add(.diary(edit), at: meal.at - 20 * SwarmDoseHarms.minute + i * 20_000)
    }
    measure(draws.pick([140, 240, 330]), at: meal.at + draws.draw(5...120) * SwarmDoseHarms.second)
    if asksCarbohydrates { press(.ok, at: meal.at + 125_000) }
  }

  /// Nobody dosed for the meal. Hours later its hour comes again, by another zone.
  private mutating func drawZoneBack(_ meal: Chosen, _ plan: inout Plan) {
    let own = household.zone.offset(at: plan.start)
    let zones = [Household.ZoneName.guayaquil, .madrid, .kathmandu, .sydney].filter {
      (150...600).contains(own - $0.offset(at: plan.start))
    }
    guard !zones.isEmpty else { return }
    let zone = draws.pick(zones)
    let back = own - zone.offset(at: plan.start)
    let moved = meal.at + (back + draws.draw(2...50)) * SwarmDoseHarms.minute
    guard moved < busy - SwarmDoseHarms.hour else { return }
    begin(meal, &plan, to: moved + 5 * SwarmDoseHarms.minute)
    var other = plan.household
    other.zone = zone
    add(.reload(other), at: moved)
  }

  // MARK: Readings

  /// A value that no meter measures: it is low or high all the same.
  private mutating func drawExtreme() {
    let at = draws.draw(10 * SwarmDoseHarms.minute...busy - 4 * SwarmDoseHarms.hour)
    let result: MeterResult =
      if draws.chance(1, in: 2) {
        .amount(
          .millimolesPerLitre(MillimolesPerLitre(Double(draws.pick([3, 8, 10, 11, 340])) / 10)))
      } else {
        result(draws.pick([1, 7, 15, 18, 19, 610, 900]))
      }
    add(.measure(MeterReading(result: result, age: Milliseconds(0))), at: at)
  }

  /// One reading has ended a low, and the power goes before a second one is asked for. Nobody measures.
  private mutating func drawEndBeforeRestart(_ plan: inout Plan) {
    let low = draws.draw(10 * SwarmDoseHarms.minute...busy - 4 * SwarmDoseHarms.hour)
    let end = low + draws.draw(2...9) * SwarmDoseHarms.minute
    let cut = end + draws.draw(30...200) * SwarmDoseHarms.second
    leaveAlone(&plan, from: low - 1000, to: low + 40 * SwarmDoseHarms.minute)
    add(.temper(SwarmDoseHarms.idle), at: low - 1000)
    measure(draws.pick([41, 52, 57, 64, 69]), at: low)
    measure(draws.pick([82, 104, 137, 171]), at: end)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, draws.draw(5...60))
    add(.temper(SwarmDoseHarms.usual), at: low + 41 * SwarmDoseHarms.minute)
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

  private mutating func units() -> InsulinUnits {
    InsulinUnits(milliunits: draws.draw(1...20) * 500)
  }

  /// Later versions of the profile have it, too.
  private func change(_ plan: inout Plan, _ apply: (inout Household) -> Void) {
    let before = plan.household.mealtimes
    apply(&plan.household)
    for i in plan.items.indices {
      if case .act(.reload(var other)) = plan.items[i].kind, other.mealtimes == before {
        apply(&other)
        plan.items[i].kind = .act(.reload(other))
      }
    }
  }
}
