import Checkers
import Device
import HAL

/// The list of caregivers is turned round while somebody knows of something or waits for an answer. Two people
/// ask at once, two notices in a row reach nobody, and a call stays open while something is due.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmReaders: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    guard !plan.household.caregivers.isEmpty else { return }
    var part = SwarmReaders(draws: Generator(seed: plan.seed, for: .readers), busy: busy)
    let hasTwo = plan.household.caregivers.count > 1
    let hasInbound = plan.household.limits.hasInbound
    if part.draws.chance(1, in: 16), hasTwo, hasInbound { part.drawAskersChangePlaces(plan) }
    if part.draws.chance(1, in: 16), hasTwo, hasInbound { part.drawAnsweredLow(plan) }
    if part.draws.chance(1, in: 24) { part.drawBatteryDuringACall(plan) }
    if part.draws.chance(1, in: 20), hasTwo, hasInbound { part.drawTwoWhoAsk() }
    if part.draws.chance(1, in: 20), hasInbound { part.drawTwoLosses() }
    if part.draws.chance(1, in: 20), hasTwo { part.drawSecondIsCalled(plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  // MARK: Calls

  /// Everybody knows of a call, and its page has gone. The battery falls meanwhile.
  private mutating func drawBatteryDuringACall(_ plan: Plan) {
    let at = draws.draw(600_000...busy - 4 * SwarmReaders.hour)
    answer(plan, nil, at: at - 1000)
    add(.temper(SwarmReaders.idle), at: at - 1000)
    add(.press(KeyPress(.help)), at: at)
    let falls = at + draws.draw(330...1200) * 1000
    let percent = UInt8(draws.pick([4, 8, 10, 14, 20]))
    add(.battery(BatteryLevel(percent: percent, isCharging: false)), at: falls)
    let later = falls + draws.draw(20...90) * SwarmReaders.minute
    add(.battery(BatteryLevel(percent: 90, isCharging: true)), at: later)
    add(.temper(SwarmReaders.usual), at: later)
    answer(plan, .seconds(120), at: later)
  }

  /// The first server refuses a call for good, and the others put it off.
  private mutating func drawSecondIsCalled(_ plan: Plan) {
    let at = draws.draw(600_000...busy - 4 * SwarmReaders.hour)
    let lasts = draws.draw(120...900)
    for caregiver in plan.household.caregivers.indices {
      let trouble = ServerTrouble(
        caregiver == 0 ? .permanent : .transient, of: UInt8(caregiver))
      fault(.people(.servers(trouble)), at: at - 2000, lasts)
    }
    add(.press(KeyPress(.help)), at: at)
  }

  // MARK: Lists

  /// Somebody's second WHERE waits for its turn while the list is turned round.
  private mutating func drawAskersChangePlaces(_ plan: Plan) {
    let at = draws.draw(600_000...busy - 3 * SwarmReaders.hour)
    let last = plan.household.caregivers.count - 1
    let caregiver = UInt8(draws.chance(1, in: 2) ? 0 : last)
    let again = at + draws.draw(5...150) * 1000
    add(.ask(.whereIs(caregiver: caregiver)), at: at)
    add(.ask(.whereIs(caregiver: caregiver)), at: again)
    turnRound(plan, at: again + draws.draw(2...100) * 1000, for: draws.draw(10...30))
  }

  /// The first caregiver answers a low, and the list is turned round before the low is over.
  private mutating func drawAnsweredLow(_ plan: Plan) {
    let at = draws.draw(600_000...busy - 4 * SwarmReaders.hour)
    let over = draws.draw(10...40)
    answer(plan, nil, at: at - 1000)
    add(.answers(caregiver: 0, after: .seconds(draws.draw(5...30))), at: at - 1000)
    add(.temper(SwarmReaders.idle), at: at - 1000)
    measure(draws.pick([42, 51, 58, 66]), at: at)
    turnRound(plan, at: at + draws.draw(90...500) * 1000, for: over + 60)
    measure(draws.pick([88, 112, 149]), at: at + over * SwarmReaders.minute)
    let later = at + (over + draws.draw(20...60)) * SwarmReaders.minute
    add(.temper(SwarmReaders.usual), at: later)
    answer(plan, .seconds(120), at: later)
  }

  private mutating func turnRound(_ plan: Plan, at moment: Int64, for minutes: Int64) {
    var other = plan.household
    other.caregivers.reverse()
    add(.reload(other), at: moment)
    add(.reload(plan.household), at: moment + minutes * SwarmReaders.minute)
  }

  // MARK: Answers to WHERE

  /// Two people ask, and no server takes the answers for a while.
  private mutating func drawTwoWhoAsk() {
    let at = draws.draw(600_000...busy - 3 * SwarmReaders.hour)
    let lasts = draws.draw(400...1800)
    fault(.people(.servers(ServerTrouble(.transient))), at: at, lasts)
    let first = UInt8(draws.below(2))
    add(.ask(.whereIs(caregiver: first)), at: at + draws.draw(5...150) * 1000)
    add(.ask(.whereIs(caregiver: 1 - first)), at: at + draws.draw(155...350) * 1000)
  }

  /// Somebody's server refuses an answer for good, the wearer presses ok, and it refuses another.
  private mutating func drawTwoLosses() {
    let at = draws.draw(600_000...busy - 3 * SwarmReaders.hour)
    fault(.refusal(.permanent), at: at - 2000, draws.draw(900...2400))
    add(.ask(.whereIs(caregiver: 0)), at: at)
    add(.press(KeyPress(.ok)), at: at + draws.draw(60...250) * 1000)
    add(.ask(.whereIs(caregiver: 0)), at: at + draws.draw(330...800) * 1000)
  }

  // MARK: People

  private mutating func answer(_ plan: Plan, _ after: Milliseconds?, at moment: Int64) {
    for caregiver in plan.household.caregivers.indices {
      add(.answers(caregiver: UInt8(caregiver), after: after), at: moment)
    }
  }
}
