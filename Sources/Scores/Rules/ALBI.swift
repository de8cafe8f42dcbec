import Words

/// ALBI: liver function from albumin and bilirubin alone.
public struct ALBI: Score {
  public init() {}

  public let name = "albi"
  public let title = Phrase(es: "ALBI", en: "ALBI")
  public let purpose = Phrase(
    es: "Función del hígado en el carcinoma hepatocelular, sin datos que haya que juzgar.",
    en: "Liver function in hepatocellular carcinoma, without findings that need judgement.")
  public let inputs: [Input] = [.bilirubin, .albumin]
  public let sources = ["Johnson PJ et al. J Clin Oncol 2015;33:550-558"]
  public let rule = [
    Phrase(
      es: "0,66 log10(bilirrubina en µmol/L) - 0,085 albúmina en g/L.",
      en: "0.66 log10(bilirubin in µmol/L) - 0.085 albumin in g/L."),
    Phrase(
      es:
        "Grado 1: hasta -2,60; 2: más de -2,60 y hasta -1,39; 3: más de -1,39. El grado es del valor sin redondear.",
      en:
        "Grade 1: up to -2.60; 2: above -2.60 and up to -1.39; 3: above -1.39. The grade is that of "
        + "the unrounded value."
    ),
  ]

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    let (bilirubin, albumin) = (ask(.bilirubin, patient.bilirubin), ask(.albumin, patient.albumin))
    guard let bilirubin, let albumin else { return ask.result }
    let raw = 0.66 * Series.log10(bilirubin.micromolesPerLitre) - 0.085 * albumin.gramsPerLitre
    let grading = { (value: Double) in value <= -2.60 ? 1 : value <= -1.39 ? 2 : 3 }
    let grade = grading(Figures.graded(raw))
    let places = Figures.places(raw, least: 2, gradedBy: grading)
    let value = Phrase.decimals(raw, places)
    return .value(
      ScoreValue(
        answer: Phrase(es: "\(value.es), grado \(grade)", en: "\(value.en), grade \(grade)"),
        facts: [
          .init("albi", raw, places: places), .init("raw", raw, places: max(places, 4)),
          .init("grade", grade),
        ],
        notes: ask.notes))
  }
}
