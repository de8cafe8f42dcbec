import Words

/// All that a score can ask for. The raw value is the key of a patient file; the option of the command
/// has "-" for "_".
public enum Input: String, CaseIterable, Sendable {
  // Laboratory.
  case bilirubin
  case bilirubinDay7 = "bilirubin_day_7"
  case albumin, inr, creatinine, dialysis, sodium
  case prothrombinTime = "prothrombin_time"
  case prothrombinControl = "prothrombin_control"
  case platelets, ast
  case astLimit = "ast_upper_limit"
  case alt, alp
  case alpLimit = "alp_upper_limit"
  case afp
  // Clinical.
  case age, sex, ascites, encephalopathy, ecog, symptomatic, varices
  case portalHypertension = "portal_hypertension"
  case transplantCandidate = "transplant_candidate"
  // Imaging.
  case tumours
  case tumourCount = "tumour_count"
  case tumourOverHalf = "tumour_over_half"
  case vascularInvasion = "vascular_invasion"
  case portalVeinThrombosis = "portal_vein_thrombosis"
  case adjacentOrgan = "adjacent_organ"
  case nodes, metastasis, extrahepatic
  // Assessed by somebody else.
  case childPugh = "child_pugh"
  case bclc, tnm

  public enum Group: CaseIterable, Sendable {
    case laboratory, clinical, imaging, assessed

    public var title: Phrase {
      switch self {
      case .laboratory: Phrase(es: "Laboratorio", en: "Laboratory")
      case .clinical: Phrase(es: "Clínica", en: "Clinical")
      case .imaging: Phrase(es: "Imagen", en: "Imaging")
      case .assessed: Phrase(es: "Ya valorado", en: "Assessed already")
      }
    }
  }

  public var key: String { rawValue }

  /// "--bilirubin-day-7".
  public var option: String { "--" + String(rawValue.map { $0 == "_" ? "-" : $0 }) }

  public var group: Group {
    switch self {
    case .bilirubin, .bilirubinDay7, .albumin, .inr, .creatinine, .dialysis, .sodium,
      .prothrombinTime, .prothrombinControl, .platelets, .ast, .astLimit, .alt, .alp, .alpLimit,
      .afp:
      .laboratory
    case .age, .sex, .ascites, .encephalopathy, .ecog, .symptomatic, .varices,
      .portalHypertension, .transplantCandidate:
      .clinical
    case .tumours, .tumourCount, .tumourOverHalf, .vascularInvasion, .portalVeinThrombosis,
      .adjacentOrgan, .nodes, .metastasis, .extrahepatic:
      .imaging
    case .childPugh, .bclc, .tnm: .assessed
    }
  }

  public var title: Phrase {
    switch self {
    case .bilirubin: Phrase(es: "bilirrubina", en: "bilirubin")
    case .bilirubinDay7:
      Phrase(es: "bilirrubina del día 7 de corticoides", en: "bilirubin on day 7 of steroids")
    case .albumin: Phrase(es: "albúmina", en: "albumin")
    case .inr: Phrase(es: "INR", en: "INR")
    case .creatinine: Phrase(es: "creatinina", en: "creatinine")
    case .dialysis:
      Phrase(
        es: "diálisis dos veces en 7 días, o 24 h de hemodiálisis continua",
        en: "dialysis twice in 7 days, or 24 h of continuous haemodialysis")
    case .sodium: Phrase(es: "sodio", en: "sodium")
    case .prothrombinTime: Phrase(es: "tiempo de protrombina", en: "prothrombin time")
    case .prothrombinControl:
      Phrase(es: "tiempo de protrombina del control", en: "prothrombin time of the control")
    case .platelets: Phrase(es: "plaquetas", en: "platelets")
    case .ast: Phrase(es: "AST", en: "AST")
    case .astLimit: Phrase(es: "límite superior normal de AST", en: "upper limit of normal AST")
    case .alt: Phrase(es: "ALT", en: "ALT")
    case .alp: Phrase(es: "fosfatasa alcalina", en: "alkaline phosphatase")
    case .alpLimit:
      Phrase(
        es: "límite superior normal de la fosfatasa alcalina",
        en: "upper limit of normal alkaline phosphatase")
    case .afp: Phrase(es: "alfafetoproteína", en: "alpha-fetoprotein")
    case .age: Phrase(es: "edad", en: "age")
    case .sex: Phrase(es: "sexo", en: "sex")
    case .ascites: Phrase(es: "ascitis", en: "ascites")
    case .encephalopathy: Phrase(es: "encefalopatía", en: "encephalopathy")
    case .ecog: Phrase(es: "estado general (ECOG)", en: "performance status (ECOG)")
    case .symptomatic: Phrase(es: "síntomas del tumor", en: "symptoms of the tumour")
    case .varices: Phrase(es: "varices", en: "varices")
    case .portalHypertension: Phrase(es: "hipertensión portal", en: "portal hypertension")
    case .transplantCandidate: Phrase(es: "candidato a trasplante", en: "transplant candidate")
    case .tumours: Phrase(es: "diámetro de cada tumor", en: "diameter of each tumour")
    case .tumourCount: Phrase(es: "número de tumores", en: "number of tumours")
    case .tumourOverHalf:
      Phrase(es: "tumor en más del 50 % del hígado", en: "tumour in more than 50% of the liver")
    case .vascularInvasion: Phrase(es: "invasión vascular", en: "vascular invasion")
    case .portalVeinThrombosis:
      Phrase(es: "trombosis u obstrucción portal", en: "portal vein thrombosis or obstruction")
    case .adjacentOrgan:
      Phrase(
        es: "invasión de un órgano vecino, o perforación",
        en: "growth into an adjacent organ, or perforation")
    case .nodes: Phrase(es: "ganglios afectados", en: "lymph nodes involved")
    case .metastasis: Phrase(es: "metástasis a distancia", en: "distant metastasis")
    case .extrahepatic: Phrase(es: "enfermedad fuera del hígado", en: "disease outside the liver")
    case .childPugh: Phrase(es: "Child-Pugh", en: "Child-Pugh")
    case .bclc: Phrase(es: "estadio BCLC", en: "BCLC stage")
    case .tnm: Phrase(es: "estadio TNM", en: "TNM stage")
    }
  }

  /// The accepted units and range, or the accepted words.
  public var accepts: Phrase {
    switch self {
    case .bilirubin, .bilirubinDay7: Input.range(BilirubinKind.self)
    case .albumin: Input.range(AlbuminKind.self)
    case .inr: Input.range(INRKind.self)
    case .creatinine: Input.range(CreatinineKind.self)
    case .sodium: Input.range(SodiumKind.self)
    case .prothrombinTime, .prothrombinControl: Input.range(ProthrombinTimeKind.self)
    case .platelets: Input.range(PlateletsKind.self)
    case .ast: Input.range(ASTKind.self)
    case .astLimit: Input.range(ASTLimitKind.self)
    case .alt: Input.range(ALTKind.self)
    case .alp: Input.range(ALPKind.self)
    case .alpLimit: Input.range(ALPLimitKind.self)
    case .afp: Input.range(AFPKind.self)
    case .age: Input.range(AgeKind.self)
    case .tumours: Input.range(DiameterKind.self)
    case .tumourCount:
      Phrase(es: "1 a \(Patient.mostTumours)", en: "1 to \(Patient.mostTumours)")
    case .sex, .ascites, .encephalopathy, .ecog, .vascularInvasion, .bclc, .dialysis, .symptomatic,
      .varices, .portalHypertension, .transplantCandidate, .tumourOverHalf, .portalVeinThrombosis,
      .adjacentOrgan, .nodes, .metastasis, .extrahepatic:
      Phrase(es: words.joined(separator: ", "), en: words.joined(separator: ", "))
    case .childPugh: Phrase(es: "A, B, C, o con puntos: B8", en: "A, B, C, or with points: B8")
    case .tnm: Phrase(es: "I a IVB", en: "I to IVB")
    }
  }

  /// The accepted words as we write them; empty where an amount, a number or points are accepted.
  public var words: [String] {
    switch self {
    case .sex: Input.words(Sex.self)
    case .ascites: Input.words(Ascites.self)
    case .encephalopathy: Input.words(Encephalopathy.self)
    case .ecog: Input.words(ECOG.self)
    case .vascularInvasion: Input.words(VascularInvasion.self)
    case .dialysis, .symptomatic, .varices, .portalHypertension, .transplantCandidate,
      .tumourOverHalf, .portalVeinThrombosis, .adjacentOrgan, .nodes, .metastasis, .extrahepatic:
      Input.words(Answer.self)
    case .bclc: Input.words(BCLCStage.self)
    case .bilirubin, .bilirubinDay7, .albumin, .inr, .creatinine, .sodium, .prothrombinTime,
      .prothrombinControl, .platelets, .ast, .astLimit, .alt, .alp, .alpLimit, .afp, .age,
      .tumours, .tumourCount, .childPugh, .tnm:
      []
    }
  }

  private static func range<Kind: QuantityKind>(_: Kind.Type) -> Phrase {
    Phrase(
      es: Measured<Kind>.ranges(Kind.possible, .spanish),
      en: Measured<Kind>.ranges(Kind.possible, .english))
  }

  private static func words<F: Finding>(_: F.Type) -> [String] {
    F.allCases.compactMap(\.spellings.first)
  }
}
