import Words

/// MELD as UNOS has used it since 2002.
public struct MELD: Score {
  public init() {}

  public let name = "meld"
  public let title = Phrase(es: "MELD", en: "MELD")
  public let purpose = Phrase(
    es:
      "Mortalidad a tres meses en la cirrosis avanzada; orden de la lista de trasplante hasta 2016.",
    en: "Death within three months in advanced cirrhosis; order of the transplant list until 2016.")
  public let inputs: [Input] = [.bilirubin, .inr, .creatinine, .dialysis]
  public let sources = ["Kamath PS et al. Hepatology 2001;33:464-470", "UNOS/OPTN policy, 2002"]
  public let rule = [
    Phrase(
      es: "3,78 ln(bilirrubina) + 11,2 ln(INR) + 9,57 ln(creatinina) + 6,43, en mg/dL.",
      en: "3.78 ln(bilirubin) + 11.2 ln(INR) + 9.57 ln(creatinine) + 6.43, in mg/dL."),
    MELDTerms.bounds(mostCreatinine: "4,0", "4.0"),
    Phrase(
      es: "Se redondea al entero al final; el resultado va de 6 a 40.",
      en: "Rounded to an integer at the end; the answer is 6 to 40."),
  ]

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    guard let terms = MELDTerms(&ask, mostCreatinine: 4) else { return ask.result }
    let raw = terms.meld
    let whole = Figures.whole(raw)
    let integer = min(max(whole, 6), 40)
    if integer < whole { ask.notes.append(.cap40(raw)) }
    return .value(
      ScoreValue(
        answer: Phrase(es: "\(integer)", en: "\(integer)"),
        facts: [.init("meld", integer), .init("raw", raw), .init("integer_clamped_6_40", integer)],
        notes: ask.notes))
  }
}

/// The three laboratory values of every MELD, in mg/dL and within the score's bounds.
struct MELDTerms {
  var lnBilirubin: Double
  var lnINR: Double
  var lnCreatinine: Double

  /// - Returns: nil where one is missing, which `ask` then says.
  init?(_ ask: inout Ask, mostCreatinine: Double) {
    let patient = ask.patient
    let bilirubin = ask(.bilirubin, patient.bilirubin)
    let inr = ask(.inr, patient.inr)
    // Dialysis sets creatinine, whatever it is.
    let isDialysed = patient.dialysis == .yes
    let creatinine = isDialysed ? nil : ask(.creatinine, patient.creatinine)
    let dialysis = ask(.dialysis, patient.dialysis)
    guard let bilirubin, let inr, dialysis != nil, isDialysed || creatinine != nil else {
      return nil
    }
    let unit = "mg/dL"
    lnBilirubin = Series.ln(
      ask.bounded(.bilirubin, bilirubin.milligramsPerDecilitre, unit, least: 1))
    lnINR = Series.ln(ask.bounded(.inr, inr.amount, "", least: 1))
    if let creatinine {
      lnCreatinine = Series.ln(
        ask.bounded(
          .creatinine, creatinine.milligramsPerDecilitre, unit, least: 1, most: mostCreatinine))
    } else {
      lnCreatinine = Series.ln(mostCreatinine)
      let (es, en) = (
        Language.spanish.decimals(mostCreatinine, 1), Language.english.decimals(mostCreatinine, 1)
      )
      ask.notes.append(
        Phrase(
          es: "diálisis: la creatinina cuenta como \(es) mg/dL",
          en: "dialysis: creatinine counts as \(en) mg/dL"))
    }
  }

  /// Unrounded and without the bounds 6 and 40.
  var meld: Double { 3.78 * lnBilirubin + 11.2 * lnINR + 9.57 * lnCreatinine + 6.43 }

  static func bounds(mostCreatinine es: String, _ en: String) -> Phrase {
    Phrase(
      es:
        "Bilirrubina, INR y creatinina menores que 1 cuentan como 1; creatinina mayor que \(es), o "
        + "diálisis, como \(es).",
      en:
        "Bilirubin, INR and creatinine below 1 count as 1; creatinine above \(en), or dialysis, as \(en)."
    )
  }
}

extension Phrase {
  static func cap40(_ raw: Double) -> Phrase {
    Phrase(
      es: "\(Language.spanish.decimals(raw, 1)) cuenta como 40, el máximo de esta escala",
      en: "\(Language.english.decimals(raw, 1)) counts as 40, the most of this score")
  }
}
