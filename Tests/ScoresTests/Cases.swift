import Scores

/// A patient in the words of a table: "bilirubin 2.1mg/dL, inr 1.4".
func patient(_ text: String) throws -> Patient {
  var patient = Patient()
  var tumours: [String] = []
  for part in text.split(separator: ", ") {
    let words = part.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2, let input = Input(rawValue: words[0]) else {
      throw BadTable(text: text)
    }
    if input == .tumours {
      tumours.append(words[1])
    } else {
      try patient.set(input, to: [words[1]])
    }
  }
  if !tumours.isEmpty { try patient.set(.tumours, to: tumours) }
  return patient
}

struct BadTable: Error { var text: String }

/// Everything that any score asks for.
let everything = """
  bilirubin 2.1mg/dL, bilirubin_day_7 30umol/L, albumin 31g/L, inr 1.5, creatinine 1.2mg/dL, dialysis no, \
  sodium 131mmol/L, prothrombin_time 18s, prothrombin_control 12s, platelets 120 10^9/L, ast 80U/L, \
  ast_upper_limit 40U/L, alt 60U/L, alp 150U/L, alp_upper_limit 120U/L, afp 35ng/mL, age 61, sex female, \
  ascites slight, encephalopathy none, ecog 0, symptomatic no, varices no, portal_hypertension yes, \
  transplant_candidate yes, tumours 2.5cm, tumours 18mm, tumour_over_half no, vascular_invasion none, \
  portal_vein_thrombosis no, adjacent_organ no, nodes no, metastasis no, extrahepatic no
  """

/// One fact of a score's answer, in words; "-" where inputs are missing.
func fact(_ name: String, _ key: String, _ text: String) throws -> String {
  try fact(name, key, patient(text))
}

func fact(_ name: String, _ key: String, _ patient: Patient) throws -> String {
  guard let score = AllScores.named(name) else { throw BadTable(text: name) }
  guard case .value(let value) = score.evaluate(patient) else { return "-" }
  let parts = key.split(separator: ".").map(String.init)
  var facts = value.facts
  for part in parts.dropLast() {
    guard case .group(let inner) = facts.first(where: { $0.key == part })?.value else { return "?" }
    facts = inner
  }
  return facts.first { $0.key == parts.last }.map { words($0.value) } ?? "?"
}

private func words(_ value: FactValue) -> String {
  switch value {
  case .whole(let number): String(number)
  case .number(let number, let places):
    places == 4 ? String((number * 10_000).rounded() / 10_000) : String(number)
  case .word(let word): word
  case .truth(let isTrue): isTrue ? "yes" : "no"
  case .words(let words): words.joined(separator: "+")
  case .group: "…"
  }
}
