import Words

/// The staging of the Barcelona clinic.
public struct BCLC: Score {
  public init() {}

  public let name = "bclc"
  public let title = Phrase(es: "BCLC", en: "BCLC")
  public let purpose = Phrase(
    es: "Estadio del carcinoma hepatocelular, con el tratamiento que le sigue.",
    en: "Stage of hepatocellular carcinoma, with the treatment that follows from it.")
  public let inputs: [Input] = [
    .ecog, .bilirubin, .albumin, .inr, .ascites, .encephalopathy, .vascularInvasion, .nodes,
    .metastasis, .tumours,
  ]
  public let alternatives: [Input] = [.childPugh, .extrahepatic]
  public let sources = [
    "Llovet JM et al. Semin Liver Dis 1999;19:329-338", "Reig M et al. J Hepatol 2022;76:681-693",
    "EASL guidelines. J Hepatol 2018;69:182-236",
  ]
  public let rule = [
    Phrase(
      es:
        "En este orden. D: ECOG 3-4 o Child-Pugh C. C: invasión vascular visible, ganglios, metástasis o ECOG 1-2.",
      en:
        "In this order. D: ECOG 3-4 or Child-Pugh C. C: visible vascular invasion, nodes, metastasis or ECOG 1-2."
    ),
    Phrase(
      es:
        "0: uno de hasta 2 cm, Child-Pugh A y ECOG 0. A: uno, o 2 o 3 de hasta 3 cm. B: los demás.",
      en:
        "0: one of up to 2 cm, Child-Pugh A and ECOG 0. A: one, or 2 or 3 of up to 3 cm. B: the rest."
    ),
    Phrase(
      es: "Hasta 2018 el estadio 0 pedía < 2 cm; aquí vale ≤ 2 cm, como en 2022.",
      en: "Until 2018 stage 0 asked for < 2 cm; here it is ≤ 2 cm, as in 2022."),
  ]

  /// The stages that a print allows. Empty: an input is missing.
  /// - Parameter grades: the classes of Child-Pugh that a print allows.
  static func stages(_ patient: Patient, _ grades: [ChildPughClass]) -> [String] {
    var stages: [String] = []
    for grade in grades {
      var patient = patient
      patient.childPugh = StatedChildPugh(grade)
      guard case .value(let value) = BCLC().evaluate(patient),
        case .word(let stage) = value["stage"]
      else { return [] }
      let isOnCut = stage == "0" && patient.tumours?.first?.micrometres == BCLC.largestVeryEarly
      for stage in isOnCut ? [stage, "A"] : [stage] where !stages.contains(stage) {
        stages.append(stage)
      }
    }
    return stages
  }

  /// Micrometres: up to here by the text of 2022, below it until 2018.
  private static let largestVeryEarly = 20_000

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    let (ecog, grade) = (ask(.ecog, patient.ecog), ask.childPughClass())
    let invasion = ask(.vascularInvasion, patient.vascularInvasion)
    let (nodes, metastasis) = (ask.hasNodes(), ask.hasMetastasis())
    let tumours = ask(.tumours, patient.tumours)
    guard let ecog, let grade, let invasion, let nodes, let metastasis, let tumours else {
      return ask.result
    }
    let sizes = tumours.map(\.micrometres)
    let isEarly = sizes.count == 1 || sizes.count <= 3 && sizes.allSatisfy { $0 <= 30_000 }
    let isVeryEarly = sizes.count == 1 && sizes[0] <= BCLC.largestVeryEarly && grade == .a
    let stage: BCLCStage
    if ecog.rawValue >= 3 || grade == .c {
      stage = .d
    } else if invasion.isMacrovascular || nodes || metastasis || ecog != .zero {
      stage = .c
    } else if isVeryEarly {
      stage = .zero
      if sizes[0] == BCLC.largestVeryEarly {
        ask.notes.append(
          Phrase(
            es: "2,0 cm: estadio 0 según el texto de 2022; A donde pide < 2 cm",
            en: "2.0 cm: stage 0 by the text of 2022; A where < 2 cm is asked"))
      }
    } else {
      stage = isEarly ? .a : .b
    }
    return .value(
      ScoreValue(
        answer: Phrase(es: "estadio \(stage.rawValue)", en: "stage \(stage.rawValue)"),
        facts: [.init("stage", stage.rawValue)], notes: ask.notes))
  }
}
