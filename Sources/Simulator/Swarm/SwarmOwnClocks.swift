import Checkers
import Device
import HAL

/// Days by the device's own clock. A new device has only a calendar clock, or one that starts again has, and the
/// minute of the daily mail comes. A receiver is days ahead in that minute and right before the true one. Another
/// contradicts the network by now one time and now another. The device is off for the whole hour of a meal.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmOwnClocks: BusyPart {
  private static let day: Int64 = 86_400_000

  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmOwnClocks(draws: Generator(seed: plan.seed, for: .ownClocks), busy: busy)
    if part.draws.chance(1, in: 24) {
      part.drawNewDevice(&plan)
    } else if part.draws.chance(1, in: 16) {
      part.drawCalendarMail(&plan)
    } else if part.draws.chance(1, in: 20) {
      part.drawClockAhead(&plan)
    } else if part.draws.chance(1, in: 20) {
      part.drawUnsteady(&plan)
    } else if plan.household.insulin != nil, part.draws.chance(1, in: 6) {
      part.drawMealWhileOff(&plan)
    }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  // MARK: A calendar clock alone

  /// Nobody but the clock on its board says the time to a device that has never lived.
  private mutating func drawNewDevice(_ plan: inout Plan) {
    let error = plan.calendarError?.count ?? nearError()
    plan.calendarError = Milliseconds(error)
    let minutes = draws.draw(25...150)
    fault(.timeless, at: 0, minutes * 60)
    fault(.noNetworkTime, at: 0, minutes * 60)
    remind(at: draws.draw(4...minutes - 3) * SwarmOwnClocks.minute + error, &plan)
    if draws.chance(1, in: 2) {
      mail(at: draws.draw(4...minutes - 3) * SwarmOwnClocks.minute + error, &plan)
    }
  }

  /// The device starts again and goes by the clock on its board, which may be some days off. The minute of the daily
  /// mail comes by that clock.
  private mutating func drawCalendarMail(_ plan: inout Plan) {
    let known = plan.calendarError?.count
    let isNear = known.map { $0 > -20 * SwarmOwnClocks.minute && $0 < 29 * SwarmOwnClocks.day }
    let error = isNear ?? false ? known ?? 0 : nearError()
    plan.calendarError = Milliseconds(error)
    let at = draws.draw(SwarmOwnClocks.hour...busy - 7 * SwarmOwnClocks.hour)
    let off = draws.draw(10...3600)
    let minutes = draws.draw(20...180)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: at, off)
    fault(.timeless, at: at, off + minutes * 60)
    fault(.noNetworkTime, at: at, off + minutes * 60)
    let begin = at + off * SwarmOwnClocks.second
    mail(at: begin + draws.draw(4...minutes - 3) * SwarmOwnClocks.minute + error, &plan)
  }

  /// A calendar clock that serves for reminders after a start.
  private mutating func nearError() -> Int64 {
    switch draws.below(4) {
    case 0, 1: draws.draw(-2000...2000)
    case 2: draws.draw(-20...60) * SwarmOwnClocks.minute
    default: draws.draw(1...29) * SwarmOwnClocks.day
    }
  }

  // MARK: Receivers

  /// The receiver is some days and some minutes ahead, and so comes to the minute of the daily mail. It is right again
  /// before the true minute. The network is silent.
  private mutating func drawClockAhead(_ plan: inout Plan) {
    let due = draws.draw(4 * SwarmOwnClocks.hour...busy - 2 * SwarmOwnClocks.hour)
    let ahead = draws.draw(30...100)
    let early = draws.draw(3...10)
    let begin = due - (ahead + early) * SwarmOwnClocks.minute
    let days = draws.pick([1, 2, 2, 3, 10, 40]) * SwarmOwnClocks.day
    let error = Milliseconds(days + ahead * SwarmOwnClocks.minute)
    fault(.receiverTime(error), at: begin, (early + draws.draw(3...ahead - 20)) * 60)
    fault(
      .noNetworkTime, at: begin - 70 * SwarmOwnClocks.minute, (80 + ahead + early) * 60)
    mail(at: due, &plan)
  }

  /// The receiver says one wrong time, then another, and perhaps a third, each for less than an hour. The network has
  /// said nothing for long.
  private mutating func drawUnsteady(_ plan: inout Plan) {
    plan.hasNetworkTime = true
    let at = draws.draw(40 * SwarmOwnClocks.minute...busy - 6 * SwarmOwnClocks.hour)
    let begin = at + draws.draw(10...40) * SwarmOwnClocks.minute
    let first = draws.draw(20...50)
    let second = draws.draw(45...58)
    let third = draws.chance(1, in: 3) ? draws.draw(12...50) : 0
    let lasts = first + second + third
    let sign: Int64 = draws.chance(1, in: 2) ? 1 : -1
    fault(.noNetworkTime, at: at, lasts * 60 + 4800)
    // They add up.
    fault(.receiverTime(.seconds(sign * draws.draw(180...5400))), at: begin, lasts * 60)
    let then = begin + first * SwarmOwnClocks.minute
    fault(
      .receiverTime(.seconds(sign * draws.draw(180...5400))), at: then, (second + third) * 60)
    guard third > 0 else { return }
    fault(
      .receiverTime(.seconds(sign * draws.draw(180...5400))),
      at: then + second * SwarmOwnClocks.minute, third * 60)
  }

  // MARK: A meal

  /// The device is off from before the first meal of the life to after its hour. Nobody has a dose before.
  private mutating func drawMealWhileOff(_ plan: inout Plan) {
    let meals = plan.household.mealtimes.map {
      ((Int64($0.minute) - local(plan, at: 0)) % 1440 + 1440) % 1440 * SwarmOwnClocks.minute
    }
    guard let meal = meals.min(), meal > 20 * SwarmOwnClocks.minute,
      meal < busy - 5 * SwarmOwnClocks.hour
    else { return }
    let cut = meal - draws.draw(4...15) * SwarmOwnClocks.minute
    let on = meal + draws.draw(66...180) * SwarmOwnClocks.minute
    plan.items.removeAll { item in
      guard item.at.count < on, case .act(let act) = item.kind else { return false }
      if case .diary = act { return true }
      if case .portalDiary = act { return true }
      return false
    }
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, (on - cut) / 1000)
  }

  // MARK: Settings

  /// The minute by the wall, since 1970, at that moment of the life.
  private func local(_ plan: Plan, at moment: Int64) -> Int64 {
    (plan.start.milliseconds + moment) / SwarmOwnClocks.minute
      + plan.household.zone.offset(at: plan.start)
  }

  private func mail(at moment: Int64, _ plan: inout Plan) {
    let minute = Int16((local(plan, at: moment) % 1440 + 1440) % 1440)
    change(&plan) { $0.limits.allIsWellAt = minute }
  }

  private mutating func remind(at moment: Int64, _ plan: inout Plan) {
    guard plan.household.reminders.count < 20 else { return }
    let reminder = Reminder(
      id: UInt16(140 + plan.household.reminders.count),
      kind: draws.chance(2, in: 3) ? .medication : .reminder,
      first: CivilMinute(Int32(local(plan, at: moment))), repeats: .daily,
      tellsCaregiver: draws.chance(1, in: 4))
    change(&plan) { $0.reminders.append(reminder) }
  }

  /// Later versions of the profile have it, too.
  private func change(_ plan: inout Plan, _ apply: (inout Household) -> Void) {
    apply(&plan.household)
    for i in plan.items.indices {
      if case .act(.reload(var other)) = plan.items[i].kind {
        apply(&other)
        plan.items[i].kind = .act(.reload(other))
      } else if case .act(.portalProfile(var other)) = plan.items[i].kind {
        apply(&other)
        plan.items[i].kind = .act(.portalProfile(other))
      }
    }
  }
}
