import Foundation
import FoundationXML
import Profile
import Scores
import TestSupport
import Testing
import Words

@testable import vigia

@Suite("Liver scores by command")
struct ScoreCommandTests {
  private static let patient = """
    # Everything that any score asks for.
    bilirubin: 2,1 mg/dL
    bilirubin_day_7: 30 umol/L
    albumin: 31 g/L
    inr: 1.5
    creatinine: 1.2 mg/dL
    dialysis: no
    sodium: 131 mmol/L
    prothrombin_time: 18 s
    prothrombin_control: 12 s
    platelets: 90 10^9/L
    ast: 80 U/L
    ast_upper_limit: 40 U/L
    alt: 60 U/L
    alp: 150 U/L
    alp_upper_limit: 120 U/L
    afp: 35 ng/mL
    age: 61
    sex: female
    ascites: slight
    encephalopathy: none
    ecog: 0
    varices: no
    transplant_candidate: yes
    tumours: [2.5 cm, 18 mm]
    tumour_over_half: no
    vascular_invasion: none
    portal_vein_thrombosis: no
    adjacent_organ: no
    nodes: no
    metastasis: no

    """

  @Test("A score with its inputs as options: the answer, the rule, the source")
  func one() throws {
    let result = try Command.vigia(
      "score", "meld", "--bilirubin", "4.2mg/dL", "--inr", "1.2", "--creatinine", "168umol/L",
      "--dialysis", "no")
    expectSuccess(result)
    #expect(result.output.hasPrefix("MELD: 20\n"))
    #expect(result.output.contains("9.57 ln(creatinine)") && result.output.contains("Kamath"))
    #expect(result.output.contains("Not medical advice"))
    #expect(result.errors.isEmpty)
  }

  @Test("Every score of one file, as JSON, in the order of the list")
  func all() throws {
    let folder = Folder()
    let file = try folder.write("patient.yaml", Self.patient)
    let result = try Command.vigia("score", "all", "--file", file, "--format", "json")
    expectSuccess(result)
    #expect(result.events.map { $0["score"] as? String } == AllScores.list.map(\.name))
    for event in result.events {
      #expect(!(event["value"] is NSNull), "\(event["score"] ?? "")")
      #expect((event["missing"] as? [String]) == [])
    }
    #expect(result.events.first?["class"] as? String == "B")
  }

  @Test("A missing input is named, and the status says that there is no answer")
  func missing() throws {
    let one = try Command.vigia(
      "score", "meld-na", "--bilirubin", "2mg/dL", "--inr", "1.2", "--format", "json")
    #expect(one.status == 1)
    #expect(one.events.first?["missing"] as? [String] == ["creatinine", "dialysis", "sodium"])
    #expect(one.events.first?["value"] is NSNull)
    let all = try Command.vigia("score", "all", "--language", "es")
    expectSuccess(all)
    #expect(all.output.contains("- (falta: bilirubin, albumin, inr, ascites, encephalopathy)"))
  }

  @Test("An answer that says too little is not asked for as if it were missing")
  func saysTooLittle() throws {
    let folder = Folder()
    let file = try folder.write(
      "patient.yaml", Self.patient.replacing("ascites: slight", with: "ascites: yes"))
    let expected = "yes does not state the grade; expected none, slight or moderate"
    let one = try Command.vigia("score", "child-pugh", "--file", file)
    #expect(one.status == 1)
    #expect(one.output.contains("  missing --ascites: ascites; \(expected)\n"))
    let page = folder.path("page.html")
    let all = try Command.vigia("score", "all", "--file", file, "--report", page)
    #expect(all.output.contains("    ascites (\(expected))\n"))
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains("ascites (\(expected))"))
    let json = try Command.vigia(
      "score", "child-pugh", "--file", file, "--format", "json")
    #expect(json.events.first?["notes"] as? [String] == ["ascites (\(expected))"])
    let alberta = try Command.vigia("score", "alberta", "--child-pugh", "B")
    #expect(alberta.output.contains("Child-Pugh; B needs its points: B7 to B9"))
  }

  @Test(
    "The value for scripts is the number of the answer, also at a half",
    arguments: [
      ("apri --ast 41U/L --ast-upper-limit 40U/L --platelets 100K/uL", 1.03, "1.03, "),
      (
        "maddrey --prothrombin-time 18s --prothrombin-control 12s --bilirubin 4.35mg/dL", 31.95,
        "31.95, not severe"
      ),
    ])
  func half(_ arguments: String, _ value: Double, _ answer: String) throws {
    let event = try Command.shell("\"$vigia\" score \(arguments) --format json").events.first
    #expect(event?["value"] as? Double == value)
    #expect((event?["answer"] as? String)?.hasPrefix(answer) == true)
  }

  @Test("Every mistake of a file at once, with line, column and what was expected")
  func mistakes() throws {
    let folder = Folder()
    let file = try folder.write(
      "bad.yaml",
      "bilirubin: 2.1\nalbumim: 3 g/dL\ninr: -1\nsex: other\nnodes: [yes]\nsodium: 130 mg/dL\nage: ~\n"
    )
    let result = try Command.vigia("score", "all", "--file", file)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.complaints.count == 6)
    for (complaint, text) in zip(
      result.complaints,
      [
        "line 1, column 12: bilirubin is \"2.1\"; expected a unit",
        "line 2, column 1: unknown key \"albumim\"; did you mean \"albumin\"?",
        "line 3, column 6: inr is \"-1\"; expected 0.5 to 20",
        "line 4, column 6: sex is \"other\"; expected female, male",
        "line 5, column 8: nodes is a list or mapping; expected yes, no",
        "line 6, column 9: sodium is \"130 mg/dL\"; expected a unit",
      ])
    {
      #expect(complaint.contains(text), "\(complaint)")
    }
  }

  @Test(
    "One line for each hostile option",
    arguments: [
      (["--bilirubin", "NaN"], "is \"NaN\""), (["--bilirubin", "1e400mg/dL"], "is \"1e400mg/dL\""),
      (["--bilirubin", "-1mg/dL"], "is \"-1mg/dL\"; expected 0.05 to 100 mg/dL"),
      (["--inr", "1.4x"], "is \"1.4x\"; expected an amount such as 1.4"),
      (["--bilirubin", "2g/L"], "expected a unit, mg/dL or µmol/L"),
      (["--bilirubin", "1mg/dL", "--bilirubin", "1mg/dL"], "is given 2 times; expected once"),
      (["--afp", "1,200ng/mL"], "may mean thousands"), (["--ecog", "5"], "expected 0, 1, 2, 3, 4"),
      (["--afp", "1.200ng/mL"], "may mean thousands; expected 1200 or 1.2"),
      (["--child-pugh", "B5"], "expected a class"), (["--report", "/"], "is a directory"),
      (["--tumours", "3cm", "--tumour-count", "2"], "expected 1, like the diameters"),
      (["--file", "/nonexistent"], "does not exist"), (["--language", "fr"], "expected en or es"),
    ])
  func hostile(_ options: [String], _ complaint: String) throws {
    let quoted = (["score", "albi"] + options).map { "'\($0)'" }.joined(separator: " ")
    let result = try Command.shell("\"$vigia\" \(quoted)")
    #expect(result.status == 2)
    #expect(result.complaints.count == 1)
    #expect(result.errors.contains(complaint), "\(result.errors)")
  }

  @Test("A rare value is computed with, and warned of")
  func rare() throws {
    let result = try Command.vigia(
      "score", "albi", "--bilirubin", "60mg/dL", "--albumin", "3g/dL", "--format", "json")
    expectSuccess(result)
    #expect(result.errors.contains("warning: --bilirubin: is 60 mg/dL, which is rare"))
    #expect((result.events.first?["warnings"] as? [String])?.count == 1)
  }

  @Test("The list has every score with rule and source, in both languages")
  func list() throws {
    for language in ["en", "es"] {
      let text = try Command.vigia("score", "list", "--language", language)
      expectSuccess(text)
      for score in AllScores.list {
        #expect(text.output.contains("\n\(score.name): ") || text.output.hasPrefix(score.name))
      }
      let json = try Command.vigia("score", "list", "--language", language, "--format", "json")
      #expect(json.events.count == AllScores.list.count)
    }
  }

  @Test("The page holds every input, answer, rule and source, and is XML")
  func page() throws {
    let folder = Folder()
    let file = try folder.write("patient.yaml", Self.patient)
    for language in ["en", "es"] {
      let page = folder.path("page-\(language).html")
      expectSuccess(
        try Command.vigia("score", "all", "--file", file, "--report", page, "--language", language))
      let html = try String(contentsOfFile: page, encoding: .utf8)
      #expect(html.contains("lang=\"\(language)\""))
      for score in AllScores.list {
        for source in score.sources { #expect(html.contains(source)) }
      }
      let body = html.replacingOccurrences(of: "<!DOCTYPE html>\n", with: "")
      let parser = XMLParser(data: Data(body.utf8))
      #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    }
  }
}

@Suite("Patient files that nobody wrote")
struct PatientFuzzTests {
  @Test("Random files never crash it, and a score never uses an input that is missing")
  func fuzz() throws {
    let folder = Folder()
    let words = [
      "2.1 mg/dL", "36 umol/L", "-", "\"-\"", "~", "", "NaN", "1e400", "[3 cm, ~]", "{a: b}", "yes",
      "no", "A5", "C",
      "🫀", "\u{0}", "'", "\"", "- x", ": :", "0", "999999999999", "1.5", "none", "[[[", "*a",
      "&a b", "!!int 3", "\t",
      "3 cm", "[3cm, 2cm]", "female", "0x10", "٣", "major", "II",
    ]
    var random = SplitMix64(seed: 41)
    func draw(_ count: Int) -> Int { random.below(count) }
    let options = try ScoreInputOptions.parse([])
    var read = 0
    for round in 0..<2_000 {
      var text = ""
      for _ in 0..<draw(12) {
        let key = Input.allCases[draw(Input.allCases.count)].key
        text += "\(key): \(words[draw(words.count)])\n"
      }
      if round % 5 == 0, !text.isEmpty {
        var bytes = Array(text.utf8)
        for _ in 0...draw(4) { bytes[draw(bytes.count)] = UInt8(draw(256)) }
        text = String(decoding: bytes, as: UTF8.self)
      }
      let file = try folder.write("fuzz.yaml", text)
      let reading = try PatientReading(file: file, options: options, language: .english)
      guard reading.mistakes.isEmpty else { continue }
      read += 1
      let sheet = ScoreSheet(patient: reading.patient, scores: AllScores.list, language: .spanish)
      #expect(!ScoreText(sheet).text().isEmpty && !ScorePage(sheet).html().isEmpty)
      #expect(ScoreJSON.lines(sheet).split(separator: "\n").count == AllScores.list.count)
      for line in sheet.lines { #expect((line.value == nil) == !line.missing.isEmpty) }
    }
    #expect(read > 20, "\(read) files were read")
  }
}
