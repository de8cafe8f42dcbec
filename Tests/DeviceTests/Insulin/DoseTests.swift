import Device
import HAL
import Testing

@Suite("The dose that is proposed (DIA-3, DIA-8)")
struct DoseTests {
  private func profile(step: Int64 = 500, maximum: Int64 = 12_000) throws -> InsulinProfile {
    try InsulinProfile(
      lowerTarget: MilligramsPerDecilitre(80), upperTarget: MilligramsPerDecilitre(120),
      sensitivity: 30,
      base: (
        InsulinUnits(milliunits: 4000), InsulinUnits(milliunits: 6000),
        InsulinUnits(milliunits: 5000)
      ),
      gramsPerUnit: 12, maximum: InsulinUnits(milliunits: maximum),
      step: InsulinUnits(milliunits: step), model: .rapidAdult)
  }

  private func request(
    _ glucose: Double, carbs: Double? = nil, onBoard: Double = 0, age: Int64 = 0
  ) -> DoseRequest {
    DoseRequest(
      meal: .lunch, reading: .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(glucose))),
      readingAge: .seconds(age), carbohydrates: carbs.map { Grams($0) }, insulinOnBoard: onBoard)
  }

  private func total(_ request: DoseRequest) throws -> Double {
    try profile().dose(request).get().total.value
  }

  @Test("Base, or carbohydrates by ratio, never both")
  func mealPart() throws {
    #expect(try total(request(100)) == 6)
    #expect(try total(request(100, carbs: 60)) == 5)
    #expect(try total(request(100, carbs: 0)) == 0)
  }

  @Test("Insulin on board lowers a positive correction, never the meal")
  func onBoard() throws {
    #expect(try total(request(180)) == 8)
    #expect(try total(request(180, onBoard: 1.5)) == 6.5)
    #expect(try total(request(180, onBoard: 9)) == 6)
    #expect(try total(request(100, onBoard: 9)) == 6)
  }

  @Test("A low reading within limits lowers the meal, never below nothing")
  func negativeCorrection() throws {
    #expect(try total(request(74)) == 5.5)
    #expect(try total(request(74, carbs: 1)) == 0)
  }

  @Test("The profile's maximum limits the dose, and the page says so")
  func maximum() throws {
    let dose = try profile(maximum: 7000).dose(request(240)).get()
    #expect(dose.total.value == 7)
    #expect(dose.exact == 10)
    #expect(dose.isCapped)
  }

  @Test("A sum that is the maximum but for the last binary digit is not held to it")
  func atTheMaximum() throws {
    func dose(_ glucose: Double) throws -> DoseProposal {
      let target = MilligramsPerDecilitre(6 * Glucose.factor)
      let four = InsulinUnits(milliunits: 4000)
      let insulin = try InsulinProfile(
        lowerTarget: target, upperTarget: target, sensitivity: 1.5 * Glucose.factor,
        base: (four, four, four), gramsPerUnit: nil, maximum: InsulinUnits(milliunits: 10_000),
        step: InsulinUnits(milliunits: 500), model: .rapidAdult)
      let reading = Glucose.millimolesPerLitre(MillimolesPerLitre(glucose))
      return try insulin.dose(
        DoseRequest(meal: .lunch, reading: .amount(reading), readingAge: Milliseconds(0))
      ).get()
    }
    #expect(try !dose(15).isCapped && dose(15).total.value == 10)
    #expect(try dose(15.1).isCapped && dose(15.1).total.value == 10)
  }

  @Test("Decimal steps are decimal: 0.1 taken 43 times is 4.3")
  func decimalStep() throws {
    for tenths in 0...250 {
      let amount = Double(tenths) * 0.1
      #expect(
        InsulinUnits.floor(amount, step: InsulinUnits(milliunits: 100)).milliunits == tenths * 100)
    }
  }

  @Test(
    "A dose that is refused has its reason",
    arguments: [
      (69.9, DoseRefusal.low), (54, .low), (53.9, .veryLow), (20, .veryLow), (19.9, .veryLow),
      (0.1, .veryLow), (0, .notMeasurable), (-1, .notMeasurable), (600.1, .notMeasurable),
      (Double.nan, .notMeasurable), (Double.infinity, .notMeasurable),
    ])
  func refused(_ glucose: Double, _ refusal: DoseRefusal) throws {
    #expect(try profile().dose(request(glucose)) == .failure(DoseRefusalError(refusal)))
  }

  @Test("In mmol/L the ends of the meter's range are those that it prints")
  func millimoleRange() throws {
    func refusal(_ value: Double) throws -> DoseRefusal? {
      let request = DoseRequest(
        meal: .lunch, reading: .amount(.millimolesPerLitre(MillimolesPerLitre(value))),
        readingAge: Milliseconds(0))
      if case .failure(let error) = try profile().dose(request) { return error.refusal }
      return nil
    }
    #expect(try refusal(1.0) == .veryLow)
    #expect(try refusal(1.1) == .veryLow)
    #expect(try refusal(2.9) == .veryLow)
    #expect(try refusal(3.0) == .low)
    #expect(try refusal(3.8) == .low)
    #expect(try refusal(3.9) == nil)
    #expect(try refusal(33.3) == nil)
    #expect(try refusal(33.4) == .notMeasurable)
  }

  @Test("No reading, LO, HI, stale, from the future, second dose, untrusted clock: refused")
  func otherRefusals() throws {
    func refusal(_ change: (inout DoseRequest) -> Void) throws -> DoseRefusal? {
      var request = request(150)
      change(&request)
      if case .failure(let error) = try profile().dose(request) { return error.refusal }
      return nil
    }
    #expect(try refusal { _ in } == nil)
    #expect(try refusal { $0.reading = nil } == .noReading)
    #expect(try refusal { $0.reading = .low } == .veryLow)
    #expect(try refusal { $0.reading = .high } == .notMeasurable)
    #expect(try refusal { $0.readingAge = .seconds(900) } == nil)
    #expect(try refusal { $0.readingAge = .seconds(901) } == .staleReading)
    #expect(try refusal { $0.readingAge = Milliseconds(-1) } == .staleReading)
    #expect(try refusal { $0.hasDoseForMeal = true } == .secondDoseForMeal)
    #expect(try refusal { $0.isClockTrusted = false } == .clockUntrusted)
    // A danger is named before a formality.
    #expect(
      try refusal {
        $0.reading = .low
        $0.isClockTrusted = false
      } == .veryLow)
  }

  @Test("Each parameter out of range is refused by name")
  func parameters() throws {
    func error(
      lower: Double = 80, upper: Double = 120, sensitivity: Double = 30, lunch: Int64 = 6000,
      ratio: Double? = 12, maximum: Int64 = 12_000, step: Int64 = 500
    ) -> InsulinParameter? {
      let six = InsulinUnits(milliunits: 6000)
      do throws(InsulinProfileError) {
        _ = try InsulinProfile(
          lowerTarget: MilligramsPerDecilitre(lower), upperTarget: MilligramsPerDecilitre(upper),
          sensitivity: sensitivity, base: (six, InsulinUnits(milliunits: lunch), six),
          gramsPerUnit: ratio, maximum: InsulinUnits(milliunits: maximum),
          step: InsulinUnits(milliunits: step), model: .rapidAdult)
        return nil
      } catch { return error.parameter }
    }
    #expect(error() == nil)
    #expect(error(lower: 79) == .lowerTarget)
    #expect(error(upper: 79) == .upperTarget)
    #expect(error(upper: .nan) == .upperTarget)
    #expect(error(sensitivity: 1.7) == .sensitivity)
    #expect(error(lunch: 26_000) == .baseLunch)
    #expect(error(ratio: 1) == .gramsPerUnit)
    #expect(error(maximum: 40_500) == .maximum)
    #expect(error(step: 0) == .step)
  }

  @Test("A dose wears off steadily, from whole to nothing")
  func decay() {
    var last = 1.0
    for minute in 0...400 {
      let left = InsulinModel.rapidAdult.fractionRemaining(after: .seconds(Int64(minute) * 60))
      #expect(left <= last && left >= 0)
      last = left
    }
    #expect(last == 0)
  }

  @Test("A dose from the future still counts whole: a clock set back must not hide it")
  func future() {
    let dose = GivenDose(units: InsulinUnits(milliunits: 4000), age: .seconds(-3600))
    #expect(InsulinModel.rapidAdult.onBoard(dose) == 4)
  }
}
