import Device
import HAL
import Testing

@Suite("A proposal stands on what is in the diary now (SAFE-2)")
struct RemadeDoseTests {
  private func amount(_ milligrams: Double) -> MeterResult {
    .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(milligrams)))
  }

  /// A reading of 240 mg/dL at lunch, and a dose on the screen.
  private func offered() -> Diabetic {
    let wearer = Diabetic()
    wearer.wait(until: 13, 0)
    wearer.measures(240)
    return wearer
  }

  private func reading(_ wearer: Diabetic, _ change: (inout DiaryReading) -> Void) throws -> Record
  {
    var reading = try #require(wearer.storedReadings.last)
    change(&reading)
    return .diary(.reading(reading))
  }

  @Test("The reading is moved two hours back: there is no dose")
  func moved() throws {
    let wearer = offered()
    wearer.edits(try reading(wearer) { $0.taken.milliseconds -= 7_200_000 })
    #expect(wearer.page == .dose(.refused(.staleReading)))
    wearer.presses(.ok)
    #expect(wearer.storedDoses.isEmpty)
  }

  @Test("A newer reading in the diary: a new page, and the key pressed at once confirms nothing")
  func newer() throws {
    let wearer = offered()
    wearer.wait(.seconds(60))
    wearer.edits(
      try reading(wearer) {
        $0.id = EntryID(7)
        $0.result = amount(85)
        $0.taken.milliseconds += 50_000
      })
    #expect(wearer.offer?.reading == .milligramsPerDecilitre(MilligramsPerDecilitre(85)))
    _ = wearer.prompt.press(KeyPress(.ok), wearer.moment) { _ in }
    #expect(wearer.prompt.page == wearer.page && wearer.storedDoses.isEmpty)
    wearer.presses(.ok)
    #expect(wearer.storedDoses.map(\.confirmed.value) == [6])
  }

  @Test("An amount adjusted by hand is dropped, and the page says so until it is adjusted again")
  func adjusted() throws {
    let wearer = offered()
    wearer.presses(.plus, times: 3)
    #expect(wearer.offer?.units.value == 11.5)
    wearer.measures(110, age: .seconds(3600))
    #expect(wearer.offer?.units.value == 10 && wearer.offer?.isRemade == true)
    wearer.presses(.minus)
    #expect(wearer.offer?.isRemade == false)
  }

  @Test("A dose entered by hand answers the prompt before any reading; another meal's does not")
  func answered() {
    for (meal, isAnswered) in [(Meal.lunch, true), (.breakfast, false)] {
      let wearer = Diabetic()
      wearer.wait(until: 13, 5)
      let units = InsulinUnits(milliunits: 5000)
      let taken = (wearer.moment.wall?.milliseconds ?? 0) - 720_000
      wearer.edits(
        .diary(
          .dose(
            DiaryDose(
              id: EntryID(1), taken: WallTime(milliseconds: taken), meal: meal, mealPart: units,
              correction: .zero, insulinOnBoard: .zero, proposed: units, confirmed: units))))
      wearer.wait(until: 14, 5)
      #expect(wearer.notices.isEmpty == isAnswered)
    }
  }

  @Test("The dose is deleted within the hour: the meal is open again, and the page names the dose")
  func deleted() throws {
    let wearer = offered()
    wearer.presses(.ok)
    let dose = try #require(wearer.storedDoses.last)
    wearer.wait(minutes: 20)
    wearer.edits(.diary(.doseRemoved(dose.id)))
    let gone = DeletedDose(units: dose.confirmed, taken: dose.taken)
    #expect(wearer.page == .dose(.measure(.lunch, deleted: gone)) && wearer.sounding == [.dose])
    wearer.measures(200)
    #expect(wearer.offer?.deleted == gone)
    wearer.presses(.ok)
    #expect(wearer.storedDoses.count == 1 && wearer.notices.isEmpty)
  }

  @Test("Deleted later nothing is asked, and the caregiver hears of it; over a restart, once")
  func deletedLater() throws {
    for isOff in [false, true] {
      let wearer = offered()
      wearer.presses(.ok)
      let dose = try #require(wearer.storedDoses.last)
      wearer.wait(minutes: 70)
      let gone = DeletedDose(units: dose.confirmed, taken: dose.taken)
      if isOff {
        wearer.store(.diary(.doseRemoved(dose.id)))
        wearer.restart()
        wearer.prompt.missMeals(
          since: wearer.minute(13, 50), until: wearer.minute(14, 15), wearer.moment
        ) { wearer.hear($0) }
      } else {
        wearer.edits(.diary(.doseRemoved(dose.id)))
      }
      #expect(wearer.page == nil && wearer.notices == [.dose(.unanswered(.lunch, deleted: gone))])
      wearer.restart()
      wearer.wait(minutes: 30)
      #expect(wearer.notices.isEmpty && wearer.page == nil)
    }
  }

  @Test("An entered dose deleted while the device is off is named by page or mail (SAFE-5)")
  func enteredAndDeletedWhileOff() {
    for isOver in [false, true] {
      let wearer = Diabetic()
      wearer.wait(until: 13, 10)
      let units = InsulinUnits(milliunits: 5000)
      let dose = DiaryDose(
        id: EntryID(77), taken: WallTime(milliseconds: wearer.now.milliseconds + wearer.offset),
        meal: .lunch, mealPart: units, correction: .zero, insulinOnBoard: .zero, proposed: units,
        confirmed: units)
      wearer.edits(.diary(.dose(dose)))
      wearer.wait(until: isOver ? 14 : 13, 15)
      wearer.store(.diary(.doseRemoved(dose.id)))
      let gone = DeletedDose(units: units, taken: dose.taken)
      let matter = Notice.Matter.dose(.unanswered(.lunch, deleted: gone))
      for round in 1...2 {
        wearer.restart()
        let hour = isOver ? 14 : 13
        wearer.prompt.missMeals(
          since: wearer.minute(hour, 15), until: wearer.minute(hour, 15 + round), wearer.moment
        ) { wearer.hear($0) }
        if isOver {
          #expect(wearer.page == nil && wearer.notices == (round == 1 ? [matter] : []))
        } else {
          #expect(wearer.page == .dose(.measure(.lunch, deleted: gone)) && wearer.notices.isEmpty)
        }
      }
      wearer.wait(minutes: 40)
      #expect(wearer.notices == (isOver ? [] : [matter]))
    }
  }

  @Test("Undone by minus, nothing was deleted in the diary")
  func undone() {
    let wearer = offered()
    wearer.presses(.ok)
    wearer.presses(.minus)
    wearer.restart()
    #expect(wearer.page == .dose(.measure(.lunch)))
  }
}
