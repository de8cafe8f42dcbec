import Words

/// TNM stage of hepatocellular carcinoma, by three editions of the AJCC.
public struct TNM: Score {
  public init() {}

  public let name = "tnm"
  public let aliases = ["tnm-hcc", "ajcc"]
  public let title = Phrase(
    es: "TNM (AJCC 7.ª; 6.ª y 8.ª al lado)", en: "TNM (AJCC 7th; 6th and 8th beside it)")
  public let purpose = Phrase(
    es: "Extensión anatómica del carcinoma hepatocelular.",
    en: "Anatomical extent of hepatocellular carcinoma.")
  public let inputs: [Input] = [
    .tumours, .vascularInvasion, .adjacentOrgan, .nodes, .metastasis,
  ]
  public let alternatives: [Input] = [.extrahepatic]
  public let sources = [
    "AJCC Cancer Staging Manual, 7th ed., 2010", "AJCC Cancer Staging Manual, 6th ed., 2002",
    "AJCC Cancer Staging Manual, 8th ed., 2017",
  ]
  public let rule = [
    Phrase(
      es:
        "7.ª: I un tumor sin invasión vascular; II uno con invasión, o varios de hasta 5 cm; IIIA "
        + "varios, alguno > 5 cm;",
      en:
        "7th: I one tumour without vascular invasion; II one with it, or several of up to 5 cm; IIIA "
        + "several, any > 5 cm;"
    ),
    Phrase(
      es:
        "IIIB rama principal de la vena porta o hepática; IIIC órgano vecino o perforación; IVA "
        + "ganglios; IVB a distancia.",
      en:
        "IIIB major branch of portal or hepatic vein; IIIC adjacent organ or perforation; IVA nodes; IVB distant."
    ),
    Phrase(
      es: "6.ª: rama principal IIIA, órgano vecino IIIB, ganglios IIIC, a distancia IV.",
      en: "6th: major branch IIIA, adjacent organ IIIB, nodes IIIC, distant IV."),
    Phrase(
      es:
        "8.ª: uno de hasta 2 cm IA, aun con invasión; uno mayor sin ella IB; rama principal u órgano vecino IIIB.",
      en:
        "8th: one of up to 2 cm IA, even with invasion; a larger one without IB; major branch or adjacent organ IIIB."
    ),
  ]

  public func evaluate(_ patient: Patient) -> ScoreResult {
    var ask = Ask(patient)
    let tumours = ask(.tumours, patient.tumours)
    let invasion = ask(.vascularInvasion, patient.vascularInvasion)
    let organ = ask(.adjacentOrgan, patient.adjacentOrgan)
    let (nodes, metastasis) = (ask.hasNodes(), ask.hasMetastasis())
    guard let tumours, let invasion, let organ, let nodes, let metastasis else {
      return ask.result
    }
    let extent = Extent(
      sizes: tumours.map(\.micrometres), invasion: invasion, organ: organ == .yes, nodes: nodes,
      metastasis: metastasis)
    let (six, seven, eight) = (
      extent.sixth.rawValue, extent.seventh.rawValue, extent.eighth.rawValue
    )
    return .value(
      ScoreValue(
        answer: Phrase(
          es: "estadio \(seven) (6.ª: \(six); 8.ª: \(eight))",
          en: "stage \(seven) (6th: \(six); 8th: \(eight))"),
        facts: [.init("ajcc7", seven), .init("ajcc6", six), .init("ajcc8", eight)],
        notes: ask.notes))
  }
}

/// The findings that decide the stage. Sizes are in micrometres, and not empty.
private struct Extent {
  let sizes: [Int]
  let invasion: VascularInvasion
  let organ: Bool
  let nodes: Bool
  let metastasis: Bool

  private var isSingle: Bool { sizes.count == 1 }
  private var isMajor: Bool { invasion == .majorBranch }
  private var isManyAndLarge: Bool { !isSingle && sizes.contains { $0 > 50_000 } }

  var seventh: TNMStage {
    if metastasis { return .ivb }
    if nodes { return .iva }
    if organ { return .iiic }
    if isMajor { return .iiib }
    if isManyAndLarge { return .iiia }
    return isSingle && invasion == .none ? .i : .ii
  }

  var sixth: TNMStage {
    if metastasis { return .iv }
    if nodes { return .iiic }
    if organ { return .iiib }
    if isMajor || isManyAndLarge { return .iiia }
    return isSingle && invasion == .none ? .i : .ii
  }

  var eighth: TNMStage {
    if metastasis { return .ivb }
    if nodes { return .iva }
    if organ || isMajor { return .iiib }
    if isManyAndLarge { return .iiia }
    guard isSingle else { return .ii }
    if sizes[0] <= 20_000 { return .ia }
    return invasion == .none ? .ib : .ii
  }
}
