import Device
import Foundation
import Profile
import Testing

@Suite("Numbers and units of the insulin section, as a family writes them")
struct InsulinNumberTests {
  private func text(_ unit: String, _ more: (String, String)...) -> String {
    var text = """
      perimeter: {lat: "-2,9005", lon: -79, radius_m: 150}
      insulin:
        unit: \(unit)
        lower_target: \(unit == "mg/dL" ? "90" : "5.0")
        upper_target: \(unit == "mg/dL" ? "130" : "7.2")
        sensitivity: \(unit == "mg/dL" ? "50" : "2.8")
        base_u: {breakfast: 4, lunch: 6, dinner: 5}
        carb_ratio_g: 12
        maximum_u: 10
        pen_step_u: 0.5

      """
    for (from, to) in more { text = text.replacingOccurrences(of: from, with: to) }
    return text
  }

  @Test(
    "A comma is a decimal point, and a leading one is never dropped",
    arguments: [
      ("0,5", 500), ("\"0,5\"", 500), ("\",5\"", 500), (".5", 500), ("1,0", 1000), ("5e-1", 500),
    ] as [(String, Int64)])
  func comma(_ step: String, _ milliunits: Int64) throws {
    let file = try ProfileFile(text("mg/dL", ("pen_step_u: 0.5", "pen_step_u: \(step)")))
    #expect(try file.profile().insulin?.step == InsulinUnits(milliunits: milliunits))
  }

  @Test("Glucose, carbohydrates, bases and places follow the same rule")
  func everywhere() throws {
    let profile = try ProfileFile(
      text(
        "mmol/L", ("5.0", "5,0"), ("2.8", "2,8"), ("carb_ratio_g: 12", "carb_ratio_g: 12,5"),
        ("lunch: 6,", "lunch: \"6,5\","))
    ).profile()
    let insulin = try #require(profile.insulin)
    #expect(insulin.lowerTarget == MilligramsPerDecilitre(5 * Glucose.factor))
    #expect(insulin.sensitivity == 2.8 * Glucose.factor)
    #expect(insulin.gramsPerUnit == 12.5)
    #expect(insulin.base(.lunch) == InsulinUnits(milliunits: 6500))
    #expect(profile.perimeter.center.latitudeE7 == -29_005_000)
  }

  @Test(
    "A text that is no number is refused, never made one",
    arguments: ["1.000,5", "1,2,3", "\",\"", "0x1", "nan", "5,", "1 0", "~"])
  func refused(_ step: String) throws {
    let mistakes = try ProfileFile(text("mg/dL", ("pen_step_u: 0.5", "pen_step_u: \(step)")))
      .mistakes()
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.contains("insulin.pen_step_u is ") == true, "\(mistakes)")
  }

  @Test("A value cannot begin with a comma in YAML: the mistake says how to write it")
  func leading() throws {
    let mistakes = try ProfileFile(text("mg/dL", ("pen_step_u: 0.5", "pen_step_u: ,5")))
      .mistakes()
    #expect(
      mistakes == [
        "line 10, column 15: is not YAML: a number that begins with a comma needs quotes: \",5\""
      ])
  }

  @Test("Between braces a comma parts two members: the mistake says so")
  func braces() throws {
    let mistakes = try ProfileFile(text("mg/dL", ("lunch: 6,", "lunch: 6,5,"))).mistakes()
    #expect(
      mistakes == [
        "line 7, column 35: unknown key \"5\" in insulin.base_u; between braces a number with a "
          + "comma needs quotes: \"4,5\""
      ])
  }

  @Test(
    "A range is told in the unit of the file, with its unit",
    arguments: [
      ("mg/dL", "90", "79.9", "lower_target is \"79.9\"; expected 80 to 180 mg/dL"),
      ("mg/dL", "130", "181", "upper_target is \"181\"; expected 80 to 180 mg/dL"),
      ("mmol/L", "7.2", "130", "upper_target is \"130\"; expected 4.4 to 10 mmol/L"),
      ("mmol/L", "5.0", "4.3", "lower_target is \"4.3\"; expected 4.4 to 10 mmol/L"),
      ("mg/dL", "50", "5", "sensitivity is \"5\"; expected 10 to 500 mg/dL per U"),
      ("mmol/L", "2.8", "50", "sensitivity is \"50\"; expected 0.6 to 27.8 mmol/L per U"),
      ("mmol/L", "7.2", "4.5", "is \"4.5\", below lower_target; expected 5 mmol/L or more"),
    ])
  func ranges(_ unit: String, _ from: String, _ to: String, _ what: String) throws {
    let mistakes = try ProfileFile(text(unit, (": \(from)\n", ": \(to)\n"))).mistakes()
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.hasSuffix(what) == true, "\(mistakes)")
  }

  @Test("Both ends of a range that a message names are allowed")
  func ends() throws {
    let insulin = try #require(
      try ProfileFile(text("mmol/L", ("5.0", "4.4"), ("7.2", "10.0"), ("2.8", "27.8"))).profile()
        .insulin)
    #expect(insulin.sensitivity == 500)
    // A reading of the very number is at the target (DIA-1).
    for (tenths, target) in [(44, insulin.lowerTarget), (100, insulin.upperTarget)] {
      let amount = MillimolesPerLitre(Double(tenths) / 10)
      #expect(Glucose.millimolesPerLitre(amount).inMilligrams == target)
      #expect(insulin.correction(target) == 0)
    }
  }
}
