import Agenda
import Device
import HAL
import Words

/// Gives some days entries of companions.
///
/// Some come at one minute with a medicine, or while the power is off. Some ask, some are on demand. Now
/// and then there are more than a device has slots.
///
/// It has a generator of its own, so that it changes nothing else about a day.
struct SwarmAgenda {
  private var draws: Generator
  private let busy: Int64
  /// Local time at the start, in minutes since 1970.
  private let local: Int64

  static func add(to plan: inout Plan, busy: Int64) {
    var agenda = SwarmAgenda(plan, busy: busy)
    guard agenda.draws.chance(1, in: 5) else { return }
    agenda.draw(into: &plan)
  }

  private init(_ plan: Plan, busy: Int64) {
    draws = Generator(seed: plan.seed, for: .agenda)
    self.busy = busy
    local = plan.start.milliseconds / 60_000 + plan.household.zone.offset(at: plan.start)
  }

  private mutating func draw(into plan: inout Plan) {
    let count = draws.pick([1, 3, 6, 10, 10, 36]) as Int64
    let crowd = draws.chance(1, in: 2) ? meeting(plan.household.reminders) : nil
    for i in 0..<count {
      let key = "voice/\(i)"
      for day in 0..<draws.draw(1...3) {
        let at = crowd ?? local + draws.draw(-600...busy / 60_000)
        plan.agenda.append(entry(key, at: at + day * 1440))
      }
    }
    guard draws.chance(1, in: 2) else { return }
    var asked = entry("voice/asked", at: local)
    asked.isOnDemand = true
    plan.agenda.append(asked)
    for _ in 0..<draws.draw(1...8) {
      let at = Milliseconds(draws.draw(1000...busy - 1000))
      plan.items.append(Item(at: at, .press(KeyPress(.ok))))
    }
  }

  /// The minute of a reminder of the family on the first day.
  private mutating func meeting(_ reminders: [Reminder]) -> Int64? {
    guard !reminders.isEmpty else { return nil }
    let minute = Int64(draws.pick(reminders).first.count)
    let ahead = ((minute - local) % 1440 + 1440) % 1440
    return local + ahead
  }

  private mutating func entry(_ key: String, at minute: Int64) -> AgendaEntry {
    let to = UInt8(draws.pick([2, 10, 40]))
    return AgendaEntry(
      key: key, due: CivilMinute(Int32(minute)),
      goodFor: Int32(draws.pick([5, 60, 120, 600, 10_080])),
      question: draws.chance(1, in: 3) ? ReminderQuestion(from: 0, to: to, start: 1) : nil,
      tellsCaregiver: draws.chance(1, in: 4), words: Names.Reminder(name: key),
      why: Phrase(es: key, en: key))
  }
}
