import Device
import HAL
import Testing

@Suite("Dates that lie ahead of the clock (SAFE-1)")
struct AheadTests {
  private func amount(_ milligrams: Double) -> MeterResult {
    .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(milligrams)))
  }

  private func reading(
    _ id: UInt64, _ milligrams: Double, ahead: Int64, at wearer: Diabetic
  ) -> Record {
    let now = wearer.moment.wall?.milliseconds ?? 0
    return .diary(
      .reading(
        DiaryReading(
          id: EntryID(id), taken: WallTime(milliseconds: now + ahead), result: amount(milligrams),
          category: .other)))
  }

  private func dose(_ id: UInt64, _ meal: Meal, ahead: Int64, at wearer: Diabetic) -> Record {
    let units = InsulinUnits(milliunits: 5000)
    let now = wearer.moment.wall?.milliseconds ?? 0
    return .diary(
      .dose(
        DiaryDose(
          id: EntryID(id), taken: WallTime(milliseconds: now + ahead), meal: meal, mealPart: units,
          correction: .zero, insulinOnBoard: .zero, proposed: units, confirmed: units)))
  }

  @Test(
    "A low reading alarms and is told, whatever date somebody gave it",
    arguments: [
      200, 299_000, 301_000, 20 * 3_600_000, 400 * 86_400_000,
    ] as [Int64])
  func low(_ ahead: Int64) {
    let wearer = Diabetic(clock: (10, 0))
    wearer.measures(110)
    wearer.wait(minutes: 30)
    wearer.edits(reading(1, 41, ahead: ahead, at: wearer))
    let age: ReadingAge = ahead > 300_000 ? .unclear : .recent
    #expect(wearer.page == .glucose(.low(amount(41), isVery: true, age: age)))
    #expect(wearer.sounding == [.veryLowGlucose])
    #expect(wearer.notices.contains(.glucose(.low(amount(41), isVery: true, age: age))))
    wearer.wait(minutes: 5)
    wearer.measures(120)
    #expect(wearer.page == nil && wearer.sounding.isEmpty, "a meter's reading came after it")
  }

  @Test("A date more than 5 minutes ahead is told once, over a restart and over an edit")
  func toldOnce() {
    let wearer = Diabetic(clock: (10, 0))
    wearer.wait(minutes: 5)
    wearer.edits(reading(1, 150, ahead: 299_000, at: wearer))
    #expect(wearer.notices.isEmpty)
    wearer.edits(reading(2, 150, ahead: 1_980_000, at: wearer))
    let entry = EntryAhead(EntryID(2), isDose: false, ahead: .seconds(1980))
    #expect(wearer.notices == [.dose(.entryAhead(entry))])
    wearer.edits(reading(2, 155, ahead: 2_000_000, at: wearer))
    wearer.wait(minutes: 40)
    #expect(wearer.notices.count == 1)
  }

  @Test("A date that is moved by hours is told anew, and one of decades is known again")
  func moved() throws {
    let wearer = Diabetic(clock: (10, 0))
    wearer.wait(minutes: 5)
    wearer.edits(dose(1, .lunch, ahead: 1_980_000, at: wearer))
    wearer.edits(dose(1, .lunch, ahead: 7_200_000, at: wearer))
    wearer.edits(reading(2, 150, ahead: 1_980_000, at: wearer))
    wearer.edits(reading(2, 150, ahead: 7_200_000, at: wearer))
    #expect(wearer.notices.count == 4)
    let far = EntryAhead(EntryID(3), isDose: true, ahead: .seconds(50 * 365 * 86_400))
    let notice = Notice(
      id: NoticeID(boot: 1, number: 1), matter: .dose(.entryAhead(far)), whereabouts: nil)
    #expect(Record(Record.outbox(.notice(notice)).words) == .outbox(.notice(notice)))
  }

  @Test("A low reading alarms although no clock has spoken and a meter has filled the table")
  func fullTable() {
    let wearer = Diabetic(clock: (10, 0))
    wearer.isTrusted = false
    wearer.restart()
    for i in 0..<70 { wearer.measures(100 + Double(i), age: .seconds(600 + Int64(i) * 300)) }
    wearer.wait(minutes: 1)
    wearer.edits(reading(1, 41, ahead: 0, at: wearer))
    #expect(wearer.sounding == [.veryLowGlucose])
  }

  @Test("A dose up to 5 minutes ahead is the meal's dose of that day, and of no other")
  func doseJustAhead() {
    let wearer = Diabetic(meals: [(.lunch, 13 * 60)])
    wearer.wait(until: 13, 5)
    wearer.edits(dose(1 << 40, .lunch, ahead: 300, at: wearer))
    #expect(wearer.page == .dose(.refused(.secondDoseForMeal)))
    for day in 1...3 {
      wearer.wait(minutes: 1440)
      #expect(wearer.prompted.count == day + 1)
    }
  }

  @Test(
    "A dose half an hour ahead forbids another until its action has passed on the device's clock")
  func doseAhead() {
    let wearer = Diabetic(meals: [(.lunch, 13 * 60), (.dinner, 20 * 60)])
    wearer.wait(until: 13, 5)
    wearer.edits(dose(1 << 40, .lunch, ahead: 1_980_000, at: wearer))
    #expect(wearer.page == .dose(.measure(.lunch)), "nobody knows whose dose it is")
    wearer.measures(180)
    #expect(wearer.page == .dose(.refused(.doseTimeUnclear)) && wearer.sounding == [.dose])
    wearer.wait(until: 20, 0)
    wearer.measures(180)
    #expect(wearer.offer?.units.value == 7, "370 minutes have passed")
  }

  @Test("The family corrects the date: the dose is the meal's, and the refusal goes")
  func corrected() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 5)
    wearer.edits(dose(1 << 40, .breakfast, ahead: 1_980_000, at: wearer))
    wearer.measures(180)
    #expect(wearer.page == .dose(.refused(.doseTimeUnclear)))
    wearer.edits(dose(1 << 40, .breakfast, ahead: -4 * 3_600_000, at: wearer))
    #expect(wearer.offer != nil)
  }

  @Test("A dose that somebody dated more than a day ahead counts for nothing")
  func doseFar() {
    let wearer = Diabetic()
    wearer.wait(until: 12, 50)
    wearer.edits(dose(7, .lunch, ahead: 25 * 3_600_000, at: wearer))
    wearer.wait(until: 13, 0)
    wearer.measures(180)
    #expect(wearer.offer?.units.value == 8 && wearer.offer?.last == nil)
  }

  @Test("Two entries a few minutes apart are in no sure order: the low one alarms")
  func unsure() {
    let wearer = Diabetic(clock: (10, 0))
    wearer.wait(minutes: 20)
    wearer.edits(reading(1, 110, ahead: -60_000, at: wearer))
    wearer.edits(reading(2, 60, ahead: -240_000, at: wearer))
    #expect(wearer.sounding == [.lowGlucose])
    wearer.edits(reading(2, 60, ahead: -500_000, at: wearer))
    #expect(wearer.sounding.isEmpty, "the other one came surely later")
  }

  @Test(
    "A low reading of an hour ago is told with its age, one of more than three hours not at all")
  func aged() {
    let wearer = Diabetic(clock: (10, 0))
    wearer.wait(minutes: 20)
    wearer.edits(reading(1, 50, ahead: -4 * 3_600_000, at: wearer))
    #expect(wearer.sounding.isEmpty && wearer.notices.isEmpty)
    wearer.edits(reading(2, 60, ahead: -3_600_000, at: wearer))
    #expect(wearer.notices == [.glucose(.low(amount(60), isVery: false, age: .minutes(60)))])
  }

  @Test("A low reading entered while the device was off alarms and is told; once")
  func whileOff() {
    let wearer = Diabetic(clock: (10, 0))
    wearer.wait(minutes: 20)
    wearer.edits(reading(1, 110, ahead: -600_000, at: wearer))
    wearer.forget()
    wearer.store(reading(2, 60, ahead: -60_000, at: wearer))
    wearer.restart()
    #expect(wearer.sounding == [.lowGlucose])
    #expect(wearer.notices == [.glucose(.low(amount(60), isVery: false))])
  }
}
