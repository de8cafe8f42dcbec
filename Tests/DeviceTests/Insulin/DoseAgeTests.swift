import Device
import HAL
import Testing

@Suite("Insulin on board over steps of the clock, edits and years (DIA-8)")
struct DoseAgeTests {
  @Test(
    "Steps of the clock: one prompt for lunch, and its dose still counts",
    arguments: [1000, -1000, 3_600_000, -3_600_000, 619_315_200_000, -619_315_200_000] as [Int64])
  func clockSteps(_ step: Int64) throws {
    for minutesBefore in [-20, 0, 20, 80] as [Int64] {
      let wearer = Diabetic()
      wearer.wait(until: 13, 0)
      wearer.measures(180)
      wearer.presses(.ok)
      wearer.wait(minutes: 25 + minutesBefore)
      wearer.step(clock: Milliseconds(step))
      wearer.wait(minutes: 70)
      #expect(wearer.prompted == [.lunch] && wearer.storedDoses.count == 1)
      wearer.step(clock: Milliseconds(-step))
      wearer.load(.make(base: (4000, 6000, 5000), maximum: 12_500))
      wearer.wait(until: 16, 0)
      // Dinner comes early by a clock gone wrong: the insulin of lunch is on board all the same.
      wearer.step(clock: .seconds(4 * 3600))
      wearer.measures(400)
      let onBoard = try #require(wearer.offer).proposal.insulinOnBoard
      let lunch = GivenDose(units: InsulinUnits(milliunits: 8000), age: .seconds(3 * 3600))
      #expect(abs(onBoard - InsulinModel.rapidAdult.onBoard(lunch)) < 0.01)
    }
  }

  @Test(
    "After a restart with the clock behind, a dose from the future forbids another until it is past"
  )
  func clockBehind() throws {
    let wearer = Diabetic(clock: (12, 31), meals: [(.breakfast, 755), (.dinner, 690)])
    wearer.wait(until: 12, 35)
    wearer.measures(100)
    wearer.presses(.ok)
    wearer.wait(minutes: 40)
    wearer.restart(off: .seconds(-6600))
    wearer.wait(until: 11, 30)
    wearer.measures(240)
    #expect(wearer.page == .dose(.refused(.doseTimeUnclear)))
    wearer.step(clock: .seconds(9000))
    wearer.measures(241)
    #expect(try #require(wearer.offer).proposal.insulinOnBoard < 3.7)
  }

  @Test("A clock that ran far ahead for a while has not made the doses disappear")
  func clockAhead() throws {
    let wearer = Diabetic(meals: [(.breakfast, 721), (.dinner, 800)])
    wearer.wait(minutes: 1)
    wearer.measures(100)
    wearer.presses(.ok)
    wearer.restart(off: .seconds(7 * 86_400))
    wearer.wait(minutes: 1)
    wearer.step(clock: .seconds(-7 * 86_400))
    wearer.wait(until: 13, 20)
    wearer.measures(240)
    let onBoard = try #require(wearer.offer).proposal.insulinOnBoard
    let breakfast = GivenDose(units: InsulinUnits(milliunits: 4000), age: .seconds(79 * 60))
    #expect(abs(onBoard - InsulinModel.rapidAdult.onBoard(breakfast)) < 0.05)
  }

  @Test("Aged once by a right clock, a dose does not disappear when the clock runs ahead")
  func clockAheadLater() throws {
    let wearer = Diabetic(meals: [(.breakfast, 721), (.dinner, 800)])
    wearer.wait(minutes: 1)
    wearer.measures(100)
    wearer.presses(.ok)
    wearer.restart()
    wearer.wait(minutes: 1)
    wearer.step(clock: .seconds(7 * 86_400))
    wearer.wait(minutes: 78)
    wearer.measures(240)
    #expect(try #require(wearer.offer).proposal.insulinOnBoard > 2.8)
  }

  @Test("The family corrects how much was taken: when it was taken stays exact")
  func correctedAmount() throws {
    let wearer = Diabetic(meals: [(.breakfast, 721), (.dinner, 800)])
    wearer.wait(minutes: 1)
    wearer.measures(100)
    wearer.presses(.ok)
    wearer.wait(minutes: 2)
    wearer.step(clock: .seconds(-7200))
    var dose = try #require(wearer.storedDoses.first)
    dose.confirmed = InsulinUnits(milliunits: 10_000)
    wearer.edits(.diary(.dose(dose)))
    wearer.wait(until: 13, 20)
    wearer.measures(300)
    let taken = GivenDose(units: dose.confirmed, age: .seconds(199 * 60))
    let onBoard = try #require(wearer.offer).proposal.insulinOnBoard
    #expect(abs(onBoard - InsulinModel.rapidAdult.onBoard(taken)) < 0.05)
  }

  @Test("However many doses are entered, none that still acts is lost")
  func manyDoses() throws {
    let wearer = Diabetic()
    wearer.wait(until: 12, 30)
    for i in 0..<100 {
      wearer.edits(.diary(.dose(dose(UInt64(1 << 40 + i), .breakfast, units: 1, at: wearer))))
      wearer.wait(.seconds(1))
    }
    wearer.wait(until: 13, 0)
    wearer.measures(240)
    let onBoard = try #require(wearer.offer).proposal.insulinOnBoard
    #expect(onBoard > 95 && onBoard <= 100, "\(onBoard)")
  }

  @Test("Years of records restored: only the last day counts")
  func years() throws {
    let wearer = Diabetic()
    wearer.wait(minutes: 40)
    for i in 0..<400 {
      var old = dose(UInt64(1 << 40 + i), .breakfast, units: 5, at: wearer)
      old.taken.milliseconds -= Int64(400 - i) * 8 * 3_600_000
      wearer.edits(.diary(.dose(old)))
    }
    wearer.restart()
    wearer.wait(until: 13, 0)
    wearer.measures(240)
    #expect(try #require(wearer.offer).proposal.insulinOnBoard < 0.1)
  }

  @Test("Years of records and a clock far behind: nobody knows how old the doses are (SAFE-2)")
  func yearsAhead() {
    let wearer = Diabetic()
    wearer.wait(minutes: 40)
    for i in 0..<400 {
      var old = dose(UInt64(1 << 40 + i), .breakfast, units: 5, at: wearer)
      old.taken.milliseconds -= Int64(400 - i) * 8 * 3_600_000
      wearer.edits(.diary(.dose(old)))
    }
    wearer.restart(off: .seconds(-400 * 86_400))
    wearer.wait(minutes: 20)
    wearer.measures(240)
    #expect(wearer.page == .dose(.refused(.doseTimeUnclear)) && wearer.offer == nil)
  }

  private func dose(_ id: UInt64, _ meal: Meal, units: Int64, at wearer: Diabetic) -> DiaryDose {
    let amount = InsulinUnits(milliunits: units * 1000)
    return DiaryDose(
      id: EntryID(id), taken: wearer.moment.wall ?? WallTime(milliseconds: 0), meal: meal,
      mealPart: amount, correction: .zero, insulinOnBoard: .zero, proposed: amount,
      confirmed: amount)
  }
}
