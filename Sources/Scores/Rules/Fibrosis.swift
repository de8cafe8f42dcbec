import Words

/// FIB-4: fibrosis without a biopsy.
public struct FIB4: Score {
  public init() {}

  public let name = "fib-4"
  public let title = Phrase(es: "FIB-4", en: "FIB-4")
  public let purpose = Phrase(
    es: "Fibrosis avanzada en la hepatitis C, sin biopsia.",
    en: "Advanced fibrosis in hepatitis C, without a biopsy.")
  public let inputs: [Input] = [.age, .ast, .alt, .platelets]
  public let sources = ["Sterling RK et al. Hepatology 2006;43:1317-1325"]
  public let rule = [
    Phrase(
      es: "edad × AST / (plaquetas en 10^9/L × √ALT), con AST y ALT en U/L.",
      en: "age × AST / (platelets in 10^9/L × √ALT), with AST and ALT in U/L."),
    Phrase(
      es:
        "Menos de 1,45: fibrosis avanzada improbable; más de 3,25: probable; entre ambos, indeterminado.",
      en: "Below 1.45: advanced fibrosis unlikely; above 3.25: likely; between, indeterminate."),
  ]

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    let (age, ast) = (ask(.age, patient.age), ask(.ast, patient.ast))
    let (alt, platelets) = (ask(.alt, patient.alt), ask(.platelets, patient.platelets))
    guard let age, let ast, let alt, let platelets else { return ask.result }
    let raw = age.canonical * ast.canonical / (platelets.canonical * alt.canonical.squareRoot())
    let grade = { (value: Double) in
      value < 1.45 ? "unlikely" : value > 3.25 ? "likely" : "indeterminate"
    }
    let reading = grade(Figures.graded(raw))
    let es = [
      "unlikely": "fibrosis avanzada improbable", "likely": "fibrosis avanzada probable",
    ]
    let places = Figures.places(raw, least: 2, gradedBy: grade)
    let value = Phrase.decimals(raw, places)
    return .value(
      ScoreValue(
        answer: Phrase(
          es: "\(value.es), \(es[reading] ?? "indeterminado")",
          en:
            "\(value.en), \(reading == "indeterminate" ? reading : "advanced fibrosis \(reading)")"),
        facts: [
          .init("fib4", raw, places: places), .init("raw", raw, places: max(places, 4)),
          .init("advanced_fibrosis", reading),
        ], notes: ask.notes))
  }
}

/// APRI: ratio of AST to platelets.
public struct APRI: Score {
  public init() {}

  public let name = "apri"
  public let title = Phrase(es: "APRI", en: "APRI")
  public let purpose = Phrase(
    es: "Fibrosis y cirrosis en la hepatitis C, sin biopsia.",
    en: "Fibrosis and cirrhosis in hepatitis C, without a biopsy.")
  public let inputs: [Input] = [.ast, .astLimit, .platelets]
  public let sources = ["Wai CT et al. Hepatology 2003;38:518-526"]
  public let rule = [
    Phrase(
      es: "(AST / su límite superior) / plaquetas en 10^9/L × 100.",
      en: "(AST / its upper limit) / platelets in 10^9/L × 100."),
    Phrase(
      es:
        "Fibrosis significativa: hasta 0,50 improbable, más de 1,50 probable; cirrosis: hasta 1,00 "
        + "improbable, más de 2,00 probable.",
      en:
        "Significant fibrosis: up to 0.50 unlikely, above 1.50 likely; cirrhosis: up to 1.00 "
        + "unlikely, above 2.00 likely."
    ),
  ]

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    let (ast, limit) = (ask(.ast, patient.ast), ask(.astLimit, patient.astLimit))
    let platelets = ask(.platelets, patient.platelets)
    guard let ast, let limit, let platelets else { return ask.result }
    let raw = ast.canonical / limit.canonical / platelets.canonical * 100
    let graded = Figures.graded(raw)
    let fibrosis = APRI.fibrosis(graded)
    let cirrhosis = APRI.cirrhosis(graded)
    let places = Figures.places(raw, least: 2) { [APRI.fibrosis($0), APRI.cirrhosis($0)] }
    let value = Phrase.decimals(raw, places)
    return .value(
      ScoreValue(
        answer: Phrase(
          es:
            "\(value.es), fibrosis \(APRI.spanish(fibrosis)), cirrosis \(APRI.spanish(cirrhosis))",
          en: "\(value.en), fibrosis \(fibrosis), cirrhosis \(cirrhosis)"),
        facts: [
          .init("apri", raw, places: places), .init("raw", raw, places: max(places, 4)),
          .init("fibrosis", fibrosis), .init("cirrhosis", cirrhosis),
        ], notes: ask.notes))
  }

  private static func fibrosis(_ value: Double) -> String {
    reading(value, unlikely: 0.5, likely: 1.5)
  }

  private static func cirrhosis(_ value: Double) -> String {
    reading(value, unlikely: 1, likely: 2)
  }

  private static func reading(_ value: Double, unlikely: Double, likely: Double) -> String {
    value <= unlikely ? "unlikely" : value > likely ? "likely" : "indeterminate"
  }

  private static func spanish(_ reading: String) -> String {
    reading == "likely" ? "probable" : reading == "unlikely" ? "improbable" : "indeterminada"
  }
}
