import Words

/// The known inputs of one patient, each once. Nil is unknown, which is neither yes nor no.
public struct Patient: Equatable, Sendable {
  /// More tumours than anybody measures one by one.
  public static let mostTumours = 50

  public var bilirubin: Bilirubin?
  public var bilirubinDay7: Bilirubin?
  public var albumin: Albumin?
  public var inr: INR?
  public var creatinine: Creatinine?
  public var dialysis: Answer?
  public var sodium: Sodium?
  public var prothrombinTime: ProthrombinTime?
  public var prothrombinControl: ProthrombinTime?
  public var platelets: Platelets?
  public var ast: AST?
  public var astLimit: ASTLimit?
  public var alt: ALT?
  public var alp: ALP?
  public var alpLimit: ALPLimit?
  public var afp: AFP?
  public var age: Age?
  public var sex: Sex?
  public var ascites: Ascites?
  public var encephalopathy: Encephalopathy?
  public var ecog: ECOG?
  public var symptomatic: Answer?
  public var varices: Answer?
  public var portalHypertension: Answer?
  public var transplantCandidate: Answer?
  /// Sizes of the tumours: not empty, at most `mostTumours`.
  public var tumours: [Diameter]?
  /// 1 to `mostTumours`.
  public var tumourCount: Int?
  public var tumourOverHalf: Answer?
  public var vascularInvasion: VascularInvasion?
  public var portalVeinThrombosis: Answer?
  public var adjacentOrgan: Answer?
  public var nodes: Answer?
  public var metastasis: Answer?
  public var extrahepatic: Answer?
  public var childPugh: StatedChildPugh?
  public var bclc: BCLCStage?
  public var tnm: TNMStage?

  public init() {}

  /// Sets an input from what a person typed. Empty, "-" and "?" leave it unknown.
  ///
  /// - Parameter texts: one; of tumours one each, or several in one text after each other.
  /// - Throws: what cannot be, with the input's own words of what was expected.
  public mutating func set(_ input: Input, to texts: [String]) throws(Refusal) {
    let known = texts.filter { !["", "-", "?"].contains(NumberText.trimmed($0[...])) }
    guard let text = known.first else { return }
    // A tumour of unknown size that was left out would make the others look like all of them.
    if input == .tumours, known.count < texts.count { throw Patient.expectedDiameter("-") }
    guard input == .tumours || known.count == 1 else {
      throw Refusal(
        Phrase(
          es: "está \(known.count) veces; se esperaba una",
          en: "is given \(known.count) times; expected once"))
    }
    switch input {
    case .bilirubin: bilirubin = try Measured(reading: text)
    case .bilirubinDay7: bilirubinDay7 = try Measured(reading: text)
    case .albumin: albumin = try Measured(reading: text)
    case .inr: inr = try Measured(reading: text)
    case .creatinine: creatinine = try Measured(reading: text)
    case .dialysis: dialysis = try Answer(reading: text)
    case .sodium: sodium = try Measured(reading: text)
    case .prothrombinTime: prothrombinTime = try Measured(reading: text)
    case .prothrombinControl: prothrombinControl = try Measured(reading: text)
    case .platelets: platelets = try Measured(reading: text)
    case .ast: ast = try Measured(reading: text)
    case .astLimit: astLimit = try Measured(reading: text)
    case .alt: alt = try Measured(reading: text)
    case .alp: alp = try Measured(reading: text)
    case .alpLimit: alpLimit = try Measured(reading: text)
    case .afp: afp = try Measured(reading: text)
    case .age: age = try Measured(reading: text)
    case .sex: sex = try Sex(reading: text)
    case .ascites: ascites = try Ascites(reading: text)
    case .encephalopathy: encephalopathy = try Encephalopathy(reading: text)
    case .ecog: ecog = try ECOG(reading: text)
    case .symptomatic: symptomatic = try Answer(reading: text)
    case .varices: varices = try Answer(reading: text)
    case .portalHypertension: portalHypertension = try Answer(reading: text)
    case .transplantCandidate: transplantCandidate = try Answer(reading: text)
    case .tumours: tumours = try Patient.tumours(known)
    case .tumourCount: tumourCount = try Patient.count(text)
    case .tumourOverHalf: tumourOverHalf = try Answer(reading: text)
    case .vascularInvasion: vascularInvasion = try VascularInvasion(reading: text)
    case .portalVeinThrombosis: portalVeinThrombosis = try Answer(reading: text)
    case .adjacentOrgan: adjacentOrgan = try Answer(reading: text)
    case .nodes: nodes = try Answer(reading: text)
    case .metastasis: metastasis = try Answer(reading: text)
    case .extrahepatic: extrahepatic = try Answer(reading: text)
    case .childPugh: childPugh = try StatedChildPugh(reading: text)
    case .bclc: bclc = try BCLCStage(reading: text)
    case .tnm: tnm = try TNMStage(reading: text)
    }
  }

  private static func tumours(_ texts: [String]) throws(Refusal) -> [Diameter] {
    var tumours: [Diameter] = []
    for text in texts {
      for part in parts(text) { tumours.append(try Measured(reading: part)) }
    }
    guard !tumours.isEmpty else { throw expectedDiameter(texts.joined(separator: " ")) }
    guard tumours.count <= mostTumours else {
      throw Refusal(
        Phrase(
          es: "tiene \(tumours.count) diámetros; se esperaban como mucho \(mostTumours)",
          en: "has \(tumours.count) diameters; expected at most \(mostTumours)"))
    }
    return tumours
  }

  private static func expectedDiameter(_ text: String) -> Refusal {
    Refusal(
      text,
      Phrase(
        es: "se esperaba el diámetro de cada tumor, o ninguno",
        en: "expected the diameter of each tumour, or none"))
  }

  /// "3cm, 2.5 cm" in two. A separator counts after a unit only, so that "2,5cm" stays one diameter.
  private static func parts(_ text: String) -> [String] {
    var parts: [String] = []
    var part = ""
    for character in text {
      if ",;+ ".contains(character), part.last?.isLetter == true {
        parts.append(part)
        part = ""
      } else if !(part.isEmpty && ",;+ ".contains(character)) {
        part.append(character)
      }
    }
    return part.isEmpty ? parts : parts + [part]
  }

  private static func count(_ text: String) throws(Refusal) -> Int {
    let most = Int32(mostTumours)
    guard let count = ForeignNumber.whole(NumberText.trimmed(text[...]), in: 1...most) else {
      throw Refusal(
        text,
        Phrase(
          es: "se esperaba un número entero de 1 a \(mostTumours)",
          en: "expected a whole number from 1 to \(mostTumours)"))
    }
    return count
  }
}
