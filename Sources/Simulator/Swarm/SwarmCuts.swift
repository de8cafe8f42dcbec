import Checkers
import Device
import HAL

/// Turns that a power cut parts. A pill gets another number while the device is off. The mail of an exit is on its way,
/// or waits, as company comes, and the power goes. Somebody enters a dose, or the wearer takes it, while a clock is
/// behind. The device starts again by a right one. A pill that was called leaves the list, and comes back.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmCuts: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmCuts(draws: Generator(seed: plan.seed, for: .cuts), busy: busy)
    switch part.draws.below(24) {
    case 0, 1: part.drawOtherNumber(&plan)
    case 2, 3: part.drawCompany(&plan)
    case 4, 5: part.drawSlowClock(&plan)
    case 6, 7: part.drawDoseBySlowClock(&plan)
    case 8, 9: part.drawPillThatComesBack(&plan)
    default: break
    }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  /// A pill is called, and answered or not. The power goes, and the family gives the pill another number meanwhile.
  private mutating func drawOtherNumber(_ plan: inout Plan) {
    let due = draws.draw(Self.hour...busy - 6 * Self.hour)
    let repeats = draws.pick([Reminder.Repeat.once, .daily])
    guard plan.household.keys.contains(.ok),
      let before = plan.remind(plan.minute(at: due), .medication, repeats, numbersFrom: 160),
      let i = plan.household.reminders.firstIndex(where: { $0.id == before })
    else { return }
    var household = plan.household
    household.reminders[i].id = before + 70
    let cut = due + draws.draw(20...900) * Self.second
    let off = draws.draw(20...1800)
    leaveAlone(&plan, from: due - 2 * Self.minute, to: cut)
    add(.temper(Self.idle), at: due - 2 * Self.minute)
    if draws.chance(1, in: 2) { press(.ok, at: min(due + draws.draw(5...60) * Self.second, cut)) }
    fault(.powerCut(afterActions: draws.draw(0...3), tornWords: 0), at: cut, off)
    add(.reload(household), at: cut + off * Self.second / 2)
    add(.temper(Self.usual), at: cut + (off + 600) * Self.second)
  }

  /// The wearer is outside, and the mails of it do not get through at once. A caregiver comes, and the power goes.
  private mutating func drawCompany(_ plan: inout Plan) {
    let household = plan.household
    guard household.limits.hasInbound, household.watch.isEmpty, household.accompanied == nil
    else { return }
    let speed = 1.4
    let begin = draws.draw(20 * Self.minute...busy - 6 * Self.hour)
    let far = household.radius.value + Double(draws.draw(90...200))
    let crosses = begin + Int64(household.radius.value / speed * 1000)
    let company = crosses + draws.draw(20...300) * Self.second
    let minutes = draws.draw(10...60)
    let until = Int64(plan.minute(at: company).count) + minutes
    let cut = company + draws.draw(20...minutes * 70) * Self.second
    let off = draws.chance(1, in: 2) ? draws.draw(5...120) : draws.draw(minutes...2 * minutes) * 60
    let home = cut + draws.draw(5...90) * Self.minute
    add(.walk(to: Point(north: far), speed: MetresPerSecond(speed), .open), at: begin)
    if draws.chance(1, in: 2) {
      fault(.slow(.seconds(draws.draw(20...60))), at: crosses - 10 * Self.second, 400)
    } else {
      let lasts = draws.draw(10...90) * 60
      fault(.refusal(.transient), at: crosses - 10 * Self.second, lasts)
    }
    let caregiver = UInt8(draws.below(Int64(household.caregivers.count)))
    add(
      .ask(.accompanied(untilMinute: Int16((until % 1440 + 1440) % 1440), caregiver: caregiver)),
      at: company)
    if draws.chance(1, in: 2) { fault(.noPosition, at: company, draws.draw(20...120) * 60) }
    fault(.powerCut(afterActions: draws.draw(0...3), tornWords: 0), at: cut, off)
    add(.walk(to: Point(), speed: MetresPerSecond(speed), .street), at: home)
  }

  /// A clock is hours or weeks behind as somebody enters the dose of a meal. It is put right with the next start, or by
  /// itself after that.
  private mutating func drawSlowClock(_ plan: inout Plan) {
    let household = plan.household
    guard household.insulin != nil, household.keys.contains(.ok) else { return }
    let meals = household.mealtimes.map { ($0.meal, at: plan.ahead(ofMinute: $0.minute)) }
      .filter { $0.at > 45 * Self.minute && $0.at < busy - 5 * Self.hour }
    guard !meals.isEmpty else { return }
    let (meal, at) = draws.pick(meals)
    let entered = at + draws.draw(2...25) * Self.minute
    let cut = entered + draws.draw(3...20) * Self.minute
    let right = cut + draws.pick([0, 600]) * Self.second
    let begin = at - 15 * Self.minute
    plan.hasNetworkTime = true
    leaveAlone(&plan, from: begin, to: right)
    add(.temper(Self.idle), at: begin)
    fault(.timeless, at: begin, (right - begin) / 1000)
    let behind = draws.chance(2, in: 3) ? draws.draw(1...11) * 3600 : draws.draw(2...40) * 86_400
    fault(.networkTime(.seconds(-behind)), at: begin, (right - begin) / 1000)
    let units = InsulinUnits(milliunits: draws.draw(8...24) * 500)
    let dated = Milliseconds.seconds(-draws.draw(0...300))
    add(.diary(DiaryEdit(.addDose(meal, units), dated: dated)), at: entered)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, draws.draw(5...60))
    add(.temper(Self.usual), at: right + 2 * Self.minute)
  }

  /// The wearer takes the dose of a meal by a clock that is hours behind. It is put right, and the power goes.
  private mutating func drawDoseBySlowClock(_ plan: inout Plan) {
    let household = plan.household
    guard household.insulin != nil, household.keys.contains(.ok) else { return }
    let behind = draws.draw(1...23) * Self.hour - draws.draw(0...50) * Self.minute
    let meals = household.mealtimes.map { plan.ahead(ofMinute: $0.minute) }
      .filter { $0 > 45 * Self.minute && $0 + behind < busy - 5 * Self.hour }
    guard !meals.isEmpty else { return }
    let asked = draws.pick(meals) + behind
    let begin = asked - draws.draw(10...40) * Self.minute
    let right = asked + draws.draw(6...40) * Self.minute
    let cut = right + draws.draw(2...60) * Self.minute
    plan.hasNetworkTime = false
    leaveAlone(&plan, from: begin, to: cut)
    add(.temper(Self.idle), at: begin)
    fault(.receiverTime(.seconds(-behind / 1000)), at: begin, (right - begin) / 1000)
    measure(draws.pick([120, 180, 240]), at: asked + 2 * Self.minute)
    press(.ok, at: asked + 3 * Self.minute)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, draws.draw(5...60))
    add(.temper(Self.usual), at: cut + 2 * Self.minute)
  }

  /// A pill is called, and leaves the list by mistake. It is back after minutes or hours, perhaps after a power cut.
  private mutating func drawPillThatComesBack(_ plan: inout Plan) {
    let due = draws.draw(Self.hour...busy - 6 * Self.hour)
    guard plan.household.keys.contains(.ok),
      let pill = plan.remind(plan.minute(at: due), .medication, .daily, numbersFrom: 160)
    else { return }
    let whole = plan.household
    var household = whole
    household.reminders.removeAll { $0.id == pill }
    let gone = due + draws.draw(20...800) * Self.second
    let minutes = draws.chance(2, in: 3) ? draws.draw(1...30) : draws.draw(90...200)
    let back = gone + minutes * Self.minute
    leaveAlone(&plan, from: due - 2 * Self.minute, to: back)
    add(.temper(Self.idle), at: due - 2 * Self.minute)
    add(.reload(household), at: gone)
    if draws.chance(1, in: 3) {
      fault(.powerCut(afterActions: 0, tornWords: 0), at: gone + 20 * Self.second, 10)
    }
    add(.reload(whole), at: back)
    add(.temper(Self.usual), at: back + draws.draw(10...40) * Self.minute)
  }
}
