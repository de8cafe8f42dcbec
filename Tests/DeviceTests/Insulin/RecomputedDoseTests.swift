import Device
import Foundation
import HAL
import TestSupport
import Testing

/// The dose rule of the requirements once more, in decimal arithmetic and in another order of thought.
private struct DecimalDose {
  var milliunits: Int
  var isCapped: Bool
  /// Nearer to a rounding edge than binary arithmetic can tell.
  var isOnEdge: Bool

  init(_ random: RandomCase, onBoard: Decimal) {
    let glucose = random.glucose
    let edge =
      glucose > random.upper ? random.upper : glucose < random.lower ? random.lower : glucose
    var correction = (glucose - edge) / random.sensitivity
    if correction > 0 { correction = max(0, correction - onBoard) }
    let meal = random.grams.map { $0 / random.ratio } ?? random.base
    let whole = max(0, meal + correction)
    let held = min(whole, random.maximum)
    var steps = held / random.step
    var floored = Decimal()
    NSDecimalRound(&floored, &steps, 0, .down)
    isOnEdge = abs(steps - floored) < 0.000_01 || abs(steps - floored - 1) < 0.000_01
    milliunits = NSDecimalNumber(decimal: floored * random.step * 1000).intValue
    isCapped = whole > random.maximum
  }
}

private struct RandomCase {
  var lower: Decimal
  var upper: Decimal
  var sensitivity: Decimal
  var base: Decimal
  var ratio: Decimal
  var maximum: Decimal
  var step: Decimal
  var glucose: Decimal
  var grams: Decimal?
  var doses: [(milliunits: Int64, minutes: Int64)]

  init(_ random: inout SplitMix64) {
    lower = Decimal(80 + random.below(40))
    upper = lower + Decimal(random.below(60))
    sensitivity = Decimal(15 + random.below(200))
    ratio = Decimal(4 + random.below(20))
    step = [Decimal(string: "0.05"), Decimal(string: "0.1"), Decimal(string: "0.5"), 1][
      random.below(4)]!
    maximum = step * Decimal(1 + random.below(25))
    base = min(maximum, step * Decimal(random.below(40)))
    glucose = Decimal(20 + random.below(581))
    grams = random.below(3) == 0 ? Decimal(random.below(251)) : nil
    doses = (0..<random.below(5)).map { _ in
      (Int64(random.below(120)) * 100, Int64(random.below(500)))
    }
  }

  func profile() throws -> InsulinProfile? {
    func units(_ value: Decimal) -> InsulinUnits {
      InsulinUnits(milliunits: NSDecimalNumber(decimal: value * 1000).int64Value)
    }
    func number(_ value: Decimal) -> Double { NSDecimalNumber(decimal: value).doubleValue }
    return try? InsulinProfile(
      lowerTarget: MilligramsPerDecilitre(number(lower)),
      upperTarget: MilligramsPerDecilitre(number(upper)), sensitivity: number(sensitivity),
      base: (units(base), units(base), units(base)), gramsPerUnit: number(ratio),
      maximum: units(maximum), step: units(step), model: .rapidAdult)
  }
}

@Suite("The dose, worked out a second time in decimal (DIA-3)")
struct RecomputedDoseTests {
  @Test("Twenty thousand profiles, readings and earlier doses")
  func agree() throws {
    var random = SplitMix64(seed: 2026)
    var proposed = 0
    var refused = 0
    for number in 0..<20_000 {
      let one = RandomCase(&random)
      guard let profile = try one.profile(), profile.isPlausible else { continue }
      let onBoard = one.doses.reduce(0.0) {
        $0
          + profile.model.onBoard(
            GivenDose(
              units: InsulinUnits(milliunits: $1.milliunits), age: .seconds($1.minutes * 60)))
      }
      let glucose = NSDecimalNumber(decimal: one.glucose).doubleValue
      let request = DoseRequest(
        meal: .lunch,
        reading: .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(glucose))),
        readingAge: Milliseconds(0),
        carbohydrates: one.grams.map { Grams(NSDecimalNumber(decimal: $0).doubleValue) },
        insulinOnBoard: onBoard)
      guard case .success(let dose) = profile.dose(request) else {
        #expect(glucose < 70, "case \(number)")
        refused += 1
        continue
      }
      proposed += 1
      #expect(glucose >= 70, "case \(number): no dose below 70")
      let total = dose.total.milliunits
      #expect(total >= 0 && total <= profile.maximum.milliunits, "case \(number)")
      #expect(total % profile.step.milliunits == 0, "case \(number): a whole number of steps")
      #expect(dose.correction > 0 || abs(dose.exact - max(dose.meal + dose.correction, 0)) < 1e-9)
      let again = DecimalDose(one, onBoard: Decimal(onBoard))
      if again.isOnEdge, onBoard > 0 { continue }
      #expect(Int(total) == again.milliunits, "case \(number)")
      #expect(dose.isCapped == again.isCapped, "case \(number)")
    }
    #expect(proposed > 10_000 && refused > 500, "\(proposed) proposed, \(refused) refused")
  }

  @Test("More insulin on board never raises a dose, and never touches the meal")
  func monotone() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<2000 {
      let one = RandomCase(&random)
      guard let profile = try one.profile(), profile.isPlausible, one.glucose >= 70 else {
        continue
      }
      let glucose = NSDecimalNumber(decimal: one.glucose).doubleValue
      func dose(_ onBoard: Double) throws -> DoseProposal {
        try profile.dose(
          DoseRequest(
            meal: .lunch,
            reading: .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(glucose))),
            readingAge: Milliseconds(0), insulinOnBoard: onBoard)
        ).get()
      }
      let without = try dose(0)
      let some = try dose(1)
      let much = try dose(100)
      #expect(without.total >= some.total && some.total >= much.total)
      let least = min(without.meal, without.exact)
      #expect(abs(much.exact - least) < 1e-9, "the meal stays, whatever is on board")
    }
  }
}
