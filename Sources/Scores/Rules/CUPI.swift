import Words

/// The Chinese University Prognostic Index.
public struct CUPI: Score {
  public init() {}

  public let name = "cupi"
  public let title = Phrase(es: "CUPI", en: "CUPI")
  public let purpose = Phrase(
    es:
      "Riesgo de muerte en el carcinoma hepatocelular, hecho en Hong Kong, donde predomina la hepatitis B.",
    en: "Risk of death in hepatocellular carcinoma, made in Hong Kong, where hepatitis B prevails.")
  public let inputs: [Input] = [
    .tumours, .vascularInvasion, .adjacentOrgan, .nodes, .metastasis, .symptomatic, .ascites, .afp,
    .bilirubin, .alp,
  ]
  public let alternatives: [Input] = [.tnm, .ecog, .extrahepatic]
  public let sources = ["Leung TWT et al. Cancer 2002;94:1760-1769"]
  public let rule = [
    Phrase(
      es: "TNM I-II -3, III -1, IV 0; sin síntomas -4; ascitis 3; alfafetoproteína ≥ 500 ng/mL 2;",
      en:
        "TNM I-II -3, III -1, IV 0; without symptoms -4; ascites 3; alpha-fetoprotein ≥ 500 ng/mL 2;"
    ),
    Phrase(
      es: "bilirrubina < 34 µmol/L 0, desde 34 3, desde 52 4; fosfatasa alcalina ≥ 200 U/L 3.",
      en: "bilirubin < 34 µmol/L 0, from 34 on 3, from 52 on 4; alkaline phosphatase ≥ 200 U/L 3."),
    Phrase(
      es: "Riesgo bajo: hasta 1; intermedio: 2 a 7; alto: desde 8. De -7 a 12.",
      en: "Risk low: up to 1; intermediate: 2 to 7; high: from 8 on. From -7 to 12."),
  ]

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    let (stage, symptoms) = (ask.tnm(), ask.isSymptomatic())
    let (ascites, afp) = (ask.hasAscites(), ask(.afp, patient.afp))
    let (bilirubin, alp) = (ask(.bilirubin, patient.bilirubin), ask(.alp, patient.alp))
    guard let stage, let symptoms, let ascites, let afp, let bilirubin, let alp else {
      return ask.result
    }
    let items = [
      ("tnm", CUPI.points(stage)), ("symptoms", symptoms ? 0 : -4), ("ascites", ascites ? 3 : 0),
      ("afp", afp.canonical >= 500 ? 2 : 0), ("bilirubin", CUPI.points(bilirubin)),
      ("alp", alp.canonical >= 200 ? 3 : 0),
    ]
    let total = items.map(\.1).reduce(0, +)
    let (risk, es) =
      total <= 1
      ? ("low", "bajo") : total <= 7 ? ("intermediate", "intermedio") : ("high", "alto")
    return .value(
      ScoreValue(
        answer: Phrase(es: "\(total), riesgo \(es)", en: "\(total), \(risk) risk"),
        facts: [.init("total", total), .init("risk", risk), .init(points: items)], notes: ask.notes)
    )
  }

  private static func points(_ bilirubin: Bilirubin) -> Int {
    let value = bilirubin.micromolesPerLitre
    return value < 34 ? 0 : value < 52 ? 3 : 4
  }

  private static func points(_ stage: TNMStage) -> Int {
    switch stage {
    case .i, .ia, .ib, .ii: -3
    case .iii, .iiia, .iiib, .iiic: -1
    case .iv, .iva, .ivb: 0
    }
  }
}
