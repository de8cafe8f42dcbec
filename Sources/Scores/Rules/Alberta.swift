import Words

/// The treatment path of Alberta for hepatocellular carcinoma.
public struct Alberta: Score {
  public init() {}

  public enum Treatment: String, CaseIterable, Sendable {
    case resection, transplant, rfa, tace, tare, lenvatinib, sorafenib
    case supportive = "best-supportive-care"

    var phrase: Phrase {
      switch self {
      case .resection: Phrase(es: "resección", en: "resection")
      case .transplant: Phrase(es: "trasplante", en: "transplantation")
      case .rfa: Phrase(es: "ablación por radiofrecuencia", en: "radiofrequency ablation")
      case .tace: Phrase(es: "quimioembolización (TACE)", en: "chemoembolisation (TACE)")
      case .tare: Phrase(es: "radioembolización (TARE)", en: "radioembolisation (TARE)")
      case .lenvatinib: Phrase(es: "lenvatinib", en: "lenvatinib")
      case .sorafenib: Phrase(es: "sorafenib", en: "sorafenib")
      case .supportive: Phrase(es: "el mejor cuidado de apoyo", en: "best supportive care")
      }
    }
  }

  public let name = "alberta"
  public let aliases = ["alberta-hcc"]
  public let title = Phrase(es: "Algoritmo de Alberta", en: "Alberta algorithm")
  public let purpose = Phrase(
    es: "El tratamiento que el equipo de Alberta discutiría primero en el carcinoma hepatocelular.",
    en: "The treatment that the team of Alberta would discuss first in hepatocellular carcinoma.")
  public let inputs: [Input] = [
    .tumours, .vascularInvasion, .nodes, .metastasis, .ecog, .bilirubin, .albumin, .inr, .ascites,
    .encephalopathy, .portalVeinThrombosis, .portalHypertension, .platelets, .varices,
    .transplantCandidate,
  ]
  public let alternatives: [Input] = [.childPugh, .bclc, .extrahepatic]
  public let sources = [
    "Burak KW, Kneteman NM. Can J Gastroenterol 2010;24:643-650",
    "HepApp, University of Calgary (decision table; lenvatinib was added after 2018)",
  ]
  public let rule = [
    Phrase(
      es:
        "BCLC 0 o A con Child-Pugh A: resección; con hipertensión portal o bilirrubina > 1 mg/dL, "
        + "trasplante al candidato y si no, ablación.",
      en:
        "BCLC 0 or A with Child-Pugh A: resection; with portal hypertension or bilirubin > 1 mg/dL, "
        + "transplantation for a candidate, else ablation."
    ),
    Phrase(
      es:
        "A con Child-Pugh B: trasplante o ablación; con C: trasplante o apoyo. B con 8 puntos o más: "
        + "trasplante o apoyo.",
      en:
        "A with Child-Pugh B: transplantation or ablation; with C: transplantation or support. B "
        + "with 8 points or more: transplantation or support."
    ),
    Phrase(
      es:
        "B con hasta 7 puntos: ECOG 0-1 TACE o TARE, con trombosis portal TARE sola; ECOG 2 o más, apoyo.",
      en:
        "B with up to 7 points: ECOG 0-1 TACE or TARE, with portal thrombosis TARE alone; ECOG 2 or more, support."
    ),
    Phrase(
      es:
        "C con Child-Pugh A: lenvatinib o sorafenib; con trombosis portal o ECOG 2, sorafenib solo; "
        + "con B o C, apoyo. D: apoyo.",
      en:
        "C with Child-Pugh A: lenvatinib or sorafenib; with portal thrombosis or ECOG 2, sorafenib "
        + "alone; with B or C, support. D: support."
    ),
    Phrase(
      es:
        "Hipertensión portal: como se dio; si no, sí por trombosis portal, plaquetas < 100, "
        + "encefalopatía, ascitis o varices.",
      en:
        "Portal hypertension: as stated; else yes by portal thrombosis, platelets < 100, "
        + "encephalopathy, ascites or varices."
    ),
  ]

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    let stage = ask.stage()
    let grade = ask.childPughClass()
    // The class B alone does not say on which side of 7 points it lies.
    let isUpToSeven = grade == .b ? ask.childPughPoints().map { $0 <= 7 } : grade.map { $0 == .a }
    let hypertension = ask.hasPortalHypertension()
    let bilirubin = ask(.bilirubin, patient.bilirubin)
    let candidate = ask(.transplantCandidate, patient.transplantCandidate)
    let ecog = ask(.ecog, patient.ecog)
    let thrombosis = ask(.portalVeinThrombosis, patient.portalVeinThrombosis)
    guard let stage, let grade, let isUpToSeven, let hypertension, let bilirubin, let candidate,
      let ecog, let thrombosis
    else { return ask.result }
    let isHigh = bilirubin.milligramsPerDecilitre > 1
    let path = Path(
      grade: grade, isUpToSeven: isUpToSeven, isStrained: hypertension || isHigh,
      isCandidate: candidate == .yes, ecog: ecog.rawValue, hasThrombosis: thrombosis == .yes)
    let treatments = path.treatments(stage)
    func names(_ language: Language) -> String {
      treatments.map { language.say($0.phrase) }.joined(
        separator: language == .spanish ? " o " : " or ")
    }
    var notes: [Phrase] = []
    for note in ask.notes where !notes.contains(note) { notes.append(note) }
    return .value(
      ScoreValue(
        answer: Phrase(es: names(.spanish), en: names(.english)),
        facts: [
          .init("treatments", treatments.map(\.rawValue)), .init("stage", stage.rawValue),
          .init("portal_hypertension", hypertension), .init("bilirubin_over_1_mg_dl", isHigh),
        ], notes: notes))
  }
}

/// The forks of the path behind the stage.
private struct Path {
  let grade: ChildPughClass
  let isUpToSeven: Bool
  /// Portal hypertension, or bilirubin above 1 mg/dL.
  let isStrained: Bool
  let isCandidate: Bool
  let ecog: Int
  let hasThrombosis: Bool

  func treatments(_ stage: BCLCStage) -> [Alberta.Treatment] {
    switch stage {
    case .zero, .a: [early]
    case .b: intermediate
    case .c: advanced
    case .d: [.supportive]
    }
  }

  private var early: Alberta.Treatment {
    switch grade {
    case .a: isStrained ? (isCandidate ? .transplant : .rfa) : .resection
    case .b: isCandidate ? .transplant : .rfa
    case .c: isCandidate ? .transplant : .supportive
    }
  }

  private var intermediate: [Alberta.Treatment] {
    guard isUpToSeven else { return [isCandidate ? .transplant : .supportive] }
    guard ecog <= 1 else { return [.supportive] }
    return hasThrombosis ? [.tare] : [.tace, .tare]
  }

  private var advanced: [Alberta.Treatment] {
    guard grade == .a else { return [.supportive] }
    return hasThrombosis || ecog >= 2 ? [.sorafenib] : [.lenvatinib, .sorafenib]
  }
}
