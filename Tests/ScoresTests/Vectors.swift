import Foundation
import Scores
import TestSupport

/// Liver scores as other people's test suites and papers have them.
enum Vectors {
  static let scores = Oracles.hepatology.cases.filter { $0.family != "lab_units" }
  static let units = Oracles.hepatology.family("lab_units")
}

extension Oracles.Case {
  /// The text that a person would type for each input of the case, in its units.
  func texts() -> [Input: [String]] {
    var texts: [Input: [String]] = [:]
    func put(_ input: Input, _ text: String?) { if let text { texts[input] = [text] } }
    func amount(_ key: String, _ unit: String) -> String? { number(key).map { "\($0)\(unit)" } }
    func stated(_ key: String) -> String? { amount(key, text("\(key)_unit") ?? "") }
    func answer(_ key: String) -> String? { (input[key] as? Bool).map { $0 ? "yes" : "no" } }

    put(.bilirubin, stated("bilirubin") ?? amount("bilirubin_umol_l", "umol/L"))
    if let isOver = input["bilirubin_over_1_mg_dl"] as? Bool {
      put(.bilirubin, isOver ? "1.1mg/dL" : "1mg/dL")
    }
    put(.albumin, stated("albumin"))
    put(.creatinine, stated("creatinine"))
    put(.inr, amount("inr", ""))
    put(.dialysis, answer("dialysis_twice_in_week"))
    put(.sodium, amount("sodium_mmol_l", "mmol/L"))
    put(.afp, amount("afp_ng_ml", "ng/mL") ?? amount("afp_ug_l", "ug/L"))
    put(.platelets, amount("platelets_10e9_l", "10^9/L"))
    put(.ast, amount("ast", "U/L"))
    put(.astLimit, amount("ast_upper_limit", "U/L"))
    put(.alp, amount("alp", "U/L") ?? amount("alp_iu_l", "IU/L"))
    put(.alpLimit, amount("alp_upper_limit", "U/L"))
    put(.sex, (input["female"] as? Bool).map { $0 ? "female" : "male" })
    put(.ascites, text("ascites") ?? answer("ascites"))
    put(.encephalopathy, text("encephalopathy"))
    put(.ecog, number("ecog").map { "\(Int($0))" })
    put(.symptomatic, answer("symptomatic"))
    put(.tumourCount, number("tumour_count").map { "\(Int($0))" })
    put(.tumourOverHalf, answer("tumour_over_half_of_liver"))
    put(.portalVeinThrombosis, answer("portal_vein_thrombosis") ?? answer("portal_obstruction"))
    put(.portalHypertension, answer("portal_hypertension"))
    put(.transplantCandidate, answer("transplant_candidate"))
    put(.nodes, answer("nodes"))
    put(.metastasis, answer("metastasis"))
    put(.extrahepatic, answer("extrahepatic"))
    put(.adjacentOrgan, answer("adjacent_organ_or_perforation"))
    put(.vascularInvasion, answer("vascular_invasion") ?? answer("portal_invasion"))
    if input["major_portal_or_hepatic_branch"] as? Bool == true { put(.vascularInvasion, "major") }
    if let sizes = input["tumour_sizes_cm"] as? [NSNumber] {
      texts[.tumours] = sizes.map { "\($0.doubleValue)cm" }
    }
    let total = number("child_pugh_total").map { "\(Int($0))" } ?? ""
    put(.childPugh, text("child_pugh_class").map { $0 + total })
    put(.tnm, text("tnm_stage"))
    put(.bclc, text("bclc_stage"))
    return texts
  }

  /// The patient as typed.
  func patient(_ texts: [Input: [String]]) throws -> Patient {
    var patient = Patient()
    for (input, texts) in texts { try patient.set(input, to: texts) }
    return patient
  }
}
