import Checkers
import Device
import HAL

/// Losses that come again, end, or outlive the power. A receiver falls silent twice or hands out old
/// positions. Half a day of darkness is over at night. Whoever knew of an exit leaves the list.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmLosses: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmLosses(draws: Generator(seed: plan.seed, for: .losses), busy: busy)
    if part.draws.chance(1, in: 20) { part.drawSilences() }
    if part.draws.chance(1, in: 20) { part.drawNight(&plan) }
    if part.draws.chance(1, in: 10) { part.drawLossOverCut(plan) }
    if part.draws.chance(1, in: 16) { part.drawLeavingList(plan) }
    if part.draws.chance(1, in: 24) { part.drawBacklog() }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  /// The receiver is silent for longer than half an hour, speaks, and is silent once more.
  private mutating func drawSilences() {
    var at = draws.draw(60_000...busy - 6 * SwarmLosses.hour)
    for _ in 0..<2 {
      let lasts = draws.draw(33...75)
      fault(.silence, at: at, lasts * 60)
      at += (lasts + draws.draw(1...90)) * SwarmLosses.minute
    }
  }

  /// Half a day without a position is over in quiet hours, and the darkness goes on into the morning.
  private mutating func drawNight(_ plan: inout Plan) {
    guard plan.household.quiet.isEmpty else { return }
    let begin = draws.draw(60_000...3 * SwarmLosses.hour)
    let long = begin + 12 * SwarmLosses.hour
    let ends = long + draws.draw(10...240) * SwarmLosses.minute
    plan.household.quiet = [
      WeeklyHours(
        weekdays: 127, from: minuteOfDay(plan, long - draws.draw(10...240) * SwarmLosses.minute),
        to: max(minuteOfDay(plan, ends), 1))
    ]
    let later = draws.draw(15...90) * SwarmLosses.minute
    fault(.noPosition, at: begin, (ends + later - begin) / 1000)
  }

  /// A position is lost outside or near the edge. It is found before the power goes or not, and lost after that or not.
  private mutating func drawLossOverCut(_ plan: Plan) {
    var at = draws.draw(1_200_000...busy - 5 * SwarmLosses.hour)
    let target = point(plan, at: draws.pick([80, 90, 150, 200]))
    add(.walk(to: target, speed: MetresPerSecond(1.2), .open), at: at)
    at += way(target) + draws.draw(3...10) * SwarmLosses.minute
    let dark = draws.draw(17...40) * 60
    let isFoundBefore = draws.chance(1, in: 2)
    if isFoundBefore {
      fault(.noPosition, at: at, dark)
      at += dark * 1000 + draws.draw(3...40) * SwarmLosses.minute
    }
    let off = draws.draw(90...900)
    // A board that does nothing loses its power within a minute.
    let back = 60 + off
    let isDarkAfter = isFoundBefore || draws.chance(1, in: 3)
    let darkAfter = back + (isDarkAfter ? draws.draw(17...40) * 60 : draws.draw(1...30))
    let cut = isFoundBefore ? at : at + dark * 1000
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, off)
    let from = isFoundBefore ? cut + SwarmLosses.minute : at
    fault(.noPosition, at: from, (cut - from) / 1000 + darkAfter)
    at = cut + darkAfter * 1000 + draws.draw(5...30) * SwarmLosses.minute
    add(.walk(to: Point(), speed: MetresPerSecond(1.2), .street), at: at)
    add(.enter(.indoor), at: at + way(target))
  }

  /// The first caregiver answers an exit and leaves the list while the wearer is still outside. Nobody else answers.
  private mutating func drawLeavingList(_ plan: Plan) {
    let people = plan.household.caregivers
    guard let first = people.first else { return }
    var at = draws.draw(1_200_000...busy - 6 * SwarmLosses.hour)
    for caregiver in people.indices {
      let after: Milliseconds? = caregiver == 0 ? .seconds(draws.draw(5...50)) : nil
      add(.answers(caregiver: UInt8(caregiver), after: after), at: at - 1000)
    }
    let target = point(plan, at: draws.pick([200, 250]))
    add(.walk(to: target, speed: MetresPerSecond(1.3), .open), at: at)
    at += way(target) + draws.draw(4...15) * SwarmLosses.minute
    var other = plan.household
    if people.count > 1 {
      other.caregivers.removeFirst()
    } else {
      var new = first
      let number = SwarmPeople.number(name: 7, address: draws.draw(1...20), new)
      // People without numbers have none later, either: a number at the same place is nobody new.
      if first.who != 0 { new.who = number }
      other.caregivers = [new]
    }
    add(.answers(caregiver: 0, after: nil), at: at - 1000)
    add(.reload(other), at: at)
    at += draws.draw(5...60) * SwarmLosses.minute
    add(.walk(to: Point(), speed: MetresPerSecond(1.3), .street), at: at)
    add(.enter(.indoor), at: at + way(target))
  }

  /// The receiver hands out nothing for a while, and then all of it, faster than it came, until it has caught up.
  private mutating func drawBacklog() {
    let at = draws.draw(600_000...busy - SwarmLosses.hour)
    let step = draws.draw(3...4)
    // Less than a second at a time, so that no epoch overtakes the one before.
    for i in 1...draws.draw(36...48) { fault(.late(Milliseconds(900)), at: at, i * step) }
  }

  private func minuteOfDay(_ plan: Plan, _ at: Int64) -> Int16 {
    let minutes =
      plan.start.milliseconds / SwarmLosses.minute + plan.household.zone.offset(at: plan.start)
      + at / SwarmLosses.minute
    return Int16((minutes % 1440 + 1440) % 1440)
  }

  /// Milliseconds on the way between home and that point.
  private func way(_ target: Point) -> Int64 { Int64(target.distance.value / 1.2 * 1000) }

  /// A point at that many hundredths of the radius, in any direction.
  private mutating func point(_ plan: Plan, at hundredths: Int64) -> Point {
    let distance = plan.household.radius.value * Double(hundredths) / 100
    let north = Double(draws.draw(-100...100)) / 100
    let east = (1 - north * north).squareRoot() * (draws.chance(1, in: 2) ? 1 : -1)
    return Point(north: distance * north, east: distance * east)
  }
}
