import Scores
import Testing

/// Both sides of one cut-off, one unit of its last digit apart: moved either way, a side is wrong.
private struct CutOff: CustomTestStringConvertible, Sendable {
  var score: String
  var key: String
  /// Everything but the input that varies.
  var rest: String
  /// Values of the input with the answer of each.
  var sides: [(value: String, answer: String)]
  var testDescription: String { "\(score).\(key): \(sides.map(\.value).joined(separator: " | "))" }

  init(_ score: String, _ key: String, _ rest: String, _ sides: KeyValuePairs<String, String>) {
    self.score = score
    self.key = key
    self.rest = rest
    self.sides = sides.map { ($0.key, $0.value) }
  }
}

private let child = "inr 1, ascites none, encephalopathy none"
private let childA = "child_pugh A5"
private let liver = "bilirubin 1mg/dL, inr 1, creatinine 1mg/dL, dialysis no"
private let gretch =
  "ecog 0, bilirubin 20umol/L, alp 100U/L, alp_upper_limit 120U/L, afp 10ug/L, portal_vein_thrombosis no"
private let cupi =
  "tnm I, symptomatic no, ascites none, afp 10ng/mL, bilirubin 15umol/L, alp 80U/L"
private let confined = "vascular_invasion none, extrahepatic no"
private let staged = "vascular_invasion none, adjacent_organ no, nodes no, metastasis no"
private let stagedBCLC = "ecog 0, child_pugh A5, vascular_invasion none, nodes no, metastasis no"
private let alberta =
  "child_pugh B7, portal_hypertension no, transplant_candidate no, ecog 0, portal_vein_thrombosis no"

private let childPughCuts: [CutOff] = [
  .init(
    "child-pugh", "points.bilirubin", child + ", albumin 4g/dL",
    [
      "bilirubin 1.9mg/dL": "1", "bilirubin 1.99mg/dL": "1", "bilirubin 2mg/dL": "2",
      "bilirubin 3mg/dL": "2",
      "bilirubin 3.01mg/dL": "3", "bilirubin 3.1mg/dL": "3", "bilirubin 33umol/L": "1",
      "bilirubin 34umol/L": "2", "bilirubin 50umol/L": "2", "bilirubin 51umol/L": "3",
    ]),
  .init(
    "child-pugh", "points.albumin", child + ", bilirubin 1mg/dL",
    [
      "albumin 3.6g/dL": "1", "albumin 3.5g/dL": "2", "albumin 2.8g/dL": "2",
      "albumin 2.7g/dL": "3",
      "albumin 36g/L": "1", "albumin 35g/L": "2", "albumin 28g/L": "2", "albumin 27g/L": "3",
    ]),
  .init(
    "child-pugh", "points.inr",
    "bilirubin 1mg/dL, albumin 4g/dL, ascites none, encephalopathy none",
    [
      "inr 1.6": "1", "inr 1.69": "1", "inr 1.7": "2", "inr 2.3": "2", "inr 2.31": "3",
      "inr 2.4": "3",
    ]),
  .init(
    "child-pugh", "class", "bilirubin 1mg/dL, albumin 4g/dL, inr 1, ascites none",
    ["encephalopathy none": "A", "encephalopathy 1-2": "A", "encephalopathy 3-4": "B"]),
  .init(
    "child-pugh", "class", "bilirubin 4mg/dL, albumin 2g/dL, ascites none, encephalopathy none",
    ["inr 1.6": "B", "inr 1.7": "C"]),
  .init(
    "child-pugh", "inr_cut_2_2.total",
    "bilirubin 1mg/dL, albumin 4g/dL, ascites none, encephalopathy none",
    ["inr 2.2": "?", "inr 2.21": "7", "inr 2.3": "7", "inr 2.31": "?"]),
]

private let meldCuts: [CutOff] = [
  .init(
    "meld", "raw", "inr 1, creatinine 1mg/dL, dialysis no",
    ["bilirubin 0.9mg/dL": "6.43", "bilirubin 1mg/dL": "6.43", "bilirubin 1.1mg/dL": "6.7903"]),
  .init(
    "meld", "raw", "bilirubin 1mg/dL, creatinine 1mg/dL, dialysis no",
    ["inr 0.9": "6.43", "inr 1": "6.43", "inr 1.1": "7.4975"]),
  .init(
    "meld", "raw", "bilirubin 1mg/dL, inr 1, dialysis no",
    [
      "creatinine 0.9mg/dL": "6.43", "creatinine 1.1mg/dL": "7.3421",
      "creatinine 3.9mg/dL": "19.4545",
      "creatinine 4mg/dL": "19.6968", "creatinine 4.1mg/dL": "19.6968",
    ]),
  .init(
    "meld", "raw", "bilirubin 1mg/dL, inr 1, creatinine 1mg/dL",
    ["dialysis no": "6.43", "dialysis yes": "19.6968"]),
  .init(
    "meld", "meld", "bilirubin 20mg/dL, creatinine 4mg/dL, dialysis no",
    ["inr 1.72": "37", "inr 2.1": "39", "inr 2.2": "40", "inr 4": "40"]),
  .init(
    "meld-na", "meld_na_raw",
    "bilirubin 1.6mg/dL, creatinine 1mg/dL, dialysis no, sodium 127mmol/L",
    ["inr 1.2": "10.0", "inr 1.3": "11.0", "inr 1.4": "21.24"]),
  .init(
    "meld-na", "meld_na_raw", "bilirubin 4.2mg/dL, inr 1.2, creatinine 1.9mg/dL, dialysis no",
    [
      "sodium 124mmol/L": "27.92", "sodium 125mmol/L": "27.92", "sodium 126mmol/L": "27.26",
      "sodium 136mmol/L": "20.66", "sodium 137mmol/L": "20.0", "sodium 138mmol/L": "20.0",
    ]),
  .init(
    "meld-na", "meld_na", "bilirubin 30mg/dL, creatinine 4mg/dL, dialysis no, sodium 137mmol/L",
    ["inr 1.8": "39", "inr 2": "40", "inr 5": "40"]),
  .init(
    "meldna-2008", "meld_na_raw", liver,
    [
      "sodium 124mmol/L": "19.0188", "sodium 125mmol/L": "19.0188", "sodium 126mmol/L": "18.1795",
      "sodium 139mmol/L": "7.2693", "sodium 140mmol/L": "6.43", "sodium 141mmol/L": "6.43",
    ]),
  .init(
    "5vmeld", "published_raw", liver + ", sodium 140mmol/L",
    [
      "albumin 0.9g/dL": "19.1107", "albumin 1g/dL": "19.1107", "albumin 1.1g/dL": "18.688",
      "albumin 3.9g/dL": "6.8527", "albumin 4g/dL": "6.43", "albumin 4.1g/dL": "6.43",
    ]),
  .init(
    "meld-3.0", "raw", liver + ", sex male, sodium 137mmol/L",
    [
      "albumin 1.4g/dL": "9.7", "albumin 1.5g/dL": "9.7", "albumin 1.6g/dL": "9.515",
      "albumin 3.4g/dL": "6.185", "albumin 3.5g/dL": "6.0", "albumin 3.6g/dL": "6.0",
    ]),
  .init(
    "meld-3.0", "raw", liver + ", sex male, albumin 3.5g/dL",
    [
      "sodium 124mmol/L": "15.84", "sodium 125mmol/L": "15.84", "sodium 126mmol/L": "15.02",
      "sodium 136mmol/L": "6.82", "sodium 137mmol/L": "6.0", "sodium 138mmol/L": "6.0",
    ]),
  .init(
    "meld-3.0", "raw",
    "bilirubin 1mg/dL, inr 1, dialysis no, sex female, albumin 3.5g/dL, sodium 137mmol/L",
    [
      "creatinine 0.9mg/dL": "7.33", "creatinine 2.9mg/dL": "19.1909",
      "creatinine 3mg/dL": "19.5685",
      "creatinine 3.1mg/dL": "19.5685",
    ]),
]

private let stageCuts: [CutOff] = [
  .init(
    "albi", "grade", "albumin 40g/L", ["bilirubin 16.2umol/L": "1", "bilirubin 16.4umol/L": "2"]),
  .init(
    "albi", "grade", "albumin 28g/L", ["bilirubin 31.6umol/L": "2", "bilirubin 31.7umol/L": "3"]),
  .init(
    "okuda", "points.bilirubin", "tumour_over_half no, ascites none, albumin 4g/dL",
    [
      "bilirubin 3mg/dL": "0", "bilirubin 3.1mg/dL": "1", "bilirubin 51umol/L": "0",
      "bilirubin 51.3umol/L": "0", "bilirubin 51.4umol/L": "1",
    ]),
  .init(
    "okuda", "points.albumin", "tumour_over_half no, ascites none, bilirubin 1mg/dL",
    ["albumin 2.9g/dL": "1", "albumin 3g/dL": "0", "albumin 29g/L": "1", "albumin 30g/L": "0"]),
  .init(
    "okuda", "stage", "tumour_over_half no, albumin 4g/dL, bilirubin 1mg/dL",
    ["ascites none": "I", "ascites yes": "II"]),
  .init(
    "okuda", "stage", "tumour_over_half no, ascites slight, albumin 2g/dL",
    ["bilirubin 3mg/dL": "II", "bilirubin 3.1mg/dL": "III"]),
  .init(
    "clip", "points.afp",
    childA + ", tumour_count 1, tumour_over_half no, portal_vein_thrombosis no",
    ["afp 399ng/mL": "0", "afp 400ng/mL": "1"]),
  .init(
    "clip", "points.morphology",
    childA + ", tumour_over_half no, afp 1ng/mL, portal_vein_thrombosis no",
    ["tumour_count 1": "0", "tumour_count 2": "1"]),
  .init(
    "clip", "seed_stage",
    "child_pugh A, tumour_over_half no, afp 400ng/mL, portal_vein_thrombosis yes",
    ["tumour_count 1": "intermediate", "tumour_count 2": "intermediate"]),
  .init(
    "clip", "seed_stage",
    "child_pugh B, tumour_over_half no, afp 400ng/mL, portal_vein_thrombosis yes",
    ["tumour_count 1": "intermediate", "tumour_count 2": "advanced"]),
  .init(
    "gretch", "points.performance", gretch.without("ecog"), ["ecog 1": "0", "ecog 2": "3"]),
  .init(
    "gretch", "points.bilirubin", gretch.without("bilirubin"),
    [
      "bilirubin 49umol/L": "0", "bilirubin 50umol/L": "3", "bilirubin 2.92mg/dL": "0",
      "bilirubin 2.93mg/dL": "3",
    ]),
  .init("gretch", "points.alp", gretch.without("alp"), ["alp 239U/L": "0", "alp 240U/L": "2"]),
  .init("gretch", "points.afp", gretch.without("afp"), ["afp 34ug/L": "0", "afp 35ug/L": "2"]),
  .init(
    "gretch", "group", gretch.without("ecog").without("afp") + ", afp 35ug/L",
    ["ecog 1": "B", "ecog 2": "B"]),
  .init(
    "gretch", "group",
    gretch.without("portal_vein_thrombosis").without("afp").without("ecog")
      + ", afp 35ug/L, ecog 2",
    ["portal_vein_thrombosis no": "B", "portal_vein_thrombosis yes": "C"]),
  .init(
    "gretch", "group", gretch.without("portal_vein_thrombosis"),
    ["portal_vein_thrombosis no": "A", "portal_vein_thrombosis yes": "B"]),
  .init(
    "cupi", "points.bilirubin", cupi.without("bilirubin"),
    [
      "bilirubin 33umol/L": "0", "bilirubin 34umol/L": "3", "bilirubin 51umol/L": "3",
      "bilirubin 52umol/L": "4",
    ]),
  .init("cupi", "points.afp", cupi.without("afp"), ["afp 499ng/mL": "0", "afp 500ng/mL": "2"]),
  .init("cupi", "points.alp", cupi.without("alp"), ["alp 199U/L": "0", "alp 200U/L": "3"]),
  .init(
    "cupi", "points.tnm", cupi.without("tnm"),
    ["tnm II": "-3", "tnm IIIA": "-1", "tnm IIIC": "-1", "tnm IVA": "0"]),
  // -1 + 3 - 1 and its neighbours: 1 is low, 2 intermediate; 7 intermediate, 8 high.
  .init(
    "cupi", "risk", "symptomatic yes, ascites none, afp 10ng/mL, bilirubin 52umol/L, alp 80U/L",
    ["tnm II": "low", "tnm IIIA": "intermediate"]),
  .init(
    "cupi", "risk", "symptomatic yes, ascites yes, afp 10ng/mL, bilirubin 52umol/L, alp 80U/L",
    ["tnm III": "intermediate", "tnm IV": "intermediate"]),
  .init(
    "cupi", "risk", "tnm III, symptomatic yes, ascites yes, afp 500ng/mL, alp 80U/L",
    ["bilirubin 51umol/L": "intermediate", "bilirubin 52umol/L": "high"]),
  .init(
    "cupi", "total", "tnm II, symptomatic yes, ascites none, afp 10ng/mL, alp 80U/L",
    ["bilirubin 51umol/L": "0", "bilirubin 52umol/L": "1"]),
]

extension String {
  /// The table without one of its inputs.
  fileprivate func without(_ key: String) -> String {
    split(separator: ", ").filter { !$0.hasPrefix("\(key) ") }.joined(separator: ", ")
  }
}

@Suite("Cut-offs of liver scores, both sides of each")
struct CutOffTests {
  @Test("Child-Pugh", arguments: childPughCuts)
  fileprivate func childPugh(_ one: CutOff) throws { try judge(one) }

  @Test("MELD and its kin", arguments: meldCuts)
  fileprivate func meld(_ one: CutOff) throws { try judge(one) }

  @Test("Stages", arguments: stageCuts)
  fileprivate func stages(_ one: CutOff) throws { try judge(one) }

  @Test("Sizes", arguments: sizeCuts)
  fileprivate func sizes(_ one: CutOff) throws { try judge(one) }

  @Test("A value on a cut is graded as one, whichever way the division missed it")
  func onTheCut() throws {
    for platelets in stride(from: 80, through: 480, by: 40) {
      let rest = "ast_upper_limit 40U/L, platelets \(platelets)K/uL"
      for (percent, key, grade) in [
        (20, "fibrosis", "unlikely"), (60, "fibrosis", "indeterminate"),
        (40, "cirrhosis", "unlikely"), (80, "cirrhosis", "indeterminate"),
      ] {
        let ast = platelets * percent / 100
        #expect(try fact("apri", key, "\(rest), ast \(ast)U/L") == grade, "\(ast), \(platelets)")
      }
      for (age, ast) in [(58, platelets / 8), (65, platelets / 4)] {
        let text = "age \(age), ast \(ast)U/L, alt 25U/L, platelets \(platelets)K/uL"
        #expect(try fact("fib-4", "advanced_fibrosis", text) == "indeterminate", "\(text)")
      }
    }
    // Both are an APRI of 1.50, and the division makes a little more of the first.
    for (ast, platelets) in [(54, 90), (81, 135)] {
      let text = "ast_upper_limit 40U/L, ast \(ast)U/L, platelets \(platelets)K/uL"
      #expect(try fact("apri", "fibrosis", text) == "indeterminate", "\(text)")
    }
  }

  private func judge(_ one: CutOff) throws {
    for (value, answer) in one.sides {
      let got = try fact(one.score, one.key, one.rest.isEmpty ? value : "\(one.rest), \(value)")
      #expect(got == answer, "\(one.score) with \(value)")
    }
  }
}

private let sizeCuts: [CutOff] = [
  .init(
    "milan", "eligible", confined,
    [
      "tumours 5cm": "yes", "tumours 5.1cm": "no", "tumours 50.1mm": "no",
      "tumours 3cm, tumours "
        + "3cm, tumours 3cm": "yes",
      "tumours 3.1cm, tumours 1cm": "no",
      "tumours 1cm, tumours 1cm, tumours 1cm, tumours 1cm": "no",
    ]),
  .init(
    "ucsf", "eligible", confined,
    [
      "tumours 6.5cm": "yes", "tumours 6.6cm": "no", "tumours 4.5cm, tumours 3.5cm": "yes",
      "tumours 4.5cm, tumours 3.6cm": "no", "tumours 4.6cm, tumours 1cm": "no",
      "tumours 2.7cm, tumours 2.7cm, tumours 2.6cm": "yes",
      "tumours 2.7cm, tumours 2.7cm, tumours 2.7cm": "no",
      "tumours 1cm, tumours 1cm, tumours 1cm, tumours 1cm": "no",
    ]),
  .init(
    "up-to-seven", "eligible", confined,
    [
      "tumours 6cm": "yes", "tumours 6.1cm": "no", "tumours 5cm, tumours 1cm": "yes",
      "tumours 5.1cm, tumours 1cm": "no",
    ]),
  .init(
    "ttv-afp", "eligible", confined + ", afp 400ng/mL",
    ["tumours 6.03cm": "yes", "tumours 6.04cm": "no"]),
  .init(
    "ttv-afp", "eligible", confined + ", tumours 3cm",
    ["afp 400ng/mL": "yes", "afp 401ng/mL": "no", "afp 400.1ng/mL": "no"]),
  .init(
    "milan", "eligible", "tumours 2cm, extrahepatic no",
    [
      "vascular_invasion none": "yes", "vascular_invasion micro": "yes",
      "vascular_invasion yes": "no",
      "vascular_invasion major": "no",
    ]),
  .init(
    "tnm", "ajcc7", staged,
    [
      "tumours 9cm": "I", "tumours 5cm, tumours 1cm": "II", "tumours 5.1cm, tumours 1cm": "IIIA",
    ]),
  .init("tnm", "ajcc8", staged, ["tumours 2cm": "IA", "tumours 2.1cm": "IB"]),
  .init(
    "tnm", "ajcc6", "adjacent_organ no, nodes no, metastasis no, tumours 3cm",
    [
      "vascular_invasion none": "I", "vascular_invasion yes": "II",
      "vascular_invasion major": "IIIA",
    ]),
  .init(
    "tnm", "ajcc8", "adjacent_organ no, nodes no, metastasis no, tumours 2.1cm",
    [
      "vascular_invasion none": "IB", "vascular_invasion micro": "II",
      "vascular_invasion major": "IIIB",
    ]),
  .init(
    "tnm", "ajcc7", "vascular_invasion none, tumours 3cm, adjacent_organ no, metastasis no",
    ["nodes no": "I", "nodes yes": "IVA"]),
  .init(
    "bclc", "stage", stagedBCLC,
    [
      "tumours 2cm": "0", "tumours 2.1cm": "A", "tumours 9cm": "A",
      "tumours 3cm, tumours 3cm, tumours 3cm": "A",
      "tumours 3.1cm, tumours 1cm": "B", "tumours 1cm, tumours 1cm, tumours 1cm, tumours 1cm": "B",
    ]),
  .init(
    "bclc", "stage", stagedBCLC.without("ecog") + ", tumours 3cm",
    ["ecog 0": "A", "ecog 1": "C", "ecog 2": "C", "ecog 3": "D"]),
  .init(
    "fib-4", "advanced_fibrosis", "ast 100U/L, alt 100U/L, platelets 100 10^9/L",
    [
      "age 14.4": "unlikely", "age 14.5": "indeterminate", "age 32.5": "indeterminate",
      "age 32.6": "likely",
    ]),
  .init(
    "apri", "fibrosis", "ast_upper_limit 40U/L, platelets 100 10^9/L",
    [
      "ast 20U/L": "unlikely", "ast 21U/L": "indeterminate", "ast 60U/L": "indeterminate",
      "ast 61U/L": "likely",
    ]),
  .init(
    "apri", "cirrhosis", "ast_upper_limit 40U/L, platelets 100 10^9/L",
    [
      "ast 40U/L": "unlikely", "ast 41U/L": "indeterminate", "ast 80U/L": "indeterminate",
      "ast 81U/L": "likely",
    ]),
  .init(
    "maddrey", "severe", "prothrombin_time 16s, prothrombin_control 12s",
    ["bilirubin 13.5mg/dL": "no", "bilirubin 13.6mg/dL": "yes"]),
  .init(
    "lille", "responder",
    "age 50, albumin 25g/L, bilirubin 300umol/L, creatinine 1mg/dL, prothrombin_time 20s",
    ["bilirubin_day_7 268umol/L": "yes", "bilirubin_day_7 269umol/L": "no"]),
  .init(
    "lille", "renal_failure",
    "age 50, albumin 25g/L, bilirubin 300umol/L, bilirubin_day_7 200umol/L, prothrombin_time 20s",
    [
      "creatinine 1.3mg/dL": "no", "creatinine 1.4mg/dL": "yes", "creatinine 115umol/L": "no",
      "creatinine 116umol/L": "yes",
    ]),
  .init(
    "alberta", "treatments", alberta.without("child_pugh") + ", child_pugh A5, bclc A",
    ["bilirubin 1mg/dL": "resection", "bilirubin 1.1mg/dL": "rfa"]),
  .init(
    "alberta", "treatments", alberta.without("child_pugh") + ", bclc B, bilirubin 1mg/dL",
    ["child_pugh B7": "tace+tare", "child_pugh B8": "best-supportive-care", "child_pugh B": "-"]),
  .init(
    "alberta", "treatments", alberta.without("ecog") + ", bclc B, bilirubin 1mg/dL",
    ["ecog 1": "tace+tare", "ecog 2": "best-supportive-care"]),
  .init(
    "alberta", "treatments",
    alberta.without("portal_vein_thrombosis") + ", bclc B, bilirubin 1mg/dL",
    ["portal_vein_thrombosis no": "tace+tare", "portal_vein_thrombosis yes": "tare"]),
  .init(
    "alberta", "treatments",
    alberta.without("child_pugh").without("ecog") + ", child_pugh A6, bclc "
      + "C, bilirubin 1mg/dL",
    ["ecog 1": "lenvatinib+sorafenib", "ecog 2": "sorafenib"]),
  .init(
    "alberta", "portal_hypertension",
    "child_pugh A5, bclc A, transplant_candidate no, ecog 0, portal_vein_thrombosis no, bilirubin "
      + "1mg/dL, varices no, ascites none, encephalopathy none",
    ["platelets 99 10^9/L": "yes", "platelets 100 10^9/L": "no"]),
]
