import Words

/// The score of the Cancer of the Liver Italian Program.
public struct CLIP: Score {
  public init() {}

  public let name = "clip"
  public let title = Phrase(es: "CLIP", en: "CLIP")
  public let purpose = Phrase(
    es: "Pronóstico del carcinoma hepatocelular con cirrosis.",
    en: "Outlook of hepatocellular carcinoma with cirrhosis.")
  public let inputs: [Input] = [
    .bilirubin, .albumin, .inr, .ascites, .encephalopathy, .tumours, .tumourOverHalf, .afp,
    .portalVeinThrombosis,
  ]
  public let alternatives: [Input] = [.childPugh, .tumourCount]
  public let sources = ["CLIP investigators. Hepatology 1998;28:751-755"]
  public let rule = [
    Phrase(
      es:
        "Child-Pugh A 0, B 1, C 2; un nódulo y ≤ 50 % del hígado 0, varios y ≤ 50 % 1, masivo o > 50 % 2;",
      en:
        "Child-Pugh A 0, B 1, C 2; one nodule and ≤ 50% of the liver 0, several and ≤ 50% 1, massive or > 50% 2;"
    ),
    Phrase(
      es: "alfafetoproteína ≥ 400 ng/mL 1; trombosis portal 1. De 0 a 6.",
      en: "alpha-fetoprotein ≥ 400 ng/mL 1; portal vein thrombosis 1. From 0 to 6."),
    Phrase(
      es: "Grupos de la aplicación de estudio: 0 temprano, 1 a 3 intermedio, 4 a 6 avanzado.",
      en: "Groups of the study companion: 0 early, 1 to 3 intermediate, 4 to 6 advanced."),
  ]

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    let grade = ask.childPughClass()
    let count = ask(.tumours, patient.tumours?.count ?? patient.tumourCount)
    let extent = ask(.tumourOverHalf, patient.tumourOverHalf)
    let afp = ask(.afp, patient.afp)
    let thrombosis = ask(.portalVeinThrombosis, patient.portalVeinThrombosis)
    guard let grade, let count, let extent, let afp, let thrombosis else { return ask.result }
    let items = [
      ("child_pugh", grade == .a ? 0 : grade == .b ? 1 : 2),
      ("morphology", extent == .yes ? 2 : count > 1 ? 1 : 0),
      ("afp", afp.canonical >= 400 ? 1 : 0), ("pvt", thrombosis == .yes ? 1 : 0),
    ]
    let total = items.map(\.1).reduce(0, +)
    let (stage, es) =
      total == 0
      ? ("early", "temprano")
      : total <= 3 ? ("intermediate", "intermedio") : ("advanced", "avanzado")
    return .value(
      ScoreValue(
        answer: Phrase(es: "\(total), \(es)", en: "\(total), \(stage)"),
        facts: [.init("total", total), .init("seed_stage", stage), .init(points: items)],
        notes: ask.notes))
  }
}
