import Words

/// A condition of every criterion of size: nothing in the great vessels, nothing outside the liver.
private struct Tumours {
  /// Micrometres, not empty.
  let sizes: [Int]
  let isConfined: Bool

  init?(_ ask: inout Ask) {
    let tumours = ask(.tumours, ask.patient.tumours)
    let invasion = ask(.vascularInvasion, ask.patient.vascularInvasion)
    let outside = ask.isExtrahepatic()
    guard let tumours, let invasion, let outside else { return nil }
    sizes = tumours.map(\.micrometres)
    isConfined = !invasion.isMacrovascular && !outside
    if invasion == .microvascular {
      ask.notes.append(
        Phrase(
          es: "la invasión microvascular no excluye: solo la visible en la imagen",
          en: "microvascular invasion does not exclude: only what imaging shows does"))
    }
    if !isConfined {
      ask.notes.append(
        Phrase(
          es: "excluido por \(outside ? "enfermedad fuera del hígado" : "invasión vascular")",
          en: "excluded by \(outside ? "disease outside the liver" : "vascular invasion")"))
    }
  }

  var largest: Int { sizes.max() ?? 0 }
  var sum: Int { sizes.reduce(0, +) }

  static let exclusion = Phrase(
    es:
      "Sin invasión macrovascular y sin enfermedad fuera del hígado; lo desconocido no es sí ni no.",
    en: "No macrovascular invasion and no disease outside the liver; unknown is neither yes nor no."
  )

  static let inputs: [Input] = [.tumours, .vascularInvasion, .extrahepatic]
  static let alternatives: [Input] = [.nodes, .metastasis, .adjacentOrgan]
}

extension ScoreValue {
  fileprivate init(isEligible: Bool, _ facts: [Fact], _ notes: [Phrase]) {
    self.init(
      answer: isEligible
        ? Phrase(es: "dentro", en: "within") : Phrase(es: "fuera", en: "beyond"),
      facts: [.init("eligible", isEligible)] + facts, notes: notes)
  }
}

public struct Milan: Score {
  public init() {}

  public let name = "milan"
  public let title = Phrase(es: "Criterios de Milán", en: "Milan criteria")
  public let purpose = Phrase(
    es: "Trasplante por carcinoma hepatocelular.",
    en: "Transplantation for hepatocellular carcinoma.")
  public let inputs = Tumours.inputs
  public let alternatives = Tumours.alternatives
  public let sources = ["Mazzaferro V et al. N Engl J Med 1996;334:693-699"]
  public let rule = [
    Phrase(
      es: "Un tumor de hasta 5 cm, o hasta 3 de hasta 3 cm cada uno.",
      en: "One tumour of up to 5 cm, or up to 3 of up to 3 cm each."),
    Tumours.exclusion,
  ]

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    guard let tumours = Tumours(&ask) else { return ask.result }
    let isSmall =
      tumours.sizes.count == 1
      ? tumours.largest <= 50_000 : tumours.sizes.count <= 3 && tumours.largest <= 30_000
    return .value(ScoreValue(isEligible: tumours.isConfined && isSmall, [], ask.notes))
  }
}

public struct UCSF: Score {
  public init() {}

  public let name = "ucsf"
  public let title = Phrase(es: "Criterios de UCSF", en: "UCSF criteria")
  public let purpose = Phrase(
    es: "Trasplante por carcinoma hepatocelular, más amplio que Milán, sin contenerlo del todo.",
    en: "Transplantation for hepatocellular carcinoma, wider than Milan without holding all of it.")
  public let inputs = Tumours.inputs
  public let alternatives = Tumours.alternatives
  public let sources = ["Yao FY et al. Hepatology 2001;33:1394-1403"]
  public let rule = [
    Phrase(
      es:
        "Un tumor de hasta 6,5 cm, o hasta 3 con el mayor de hasta 4,5 cm y una suma de hasta 8 cm.",
      en:
        "One tumour of up to 6.5 cm, or up to 3 with the largest up to 4.5 cm and a sum up to 8 cm."
    ),
    Tumours.exclusion,
  ]

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    guard let tumours = Tumours(&ask) else { return ask.result }
    let isSmall =
      tumours.sizes.count == 1
      ? tumours.largest <= 65_000
      : tumours.sizes.count <= 3 && tumours.largest <= 45_000 && tumours.sum <= 80_000
    let sum = ScoreValue.Fact("sum_cm", Double(tumours.sum) / 10_000)
    return .value(ScoreValue(isEligible: tumours.isConfined && isSmall, [sum], ask.notes))
  }
}

public struct UpToSeven: Score {
  public init() {}

  public let name = "up-to-seven"
  public let aliases = ["up-to-7", "upto7"]
  public let title = Phrase(es: "Hasta siete", en: "Up-to-seven")
  public let purpose = Phrase(
    es: "Trasplante por carcinoma hepatocelular, por tamaño y número juntos.",
    en: "Transplantation for hepatocellular carcinoma, by size and number together.")
  public let inputs = Tumours.inputs
  public let alternatives = Tumours.alternatives
  public let sources = ["Mazzaferro V et al. Lancet Oncol 2009;10:35-43"]
  public let rule = [
    Phrase(
      es: "Diámetro del mayor en cm + número de tumores ≤ 7.",
      en: "Diameter of the largest in cm + number of tumours ≤ 7."),
    Tumours.exclusion,
  ]

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    guard let tumours = Tumours(&ask) else { return ask.result }
    let sum = tumours.largest + tumours.sizes.count * 10_000
    return .value(
      ScoreValue(
        isEligible: tumours.isConfined && sum <= 70_000, [.init("sum", Double(sum) / 10_000)],
        ask.notes))
  }
}

/// Total tumour volume and AFP.
public struct TumourVolume: Score {
  public init() {}

  public let name = "ttv-afp"
  public let aliases = ["ttv"]
  public let title = Phrase(es: "Volumen tumoral total y AFP", en: "Total tumour volume and AFP")
  public let purpose = Phrase(
    es: "Trasplante por carcinoma hepatocelular, por volumen y alfafetoproteína.",
    en: "Transplantation for hepatocellular carcinoma, by volume and alpha-fetoprotein.")
  public let inputs = Tumours.inputs + [.afp]
  public let alternatives = Tumours.alternatives
  public let sources = [
    "Toso C et al. Liver Transpl 2008;14:1107-1115", "Toso C et al. Hepatology 2009;49:832-838",
  ]
  public let rule = [
    Phrase(
      es: "Suma de π/6 d³ ≤ 115 cm³, con d en cm, y alfafetoproteína ≤ 400 ng/mL.",
      en: "Sum of π/6 d³ ≤ 115 cm³, with d in cm, and alpha-fetoprotein ≤ 400 ng/mL."),
    Tumours.exclusion,
  ]

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    let tumours = Tumours(&ask)
    guard let afp = ask(.afp, patient.afp), let tumours else { return ask.result }
    let volume = tumours.sizes.map { size in
      let d = Double(size) / 10_000
      return Double.pi / 6 * d * d * d
    }.reduce(0, +)
    let fits = volume <= 115 && afp.canonical <= 400
    return .value(
      ScoreValue(
        isEligible: tumours.isConfined && fits, [.init("ttv_cm3", volume, places: 3)], ask.notes))
  }
}
