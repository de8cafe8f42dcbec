import Words

/// Okuda: size of the tumour and function of the liver, four signs.
public struct Okuda: Score {
  public init() {}

  public let name = "okuda"
  public let title = Phrase(es: "Okuda", en: "Okuda")
  public let purpose = Phrase(
    es: "Estadio del carcinoma hepatocelular por su tamaño y por la función del hígado.",
    en: "Stage of hepatocellular carcinoma by its size and by liver function.")
  public let inputs: [Input] = [.tumourOverHalf, .ascites, .albumin, .bilirubin]
  public let sources = ["Okuda K et al. Cancer 1985;56:918-928"]
  public let rule = [
    Phrase(
      es:
        "Un punto cada uno: tumor en más del 50 % del hígado, ascitis, albúmina < 3 g/dL, bilirrubina > 3 mg/dL.",
      en:
        "One point each: tumour in more than 50% of the liver, ascites, albumin < 3 g/dL, bilirubin > 3 mg/dL."
    ),
    Phrase(
      es:
        "Estadio I: 0 puntos; II: 1 o 2; III: 3 o 4. En SI el corte es de 51,3 µmol/L; otras tablas imprimen ≥ 51.",
      en:
        "Stage I: 0 points; II: 1 or 2; III: 3 or 4. In SI the cut is at 51.3 µmol/L; other tables print ≥ 51."
    ),
  ]

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    let (extent, ascites) = (ask(.tumourOverHalf, patient.tumourOverHalf), ask.hasAscites())
    let (albumin, bilirubin) = (ask(.albumin, patient.albumin), ask(.bilirubin, patient.bilirubin))
    guard let extent, let ascites, let albumin, let bilirubin else { return ask.result }
    let items = [
      ("bilirubin", bilirubin.milligramsPerDecilitre > 3 ? 1 : 0),
      ("albumin", albumin.gramsPerDecilitre < 3 ? 1 : 0),
      ("ascites", ascites ? 1 : 0), ("extent", extent == .yes ? 1 : 0),
    ]
    let total = items.map(\.1).reduce(0, +)
    let stage = Okuda.stage(total)
    var facts: [ScoreValue.Fact] = [
      .init("stage", stage), .init("total", total), .init(points: items),
    ]
    if bilirubin.micromolesPerLitre >= 51, bilirubin.milligramsPerDecilitre <= 3 {
      let other = Okuda.stage(total + 1)
      facts += [
        .init("by_3_mg_dl", [.init("total", total), .init("stage", stage)]),
        .init("by_seed_table", [.init("total", total + 1), .init("stage", other)]),
      ]
      ask.notes.append(
        Phrase(
          es:
            "bilirrubina de 51 a 51,3 µmol/L: no pasa de 3 mg/dL; con el corte ≥ 51 serían "
            + "\(total + 1), estadio \(other)",
          en:
            "bilirubin of 51 to 51.3 µmol/L: not above 3 mg/dL; with the cut ≥ 51 it would be "
            + "\(total + 1), stage \(other)"
        ))
    }
    return .value(
      ScoreValue(
        answer: Phrase(es: "estadio \(stage), \(total) de 4", en: "stage \(stage), \(total) of 4"),
        facts: facts, notes: ask.notes))
  }

  private static func stage(_ total: Int) -> String {
    total == 0 ? "I" : total <= 2 ? "II" : "III"
  }
}
