import Device
import HAL
import Testing

@Suite("A reminder waits for its answer (ALZ-5, ALZ-6, ALZ-11)")
struct AnswerTests {
  static let pills = Reminder.at("2026-05-04T08:00", .daily, kind: .medication)
  static let eight = pills.occurrence("2026-05-04T08:00")
  static let dueAt = WallTime.utc("2026-05-04T08:00")

  private func morning(_ list: [Reminder] = [pills], _ change: (inout Wrist) -> Void = { _ in })
    -> Wrist
  {
    var wrist = Wrist(list, at: .utc("2026-05-04T07:30"))
    change(&wrist)
    wrist.start()
    wrist.run(until: AnswerTests.dueAt)
    return wrist
  }

  /// Minutes after eight at which something was noticed.
  private func minutes(_ wrist: Wrist, _ fits: (ReminderChange) -> Bool) -> [Int64] {
    wrist.heard.filter { fits($0.change) }
      .map { ($0.at.milliseconds - AnswerTests.dueAt.milliseconds) / 60_000 }
  }

  private func isAgain(_ change: ReminderChange) -> Bool {
    if case .due(_, .medication, .again, tellsCaregiver: false) = change { true } else { false }
  }

  @Test("A reminder is announced at its minute, and ok ends it")
  func acknowledged() {
    var wrist = morning()
    #expect(
      wrist.heard.map(\.change) == [
        .due(AnswerTests.eight, .medication, .first, tellsCaregiver: false)
      ])
    #expect(wrist.reminders.current == AnswerTests.eight)
    wrist.run(240)
    wrist.press()
    #expect(wrist.wasTaken)
    #expect(wrist.heard.last?.change == .acknowledged(AnswerTests.eight))
    #expect(wrist.reminders.current == nil)
    wrist.run(20 * 3_600)
    #expect(wrist.heard.count == 2)
    wrist.press()
    #expect(!wrist.wasTaken)
  }

  @Test(
    "An unanswered reminder comes again every five minutes, and once to the caregiver at the limit")
  func unanswered() {
    var wrist = morning()
    wrist.run(6 * 3_600)
    #expect(minutes(wrist, isAgain) == Array(stride(from: 5, to: 120, by: 5)))
    #expect(minutes(wrist) { $0 == .unanswered(AnswerTests.eight) } == [15])
    #expect(minutes(wrist) { $0 == .ended(AnswerTests.eight) } == [120])
    #expect(wrist.reminders.current == nil)
  }

  @Test(
    "A reminder that is no medicine goes on for an hour, an hourly one for half of one",
    arguments: [Reminder.Repeat.daily, .everyHours(1)])
  func bounds(_ rule: Reminder.Repeat) {
    var wrist = morning([.at("2026-05-04T08:00", rule, until: "2026-05-04T09:00")])
    wrist.run(3 * 3_600)
    let ends = minutes(wrist) { if case .ended = $0 { true } else { false } }
    #expect(ends == (rule == .daily ? [60] : [30, 90]))
  }

  @Test("The caregiver is told before a reminder is given up, however long the limit")
  func longLimit() {
    var wrist = morning { $0.limits.reminderLimit = 180 }
    wrist.run(6 * 3_600)
    #expect(minutes(wrist) { $0 == .unanswered(AnswerTests.eight) } == [180])
    #expect(minutes(wrist) { $0 == .ended(AnswerTests.eight) } == [180])
  }

  @Test("An answer after the caregiver was told still counts")
  func late() {
    var wrist = morning()
    wrist.run(17 * 60)
    #expect(wrist.unanswered == 1)
    wrist.press()
    wrist.run(6 * 3_600)
    #expect(wrist.heard.last?.change == .acknowledged(AnswerTests.eight))
    #expect(wrist.unanswered == 1)
  }

  @Test(
    "A reminder put off is silent for ten minutes, leaves the screen, and the limit begins anew")
  func snoozed() {
    var wrist = morning()
    wrist.run(120)
    wrist.snooze()
    #expect(wrist.wasTaken)
    #expect(
      wrist.heard.last?.change == .snoozed(AnswerTests.eight, until: AnswerTests.dueAt + 720))
    #expect(wrist.reminders.current == nil)
    wrist.press()
    #expect(!wrist.wasTaken)
    wrist.run(3_600)
    #expect(Array(minutes(wrist, isAgain).prefix(3)) == [12, 17, 22])
    #expect(minutes(wrist) { $0 == .unanswered(AnswerTests.eight) } == [27])
    #expect(wrist.reminders.current == AnswerTests.eight)
  }

  @Test("A reminder can be put off three times; then it goes on unanswered, to the caregiver")
  func fourthSnooze() {
    var wrist = morning()
    for _ in 0..<3 {
      wrist.snooze()
      #expect(wrist.wasTaken)
      wrist.run(600)
    }
    wrist.snooze()
    #expect(!wrist.wasTaken)
    wrist.run(3_600)
    #expect(minutes(wrist) { if case .snoozed = $0 { true } else { false } } == [0, 10, 20])
    #expect(minutes(wrist) { $0 == .unanswered(AnswerTests.eight) } == [45])
    #expect(wrist.unanswered == 1)
  }

  @Test("Waiting for an answer takes as long as it should, however the clock steps")
  func stepsWhileWaiting() {
    for lie in [3_600, -3_600, 40, -40] as [Int64] {
      var wrist = morning()
      wrist.run(60)
      wrist.lie = lie
      wrist.run(3_600)
      #expect(Array(minutes(wrist, isAgain).prefix(3)) == [5, 10, 15])
      #expect(minutes(wrist) { $0 == .unanswered(AnswerTests.eight) } == [15])
    }
  }

  @Test("The caregiver's copy goes with the first announcement, and only then")
  func tells() {
    var wrist = morning([.at("2026-05-04T08:00", tells: true)])
    wrist.run(3_600)
    let told = wrist.count {
      if case .due(_, _, _, tellsCaregiver: true) = $0 { true } else { false }
    }
    #expect(told == 1)
    #expect(wrist.again == 11)
  }

  @Test(
    "Without an ok key the caregiver is told at once; the reminder sounds once and is shown 5 minutes"
  )
  func withoutOK() {
    var wrist = morning { $0.hasOK = false }
    #expect(
      wrist.heard.map(\.change) == [
        .due(AnswerTests.eight, .medication, .first, tellsCaregiver: true)
      ])
    #expect(wrist.reminders.current == AnswerTests.eight)
    wrist.press()
    #expect(!wrist.wasTaken)
    wrist.snooze()
    #expect(!wrist.wasTaken)
    wrist.run(299)
    wrist.reboot(off: 30)
    wrist.run(3_600)
    #expect(wrist.count { _ in true } == 1)
    #expect(wrist.reminders.current == nil)

    var other = morning { $0.hasOK = false }
    other.run(3_600)
    #expect(minutes(other) { $0 == .ended(AnswerTests.eight) } == [5])
    #expect(other.unanswered == 0)
  }

  @Test("A device that starts again without ok gives up what waits, and the caregiver hears")
  func lostKey() {
    var wrist = morning()
    wrist.run(200)
    wrist.hasOK = false
    wrist.reboot(off: 10)
    wrist.run(3_600)
    #expect(wrist.unanswered == 1)
    #expect(wrist.ended == 1)
    #expect(wrist.reminders.current == nil)
  }

  @Test("Several reminders at one minute are all announced, medicine first, then by number")
  func together() {
    let list: [Reminder] = [
      .at("2026-05-04T08:00", id: 3), .at("2026-05-04T08:00", id: 9, kind: .medication),
      .at("2026-05-04T08:00", id: 1), .at("2026-05-04T08:00", id: 7, kind: .medication),
    ]
    var wrist = morning(list)
    var order: [UInt16] = []
    for entry in wrist.heard {
      if case .due(let what, _, .first, _) = entry.change { order.append(what.reminder) }
    }
    #expect(order == [7, 9, 1, 3])
    var answered: [UInt16] = []
    while let current = wrist.reminders.current {
      answered.append(current.reminder)
      wrist.press()
    }
    #expect(answered == [7, 9, 1, 3])
  }

  @Test("OK answers the page on the screen: medicine before all, else the reminder due last")
  func current() {
    var wrist = morning([
      .at("2026-05-04T08:00", id: 1, kind: .medication), .at("2026-05-04T08:03", id: 2),
      .at("2026-05-04T08:06", id: 3),
    ])
    wrist.run(420)
    #expect(wrist.reminders.current?.reminder == 1)
    wrist.press()
    #expect(wrist.reminders.current?.reminder == 3)
    // The press may also name the reminder on the screen.
    wrist.press(Occurrence(reminder: 2, due: Almanac.civil("2026-05-04T08:03")))
    #expect(wrist.wasTaken)
    #expect(wrist.reminders.current?.reminder == 3)
    wrist.press(AnswerTests.eight)
    #expect(!wrist.wasTaken)
  }

  @Test("Ten waiting reminders: none makes room for another, and each reaches the caregiver once")
  func full() {
    let list = (1...10).map { Reminder.at("2026-05-04T08:0\($0 - 1)", id: UInt16($0)) }
    var wrist = morning(list)
    wrist.run(8 * 60)
    #expect(wrist.announced().count == 9)
    wrist.run(60)
    #expect(wrist.announced().count == 10)
    #expect(wrist.unanswered == 0)
    #expect(wrist.ended == 0)
    wrist.run(7_200)
    // Each of the ten reminders reached a caregiver once.
    #expect(wrist.unanswered == 10)
    #expect(wrist.ended == 10)
  }

  @Test("A reminder put off or told waits on beside seven others, after a reboot too")
  func fullAndSnoozed() {
    var list: [Reminder] = [.at("2026-05-04T08:00", id: 1), .at("2026-05-04T08:00", id: 2)]
    list += (3...9).map { Reminder.at("2026-05-04T08:16", id: UInt16($0)) }
    var wrist = morning(list)
    wrist.snooze()
    wrist.run(660)
    #expect(wrist.reminders.current?.reminder == 1)
    wrist.snooze()
    wrist.run(300)
    let second = list[1].occurrence("2026-05-04T08:00")
    #expect(wrist.announced().count == 9)
    #expect(minutes(wrist) { $0 == .unanswered(second) } == [15])
    #expect(minutes(wrist) { $0 == .ended(second) } == [])
    wrist.reboot(off: 5)
    wrist.run(660)
    let first = list[0].occurrence("2026-05-04T08:00")
    let calls = minutes(wrist) { change in
      if case .due(first, _, .again, _) = change { true } else { false }
    }
    #expect(calls == [10, 21, 26])
    #expect(wrist.unanswered == 1)
  }

  @Test(
    "The next occurrence takes the place of one still waiting, and the caregiver hears of that")
  func superseded() {
    var wrist = morning([.at("2026-05-04T08:00", .everyHours(1))]) {
      $0.limits.reminderLimit = 90
    }
    wrist.run(3_600)
    let eight = AnswerTests.eight
    #expect(
      wrist.heard.map(\.change).suffix(3).dropLast() == [.unanswered(eight), .ended(eight)])
    #expect(wrist.reminders.current?.due == Almanac.civil("2026-05-04T09:00"))
  }
}
