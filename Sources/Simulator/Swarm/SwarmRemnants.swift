import Checkers
import Device
import HAL

/// Remnants of the moment before. Somebody has still to hear of a return as the next exit begins. Whoever answered
/// leaves the list, or gets another address.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmRemnants: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmRemnants(draws: Generator(seed: plan.seed, for: .remnants), busy: busy)
    let hasTwo = plan.household.caregivers.count > 1
    let hasInbound = plan.household.limits.hasInbound
    if part.draws.chance(1, in: 16), hasTwo, hasInbound { part.drawOwedReturn(plan) }
    if part.draws.chance(1, in: 10), hasTwo, hasInbound { part.drawExitAnswerer(plan) }
    if part.draws.chance(1, in: 10), hasTwo, hasInbound { part.drawLowAnswerer(plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  // MARK: Returns

  /// Two know of an exit, and the second one's server takes no mail as the wearer comes back. The first one alone hears
  /// of the next exit, and answers it.
  private mutating func drawOwedReturn(_ plan: Plan) {
    let radius = plan.household.radius.value
    let (inner, outer) = (
      Point(north: radius - 80), Point(north: radius + Double(draws.draw(90...160)))
    )
    let speed = MetresPerSecond(2.5)
    let begin = draws.draw(10 * SwarmRemnants.minute...busy - 5 * SwarmRemnants.hour)
    answer(plan, nil, at: begin)
    add(.walk(to: outer, speed: speed, .open), at: begin)
    let told = Int64(plan.household.limits.escalateAfter) + draws.draw(3...6)
    let returns =
      begin + Int64(outer.north / speed.value) * SwarmRemnants.second + told * SwarmRemnants.minute
    add(.answers(caregiver: 0, after: .seconds(draws.draw(5...20))), at: returns)
    add(.walk(to: inner, speed: speed, .open), at: returns)
    let again = returns + draws.draw(240...480) * SwarmRemnants.second
    add(.walk(to: outer, speed: speed, .open), at: again)
    let last = again + draws.draw(200...280) * SwarmRemnants.second
    goHome(from: outer, speed, at: last)
    fault(
      .people(.servers(ServerTrouble(.transient, of: 1))), at: returns - 1000,
      (last - returns) / SwarmRemnants.second + draws.draw(240...1200))
  }

  // MARK: Answers

  /// The first two know of an exit, and one of them has answered it.
  private mutating func drawExitAnswerer(_ plan: Plan) {
    let beyond = Double(draws.draw(150...300))
    let place = Point(north: plan.household.radius.value + beyond)
    let speed = MetresPerSecond(Double(draws.draw(18...30)) / 10)
    let begin = draws.draw(10 * SwarmRemnants.minute...busy - 5 * SwarmRemnants.hour)
    add(.walk(to: place, speed: speed, .open), at: begin)
    let arrives = begin + Int64(place.north / speed.value) * SwarmRemnants.second
    let escalates = Int64(plan.household.limits.escalateAfter) * 60
    let answerer = Int(draws.below(2))
    let after = answerer == 0 ? escalates + draws.draw(40...120) : draws.draw(10...60)
    answer(plan, nil, at: begin)
    add(.answers(caregiver: UInt8(answerer), after: .seconds(after)), at: begin)
    let changed = arrives + (escalates + draws.draw(200...400)) * SwarmRemnants.second
    add(.reload(without(answerer, plan.household)), at: changed)
    goHome(from: place, speed, at: changed + draws.draw(6...30) * SwarmRemnants.minute)
  }

  /// The first caregiver answers a very low reading, and nothing is measured for a while.
  private mutating func drawLowAnswerer(_ plan: Plan) {
    let at = draws.draw(10 * SwarmRemnants.minute...busy - 4 * SwarmRemnants.hour)
    answer(plan, nil, at: at - 1000)
    add(.answers(caregiver: 0, after: .seconds(draws.draw(5...30))), at: at - 1000)
    add(.temper(SwarmRemnants.idle), at: at - 1000)
    measure(draws.pick([35, 42, 47, 53]), at: at)
    let changed = at + draws.draw(100...1500) * SwarmRemnants.second
    add(.reload(without(0, plan.household)), at: changed)
    let later = changed + draws.draw(18...50) * SwarmRemnants.minute
    measure(draws.pick([88, 112, 149]), at: later)
    add(.temper(SwarmRemnants.usual), at: later)
    answer(plan, .seconds(120), at: later)
  }

  private mutating func without(_ caregiver: Int, _ household: Household) -> Household {
    var other = household
    if draws.chance(1, in: 2) {
      other.caregivers.remove(at: caregiver)
    } else if other.caregivers[caregiver].who != 0 {
      other.caregivers[caregiver].who = SwarmPeople.number(
        name: Int64(caregiver), address: draws.draw(1...20), other.caregivers[caregiver])
    }
    return other
  }

  private mutating func answer(_ plan: Plan, _ after: Milliseconds?, at moment: Int64) {
    for caregiver in plan.household.caregivers.indices {
      add(.answers(caregiver: UInt8(caregiver), after: after), at: moment)
    }
  }

  private mutating func goHome(from place: Point, _ speed: MetresPerSecond, at moment: Int64) {
    add(.walk(to: Point(), speed: speed, .street), at: moment)
    let way = Int64(place.distance.value / speed.value)
    add(.enter(.indoor), at: moment + way * SwarmRemnants.second)
  }
}
