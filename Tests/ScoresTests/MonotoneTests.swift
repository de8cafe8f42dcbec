import Scores
import Testing
import Words

/// A worse value never gives a better answer, where the rule says so.
@Suite("Liver scores rise and fall with their inputs")
struct MonotoneTests {
  struct Slope: CustomTestStringConvertible, Sendable {
    var score: String
    var key: String
    var rest: String
    /// The input without its number, and its unit.
    var input: String
    var unit: String
    var values: [Double]
    var rises: Bool
    var testDescription: String { "\(score).\(key) with \(input) in \(unit)" }

    init(
      _ score: String, _ key: String, _ rest: String, _ input: String, _ unit: String,
      _ values: StrideThrough<Double>, rises: Bool = true
    ) {
      self.score = score
      self.key = key
      self.rest = rest
      self.input = input
      self.unit = unit
      self.values = values.map { ($0 * 100).rounded() / 100 }
      self.rises = rises
    }
  }

  private static let child = "albumin 3g/dL, inr 1.5, ascites none, encephalopathy none"
  private static let meld = "bilirubin 4mg/dL, inr 1.5, creatinine 1.5mg/dL, dialysis no"
  private static let meld3 = "sex female, sodium 130mmol/L, albumin 3g/dL, dialysis no"

  static let slopes: [Slope] = [
    .init(
      "child-pugh", "total", child, "bilirubin", "mg/dL", stride(from: 0.1, through: 10, by: 0.01)),
    .init(
      "child-pugh", "total", child, "bilirubin", "umol/L", stride(from: 1, through: 100, by: 0.1)),
    .init(
      "child-pugh", "total", "bilirubin 1mg/dL, inr 1.5, ascites none, encephalopathy none",
      "albumin",
      "g/L", stride(from: 10, through: 60, by: 0.1), rises: false),
    .init(
      "child-pugh", "total", "bilirubin 1mg/dL, albumin 3g/dL, ascites none, encephalopathy none",
      "inr", "",
      stride(from: 0.5, through: 5, by: 0.01)),
    .init(
      "meld", "raw", "inr 1.5, creatinine 1.5mg/dL, dialysis no", "bilirubin", "mg/dL",
      stride(from: 0.1, through: 60, by: 0.1)),
    .init(
      "meld", "meld", "bilirubin 4mg/dL, creatinine 1.5mg/dL, dialysis no", "inr", "",
      stride(from: 0.5, through: 20, by: 0.05)),
    .init(
      "meld", "meld", "bilirubin 4mg/dL, inr 1.5, dialysis no", "creatinine", "umol/L",
      stride(from: 10, through: 900, by: 1)),
    .init(
      "meld-na", "meld_na", meld, "sodium", "mmol/L", stride(from: 100, through: 160, by: 1),
      rises: false),
    .init(
      "5vmeld", "published_raw", meld + ", sodium 130mmol/L", "albumin", "g/dL",
      stride(from: 0.5, through: 6, by: 0.1), rises: false),
    .init(
      "meld-3.0", "raw", "bilirubin 4mg/dL, inr 1.5, " + meld3, "creatinine", "mg/dL",
      stride(from: 0.3, through: 8, by: 0.05)),
    .init(
      "meld-3.0", "raw", "creatinine 1.2mg/dL, inr 1.5, " + meld3, "bilirubin", "mg/dL",
      stride(from: 0.3, through: 40, by: 0.1)),
    .init(
      "albi", "raw", "albumin 35g/L", "bilirubin", "umol/L", stride(from: 1, through: 900, by: 1)),
    .init(
      "albi", "raw", "bilirubin 30umol/L", "albumin", "g/L", stride(from: 5, through: 80, by: 0.5),
      rises: false),
    .init(
      "fib-4", "raw", "ast 60U/L, alt 40U/L, platelets 150 10^9/L", "age", "",
      stride(from: 18, through: 110, by: 1)),
    .init(
      "fib-4", "raw", "age 50, ast 60U/L, alt 40U/L", "platelets", " 10^9/L",
      stride(from: 10, through: 900, by: 5), rises: false),
    .init(
      "apri", "raw", "ast_upper_limit 40U/L, platelets 90 10^9/L", "ast", "U/L",
      stride(from: 5, through: 2000, by: 5)),
    .init(
      "maddrey", "raw", "prothrombin_control 12s, bilirubin 10mg/dL", "prothrombin_time", "s",
      stride(from: 9, through: 80, by: 0.5)),
    .init(
      "lille", "raw",
      "age 50, albumin 25g/L, bilirubin 300umol/L, creatinine 1mg/dL, prothrombin_time 20s",
      "bilirubin_day_7", "umol/L", stride(from: 5, through: 900, by: 5)),
    .init(
      "gretch", "total",
      "ecog 0, bilirubin 20umol/L, alp 90U/L, alp_upper_limit 120U/L, "
        + "portal_vein_thrombosis no", "afp", "ug/L", stride(from: 0, through: 100, by: 1)),
    .init(
      "cupi", "total", "tnm I, symptomatic no, ascites none, afp 10ng/mL, alp 80U/L", "bilirubin",
      "umol/L",
      stride(from: 1, through: 100, by: 0.5)),
    .init(
      "ttv-afp", "ttv_cm3", "vascular_invasion none, extrahepatic no, afp 10ng/mL", "tumours", "cm",
      stride(from: 0.5, through: 12, by: 0.1)),
  ]

  @Test("Each", arguments: slopes)
  func each(_ one: Slope) throws {
    var last: Double?
    for value in one.values {
      let text = "\(one.rest), \(one.input) \(value)\(one.unit)"
      let answer = try #require(Double(try fact(one.score, one.key, text)), "\(text)")
      if let last {
        let isRight = one.rises ? answer >= last : answer <= last
        #expect(isRight, "\(one.score) at \(value): \(last), then \(answer)")
      }
      last = answer
    }
  }

  @Test(
    "A tumour that shrinks never leaves a transplant criterion",
    arguments: ["milan", "ucsf", "up-to-seven"])
  func shrinking(_ score: String) throws {
    for sizes in [[1], [1, 1], [2, 1], [3, 3, 1], [2, 2, 2, 1]] {
      var wasWithin = true
      for tenths in 5...90 {
        let all = ["tumours \(Double(tenths) / 10)cm"] + sizes.dropFirst().map { "tumours \($0)cm" }
        let text = all.joined(separator: ", ") + ", vascular_invasion none, extrahepatic no"
        let isWithin = try fact(score, "eligible", text) == "yes"
        #expect(wasWithin || !isWithin, "\(score): \(text)")
        wasWithin = isWithin
      }
    }
  }
}
