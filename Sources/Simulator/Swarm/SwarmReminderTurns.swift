import Checkers
import Device
import HAL

/// Reminders by clocks that err, and under settings that change. A calendar clock that leads calls several, or lags
/// while one waits. A first clock is hours ahead. A task becomes a medicine while it waits, and a reminder is moved
/// after a start by the calendar clock. The wearer flies east with the device switched on.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmReminderTurns: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmReminderTurns(
      draws: Generator(seed: plan.seed, for: .reminderTurns), busy: busy)
    if part.draws.chance(1, in: 12) { part.drawBecomesMedicine(&plan) }
    switch part.draws.below(40) {
    case 0, 1: part.drawCalledByTheCalendar(&plan)
    case 2, 3: part.drawWaitsByTheCalendar(&plan)
    case 4, 5: part.drawMovedAfterTheCalendar(&plan)
    case 6: part.drawFirstClockAhead(&plan)
    case 7: part.drawFlight(&plan)
    default: break
    }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  // MARK: Clocks

  /// The device starts again and goes by a calendar clock that leads. Two or three reminders are due by it, and then a
  /// true clock speaks.
  private mutating func drawCalledByTheCalendar(_ plan: inout Plan) {
    let at = moment()
    let off = draws.draw(5...40)
    let begin = at + off * Self.second
    let error = draws.draw(12...25) * Self.minute
    let lasts = draws.draw(10...40)
    plan.calendarError = Milliseconds(error)
    blind(from: at, for: off + lasts * 60)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: at, off)
    for _ in 0..<draws.draw(2...3) {
      remind(at: begin + error + draws.draw(2...lasts - 2) * Self.minute, kind(), &plan)
    }
  }

  /// A reminder waits when the power goes. A calendar clock that lags goes on with it, and a true one speaks before the
  /// limit is over. Nobody answers.
  private mutating func drawWaitsByTheCalendar(_ plan: inout Plan) {
    let due = moment()
    let off = draws.draw(3...30)
    let cut = due + draws.draw(90...240) * Self.second
    plan.calendarError = Milliseconds(-draws.draw(6...24) * Self.minute)
    remind(at: due, kind(), &plan)
    add(.temper(Self.idle), at: due - 2 * Self.minute)
    blind(from: cut, for: off + draws.draw(60...480))
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, off)
    add(.temper(Self.usual), at: due + 70 * Self.minute)
  }

  /// The network is hours ahead in the first minutes of the life, and no other clock speaks. A reminder is called by
  /// that clock, and nobody answers it.
  private mutating func drawFirstClockAhead(_ plan: inout Plan) {
    plan.hasNetworkTime = true
    let ahead = draws.draw(65...300)
    let lasts = draws.draw(10...40)
    fault(.timeless, at: 0, lasts * 60)
    fault(.networkTime(Milliseconds(ahead * Self.minute)), at: 0, lasts * 60)
    remind(at: (ahead + draws.draw(3...lasts - 2)) * Self.minute, kind(), &plan)
    add(.temper(Self.idle), at: 1000)
    add(.temper(Self.usual), at: (ahead + lasts + 180) * Self.minute)
  }

  // MARK: Settings

  /// A task waits, and the family makes it a medicine.
  private mutating func drawBecomesMedicine(_ plan: inout Plan) {
    let due = moment()
    let id = remind(at: due, .reminder, &plan)
    add(.temper(Self.idle), at: due - 2 * Self.minute)
    reload(plan, at: due + draws.draw(70...280) * Self.second) { reminder in
      if reminder.id == id { reminder.kind = .medication }
    }
    add(.temper(Self.usual), at: due + draws.draw(8...70) * Self.minute)
  }

  /// The device goes by its calendar clock for some seconds after a start, and then by a true one. A reminder that was
  /// called and is moved is another call, and soon.
  private mutating func drawMovedAfterTheCalendar(_ plan: inout Plan) {
    let at = moment()
    let off = draws.draw(3...30)
    if plan.calendarError == nil { plan.calendarError = .seconds(draws.draw(-120...120)) }
    blind(from: at, for: off + draws.draw(10...90))
    fault(.powerCut(afterActions: 0, tornWords: 0), at: at, off)
    let due = at + draws.draw(5...30) * Self.minute
    let id = remind(at: due, kind(), &plan)
    let later = Int32(draws.draw(8...50))
    reload(plan, at: due + draws.draw(70...280) * Self.second) { reminder in
      if reminder.id == id { reminder.first.count += later }
    }
  }

  /// The profile names a zone farther east, some time after a start. Reminders are due in the hours that the wall
  /// skips.
  private mutating func drawFlight(_ plan: inout Plan) {
    let at = moment()
    let wall = WallTime(milliseconds: plan.start.milliseconds + at)
    let before = plan.household.zone.offset(at: wall)
    let zones: [Household.ZoneName] = [.madrid, .kathmandu, .lordHowe, .sydney]
    let east = zones.filter { $0.offset(at: wall) >= before + 60 }
    guard !east.isEmpty else { return }
    let zone = draws.pick(east)
    let skipped = zone.offset(at: wall) - before
    for _ in 0..<draws.draw(1...2) {
      remind(at: at + draws.draw(3...skipped - 3) * Self.minute, kind(), &plan)
    }
    fault(
      .powerCut(afterActions: 0, tornWords: 0), at: at - draws.draw(5...50) * Self.minute,
      draws.draw(3...30))
    var household = plan.household
    household.zone = zone
    add(.reload(household), at: at)
  }

  // MARK: Into the plan

  /// A moment with some time before it, and six hours of the busy part after it.
  private mutating func moment() -> Int64 { draws.draw(Self.hour...busy - 6 * Self.hour) }

  private mutating func kind() -> Reminder.Kind {
    draws.chance(1, in: 2) ? .medication : .reminder
  }

  /// No clock but that of the board speaks.
  private mutating func blind(from moment: Int64, for seconds: Int64) {
    fault(.timeless, at: moment, seconds)
    fault(.noNetworkTime, at: moment, seconds)
  }

  /// Adds one that is due once, in the minute of that moment, in each version of the profile. Its number; nil where
  /// there is no room.
  @discardableResult
  private mutating func remind(
    at moment: Int64, _ kind: Reminder.Kind, _ plan: inout Plan
  ) -> UInt16? {
    guard plan.hasRoomForReminder else { return nil }
    return plan.remind(
      plan.minute(at: moment), kind, numbersFrom: 110, tellsCaregiver: draws.chance(1, in: 2))
  }

  /// The profile of the start is loaded, with its reminders changed.
  private mutating func reload(
    _ plan: Plan, at moment: Int64, _ change: (inout Reminder) -> Void
  ) {
    var household = plan.household
    for i in household.reminders.indices { change(&household.reminders[i]) }
    add(.reload(household), at: moment)
  }
}
