import Checkers
import Device
import HAL

/// Pills whose answer or time is changed late. One is put off after its caregiver was told, and the daily
/// mail comes while nobody has taken it. One was called, and the family writes it anew for an hour that has
/// just passed. One falls on the very minute in which the clocks change. One is put off at each call.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmPills: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmPills(draws: Generator(seed: plan.seed, for: .pills), busy: busy)
    switch part.draws.below(30) {
    case 0, 1, 2: part.drawPutOffLate(&plan)
    case 3, 4: part.drawWrittenAnew(&plan)
    case 5, 6: part.drawPutOffToTheEnd(&plan)
    default: break
    }
    if part.draws.chance(1, in: 2) { part.drawMinuteOfChange(&plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  // MARK: Answers

  /// The caregiver hears that nobody has taken a pill, and then the wearer puts it off, and leaves it. The
  /// daily mail of the same day comes soon.
  private mutating func drawPutOffLate(_ plan: inout Plan) {
    let due = moment()
    let told = due + Int64(plan.household.limits.reminderLimit) * Self.minute
    let late = told + draws.draw(20...280) * Self.second
    let mail = late + draws.draw(2...20) * Self.minute
    let minutes = plan.minute(at: mail).count
    guard minutes / 1440 == plan.minute(at: due).count / 1440,
      plan.remind(plan.minute(at: due), .medication, numbersFrom: 120) != nil
    else { return }
    plan.changeProfiles { $0.limits.allIsWellAt = Int16(minutes % 1440) }
    add(.temper(Self.idle), at: due - 2 * Self.minute)
    press(.ok, isLong: true, at: late)
    if draws.chance(1, in: 2) { press(.ok, isLong: true, at: late + 20_000) }
    add(.temper(Self.usual), at: mail + 5 * Self.minute)
  }

  /// The wearer puts one off at each call, until it does not go any more.
  private mutating func drawPutOffToTheEnd(_ plan: inout Plan) {
    let due = moment()
    guard plan.remind(plan.minute(at: due), kind(), numbersFrom: 120) != nil else { return }
    let snooze = Int16(draws.pick([1, 2, 5]))
    plan.changeProfiles { $0.limits.snooze = snooze }
    add(.temper(Self.idle), at: due - 2 * Self.minute)
    // The call comes within the minute.
    var at = due + draws.draw(5...20) * Self.second
    for _ in 0..<draws.draw(4...6) {
      press(.ok, isLong: true, at: at)
      at += Int64(snooze) * Self.minute + draws.draw(10...40) * Self.second
    }
    add(.temper(Self.usual), at: at + 70 * Self.minute)
  }

  // MARK: Times

  /// A pill was called. Some time later the family takes it out, and writes one for once in its place, for a minute
  /// that has passed.
  private mutating func drawWrittenAnew(_ plan: inout Plan) {
    let due = moment()
    let repeats: Reminder.Repeat = draws.chance(1, in: 2) ? .once : .daily
    let before = plan.remind(plan.minute(at: due), .medication, repeats, numbersFrom: 120)
    guard let before else { return }
    add(.temper(Temper(answers: 100, after: .seconds(20))), at: due - 2 * Self.minute)
    let later = draws.draw(5...50)
    let saved = due + (later + draws.draw(2...40)) * Self.minute
    var household = plan.household
    household.reminders.removeAll { $0.id == before }
    household.reminders.append(
      Reminder(
        id: before + 60, kind: .medication, first: plan.minute(at: due + later * Self.minute),
        repeats: .once, tellsCaregiver: draws.chance(1, in: 2)))
    add(.reload(household), at: saved)
  }

  /// The clocks change, and a reminder is due in the minute before or after, by the one wall or the other.
  private mutating func drawMinuteOfChange(_ plan: inout Plan) {
    let begin = plan.start.milliseconds
    let change = plan.household.zone.transitions(around: plan.start)
      .map { $0.at * 1000 }
      .first { $0 > begin + 10 * Self.minute && $0 < begin + busy - Self.hour }
    guard let change else { return }
    let zone = plan.household.zone
    let before = zone.offset(at: WallTime(milliseconds: change - 1000))
    let after = zone.offset(at: WallTime(milliseconds: change))
    for offset in [before, after] {
      let minute = change / Self.minute + offset + draws.pick([0, 0, 0, -1, 1])
      let repeats: Reminder.Repeat = draws.chance(1, in: 2) ? .once : .daily
      plan.remind(CivilMinute(Int32(minute)), kind(), repeats, numbersFrom: 120)
    }
  }

  /// A moment with some time before it, and six hours of the busy part after it.
  private mutating func moment() -> Int64 { draws.draw(Self.hour...busy - 6 * Self.hour) }

  private mutating func kind() -> Reminder.Kind {
    draws.chance(1, in: 2) ? .medication : .reminder
  }
}
