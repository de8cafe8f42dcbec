import Checkers
import Device
import HAL

/// Profile files with mistakes, silent and blind receivers, batteries that come and go, and "all is
/// well" due while something is open.
///
/// A receiver is silent for half an hour, or finds no position for half a day. It draws from a
/// generator of its own, so that one more draw here moves nothing else.
struct SwarmProfile {
  private var draws: Generator
  private let busy: Int64
  private var items: [Item] = []

  static func add(to plan: inout Plan, busy: Int64) {
    var profile = SwarmProfile(draws: Generator(seed: plan.seed, for: .profile), busy: busy)
    if profile.draws.chance(1, in: 12) { profile.drawMistakes(plan) }
    if profile.draws.chance(1, in: 12) { profile.drawReceiver() }
    if profile.draws.chance(1, in: 20) { profile.drawBattery() }
    if profile.draws.chance(1, in: 10) { profile.drawWell(&plan) }
    if profile.draws.chance(1, in: 24) { profile.drawSilentDay(&plan) }
    if profile.draws.chance(1, in: 25) { profile.drawOtherZone(plan) }
    if profile.draws.chance(1, in: 20) { profile.drawCompanyOnTheWay(plan) }
    plan.items += profile.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  private mutating func drawMistakes(_ plan: Plan) {
    for i in 0..<draws.draw(1...3) {
      var at = i == 0 && draws.chance(1, in: 3) ? 0 : draws.draw(1000...busy - 600_000)
      // The fault comes around a meal, where a dose may be asked for.
      if at > 0, let meal = plan.moments(ofMeals: busy).first, draws.chance(1, in: 2) {
        at = max(meal - draws.draw(0...1800) * 1000, 1000)
      }
      let isSure = draws.chance(1, in: 2)
      fault(.people(.badProfile(isInsulinSure: isSure)), at: at, draws.draw(60...21_600))
      if draws.chance(1, in: 2) { press(.help, at: at + draws.draw(1...1800) * 1000) }
      if draws.chance(1, in: 3) {
        let cut = at + draws.draw(1...3600) * 1000
        fault(
          .powerCut(afterActions: draws.draw(0...8), tornWords: 0), at: cut, draws.draw(5...900))
        if draws.chance(1, in: 2) { press(.help, at: cut + draws.draw(900...2700) * 1000) }
      }
    }
  }

  private mutating func drawReceiver() {
    if draws.chance(1, in: 3) {
      fault(.silence, at: draws.draw(1000...busy - 6_000_000), draws.draw(1750...5400))
    } else {
      // Twelve hours, and some more.
      fault(.noPosition, at: draws.draw(1000...busy - 45_000_000), draws.draw(43_000...60_000))
    }
  }

  private mutating func drawBattery() {
    var at = draws.draw(1000...busy - 7_200_000)
    for _ in 0..<draws.draw(3...12) {
      let percent = UInt8(draws.pick([9, 10, 11, 15, 19, 20, 21, 29, 31, 32]))
      let level = BatteryLevel(percent: percent, isCharging: draws.chance(1, in: 3))
      items.append(Item(at: Milliseconds(at), .battery(level)))
      at = min(at + draws.draw(1...1200) * 1000, busy - 1000)
    }
  }

  /// Something is open when the minute comes at which all is well, or is about to be.
  private mutating func drawWell(_ plan: inout Plan) {
    let at = draws.draw(3_600_000...busy - 3_600_000)
    let local =
      plan.start.milliseconds / 60_000 + plan.household.zone.offset(at: plan.start) + at / 60_000
    plan.household.limits.allIsWellAt = Int16(((local % 1440) + 1440) % 1440)
    let before = at - draws.draw(10...3000) * 1000
    switch draws.below(5) {
    case 0: press(.help, at: before)
    case 1:
      let result = MeterResult.amount(
        .milligramsPerDecilitre(MilligramsPerDecilitre(Double(draws.draw(30...69)))))
      items.append(Item(at: Milliseconds(before), .measure(MeterReading(result: result))))
    case 2:
      let level = BatteryLevel(percent: UInt8(draws.draw(1...20)), isCharging: false)
      items.append(Item(at: Milliseconds(before), .battery(level)))
    case 3:
      let edge = Double(draws.pick([60, 90, 97, 99])) / 100
      let target = Point(north: plan.household.radius.value * edge)
      items.append(
        Item(
          at: Milliseconds(before - 600_000), .walk(to: target, speed: MetresPerSecond(1.2), .open))
      )
      fault(.noPosition, at: before, draws.draw(600...7200))
    default: fault(.outage, at: before, draws.draw(600...7200))
    }
  }

  /// The receiver is silent at the minute of the daily mail, and perhaps something else is open.
  private mutating func drawSilentDay(_ plan: inout Plan) {
    let at = draws.draw(7_200_000...busy - 3_600_000)
    let local =
      plan.start.milliseconds / 60_000 + plan.household.zone.offset(at: plan.start) + at / 60_000
    plan.household.limits.allIsWellAt = Int16(((local % 1440) + 1440) % 1440)
    fault(.silence, at: at - draws.draw(1900...5000) * 1000, 7200)
    if draws.chance(1, in: 2) { press(.help, at: at - draws.draw(10...1500) * 1000) }
    guard draws.chance(1, in: 2) else { return }
    let level = BatteryLevel(percent: UInt8(draws.draw(1...20)), isCharging: false)
    items.append(Item(at: Milliseconds(at - draws.draw(60...1500) * 1000), .battery(level)))
  }

  /// The wearer travels: from then on the profile names another zone. A later version of it names the first one again.
  private mutating func drawOtherZone(_ plan: Plan) {
    var other = plan.household
    let zones: [Household.ZoneName] = [.guayaquil, .madrid, .sydney, .kathmandu, .lordHowe]
    other.zone = draws.pick(zones.filter { $0 != other.zone })
    let at = Milliseconds(draws.draw(600_000...busy - 3_600_000))
    items.append(Item(at: at, .reload(other)))
  }

  /// Company of the profile ends before its time, and then the wearer travels: its end is another moment there.
  private mutating func drawCompanyOnTheWay(_ plan: Plan) {
    let at = draws.draw(600_000...busy - 14_400_000)
    let local =
      plan.start.milliseconds / 60_000 + plan.household.zone.offset(at: plan.start) + at / 60_000
    var other = plan.household
    other.accompanied = CivilMinute(Int32(local + draws.draw(120...420)))
    items.append(Item(at: Milliseconds(at), .reload(other)))
    let over = Message.accompanied(untilMinute: -1, caregiver: 0, received: nil)
    items.append(Item(at: Milliseconds(at + draws.draw(60...1800) * 1000), .ask(over)))
    let zones: [Household.ZoneName] = [.guayaquil, .madrid, .sydney, .kathmandu, .lordHowe]
    other.zone = draws.pick(zones.filter { $0 != other.zone })
    items.append(Item(at: Milliseconds(at + draws.draw(2400...5400) * 1000), .reload(other)))
  }

  private mutating func press(_ key: Key, at moment: Int64) {
    items.append(Item(at: Milliseconds(min(moment, busy - 1000)), .press(KeyPress(key))))
  }

  private mutating func fault(_ fault: Fault, at moment: Int64, _ seconds: Int64) {
    let at = min(max(moment, 0), busy - 1000)
    items.append(
      Item(at: Milliseconds(at), lasts: Milliseconds(min(seconds * 1000, busy - at)), fault))
  }
}

extension Plan {
  /// Moments of the first day's meals, after the start.
  func moments(ofMeals busy: Int64) -> [Int64] {
    guard household.insulin != nil else { return [] }
    let local = start.milliseconds / 60_000 + household.zone.offset(at: start)
    return household.mealtimes
      .map { ((Int64($0.minute) - local) % 1440 + 1440) % 1440 * 60_000 }
      .filter { $0 > 60_000 && $0 < busy - 4_000_000 }
  }
}
