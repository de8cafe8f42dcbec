import Checkers
import Device
import HAL

/// Odd receivers: a speed that sticks at nothing while the wearer walks out, and a first position kilometres away.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmReceivers: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmReceivers(draws: Generator(seed: plan.seed, for: .receivers), busy: busy)
    if part.draws.chance(1, in: 12) { part.drawMotionless(plan) }
    if part.draws.chance(1, in: 12) { part.drawWildStarts(plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  /// The wearer goes out and perhaps back, on foot, and the receiver says that they stand.
  private mutating func drawMotionless(_ plan: Plan) {
    let begin = draws.draw(1000...busy - 14_400_000)
    let leaves = begin + draws.draw(1...40) * SwarmReceivers.minute
    // A wearer who shuffles along is too slow to contradict the speed by positions.
    let isSlow = draws.chance(1, in: 4)
    let speed = Double(isSlow ? draws.draw(40...65) : draws.draw(95...160)) / 100
    let share = Double(draws.pick([115, 130, 200, 300])) / 100
    let target = direction() * (plan.household.radius.value * share)
    add(
      .walk(to: target, speed: MetresPerSecond(speed), draws.pick([.open, .street])), at: leaves)
    var end = leaves + Int64(target.distance.value / speed * 1000)
    end += draws.draw(2...60) * SwarmReceivers.minute
    if draws.chance(2, in: 3) {
      add(.walk(to: Point(), speed: MetresPerSecond(speed), .street), at: end)
      end += Int64(target.distance.value / speed * 1000)
      add(.enter(.indoor), at: end)
    }
    // The fault may be over on the way, or long after.
    let lasts = max(60, (end - begin) / 1000 * draws.pick([30, 60, 100, 150]) / 100)
    fault(.motionless, at: begin, lasts)
  }

  /// The first position after some starts is wild, and good ones follow.
  private mutating func drawWildStarts(_ plan: Plan) {
    let firstFix = plan.receiver.firstFix.count / 1000 + 2
    if draws.chance(1, in: 2) { drawWildPosition(plan, from: 1000, after: firstFix) }
    for _ in 0..<draws.draw(1...3) {
      let at = draws.draw(600_000...busy - 7_200_000)
      let off = draws.draw(5...600)
      fault(.powerCut(afterActions: 0, tornWords: 0), at: at, off)
      // A board that does nothing loses its power within a minute.
      drawWildPosition(plan, from: at, after: 60 + off + firstFix)
    }
  }

  /// No position for some seconds, then a wild one; or the same one for some seconds more.
  private mutating func drawWildPosition(_ plan: Plan, from begin: Int64, after seconds: Int64) {
    let dark = seconds + (draws.chance(1, in: 2) ? draws.draw(0...20) : draws.draw(30...900))
    fault(.noPosition, at: begin, dark)
    let first = begin + dark * 1000
    let away = direction() * Double(draws.draw(1200...4500))
    fault(.offset(away), at: first, draws.pick([1, 1, 1, 2, 3, 4, 8]))
    guard draws.chance(1, in: 3) else { return }
    let share = Double(draws.pick([130, 200])) / 100
    let target = direction() * (plan.household.radius.value * share)
    let leaves = first + draws.draw(-300...300) * 1000
    add(.walk(to: target, speed: MetresPerSecond(1.2), .open), at: leaves)
    let back = leaves + Int64(target.distance.value / 1.2 * 1000) + draws.draw(60...3600) * 1000
    add(.walk(to: Point(), speed: MetresPerSecond(1.2), .street), at: back)
    add(.enter(.indoor), at: back + Int64(target.distance.value / 1.2 * 1000))
  }

  /// One metre, in any direction.
  private mutating func direction() -> Point {
    let north = Double(draws.draw(-100...100)) / 100
    let east = (1 - north * north).squareRoot() * (draws.chance(1, in: 2) ? 1 : -1)
    return Point(north: north, east: east)
  }
}

extension Point {
  fileprivate static func * (a: Point, factor: Double) -> Point {
    Point(north: a.north * factor, east: a.east * factor)
  }
}
