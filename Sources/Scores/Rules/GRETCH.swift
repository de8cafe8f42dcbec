import Words

/// The French score of 1999, spelled GETCH in some texts.
public struct GRETCH: Score {
  public init() {}

  public let name = "gretch"
  public let aliases = ["getch"]
  public let title = Phrase(es: "GRETCH", en: "GRETCH")
  public let purpose = Phrase(
    es: "Supervivencia en el carcinoma hepatocelular, sin biopsia ni cirugía.",
    en: "Survival in hepatocellular carcinoma, without biopsy or surgery.")
  public let inputs: [Input] = [
    .ecog, .bilirubin, .alp, .alpLimit, .afp, .portalVeinThrombosis,
  ]
  public let sources = ["Chevret S et al. J Hepatol 1999;31:133-141"]
  public let rule = [
    Phrase(
      es:
        "Karnofsky < 80 (ECOG ≥ 2) 3; bilirrubina ≥ 50 µmol/L 3; fosfatasa alcalina ≥ 2 veces su límite 2;",
      en:
        "Karnofsky < 80 (ECOG ≥ 2) 3; bilirubin ≥ 50 µmol/L 3; alkaline phosphatase ≥ 2 times its limit 2;"
    ),
    Phrase(
      es: "alfafetoproteína ≥ 35 µg/L 2; obstrucción portal en la ecografía 1.",
      en: "alpha-fetoprotein ≥ 35 µg/L 2; portal obstruction on ultrasound 1."),
    Phrase(es: "Grupo A: 0; B: 1 a 5; C: 6 a 11.", en: "Group A: 0; B: 1 to 5; C: 6 to 11."),
  ]

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    let (ecog, bilirubin) = (ask(.ecog, patient.ecog), ask(.bilirubin, patient.bilirubin))
    let (alp, limit) = (ask(.alp, patient.alp), ask(.alpLimit, patient.alpLimit))
    let afp = ask(.afp, patient.afp)
    let obstruction = ask(.portalVeinThrombosis, patient.portalVeinThrombosis)
    guard let ecog, let bilirubin, let alp, let limit, let afp, let obstruction else {
      return ask.result
    }
    let items = [
      ("performance", ecog.rawValue >= 2 ? 3 : 0),
      ("bilirubin", bilirubin.micromolesPerLitre >= 50 ? 3 : 0),
      ("alp", alp.canonical >= 2 * limit.canonical ? 2 : 0),
      ("afp", afp.canonical >= 35 ? 2 : 0), ("portal", obstruction == .yes ? 1 : 0),
    ]
    let total = items.map(\.1).reduce(0, +)
    let group = total == 0 ? "A" : total <= 5 ? "B" : "C"
    return .value(
      ScoreValue(
        answer: Phrase(es: "\(total), grupo \(group)", en: "\(total), group \(group)"),
        facts: [.init("total", total), .init("group", group), .init(points: items)],
        notes: ask.notes))
  }
}
