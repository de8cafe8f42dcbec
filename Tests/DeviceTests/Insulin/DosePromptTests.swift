import Device
import HAL
import Testing

@Suite("The dose prompt (DIA-3, DIA-8)")
struct DosePromptTests {
  @Test("At lunch the wearer is asked, measures, confirms; all of it is stored")
  func wholeMeal() throws {
    let wearer = Diabetic()
    wearer.wait(until: 12, 59)
    #expect(wearer.page == nil && wearer.told.isEmpty)
    wearer.wait(until: 13, 0)
    #expect(wearer.prompted == [.lunch] && wearer.page == .dose(.measure(.lunch)))
    #expect(wearer.sounding == [.dose])
    wearer.wait(minutes: 1)
    wearer.measures(180)
    let offer = try #require(wearer.offer)
    #expect(offer.proposal.meal == 6 && offer.proposal.correction == 2 && offer.units.value == 8)
    #expect(wearer.sounding.isEmpty)
    wearer.presses(.ok)
    let dose = try #require(wearer.confirmed.first)
    #expect(dose.proposed.value == 8 && dose.confirmed.value == 8 && dose.meal == .lunch)
    #expect(wearer.page == .dose(.taken(.lunch, InsulinUnits(milliunits: 8000))))
    #expect(wearer.storedDoses == [dose])
    #expect(wearer.storedReadings.map(\.category) == [.beforeLunch])
    #expect(wearer.records.contains(.meal(.lunch, day: Diabetic.day, .confirmed)))
    wearer.wait(minutes: 2)
    #expect(wearer.page == nil && wearer.notices.isEmpty)
  }

  @Test("Each meal of each day is prompted once")
  func everyDay() {
    let wearer = Diabetic(clock: (0, 0))
    wearer.wait(minutes: 3 * 1440 - 1)
    let day: [Meal] = [.breakfast, .lunch, .dinner]
    #expect(wearer.prompted == day + day + day)
  }

  @Test("Plus and minus change the dose by the pen's step, from nothing to the maximum")
  func adjust() throws {
    let wearer = Diabetic()
    wearer.wait(until: 13, 0)
    wearer.measures(180)
    wearer.presses(.plus)
    #expect(wearer.offer?.units.value == 8.5)
    wearer.presses(.minus, times: 3)
    #expect(wearer.offer?.units.value == 7)
    wearer.presses(.minus, long: true, times: 9)
    #expect(wearer.offer?.units == .zero)
    wearer.presses(.plus, long: true, times: 20)
    #expect(wearer.offer?.units.value == 12)
    wearer.presses(.minus)
    wearer.presses(.ok)
    let dose = try #require(wearer.confirmed.first)
    #expect(dose.proposed.value == 8 && dose.confirmed.value == 11.5)
  }

  @Test("A maximum that is no whole number of steps is never exceeded")
  func oddMaximum() {
    let wearer = Diabetic(insulin: .make(maximum: 7300))
    wearer.wait(until: 13, 0)
    wearer.measures(240)
    #expect(wearer.offer?.proposal.isCapped == true)
    wearer.presses(.plus, times: 5)
    #expect(wearer.offer?.units.value == 7)
  }

  @Test("A second ok changes nothing, and an ok too quick to have been read confirms nothing")
  func secondOk() throws {
    let wearer = Diabetic()
    wearer.wait(until: 13, 0)
    wearer.presses(.plus)
    wearer.presses(.plus)
    let press = KeyPress(.ok)
    // The first takes the reading, the second comes in the same moment.
    wearer.wait(.seconds(1))
    for _ in 0..<2 { _ = wearer.prompt.press(press, wearer.moment) { _ in } }
    #expect(wearer.offer != nil)
    wearer.presses(.ok, times: 3)
    #expect(wearer.confirmed.count == 1 && wearer.storedDoses.count == 1)
  }

  @Test("Minus takes the dose back for a minute; the offer stands again")
  func undo() throws {
    let wearer = Diabetic()
    wearer.wait(until: 13, 0)
    wearer.measures(180)
    wearer.presses(.plus)
    wearer.presses(.ok)
    wearer.wait(.seconds(50))
    wearer.presses(.minus)
    #expect(wearer.storedDoses.isEmpty && wearer.offer?.units.value == 8.5)
    wearer.presses(.ok)
    #expect(wearer.storedDoses.count == 1)
    wearer.wait(.seconds(59))
    #expect(!wearer.presses(.minus), "after a minute the page is gone")
    #expect(wearer.storedDoses.count == 1)
  }

  @Test("Taken back and left so, the meal counts as unanswered")
  func undoneForGood() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 0)
    wearer.measures(180)
    wearer.presses(.ok)
    wearer.presses(.minus)
    wearer.wait(minutes: 31)
    #expect(wearer.notices == [.dose(.unanswered(.lunch))])
  }

  @Test(
    "Nobody answers the prompt: it sounds every 5 minutes, the caregiver hears at 30, it goes at 60"
  )
  func unanswered() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 29)
    #expect(wearer.raised == Array(repeating: .dose, count: 6) && wearer.notices.isEmpty)
    wearer.wait(minutes: 1)
    #expect(wearer.notices == [.dose(.unanswered(.lunch))])
    wearer.wait(until: 13, 59)
    #expect(wearer.page == .dose(.measure(.lunch)))
    wearer.wait(minutes: 1)
    #expect(wearer.page == nil && wearer.sounding.isEmpty)
    #expect(wearer.refusals == [.noReading] && wearer.notices.count == 1)
    wearer.wait(until: 19, 59)
    #expect(wearer.raised.count == 12)
  }

  @Test("A very low reading that is too old for an alarm of its own is no silence: the meal calls")
  func oldLow() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 2)
    wearer.measures(45, age: .seconds(210 * 60))
    #expect(wearer.refusals == [.veryLow] && wearer.page == .dose(.measure(.lunch)))
    #expect(wearer.raised == [.dose, .dose] && wearer.sounding == [.dose])
  }

  @Test("The same reading once more is no answer to a call: it sounds on")
  func sameReadingAgain() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 0)
    wearer.measures(180)
    #expect(wearer.sounding.isEmpty)
    wearer.wait(minutes: 5)
    wearer.measures(180, age: .seconds(300))
    #expect(wearer.offer?.units.value == 8 && wearer.sounding == [.dose])
  }

  @Test("Switched on late in the meal's hour it still asks, until the hour is over")
  func switchedOnLate() {
    let wearer = Diabetic(clock: (13, 40))
    #expect(wearer.prompted == [.lunch] && wearer.page == .dose(.measure(.lunch)))
    wearer.wait(minutes: 20)
    #expect(wearer.page == nil && wearer.notices == [.dose(.unanswered(.lunch))])
    #expect(Diabetic(clock: (14, 0)).prompted.isEmpty)
  }

  @Test("The next meal ends the one before, and the caregiver hears of that")
  func nextMeal() {
    let wearer = Diabetic(meals: [(.breakfast, 780), (.lunch, 800)])
    wearer.wait(until: 13, 20)
    #expect(
      wearer.page == .dose(.measure(.lunch)) && wearer.notices == [.dose(.unanswered(.breakfast))])
    wearer.wait(until: 13, 59)
    #expect(wearer.prompted == [.breakfast, .lunch])
  }

  @Test("A long ok puts it off by ten minutes, and no further than the meal's hour")
  func snooze() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 0)
    wearer.presses(.ok, long: true)
    #expect(wearer.page == nil && wearer.sounding.isEmpty)
    #expect(!wearer.presses(.ok), "the page is gone: the key belongs to others")
    wearer.wait(until: 13, 10)
    #expect(wearer.raised.count == 1)
    wearer.wait(.seconds(10))
    #expect(wearer.page == .dose(.measure(.lunch)) && wearer.raised.count == 2)
    wearer.wait(until: 13, 55)
    wearer.presses(.ok, long: true)
    wearer.wait(minutes: 30)
    #expect(wearer.page == nil && wearer.prompted == [.lunch])
  }

  @Test("An offer put off stands again while its reading is fresh, else it is measured anew")
  func snoozedOffer() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 0)
    wearer.measures(180)
    wearer.presses(.ok, long: true)
    wearer.wait(minutes: 10)
    #expect(wearer.offer?.units.value == 8)
    wearer.presses(.ok, long: true)
    wearer.wait(minutes: 10)
    #expect(wearer.page == .dose(.measure(.lunch)))
  }

  @Test("An offer whose reading has grown old is withdrawn, loudly; it can be confirmed until then")
  func staleOffer() {
    let early = Diabetic()
    early.wait(until: 13, 0)
    early.measures(180)
    early.wait(.seconds(15 * 60 - 2))
    early.presses(.ok)
    #expect(early.confirmed.count == 1)

    let late = Diabetic()
    late.wait(until: 13, 0)
    late.measures(180)
    late.wait(minutes: 14)
    late.forget()
    late.wait(.seconds(61))
    #expect(late.page == .dose(.refused(.staleReading)) && late.refusals == [.staleReading])
    #expect(late.sounding == [.dose])
    late.presses(.ok)
    #expect(late.page == .dose(.measure(.lunch)) && late.confirmed.isEmpty)
    late.measures(182)
    #expect(late.offer != nil)
  }

  @Test("The ok that comes as the offer goes stale confirms nothing")
  func okTooLate() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 0)
    wearer.measures(180)
    wearer.now = wearer.now + Milliseconds(15 * 60_000 + 1)
    _ = wearer.prompt.press(KeyPress(.ok), wearer.moment) { _ in }
    #expect(wearer.storedDoses.isEmpty && wearer.page == .dose(.refused(.staleReading)))
  }

  @Test("A reading of the last minutes is not asked for again; an older one is")
  func freshReading() {
    let fresh = Diabetic()
    fresh.wait(until: 12, 50)
    fresh.measures(180)
    fresh.wait(until: 13, 0)
    #expect(fresh.prompted == [.lunch] && fresh.offer?.units.value == 8)
    #expect(fresh.sounding == [.dose])
    fresh.wait(until: 13, 6)
    #expect(fresh.page == .dose(.refused(.staleReading)))

    let old = Diabetic()
    old.wait(until: 12, 44)
    old.measures(180)
    old.wait(until: 13, 0)
    #expect(old.page == .dose(.measure(.lunch)))
  }

  @Test("Earlier insulin lowers the correction and is shown before a new dose")
  func onBoard() throws {
    let wearer = Diabetic(meals: [(.breakfast, 11 * 60), (.lunch, 13 * 60)])
    wearer.step(clock: .seconds(-3600))
    wearer.wait(until: 11, 0)
    wearer.measures(150)
    wearer.presses(.ok)
    wearer.wait(until: 13, 0)
    wearer.measures(240)
    let offer = try #require(wearer.offer)
    let last = try #require(offer.last)
    #expect(last.units.value == 5 && last.age > .seconds(7100) && last.age < .seconds(7200))
    #expect(offer.proposal.insulinOnBoard > 2.5 && offer.proposal.insulinOnBoard < 3)
    #expect(offer.units.value == 7, "6 for the meal, and 4 less what is on board, in half units")
  }

  @Test("A wearer who is not insulin-dependent, and a device without ok, are never prompted")
  func neverPrompted() {
    let independent = Diabetic(insulin: nil)
    let keyless = Diabetic(keys: KeySet(bits: 0b1101))
    for wearer in [independent, keyless] {
      wearer.wait(minutes: 1440)
      wearer.measures(180)
      #expect(wearer.prompted.isEmpty && wearer.page == nil && wearer.refusals.isEmpty)
      #expect(wearer.storedReadings.count == 1)
      wearer.measures(60)
      #expect(wearer.sounding == [.lowGlucose])
    }
  }

  @Test("Without plus and minus a meter's reading is enough, and no carbohydrates are asked for")
  func meterOnly() {
    var limits = Limits()
    limits.asksCarbohydrates = true
    for keys in [0b0011, 0b0111, 0b1011] as [UInt8] {
      let wearer = Diabetic(limits: limits, keys: KeySet(bits: keys))
      wearer.wait(until: 13, 0)
      wearer.measures(180)
      wearer.presses(.ok)
      #expect(wearer.confirmed.map(\.confirmed.value) == [8])
    }
  }

  @Test("Carbohydrates that are being set stay set when an old reading is added to the diary")
  func carbohydratesStay() {
    var limits = Limits()
    limits.asksCarbohydrates = true
    let wearer = Diabetic(limits: limits)
    wearer.wait(until: 13, 0)
    wearer.measures(180)
    wearer.presses(.plus)
    let taken = WallTime(milliseconds: wearer.now.milliseconds + wearer.offset - 7_200_000)
    let result = MeterResult.amount(.milligramsPerDecilitre(MilligramsPerDecilitre(150)))
    wearer.edits(
      .diary(.reading(DiaryReading(id: EntryID(1), taken: taken, result: result, category: .other)))
    )
    #expect(wearer.page == .dose(.enterCarbohydrates(Grams(75))))
  }

  @Test("A reading that the meter sends late replaces no newer one, and reopens nothing")
  func lateReading() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 0)
    wearer.measures(180)
    wearer.measures(240, age: .seconds(60))
    #expect(wearer.offer?.units.value == 8 && wearer.storedReadings.count == 2)
    wearer.presses(.ok)
    wearer.wait(minutes: 25)
    wearer.measures(170, age: .seconds(20 * 60))
    #expect(wearer.page == nil && wearer.refusals.isEmpty)
  }

  @Test("A reading from more than 5 minutes ahead, or an old one, is no ground for a dose")
  func wrongAge() {
    for age in [Milliseconds.seconds(-301), .seconds(15 * 60 + 1)] {
      let wearer = Diabetic()
      wearer.wait(until: 13, 0)
      wearer.measures(180, age: age)
      #expect(wearer.page == .dose(.refused(.staleReading)) && wearer.sounding == [.dose])
      #expect(wearer.storedReadings.count == 1)
    }
  }
}
