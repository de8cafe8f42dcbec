import Foundation
import Testing

@Suite("vigia dose (DIA-3, DIA-7, DIA-8)")
struct DoseCommandTests {
  private let folder: Folder
  private let profile: String

  init() throws {
    folder = Folder()
    profile = try folder.write(
      "profile.yaml",
      """
      language: en
      perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 100}
      insulin:
        unit: mg/dL
        lower_target: 80
        upper_target: 120
        sensitivity: 30
        base_u: {breakfast: 4, lunch: 6, dinner: 5}
        carb_ratio_g: 12
        maximum_u: 12
        pen_step_u: 0.5
      """)
  }

  private func dose(_ arguments: String) throws -> Command.Result {
    try Command.shell("\"$vigia\" dose --profile '\(profile)' --meal lunch \(arguments)")
  }

  @Test("The parts and the sum, in the contract's keys and order")
  func json() throws {
    let result = try dose("--glucose 180mg/dL --format json")
    #expect(result.status == 0)
    #expect(
      result.output
        == "{\"base_u\":6,\"carbs_u\":0,\"correction_u\":2,\"iob_u\":0,\"total_u\":8,"
        + "\"refused\":null}\n")
  }

  @Test("Carbohydrates take the place of the base; earlier doses lower the correction")
  func carbohydrates() throws {
    let result = try dose(
      "--glucose 180mg/dL --carbs 60g --last-dose 1U@-0min --last-dose 0,5U@-6h --format json")
    #expect(
      result.output
        == "{\"base_u\":0,\"carbs_u\":5,\"correction_u\":2,\"iob_u\":1.000153,\"total_u\":5.5,"
        + "\"refused\":null}\n")
  }

  @Test("mmol/L, comma and point alike; the unit is shown as it was measured")
  func millimoles() throws {
    for text in ["10,1mmol/L", "10.1 mmol/L"] {
      let result = try dose("--glucose '\(text)'")
      #expect(result.status == 0)
      #expect(result.output.contains("10.1 mmol/L"))
      #expect(result.output.contains("8 U"))
    }
  }

  @Test("The maximum is named where it bites, as in the event of the device")
  func capped() throws {
    let result = try dose("--glucose 600mg/dL --format json")
    #expect(result.status == 0)
    #expect(
      result.output
        == "{\"base_u\":6,\"carbs_u\":0,\"correction_u\":16,\"iob_u\":0,\"total_u\":12,"
        + "\"capped\":true,\"refused\":null}\n")
  }

  @Test("A sensitivity typed in mmol/L under mg/dL gets no dose, also without a ratio")
  func otherUnit() throws {
    let text = try String(contentsOfFile: profile, encoding: .utf8)
    let other = try folder.write(
      "slip.yaml",
      text.replacing("sensitivity: 30", with: "sensitivity: 10").replacing(
        "carb_ratio_g: 12", with: ""
      )
      .replacing("breakfast: 4, lunch: 6, dinner: 5", with: "breakfast: 1.5, lunch: 2, dinner: 1.5")
    )
    let result = try Command.shell(
      "\"$vigia\" dose --profile '\(other)' --meal lunch --glucose 182mg/dL --format json")
    #expect(result.status == 1)
    #expect(result.summary["refused"] as? String == "implausible profile")
  }

  @Test("A Spanish family reads Spanish, the same lines as on the device")
  func spanish() throws {
    let text = try String(contentsOfFile: profile, encoding: .utf8)
    let other = try folder.write(
      "es.yaml", text.replacingOccurrences(of: "language: en", with: "language: es"))
    let result = try Command.shell(
      "\"$vigia\" dose --profile '\(other)' --meal lunch --glucose 182mg/dL --last-dose 1U@-0min")
    #expect(
      result.output == """
        Glucosa: 182 mg/dL — ciento ochenta y dos
        Comida: 6 U (dosis base)
        Corrección: +2,07 U (hacia 120 mg/dL)
        Insulina activa: 1 U; quedan 1,07 U
        Total: 7 U (exacto: 7,07 U)

        """)
  }

  @Test(
    "No dose: exit status 1 and the reason",
    arguments: [
      ("--glucose 69mg/dL", "below 70"), ("--glucose 53mg/dL", "below 54"),
      ("--glucose LO", "below 54"), ("--glucose 15mg/dL", "below 54"),
      ("--glucose 1.0mmol/L", "below 54"), ("--glucose HI", "beyond what a meter measures"),
      ("", "no reading"), ("--glucose 150mg/dL --age 16min", "older than 15 minutes"),
    ])
  func refused(_ arguments: String, _ reason: String) throws {
    let result = try dose("\(arguments) --format json")
    #expect(result.status == 1)
    #expect(result.output.contains("\"total_u\":0"))
    #expect((result.summary["refused"] as? String)?.contains(reason) == true)
  }

  @Test(
    "A value that makes no sense is refused with exit status 2",
    arguments: [
      ("--glucose 182", "never guessed"), ("--glucose 1.820,5mg/dL", "expected an amount"),
      ("--glucose -5mg/dL", "expected an amount"),
      ("--glucose 1e2mg/dL", "\"1e2mg/dL\"; expected an amount such as 182mg/dL"),
      ("--glucose 10mmol", "never guessed"),
      ("--glucose 150mg/dL --carbs 60", "expected grams"),
      ("--glucose 150mg/dL --carbs 300g", "0 to 250"),
      ("--glucose 150mg/dL --last-dose 4U", "4U@-90min"),
      ("--glucose 150mg/dL --age soon", "expected a span"),
      ("--glucose 150mg/dL --age -3min", "--age: is \"-3min\""),
      ("--glucose 150mg/dL --carbs -5g", "--carbs: is \"-5g\"; expected grams from 0 to 250"),
      ("--glucose 150mg/dL --carbs 5.123g", "steps of 0.1"),
      ("--glucose 150mg/dL --last-dose 1.2345U@-9min", "steps of 0.001"),
    ])
  func badInput(_ arguments: String, _ reason: String) throws {
    let result = try dose(arguments + " --format json")
    #expect((result.errors + result.output).contains(reason), "\(result)")
    #expect(result.status == 2)
  }

  @Test("A profile with a value out of range is refused by name, with the range")
  func badProfile() throws {
    for (from, to, expected) in [
      ("sensitivity: 30", "sensitivity: 1.7", "insulin.sensitivity is \"1.7\"; expected 10 to 500"),
      (
        "upper_target: 120", "upper_target: 79",
        "insulin.upper_target is \"79\"; expected 80 to 180"
      ),
      ("unit: mg/dL", "unit: mg", "expected mg/dL or mmol/L"),
      ("maximum_u: 12", "maximum_u: 60", "insulin.maximum_u is \"60\"; expected 0.5 to 25"),
    ] {
      let text = try String(contentsOfFile: profile, encoding: .utf8)
      let other = try folder.write(
        "other.yaml", text.replacingOccurrences(of: from, with: to))
      let result = try Command.shell(
        "\"$vigia\" dose --profile '\(other)' --meal lunch --glucose 150mg/dL")
      #expect(result.status == 2)
      #expect(result.errors.contains(expected), "\(result.errors)")
    }
  }
}
