import Scores
import Testing

/// Numbers that papers and other programs print, with their source, so that the tests hold without
/// shared/oracles.
private struct Published: CustomTestStringConvertible, Sendable {
  var score: String
  var key: String
  var patient: String
  var answer: Double
  var tolerance: Double
  var source: String
  var testDescription: String { "\(score): \(patient) (\(source))" }

  init(
    _ score: String, _ key: String, _ patient: String, _ answer: Double, _ tolerance: Double,
    _ source: String
  ) {
    self.score = score
    self.key = key
    self.patient = patient
    self.answer = answer
    self.tolerance = tolerance
    self.source = source
  }

  static let kim = "Kim 2021, table 4"
  static let ameld = "ampel-leipzig/ameld, tests/testthat/test_meld.R"
  /// Its R of Lille is off by up to 0.009: a witness, where the paper is the judge.
  static let gdl = "gdl-lang/common-clinical-models, gdl2"
  static let worked = "worked from the paper's formula with Python's math, apart from this code"
  private static let laboratory = "bilirubin 4.2mg/dL, inr 1.2, creatinine 1.9mg/dL, dialysis no"

  static let all: [Published] = [
    .init("meld", "raw", laboratory, 20.0391626, 1e-6, ameld),
    .init("meld-na", "meld_na", laboratory + ", sodium 125mmol/L", 28, 0, ameld),
    .init("meldna-2008", "meld_na_raw", laboratory + ", sodium 141mmol/L", 20.0391626, 1e-6, ameld),
    .init(
      "meld-3.0", "integer",
      "bilirubin 2.5mg/dL, inr 1, creatinine 1.2mg/dL, dialysis no, sodium 131mmol/L, albumin 3.8g/dL, sex male",
      16, 0, kim),
    .init(
      "meld-3.0", "integer",
      "bilirubin 2.5mg/dL, inr 1, creatinine 1.2mg/dL, dialysis no, sodium 131mmol/L, albumin 3.8g/dL, sex female",
      17, 0, kim),
    .init(
      "meld-3.0", "integer",
      "bilirubin 6mg/dL, inr 1.5, creatinine 1.5mg/dL, dialysis no, sodium 131mmol/L, albumin 2.2g/dL, sex male",
      26, 0, kim),
    .init(
      "meld-3.0", "integer",
      "bilirubin 12mg/dL, inr 2.2, creatinine 1.8mg/dL, dialysis no, sodium 128mmol/L, albumin 2g/dL, sex male",
      34, 0, kim),
    .init("albi", "raw", "bilirubin 32umol/L, albumin 28g/L", -1.39, 0.005, gdl),
    .init("albi", "grade", "bilirubin 32umol/L, albumin 28g/L", 3, 0, gdl),
    .init("albi", "raw", "bilirubin 31umol/L, albumin 28g/L", -1.40, 0.005, gdl),
    .init("albi", "grade", "bilirubin 31umol/L, albumin 28g/L", 2, 0, gdl),
    .init("albi", "raw", "bilirubin 1mg/dL, albumin 40g/L", -2.59, 0.005, gdl),
    .init("albi", "grade", "bilirubin 1mg/dL, albumin 40g/L", 2, 0, gdl),
    .init("albi", "raw", "bilirubin 15umol/L, albumin 40g/L", -2.62, 0.005, gdl),
    .init("albi", "grade", "bilirubin 15umol/L, albumin 40g/L", 1, 0, gdl),
    .init("albi", "raw", "bilirubin 32umol/L, albumin 28g/L", -1.386601014309, 1e-9, worked),
    .init(
      "lille", "lille",
      "age 20, bilirubin 5.5mg/dL, bilirubin_day_7 3.5mg/dL, prothrombin_time 20s, albumin 20g/L, "
        + "creatinine 1.4mg/dL",
      0.025, 0.003, gdl),
    .init(
      "lille", "lille",
      "age 40, bilirubin 94umol/L, bilirubin_day_7 156umol/L, prothrombin_time 20s, albumin 20g/L, "
        + "creatinine 116umol/L",
      0.483, 0.003, gdl),
    .init(
      "lille", "lille",
      "age 80, bilirubin 88umol/L, bilirubin_day_7 10.1mg/dL, prothrombin_time 20s, albumin 12g/L, "
        + "creatinine 115umol/L",
      0.995, 0.003, gdl),
    .init(
      "lille", "lille",
      "age 50, bilirubin 10mg/dL, bilirubin_day_7 100umol/L, prothrombin_time 17s, albumin 20g/L, "
        + "creatinine 1.3mg/dL",
      0.271, 0.003, gdl),
    .init(
      "lille", "raw",
      "age 45, bilirubin 400umol/L, bilirubin_day_7 350umol/L, prothrombin_time 30s, albumin 20g/L, "
        + "creatinine 2mg/dL",
      0.6646308704, 1e-9, worked),
    .init(
      "lille", "raw",
      "age 50, bilirubin 300umol/L, bilirubin_day_7 200umol/L, prothrombin_time 20s, albumin 25g/L, "
        + "creatinine 1mg/dL",
      0.2103196047, 1e-9, worked),
    .init(
      "fib-4", "raw", "age 50, ast 60U/L, alt 40U/L, platelets 150 10^9/L", 3.1622776602, 1e-9,
      worked),
    .init("fib-4", "raw", "age 35, ast 30U/L, alt 25U/L, platelets 250000/uL", 0.84, 1e-9, worked),
    .init(
      "fib-4", "raw", "age 45, ast 40U/L, alt 49U/L, platelets 180k/uL", 1.4285714286, 1e-9, worked),
    .init(
      "maddrey", "raw", "prothrombin_time 18s, prothrombin_control 12s, bilirubin 10mg/dL", 37.6,
      1e-9,
      worked),
    .init(
      "maddrey", "raw", "prothrombin_time 22s, prothrombin_control 13s, bilirubin 342umol/L", 61.4,
      1e-9,
      worked),
    .init(
      "apri", "raw", "ast 38U/L, ast_upper_limit 40U/L, platelets 150 10^9/L", 0.63, 0.005,
      "johnasher/transplantr, tests/testthat/test_liver.R"),
    .init(
      "5vmeld", "published_raw", laboratory + ", sodium 141mmol/L, albumin 4.5g/dL", 20.0391626,
      1e-6,
      "albumin above 4: nothing is added (Myers 2013)"),
  ]
}

@Suite("Liver scores as papers print them")
struct PublishedCasesTests {
  @Test("Each", arguments: Published.all)
  fileprivate func each(_ one: Published) throws {
    let score = try #require(AllScores.named(one.score))
    guard case .value(let value) = score.evaluate(try patient(one.patient)) else {
      Issue.record("no answer")
      return
    }
    switch value.facts.first(where: { $0.key == one.key })?.value {
    case .whole(let number): #expect(abs(Double(number) - one.answer) <= one.tolerance)
    case .number(let number, _): #expect(abs(number - one.answer) <= one.tolerance, "\(number)")
    default: Issue.record("no number")
    }
  }

  @Test("The lists of cases are whole: every score has one here or in the cut-offs")
  func names() {
    let named = Set(AllScores.list.map(\.name))
    #expect(named.count == 22)
    for one in Published.all { #expect(named.contains(one.score)) }
    for score in named { #expect(AllScores.named(score.uppercased())?.name == score) }
  }
}
