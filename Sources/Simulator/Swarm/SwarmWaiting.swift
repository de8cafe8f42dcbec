import Checkers
import Device
import HAL

/// Mails that wait, and people who come and go meanwhile. A server says nothing of an exit,
/// everybody knows of a case, or half of them of a return. Dozens of mails or excursions pile up
/// while nobody can be reached.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmWaiting: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    guard !plan.household.caregivers.isEmpty else { return }
    var part = SwarmWaiting(draws: Generator(seed: plan.seed, for: .waiting), busy: busy)
    let hasTwo = plan.household.caregivers.count > 1
    let hasInbound = plan.household.limits.hasInbound
    if part.draws.chance(1, in: 16), hasTwo, hasInbound { part.drawSilentAboutAnExit(plan) }
    if part.draws.chance(1, in: 16), hasTwo, hasInbound { part.drawReaderWhoLeaves(plan) }
    if part.draws.chance(1, in: 20), hasTwo { part.drawHalfToldReturn(plan) }
    if part.draws.chance(1, in: 24) { part.drawManyExcursions(plan) }
    if part.draws.chance(1, in: 20), hasInbound { part.drawManyRefusals(plan) }
    if part.draws.chance(1, in: 20), hasInbound { part.drawPlacesThatWait(plan) }
    if part.draws.chance(1, in: 24) { part.drawHoursUnheard() }
    if part.draws.chance(1, in: 20), hasTwo { part.drawRefusedOnce(plan) }
    if part.draws.chance(1, in: 20) { part.drawLostAddress(plan) }
    if part.draws.chance(1, in: 16) { part.drawOtherListForAll(plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  // MARK: Exits

  /// An outing. The exit is announced within a minute or two of `crosses`.
  private struct Outing {
    var leaves: Int64
    var crosses: Int64
    var speed: MetresPerSecond
    /// Metres beyond the edge.
    var beyond: Double
  }

  private mutating func drawLeaving(_ plan: Plan) -> Outing {
    let beyond = Double(draws.draw(150...300))
    let radius = plan.household.radius.value
    let speed = MetresPerSecond(Double(draws.draw(18...30)) / 10)
    let leaves = draws.draw(600_000...busy - 4 * SwarmWaiting.hour)
    add(.walk(to: Point(north: radius + beyond), speed: speed, .open), at: leaves)
    let crosses = leaves + Int64((radius + 30) / speed.value * 1000)
    return Outing(leaves: leaves, crosses: crosses, speed: speed, beyond: beyond)
  }

  /// - Returns: when the wearer is inside.
  private mutating func goHome(_ outing: Outing, _ plan: Plan, at moment: Int64) -> Int64 {
    add(.walk(to: Point(), speed: outing.speed, .street), at: moment)
    let far = plan.household.radius.value + outing.beyond
    add(.enter(.indoor), at: moment + Int64(far / outing.speed.value * 1000))
    return moment + Int64(outing.beyond / outing.speed.value * 1000)
  }

  /// The first server says nothing of an exit until long after the attempt is given up. Somebody
  /// else has answered.
  private mutating func drawSilentAboutAnExit(_ plan: Plan) {
    let outing = drawLeaving(plan)
    answer(plan, nil, at: outing.leaves)
    for caregiver in plan.household.caregivers.indices.dropFirst() {
      let after = Milliseconds.seconds(draws.draw(30...240))
      add(.answers(caregiver: UInt8(caregiver), after: after), at: outing.leaves)
    }
    let returns = outing.crosses + draws.draw(14...40) * SwarmWaiting.minute
    fault(
      .people(.servers(ServerTrouble(.silent, of: 0))), at: outing.leaves,
      (returns - outing.leaves) / 1000 + draws.draw(300...1800))
    _ = goHome(outing, plan, at: returns)
  }

  /// The only one who knows of an exit answers it, and leaves the list while the wearer is out.
  private mutating func drawReaderWhoLeaves(_ plan: Plan) {
    let outing = drawLeaving(plan)
    answer(plan, nil, at: outing.leaves)
    add(.answers(caregiver: 0, after: .seconds(draws.draw(5...40))), at: outing.leaves)
    let changed = outing.crosses + draws.draw(150...480) * 1000
    add(.reload(withoutFirst(plan.household)), at: changed)
    _ = goHome(outing, plan, at: changed + draws.draw(6...30) * SwarmWaiting.minute)
  }

  /// Two know of an exit. One hears of the return, and the power goes before the other does.
  private mutating func drawHalfToldReturn(_ plan: Plan) {
    let outing = drawLeaving(plan)
    answer(plan, nil, at: outing.leaves)
    let told = Int64(plan.household.limits.escalateAfter) + draws.draw(4...12)
    let returns = outing.crosses + told * SwarmWaiting.minute
    let inside = goHome(outing, plan, at: returns)
    let trouble = ServerTrouble(.transient, of: draws.chance(3, in: 4) ? 1 : 0)
    fault(.people(.servers(trouble)), at: returns - 1000, draws.draw(1300...2400))
    fault(
      .powerCut(afterActions: draws.draw(0...3), tornWords: 0),
      at: inside + draws.draw(240...720) * 1000, draws.draw(5...60))
  }

  /// The wearer goes out and in again and again, and nobody hears of it. Then one mail tells of
  /// all, the power goes, and it happens once more.
  private mutating func drawManyExcursions(_ plan: Plan) {
    let radius = plan.household.radius.value
    let speed = MetresPerSecond(3)
    let (inner, outer) = (Point(north: radius - 60), Point(north: radius + 90))
    let begin = draws.draw(600_000...busy - 6 * SwarmWaiting.hour)
    add(.walk(to: inner, speed: speed, .open), at: begin)
    var at = begin + Int64(radius / speed.value * 1000)
    func goOutAndIn(_ part: inout SwarmWaiting) {
      part.add(.walk(to: outer, speed: speed, .open), at: at)
      at += 200_000
      part.add(.walk(to: inner, speed: speed, .open), at: at)
      at += 260_000
    }
    for _ in 0..<draws.draw(19...23) { goOutAndIn(&self) }
    fault(.refusal(.transient), at: begin, (at - begin) / 1000 + draws.draw(10...300))
    // A mail that has failed for hours is tried every half hour.
    at += draws.draw(37...55) * SwarmWaiting.minute
    fault(.powerCut(afterActions: 0, tornWords: 0), at: at, draws.draw(5...60))
    at += draws.draw(13...20) * SwarmWaiting.minute
    let again = at - 60_000
    goOutAndIn(&self)
    fault(.refusal(.transient), at: again, (at - again) / 1000 + draws.draw(10...200))
    add(.walk(to: Point(), speed: speed, .street), at: at + 60_000)
    add(.enter(.indoor), at: at + 60_000 + Int64(radius / speed.value * 1000))
  }

  // MARK: Mails that wait

  /// Somebody states hours of company that lie too far ahead, dozens of times. No answer gets out.
  private mutating func drawManyRefusals(_ plan: Plan) {
    let caregiver = UInt8(draws.below(Int64(plan.household.caregivers.count)))
    let begin = draws.draw(1_200_000...busy - 3 * SwarmWaiting.hour)
    let local =
      plan.start.milliseconds / SwarmWaiting.minute + plan.household.zone.offset(at: plan.start)
    var at = begin
    for _ in 0..<draws.draw(58...80) {
      let ahead = draws.draw(1150...1370)
      let minute = ((local + at / SwarmWaiting.minute + ahead) % 1440 + 1440) % 1440
      add(.ask(.accompanied(untilMinute: Int16(minute), caregiver: caregiver)), at: at)
      at += draws.draw(10...60) * 1000
    }
    fault(
      .people(.servers(ServerTrouble(.transient))), at: begin - 60_000,
      (at - begin) / 1000 + draws.draw(60...600))
  }

  /// Somebody asks for the wearer's place while help is open. Neither the answer nor the trail gets
  /// out for a while.
  private mutating func drawPlacesThatWait(_ plan: Plan) {
    let at = draws.draw(900_000...busy - 3 * SwarmWaiting.hour)
    answer(plan, nil, at: at - 1000)
    add(.press(KeyPress(.help)), at: at)
    let begin = at + draws.draw(30...240) * 1000
    let lasts = draws.draw(1200...3600)
    fault(.people(.servers(ServerTrouble(.transient))), at: begin, lasts)
    for _ in 0..<draws.draw(1...3) {
      let caregiver = UInt8(draws.below(Int64(plan.household.caregivers.count)))
      add(.ask(.whereIs(caregiver: caregiver)), at: begin + draws.below(lasts) * 1000)
    }
    answer(plan, .seconds(120), at: begin + lasts * 1000 + draws.draw(60...1800) * 1000)
  }

  /// Help is called, and no server takes it for more than four hours.
  private mutating func drawHoursUnheard() {
    let at = draws.draw(600_000...busy - 7 * SwarmWaiting.hour)
    fault(.refusal(.transient), at: at - 10_000, draws.draw(15_000...21_000))
    add(.press(KeyPress(.help)), at: at)
  }

  /// The first server refuses a call for good, and takes it in the next round. Nobody answers until
  /// then.
  private mutating func drawRefusedOnce(_ plan: Plan) {
    let at = draws.draw(600_000...busy - 5 * SwarmWaiting.hour)
    answer(plan, nil, at: at - 1000)
    fault(
      .people(.servers(ServerTrouble(.permanent, of: 0))), at: at - 1000, draws.draw(30...120))
    add(.press(KeyPress(.help)), at: at)
    let limits = plan.household.limits
    let minutes = 4 * Int64(limits.escalateAfter) + Int64(limits.repeatAfter) + 10
    answer(plan, .seconds(120), at: at + min(minutes, 210) * SwarmWaiting.minute)
  }

  /// News of the battery waits for the first caregiver, who leaves or gets another address.
  private mutating func drawLostAddress(_ plan: Plan) {
    let at = draws.draw(600_000...busy - 3 * SwarmWaiting.hour)
    fault(
      .people(.servers(ServerTrouble(.transient))), at: at - 1000, draws.draw(900...2400))
    let percent = UInt8(draws.pick([5, 10, 15, 20]))
    add(.battery(BatteryLevel(percent: percent, isCharging: false)), at: at)
    add(.reload(withoutFirst(plan.household)), at: at + draws.draw(60...800) * 1000)
    add(
      .battery(BatteryLevel(percent: 90, isCharging: true)),
      at: at + draws.draw(90...150) * SwarmWaiting.minute)
  }

  /// Everybody knows of a call, and nobody has answered. Then somebody joins the list, or the first
  /// leaves it.
  private mutating func drawOtherListForAll(_ plan: Plan) {
    let at = draws.draw(600_000...busy - 4 * SwarmWaiting.hour)
    answer(plan, nil, at: at - 1000)
    add(.press(KeyPress(.help)), at: at)
    let household = plan.household
    let minutes = Int64(household.caregivers.count - 1) * Int64(household.limits.escalateAfter)
    let changed = at + minutes * SwarmWaiting.minute + draws.draw(30...240) * 1000
    var other = household
    if household.caregivers.count < 4, draws.chance(1, in: 2) {
      var new = Caregiver(hasMail: true, hasRelay: draws.chance(1, in: 4))
      new.who = number(new, household)
      other.caregivers.append(new)
    } else {
      other = withoutFirst(household)
    }
    add(.reload(other), at: changed)
    answer(plan, .seconds(120), at: changed + draws.draw(40...80) * SwarmWaiting.minute)
  }

  // MARK: People

  private mutating func answer(_ plan: Plan, _ after: Milliseconds?, at moment: Int64) {
    for caregiver in plan.household.caregivers.indices {
      add(.answers(caregiver: UInt8(caregiver), after: after), at: moment)
    }
  }

  /// The first caregiver leaves. An only one gets another address.
  private mutating func withoutFirst(_ household: Household) -> Household {
    var other = household
    if other.caregivers.count > 1 {
      other.caregivers.removeFirst()
    } else if !other.caregivers.isEmpty {
      other.caregivers[0].who = number(other.caregivers[0], household)
    }
    return other
  }

  /// An address that nobody of the plan has yet; 0 where the people of the profile have no numbers.
  private mutating func number(_ caregiver: Caregiver, _ household: Household) -> UInt32 {
    guard household.caregivers.allSatisfy({ $0.who != 0 }) else { return 0 }
    return SwarmPeople.number(name: draws.below(8), address: draws.draw(1...20), caregiver)
  }
}
