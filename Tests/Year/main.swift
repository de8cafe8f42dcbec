import Agenda
import Checkers
import Device
import Foundation
import HAL
import Quit
import Simulator
import Words

// Lives a year of a wearer who gave up smoking, in Madrid. It has 365 days, 40 reboots, up to 32
// reminders of the family, and both clock changes. It prints counts.
//
// Status 1 means that an invariant does not hold, or an entry is said twice, lost, or in a place of the
// family's.
//
//   year [SEED]

let seed = CommandLine.arguments.dropFirst().first.flatMap { UInt64($0) } ?? 1
let day: Int64 = 86_400_000
let days: Int64 = 365
/// 2026-01-15T07:00:00Z, a Thursday; 08:00 in Madrid.
let start = WallTime(milliseconds: 1_768_460_400_000)
let local = Int32(start.milliseconds / 60_000) + 60

/// Reminders of the family from these days on: the device is full twice.
let phases: [(day: Int64, count: Int)] = [
  (0, 12), (60, 24), (130, 32), (170, 20), (260, 32), (280, 24),
]
let reboots = 40

func family(_ count: Int) -> [Reminder] {
  (0..<count).map { index in
    // Spread over the day, every second one a medicine, three of them at one minute.
    let minute = Int32(index % 3 == 0 ? 600 : (index * 41) % 1440)
    return Reminder(
      id: UInt16(index + 1), kind: index % 2 == 0 ? .medication : .reminder,
      first: CivilMinute(local - local % 1440 + minute - 1440), repeats: .daily,
      tellsCaregiver: index % 5 == 0)
  }
}

func household(_ count: Int) -> Household {
  guard let home = Position(latitudeE7: 404_168_000, longitudeE7: -37_038_000) else {
    fatalError("Madrid lies on Earth")
  }
  var household = Household(
    home: home, radius: Metres(150), zone: .madrid,
    caregivers: [Caregiver(hasMail: true, hasRelay: false)])
  household.reminders = family(count)
  return household
}

var zone = Zone()
for transition in Household.ZoneName.madrid.transitions(around: start) { zone.append(transition) }

var quit = QuitPlan(
  perDay: 12,
  prices: [.init(from: CivilMinute(local), each: UnitPrice(tenThousandths: 2750))],
  quitAt: CivilMinute(local + 30))
quit.tipsPerDay = 3
quit.checkInAt = 21 * 60
let window = CivilMinute(local)...CivilMinute(local + Int32(days) * 1440 - 300)
let entries = QuitCompanion(quit, language: .spanish, zone: zone).entries(in: window) { _ in [] }

var draws = Generator(seed: seed, mixedWith: 365)
var plan = Plan(
  seed: seed, household: household(phases[0].count), start: start,
  duration: Milliseconds(days * day), calm: Milliseconds(days * day - 3 * 3_600_000))
plan.agenda = entries
var temper = Temper.dutiful
(temper.answers, temper.after, temper.mistakes) = (70, .seconds(60), 5)
plan.items.append(Item(at: Milliseconds(0), .temper(temper)))
for phase in phases.dropFirst() {
  plan.items.append(Item(at: Milliseconds(phase.day * day), .reload(household(phase.count))))
}
for index in 0..<reboots {
  // Half of them in the minute of an entry, the others at any time.
  let about = (Int64(index) * days / Int64(reboots)) * day + draws.draw(1...5 * 3_600_000)
  let near = entries.filter { zone.wall(of: $0.due).milliseconds > start.milliseconds + about }
    .min { $0.due < $1.due }
  let due = near.map { zone.wall(of: $0.due).milliseconds - start.milliseconds } ?? about
  let at = index % 2 == 0 ? due + draws.draw(-3000...3000) : about
  plan.items.append(
    Item(
      at: Milliseconds(at), lasts: Milliseconds(draws.draw(5...2400) * 1000),
      .powerCut(afterActions: draws.draw(0...6), tornWords: draws.draw(0...10))))
}
plan.items.sort { $0.at < $1.at }

// MARK: The life, and what is counted

/// An entry by its key and its own minute.
struct Name: Hashable {
  var key: String
  var due: Int32
}

struct Ledger {
  var boots = 0
  var rows = 0
  /// Rows of a device in which the family has every place.
  var full = 0
  var family = 0
  var answered = 0
  var said: [Name: Int] = [:]
  /// Announcements whose record the power cut kept from the medium: they may come again.
  var unwritten = 0
  private var spoken: [Occurrence.Key: Name] = [:]
  private var restored: Set<Occurrence.Key>?
  var complaints: [String] = []
  private var row: [Reminder] = []

  mutating func note(_ event: Event, _ action: Action?, _ truth: Truth) {
    switch (event.kind, action) {
    case (.booted, nil):
      boots += 1
      restored = []
    case (.restored(let record), nil): take(record)
    case (.setting(.begin), nil):
      row = []
      forgetUnwritten()
    case (.setting(.reminder(let reminder)), nil): row.append(reminder)
    case (.setting(.end), nil): judgeRow(truth)
    case (_, .reminder(.due(let occurrence, _, let call, _))?) where call != .again:
      announced(occurrence, truth)
    case (_, .reminder(.acknowledged(let occurrence))?):
      if CompanionNumbers.range.contains(occurrence.reminder) { answered += 1 }
    default: break
    }
  }

  private mutating func take(_ record: Record) {
    switch record {
    case .reminder(let occurrence, _, _): restored?.insert(occurrence.key)
    case .outbox(.notice(let notice)):
      if case .reminder(.due(let occurrence)) = notice.matter { restored?.insert(occurrence.key) }
    default: break
    }
  }

  private mutating func forgetUnwritten() {
    guard let restored else { return }
    self.restored = nil
    for (key, name) in spoken where !restored.contains(key) {
      said[name, default: 1] -= 1
      unwritten += 1
      spoken[key] = nil
    }
  }

  private mutating func judgeRow(_ truth: Truth) {
    rows += 1
    let wanted = truth.household.reminders
    if Array(row.prefix(wanted.count)) != wanted { complaints.append("a reminder is displaced") }
    guard wanted.count == Planner.slots else { return }
    full += 1
    if row.count > wanted.count { complaints.append("an entry in a full device") }
  }

  private mutating func announced(_ occurrence: Occurrence, _ truth: Truth) {
    guard CompanionNumbers.range.contains(occurrence.reminder) else {
      family += 1
      return
    }
    let fitting = truth.agenda.filter {
      $0.number == occurrence.reminder && $0.due <= occurrence.due
    }
    guard let entry = fitting.max(by: { $0.due < $1.due }) else {
      return complaints.append("reminder \(occurrence.reminder) is said before it is due")
    }
    let name = Name(key: entry.key, due: entry.due.count)
    said[name, default: 0] += 1
    spoken[occurrence.key] = name
  }
}

extension Occurrence {
  struct Key: Hashable {
    var reminder: UInt16
    var due: Int32
  }
  var key: Key { Key(reminder: reminder, due: due.count) }
}

var ledger = Ledger()
let life = Life.live(plan) { ledger.note($0, $1, $2) }

/// The minutes at which the family leaves room, and still does an hour later.
let changes = phases.map { (start.milliseconds + $0.day * day, $0.count < Planner.slots) }
let (table, said) = (zone, ledger.said)
let roomy = entries.filter { entry in
  let due = table.wall(of: entry.due).milliseconds
  return [due, due + 3_600_000].allSatisfy { moment in
    changes.last { $0.0 <= moment }?.1 ?? true
  }
}
let twice = said.count { $0.value > 1 }
let lost = roomy.filter { said[Name(key: $0.key, due: $0.due.count), default: 0] == 0 }

print("days \(days), lived \(life.lasted.count / day); boots \(ledger.boots)")
print("rows of settings \(ledger.rows), of them with 32 of the family \(ledger.full)")
print("reminders of the family announced \(ledger.family)")
print(
  "entries \(entries.count), due while there was room \(roomy.count), said \(said.count), answered "
    + "\(ledger.answered)")
print("said anew, for the power went before the record was written \(ledger.unwritten)")
print("said twice \(twice), lost \(lost.count), displaced \(ledger.complaints.count)")
if let violation = life.violation {
  print("\(violation.invariant.rawValue) at \(violation.at.milliseconds) ms: \(violation.what)")
}
for entry in lost.prefix(5) { print("lost: \(entry.key) of minute \(entry.due.count)") }
for complaint in ledger.complaints.prefix(5) { print(complaint) }
if life.violation != nil || twice > 0 || !lost.isEmpty || !ledger.complaints.isEmpty {
  exit(1)
}
