import Device
import HAL
import Testing

@Suite("A reading entered with keys (DIA-2, DIA-7)")
struct GlucoseEntryTests {
  private func asked(millimoles: Bool = false, carbohydrates: Bool = false) -> Diabetic {
    var limits = Limits()
    limits.usesMillimoles = millimoles
    limits.asksCarbohydrates = carbohydrates
    let wearer = Diabetic(limits: limits)
    wearer.wait(until: 13, 0)
    return wearer
  }

  @Test("The end of its meal's hour, or the meal's dose, takes no value that is typed (SAFE-1)")
  func outlivesItsMeal() {
    let wearer = asked()
    wearer.wait(until: 13, 59)
    wearer.presses(.minus)
    wearer.presses(.minus, long: true, times: 6)
    wearer.wait(until: 14, 0)
    #expect(wearer.page == milligrams(60))
    wearer.presses(.ok)
    #expect(wearer.raised.contains(.lowGlucose))
    let other = asked()
    other.presses(.minus)
    other.presses(.minus, long: true, times: 6)
    other.edits(
      .diary(
        .dose(
          DiaryDose(
            id: EntryID(77), taken: WallTime(milliseconds: other.now.milliseconds + other.offset),
            meal: .lunch, mealPart: .zero, correction: .zero, insulinOnBoard: .zero,
            proposed: .zero, confirmed: InsulinUnits(milliunits: 5000)))))
    #expect(other.page == milligrams(60))
    other.presses(.ok)
    #expect(other.raised.contains(.lowGlucose))
  }

  @Test("One that no key has moved says nothing, and ends after two minutes")
  func untouchedAfterItsMeal() {
    let wearer = asked()
    wearer.wait(until: 13, 59)
    wearer.presses(.minus)
    wearer.wait(until: 14, 0)
    wearer.presses(.ok)
    #expect(wearer.storedReadings.isEmpty)
    wearer.wait(minutes: 3)
    #expect(wearer.page == nil)
  }

  private func milligrams(_ value: Double) -> Page {
    .dose(.enterGlucose(.amount(.milligramsPerDecilitre(MilligramsPerDecilitre(value)))))
  }

  private func millimoles(_ value: Double) -> Page {
    .dose(.enterGlucose(.amount(.millimolesPerLitre(MillimolesPerLitre(value)))))
  }

  @Test("It opens at 120 mg/dL and moves by one, or by ten")
  func steps() {
    let wearer = asked()
    wearer.presses(.plus)
    #expect(wearer.page == milligrams(120))
    wearer.presses(.plus, times: 3)
    #expect(wearer.page == milligrams(123))
    wearer.presses(.minus, long: true)
    #expect(wearer.page == milligrams(113))
  }

  @Test("In mmol/L by a tenth, or by one, and no decimal is ever lost")
  func tenths() {
    let wearer = asked(millimoles: true)
    wearer.presses(.minus)
    #expect(wearer.page == millimoles(6.7))
    var tenths = 67
    for _ in 0..<40 {
      wearer.presses(.plus)
      tenths += 1
      #expect(wearer.page == millimoles(Double(tenths) / 10))
    }
    wearer.presses(.minus, long: true, times: 2)
    wearer.presses(.ok)
    #expect(wearer.offer?.reading == .millimolesPerLitre(MillimolesPerLitre(8.7)))
    #expect(
      wearer.storedReadings.first?.result == .amount(.millimolesPerLitre(MillimolesPerLitre(8.7))))
  }

  @Test("One step beyond what meters measure is LO, or HI, and further there is nothing")
  func ends() {
    for (inMillimoles, low, high) in [
      (false, milligrams(20), milligrams(600)), (true, millimoles(1.1), millimoles(33.3)),
    ] {
      let wearer = asked(millimoles: inMillimoles)
      wearer.presses(.minus, long: true, times: 12)
      #expect(wearer.page == .dose(.enterGlucose(.low)))
      wearer.presses(.plus)
      #expect(wearer.page == low)
      wearer.presses(.plus, long: true, times: 60)
      #expect(wearer.page == .dose(.enterGlucose(.high)))
      wearer.presses(.minus)
      #expect(wearer.page == high)
    }
  }

  @Test("LO entered is very low glucose")
  func low() {
    let wearer = asked()
    wearer.presses(.minus, long: true, times: 13)
    wearer.presses(.ok)
    #expect(wearer.page == .glucose(.low(.low, isVery: true)))
  }

  @Test("It opens at the last reading, but two presses do not make that a new one")
  func untouched() {
    let wearer = Diabetic()
    wearer.measures(182)
    wearer.wait(until: 13, 0)
    wearer.presses(.plus)
    #expect(wearer.page == milligrams(182))
    wearer.presses(.ok, times: 2)
    #expect(wearer.page == milligrams(182) && wearer.storedReadings.count == 1)
    wearer.presses(.plus)
    wearer.presses(.minus)
    wearer.presses(.ok)
    #expect(wearer.storedReadings.count == 2 && wearer.offer != nil)
  }

  @Test("Left half entered it is dropped after two minutes, and asked for again")
  func dropped() {
    let wearer = asked()
    wearer.presses(.plus, times: 5)
    wearer.wait(minutes: 2)
    #expect(wearer.page == .dose(.measure(.lunch)) && wearer.storedReadings.isEmpty)
  }

  @Test("A meter's reading goes before a half entered one")
  func meterWins() {
    let wearer = asked()
    wearer.presses(.plus, times: 5)
    wearer.measures(180)
    #expect(wearer.offer?.reading == .milligramsPerDecilitre(MilligramsPerDecilitre(180)))
  }

  @Test("A reading that is old, or known, takes no value that the keys have moved (SAFE-1)")
  func outlivesOlderReadings() {
    let wearer = Diabetic()
    wearer.measures(75)
    wearer.wait(until: 13, 0)
    wearer.presses(.minus)
    wearer.presses(.minus, long: true, times: 2)
    wearer.measures(75, age: wearer.now - Instant(milliseconds: 0))
    wearer.measures(140, age: .seconds(5 * 3600))
    wearer.measures(2500)
    #expect(wearer.page == milligrams(55))
    wearer.presses(.ok)
    #expect(wearer.raised.contains(.lowGlucose) && wearer.offer == nil)
    let first = asked()
    first.presses(.minus)
    first.presses(.minus, long: true, times: 6)
    first.measures(140, age: .seconds(5 * 3600))
    #expect(first.page == milligrams(60))
    let untouched = asked()
    untouched.presses(.minus)
    untouched.measures(140, age: .seconds(5 * 3600))
    #expect(untouched.page == .dose(.refused(.staleReading)))
  }

  @Test("A value that is typed gives way only to a reading after its last key (SAFE-1, SAFE-2)")
  func outlivesFreshReadings() {
    let wearer = asked()
    wearer.presses(.minus)
    wearer.presses(.minus, long: true, times: 7)
    wearer.wait(.seconds(10))
    wearer.measures(140, age: .seconds(14 * 60))
    wearer.measures(140, age: .seconds(11))
    #expect(wearer.page == milligrams(50))
    wearer.presses(.ok)
    #expect(wearer.sounding.contains(.veryLowGlucose) && wearer.offer == nil)
    #expect(wearer.confirmed.isEmpty)
    let newer = asked()
    newer.presses(.minus)
    newer.presses(.minus, long: true, times: 7)
    newer.wait(.seconds(10))
    newer.measures(140, age: .seconds(9))
    #expect(newer.offer?.reading == .milligramsPerDecilitre(MilligramsPerDecilitre(140)))
    let well = asked()
    well.presses(.minus, times: 2)
    well.measures(140, age: .seconds(14 * 60))
    #expect(well.page == milligrams(119))
    well.presses(.ok)
    #expect(well.offer?.reading == .milligramsPerDecilitre(MilligramsPerDecilitre(119)))
  }

  @Test("An older low takes no lower value that is typed, and any that is well (SAFE-1)")
  func outlivesOlderLow() {
    for (times, isLow) in [(7, true), (3, false)] {
      let wearer = asked()
      wearer.presses(.minus)
      wearer.presses(.minus, long: true, times: times)
      let taken = WallTime(milliseconds: wearer.now.milliseconds + wearer.offset - 7_200_000)
      let older = MeterResult.amount(.milligramsPerDecilitre(MilligramsPerDecilitre(68)))
      wearer.edits(
        .diary(
          .reading(DiaryReading(id: EntryID(1), taken: taken, result: older, category: .other))))
      #expect(wearer.sounding.contains(.lowGlucose))
      wearer.presses(.ok)
      #expect(wearer.sounding.contains(.veryLowGlucose) == isLow)
      #expect(wearer.storedReadings.count == (isLow ? 2 : 1))
    }
  }

  @Test("Typed right after a low, it brings no dose before a second reading (DIA-8)")
  func rightAfterALow() {
    let wearer = asked()
    wearer.measures(48)
    wearer.presses(.plus)
    wearer.presses(.plus, long: true, times: 3)
    wearer.presses(.ok, times: 3)
    #expect(wearer.page == .dose(.measure(.lunch)) && wearer.sounding.isEmpty)
    #expect(wearer.confirmed.isEmpty && wearer.offer == nil)
    wearer.measures(110)
    #expect(wearer.offer?.reading == .milligramsPerDecilitre(MilligramsPerDecilitre(110)))
  }

  @Test("Typed twice right after a low, it brings no dose before 15 minutes or a meter (DIA-8)")
  func twiceAfterALow() {
    for isMeasured in [true, false] {
      let wearer = asked()
      wearer.measures(48)
      wearer.presses(.plus)
      wearer.presses(.plus, long: true, times: 3)
      wearer.presses(.ok)
      wearer.presses(.plus, times: 2)
      wearer.presses(.ok, times: 2)
      #expect(wearer.storedReadings.count == 3)
      #expect(wearer.confirmed.isEmpty && wearer.offer == nil)
      if isMeasured {
        wearer.measures(110)
      } else {
        wearer.wait(minutes: 15)
        #expect(wearer.offer == nil)
        wearer.presses(.plus, times: 2)
        wearer.presses(.ok)
      }
      #expect(wearer.offer != nil)
    }
  }

  @Test("Typed 15 minutes after a low, or sent by a meter, one reading brings a dose (DIA-8)")
  func longAfterALow() {
    let wearer = asked()
    wearer.measures(48)
    wearer.wait(minutes: 15)
    wearer.presses(.plus)
    wearer.presses(.plus, long: true, times: 3)
    wearer.presses(.ok, times: 2)
    #expect(wearer.offer?.reading == .milligramsPerDecilitre(MilligramsPerDecilitre(78)))
    let metered = asked()
    metered.measures(48)
    metered.wait(minutes: 5)
    metered.measures(78)
    #expect(metered.offer != nil)
  }

  @Test("Carbohydrates open at what the base covers; changed, they take its place")
  func carbohydrates() {
    let wearer = asked(carbohydrates: true)
    wearer.measures(100)
    #expect(wearer.page == .dose(.enterCarbohydrates(Grams(70))))
    wearer.presses(.minus, times: 2)
    wearer.presses(.ok)
    #expect(wearer.offer?.proposal.isByCarbohydrates == true)
    #expect(wearer.offer?.units.value == 5)
  }

  @Test("No more than 250 g, and not less than none")
  func carbohydrateEnds() {
    let wearer = asked(carbohydrates: true)
    wearer.measures(100)
    wearer.presses(.plus, long: true, times: 12)
    #expect(wearer.page == .dose(.enterCarbohydrates(Grams(250))))
    wearer.presses(.minus, long: true, times: 14)
    #expect(wearer.page == .dose(.enterCarbohydrates(Grams(0))))
    wearer.presses(.ok)
    #expect(wearer.offer?.units == .zero)
  }

  @Test("A reason against a dose is shown before carbohydrates are asked for")
  func refusedFirst() {
    let wearer = asked(carbohydrates: true)
    wearer.measures(.high)
    #expect(wearer.page == .dose(.refused(.notMeasurable)))
  }

  @Test("The help key is never this page's")
  func help() {
    let wearer = asked()
    #expect(!wearer.presses(.help))
    #expect(wearer.page == .dose(.measure(.lunch)))
  }
}
