import Device
import HAL
import Testing

@Suite("Low and high glucose (DIA-8)")
struct LowGlucoseTests {
  private func amount(_ milligrams: Double) -> MeterResult {
    .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(milligrams)))
  }

  @Test("Below 70 there is no dose: alarm, what to do, and the caregiver is told")
  func low() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 0)
    wearer.measures(69)
    #expect(wearer.page == .glucose(.low(amount(69), isVery: false)))
    #expect(wearer.sounding == [.lowGlucose] && wearer.refusals == [.low])
    #expect(wearer.notices == [.glucose(.low(amount(69), isVery: false))])
    #expect(wearer.storedReadings.count == 1)
    wearer.presses(.ok, times: 3)
    #expect(wearer.confirmed.isEmpty && wearer.page == .glucose(.low(amount(69), isVery: false)))
  }

  @Test("The alarm and the notice come before the record, the record before what the page says")
  func order() throws {
    let wearer = Diabetic()
    wearer.wait(until: 12, 30)
    wearer.measures(50)
    let result = amount(50)
    #expect(wearer.told.count == 4)
    #expect(wearer.told.first == .raise(.veryLowGlucose))
    #expect(wearer.told.dropFirst().first == .notify(.glucose(.low(result, isVery: true))))
    if case .store(.diary(.reading)) = wearer.told[2] {} else { Issue.record("\(wearer.told)") }
    #expect(wearer.told.last == .low(result, isVery: true))
  }

  @Test("Every 15 minutes it asks to measure again; below 54 the caregiver is told each time")
  func again() {
    for (milligrams, kind, notices) in [
      (60.0, AlarmKind.lowGlucose, 1), (53.0, .veryLowGlucose, 4),
    ] {
      let wearer = Diabetic()
      wearer.measures(milligrams)
      wearer.wait(minutes: 46)
      #expect(wearer.raised == Array(repeating: kind, count: 4))
      #expect(wearer.notices.count == notices)
    }
  }

  @Test("LO acts as below 54; so does a number below what meters measure")
  func lowWord() {
    for result in [MeterResult.low, amount(15), .amount(.millimolesPerLitre(.init(1.1)))] {
      let wearer = Diabetic()
      wearer.measures(result)
      #expect(wearer.page == .glucose(.low(result, isVery: true)))
      #expect(wearer.sounding == [.veryLowGlucose])
    }
  }

  @Test("Once a caregiver has answered, the alarm goes on and the notices do not")
  func answered() {
    let wearer = Diabetic()
    wearer.measures(50)
    wearer.prompt.lowWasTold(NoticeID(boot: 1, number: 1))
    wearer.prompt.caregiverAnswered(NoticeID(boot: 1, number: 1))
    wearer.wait(minutes: 31)
    #expect(wearer.raised.count == 3 && wearer.notices.count == 1)
    wearer.measures(48)
    #expect(wearer.notices.count == 2, "another reading is news")
  }

  @Test("A reading of 70 ends it, and the meal's prompt goes on")
  func recovery() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 0)
    wearer.measures(52)
    wearer.wait(minutes: 16)
    wearer.measures(66)
    #expect(wearer.sounding == [.lowGlucose] && wearer.confirmed.isEmpty)
    wearer.wait(minutes: 16)
    wearer.measures(70)
    #expect(
      wearer.page == .dose(.measureAgain) && wearer.sounding == [.dose], "16 minutes after the low")
    wearer.presses(.ok)
    #expect(wearer.sounding.isEmpty)
    #expect(wearer.offer?.units.value == 5.5, "6 for the meal less a third")
  }

  @Test("An offer on the screen is gone once the glucose is low")
  func offerWithdrawn() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 0)
    wearer.measures(100)
    #expect(wearer.offer != nil)
    wearer.measures(65)
    #expect(wearer.offer == nil)
    wearer.presses(.ok)
    #expect(wearer.storedDoses.isEmpty)
  }

  @Test("The meal is due while the glucose is low: it waits, and is not refused for an old reading")
  func dueWhileLow() {
    let wearer = Diabetic()
    wearer.wait(until: 12, 50)
    wearer.measures(60)
    wearer.wait(until: 13, 0)
    #expect(wearer.prompted == [.lunch] && wearer.refusals.isEmpty)
    #expect(wearer.page == .glucose(.low(amount(60), isVery: false)))
    wearer.measures(100)
    #expect(wearer.offer?.units.value == 6)
  }

  @Test("The next reading can be entered with keys on the page of low glucose")
  func entry() {
    let wearer = Diabetic()
    wearer.measures(62)
    wearer.presses(.plus)
    #expect(wearer.page == .dose(.enterGlucose(amount(62))))
    wearer.presses(.plus, long: true, times: 2)
    wearer.presses(.ok)
    #expect(wearer.page == nil && wearer.sounding.isEmpty)
    #expect(wearer.storedReadings.last?.result == amount(82))
  }

  @Test("After three hours a low reading says nothing about now")
  func fades() {
    let wearer = Diabetic(clock: (14, 0))
    wearer.measures(50)
    wearer.wait(minutes: 179)
    #expect(wearer.page != nil)
    wearer.wait(minutes: 1)
    #expect(wearer.page == nil && wearer.sounding.isEmpty && wearer.raised.count == 12)
  }

  @Test("High is told once per reading; HI gives no dose and no notice")
  func high() {
    let wearer = Diabetic()
    wearer.measures(251)
    wearer.measures(250)
    wearer.measures(.high)
    let highs = wearer.told.filter { if case .high = $0 { true } else { false } }
    #expect(highs == [.high(amount(251)), .high(.high)])
    #expect(wearer.page == .dose(.refused(.notMeasurable)) && wearer.notices.isEmpty)
    wearer.wait(until: 13, 0)
    wearer.measures(.high)
    #expect(wearer.page == .dose(.refused(.notMeasurable)) && wearer.refusals == [.notMeasurable])
    #expect(wearer.sounding == [.dose])
  }

  @Test("A number below what meters measure is very low, also when a meal asks for a dose")
  func belowMeters() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 0)
    wearer.measures(15)
    #expect(wearer.refusals == [.veryLow] && wearer.sounding.contains(.veryLowGlucose))
  }

  @Test("A number that no meter gives raises nothing, is not stored, and gives no dose")
  func meaningless() {
    for value in [Double.nan, .infinity, -5, 0, 2001] {
      let wearer = Diabetic()
      wearer.wait(until: 13, 0)
      wearer.measures(value)
      #expect(wearer.page == .dose(.refused(.notMeasurable)) && wearer.storedReadings.isEmpty)
      #expect(wearer.sounding == [.dose])
    }
  }

  @Test("A power cut does not end it; whoever was told is not told again")
  func restart() {
    let wearer = Diabetic()
    wearer.measures(50)
    wearer.restart()
    #expect(wearer.page == .glucose(.low(amount(50), isVery: true)))
    #expect(wearer.sounding == [.veryLowGlucose] && wearer.notices.isEmpty)
    wearer.wait(minutes: 16)
    #expect(wearer.notices.count == 1)
  }

  @Test("Before any clock has spoken an old low reading still alarms; the clock then decides")
  func restartWithoutClock() {
    let wearer = Diabetic()
    wearer.measures(50)
    wearer.isTrusted = false
    wearer.restart(off: .seconds(4 * 3600))
    #expect(wearer.sounding == [.veryLowGlucose])
    wearer.isTrusted = true
    wearer.pass()
    #expect(wearer.sounding.isEmpty && wearer.page == nil)

    let sooner = Diabetic(clock: (14, 0))
    sooner.measures(50)
    sooner.isTrusted = false
    sooner.restart(off: .seconds(2 * 3600))
    sooner.isTrusted = true
    sooner.wait(minutes: 59)
    #expect(sooner.page != nil)
    sooner.wait(minutes: 2)
    #expect(sooner.page == nil, "three hours after the reading, not after the restart")
  }

  @Test("An old reading that a meter sends late alarms nobody when a newer one is known")
  func lateReading() {
    let wearer = Diabetic()
    wearer.measures(110)
    wearer.wait(minutes: 5)
    wearer.measures(60, age: .seconds(1800))
    #expect(wearer.page == nil && wearer.raised.isEmpty && wearer.storedReadings.count == 2)
  }

  @Test("The family deletes a mistyped reading: the alarm ends")
  func deleted() throws {
    let wearer = Diabetic()
    wearer.measures(50)
    let reading = try #require(wearer.storedReadings.first)
    wearer.edits(.diary(.readingRemoved(reading.id)))
    #expect(wearer.page == nil && wearer.sounding.isEmpty)
  }

  @Test("When the worse of two lows is past, the other still stands")
  func other() {
    let wearer = Diabetic(clock: (14, 0))
    wearer.measures(50)
    wearer.wait(minutes: 4)
    let taken = WallTime(milliseconds: wearer.now.milliseconds + wearer.offset)
    wearer.edits(
      .diary(
        .reading(DiaryReading(id: EntryID(1), taken: taken, result: amount(65), category: .other))))
    #expect(wearer.page == .glucose(.low(amount(50), isVery: true)))
    wearer.wait(minutes: 177)
    #expect(wearer.sounding == [.lowGlucose] && wearer.page != nil)
    wearer.wait(minutes: 10)
    #expect(wearer.sounding.isEmpty && wearer.page == nil)
  }

  @Test("A low that is entered while the device is off is news, although one of its value was told")
  func sameValueWhileOff() {
    let wearer = Diabetic(clock: (14, 0))
    func entry(_ id: UInt64) -> Record {
      let taken = WallTime(milliseconds: wearer.now.milliseconds + wearer.offset)
      return .diary(
        .reading(
          DiaryReading(id: EntryID(id), taken: taken, result: amount(41), category: .other)))
    }
    wearer.edits(entry(1))
    wearer.store(
      .outbox(
        .notice(
          Notice(
            id: NoticeID(boot: 1, number: 1),
            matter: .glucose(.low(amount(41), isVery: true, age: .recent)), whereabouts: nil,
            made: WallTime(milliseconds: wearer.now.milliseconds + wearer.offset)))))
    wearer.wait(minutes: 12)
    wearer.store(entry(2))
    wearer.restart()
    #expect(wearer.notices == [.glucose(.low(amount(41), isVery: true))])
  }

  @Test("An old low that was entered while the device was off does not keep a told one going")
  func olderWhileOff() {
    let wearer = Diabetic(clock: (9, 0))
    wearer.measures(60)
    wearer.store(
      .outbox(
        .notice(
          Notice(
            id: NoticeID(boot: 1, number: 1),
            matter: .glucose(.low(amount(60), isVery: false, age: .recent)), whereabouts: nil,
            made: WallTime(milliseconds: wearer.now.milliseconds + wearer.offset)))))
    let taken = WallTime(milliseconds: wearer.now.milliseconds + wearer.offset + 1_800_000)
    wearer.store(
      .diary(
        .reading(DiaryReading(id: EntryID(1), taken: taken, result: amount(35), category: .other))))
    wearer.isTrusted = false
    wearer.restart(off: .seconds(6 * 3600))
    wearer.isTrusted = true
    wearer.pass()
    #expect(wearer.sounding.isEmpty)
    #expect(wearer.notices.contains { if case .glucose(.lowOver) = $0 { true } else { false } })
  }

  @Test("A meter that sends the same reading twice has measured once")
  func duplicate() {
    let wearer = Diabetic()
    wearer.measures(50)
    wearer.wait(.seconds(30))
    wearer.measures(50, age: .seconds(30))
    #expect(wearer.storedReadings.count == 1 && wearer.notices.count == 1)
  }
}
