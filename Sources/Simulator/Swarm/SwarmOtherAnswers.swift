import Checkers
import Device
import HAL

/// A caregiver answers a call for help, and nobody the very low reading before it. Then the power goes for a moment,
/// and nobody measures for half an hour.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmOtherAnswers: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    guard plan.household.limits.hasInbound else { return }
    var part = SwarmOtherAnswers(draws: Generator(seed: plan.seed, for: .otherAnswers), busy: busy)
    if part.draws.chance(1, in: 10) { part.draw(&plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  private mutating func draw(_ plan: inout Plan) {
    let low = draws.draw(10 * Self.minute...busy - 4 * Self.hour)
    let help = low + draws.draw(20...150) * Self.second
    let cut = help + draws.draw(90...240) * Self.second
    let end = low + 40 * Self.minute
    leaveAlone(&plan, from: low - 1000, to: end)
    add(.temper(Self.idle), at: low - 1000)
    answer(plan, nil, at: low - 1000)
    measure(draws.pick([35, 42, 47, 53]), at: low)
    answer(plan, .seconds(draws.draw(3...15)), at: help - 100)
    press(.help, at: help)
    // The low itself may reach the next caregiver some time after that.
    answer(plan, nil, at: help + 12 * Self.second)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, draws.draw(3...60))
    measure(draws.pick([88, 112, 149]), at: end)
    add(.temper(Self.usual), at: end + 1)
    answer(plan, .seconds(120), at: end + 1)
  }

  private mutating func answer(_ plan: Plan, _ after: Milliseconds?, at moment: Int64) {
    for caregiver in plan.household.caregivers.indices {
      add(.answers(caregiver: UInt8(caregiver), after: after), at: moment)
    }
  }
}
