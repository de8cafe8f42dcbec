import Device
import HAL
import Testing

@Suite("A profile whose figures contradict each other (DIA-1)")
struct PlausibilityTests {
  @Test(
    "Sensible profiles of a child, an adult, the elderly and the resistant are plausible",
    arguments: [
      (200, 1000, 30), (100, 2000, 20), (50, 4000, 12), (30, 6000, 10), (15, 15_000, 4),
      (10, 25_000, 3), (50, 1500, 15),
    ] as [(Double, Int64, Double)])
  func plausible(_ sensitivity: Double, _ base: Int64, _ ratio: Double) throws {
    for ratio in [ratio, nil] {
      let made = InsulinProfile.make(
        sensitivity: sensitivity, base: (base, base, base), ratio: ratio, maximum: 25_000)
      #expect(try #require(made).contradiction == nil)
    }
  }

  @Test("Without bases, the ratio alone carries the meals")
  func noBases() throws {
    let made = try #require(InsulinProfile.make(base: (0, 0, 0), ratio: 12))
    #expect(made.isPlausible)
  }

  @Test("A meal without rapid insulin says nothing of the other meals")
  func fewMeals() throws {
    for base in [(0, 2000, 0), (0, 2000, 2000), (2000, 2000, 2000)] as [(Int64, Int64, Int64)] {
      func found(_ sensitivity: Double) throws -> InsulinContradiction? {
        try #require(InsulinProfile.make(sensitivity: sensitivity, base: base, ratio: nil))
          .contradiction
      }
      #expect(try found(30) == nil)
      // 10 mmol/L a unit, read as mg/dL.
      #expect(try found(10) == .sensitivityAgainstBases)
    }
  }

  @Test("Each contradiction is found by name")
  func contradictions() throws {
    func found(
      sensitivity: Double = 30, base: Int64 = 6000, ratio: Double? = nil,
      maximum: Int64 = 12_000, step: Int64 = 500
    ) throws -> InsulinContradiction? {
      let made = InsulinProfile.make(
        sensitivity: sensitivity, base: (base, base, base), ratio: ratio, maximum: maximum,
        step: step)
      return try #require(made).contradiction
    }
    #expect(try found() == nil)
    #expect(try found(base: 12_000) == nil)
    // The maximum bites, and is named; that is no contradiction.
    #expect(try found(base: 12_500) == nil)
    #expect(try found(base: 500, maximum: 500, step: 1000) == .maximumBelowStep)
    // 12 mmol/L a unit, read as mg/dL; and 25 mg/dL a unit, read as mmol/L.
    #expect(try found(sensitivity: 12, base: 1000) == .sensitivityAgainstBases)
    #expect(try found(sensitivity: 450, base: 20_000, maximum: 25_000) == .sensitivityAgainstBases)
    #expect(try found(sensitivity: 20, base: 2000, ratio: 60) == .sensitivityAgainstRatio)
    #expect(try found(sensitivity: 500, base: 2000, ratio: 4) == .sensitivityAgainstRatio)
    #expect(try found(sensitivity: 60, base: 10_000, ratio: 60) == .baseAgainstRatio)
  }

  @Test(
    "A sensitivity in the other unit is found by the bases alone, and by the ratio alone",
    arguments: [1000, 1500, 15_000, 20_000] as [Int64])
  func otherUnit(_ base: Int64) throws {
    // The rules of thumb say 900 over the bases, and 3.6 times the grams of a unit.
    let usual = 900_000 / Double(base * 3)
    let others = [usual / Glucose.factor, usual * Glucose.factor]
    for wrong in others where InsulinProfile.sensitivityRange.contains(wrong) {
      func found(_ base: Int64, _ ratio: Double?) throws -> InsulinContradiction? {
        let made = InsulinProfile.make(
          sensitivity: wrong, base: (base, base, base), ratio: ratio, maximum: 25_000)
        return try #require(made).contradiction
      }
      #expect(try found(base, nil) == .sensitivityAgainstBases)
      #expect(try found(0, usual / 3.6) == .sensitivityAgainstRatio)
    }
  }

  @Test("It proposes no dose, loudly; the caregiver learns that the meal had none")
  func refused() {
    let wearer = Diabetic(
      insulin: .make(sensitivity: 450, base: (20_000, 20_000, 20_000), maximum: 25_000))
    wearer.wait(until: 13, 0)
    wearer.measures(180)
    #expect(wearer.page == .dose(.refused(.implausibleProfile)) && wearer.sounding == [.dose])
    wearer.presses(.ok)
    #expect(wearer.page == nil && wearer.sounding.isEmpty)
    wearer.wait(minutes: 30)
    #expect(wearer.notices == [.dose(.unanswered(.lunch))] && wearer.storedDoses.isEmpty)
  }

  @Test("Low glucose is named before the profile's fault")
  func dangerFirst() {
    let wearer = Diabetic(
      insulin: .make(sensitivity: 450, base: (20_000, 20_000, 20_000), maximum: 25_000))
    wearer.wait(until: 13, 0)
    wearer.measures(60)
    #expect(wearer.refusals == [.low])
  }

  @Test("A new profile while an offer stands: it is worked out again, or goes with the insulin")
  func reload() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 0)
    wearer.measures(180)
    wearer.load(.make(sensitivity: 60))
    #expect(wearer.offer?.units.value == 7)
    wearer.load(nil)
    #expect(wearer.page == nil && wearer.sounding.isEmpty)
    wearer.wait(minutes: 70)
    #expect(wearer.notices.isEmpty)
  }
}
