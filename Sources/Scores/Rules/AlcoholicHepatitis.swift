import Words

/// Maddrey's discriminant function, in the modified form of 1989.
public struct Maddrey: Score {
  public init() {}

  public let name = "maddrey"
  public let aliases = ["mdf", "maddrey-df"]
  public let title = Phrase(
    es: "Función discriminante de Maddrey", en: "Maddrey's discriminant function")
  public let purpose = Phrase(
    es: "Gravedad de la hepatitis alcohólica.", en: "Severity of alcoholic hepatitis.")
  public let inputs: [Input] = [.prothrombinTime, .prothrombinControl, .bilirubin]
  public let sources = [
    "Maddrey WC et al. Gastroenterology 1978;75:193-199",
    "Carithers RL et al. Ann Intern Med 1989;110:685-690",
  ]
  public let rule = [
    Phrase(
      es: "4,6 (tiempo de protrombina - control, en s) + bilirrubina en mg/dL.",
      en: "4.6 (prothrombin time - control, in s) + bilirubin in mg/dL."),
    Phrase(es: "Grave: desde 32.", en: "Severe: from 32 on."),
  ]

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    let time = ask(.prothrombinTime, patient.prothrombinTime)
    let control = ask(.prothrombinControl, patient.prothrombinControl)
    let bilirubin = ask(.bilirubin, patient.bilirubin)
    guard let time, let control, let bilirubin else { return ask.result }
    let raw = 4.6 * (time.canonical - control.canonical) + bilirubin.milligramsPerDecilitre
    let grade = { (value: Double) in value >= 32 }
    let isSevere = grade(Figures.graded(raw))
    let places = Figures.places(raw, least: 1, gradedBy: grade)
    let value = Phrase.decimals(raw, places)
    return .value(
      ScoreValue(
        answer: Phrase(
          es: "\(value.es), \(isSevere ? "grave" : "no grave")",
          en: "\(value.en), \(isSevere ? "severe" : "not severe")"),
        facts: [
          .init("maddrey", raw, places: places), .init("raw", raw, places: max(places, 4)),
          .init("severe", isSevere),
        ], notes: ask.notes))
  }
}

/// The Lille model: does alcoholic hepatitis answer to steroids?
public struct Lille: Score {
  public init() {}

  public let name = "lille"
  public let title = Phrase(es: "Lille", en: "Lille")
  public let purpose = Phrase(
    es: "Respuesta a los corticoides en la hepatitis alcohólica grave, al séptimo día.",
    en: "Response to steroids in severe alcoholic hepatitis, on the seventh day.")
  public let inputs: [Input] = [
    .age, .albumin, .bilirubin, .bilirubinDay7, .creatinine, .prothrombinTime,
  ]
  public let sources = [
    "Louvet A et al. Hepatology 2007;45:1348-1354", "Mathurin P et al. Gut 2011;60:255-260",
  ]
  public let rule = [
    Phrase(
      es:
        "R = 3,19 - 0,101 edad + 0,147 albúmina (g/L) + 0,0165 (bilirrubina del día 0 - día 7, "
        + "µmol/L) - 0,206 si hay insuficiencia renal - 0,0065 bilirrubina del día 0 (µmol/L) - "
        + "0,0096 tiempo de protrombina (s).",
      en:
        "R = 3.19 - 0.101 age + 0.147 albumin (g/L) + 0.0165 (bilirubin of day 0 - day 7, µmol/L) - "
        + "0.206 if kidneys fail - 0.0065 bilirubin of day 0 (µmol/L) - 0.0096 prothrombin time (s)."
    ),
    Phrase(
      es:
        "Lille = exp(-R) / (1 + exp(-R)). Insuficiencia renal: creatinina > 1,3 mg/dL (en SI > 115 µmol/L).",
      en:
        "Lille = exp(-R) / (1 + exp(-R)). Kidneys fail: creatinine > 1.3 mg/dL (in SI > 115 µmol/L)."
    ),
    Phrase(es: "Sin respuesta: desde 0,45.", en: "No response: from 0.45 on."),
  ]

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    let (age, albumin) = (ask(.age, patient.age), ask(.albumin, patient.albumin))
    let first = ask(.bilirubin, patient.bilirubin)
    let seventh = ask(.bilirubinDay7, patient.bilirubinDay7)
    let creatinine = ask(.creatinine, patient.creatinine)
    let time = ask(.prothrombinTime, patient.prothrombinTime)
    guard let age, let albumin, let first, let seventh, let creatinine, let time else {
      return ask.result
    }
    let day0 = first.micromolesPerLitre
    let fall = day0 - seventh.micromolesPerLitre
    let failure = Lille.isFailing(creatinine)
    let body = 3.19 - 0.101 * age.canonical + 0.147 * albumin.gramsPerLitre
    let r =
      body + 0.0165 * fall - (failure ? 0.206 : 0) - 0.0065 * day0 - 0.0096 * time.canonical
    let power = Series.exp(-r)
    let raw = power / (1 + power)
    let grade = { (value: Double) in value < 0.45 }
    let isResponder = grade(Figures.graded(raw))
    let places = Figures.places(raw, least: 3, gradedBy: grade)
    let value = Phrase.decimals(raw, places)
    return .value(
      ScoreValue(
        answer: Phrase(
          es: "\(value.es), \(isResponder ? "responde" : "no responde")",
          en: "\(value.en), \(isResponder ? "responds" : "does not respond")"),
        facts: [
          .init("lille", raw, places: places), .init("raw", raw, places: max(places, 4)),
          .init("r", r), .init("responder", isResponder), .init("renal_failure", failure),
        ], notes: ask.notes))
  }

  private static func isFailing(_ creatinine: Creatinine) -> Bool {
    creatinine.unit == .micromolesPerLitre
      ? creatinine.amount > 115 : creatinine.milligramsPerDecilitre > 1.3
  }
}
