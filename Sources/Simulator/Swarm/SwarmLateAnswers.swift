import Checkers
import Device
import HAL

/// Answers that come late, or to something else. A medicine gets another number while the wearer is asked. A dose is
/// taken while the mail that there was none waits, and the power goes. A call for help ends without an answer, and
/// caregivers answer other mails.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmLateAnswers: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmLateAnswers(draws: Generator(seed: plan.seed, for: .lateAnswers), busy: busy)
    if part.draws.chance(1, in: 12) { part.drawOtherNumber(&plan) }
    if part.draws.chance(1, in: 6) { part.drawDoseBeforeRestart(&plan) }
    if part.draws.chance(1, in: 16) { part.drawEndedCall(&plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  /// A pill is called, and nobody answers. The family saves the list, and the pill has another number.
  private mutating func drawOtherNumber(_ plan: inout Plan) {
    let due = draws.draw(Self.hour...busy - 6 * Self.hour)
    guard plan.household.keys.contains(.ok),
      let before = plan.remind(plan.minute(at: due), .medication, .once, numbersFrom: 140),
      let i = plan.household.reminders.firstIndex(where: { $0.id == before })
    else { return }
    let limit = Int64(max(plan.household.limits.reminderLimit, 2))
    var household = plan.household
    household.reminders[i].id = before + 70
    plan.items.removeAll {
      guard case .act(.temper) = $0.kind else { return false }
      return $0.at.count > due - 2 * Self.minute && $0.at.count < due + limit * Self.minute
    }
    add(.temper(Self.idle), at: due - 2 * Self.minute)
    add(.reload(household), at: due + Self.minute + draws.draw(5...limit * 60 - 70) * Self.second)
    add(.temper(Self.usual), at: due + 2 * Self.hour)
  }

  /// The caregiver's mail waits for the network. The dose is taken then, and the power goes before the network is back.
  private mutating func drawDoseBeforeRestart(_ plan: inout Plan) {
    let household = plan.household
    guard household.insulin != nil, household.keys.contains(.ok) else { return }
    let meals = household.mealtimes.map { plan.ahead(ofMinute: $0.minute) }
      .filter { $0 > 45 * Self.minute && $0 < busy - 3 * Self.hour }
    guard !meals.isEmpty else { return }
    let meal = draws.pick(meals)
    var at = meal + draws.draw(31 * 60...50 * 60) * Self.second
    let cut = at + draws.draw(20...200) * Self.second
    let off = draws.draw(2...120)
    let back = cut + (60 + off + draws.draw(5...600)) * Self.second
    leaveAlone(&plan, from: meal - 16 * Self.minute, to: back)
    add(.temper(Self.idle), at: meal - 16 * Self.minute)
    fault(.outage, at: meal - Self.minute, (back - meal) / 1000 + 60)
    measure(draws.pick([110, 140, 240]), at: at)
    let asks = household.limits.asksCarbohydrates && household.insulin?.gramsPerUnit != nil
    for _ in 0..<(asks ? 2 : 1) {
      at += 3000
      press(.ok, at: at)
    }
    fault(.powerCut(afterActions: draws.draw(0...3), tornWords: 0), at: cut, off)
    add(.temper(Self.usual), at: back + Self.minute)
  }

  /// Nobody answers a call for help until it ends. Later the battery is low, and those who hear of it answer that mail.
  private mutating func drawEndedCall(_ plan: inout Plan) {
    guard plan.household.limits.hasInbound, busy > 9 * Self.hour else { return }
    let at = draws.draw(20 * Self.minute...busy - 8 * Self.hour)
    let ended = at + 4 * Self.hour + draws.draw(20...60) * Self.minute
    plan.items.removeAll {
      switch $0.kind {
      case .act(.answers), .act(.press(KeyPress(.help))):
        $0.at.count >= at && $0.at.count < ended + Self.hour
      case .act, .fault: false
      }
    }
    answer(plan, nil, at: at - 1000)
    press(.help, at: at)
    let after = Milliseconds.seconds(draws.draw(20...200))
    answer(plan, after, at: ended)
    add(.battery(BatteryLevel(percent: 19, isCharging: false)), at: ended + Self.minute)
    measure(draws.pick([130, 170]), at: ended + 2 * Self.minute)
    add(.battery(BatteryLevel(percent: 80, isCharging: true)), at: ended + Self.hour)
  }

  private mutating func answer(_ plan: Plan, _ after: Milliseconds?, at moment: Int64) {
    for caregiver in plan.household.caregivers.indices {
      add(.answers(caregiver: UInt8(caregiver), after: after), at: moment)
    }
  }
}
