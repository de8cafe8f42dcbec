import Checkers
import Device
import HAL

/// Hours of the week, and company while no clock is believed. Quiet hours and watches come in several stretches, and
/// over the night to Monday. The watch begins while the wearer is outside without reception. The profile names the
/// same hour of company again, or one that was called off before the device knew the time.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmHours: BusyPart {
  private static let day: Int64 = 1440
  private static let week: Int64 = 10_080

  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmHours(draws: Generator(seed: plan.seed, for: .hours), busy: busy)
    if part.draws.chance(1, in: 12) { part.drawStretches(&plan) }
    if part.draws.chance(2, in: 3) { part.drawNightToMonday(&plan) }
    if part.draws.chance(1, in: 14) { part.drawWatchBeginsOutside(&plan) }
    if part.draws.chance(1, in: 14) { part.drawCompanyWithoutClock(&plan) }
    if part.draws.chance(1, in: 16) { part.drawCompanyNamedAgain(plan) }
    if part.draws.chance(1, in: 16) { part.drawCompanyCalledOff(plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  // MARK: Stretches of the week

  /// Quiet hours or a watch of several stretches. Something happens in one that is not the last.
  private mutating func drawStretches(_ plan: inout Plan) {
    let at = draws.draw(1_200_000...busy - 2 * SwarmHours.hour)
    let now = local(plan, at)
    // The watch has to last for an outing.
    let first = stretch(
      from: now - draws.draw(10...240), lasting: 240 + draws.draw(60...180), on: draws.draw(0...127)
    )
    let later = (0..<draws.draw(1...3)).map { _ in
      stretch(
        from: now + draws.draw(500...1000), lasting: draws.draw(10...200), on: draws.draw(0...127))
    }
    if draws.chance(1, in: 2) {
      makeQuiet([first] + later, &plan)
      drawBattery(at: at)
    } else {
      makeWatch([first] + later, &plan)
      drawOuting(plan, at: at)
    }
  }

  /// The quiet hours or the watch of a night to Monday are those of its Sunday, past midnight.
  private mutating func drawNightToMonday(_ plan: inout Plan) {
    // 1970-01-01 was a Thursday.
    let ofWeek = (local(plan, 0) + 3 * SwarmHours.day) % SwarmHours.week
    let midnight = (SwarmHours.week - ofWeek) % SwarmHours.week
    let after = draws.draw(5...270)
    let moments = [midnight, midnight - SwarmHours.week].map {
      ($0 + after) * SwarmHours.minute
    }
    guard let at = moments.first(where: { 1_200_000 < $0 && $0 < busy - 2 * SwarmHours.hour })
    else { return }
    let from = draws.draw(19 * 60...23 * 60)
    let night = WeeklyHours(
      weekdays: UInt8(draws.draw(0...127)) | 1 << 6, from: Int16(from),
      to: Int16(draws.draw(330...540)))
    if draws.chance(1, in: 2) {
      makeQuiet([night], &plan)
      drawBattery(at: at)
    } else {
      makeWatch([night], &plan)
      drawOuting(plan, at: at)
    }
  }

  /// A stretch of the day at that local minute, and of some other days.
  private func stretch(from minute: Int64, lasting: Int64, on others: Int64) -> WeeklyHours {
    let weekday = (minute / SwarmHours.day + 3) % 7
    let from = minute % SwarmHours.day
    let to = (minute + lasting) % SwarmHours.day
    return WeeklyHours(
      weekdays: UInt8(others) | 1 << UInt8(weekday), from: Int16(from),
      to: Int16(to == 0 ? SwarmHours.day : to))
  }

  /// Other versions of the profile have those hours, too, unless they name their own.
  private func makeQuiet(_ hours: [WeeklyHours], _ plan: inout Plan) {
    let before = plan.household.quiet
    plan.household.quiet = hours
    change(&plan) { if $0.quiet == before { $0.quiet = hours } }
  }

  private func makeWatch(_ hours: [WeeklyHours], _ plan: inout Plan) {
    let before = plan.household.watch
    plan.household.watch = hours
    change(&plan) { if $0.watch == before { $0.watch = hours } }
  }

  private func change(_ plan: inout Plan, _ change: (inout Household) -> Void) {
    for i in plan.items.indices {
      guard case .act(.reload(var other)) = plan.items[i].kind else { continue }
      change(&other)
      plan.items[i].kind = .act(.reload(other))
    }
  }

  private mutating func drawBattery(at moment: Int64) {
    let percent = UInt8(draws.pick([9, 10, 15, 20]))
    add(.battery(BatteryLevel(percent: 80, isCharging: true)), at: moment - 600_000)
    add(.battery(BatteryLevel(percent: percent, isCharging: false)), at: moment)
    let later = moment + draws.draw(20...110) * SwarmHours.minute
    add(.battery(BatteryLevel(percent: 90, isCharging: true)), at: later)
  }

  // MARK: The wearer outside

  /// - Returns: the moments at which the wearer arrives there, and is home again.
  @discardableResult
  private mutating func drawOuting(_ plan: Plan, at leaves: Int64) -> (out: Int64, home: Int64) {
    let (target, speed) = farPoint(plan)
    let way = Int64(target.distance.value / speed.value) * 1000
    let out = leaves + way
    let returns = out + draws.draw(420...1500) * SwarmHours.second
    add(.walk(to: target, speed: speed, .open), at: leaves)
    goHome(speed, at: returns)
    add(.enter(.indoor), at: returns + way + 1000)
    return (out, returns + way)
  }

  /// A point well beyond the edge, and a speed that leads there within ten minutes.
  private mutating func farPoint(_ plan: Plan) -> (Point, MetresPerSecond) {
    let distance = plan.household.radius.value + Double(draws.draw(120...350))
    let north = Double(draws.draw(-100...100)) / 100
    let east = (1 - north * north).squareRoot() * (draws.chance(1, in: 2) ? 1 : -1)
    let speed = max(Double(draws.draw(10...16)) / 10, (distance / 60).rounded(.up) / 10)
    return (Point(north: distance * north, east: distance * east), MetresPerSecond(speed))
  }

  private mutating func goHome(_ speed: MetresPerSecond, at moment: Int64) {
    add(.walk(to: Point(), speed: speed, .street), at: moment)
  }

  /// The wearer goes out in the hours of the watch. They end and begin again, and meanwhile nobody knows where the
  /// wearer is, who comes home in the dark.
  private mutating func drawWatchBeginsOutside(_ plan: inout Plan) {
    let (target, speed) = farPoint(plan)
    let way = Int64(target.distance.value / speed.value) * 1000
    let leaves = draws.draw(1_200_000...busy - 6 * SwarmHours.hour)
    let out = leaves + way + 120_000
    let ends = out + draws.draw(3...20) * SwarmHours.minute
    let begins = ends + draws.draw(3...60) * SwarmHours.minute
    let hours = WeeklyHours(
      weekdays: 127, from: Int16(local(plan, begins) % SwarmHours.day),
      to: Int16((local(plan, ends) + SwarmHours.day - 1) % SwarmHours.day + 1))
    makeWatch([hours], &plan)
    let dark = draws.draw(out...begins - 90_000)
    let returns = begins + draws.draw(2...20) * SwarmHours.minute
    let found = returns + way + draws.draw(20...900) * SwarmHours.second
    add(.walk(to: target, speed: speed, .open), at: leaves)
    fault(draws.pick([.noPosition, .silence]), at: dark, (found - dark) / 1000)
    goHome(speed, at: returns)
    add(.enter(.indoor), at: found + 300_000)
  }

  // MARK: Company

  /// The device starts anew in company, and no clock is believed for a while. The wearer goes out.
  private mutating func drawCompanyWithoutClock(_ plan: inout Plan) {
    let begun = draws.draw(1_200_000...busy - 7 * SwarmHours.hour)
    let accompanied = accompanied(plan, at: begun, 150...420)
    add(.reload(accompanied), at: begun)
    let cut = begun + draws.draw(120...1200) * SwarmHours.second
    let off = draws.draw(20...120)
    let boot = cut + off * SwarmHours.second
    let leaves = boot + plan.receiver.firstFix.count + draws.draw(480...1200) * SwarmHours.second
    if draws.chance(1, in: 2) {
      // A calendar clock says a time that is not believed.
      plan.calendarError = Milliseconds(draws.draw(-5000...5000))
    } else {
      add(.reload(accompanied), at: boot + draws.draw(40...90) * SwarmHours.second)
    }
    let (out, home) = drawOuting(plan, at: leaves)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, off)
    let known = draws.chance(1, in: 2) ? draws.draw(out + 400_000...home) : home + 600_000
    hideTime(from: cut - 1000, to: known)
  }

  /// Somebody drops company from the profile, and writes the same hour once more.
  private mutating func drawCompanyNamedAgain(_ plan: Plan) {
    let at = draws.draw(1_200_000...busy - 4 * SwarmHours.hour)
    let accompanied = accompanied(plan, at: at, 150...420)
    add(.reload(accompanied), at: at)
    let dropped = at + draws.draw(1...50) * SwarmHours.minute
    var without = plan.household
    without.accompanied = nil
    add(.reload(without), at: dropped)
    add(.reload(accompanied), at: dropped + draws.draw(20...3600) * SwarmHours.second)
  }

  /// The profile names company, which is called off before the device knows the time. Then it knows it, and the same
  /// profile comes again, or a restart.
  private mutating func drawCompanyCalledOff(_ plan: Plan) {
    let cut = draws.draw(1_200_000...busy - 5 * SwarmHours.hour)
    let off = draws.draw(20...120)
    let boot = cut + off * SwarmHours.second
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, off)
    let accompanied = accompanied(plan, at: cut, 200...480)
    add(.reload(accompanied), at: draws.draw(cut + 5000...boot + 120_000))
    let over = Message.accompanied(untilMinute: -1, caregiver: 0, received: nil)
    let said = boot + draws.draw(150...900) * SwarmHours.second
    add(.ask(over), at: said)
    let known = said + draws.draw(30...900) * SwarmHours.second
    hideTime(from: cut - 1000, to: known)
    let again = known + plan.receiver.firstFix.count + draws.draw(120...3600) * SwarmHours.second
    if draws.chance(2, in: 3) {
      add(.reload(accompanied), at: again)
    } else {
      fault(.powerCut(afterActions: 0, tornWords: 0), at: again, draws.draw(20...300))
    }
  }

  private mutating func accompanied(
    _ plan: Plan, at moment: Int64, _ ahead: ClosedRange<Int64>
  ) -> Household {
    var other = plan.household
    other.accompanied = CivilMinute(Int32(local(plan, moment) + draws.draw(ahead)))
    return other
  }

  /// Neither receiver nor network say a time that is believed: positions have no height.
  private mutating func hideTime(from begin: Int64, to end: Int64) {
    fault(.flat, at: begin, (end - begin) / 1000)
    fault(.noNetworkTime, at: begin, (end - begin) / 1000)
  }

  /// Local time then, in minutes since 1970.
  private func local(_ plan: Plan, _ at: Int64) -> Int64 {
    let wall = WallTime(milliseconds: plan.start.milliseconds + at)
    return wall.milliseconds / SwarmHours.minute + plan.household.zone.offset(at: wall)
  }
}
