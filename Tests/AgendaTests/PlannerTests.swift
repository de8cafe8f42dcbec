import Agenda
import Device
import HAL
import Testing
import Words

/// A companion that says what a test wants it to say.
private struct Voice: Companion {
  var list: [AgendaEntry]
  var keys: [String] { list.map(\.key).reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }

  func entries(
    in window: ClosedRange<CivilMinute>, answers: (_ key: String) -> [AgendaAnswer]
  ) -> [AgendaEntry] {
    list.filter { $0.isOnDemand || window.contains($0.due) }
  }
}

private let noon = CivilMinute(day: 20_778, minute: 720)

private func at(_ minutes: Int32) -> CivilMinute { CivilMinute(noon.count + minutes) }

private func entry(
  _ key: String, _ due: Int32, goodFor: Int32 = 60, onDemand: Bool = false, asked: Bool = false
) -> AgendaEntry {
  AgendaEntry(
    key: key, due: at(due), goodFor: goodFor, isOnDemand: onDemand, isAsked: asked,
    words: Names.Reminder(name: key), why: Phrase(es: key, en: key))
}

private func family(_ count: Int) -> [Reminder] {
  (0..<count).map {
    Reminder(
      id: UInt16($0 + 1), kind: .medication, first: at(0), repeats: .daily, tellsCaregiver: true)
  }
}

@Suite("The planner gives the family's reminders the device first")
struct PlannerTests {
  private func plan(
    _ entries: [AgendaEntry], family count: Int = 0, heard: Heard = Heard(),
    quiet: [WeeklyHours] = [], at now: CivilMinute = noon
  ) -> AgendaPlan {
    Planner.plan(
      family: family(count), companions: [Voice(list: entries)], heard: heard, quiet: quiet,
      zone: Zone(), at: now)
  }

  private func number(_ key: String, _ entries: [AgendaEntry]) throws -> UInt16 {
    try #require(CompanionNumbers([Voice(list: entries)], family: [])[key])
  }

  /// The device's records of one entry.
  private func heard(_ number: UInt16, _ due: Int32, _ states: [ReminderState]) -> Heard {
    var heard = Heard()
    for state in states {
      let occurrence = Occurrence(reminder: number, due: at(due))
      let wall = WallTime(milliseconds: Int64(at(due).count) * 60_000)
      heard.take(.reminder(occurrence, state, at: wall))
    }
    return heard
  }

  @Test("All of the family's reminders are there, and entries take what is left", arguments: 0...32)
  func room(_ count: Int) {
    let entries = (0..<40).map { entry("e\($0)", Int32($0) * 60) }
    let plan = plan(entries, family: count)
    #expect(Array(plan.reminders.prefix(count)) == family(count))
    #expect(plan.reminders.count == 32)
    // The nearest are placed, in the order of time.
    #expect(plan.placed.map(\.entry.due) == (0..<32 - count).map { at(Int32($0) * 60) })
    #expect(plan.left.count == 40 - plan.placed.count)
    #expect(plan.placed.allSatisfy { $0.reminder.kind == .reminder })
  }

  @Test("A waiting entry gives way to a new medicine, and a coming one before it")
  func givesWay() throws {
    let entries = [entry("waits", -10), entry("comes", 30)]
    let heard = heard(try number("waits", entries), -10, [.announced])
    let two = plan(entries, family: 30, heard: heard)
    #expect(two.placed.map(\.entry.key) == ["waits", "comes"])
    let one = plan(entries, family: 31, heard: heard)
    #expect(one.placed.map(\.state) == [.waiting] && one.left.map(\.entry.key) == ["comes"])
    let none = plan(entries, family: 32, heard: heard)
    #expect(none.placed.isEmpty && none.reminders == family(32))
  }

  @Test("What waits keeps its number and its minute until it is answered, or past its limit")
  func waits() throws {
    let entries = [entry("waits", -10), entry("waits", 1430)]
    let id = try number("waits", entries)
    for state in [ReminderState.announced, .announcedUnsure, .snoozed, .escalated] {
      let plan = plan(entries, heard: heard(id, -10, [.announced, state]))
      #expect(plan.placed.map(\.state) == [.waiting])
      #expect(plan.placed.map(\.reminder.first) == [at(-10)])
    }
    for state in [ReminderState.acknowledged, .answered(3), .missed] {
      let plan = plan(entries, heard: heard(id, -10, [.announced, state]))
      #expect(plan.placed.map(\.state) == [.coming])
      #expect(plan.placed.map(\.reminder.first) == [at(1430)])
    }
    let late = plan(entries, heard: heard(id, -10, [.announced]), at: at(-10 + 12 * 60))
    #expect(late.placed.map(\.reminder.first) == [at(1430)])
    // The plan is looked at again at that very minute.
    let before = plan(entries, heard: heard(id, -10, [.announced]), at: at(-10 + 12 * 60 - 1))
    #expect(before.placed.map(\.state) == [.waiting])
    #expect(before.looksAgain == at(-10 + 12 * 60))
  }

  @Test(
    "An entry of the time without power is said late while it is good, once, under the same number")
  func late() throws {
    let entries = [entry("milestone", -300, goodFor: 600), entry("tip", -300, goodFor: 60)]
    let plan = plan(entries)
    #expect(plan.placed.map(\.entry.key) == ["milestone"])
    #expect(plan.placed.map(\.state) == [.late] && plan.placed.map(\.reminder.first) == [noon])
    // It was announced at noon, and the power went again.
    let id = try number("milestone", entries)
    let again = self.plan(entries, heard: heard(id, 0, [.announced]), at: at(5))
    #expect(again.placed.map(\.state) == [.waiting])
    #expect(again.placed.map(\.reminder.first) == [noon])
    let answered = self.plan(entries, heard: heard(id, 0, [.announced, .acknowledged]), at: at(5))
    #expect(answered.placed.isEmpty)
  }

  @Test(
    "A stored notice says that its entry was announced, whatever became of the record behind it")
  func notice() throws {
    let entries = [entry("milestone", -5, goodFor: 600)]
    let id = try number("milestone", entries)
    var heard = Heard()
    let occurrence = Occurrence(reminder: id, due: at(-5))
    heard.take(
      .outbox(
        .notice(
          Notice(
            id: NoticeID(1), matter: .reminder(.due(occurrence)), whereabouts: nil,
            made: WallTime(milliseconds: 0)))))
    #expect(plan(entries, heard: heard).placed.map(\.state) == [.waiting])
  }

  @Test("Quiet hours move an entry to their end, and hold back nothing that the wearer asked for")
  func quiet() {
    // Quiet hours from 11:00 to 14:00, every day, and others over midnight.
    let quiet = [
      WeeklyHours(weekdays: 127, from: 660, to: 840), WeeklyHours(weekdays: 127, from: 840, to: 60),
    ]
    let plan = plan(
      [entry("tip", 10), entry("answer", 0, asked: true), entry("ask", -900, onDemand: true)],
      quiet: quiet)
    let byKey = Dictionary(uniqueKeysWithValues: plan.placed.map { ($0.entry.key, $0) })
    #expect(byKey["answer"]?.reminder.first == noon)
    #expect(byKey["ask"]?.reminder.isOnDemand == true)
    // The end of quiet hours is at one in the night of the next day.
    #expect(byKey["tip"]?.reminder.first == CivilMinute(day: noon.day + 1, minute: 60))
    // A late entry waits for the end of quiet hours, too.
    #expect(self.plan([entry("late", -200, goodFor: 600)], quiet: quiet).placed.isEmpty)
    // A family that wants quiet for ever is no endless loop.
    let always = [WeeklyHours(weekdays: 127, from: 0, to: 0)]
    #expect(self.plan([entry("tip", 10)], quiet: always).placed.count == 1)
  }

  @Test("The last slot goes to what answers the wearer, and back to the question once it was read")
  func lastSlot() throws {
    let entries = [
      entry("ask", -900, onDemand: true), entry("tip", 0, asked: true), entry("milestone", -10),
    ]
    let asked = plan(entries, family: 31)
    #expect(asked.placed.map(\.entry.key) == ["tip"])
    #expect(asked.left.map(\.entry.key) == ["ask", "milestone"])
    let id = try number("tip", entries)
    let read = plan(
      entries, family: 31, heard: heard(id, 0, [.announced, .acknowledged]), at: at(1))
    #expect(read.placed.map(\.entry.key) == ["ask"])
  }

  @Test("Quiet hours that the family changes announce nothing anew")
  func quietChanged() throws {
    let entries = [entry("tip", -30, goodFor: 5)]
    let id = try number("tip", entries)
    // It came at the end of quiet hours, at noon. Now there are none, and it is half an hour past.
    let plan = plan(entries, heard: heard(id, 0, [.announced]), at: at(1))
    #expect(plan.placed.map(\.state) == [.waiting] && plan.placed.map(\.reminder.first) == [noon])
  }

  @Test("What a zone ahead has announced late is not announced again when the zone is set back")
  func zoneSetBack() throws {
    let entries = [entry("tip", 30, goodFor: 600)]
    let id = try number("tip", entries)
    let waits = plan(entries, heard: heard(id, 90, [.announced]))
    #expect(waits.placed.map(\.state) == [.waiting])
    #expect(waits.placed.map(\.reminder.first) == [at(90)])
    #expect(plan(entries, heard: heard(id, 90, [.announced, .acknowledged])).placed.isEmpty)
  }

  @Test("In the hour that a night repeats, what is late comes at its end and not in the past")
  func repeatedHour() {
    // The clock goes back from noon to eleven.
    var zone = Zone()
    zone.append(ZoneTransition(at: 0, offset: 120))
    zone.append(ZoneTransition(at: Int64(noon.count - 120) * 60, offset: 60))
    func first(_ seconds: Int64) -> CivilMinute? {
      let wall = WallTime(milliseconds: (Int64(noon.count - 120) * 60 + seconds) * 1000)
      return Planner.plan(
        family: [], companions: [Voice(list: [entry("late", -600, goodFor: 1000)])],
        heard: Heard(), quiet: [], zone: zone, at: zone.local(wall).minute, wall: wall
      ).placed.first?.reminder.first
    }
    #expect(first(-90) == at(-2) && first(30) == at(0) && first(3599) == at(0))
    #expect(first(3605) == at(0) && first(3665) == at(1))
  }

  @Test("A companion hears each answer once, with its number and its two minutes, oldest first")
  func answers() {
    var heard = Heard()
    func take(_ due: Int32, _ states: [ReminderState], at minute: Int32) {
      for state in states {
        heard.take(
          .reminder(
            Occurrence(reminder: 20_000, due: at(due)), state,
            at: WallTime(milliseconds: Int64(at(minute).count) * 60_000)))
      }
    }
    take(1440, [.announced, .answered(0), .acknowledged], at: 1445)
    take(0, [.announced, .answered(5), .acknowledged], at: 7)
    // It was asked again after a power cut, and the last answer counts.
    take(2880, [.announced, .answered(9)], at: 2881)
    take(2880, [.answered(2)], at: 2882)
    take(4320, [.announced, .acknowledged], at: 4321)
    take(5760, [.announced, .snoozed], at: 5761)
    take(7200, [.announced, .missed], at: 7500)
    #expect(
      heard.answers(20_000, in: Zone()) == [
        AgendaAnswer(at: at(7), due: at(0), value: 5),
        AgendaAnswer(at: at(1445), due: at(1440), value: 0),
        AgendaAnswer(at: at(2882), due: at(2880), value: 2),
        AgendaAnswer(at: at(4321), due: at(4320), value: nil),
      ])
    #expect(heard.answers(20_001, in: Zone()).isEmpty)
  }

  @Test("A week's plan looks again at midnight, and not before the next minute")
  func looksAgain() {
    #expect(plan([]).looksAgain == CivilMinute(day: noon.day + 1, minute: 0))
    #expect(plan([entry("far", 14 * 1440)]).looksAgain == CivilMinute(day: noon.day + 1, minute: 0))
    #expect(plan([entry("near", 30)]).looksAgain == at(31))
    #expect(plan([entry("beyond", 14 * 1440 + 1)]).placed.isEmpty)
  }

  @Test("Numbers follow from keys, lie from 20000 on, and pass over those of the family")
  func numbers() throws {
    let keys = (0..<2000).map { "quit/\($0)" }
    let voice = Voice(list: keys.map { entry($0, 0) })
    let free = CompanionNumbers([voice], family: [])
    let all = try keys.map { try #require(free[$0]) }
    #expect(Set(all).count == all.count, "two keys share a number")
    #expect(all.allSatisfy { CompanionNumbers.range.contains($0) })
    var taken = family(1)
    taken[0].id = all[0]
    let beside = CompanionNumbers([voice], family: taken)
    let others = keys.compactMap { beside[$0] }
    #expect(Set(others).count == keys.count && !others.contains(taken[0].id))
    #expect(free.key(of: all[7]) == keys[7] && free.key(of: 1) == nil)
  }

  @Test("Of two keys with one home the second gets the next number, and the first stays")
  func probed() throws {
    func numbers(_ keys: [String]) -> CompanionNumbers {
      CompanionNumbers([Voice(list: keys.map { entry($0, 0) })], family: [])
    }
    var homes: [UInt16: String] = [:]
    var pair: (String, String)?
    for i in 0..<5000 where pair == nil {
      let key = "\(i * i)/\(i)"
      let home = try #require(numbers([key])[key])
      pair = homes[home].map { ($0, key) }
      homes[home] = key
    }
    let (first, second) = try #require(pair)
    let both = numbers([first, second])
    #expect(both[first] == numbers([first])[first])
    #expect(both[second] == numbers([second])[second].map { $0 + 1 })
  }
}
