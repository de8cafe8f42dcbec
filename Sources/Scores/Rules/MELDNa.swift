import Words

/// MELD-Na as OPTN has computed it since 2016.
public struct MELDNa: Score {
  public init() {}

  public let name = "meld-na"
  public let aliases = ["meld-na-2016", "meldna-2016"]
  public let title = Phrase(es: "MELD-Na (OPTN 2016)", en: "MELD-Na (OPTN 2016)")
  public let purpose = Phrase(
    es: "Mortalidad a tres meses con el sodio; orden de la lista de trasplante de 2016 a 2023.",
    en: "Death within three months, with sodium; order of the transplant list from 2016 to 2023.")
  public let inputs: [Input] = [.bilirubin, .inr, .creatinine, .dialysis, .sodium]
  public let sources = ["OPTN policy 9.1.D, 2016", "Kim WR et al. N Engl J Med 2008;359:1018-1026"]
  public let rule = [
    Phrase(
      es:
        "MELD(i) = 0,957 ln(creatinina) + 0,378 ln(bilirrubina) + 1,120 ln(INR) + 0,643; se redondea "
        + "a un decimal y se multiplica por 10.",
      en:
        "MELD(i) = 0.957 ln(creatinine) + 0.378 ln(bilirubin) + 1.120 ln(INR) + 0.643; rounded to "
        + "one decimal, then times 10."
    ),
    Phrase(
      es:
        "Si MELD(i) es mayor que 11: MELD(i) + 1,32 (137 - Na) - 0,033 MELD(i) (137 - Na); Na de 125 a 137 mmol/L.",
      en:
        "If MELD(i) is above 11: MELD(i) + 1.32 (137 - Na) - 0.033 MELD(i) (137 - Na); Na 125 to 137 mmol/L."
    ),
    MELDTerms.bounds(mostCreatinine: "4,0", "4.0"),
    Phrase(
      es: "Se redondea al entero al final; como mucho 40.",
      en: "Rounded to an integer at the end; 40 at most."),
  ]

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    let terms = MELDTerms(&ask, mostCreatinine: 4)
    let sodium = ask(.sodium, patient.sodium)
    guard let terms, let sodium else { return ask.result }
    let sum =
      0.957 * terms.lnCreatinine + 0.378 * terms.lnBilirubin + 1.120 * terms.lnINR + 0.643
    let meld = Figures.whole(Figures.rounded(sum, 1) * 10)
    var raw = Double(meld)
    if meld > 11 {
      let lack = 137 - ask.bounded(.sodium, sodium.amount, "mmol/L", least: 125, most: 137)
      raw += 1.32 * lack - 0.033 * Double(meld) * lack
    } else {
      ask.notes.append(
        Phrase(
          es: "MELD(i) \(meld) no es mayor que 11: el sodio no cuenta",
          en: "MELD(i) \(meld) is not above 11: sodium does not count"))
    }
    let whole = Figures.whole(raw)
    let answer = min(whole, 40)
    if answer < whole { ask.notes.append(.cap40(raw)) }
    return .value(
      ScoreValue(
        answer: Phrase(es: "\(answer)", en: "\(answer)"),
        facts: [.init("meld_na", answer), .init("meld_na_raw", raw), .init("meld_i", meld)],
        notes: ask.notes))
  }
}

/// MELDNa in its first form, which the study companion prints.
public struct MELDNa2008: Score {
  public init() {}

  public let name = "meldna-2008"
  public let aliases = ["meld-na-2008", "meld-na-2008-seed"]
  public let title = Phrase(es: "MELDNa (2008)", en: "MELDNa (2008)")
  public let purpose = Phrase(
    es: "La primera forma de MELD con sodio; entra en 5vMELD.",
    en: "The first form of MELD with sodium; 5vMELD builds on it.")
  public let inputs: [Input] = [.bilirubin, .inr, .creatinine, .dialysis, .sodium]
  public let sources = ["Kim WR et al. N Engl J Med 2008;359:1018-1026"]
  public let rule = [
    Phrase(
      es:
        "MELD - Na - 0,025 MELD (140 - Na) + 140, con MELD sin redondear; Na de 125 a 140 mmol/L.",
      en: "MELD - Na - 0.025 MELD (140 - Na) + 140, with MELD unrounded; Na 125 to 140 mmol/L."),
    MELDTerms.bounds(mostCreatinine: "4,0", "4.0"),
    Phrase(
      es: "Sin umbral de 11. Con MELD mayor que 40 el término del sodio se vuelve negativo.",
      en: "No threshold of 11. Above MELD 40 the term of sodium turns negative."),
  ]

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    guard let (meld, raw) = MELDNa2008.compute(&ask) else { return ask.result }
    let answer = Figures.whole(raw)
    return .value(
      ScoreValue(
        answer: Phrase(es: "\(answer)", en: "\(answer)"),
        facts: [
          .init("meldna", answer), .init("meld_raw", meld), .init("meld_na_raw", raw),
          .init("integer", answer),
        ],
        notes: ask.notes))
  }

  /// MELD and MELDNa, both unrounded.
  static func compute(_ ask: inout Ask) -> (meld: Double, meldNa: Double)? {
    let terms = MELDTerms(&ask, mostCreatinine: 4)
    let sodium = ask(.sodium, ask.patient.sodium)
    guard let terms, let sodium else { return nil }
    let na = ask.bounded(.sodium, sodium.amount, "mmol/L", least: 125, most: 140)
    let meld = terms.meld
    if meld > 40 {
      ask.notes.append(
        Phrase(
          es: "MELD es mayor que 40: un sodio bajo resta",
          en: "MELD is above 40: low sodium takes away"))
    }
    return (meld, meld - na - 0.025 * meld * (140 - na) + 140)
  }
}

/// MELD with sodium and albumin.
public struct FiveVariableMELD: Score {
  public init() {}

  public let name = "5vmeld"
  public let aliases = ["five-v-meld", "5v-meld"]
  public let title = Phrase(es: "5vMELD", en: "5vMELD")
  public let purpose = Phrase(
    es: "Mortalidad en la lista de trasplante con sodio y albúmina.",
    en: "Death on the transplant list, with sodium and albumin.")
  public let inputs: [Input] = [.bilirubin, .inr, .creatinine, .dialysis, .sodium, .albumin]
  public let sources = ["Myers RP et al. PLoS One 2013;8:e51926"]
  public let rule = [
    Phrase(
      es:
        "MELDNa + 5,275 (4 - albúmina) - 0,163 MELDNa (4 - albúmina); albúmina de 1,0 a 4,0 g/dL.",
      en: "MELDNa + 5.275 (4 - albumin) - 0.163 MELDNa (4 - albumin); albumin 1.0 to 4.0 g/dL."),
    Phrase(
      es: "MELDNa es la de 2008, sin redondear (vea meldna-2008).",
      en: "MELDNa is that of 2008, unrounded (see meldna-2008)."),
  ]

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    let parts = MELDNa2008.compute(&ask)
    let albumin = ask(.albumin, patient.albumin)
    guard let (_, meldNa) = parts, let albumin else { return ask.result }
    let lack = 4 - ask.bounded(.albumin, albumin.gramsPerDecilitre, "g/dL", least: 1, most: 4)
    let raw = meldNa + 5.275 * lack - 0.163 * meldNa * lack
    return .value(
      ScoreValue(
        answer: .decimals(raw, 1),
        facts: [
          .init("5vmeld", raw, places: 1), .init("published_raw", raw),
          .init("meld_na_2008_raw", meldNa), .init("integer", Figures.whole(raw)),
        ],
        notes: ask.notes))
  }
}

/// MELD 3.0: sex, albumin, and less weight for creatinine.
public struct MELD3: Score {
  public init() {}

  public let name = "meld-3.0"
  public let aliases = ["meld-3-0", "meld3"]
  public let title = Phrase(es: "MELD 3.0", en: "MELD 3.0")
  public let purpose = Phrase(
    es: "Mortalidad a tres meses; orden de la lista de trasplante en EE. UU. desde 2023.",
    en: "Death within three months; order of the transplant list in the USA since 2023.")
  public let inputs: [Input] = [
    .sex, .bilirubin, .inr, .creatinine, .dialysis, .sodium, .albumin,
  ]
  public let sources = ["Kim WR et al. Gastroenterology 2021;161:1887-1895"]
  public let rule = [
    Phrase(
      es:
        "1,33 si es mujer + 4,56 ln(bilirrubina) + 0,82 (137 - Na) - 0,24 (137 - Na) ln(bilirrubina) "
        + "+ 9,09 ln(INR) + 11,14 ln(creatinina) + 1,85 (3,5 - albúmina) - 1,83 (3,5 - albúmina) "
        + "ln(creatinina) + 6.",
      en:
        "1.33 if female + 4.56 ln(bilirubin) + 0.82 (137 - Na) - 0.24 (137 - Na) ln(bilirubin) + "
        + "9.09 ln(INR) + 11.14 ln(creatinine) + 1.85 (3.5 - albumin) - 1.83 (3.5 - albumin) ln(creatinine) + 6."
    ),
    MELDTerms.bounds(mostCreatinine: "3,0", "3.0"),
    Phrase(
      es: "Na de 125 a 137 mmol/L; albúmina de 1,5 a 3,5 g/dL. Se redondea al entero al final.",
      en: "Na 125 to 137 mmol/L; albumin 1.5 to 3.5 g/dL. Rounded to an integer at the end."),
    Phrase(
      es: "Los autores no ponen máximo; la política de OPTN cuenta como mucho 40.",
      en: "The authors set no cap; OPTN policy counts 40 at most."),
  ]

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    let sex = ask(.sex, patient.sex)
    let terms = MELDTerms(&ask, mostCreatinine: 3)
    let (sodium, albumin) = (ask(.sodium, patient.sodium), ask(.albumin, patient.albumin))
    guard let sex, let terms, let sodium, let albumin else { return ask.result }
    let na = 137 - ask.bounded(.sodium, sodium.amount, "mmol/L", least: 125, most: 137)
    let alb = 3.5 - ask.bounded(.albumin, albumin.gramsPerDecilitre, "g/dL", least: 1.5, most: 3.5)
    let bilirubin = 4.56 * terms.lnBilirubin + 0.82 * na - 0.24 * na * terms.lnBilirubin
    let creatinine = 11.14 * terms.lnCreatinine + 1.85 * alb - 1.83 * alb * terms.lnCreatinine
    let raw =
      (sex == .female ? 1.33 : 0) + bilirubin + 9.09 * terms.lnINR + creatinine + 6
    let answer = Figures.whole(raw)
    if answer > 40 {
      ask.notes.append(
        Phrase(
          es: "mayor que 40: los autores no ponen máximo, OPTN contaría 40",
          en: "above 40: the authors set no cap, OPTN would count 40"))
    }
    return .value(
      ScoreValue(
        answer: Phrase(es: "\(answer)", en: "\(answer)"),
        facts: [.init("meld_3_0", answer), .init("raw", raw), .init("integer", answer)],
        notes: ask.notes))
  }
}

extension Phrase {
  /// A number with so many decimals, halves away from zero.
  public static func decimals(_ value: Double, _ places: Int) -> Phrase {
    let value = Figures.rounded(value, places)
    return Phrase(
      es: Language.spanish.decimals(value, places), en: Language.english.decimals(value, places))
  }
}
