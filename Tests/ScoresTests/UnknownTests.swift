import Scores
import Testing
import Words

@Suite("Unknown inputs of a liver score")
struct UnknownTests {
  /// Every score with each of the inputs that it asks for.
  private static let asked: [(score: String, input: Input)] = AllScores.list.flatMap { score in
    score.inputs.map { (score.name, $0) }
  }

  @Test("With everything known every score answers")
  func all() throws {
    let patient = try patient(everything)
    #expect(patient.contradictions().isEmpty)
    #expect(patient.rarities().isEmpty)
    for score in AllScores.list {
      guard case .value(let value) = score.evaluate(patient) else {
        Issue.record("\(score.name) has no answer")
        continue
      }
      #expect(!value.facts.isEmpty && !value.answer.es.isEmpty && !value.answer.en.isEmpty)
    }
  }

  @Test("Without one of its inputs a score gives no answer and names it", arguments: asked)
  func each(_ score: String, _ input: Input) throws {
    var whole = try patient(everything)
    // Inputs that imply it go too: symptoms follow from ECOG, spread from nodes.
    whole.forget(input)
    for other in UnknownTests.substitutes[input] ?? [] { whole.forget(other) }
    // A sign of portal hypertension is asked for only where nobody says yes or no.
    if [.platelets, .varices].contains(input), score == "alberta" {
      whole.forget(.portalHypertension)
    }
    if [.portalVeinThrombosis].contains(input) { whole.forget(.portalHypertension) }
    let named = try #require(AllScores.named(score))
    if score == "alberta", input == .portalHypertension {
      whole.forget(.varices)
      whole.ascites = Ascites.none
      expect(named.evaluate(whole), lacks: .varices)
      return
    }
    if score == "alberta", [.platelets, .varices].contains(input) { whole.ascites = Ascites.none }
    expect(named.evaluate(whole), lacks: input)
  }

  private static let substitutes: [Input: [Input]] = [
    .symptomatic: [.ecog], .nodes: [.extrahepatic], .metastasis: [.extrahepatic],
    .extrahepatic: [.nodes, .metastasis], .tumours: [.tumourCount],
  ]

  private func expect(_ result: ScoreResult, lacks input: Input) {
    guard case .missing(let inputs) = result else {
      Issue.record("an answer without \(input.key)")
      return
    }
    #expect(inputs.contains(input), "\(inputs.map(\.key)), not \(input.key)")
    #expect(Set(inputs).count == inputs.count)
  }

  @Test("With nothing known every score lists what it asks for, and nothing is taken as normal")
  func nothing() {
    for score in AllScores.list {
      guard case .missing(let inputs) = score.evaluate(Patient()) else {
        Issue.record("\(score.name) answers without inputs")
        continue
      }
      for input in inputs { #expect(score.uses(input), "\(score.name) lacks \(input.key)") }
    }
  }

  @Test("Ascites of unknown grade is enough for yes and no, and not for points")
  func grade() throws {
    let text =
      "tumour_over_half no, albumin 31g/L, bilirubin 20umol/L, inr 1, encephalopathy none, ascites yes"
    #expect(try fact("okuda", "total", text) == "1")
    #expect(try fact("child-pugh", "total", text) == "-")
  }

  @Test("An unknown spread is neither yes nor no, and follows from nodes and metastasis")
  func spread() throws {
    let text = "tumours 3cm, vascular_invasion no"
    #expect(try fact("milan", "eligible", text) == "-")
    #expect(try fact("milan", "eligible", text + ", nodes no") == "-")
    #expect(try fact("milan", "eligible", text + ", nodes no, metastasis no") == "yes")
    #expect(try fact("milan", "eligible", text + ", nodes yes") == "no")
    #expect(try fact("milan", "eligible", "tumours 9cm, extrahepatic no") == "-")
  }

  @Test("Dialysis sets creatinine, whatever it is, and must be known")
  func dialysis() throws {
    #expect(try fact("meld", "meld", "bilirubin 1mg/dL, inr 1, dialysis yes") == "20")
    #expect(try fact("meld", "meld", "bilirubin 1mg/dL, inr 1, creatinine 1mg/dL") == "-")
  }

  @Test("Every bound that a score sets is named where it counts")
  func bounds() throws {
    let patient = try patient(
      "bilirubin 0.7mg/dL, inr 0.9, creatinine 5mg/dL, dialysis no, sodium 120mmol/L, albumin 4.5g/dL, sex male"
    )
    guard case .value(let value) = MELD3().evaluate(patient) else {
      Issue.record("no answer")
      return
    }
    for name in ["bilirubin", "INR", "creatinine", "sodium", "albumin"] {
      #expect(value.notes.contains { $0.en.hasPrefix("\(name): ") && $0.en.contains("counts as") })
    }
    #expect(value.notes.count == 5)
    guard case .value(let calm) = MELD3().evaluate(try Fixtures.calm()) else { return }
    #expect(calm.notes.isEmpty)
  }

  @Test("An answer names the other print where two disagree")
  func conventions() throws {
    func notes(_ score: String, _ text: String) throws -> Int {
      guard case .value(let value) = AllScores.named(score)?.evaluate(try patient(text)) else {
        return -1
      }
      return value.notes.count
    }
    let staged = "ecog 0, child_pugh A5, vascular_invasion none, nodes no, metastasis no"
    for (size, count) in [("1.9cm", 0), ("2cm", 1), ("2.1cm", 0)] {
      #expect(try notes("bclc", "\(staged), tumours \(size)") == count)
    }
    let okuda = "tumour_over_half no, ascites none, albumin 4g/dL"
    for (bilirubin, count) in [
      ("50umol/L", 0), ("51umol/L", 1), ("51.3umol/L", 1), ("52umol/L", 0),
    ] {
      #expect(try notes("okuda", "\(okuda), bilirubin \(bilirubin)") == count)
    }
    let child = "albumin 4g/dL, inr 1, ascites none, encephalopathy none"
    for (bilirubin, count) in [
      ("33umol/L", 0), ("34umol/L", 1), ("35umol/L", 0), ("51umol/L", 1), ("52umol/L", 0),
      ("1.98mg/dL", 0), ("1.99mg/dL", 1), ("2mg/dL", 0), ("2.92mg/dL", 0), ("2.93mg/dL", 1),
      ("3mg/dL", 1), ("3.01mg/dL", 0),
    ] {
      #expect(try notes("child-pugh", "\(child), bilirubin \(bilirubin)") == count)
    }
    let high =
      "bilirubin 40mg/dL, creatinine 4mg/dL, dialysis no, sodium 137mmol/L, albumin 3.5g/dL, sex male"
    for (inr, count) in [("1.4", 0), ("3", 1)] {
      #expect(
        try notes(
          "meld-3.0", "\(high), inr \(inr)".replacing("creatinine 4mg", with: "creatinine 3mg"))
          == count)
      #expect(try notes("meld", "\(high), inr \(inr)") == count)
    }
  }

  private enum Fixtures {
    static func calm() throws -> Patient {
      try patient(
        "bilirubin 1mg/dL, inr 1, creatinine 1mg/dL, dialysis no, sodium 137mmol/L, albumin 3.5g/dL, sex male"
      )
    }
  }

  @Test("Two inputs that cannot both be true are named")
  func contradictions() throws {
    func keys(_ text: String) throws -> [Input] { try patient(text).contradictions().map(\.input) }
    #expect(try keys("tumours 3cm, tumour_count 2") == [.tumourCount])
    #expect(try keys("nodes yes, extrahepatic no") == [.extrahepatic])
    let child = "bilirubin 5mg/dL, albumin 2g/dL, inr 1, ascites none, encephalopathy none"
    #expect(try keys(child + ", child_pugh A5") == [.childPugh])
    #expect(try keys(child + ", child_pugh B8") == [.childPugh])
    #expect(try keys(child + ", child_pugh B9") == [])
    #expect(
      try keys(
        "child_pugh A5, ecog 0, vascular_invasion none, nodes no, metastasis no, tumours 3cm, bclc C"
      )
        == [.bclc])
  }

  @Test("An assessment by the other print is no contradiction; one that fits neither is")
  func otherPrints() throws {
    func keys(_ text: String) throws -> [Input] { try patient(text).contradictions().map(\.input) }
    let inr =
      "bilirubin 2.5mg/dL, albumin 3g/dL, inr 2.25, ascites slight, encephalopathy none"
    for (stated, expected) in [
      ("B9", []), ("C10", []), ("B", []), ("C", []), ("B8", [.childPugh]), ("C11", [.childPugh]),
      ("A", [.childPugh]),
    ] as [(String, [Input])] {
      #expect(try keys("\(inr), child_pugh \(stated)") == expected, "\(stated)")
    }
    let refusal = try patient("\(inr), child_pugh A6").contradictions().first?.phrase
    #expect(refusal?.en == "is A6; the other inputs give B9 / C10")
    // Bilirubin of 3.0 mg/dL has 2 points, and 51.3 µmol/L has 3.
    let bilirubin = "albumin 4g/dL, inr 1, ascites none, encephalopathy none"
    for amount in ["3mg/dL", "51.3umol/L"] {
      for (stated, expected) in [
        ("A6", []), ("B7", []), ("A5", [.childPugh]), ("B8", [.childPugh]),
      ] as [(String, [Input])] {
        let text = "\(bilirubin), bilirubin \(amount), child_pugh \(stated)"
        #expect(try keys(text) == expected, "\(amount), \(stated)")
      }
    }
    let spread = "ecog 0, vascular_invasion none, nodes no, metastasis no"
    for (size, stages) in [
      ("1.9cm", ["0"]), ("2cm", ["0", "A"]), ("2.1cm", ["A"]),
    ] {
      for stage in ["0", "A", "B", "C", "D"] {
        let text = "\(spread), child_pugh A5, tumours \(size), bclc \(stage)"
        #expect(try keys(text) == (stages.contains(stage) ? [] : [.bclc]), "\(size), \(stage)")
      }
    }
    // One print gives class B, the other class C.
    for stage in ["0", "A", "B", "C", "D"] {
      let text = "\(inr), \(spread), tumours 2.5cm, bclc \(stage)"
      #expect(try keys(text) == (["A", "D"].contains(stage) ? [] : [.bclc]), "\(stage)")
    }
  }

  @Test("A stated stage that one other input rules out is named")
  func stages() throws {
    func keys(_ text: String) throws -> [Input] { try patient(text).contradictions().map(\.input) }
    #expect(try keys("adjacent_organ yes, extrahepatic no") == [.extrahepatic])
    for stage in ["0", "A", "B"] {
      for finding in [
        "ecog 4", "ecog 3", "vascular_invasion macrovascular", "nodes yes", "metastasis yes",
      ] {
        #expect(try keys("bclc \(stage), \(finding)") == [.bclc], "\(stage), \(finding)")
      }
    }
    #expect(try keys("bclc C, ecog 3") == [.bclc])
    for stage in ["I", "IA", "IB", "II", "III", "IIIA", "IIIB", "IIIC", "IVA"] {
      #expect(try keys("tnm \(stage), metastasis yes, nodes yes") == [.tnm], "\(stage)")
    }
    #expect(try keys("tnm II, nodes yes") == [.tnm])
    for stage in ["I", "IA", "IB", "II"] {
      #expect(try keys("tnm \(stage), vascular_invasion major") == [.tnm], "\(stage)")
      #expect(try keys("tnm \(stage), adjacent_organ yes") == [.tnm], "\(stage)")
      let several = stage == "II" ? [] : [Input.tnm]
      #expect(try keys("tnm \(stage), tumour_count 2") == several, "\(stage)")
      #expect(try keys("tnm \(stage), tumours 1cm 1cm") == several, "\(stage)")
    }
    for tumours in [
      "tumour_count 2", "tumours 1cm 1cm", "tumours 2.1cm", "tumours 5cm, tumour_count 1",
    ] {
      #expect(try keys("bclc 0, \(tumours)") == [.bclc], "\(tumours)")
    }
    for tumours in ["tumour_count 4", "tumours 1cm 1cm 1cm 1cm", "tumours 1cm 3.1cm"] {
      #expect(try keys("bclc A, \(tumours)") == [.bclc], "\(tumours)")
    }
    let early = try patient("bclc 0, tumours 1cm 1cm 1cm 1cm").contradictions().first?.phrase
    #expect(early?.en == "is 0; expected B - D, because there are 4 tumours")
    let refusal = try patient("bclc A, tumours 1cm 3.1cm").contradictions().first?.phrase
    #expect(refusal?.en == "is A; expected B - D, because a tumour is over 3 cm")
    #expect(try keys("tnm IVB, metastasis no") == [.tnm])
  }

  @Test(
    "A stated stage of another edition, or on another branch of a path, is none",
    arguments: [
      "bclc A, child_pugh C12", "bclc B, ecog 2", "bclc 0, ecog 1", "bclc C, ecog 0, nodes yes",
      "bclc D, ecog 4", "bclc B, vascular_invasion microvascular", "bclc B, adjacent_organ yes",
      "tnm IIIB, nodes yes", "tnm IIIC, nodes yes, metastasis no",
      "tnm IV, nodes no, metastasis no",
      "tnm IVA, nodes no, metastasis no", "tnm IV, metastasis yes", "tnm IVB, metastasis yes",
      "tnm II, vascular_invasion macrovascular", "tnm II, tumours 6cm 6cm", "tnm I, tumours 9cm",
      "tnm III, vascular_invasion major", "bclc 0, tumours 2cm", "bclc 0, tumour_count 1",
      "bclc A, tumours 9cm", "bclc A, tumours 3cm 3cm 3cm", "bclc A, tumour_count 3",
      "bclc B, tumours 1cm", "adjacent_organ yes, nodes no, metastasis no",
    ])
  func otherEditions(_ text: String) throws {
    #expect(try patient(text).contradictions().isEmpty)
  }
}

extension Patient {
  fileprivate mutating func forget(_ input: Input) {
    var other = Patient()
    for one in Input.allCases where one != input {
      if let shown = shown(one, .english) {
        try? other.set(
          one,
          to: one == .tumours
            ? shown.stated.split(separator: "; ").map(String.init) : [typed(one) ?? shown.stated])
      }
    }
    self = other
  }

  /// Words whose text for people is none that they would type.
  private func typed(_ input: Input) -> String? {
    switch input {
    case .ascites: ascites?.spellings.first
    case .encephalopathy: encephalopathy?.spellings.first
    case .vascularInvasion: vascularInvasion?.spellings.first
    default: nil
    }
  }
}
