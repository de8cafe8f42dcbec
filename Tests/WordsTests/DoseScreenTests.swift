import Device
import HAL
import Testing
import Words

@Suite("The dose on the screen: its parts, not only the sum (DIA-3, DIA-8)")
struct DoseScreenTests {
  private func screen(_ offer: DoseOffer, _ language: Language = .spanish) throws -> ScreenText {
    language.screen(
      .dose(.offer(offer)), names: Sample.names, now: nil, zone: .utc, insulin: try Sample.insulin()
    )
  }

  @Test("Meal, correction, insulin on board, total and the last dose, each on its line")
  func parts() throws {
    let last = GivenDose(units: Sample.units(4000), age: .seconds(5430))
    let offer = try Sample.offer(Sample.milligrams(182), onBoard: 1.25, last: last)
    let text = try screen(offer)
    #expect(
      text.lines == [
        "Insulina para el almuerzo", "6,5 U", "seis coma cinco",
        "Glucosa: 182 mg/dL — ciento ochenta y dos", "Comida: 6 U (dosis base)",
        "Corrección: +2,07 U (hacia 120 mg/dL)",
        "Insulina activa: 1,25 U; quedan 0,82 U",
        "Total: 6,5 U (exacto: 6,82 U)", "Última dosis: 4 U, hace 1 h 30 min",
        "[+] Más", "[−] Menos", "[OK] Confirmar",
      ])
    #expect(
      try screen(offer, .english).body == [
        "six point five", "Glucose: 182 mg/dL — one hundred eighty-two", "Meal: 6 U (base dose)",
        "Correction: +2.07 U (towards 120 mg/dL)",
        "Insulin on board: 1.25 U; 0.82 U left",
        "Total: 6.5 U (exactly 6.82 U)", "Last dose: 4 U, 1 h 30 min ago",
      ])
  }

  @Test("Carbohydrates are named as the reason of the meal part; mmol/L keep their unit (DIA-7)")
  func carbohydrates() throws {
    let offer = try Sample.offer(Sample.millimoles(10.1), meal: .breakfast, carbohydrates: 60)
    let body = try screen(offer).body
    #expect(body.contains("Glucosa: 10,1 mmol/L — diez coma uno"))
    #expect(body.contains("Comida: 5 U (por carbohidratos)"))
    #expect(body.contains("Corrección: +2,07 U (hacia 6,7 mmol/L)"))
    #expect(body.contains("Ninguna dosis reciente"))
  }

  @Test("A dose that was deleted in the diary has its hour, of one o'clock, too")
  func deleted() throws {
    for (hour, words) in [(1, "la 01:05"), (13, "las 13:05")] as [(Int64, String)] {
      let taken = WallTime(milliseconds: (hour * 60 + 5) * 60_000)
      let offer = try Sample.remade(
        Sample.milligrams(182), deleted: DeletedDose(units: Sample.units(9000), taken: taken))
      #expect(try screen(offer).body.contains("Del diario se borró: 9 U de \(words)"))
    }
  }

  @Test("A dose just taken is seconds old, not zero")
  func justTaken() throws {
    let last = GivenDose(units: Sample.units(500), age: .seconds(30))
    let body = try screen(Sample.offer(Sample.milligrams(100), last: last), .english).body
    #expect(body.last == "Last dose: 0.5 U, 30 s ago")
  }

  @Test("Below the range the correction is taken off, towards the lower edge")
  func below() throws {
    let body = try screen(Sample.offer(Sample.milligrams(75), onBoard: 1)).body
    #expect(body.contains("Corrección: -0,17 U (hacia 80 mg/dL)"))
    #expect(body.contains("Insulina activa: 1 U (no cuenta)"))
  }

  @Test("Inside the range there is no correction, and nothing is said of what is not there")
  func inside() throws {
    let body = try screen(Sample.offer(Sample.milligrams(100))).body
    #expect(body.contains("Sin corrección: en tu margen"))
    #expect(body.contains("Total: 6 U"))
    #expect(!body.contains { $0.contains("activa") || $0.contains("máximo") })
  }

  @Test("What is next below a step of the pen is not written as that step")
  func nextBelow() throws {
    for (glucose, onBoard, total, exact) in [
      (79.9, 0, "5.5 U", "5.996 U"), (180, 1.5003, "6 U", "6.499 U"), (135.1, 0, "6.5 U", "6.5 U"),
    ] as [(Double, Double, String, String)] {
      let offer = try Sample.offer(Sample.milligrams(glucose), onBoard: onBoard)
      let line = try screen(offer, .english).body.first { $0.hasPrefix("Total") }
      #expect(line == "Total: \(total)" + (exact == total ? "" : " (exactly \(exact))"))
    }
  }

  @Test("A part that rounds to nothing is not written as 0 U")
  func nothing() throws {
    let edge = try screen(Sample.offer(Sample.milligrams(120.1)), .english).body
    #expect(edge.contains("No correction: at the edge of range"))
    for (glucose, onBoard) in [(181, 0.002), (75, 0.002)] as [(Double, Double)] {
      let body = try screen(Sample.offer(Sample.milligrams(glucose), onBoard: onBoard)).body
      #expect(!body.contains { $0.contains("activa") })
    }
  }

  @Test("A part of next to nothing that costs a step of the pen is written, and the parts add up")
  func costsAStep() throws {
    let below = try screen(Sample.offer(Sample.milligrams(79.9))).body
    #expect(below.contains("Corrección: -0,004 U (hacia 80 mg/dL)"))
    #expect(below.contains("Total: 5,5 U (exacto: 5,996 U)"))
    let onBoard = try screen(Sample.offer(Sample.milligrams(180), onBoard: 0.002), .english).body
    #expect(onBoard.contains("Insulin on board: 0.002 U; 1.998 U left"))
    #expect(onBoard.contains("Total: 7.5 U (exactly 7.998 U)"))
  }

  /// The lines of a dose without a base, of a pen with a step of 0.1 U.
  private func fineLines(_ glucose: Double, maximum: Int64 = 12_000) throws -> [String] {
    let insulin = try InsulinProfile(
      lowerTarget: MilligramsPerDecilitre(80), upperTarget: MilligramsPerDecilitre(120),
      sensitivity: 20, base: (.zero, .zero, .zero), gramsPerUnit: nil,
      maximum: Sample.units(maximum), step: Sample.units(100), model: .rapidAdult)
    let reading = Sample.milligrams(glucose)
    let request = DoseRequest(
      meal: .lunch, reading: .amount(reading), readingAge: Milliseconds(0))
    return try Language.english.lines(
      insulin.dose(request).get(), reading: reading, insulin: insulin)
  }

  @Test("What a hundredth would round up to the step has a third decimal, at a half, too")
  func nextBelowFineStep() throws {
    #expect(try fineLines(287.9).last == "Total: 8.3 U (exactly 8.395 U)")
    #expect(try fineLines(287.8).last == "Total: 8.3 U (exactly 8.39 U)")
  }

  @Test("A maximum that bites by less than a hundredth is not said to hold its own amount")
  func nextAboveMaximum() throws {
    let lines = try fineLines(160.05, maximum: 2000)
    #expect(lines.last == "Maximum: 2 U (worked out: 2.003 U)")
    #expect(try fineLines(160, maximum: 2000).last == "Total: 2 U")
  }

  @Test("The maximum of the profile is named when it bites")
  func maximum() throws {
    let offer = try Sample.offer(Sample.milligrams(400))
    let text = try screen(offer)
    #expect(text.headline == "10 U")
    #expect(text.body.contains("Máximo: 10 U (calculada: 15,33 U)"))
    let unknown = Language.english.screen(
      .dose(.offer(offer)), names: Names(), now: nil, zone: .utc)
    #expect(
      unknown.body.contains("Held to the maximum (worked out: 15.33 U)"))
  }

  @Test("The page shows the adjusted amount, beside the proposed one")
  func adjusted() throws {
    let text = try screen(Sample.offer(Sample.milligrams(100), chosen: 6500))
    #expect(text.headline == "6,5 U")
    #expect(text.body.first == "seis coma cinco")
    #expect(text.body.contains("Propuesta: 6 U. La has cambiado."))
  }

  @Test("A typed number stands large with its unit, and in words below")
  func typed() {
    func lines(_ page: Page, _ language: Language = .spanish) -> [String] {
      language.screen(page, names: Sample.names, now: nil, zone: .utc).lines
    }
    #expect(
      lines(.dose(.enterGlucose(.amount(Sample.milligrams(182))))).prefix(3) == [
        "Tu glucosa", "182 mg/dL", "ciento ochenta y dos",
      ])
    #expect(
      lines(.dose(.enterGlucose(.low)), .english).prefix(3) == [
        "Your glucose", "LO", "Less than the meter measures",
      ])
    #expect(
      lines(.dose(.enterCarbohydrates(Grams(60)))).prefix(3) == [
        "Carbohidratos de la comida", "60 g", "sesenta",
      ])
    #expect(
      lines(.dose(.taken(.dinner, Sample.units(4500)))) == [
        "Insulina apuntada para la cena", "4,5 U", "cuatro coma cinco",
        "[−] Deshacer (1 minuto)",
      ])
  }

  @Test("Amounts carry no zeros at the end: 5.0 has been read as 50")
  func noTrailingZeros() throws {
    for language in Language.allCases {
      for glucose in stride(from: 70.0, through: 400, by: 1) {
        let lines = try screen(Sample.offer(Sample.milligrams(glucose), onBoard: 0.5), language)
          .lines
        for line in lines { #expect(!line.contains(/[.,]\d*0 U/), "\(line)") }
      }
    }
  }

  @Test("Each refusal says why and what to do", arguments: Everything.refusals)
  func refusals(_ refusal: DoseRefusal) {
    for language in Language.allCases {
      let text = language.screen(
        .dose(.refused(refusal)), names: Sample.names, now: nil, zone: .utc)
      #expect(!text.headline.isEmpty)
      #expect(!text.body.isEmpty)
      #expect(language.sentence(refusal).hasSuffix("."))
    }
  }
}
