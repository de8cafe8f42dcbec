import Device
import HAL

/// Makes the reminders of a day awkward.
///
/// They come on chosen weekdays, end today, or fall on one minute with others, or in the hours that a
/// night leaves out or repeats. They are more than a device has room for, are changed by the caregiver
/// while they wait, or meet a power cut.
///
/// It has a generator of its own, so that it changes nothing else about a day.
struct ReminderDraws {
  private static let day: Int64 = 1440

  private var draws: Generator
  private let busy: Int64
  /// Local time at the start, in minutes since 1970.
  private let local: Int64
  /// Milliseconds of the start after the minute.
  private let offset: Int64
  private let change: Int64?

  init(_ plan: Plan, busy: Int64) {
    draws = Generator(seed: plan.seed, for: .reminders)
    self.busy = busy
    let zone = plan.household.zone
    let start = plan.start.milliseconds
    offset = zone.offset(at: plan.start)
    local = start / 60_000 + offset
    change = zone.transitions(around: plan.start)
      .map { $0.at * 1000 }
      .first { $0 > start - 3_600_000 && $0 < start + plan.duration.count }
      .map { $0 / 60_000 }
  }

  mutating func draw(into plan: inout Plan) {
    for i in plan.household.reminders.indices {
      plan.household.reminders[i] = awkward(
        plan.household.reminders[i], among: plan.household.reminders)
    }
    if draws.chance(1, in: 16) {
      for id in 10..<draws.draw(30...50) {
        plan.household.reminders.append(
          awkward(fresh(UInt16(id)), among: plan.household.reminders))
      }
    }
    plan.household.limits.snooze = Int16(draws.pick([10, 10, 5, 1, 30]))
    if draws.chance(1, in: 4) { cutPowerThen(&plan) }
    if draws.chance(1, in: 5) { reload(&plan) }
    if draws.chance(1, in: 20) { putOffAgainAndAgain(&plan) }
  }

  private mutating func fresh(_ id: UInt16) -> Reminder {
    Reminder(
      id: id, kind: draws.chance(1, in: 2) ? .medication : .reminder,
      first: CivilMinute(Int32(local + draws.draw(-1440...1440))), repeats: .daily,
      tellsCaregiver: draws.chance(1, in: 4))
  }

  private mutating func awkward(_ reminder: Reminder, among all: [Reminder]) -> Reminder {
    var reminder = reminder
    if draws.chance(1, in: 4) { reminder.repeats = .weekdays(UInt8(draws.draw(1...127))) }
    if draws.chance(1, in: 8) { reminder.repeats = .everyHours(UInt8(draws.draw(1...3))) }
    if !all.isEmpty, draws.chance(1, in: 4) {
      reminder.first.count = draws.pick(all).first.count + Int32(draws.draw(-2...2))
    }
    if let change, draws.chance(1, in: 2) {
      // The reminder falls around the hour that is left out or repeated, by the wall before and after.
      reminder.first.count = Int32(change + offset + draws.draw(-130...130))
    }
    if draws.chance(1, in: 3) {
      // It has been so for days.
      reminder.first.count -= Int32(draws.draw(0...9) * ReminderDraws.day)
    }
    if draws.chance(1, in: 5) {
      reminder.until = CivilMinute(
        Int32(
          Int64(reminder.first.count) + ReminderDraws.day * draws.draw(0...10)
            + draws.pick([0, 0, 0, -1, 1, 61])))
    }
    return reminder
  }

  /// The moment after the start; nil when it is due on no time of the busy day.
  private func moment(_ reminder: Reminder) -> Int64? {
    let ahead = Int64(reminder.first.count) - local
    let today = ((ahead % ReminderDraws.day) + ReminderDraws.day) % ReminderDraws.day
    let at = today * 60_000
    return at > 120_000 && at < busy - 120_000 ? at : nil
  }

  /// The power goes when a reminder is due, or while it waits.
  private mutating func cutPowerThen(_ plan: inout Plan) {
    for _ in 0..<draws.draw(1...4) {
      guard !plan.household.reminders.isEmpty,
        let due = moment(draws.pick(plan.household.reminders))
      else { continue }
      let at = Milliseconds(max(1000, due + draws.draw(-70...70) * 1000))
      let most = draws.pick([5, 60, 600, 7200]) as Int64
      let lasts = Milliseconds(min(draws.draw(1...most) * 1000, busy - at.count))
      plan.items.append(
        Item(
          at: at, lasts: lasts,
          .powerCut(afterActions: draws.draw(0...12), tornWords: draws.draw(0...10))))
    }
  }

  /// The wearer puts one off as often as it goes, and the power goes meanwhile.
  private mutating func putOffAgainAndAgain(_ plan: inout Plan) {
    guard !plan.household.reminders.isEmpty, let due = moment(draws.pick(plan.household.reminders))
    else { return }
    plan.household.limits.snooze = Int16(draws.pick([1, 5]))
    let pause = Int64(plan.household.limits.snooze) * 60_000
    plan.items.append(
      Item(at: Milliseconds(due - 1000), .temper(Temper(answers: 0, after: .seconds(20)))))
    let cut = draws.draw(0...4)
    var at = due + draws.draw(2...20) * 1000
    for round in 0..<6 {
      guard at < busy - 120_000 else { return }
      plan.items.append(Item(at: Milliseconds(at), .press(KeyPress(.ok, isLong: true))))
      if round == cut {
        plan.items.append(
          Item(
            at: Milliseconds(at + draws.draw(2...40) * 1000), lasts: .seconds(draws.draw(1...10)),
            .powerCut(afterActions: 0, tornWords: 0)))
      }
      at += pause + draws.draw(5...30) * 1000
    }
  }

  /// The caregiver changes them, once or a few times.
  private mutating func reload(_ plan: inout Plan) {
    var other = plan.household
    var at = draws.draw(1000...busy - 1000)
    for _ in 0..<draws.draw(1...4) {
      change(&other.reminders, now: local + at / 60_000)
      plan.items.append(Item(at: Milliseconds(at), .reload(other)))
      at = min(at + draws.draw(1...7200) * 1000, busy - 1)
    }
  }

  private mutating func change(_ reminders: inout [Reminder], now: Int64) {
    if reminders.isEmpty || draws.chance(1, in: 3) {
      var id = UInt16(draws.draw(1...60))
      // A profile in which two reminders have one number is refused, and reaches no device.
      while reminders.contains(where: { $0.id == id }) { id += 1 }
      var new = fresh(id)
      if draws.chance(1, in: 2) { new.first.count = Int32(now + draws.draw(-5...30)) }
      return reminders.append(new)
    }
    let i = Int(draws.below(Int64(reminders.count)))
    switch draws.below(4) {
    case 0: reminders.remove(at: i)
    case 1: reminders[i].first.count = Int32(now + draws.draw(-90...90))
    case 2: reminders[i].tellsCaregiver.toggle()
    default: reminders[i].kind = reminders[i].kind == .medication ? .reminder : .medication
    }
  }
}
