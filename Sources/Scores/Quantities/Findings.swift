import Words

/// An answer with few possible values, each with the words that people type for it.
public protocol Finding: CaseIterable, Equatable, Sendable {
  /// The first is how we write it; all in small letters, with "-" for spaces.
  var spellings: [String] { get }
  var phrase: Phrase { get }
}

extension Finding {
  /// - Throws: any other word, with all that are known.
  init(reading text: String) throws(Refusal) {
    let word = NumberText.word(text)
    guard let finding = Self.allCases.first(where: { $0.spellings.contains(word) }) else {
      let names = Self.allCases.compactMap(\.spellings.first).joined(separator: ", ")
      throw Refusal(text, Phrase(es: "se esperaba \(names)", en: "expected \(names)"))
    }
    self = finding
  }
}

/// Yes or no. An answer that nobody knows is none of the two: leave it out.
public enum Answer: Finding {
  case yes, no

  public init(_ isYes: Bool) { self = isYes ? .yes : .no }

  public var spellings: [String] {
    switch self {
    case .yes: ["yes", "true", "si", "sí"]
    case .no: ["no", "false"]
    }
  }
  public var phrase: Phrase {
    switch self {
    case .yes: Phrase(es: "sí", en: "yes")
    case .no: Phrase(es: "no", en: "no")
    }
  }
}

public enum Sex: Finding {
  case female, male

  public var spellings: [String] {
    switch self {
    case .female: ["female", "f", "woman", "mujer", "femenino"]
    case .male: ["male", "m", "man", "hombre", "varón", "varon", "masculino"]
    }
  }
  public var phrase: Phrase {
    switch self {
    case .female: Phrase(es: "mujer", en: "female")
    case .male: Phrase(es: "hombre", en: "male")
    }
  }
}

/// Fluid in the belly. `present` is for scores that ask for yes or no: its grade is unknown.
public enum Ascites: Finding {
  case none, slight, moderate, present

  public var spellings: [String] {
    switch self {
    case .none: ["none", "no", "false", "absent", "ninguna"]
    case .slight: ["slight", "mild", "controlled", "slight-controlled", "leve", "controlada"]
    case .moderate:
      [
        "moderate", "severe", "refractory", "moderate-refractory", "moderate-severe", "moderada",
        "refractaria",
      ]
    case .present: ["yes", "true", "present", "si", "sí"]
    }
  }
  public var phrase: Phrase {
    switch self {
    case .none: Phrase(es: "ninguna", en: "none")
    case .slight: Phrase(es: "leve o controlada", en: "slight or controlled")
    case .moderate: Phrase(es: "moderada o refractaria", en: "moderate or refractory")
    case .present: Phrase(es: "sí, de grado desconocido", en: "yes, of unknown grade")
    }
  }
}

/// Hepatic encephalopathy by West Haven grade.
public enum Encephalopathy: Finding {
  case none, gradeOneTwo, gradeThreeFour

  public var spellings: [String] {
    switch self {
    case .none: ["none", "no", "0", "absent", "ninguna"]
    case .gradeOneTwo:
      [
        "grade-1-2", "1-2", "1", "2", "grade-1", "grade-2", "i-ii", "grado-1-2", "grado-1",
        "grado-2",
      ]
    case .gradeThreeFour:
      [
        "grade-3-4", "3-4", "3", "4", "grade-3", "grade-4", "iii-iv", "grado-3-4", "grado-3",
        "grado-4",
      ]
    }
  }
  public var phrase: Phrase {
    switch self {
    case .none: Phrase(es: "ninguna", en: "none")
    case .gradeOneTwo: Phrase(es: "grado 1-2", en: "grade 1-2")
    case .gradeThreeFour: Phrase(es: "grado 3-4", en: "grade 3-4")
    }
  }
}

/// The growth of the tumour into vessels. Imaging shows macrovascular growth only.
public enum VascularInvasion: Finding {
  case none, microvascular, macrovascular, majorBranch

  public var spellings: [String] {
    switch self {
    case .none: ["none", "no", "false", "absent", "ninguna"]
    case .microvascular: ["micro", "microvascular"]
    case .macrovascular: ["macro", "macrovascular", "yes", "true", "si", "sí"]
    case .majorBranch: ["major", "major-branch", "rama-principal"]
    }
  }
  public var phrase: Phrase {
    switch self {
    case .none: Phrase(es: "ninguna", en: "none")
    case .microvascular: Phrase(es: "microvascular", en: "microvascular")
    case .macrovascular: Phrase(es: "macrovascular", en: "macrovascular")
    case .majorBranch:
      Phrase(
        es: "de una rama principal de la vena porta o hepática",
        en: "of a major branch of the portal or hepatic vein")
    }
  }

  /// Visible on imaging: it excludes from every transplant criterion.
  var isMacrovascular: Bool { self == .macrovascular || self == .majorBranch }
}

/// Performance status of the Eastern Cooperative Oncology Group, 0 to 4. Five is death, and no input.
public enum ECOG: Int, Finding {
  case zero, one, two, three, four

  public var spellings: [String] { [String(rawValue)] }
  public var phrase: Phrase { Phrase(es: String(rawValue), en: String(rawValue)) }
}

public enum ChildPughClass: String, Finding {
  case a = "A"
  case b = "B"
  case c = "C"

  public var spellings: [String] { [rawValue.lowercased()] }
  public var phrase: Phrase { Phrase(es: rawValue, en: rawValue) }
}

/// A Child-Pugh assessment that somebody else has made: "B", or "B8" with its points.
public struct StatedChildPugh: Equatable, Sendable {
  public let grade: ChildPughClass
  /// 5 to 15; nil where the class alone is known.
  public let points: Int?

  /// - Returns: nil where the points do not belong to the class.
  public init?(_ grade: ChildPughClass, points: Int? = nil) {
    if let points {
      guard (5...15).contains(points), ChildPugh.grade(points) == grade else { return nil }
    }
    self.grade = grade
    self.points = points
  }

  init(reading text: String) throws(Refusal) {
    let word = NumberText.word(text)
    let rest = word.dropFirst().filter { !"-()".contains($0) }
    let points = ForeignNumber.whole(rest, in: 5...15)
    guard let grade = ChildPughClass.allCases.first(where: { word.hasPrefix($0.spellings[0]) }),
      rest.isEmpty || points != nil, let stated = StatedChildPugh(grade, points: points)
    else {
      throw Refusal(
        text,
        Phrase(
          es: "se esperaba una clase, A, B o C, o con sus puntos: A5, A6, B7 a B9, C10 a C15",
          en: "expected a class, A, B or C, or with its points: A5, A6, B7 to B9, C10 to C15"))
    }
    self = stated
  }

  var text: String { grade.rawValue + (points.map(String.init) ?? "") }
}

public enum BCLCStage: String, Finding {
  case zero = "0"
  case a = "A"
  case b = "B"
  case c = "C"
  case d = "D"

  public var spellings: [String] { [rawValue.lowercased()] }
  public var phrase: Phrase { Phrase(es: rawValue, en: rawValue) }
}

/// Stages of the American Joint Committee on Cancer, of the 6th to the 8th edition.
public enum TNMStage: String, Finding {
  case i = "I"
  case ia = "IA"
  case ib = "IB"
  case ii = "II"
  case iii = "III"
  case iiia = "IIIA"
  case iiib = "IIIB"
  case iiic = "IIIC"
  case iv = "IV"
  case iva = "IVA"
  case ivb = "IVB"

  public var spellings: [String] { [rawValue.lowercased()] }
  public var phrase: Phrase { Phrase(es: rawValue, en: rawValue) }
}
