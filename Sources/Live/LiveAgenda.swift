import Agenda
import Device
import Foundation
import HAL
import Linux
import Profile
import Traces
import Trial
import Words

/// The device's part in its companions: which of their entries it holds, and what became of them.
struct LiveAgenda {
  /// The plan of the row that is in force, or on its way.
  private(set) var plan: AgendaPlan?
  /// The words of the plan whose row is on its way; nil: none is.
  fileprivate var coming: AgendaPlan?
  private var heard = Heard()
  /// The last sign of life: the time by which the device starts, until a clock speaks.
  private(set) var alive: WallTime?
  /// Something happened that may change the plan.
  var isStale = false
  fileprivate var timer: Reactor.Timer?
  /// The zone of a profile as the core has it: looking it up takes a while.
  private var zone: (of: TimeZone, table: Zone)?

  /// A life begins with these records.
  mutating func begin(with records: [Record]) {
    heard = Heard()
    plan = nil
    coming = nil
    for record in records { take(record) }
  }

  mutating func take(_ record: Record) {
    heard.take(record)
    switch record {
    case .alive(let wall, _, _): alive = wall
    case .reminder(let occurrence, _, _):
      if CompanionNumbers.range.contains(occurrence.reminder) { isStale = true }
    case .outbox, .place, .accompanied, .diary, .meal: break
    }
  }

  mutating func table(of profile: Profile) -> Zone {
    if let zone, zone.of == profile.timeZone { return zone.table }
    let table = profile.timeZone.table
    zone = (profile.timeZone, table)
    return table
  }

  /// The plan of a moment; nil for a profile without companions.
  mutating func made(for profile: Profile, at wall: WallTime) -> AgendaPlan? {
    guard profile.quit != nil else { return nil }
    let zone = table(of: profile)
    return Planner.plan(
      family: profile.reminders.map(\.setting), companions: profile.companions(zone: zone),
      heard: heard, quiet: profile.quiet, zone: zone, at: zone.local(wall).minute,
      wall: wall)
  }

  fileprivate mutating func adopt(_ new: AgendaPlan?) {
    plan = new
    coming = new
    isStale = false
  }
}

/// Entries of companions reach the core as reminders in its row of settings. So the black box has them,
/// and a replay needs no companion.
extension LiveDevice {
  /// The reminders of the row: the family's, and behind them the entries that have room.
  func planned(for profile: Profile) -> [Reminder] {
    // Nothing is due before some clock has spoken. What waited before a power cut stays in the row.
    let wall = trustedWall(at: board.clock.now) ?? agenda.alive
    let plan = wall.flatMap { agenda.made(for: profile, at: $0) }
    agenda.adopt(plan)
    return plan?.reminders ?? profile.reminders.map(\.setting)
  }

  /// The row of a plan has come to its end: its words count from now on.
  func useAgenda() {
    guard agenda.coming != nil else { return }
    agenda.coming = nil
    // The next look at the plan follows from the new one.
    agenda.isStale = true
    speak(wordsWithAgenda(profile))
    showAgain()
  }

  /// A mail of the list before may still wait: its words stay known.
  func speak(_ next: TraceWords) {
    let before = words.names
    words = next
    words.names.follow(before)
  }

  /// The words of the profile, and those of the entries that the device holds.
  func wordsWithAgenda(_ profile: Profile) -> TraceWords {
    var words = profile.traceWords
    for rule in agenda.plan?.reminders ?? [] { words.names.rules[rule.id] = rule }
    for item in agenda.plan?.placed ?? [] {
      words.names.reminders[item.number] = item.entry.words
      if item.entry.isOnDemand { words.names.onDemand = item.entry.words.name }
    }
    return words
  }

  /// Plans again after an answer, when the time became known, and when the plan asks for it. Only
  /// another row is handed over.
  func planAgain() {
    guard agenda.isStale, coming == nil, agenda.coming == nil, standing != .missing,
      profile.quit != nil, let wall = trustedWall(at: board.clock.now)
    else { return }
    agenda.isStale = false
    let before = agenda.plan
    guard let plan = agenda.made(for: profile, at: wall) else { return }
    lookAgain(at: plan.looksAgain, from: wall)
    guard plan.reminders != before?.reminders || plan.words != before?.words else { return }
    post(settings())
  }

  private func lookAgain(at minute: CivilMinute, from wall: WallTime) {
    let timer =
      agenda.timer
      ?? reactor.addTimer(.rest) { [unowned self] in
        agenda.isStale = true
        planAgain()
      }
    agenda.timer = timer
    let due = agenda.table(of: profile).wall(of: minute)
    // A second later, so that what is due at that minute has been announced.
    let wait = max(due.milliseconds - wall.milliseconds, 0) + 1000
    reactor.set(timer, at: reactor.now.after(milliseconds: max(wait / options.timeScale, 1)))
  }
}
