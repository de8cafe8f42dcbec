import Device
import HAL
import Testing

@Suite("Doses and readings over power cuts, clock steps and edits (DIA-8)")
struct DoseMemoryTests {
  /// Two low readings, a snooze, a dose, its undoing, another dose: an hour in which much is stored.
  private func busyHour() -> Diabetic {
    let wearer = Diabetic()
    wearer.wait(until: 12, 40)
    wearer.measures(50)
    wearer.wait(until: 12, 56)
    wearer.measures(75)
    wearer.wait(until: 13, 1)
    wearer.presses(.ok, long: true)
    wearer.wait(until: 13, 12)
    wearer.measures(180)
    wearer.presses(.ok)
    wearer.presses(.minus)
    wearer.presses(.plus)
    wearer.presses(.ok)
    wearer.wait(minutes: 2)
    return wearer
  }

  @Test(
    "Cut at every record of a busy hour: what was confirmed is not asked again, nothing is lost")
  func cuts() {
    let count = busyHour().records.count
    #expect(count >= 10)
    for kept in 0...count {
      let wearer = busyHour()
      let wasPrompted = wearer.records.prefix(kept).contains { record in
        if case .meal(.lunch, _, _) = record { true } else { false }
      }
      wearer.restart(keeping: kept)
      wearer.wait(minutes: 3)
      let doses = wearer.storedDoses.count
      if doses > 0 {
        #expect(wearer.page == nil && wearer.raised.isEmpty, "after \(kept) records")
      } else if wearer.storedReadings.last.map({ $0.result.isBelow70 }) == true {
        // The low reading counts for more than the meal.
        if case .glucose(.low) = wearer.page {} else { Issue.record("after \(kept) records") }
      } else {
        #expect(wearer.page == .dose(.measure(.lunch)), "after \(kept) records")
        #expect(wearer.prompted.isEmpty == wasPrompted, "after \(kept) records")
      }
      wearer.measures(185)
      wearer.presses(.ok, times: 3)
      #expect(wearer.storedDoses.count == 1, "one dose for lunch after \(kept) records")
      wearer.wait(minutes: 90)
      wearer.presses(.ok)
      #expect(wearer.storedDoses.count == 1)
    }
  }

  @Test("Numbers of readings and doses are never given twice, over restarts")
  func numbers() throws {
    let wearer = busyHour()
    wearer.restart()
    wearer.measures(120)
    var seen: [EntryID] = wearer.storedReadings.map(\.id)
    for record in wearer.records {
      if case .diary(.dose(let dose)) = record { seen.append(dose.id) }
    }
    let own = try #require(wearer.storedReadings.last).id.value
    var entered = try #require(wearer.storedReadings.last)
    entered.id = EntryID(own + 1)
    wearer.edits(.diary(.reading(entered)))
    seen.append(entered.id)
    wearer.wait(minutes: 1)
    wearer.measures(130)
    seen.append(try #require(wearer.storedReadings.last).id)
    for (i, id) in seen.enumerated() { #expect(!seen[..<i].contains(id)) }
  }

  @Test("Measuring again after the dose is answered with: there is one already")
  func secondDose() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 0)
    wearer.measures(180)
    wearer.presses(.ok)
    wearer.wait(minutes: 20)
    wearer.forget()
    wearer.measures(190)
    #expect(wearer.page == .dose(.refused(.secondDoseForMeal)))
    #expect(wearer.refusals == [.secondDoseForMeal] && wearer.sounding == [.dose])
    wearer.presses(.ok)
    #expect(wearer.page == nil && wearer.sounding.isEmpty && wearer.storedDoses.count == 1)
    wearer.restart()
    wearer.measures(200)
    #expect(wearer.refusals == [.secondDoseForMeal])
  }

  @Test("A dose that the family enters answers for the meal, before the prompt and during it")
  func enteredDose() {
    for isEarly in [true, false] {
      let wearer = Diabetic()
      wearer.wait(until: isEarly ? 12 : 13, isEarly ? 50 : 1)
      if !isEarly { wearer.measures(180) }
      wearer.edits(.diary(.dose(dose(1 << 40, .lunch, units: 6, at: wearer))))
      wearer.wait(until: 13, 1)
      #expect(wearer.refusals == [.secondDoseForMeal])
      #expect(wearer.page == .dose(.refused(.secondDoseForMeal)))
      wearer.wait(minutes: 30)
      #expect(wearer.notices.isEmpty && wearer.page == nil)
    }
  }

  @Test("A dose entered for another meal lowers the offer on the screen")
  func enteredOther() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 0)
    wearer.measures(180)
    #expect(wearer.offer?.units.value == 8)
    let entered = dose(1 << 40, .breakfast, units: 1, at: wearer)
    wearer.edits(.diary(.dose(entered)))
    #expect(wearer.offer?.units.value == 7)
    wearer.edits(.diary(.doseRemoved(entered.id)))
    #expect(wearer.offer?.units.value == 8)
  }

  @Test("The reading behind the offer is deleted: it is measured anew; corrected: worked out anew")
  func editedReading() throws {
    let wearer = Diabetic()
    wearer.wait(until: 13, 0)
    wearer.measures(240)
    var reading = try #require(wearer.storedReadings.first)
    reading.result = .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(150)))
    wearer.edits(.diary(.reading(reading)))
    #expect(wearer.offer?.units.value == 7)
    wearer.edits(.diary(.readingRemoved(reading.id)))
    #expect(wearer.page == .dose(.measure(.lunch)) && wearer.sounding == [.dose])
  }

  @Test("A clock that names the wrong day for an hour neither asks twice nor eats the next lunch")
  func wrongDay() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 10)
    wearer.step(clock: .seconds(86_400))
    wearer.wait(minutes: 40)
    #expect(wearer.prompted == [.lunch])
    wearer.measures(180)
    wearer.presses(.ok)
    wearer.wait(minutes: 3)
    wearer.step(clock: .seconds(-86_400))
    wearer.wait(minutes: 30)
    #expect(wearer.prompted == [.lunch] && wearer.refusals.isEmpty)
    wearer.wait(minutes: 1440)
    #expect(wearer.prompted == [.lunch, .dinner, .breakfast, .lunch])
  }

  @Test("A clock that reaches tomorrow's lunch while today's is open does not ask for it as well")
  func nextDayTooSoon() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 10)
    wearer.step(clock: .seconds(86_400 - 1800))
    wearer.wait(minutes: 110)
    #expect(wearer.prompted == [.lunch])
  }

  @Test("Cut off after the caregiver was told, the prompt goes on and tells nobody twice")
  func toldOnce() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 32)
    #expect(wearer.notices == [.dose(.unanswered(.lunch))])
    wearer.restart()
    #expect(wearer.page == .dose(.measure(.lunch)))
    wearer.wait(until: 14, 5)
    #expect(wearer.page == nil && wearer.notices.isEmpty && wearer.prompted.isEmpty)
  }

  @Test("A reading from before another dose, or from before a restart, is not used for the meal")
  func usedReading() {
    let wearer = Diabetic()
    wearer.wait(until: 12, 50)
    wearer.measures(180)
    wearer.wait(minutes: 5)
    wearer.edits(.diary(.dose(dose(1 << 40, .breakfast, units: 1, at: wearer))))
    wearer.wait(until: 13, 0)
    #expect(wearer.page == .dose(.measure(.lunch)))

    let restarted = Diabetic()
    restarted.wait(until: 12, 50)
    restarted.measures(180)
    restarted.restart()
    restarted.wait(until: 13, 0)
    #expect(restarted.page == .dose(.measure(.lunch)))
  }

  @Test("While no clock is trusted readings are kept, alarm, give no dose, and are stored later")
  func untrusted() throws {
    let wearer = Diabetic()
    wearer.wait(until: 13, 0)
    wearer.isTrusted = false
    wearer.pass()
    wearer.measures(180)
    #expect(wearer.page == .dose(.refused(.clockUntrusted)) && wearer.storedReadings.isEmpty)
    let taken = wearer.moment.wall
    wearer.wait(minutes: 4)
    wearer.isTrusted = true
    wearer.pass()
    #expect(wearer.storedReadings.map(\.taken) == [try #require(taken)])
    #expect(wearer.offer?.units.value == 8, "the reading is still fresh")
    wearer.isTrusted = false
    wearer.presses(.ok)
    #expect(wearer.storedDoses.isEmpty && wearer.page == .dose(.refused(.clockUntrusted)))
    wearer.measures(60)
    #expect(wearer.sounding.contains(.lowGlucose))
    wearer.measures(100)
    wearer.edits(.diary(.doseRemoved(EntryID(7))))
    #expect(!wearer.sounding.contains(.lowGlucose))
  }

  private func dose(_ id: UInt64, _ meal: Meal, units: Int64, at wearer: Diabetic) -> DiaryDose {
    let amount = InsulinUnits(milliunits: units * 1000)
    return DiaryDose(
      id: EntryID(id), taken: wearer.moment.wall ?? WallTime(milliseconds: 0), meal: meal,
      mealPart: amount, correction: .zero, insulinOnBoard: .zero, proposed: amount,
      confirmed: amount)
  }
}

extension MeterResult {
  fileprivate var isBelow70: Bool {
    if case .amount(let glucose) = self { return glucose.inMilligrams.value < 70 }
    return self == .low
  }
}
