import Device
import HAL
import Testing

@Suite("Reminders across a power cut")
struct ReminderPowerCutTests {
  static let eight = WallTime.utc("2026-05-04T08:00")
  static let pills = Reminder.at("2026-05-01T08:00", .daily, kind: .medication)
  static let water = Reminder.at("2026-05-01T08:00", .daily)

  /// On since the evening before, off for some minutes around eight.
  private func off(
    _ list: [Reminder], from start: Int64, to end: Int64, answers: Int64? = 20
  ) -> Wrist {
    var wrist = Wrist(list, at: ReminderPowerCutTests.eight + -12 * 3_600)
    wrist.answersAfter = answers
    wrist.speaksEvery = 30
    wrist.start()
    wrist.run(until: ReminderPowerCutTests.eight + start * 60)
    wrist.reboot(off: (end - start) * 60)
    return wrist
  }

  private func calls(_ wrist: Wrist) -> [ReminderCall] {
    wrist.heard.compactMap { if case .due(_, _, let call, _) = $0.change { call } else { nil } }
  }

  @Test(
    "A reminder due while off is announced late while it is of use, else reported as missed",
    arguments: [
      (pills, 120, true), (pills, 121, false), (water, 60, true), (water, 61, false),
      (Reminder.at("2026-05-04T00:00", .everyHours(2), kind: .medication), 59, true),
    ] as [(Reminder, Int64, Bool)])
  func late(_ reminder: Reminder, _ minutes: Int64, _ isOfUse: Bool) {
    let wrist = off([reminder], from: -5, to: minutes)
    let expected: ReminderChange =
      isOfUse
      ? .due(
        reminder.occurrence("2026-05-04T08:00"), reminder.kind, .late, tellsCaregiver: false)
      : .missed(reminder.occurrence("2026-05-04T08:00"))
    #expect(wrist.heard.last == Wrist.Heard(at: wrist.truth, change: expected))
  }

  @Test("A late reminder is of use until half the way to the next one")
  func halfWay() {
    let reminder = Reminder.at("2026-05-04T00:00", .everyHours(2), kind: .medication)
    #expect(calls(off([reminder], from: -5, to: 60)).last == .late)
    #expect(off([reminder], from: -5, to: 61).missed == 1)
    #expect(off([reminder], from: -5, to: 119).missed == 1)
  }

  @Test("After hours off the newest reminder is announced, and those before it are missed")
  func several() {
    let reminder = Reminder.at("2026-05-04T00:00", .everyHours(2), kind: .medication)
    let wrist = off([reminder], from: -5, to: 250)
    let changes = wrist.heard.map(\.change).suffix(3)
    #expect(
      Array(changes) == [
        .missed(reminder.occurrence("2026-05-04T08:00")),
        .missed(reminder.occurrence("2026-05-04T10:00")),
        .due(
          reminder.occurrence("2026-05-04T12:00"), .medication, .late, tellsCaregiver: false),
      ])
    // Four at most.
    #expect(off([reminder], from: -5, to: 1_300).missed == 4)
  }

  @Test("After a month off nobody is flooded: one for each reminder, and what was due once")
  func month() {
    let list: [Reminder] = [
      ReminderPowerCutTests.pills, .at("2026-05-01T07:00", id: 2, .everyHours(1)),
      .at("2026-05-20T10:00", id: 3), .at("2026-05-21T10:00", id: 4),
    ]
    let wrist = off(list, from: -5, to: 30 * 1440 + 185)
    let missed = wrist.heard.suffix(while: { $0.at == wrist.truth }).compactMap { entry in
      if case .missed(let what) = entry.change { what.reminder } else { nil }
    }
    #expect(missed == [1, 3, 4])
    #expect(calls(wrist).last == .late)
  }

  @Test("A new device with an old profile reports nothing as missed")
  func firstBoot() {
    let list: [Reminder] = [
      ReminderPowerCutTests.pills, .at("2026-05-01T07:00", id: 2, .everyHours(1)),
      .at("2026-05-03T10:00", id: 3),
    ]
    var wrist = Wrist(list, at: ReminderPowerCutTests.eight + 1_805)
    wrist.start()
    wrist.run(600)
    #expect(wrist.heard.isEmpty)
  }

  @Test("A reminder due before any clock spoke is announced as soon as one does")
  func unknownTime() {
    // ALZ-12: reminders 2 to 5 minutes ahead, and a receiver that needs its time.
    var wrist = Wrist([.at("2026-05-04T08:00")], at: ReminderPowerCutTests.eight + -120)
    wrist.speaksEvery = nil
    wrist.start()
    wrist.run(300)
    #expect(wrist.heard.isEmpty)
    wrist.speaksEvery = 5
    wrist.run(5)
    #expect(calls(wrist) == [.late])
  }

  @Test("The board's own clock alone makes nothing due; a trusted clock that is lost goes on")
  func trust() {
    var wrist = Wrist([ReminderPowerCutTests.pills], at: ReminderPowerCutTests.eight + -300)
    wrist.source = .rtc
    wrist.start()
    wrist.run(3_600)
    #expect(wrist.heard.isEmpty)

    var other = Wrist([ReminderPowerCutTests.pills], at: ReminderPowerCutTests.eight + -300)
    other.answersAfter = 20
    other.start()
    other.run(60)
    other.speaksEvery = nil
    other.run(20 * 86_400)
    #expect(!other.moment.isTrusted)
    #expect(other.announced().count == 20)
  }

  @Test(
    "A reminder announced and not answered calls again at once, with the caregiver's limit running on"
  )
  func calledAgain() {
    var wrist = off([ReminderPowerCutTests.pills], from: 2, to: 4, answers: nil)
    #expect(calls(wrist) == [.first, .again])
    wrist.run(until: ReminderPowerCutTests.eight + 899)
    #expect(wrist.unanswered == 0)
    wrist.run(1)
    #expect(wrist.unanswered == 1)

    let longer = off([ReminderPowerCutTests.pills], from: 2, to: 40, answers: nil)
    #expect(calls(longer) == [.first, .again])
    #expect(longer.unanswered == 1)

    let tooLong = off([ReminderPowerCutTests.pills], from: 2, to: 121, answers: nil)
    #expect(calls(tooLong) == [.first])
    #expect(tooLong.unanswered == 1)
    #expect(tooLong.missed == 0)
  }

  @Test(
    "A reminder that went to the caregiver does not go again; an answered one is never asked again")
  func settled() {
    var wrist = off([ReminderPowerCutTests.pills], from: 20, to: 21, answers: nil)
    #expect(calls(wrist).last == .again)
    wrist.run(7_200)
    wrist.reboot()
    wrist.run(7_200)
    #expect(wrist.unanswered == 1)

    var answered = off([ReminderPowerCutTests.pills], from: 2, to: 3)
    answered.reboot()
    answered.run(7_200)
    #expect(calls(answered) == [.first])
    #expect(answered.unanswered == 0)
  }

  @Test("A reminder put off keeps its time and its count")
  func snoozed() {
    var wrist = Wrist([ReminderPowerCutTests.pills], at: ReminderPowerCutTests.eight + -600)
    wrist.start()
    wrist.run(until: ReminderPowerCutTests.eight)
    for _ in 0..<3 {
      wrist.snooze()
      #expect(wrist.wasTaken)
      wrist.run(300)
      wrist.reboot(off: 10)
      #expect(wrist.reminders.current == nil)
      wrist.run(290)
      #expect(wrist.reminders.current != nil)
    }
    #expect(wrist.heard.last?.at == ReminderPowerCutTests.eight + 1_800)
    wrist.snooze()
    #expect(!wrist.wasTaken)
    #expect(calls(wrist) == [.first, .again, .again, .again])
  }

  @Test("Before the time is known again nothing restored is on the screen, and ok answers nothing")
  func notYet() {
    var wrist = Wrist([ReminderPowerCutTests.pills], at: ReminderPowerCutTests.eight + -600)
    wrist.start()
    wrist.run(660)
    wrist.speaksEvery = nil
    wrist.reboot(off: 10)
    #expect(wrist.reminders.current == nil)
    wrist.press()
    #expect(!wrist.wasTaken)
    wrist.speaksEvery = 5
    wrist.run(5)
    #expect(wrist.reminders.current == ReminderPowerCutTests.pills.occurrence("2026-05-04T08:00"))
  }

  @Test("A reminder announced by a clock days ahead waits no longer for that")
  func announcedAhead() {
    let ahead: Int64 = 3 * 86_400
    var wrist = Wrist([ReminderPowerCutTests.pills], at: ReminderPowerCutTests.eight + -600)
    wrist.lie = ahead
    wrist.start()
    wrist.run(660)
    #expect(wrist.announced().count == 1)
    wrist.lie = 0
    wrist.reboot(off: 10)
    wrist.run(1_000)
    #expect(wrist.unanswered == 1)
    wrist.run(7_200)
    #expect(wrist.ended == 1)
    #expect(wrist.reminders.current == nil)
  }

  @Test("A power cut after each single record of a busy morning: each once, nothing asked twice")
  func everyCut() {
    var whole = busy(failsAfter: nil)
    #expect(whole.announced().count == 12)
    #expect(whole.missed == 0)
    let records = whole.disk.count
    #expect(records > 30)
    for cut in 1...records {
      whole = busy(failsAfter: cut)
      let answered = whole.heard.compactMap { entry -> Occurrence? in
        if case .acknowledged(let what) = entry.change { what } else { nil }
      }
      for id in whole.list.map(\.id) {
        let reference = id == 3 ? 8 : 1
        #expect(whole.announced(id).count == reference, "cut \(cut), reminder \(id)")
      }
      #expect(Set(answered.map { "\($0)" }).count == answered.count, "cut \(cut)")
      #expect(whole.unanswered == 1, "cut \(cut)")
      #expect(whole.missed == 0, "cut \(cut)")
    }
  }

  private func busy(failsAfter cut: Int?) -> Wrist {
    var wrist = Wrist(
      [
        .at("2026-05-04T08:00", id: 1, kind: .medication), .at("2026-05-04T08:00", id: 2),
        .at("2026-05-04T07:30", id: 3, .everyHours(1), until: "2026-05-04T14:30"),
        .at("2026-05-04T08:01", id: 4), .at("2026-05-04T10:00", id: 5),
      ], at: ReminderPowerCutTests.eight + -3_600)
    wrist.speaksEvery = 60
    wrist.failsAfter = cut
    wrist.answersAfter = 40
    wrist.start()
    while wrist.truth < ReminderPowerCutTests.eight + 8 * 3_600 {
      // The last of the morning is not heard.
      if wrist.truth >= ReminderPowerCutTests.eight + 7_140 { wrist.answersAfter = nil }
      if wrist.truth >= ReminderPowerCutTests.eight + 8_700 { wrist.answersAfter = 40 }
      wrist.run(20)
      if !wrist.isOn {
        wrist.failsAfter = nil
        wrist.run(7)
        wrist.start()
      }
    }
    return wrist
  }

  @Test("From any beginning of the records the device starts, and goes on with what is due next")
  func prefixes() {
    let whole = busy(failsAfter: nil)
    for count in 0...whole.disk.count {
      var wrist = Wrist(whole.list, at: ReminderPowerCutTests.eight + 86_400)
      wrist.list.append(.at("2026-05-05T09:00", id: 9))
      wrist.restore(Array(whole.disk.prefix(count)))
      wrist.start()
      wrist.run(7_200)
      #expect(wrist.announced(9).count == 1)
      #expect(wrist.again == 11)
    }
  }

  @Test("Absurd records are survived")
  func absurd() {
    var wrist = Wrist([ReminderPowerCutTests.pills], at: ReminderPowerCutTests.eight + -300)
    var records: [Record] = []
    for milliseconds in [Int64.min, -1, 0, 946_684_800_000, 7_258_118_399_999, .max] {
      let at = WallTime(milliseconds: milliseconds)
      records.append(.alive(at))
      for due in [Int32.min, -1, 0, .max] {
        for raw in 1...5 as ClosedRange<UInt64> {
          guard let state = ReminderState(word: raw) else { continue }
          records.append(
            .reminder(Occurrence(reminder: 1, due: CivilMinute(due)), state, at: at))
        }
      }
    }
    records.append(.alive(ReminderPowerCutTests.eight + -400))
    wrist.restore(records)
    wrist.start()
    wrist.run(600)
    #expect(wrist.announced().count == 1)
  }
}

extension Array {
  /// The last elements that fit, in their order.
  fileprivate func suffix(while fits: (Element) -> Bool) -> [Element] {
    reversed().prefix(while: fits).reversed()
  }
}
