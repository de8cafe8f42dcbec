import Checkers
import Device
import HAL

/// Settings that a family may choose and hardly any does: other pauses between rounds and between places, and
/// insulin that acts faster or slower. Another circle comes while nobody knows where the wearer is.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmSettings: BusyPart {
  /// Loop's curves for children and for Fiasp, a faster and a slower one, and the ends of what a profile may say.
  private static let actions: [InsulinFigures.Action] = [
    .init(duration: 360, peak: 65, delay: 10), .init(duration: 360, peak: 55, delay: 10),
    .init(duration: 300, peak: 75, delay: 0), .init(duration: 480, peak: 120, delay: 15),
    .init(duration: 120, peak: 15, delay: 0), .init(duration: 120, peak: 59, delay: 60),
    .init(duration: 720, peak: 15, delay: 60), .init(duration: 720, peak: 359, delay: 0),
  ]

  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmSettings(draws: Generator(seed: plan.seed, for: .settings), busy: busy)
    if part.draws.chance(1, in: 8) { part.drawPauses(&plan) }
    if plan.household.insulin != nil, part.draws.chance(1, in: 4) { part.drawAction(&plan) }
    if part.draws.chance(1, in: 12) { part.drawOtherCircleInTheDark(plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  // MARK: Pauses

  /// Open cases go round, and places are told, at other times. Later versions of the profile may change them again.
  private mutating func drawPauses(_ plan: inout Plan) {
    setPauses(&plan.household.limits)
    for i in plan.items.indices {
      guard case .act(.reload(var other)) = plan.items[i].kind else { continue }
      other.limits.repeatAfter = plan.household.limits.repeatAfter
      other.limits.breadcrumbs = plan.household.limits.breadcrumbs
      if draws.chance(1, in: 4) { setPauses(&other.limits) }
      plan.items[i].kind = .act(.reload(other))
    }
    if draws.chance(2, in: 3) { drawUnanswered(plan) }
  }

  private mutating func setPauses(_ limits: inout Limits) {
    limits.repeatAfter = draws.pick([5, 10, 15, 45, 60, 120, 240])
    limits.breadcrumbs = draws.pick([1, 2, 3, 10, 15, 30, 60])
  }

  /// Help is called, and nobody answers for a round or two.
  private mutating func drawUnanswered(_ plan: Plan) {
    let limits = plan.household.limits
    let at = draws.draw(600_000...busy - 4 * SwarmSettings.hour)
    let minutes = 4 * Int64(limits.escalateAfter) + 2 * Int64(limits.repeatAfter)
    let answered = at + min(minutes, 210) * SwarmSettings.minute
    for caregiver in plan.household.caregivers.indices {
      add(.answers(caregiver: UInt8(caregiver), after: nil), at: at - 1000)
      let after = Milliseconds.seconds(draws.draw(20...600))
      add(.answers(caregiver: UInt8(caregiver), after: after), at: answered)
    }
    add(.press(KeyPress(.help)), at: at)
  }

  // MARK: Insulin

  /// A later version of the profile may name another insulin.
  private mutating func drawAction(_ plan: inout Plan) {
    let action = draws.pick(SwarmSettings.actions)
    plan.household.insulin?.action = action
    for i in plan.items.indices {
      guard case .act(.reload(var other)) = plan.items[i].kind, other.insulin != nil
      else { continue }
      other.insulin?.action =
        draws.chance(3, in: 4) ? action : draws.pick(SwarmSettings.actions + [.rapidAdult])
      plan.items[i].kind = .act(.reload(other))
    }
  }

  // MARK: The circle

  /// The wearer goes to a place between two circles. The one takes the other's place while no position comes.
  private mutating func drawOtherCircleInTheDark(_ plan: Plan) {
    let radius = plan.household.radius
    var other = plan.household
    other.radius = draws.pick(
      [100, 150, 250, 500, 1000].map { Metres($0) }.filter { $0 != radius })
    let (least, most) = (min(radius, other.radius).value, max(radius, other.radius).value)
    let share = Double(draws.pick([5, 25, 50, 75, 95, 130])) / 100
    let speed = MetresPerSecond(Double(draws.draw(10...16)) / 10)
    let target = Point(north: least + (most - least) * share)
    let leaves = draws.draw(600_000...busy - 5 * SwarmSettings.hour)
    add(.walk(to: target, speed: speed, .open), at: leaves)
    let arrives = leaves + Int64(target.north / speed.value) * 1000
    // Some go dark on the way.
    let dark =
      draws.chance(1, in: 4)
      ? draws.draw(leaves...arrives) : arrives + draws.draw(60...900) * 1000
    let changed = dark + draws.draw(5...2400) * 1000
    let found = changed + draws.draw(30...5400) * 1000
    fault(draws.pick([.noPosition, .silence]), at: dark, (found - dark) / 1000)
    add(.reload(other), at: changed)
    if draws.chance(1, in: 3) { add(.reload(plan.household), at: draws.draw(changed...found)) }
    let returns = found + draws.draw(60...1800) * 1000
    add(.walk(to: Point(), speed: speed, .street), at: returns)
    add(.enter(.indoor), at: returns + Int64(target.north / speed.value) * 1000)
  }
}
