import Checkers
import Device
import HAL

/// Clocks that contradict each other for long, boards with a calendar clock only, many reminders in one
/// minute, and leaps to the ends of time.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmClocks {
  private static let minute: Int64 = 60_000
  private static let hour: Int64 = 3_600_000
  private static let day: Int64 = 86_400_000

  private var draws: Generator
  private let busy: Int64
  /// Local time at the start, in minutes since 1970.
  private let local: Int64
  private let start: Int64

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var clocks = SwarmClocks(plan, busy: busy)
    clocks.draw(into: &plan)
  }

  private init(_ plan: Plan, busy: Int64) {
    draws = Generator(seed: plan.seed, for: .clocks)
    self.busy = busy
    start = plan.start.milliseconds
    local = start / SwarmClocks.minute + plan.household.zone.offset(at: plan.start)
  }

  private mutating func draw(into plan: inout Plan) {
    if draws.chance(1, in: 12) { drawDispute(&plan) }
    if draws.chance(1, in: 9) { drawCalendar(&plan) }
    if draws.chance(1, in: 12) { drawCrowd(&plan) }
    if draws.chance(1, in: 18) { drawEndOfTime(&plan) }
    if plan.household.insulin != nil, draws.chance(1, in: 10) { drawDoubtfulMeal(&plan) }
    if draws.chance(1, in: 14) { drawOverflow(&plan) }
    if plan.calendarError != nil, draws.chance(1, in: 5) { drawFarCalendar(&plan) }
    plan.clockRestarts = draws.chance(1, in: 2)
  }

  // MARK: Clocks that disagree

  private mutating func apart() -> Milliseconds {
    let span: Int64 =
      switch draws.below(8) {
      case 0: draws.draw(5...119) * 1000
      case 1, 2: draws.draw(121...600) * 1000
      case 3, 4: draws.draw(10...120) * SwarmClocks.minute
      case 5, 6: draws.draw(2...23) * SwarmClocks.hour
      default: draws.draw(25...40) * SwarmClocks.hour
      }
    return Milliseconds(draws.chance(1, in: 2) ? -span : span)
  }

  private mutating func drawDispute(_ plan: inout Plan) {
    var at = draws.draw(3 * SwarmClocks.minute...busy - 5 * SwarmClocks.hour)
    if let time = plan.household.mealtimes.first, plan.household.insulin != nil,
      draws.chance(1, in: 2)
    {
      let minutes = ((Int64(time.minute) - local) % 1440 + 1440) % 1440
      at = minutes * SwarmClocks.minute - draws.draw(1...70) * SwarmClocks.minute
    }
    plan.hasNetworkTime = true
    let lasts = draws.draw(10...300) * SwarmClocks.minute
    switch draws.below(4) {
    case 0: add(.networkTime(apart()), at: at, lasting: lasts, &plan)
    case 1: add(.receiverTime(apart()), at: at, lasting: lasts, &plan)
    case 2:
      // Neither is right.
      add(.receiverTime(apart()), at: at, lasting: lasts, &plan)
      add(.networkTime(apart()), at: at + 1000, lasting: lasts, &plan)
    default:
      // One speaks wrongly for a moment and no more, or long ago.
      add(.networkTime(apart()), at: at, lasting: 2000, &plan)
      add(.noNetworkTime, at: at + 1000, lasting: lasts, &plan)
    }
  }

  /// The network is silent for more than an hour and the receiver goes wrong before a meal, so that nothing decides
  /// between them. In the meal's hour the network speaks again.
  private mutating func drawDoubtfulMeal(_ plan: inout Plan) {
    guard let time = plan.household.mealtimes.first else { return }
    let minutes = ((Int64(time.minute) - local) % 1440 + 1440) % 1440
    let meal = minutes * SwarmClocks.minute
    guard meal > 3 * SwarmClocks.hour, meal < busy - 2 * SwarmClocks.hour else { return }
    plan.hasNetworkTime = true
    let silent = draws.draw(100...160) * SwarmClocks.minute
    let speaks = meal + draws.draw(5...50) * SwarmClocks.minute
    add(.noNetworkTime, at: speaks - silent, lasting: silent, &plan)
    let wrong = meal - draws.draw(1...20) * SwarmClocks.minute
    add(
      .receiverTime(apart()), at: wrong, lasting: draws.draw(20...120) * SwarmClocks.minute, &plan)
  }

  /// The receiver's week counter overflows when the network has been silent for more than an hour.
  private mutating func drawOverflow(_ plan: inout Plan) {
    let at = draws.draw(2 * SwarmClocks.hour...busy - 4 * SwarmClocks.hour)
    let lasts = draws.draw(1...240) * SwarmClocks.minute
    let silent = draws.draw(61...110) * SwarmClocks.minute
    let week = 7 * SwarmClocks.day
    let back = -1024 * week * draws.pick([1, 1, 2])
    add(.receiverTime(Milliseconds(back)), at: at, lasting: lasts, &plan)
    add(.noNetworkTime, at: at - silent, lasting: silent + lasts, &plan)
    guard draws.chance(1, in: 3) else { return }
    add(
      .powerCut(afterActions: 0, tornWords: 0), at: at + lasts / 2,
      lasting: draws.draw(5...600) * 1000, &plan)
  }

  // MARK: A calendar clock alone

  /// The board's clock has lost its date, or is set to another year. A reminder is due by it.
  private mutating func drawFarCalendar(_ plan: inout Plan) {
    let days = draws.pick([-20 * 365, -3, -1, 32, 60, 20 * 365] as [Int64])
    let error = days * SwarmClocks.day + draws.draw(-300...300) * SwarmClocks.minute
    plan.calendarError = Milliseconds(error)
    guard plan.household.reminders.count < 32 else { return }
    for item in plan.items {
      guard case .fault(.timeless) = item.kind else { continue }
      let due = item.at.count + draws.draw(5...100) * SwarmClocks.minute + error
      remind(at: due, id: UInt16(100 + plan.household.reminders.count), &plan)
      return
    }
  }

  /// The device starts again, and nobody but the clock on its board knows the time.
  private mutating func drawCalendar(_ plan: inout Plan) {
    let at = draws.draw(SwarmClocks.hour...busy - 6 * SwarmClocks.hour)
    let isBehind = draws.chance(1, in: 4)
    let off = isBehind ? draws.draw(10...240) * 1000 : draws.draw(10...7200) * 1000
    let lasts = off + draws.draw(30...240) * SwarmClocks.minute
    let error: Int64 =
      switch isBehind ? 2 : draws.below(6) {
      case 0, 1: draws.draw(-2000...2000)
      case 2: -draws.draw(5...30) * SwarmClocks.minute
      case 3: draws.draw(2...180) * SwarmClocks.minute
      case 4: draws.draw(1...31) * SwarmClocks.day
      default: draws.draw(-400...400) * SwarmClocks.day
      }
    plan.calendarError = Milliseconds(error)
    add(.powerCut(afterActions: 0, tornWords: 0), at: at, lasting: off, &plan)
    add(.timeless, at: at, lasting: lasts, &plan)
    add(.noNetworkTime, at: at, lasting: lasts, &plan)
    for _ in 0..<draws.draw(1...3) {
      let due = at + off + 120_000 + draws.draw(-60...180) * SwarmClocks.minute
      remind(at: due + error, id: UInt16(100 + plan.household.reminders.count), &plan)
    }
  }

  // MARK: Many at once

  private mutating func drawCrowd(_ plan: inout Plan) {
    let at = draws.draw(30 * SwarmClocks.minute...busy - 4 * SwarmClocks.hour)
    // A device takes 32 of them.
    let room = Int64(32 - plan.household.reminders.count)
    guard room >= 10 else { return }
    for i in 0..<draws.pick([10, room, draws.draw(10...room)]) {
      remind(at: at, id: UInt16(200 + i), &plan)
    }
    guard draws.chance(1, in: 2) else { return }
    let before = draws.draw(2...50) * SwarmClocks.minute
    let lasts = before + draws.draw(1...150) * SwarmClocks.minute
    add(.powerCut(afterActions: 0, tornWords: 0), at: at - before, lasting: lasts, &plan)
  }

  private mutating func remind(at moment: Int64, id: UInt16, _ plan: inout Plan) {
    // One that is due on the wall at that moment of the life.
    let first = local + (start % SwarmClocks.minute + moment) / SwarmClocks.minute
    let repeats: Reminder.Repeat =
      draws.chance(1, in: 2) ? .once : draws.chance(1, in: 4) ? .everyHours(1) : .daily
    let reminder = Reminder(
      id: id, kind: draws.chance(2, in: 3) ? .medication : .reminder,
      first: CivilMinute(Int32(first)), repeats: repeats, tellsCaregiver: draws.chance(1, in: 4))
    plan.household.reminders.append(reminder)
    for i in plan.items.indices {
      guard case .act(.reload(var other)) = plan.items[i].kind else { continue }
      other.reminders.append(reminder)
      plan.items[i].kind = .act(.reload(other))
    }
  }

  // MARK: The ends of time

  private mutating func drawEndOfTime(_ plan: inout Plan) {
    let ends: [(Int64, Int64)] = [
      (CivilDay(year: 2200, month: 1, day: 1).seconds, -1800),
      (CivilDay(year: 2200, month: 1, day: 1).seconds, -60),
      (CivilDay(year: 2200, month: 1, day: 1).seconds, 3600),
      (CivilDay(year: 2000, month: 1, day: 1).seconds, 1800),
      (CivilDay(year: 2000, month: 1, day: 1).seconds, -1800),
    ]
    let (end, near) = draws.pick(ends)
    let at = draws.chance(1, in: 3) ? 1000 : draws.draw(1000...busy - 3 * SwarmClocks.hour)
    let lasts = draws.pick([60_000, 600_000, 4_000_000, 10_000_000]) as Int64
    let leap = Milliseconds(
      (end + near + draws.draw(-50...50)) * 1000 - start - at)
    let who = draws.below(4)
    if who != 1 { add(.receiverTime(leap), at: at, lasting: lasts, &plan) }
    if who != 0 {
      plan.hasNetworkTime = true
      add(.networkTime(leap), at: at, lasting: lasts, &plan)
    }
    if who == 0 { add(.noNetworkTime, at: at, lasting: lasts, &plan) }
    if draws.chance(1, in: 2) {
      let help = Item(
        at: inside(at + draws.draw(1...lasts)), .press(KeyPress(.help, isLong: false)))
      plan.items.append(help)
    }
  }

  // MARK: Items

  private func inside(_ moment: Int64) -> Milliseconds {
    Milliseconds(min(max(moment, 1000), busy - 1000))
  }

  private func add(_ fault: Fault, at moment: Int64, lasting: Int64, _ plan: inout Plan) {
    let at = inside(moment)
    plan.items.append(
      Item(at: at, lasts: Milliseconds(min(lasting, busy - at.count)), fault))
  }
}
