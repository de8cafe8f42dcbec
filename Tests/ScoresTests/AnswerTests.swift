import Scores
import Testing
import Words

@Suite("The answer of a liver score as people read it")
struct AnswerTests {
  private func value(_ score: String, _ text: String) throws -> ScoreValue? {
    guard case .value(let value) = AllScores.named(score)?.evaluate(try patient(text)) else {
      return nil
    }
    return value
  }

  @Test(
    "Next to a cut it has the decimals that show on which side it is",
    arguments: [
      (
        "maddrey", "prothrombin_time 18s, prothrombin_control 12s, bilirubin 4.35mg/dL",
        "31.95, not severe"
      ),
      (
        "maddrey", "prothrombin_time 18s, prothrombin_control 12s, bilirubin 4.4mg/dL",
        "32.0, severe"
      ),
      (
        "fib-4", "age 50, ast 28.99U/L, alt 100U/L, platelets 100 10^9/L",
        "1.4495, advanced fibrosis unlikely"
      ),
      ("fib-4", "age 50, ast 29U/L, alt 100U/L, platelets 100 10^9/L", "1.45, indeterminate"),
      (
        "apri", "ast 100.4U/L, ast_upper_limit 100U/L, platelets 100 10^9/L",
        "1.004, fibrosis indeterminate, cirrhosis indeterminate"
      ),
      ("albi", "albumin 28g/L, bilirubin 31.63umol/L", "-1.3899, grade 3"),
      (
        "lille",
        "age 51, albumin 30g/L, bilirubin 200umol/L, bilirubin_day_7 247umol/L, creatinine 60umol/L, "
          + "prothrombin_time 18s", "0.44999, responds"
      ),
    ])
  func sides(_ score: String, _ text: String, _ answer: String) throws {
    let value = try #require(try value(score, text))
    #expect(value.answer.en == answer)
    // The unrounded value beside it must not read as the cut either.
    let raw = try #require(value.raw)
    #expect(raw.en.hasPrefix(String(answer.prefix { $0 != "," })), "\(raw.en)")
    #expect(value.answer.es.hasPrefix(raw.es.prefix(4)))
  }

  @Test("A value that counts as a bound is not written as that bound")
  func bound() throws {
    let rest = "bilirubin 1mg/dL, creatinine 1mg/dL, dialysis no"
    for (inr, shown) in [("0.99999", "0.99999"), ("0.9", "0.9")] {
      let value = try #require(try value("meld", "\(rest), inr \(inr)"))
      #expect(
        value.notes.map(\.en) == ["INR: \(shown) counts as 1, the least that this score takes"])
    }
  }

  @Test("The inputs of Child-Pugh say which points a stated class has, where they say it")
  func pointsOfClass() throws {
    let rest =
      "child_pugh B, bclc B, portal_hypertension no, transplant_candidate no, ecog 0, "
      + "portal_vein_thrombosis no, albumin 3g/dL, inr 1.5, encephalopathy none"
    let whole = try #require(try value("alberta", "\(rest), bilirubin 2.5mg/dL, ascites slight"))
    #expect(whole.notes.map(\.en).contains("Child-Pugh: B8"))
    // The points are open without ascites, and where two prints count 2.95 mg/dL differently.
    #expect(try value("alberta", "\(rest), bilirubin 2.5mg/dL") == nil)
    #expect(try value("alberta", "\(rest), bilirubin 2.95mg/dL, ascites slight") == nil)
  }

  @Test("An answer that says too little for a score says what it lacks, in both languages")
  func shortfall() throws {
    let known = try patient("ascites yes, child_pugh B")
    #expect(
      known.shortfall(of: .ascites)?.en
        == "yes does not state the grade; expected none, slight or moderate")
    #expect(known.shortfall(of: .childPugh)?.en == "B needs its points: B7 to B9")
    #expect(known.shortfall(of: .childPugh)?.es == "B necesita sus puntos: de B7 a B9")
    let whole = try patient("ascites slight, child_pugh B8")
    for input in Input.allCases { #expect(whole.shortfall(of: input) == nil) }
  }
}
