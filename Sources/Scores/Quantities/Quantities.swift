/// Bilirubin in serum. 17.1 µmol/L are 1 mg/dL in every table that the scores come from; the molar mass of
/// 584.66 g/mol gives 17.104, which is 0.02 % more.
public enum BilirubinKind: QuantityKind {
  public enum Unit: String, MeasureUnit {
    case milligramsPerDecilitre = "mg/dL"
    case micromolesPerLitre = "µmol/L"

    public var perCanonical: Double { self == .micromolesPerLitre ? 17.1 : 1 }
  }
  public static let possible = 0.05...100.0
  public static let usual = 0.1...50.0
  public static let example = 2.0
}
public typealias Bilirubin = Measured<BilirubinKind>

/// Creatinine in serum. 88.4 µmol/L are 1 mg/dL (113.12 g/mol).
public enum CreatinineKind: QuantityKind {
  public enum Unit: String, MeasureUnit {
    case milligramsPerDecilitre = "mg/dL"
    case micromolesPerLitre = "µmol/L"

    public var perCanonical: Double { self == .micromolesPerLitre ? 88.4 : 1 }
  }
  public static let possible = 0.05...40.0
  public static let usual = 0.2...15.0
  public static let example = 1.0
}
public typealias Creatinine = Measured<CreatinineKind>

/// Albumin in serum.
public enum AlbuminKind: QuantityKind {
  public enum Unit: String, MeasureUnit {
    case gramsPerDecilitre = "g/dL"
    case gramsPerLitre = "g/L"

    public var perCanonical: Double { self == .gramsPerLitre ? 10 : 1 }
  }
  public static let possible = 0.2...10.0
  public static let usual = 1.0...6.0
  public static let example = 3.5
}
public typealias Albumin = Measured<AlbuminKind>

/// International normalised ratio of the prothrombin time: a number without a unit.
public enum INRKind: QuantityKind {
  public enum Unit: String, MeasureUnit { case ratio = "" }
  public static let possible = 0.5...20.0
  public static let usual = 0.8...10.0
  public static let example = 1.4
  public static let mayLackUnit = true
}
public typealias INR = Measured<INRKind>

/// Prothrombin time, of the patient or of the laboratory's control.
public enum ProthrombinTimeKind: QuantityKind {
  public enum Unit: String, MeasureUnit {
    case seconds = "s"

    public var otherSpellings: [String] { ["sec", "seg", "seconds", "segundos"] }
  }
  public static let possible = 5.0...200.0
  public static let usual = 9.0...80.0
  public static let example = 14.0
}
public typealias ProthrombinTime = Measured<ProthrombinTimeKind>

/// Sodium in serum. It has one charge: 1 mEq is 1 mmol.
public enum SodiumKind: QuantityKind {
  public enum Unit: String, MeasureUnit {
    case millimolesPerLitre = "mmol/L"
    case milliequivalentsPerLitre = "mEq/L"
  }
  public static let possible = 80.0...200.0
  public static let usual = 110.0...160.0
  public static let example = 135.0
}
public typealias Sodium = Measured<SodiumKind>

/// Alpha-fetoprotein in serum. International units have another factor in every assay, and are refused.
public enum AFPKind: QuantityKind {
  public enum Unit: String, MeasureUnit {
    case nanogramsPerMillilitre = "ng/mL"
    case microgramsPerLitre = "µg/L"

    public var otherSpellings: [String] { self == .microgramsPerLitre ? ["mcg/l"] : [] }
  }
  public static let possible = 0.0...10_000_000.0
  public static let usual = 0.0...1_000_000.0
  public static let example = 20.0
}
public typealias AFP = Measured<AFPKind>

/// Platelets in blood.
public enum PlateletsKind: QuantityKind {
  public enum Unit: String, MeasureUnit {
    case billionsPerLitre = "×10^9/L"
    case thousandsPerMicrolitre = "×10^3/µL"
    case perMicrolitre = "/µL"

    public var perCanonical: Double { self == .perMicrolitre ? 1000 : 1 }

    public var otherSpellings: [String] {
      switch self {
      case .billionsPerLitre: Self.powersOfTen("9/l")
      case .thousandsPerMicrolitre:
        ["k/ul"] + ["3/ul", "3/mm^3", "3/mm3"].flatMap(Self.powersOfTen)
      case .perMicrolitre: ["/mm^3", "/mm3"]
      }
    }

    private static func powersOfTen(_ rest: String) -> [String] {
      ["10^", "10e", "10*", "x10^", "x10e", "x10*"].map { $0 + rest }
    }
  }
  public static let possible = 1.0...3000.0
  public static let usual = 10.0...1000.0
  public static let example = 150.0
}
public typealias Platelets = Measured<PlateletsKind>

/// Units of enzyme activity, as laboratories print them.
public enum EnzymeUnit: String, MeasureUnit {
  case unitsPerLitre = "U/L"

  public var otherSpellings: [String] { ["iu/l", "ui/l"] }
}

/// Aspartate aminotransferase.
public enum ASTKind: QuantityKind {
  public typealias Unit = EnzymeUnit
  public static let possible = 1.0...50_000.0
  public static let usual = 5.0...10_000.0
  public static let example = 40.0
}
public typealias AST = Measured<ASTKind>

/// Alanine aminotransferase.
public enum ALTKind: QuantityKind {
  public typealias Unit = EnzymeUnit
  public static let possible = 1.0...50_000.0
  public static let usual = 5.0...10_000.0
  public static let example = 40.0
}
public typealias ALT = Measured<ALTKind>

/// Alkaline phosphatase.
public enum ALPKind: QuantityKind {
  public typealias Unit = EnzymeUnit
  public static let possible = 1.0...20_000.0
  public static let usual = 10.0...3000.0
  public static let example = 120.0
}
public typealias ALP = Measured<ALPKind>

/// The upper limit of normal of the laboratory that measured AST.
public enum ASTLimitKind: QuantityKind {
  public typealias Unit = EnzymeUnit
  public static let possible = 5.0...200.0
  public static let usual = 20.0...100.0
  public static let example = 40.0
}
public typealias ASTLimit = Measured<ASTLimitKind>

/// The upper limit of normal of the laboratory that measured alkaline phosphatase.
public enum ALPLimitKind: QuantityKind {
  public typealias Unit = EnzymeUnit
  public static let possible = 10.0...1000.0
  public static let usual = 60.0...400.0
  public static let example = 120.0
}
public typealias ALPLimit = Measured<ALPLimitKind>

/// Age. The scores were made for adults: below 18 a warning is given.
public enum AgeKind: QuantityKind {
  public enum Unit: String, MeasureUnit {
    case years = ""

    public var otherSpellings: [String] { ["y", "years", "a", "años"] }
  }
  public static let possible = 0.0...130.0
  public static let usual = 18.0...110.0
  public static let example = 60.0
  public static let mayLackUnit = true
}
public typealias Age = Measured<AgeKind>

/// The largest diameter of one tumour.
public enum DiameterKind: QuantityKind {
  public enum Unit: String, MeasureUnit {
    case centimetres = "cm"
    case millimetres = "mm"

    public var perCanonical: Double { self == .millimetres ? 10 : 1 }
  }
  public static let possible = 0.1...40.0
  public static let usual = 0.3...25.0
  public static let example = 2.5
}
public typealias Diameter = Measured<DiameterKind>

extension Measured<DiameterKind> {
  /// Whole micrometres, so that sums of diameters meet a cut-off exactly.
  var micrometres: Int { Int((canonical * 10_000).rounded()) }
}
extension Measured<BilirubinKind> {
  var milligramsPerDecilitre: Double { value(in: .milligramsPerDecilitre) }
  var micromolesPerLitre: Double { value(in: .micromolesPerLitre) }
}
extension Measured<CreatinineKind> {
  var milligramsPerDecilitre: Double { value(in: .milligramsPerDecilitre) }
}
extension Measured<AlbuminKind> {
  var gramsPerDecilitre: Double { value(in: .gramsPerDecilitre) }
  var gramsPerLitre: Double { value(in: .gramsPerLitre) }
}
