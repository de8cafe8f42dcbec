import Agenda
import Checkers
import Device
import HAL
import Words

/// The entries of a plan, as a companion.
struct PlannedCompanion: Companion {
  let list: [AgendaEntry]

  /// The keys in the order in which they come first.
  var keys: [String] {
    list.map(\.key).reduce(into: []) { keys, key in if !keys.contains(key) { keys.append(key) } }
  }

  func entries(
    in window: ClosedRange<CivilMinute>, answers: (_ key: String) -> [AgendaAnswer]
  ) -> [AgendaEntry] {
    list.filter { $0.isOnDemand || window.contains($0.due) }
  }
}

extension Plan {
  /// The reminder numbers of entries, by key.
  public static func numbers(
    of entries: [AgendaEntry], family: [Reminder]
  ) -> CompanionNumbers {
    CompanionNumbers([PlannedCompanion(list: entries)], family: family)
  }
}

/// The part of a board that holds entries of companions, as `Live` does it.
///
/// It plans at the start, when the profile changes, after an answer, and at the minutes that the plan names.
extension World {
  /// Nothing is looked at more often.
  private static var rest: Milliseconds { .seconds(600) }

  /// The entries that the device gets with a household.
  mutating func planned(_ household: Household) -> [Reminder] {
    guard !plan.agenda.isEmpty else { return [] }
    let wall = trueWall(at: truth.now)
    var zone = Zone()
    for transition in household.zone.transitions(around: plan.start) { zone.append(transition) }
    let companion = PlannedCompanion(list: plan.agenda)
    let made = Planner.plan(
      family: household.reminders, companions: [companion], heard: heard, quiet: household.quiet,
      zone: zone, at: zone.local(wall).minute, wall: wall)
    let numbers = Plan.numbers(of: plan.agenda, family: household.reminders)
    truth.agenda = plan.agenda.compactMap { entry in
      numbers[entry.key].map {
        Truth.Entry(
          key: entry.key, number: $0, due: entry.due, goodFor: entry.goodFor,
          isOnDemand: entry.isOnDemand)
      }
    }
    placed = Array(made.reminders.dropFirst(household.reminders.count))
    let until = zone.wall(of: made.looksAgain).milliseconds - wall.milliseconds
    let hasLate = made.placed.contains { $0.state == .late }
    let wait = hasLate ? max(until, Self.rest.count) : until
    look(after: Milliseconds(max(wait, 1) + 1000))
    return placed
  }

  /// There is one next look: the earlier of two.
  private mutating func look(after wait: Milliseconds) {
    let moment = truth.now + wait
    guard moment.milliseconds < nextLook || nextLook <= truth.now.milliseconds else { return }
    nextLook = moment.milliseconds
    schedule(.looksAtAgenda, at: moment)
  }

  /// A record is on the medium: an answer makes room.
  mutating func hear(_ record: Record) {
    guard !plan.agenda.isEmpty else { return }
    heard.take(record)
    guard case .reminder(let occurrence, _, _) = record,
      CompanionNumbers.range.contains(occurrence.reminder)
    else { return }
    look(after: Milliseconds(1))
  }

  /// Hands a row over only if it is another one.
  mutating func lookAtAgenda() {
    guard truth.isPowered, truth.hasProfile, nextLook <= truth.now.milliseconds else { return }
    nextLook = .max
    let before = placed
    guard planned(household) != before else { return }
    handOver += takeProfile().map { .setting($0) }
  }
}
