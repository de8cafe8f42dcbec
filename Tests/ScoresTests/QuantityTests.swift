import Foundation
import Testing
import Words

@testable import Scores

@Suite("Quantities with their units")
struct QuantityTests {
  /// Converts, and back again from the digits that are shown.
  private func roundTrip<Kind: QuantityKind>(
    _ kind: Kind.Type, _ from: Kind.Unit, _ to: Kind.Unit, _ range: ClosedRange<Int>, _ step: Double
  ) {
    for count in range {
      let amount = Figures.rounded(Double(count) * step, 2)
      let stated = Measured<Kind>(amount, from)
      let back = stated.converted(to: to)
      let text = back.text(.english)
      guard let again = try? Measured<Kind>(reading: text) else {
        Issue.record("\(text) cannot be read")
        continue
      }
      #expect(again == back)
      let places = Figures.places(amount)
      #expect(Figures.rounded(again.value(in: from), places) == amount, "\(amount) as \(text)")
    }
  }

  @Test("A conversion and its way back give the digits that were stated")
  func roundTrips() {
    roundTrip(BilirubinKind.self, .milligramsPerDecilitre, .micromolesPerLitre, 1...500, 0.1)
    roundTrip(BilirubinKind.self, .micromolesPerLitre, .milligramsPerDecilitre, 1...900, 1)
    roundTrip(CreatinineKind.self, .milligramsPerDecilitre, .micromolesPerLitre, 10...1500, 0.01)
    roundTrip(CreatinineKind.self, .micromolesPerLitre, .milligramsPerDecilitre, 5...1500, 1)
    roundTrip(AlbuminKind.self, .gramsPerDecilitre, .gramsPerLitre, 2...100, 0.1)
    roundTrip(AlbuminKind.self, .gramsPerLitre, .gramsPerDecilitre, 2...100, 1)
    roundTrip(PlateletsKind.self, .billionsPerLitre, .perMicrolitre, 1...1000, 1)
    // Below, "1.200 ×10^9/L" may mean 1200.
    roundTrip(PlateletsKind.self, .perMicrolitre, .billionsPerLitre, 3001...5000, 1)
    roundTrip(DiameterKind.self, .centimetres, .millimetres, 1...200, 0.1)
    roundTrip(SodiumKind.self, .millimolesPerLitre, .milliequivalentsPerLitre, 90...180, 1)
    roundTrip(AFPKind.self, .nanogramsPerMillilitre, .microgramsPerLitre, 0...1000, 1)
  }

  @Test("35 g/L is exactly 3.5 g/dL, and 50 µmol/L stays 50")
  func exact() {
    for tenths in 2...100 {
      let exact = Double(tenths) / 10
      #expect(Albumin(Double(tenths), .gramsPerLitre).gramsPerDecilitre == exact)
    }
    #expect(Bilirubin(50, .micromolesPerLitre).micromolesPerLitre == 50)
    #expect(Bilirubin(17.1, .micromolesPerLitre).milligramsPerDecilitre == 1)
    #expect(Creatinine(88.4, .micromolesPerLitre).milligramsPerDecilitre == 1)
  }

  @Test(
    "Amounts as people type them",
    arguments: [
      ("2.1mg/dL", 2.1), ("2.1 mg/dL", 2.1), (" 2,1 MG/DL ", 2.1), (".5mg/dL", 0.5),
      ("36 umol/L", 36 / 17.1), ("36µmol/L", 36 / 17.1), ("36 μmol/l", 36 / 17.1),
      ("1.200mg/dL", 1.2),
    ] as [(String, Double)])
  func spellings(_ text: String, _ value: Double) throws {
    #expect(abs(try Bilirubin(reading: text).canonical - value) < 1e-12)
  }

  @Test("A point before three digits is decimal only where thousands cannot be")
  func thousands() throws {
    for text in ["1.200 ng/mL", "12.500ng/mL", "1.200.000 ng/mL", "1,200 ng/mL"] {
      do {
        Issue.record("\(text) is read as \(try AFP(reading: text).amount)")
      } catch {
        #expect(
          error.phrase.en.hasSuffix(
            "before three digits may mean thousands; expected 1200 or 1.2"))
        #expect(error.phrase.es.contains(text.contains(",") ? "una coma ante" : "un punto ante"))
      }
    }
    #expect(throws: Refusal.self) { try AST(reading: "1.200 U/L") }
    #expect(throws: Refusal.self) { try Platelets(reading: "1.200 ×10^9/L") }
    #expect(throws: Refusal.self) { try Bilirubin(reading: "1.200 µmol/L") }
    #expect(try AFP(reading: "1.2 ng/mL").amount == 1.2)
    #expect(try AFP(reading: "0.200 ng/mL").amount == 0.2)
    #expect(try AFP(reading: "1200.500 ng/mL").amount == 1200.5)
    #expect(try Platelets(reading: "150.000 ×10^9/L").amount == 150)
    #expect(try Creatinine(reading: "1.200 mg/dL").amount == 1.2)
    #expect(try Sodium(reading: "135.000 mmol/L").amount == 135)
  }

  @Test(
    "Platelets in every unit of a printout",
    arguments: [
      "150 10^9/L", "150 x10^9/L", "15010^9/L", "150.010^9/L", "150×10⁹/L", "150 10^3/uL",
      "150 K/uL", "150000/uL",
      "150000 /mm³",
      "150 x10^3/mm3", "150x10e3/µL", "150 x10*9/L", "15010*9/L", "15010⁹/L", "150,010³/µL",
    ])
  func platelets(_ text: String) throws {
    #expect(try Platelets(reading: text).canonical == 150)
  }

  @Test("A power of ten glued to a number is part of the unit, as behind a space")
  func glued() throws {
    #expect(try Platelets(reading: "2.510^9/L").amount == 2.5)
    #expect(try Platelets(reading: "1200.510^3/µL").amount == 1200.5)
    for text in ["1.20010^9/L", "1,20010^9/L", "1.200x10^9/L", "10^9/L", "15010e9/L"] {
      #expect(throws: Refusal.self, "\(text)") { try Platelets(reading: text) }
    }
  }

  @Test(
    "A text that is no amount is refused, with what was expected",
    arguments: [
      "", " ", "mg/dL", "NaN", "nan mg/dL", "inf mg/dL", "-1mg/dL", "-0.0mg/dL", "0mg/dL", "1e400",
      "1e2mg/dL",
      "1.2.3mg/dL", "1,2,3mg/dL", "2.mg/dL", "--2mg/dL", "2-mg/dL", "+2mg/dL", "0x2mg/dL",
      "1,200mg/dL", "2",
      "2mg", "2 g/L", "2 mmol/L", "2 mg/dL x", "1000mg/dL", "99999999999999999mg/dL", "٣mg/dL",
      "2mg/dL3mg/dL", String(repeating: "9", count: 5000),
    ])
  func refused(_ text: String) {
    #expect(throws: Refusal.self) { try Bilirubin(reading: text) }
    do {
      _ = try Bilirubin(reading: text)
    } catch {
      #expect(error.phrase.en.contains("expected") && error.phrase.es.contains("se esperaba"))
      #expect(error.phrase.en.count < 300)
    }
  }

  @Test("Units of another quantity are refused for every quantity")
  func foreignUnits() {
    for text in [
      "2 mmol/L", "2 mg/dL", "2 g/L", "2 U/L", "2 ng/mL", "2 cm", "2 s", "2 10^9/L", "2",
    ] {
      var read: [Input] = []
      for input in Input.allCases where input.group == .laboratory && input != .dialysis {
        var patient = Patient()
        // A value in the middle of the range, so that the unit alone decides.
        let value = input == .sodium ? "130" : input == .platelets ? "150" : "20"
        if (try? patient.set(input, to: [text.replacingOccurrences(of: "2 ", with: "\(value) ")]))
          != nil
        {
          read.append(input)
        }
      }
      let kinds = Set(read.map { $0.title.en.prefix(4) })
      #expect(read.count <= 5 && kinds.count <= 4, "\(text) is read as \(read)")
    }
  }

  @Test("Several tumours in one text, and decimal commas among them")
  func tumours() throws {
    func sizes(_ texts: String...) -> [Double]? {
      var patient = Patient()
      try? patient.set(.tumours, to: texts)
      return patient.tumours?.map(\.canonical)
    }
    #expect(sizes("3cm", "2.5cm") == [3, 2.5])
    #expect(sizes("3cm, 2,5 cm; 18 mm + 1cm") == [3, 2.5, 1.8, 1])
    #expect(sizes("3 cm 2 cm") == [3, 2])
    #expect(sizes("3, 2 cm") == nil)
    #expect(sizes("3cm", "-") == nil)
    #expect(sizes("-") == nil)
    #expect(sizes(",") == nil)
    #expect(sizes(Array(repeating: "1cm", count: 51).joined(separator: ", ")) == nil)
  }

  @Test("Our logarithm and exponential are those of libm")
  func series() {
    for step in 1...20_000 {
      let x = Double(step) * 0.0137
      let relative = abs(Series.ln(x) - log(x)) / max(abs(log(x)), 1e-3)
      #expect(relative < 1e-14)
      let y = Double(step - 10_000) * 0.05
      #expect(abs(Series.exp(y) / exp(y) - 1) < 1e-13)
    }
    #expect(Series.ln(1) == 0 && Series.exp(0) == 1)
    #expect(abs(Series.log10(1000) - 3) < 1e-14)
  }

  @Test("Rounding is half away from zero, and tells no more digits than there are")
  func rounding() {
    #expect(Figures.whole(27.5) == 28 && Figures.whole(27.49) == 27 && Figures.whole(-0.5) == -1)
    #expect(Figures.rounded(0.285, 2) == 0.29 && Figures.rounded(-1.385, 2) == -1.39)
    #expect(Figures.places(2.1) == 1 && Figures.places(36) == 0 && Figures.places(0.125) == 3)
  }

  @Test("Every input says what it accepts, in both languages, and every name is its own")
  func inputs() {
    #expect(Set(Input.allCases.map(\.key)).count == Input.allCases.count)
    for input in Input.allCases {
      #expect(!input.title.es.isEmpty && !input.title.en.isEmpty)
      #expect(!input.accepts.es.isEmpty && !input.accepts.en.isEmpty)
    }
    let names = AllScores.list.flatMap { [$0.name] + $0.aliases }.map {
      $0.lowercased().filter { !"-_. ".contains($0) }
    }
    for score in AllScores.list {
      #expect(AllScores.named(score.name)?.name == score.name)
      for alias in score.aliases { #expect(AllScores.named(alias)?.name == score.name) }
      #expect(!score.sources.isEmpty && score.rule.count >= 2 && !score.inputs.isEmpty)
    }
    #expect(names.count >= 22)
  }
}
