import Checkers
import Device
import HAL

/// Doses and meals whose dates outlive a restart or a wrong clock. A dose is dated ahead, and the device starts again
/// once that date has passed. A dose is taken, and after a restart a clock that was right runs hours ahead. The
/// first clock of a life is half a day ahead, and has a meal asked for that is due by the true time later.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else. For its meal the day's other
/// keys, readings and edits are left out: they would answer what is to stay open.
struct SwarmDatedDoses: BusyPart {
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
    guard plan.household.insulin != nil, plan.household.keys.contains(.ok) else { return }
    let draws = Generator(seed: plan.seed, for: .datedDoses)
    var part = SwarmDatedDoses(draws: draws, busy: busy, household: plan.household)
    switch part.draws.below(8) {
    case 0: part.drawAheadBeforeRestart(&plan)
    case 1, 2, 3, 4: part.drawClockRunsAhead(&plan)
    case 5: part.drawHalfADayAhead(&plan)
    default: break
    }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64, household: Household) {
    self.draws = draws
    self.busy = busy
    self.household = household
  }

  private mutating func choose(_ plan: Plan, after least: Int64) -> Chosen? {
    let meals = household.mealtimes.enumerated().map { i, time in
      Chosen(index: i, meal: time.meal, at: plan.ahead(ofMinute: time.minute))
    }.filter { $0.at > least && $0.at < busy - 3 * Self.hour }
    return meals.isEmpty ? nil : draws.pick(meals)
  }

  private mutating func leave(_ plan: inout Plan, from start: Int64, to end: Int64) {
    leaveAlone(&plan, from: start, to: end)
    add(.temper(Self.idle), at: start)
    add(.temper(Self.usual), at: end + 1)
  }

  /// The day's own restarts and changes of the profile are left out: a restart forgets which clock said what.
  private func keepOn(_ plan: inout Plan, from start: Int64, to end: Int64) {
    plan.items.removeAll { item in
      guard start <= item.at.count, item.at.count <= end else { return false }
      switch item.kind {
      case .fault(.powerCut), .act(.switchOff), .act(.reload), .act(.portalProfile): return true
      case .fault, .act: return false
      }
    }
  }

  /// A caregiver hears that a dose is dated ahead. The power goes after that date, and the meal comes while that dose
  /// acts.
  private mutating func drawAheadBeforeRestart(_ plan: inout Plan) {
    guard let meal = choose(plan, after: 150 * Self.minute) else { return }
    let cut = meal.at - draws.draw(10...60) * Self.minute
    let date = cut - draws.draw(1...20) * Self.minute
    let entered = date - draws.draw(8...50) * Self.minute
    var at = meal.at + draws.draw(5...240) * Self.second
    leave(&plan, from: entered - Self.minute, to: at + 5 * Self.minute)
    keepOn(&plan, from: entered - Self.minute, to: at + 5 * Self.minute)
    let other: Meal = meal.meal == .lunch ? .dinner : .lunch
    let units = InsulinUnits(milliunits: draws.draw(2...20) * 500)
    let edit = DiaryEdit(.addDose(other, units), dated: Milliseconds(date - entered))
    add(.diary(edit), at: entered)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, draws.draw(5...60))
    answer(&at)
  }

  /// The device knows the time again after a restart. Then the receiver, its only clock, leaps hours ahead, and by that
  /// time the next meal is due.
  private mutating func drawClockRunsAhead(_ plan: inout Plan) {
    guard let meal = choose(plan, after: 45 * Self.minute), household.mealtimes.count > 1
    else { return }
    var at = meal.at + draws.draw(5...120) * Self.second
    let cut = meal.at + draws.draw(6...12) * Self.minute
    let leaps = cut + draws.draw(15...25) * Self.minute
    let after = draws.draw(42...70)
    let ahead = draws.draw(3...9) * 60
    let minute = Int64(household.mealtimes[meal.index].minute) + after + ahead
    let next = (meal.index + 1) % household.mealtimes.count
    let then = meal.at + after * Self.minute
    plan.changeProfiles {
      if $0.mealtimes.indices.contains(next) { $0.mealtimes[next].minute = Int16(minute % 1440) }
    }
    leave(&plan, from: meal.at - 21 * Self.minute, to: then + 10 * Self.minute)
    keepOn(&plan, from: meal.at - Self.minute, to: then + 10 * Self.minute)
    answer(&at)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, draws.draw(5...60))
    let end = then + 15 * Self.minute
    fault(.noNetworkTime, at: cut - 1000, (end - cut) / 1000 + 600)
    fault(.receiverTime(.seconds(ahead * 60)), at: leaps, (end - leaps) / 1000)
    at = then + draws.draw(5...240) * Self.second
    answer(&at)
  }

  /// The network alone speaks at first, half a day and more ahead. The hour of a meal is over by it, and comes by the
  /// true time in the evening of the life.
  private mutating func drawHalfADayAhead(_ plan: inout Plan) {
    let asked = draws.draw(10...50)
    let ahead = draws.draw(14 * 60 + 30...18 * 60)
    let local = plan.minute(at: (asked + ahead) * Self.minute).count
    let index = Int(draws.below(Int64(household.mealtimes.count)))
    plan.changeProfiles {
      guard $0.mealtimes.indices.contains(index) else { return }
      $0.mealtimes[index].minute = Int16(local % 1440)
    }
    plan.hasNetworkTime = true
    let lasts = (asked + draws.draw(63...75)) * 60
    leave(&plan, from: 0, to: lasts * Self.second)
    keepOn(&plan, from: 0, to: (asked + ahead + 20) * Self.minute)
    fault(.timeless, at: 0, lasts)
    fault(.networkTime(.seconds(ahead * 60)), at: 0, lasts)
  }

  // MARK: Items

  private var asksCarbohydrates: Bool {
    household.limits.asksCarbohydrates && household.insulin?.gramsPerUnit != nil
      && household.keys.contains(.plus) && household.keys.contains(.minus)
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
