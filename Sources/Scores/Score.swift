import Words

/// A published rule that makes one answer from some inputs.
public protocol Score: Sendable {
  /// The name as it is typed: "meld-na".
  var name: String { get }
  /// Other names under which people look for it.
  var aliases: [String] { get }
  var title: Phrase { get }
  /// The purpose, in one sentence.
  var purpose: Phrase { get }
  /// The whole rule, a line each, with its units, bounds, rounding and order.
  var rule: [Phrase] { get }
  /// The inputs, in the order of the rule.
  var inputs: [Input] { get }
  /// Inputs that it takes in place of some of these, as Child-Pugh that somebody has assessed already.
  var alternatives: [Input] { get }
  /// Papers and policies.
  var sources: [String] { get }

  /// The answer, or every input that it lacks. Nothing is ever taken as normal.
  func evaluate(_ patient: Patient) -> ScoreResult
}

extension Score {
  public var aliases: [String] { [] }
  public var alternatives: [Input] { [] }
}

public enum ScoreResult: Equatable, Sendable {
  case value(ScoreValue)
  /// The missing inputs: not empty, each once.
  case missing([Input])
}

/// One answer of one score.
public struct ScoreValue: Equatable, Sendable {
  /// The answer in a few words: "15", "9 points, class B".
  public let answer: Phrase
  /// The values for scripts, in this order. The first is the answer itself.
  public let facts: [Fact]
  /// Remarks on this answer: the score's own bounds, its conventions, and derived inputs.
  public internal(set) var notes: [Phrase]

  public struct Fact: Equatable, Sendable {
    public let key: String
    public let value: FactValue
  }

  subscript(key: String) -> FactValue? { facts.first { $0.key == key }?.value }
}

public indirect enum FactValue: Equatable, Sendable {
  case whole(Int)
  /// A number with at most so many decimals.
  case number(Double, places: Int)
  case word(String)
  case truth(Bool)
  case words([String])
  case group([ScoreValue.Fact])
}

extension ScoreValue.Fact {
  init(_ key: String, _ value: Int) { self.init(key: key, value: .whole(value)) }
  init(_ key: String, _ value: Double, places: Int = 4) {
    self.init(key: key, value: .number(value, places: places))
  }
  init(_ key: String, _ value: String) { self.init(key: key, value: .word(value)) }
  init(_ key: String, _ value: Bool) { self.init(key: key, value: .truth(value)) }
  init(_ key: String, _ value: [String]) { self.init(key: key, value: .words(value)) }
  init(_ key: String, _ value: [ScoreValue.Fact]) { self.init(key: key, value: .group(value)) }
  init(points items: [(String, Int)]) { self.init("points", items.map { .init($0.0, $0.1) }) }
}

/// Takes inputs from a patient, and remembers which were not there.
struct Ask {
  let patient: Patient
  private(set) var missing: [Input] = []
  var notes: [Phrase] = []

  init(_ patient: Patient) { self.patient = patient }

  mutating func callAsFunction<T>(_ input: Input, _ value: T?) -> T? {
    if value == nil { lack([input]) }
    return value
  }

  mutating func lack(_ inputs: [Input]) {
    for input in inputs where !missing.contains(input) { missing.append(input) }
  }

  /// The answer of a rule that had all its inputs.
  var result: ScoreResult { .missing(missing) }

  /// A value held within the score's own bounds, which a note then names.
  mutating func bounded(
    _ input: Input, _ value: Double, _ unit: String, least: Double? = nil, most: Double? = nil
  ) -> Double {
    if let least, value < least {
      note(input, value, unit, countsAs: least, "el mínimo", "the least")
      return least
    }
    if let most, value > most {
      note(input, value, unit, countsAs: most, "el máximo", "the most")
      return most
    }
    return value
  }

  private mutating func note(
    _ input: Input, _ value: Double, _ unit: String, countsAs bound: Double, _ es: String,
    _ en: String
  ) {
    // The value takes more than three decimals where these are the bound's own.
    let places = (3..<12).first { Figures.rounded(value, $0) != bound } ?? 12
    func text(_ number: Double, _ language: Language) -> String {
      language.figure(Figures.rounded(number, places)) + (unit.isEmpty ? "" : " \(unit)")
    }
    notes.append(
      Phrase(
        es:
          "\(input.title.es): \(text(value, .spanish)) cuenta como \(text(bound, .spanish)), \(es) de esta escala",
        en:
          "\(input.title.en): \(text(value, .english)) counts as \(text(bound, .english)), \(en) "
          + "that this score takes"
      ))
  }
}

extension ScoreValue {
  /// The points of each item, by its name; empty for scores without items.
  public var points: [(item: Phrase, points: Int)] {
    guard case .group(let items) = self["points"] else { return [] }
    return items.compactMap { item in
      guard case .whole(let points) = item.value else { return nil }
      return (ScoreValue.itemNames[item.key] ?? Phrase(es: item.key, en: item.key), points)
    }
  }

  private static let itemNames = [
    "bilirubin": Input.bilirubin.title, "albumin": Input.albumin.title, "inr": Input.inr.title,
    "ascites": Input.ascites.title, "encephalopathy": Input.encephalopathy.title,
    "extent": Phrase(es: "extensión", en: "extent"),
    "child_pugh": Phrase(es: "Child-Pugh", en: "Child-Pugh"),
    "morphology": Phrase(es: "morfología", en: "morphology"), "afp": Input.afp.title,
    "pvt": Phrase(es: "trombosis portal", en: "portal vein thrombosis"),
    "portal": Phrase(es: "obstrucción portal", en: "portal obstruction"),
    "performance": Phrase(es: "estado general", en: "performance"), "alp": Input.alp.title,
    "tnm": Phrase(es: "TNM", en: "TNM"), "symptoms": Phrase(es: "síntomas", en: "symptoms"),
  ]

  /// The answer before it was rounded; nil where nothing is rounded.
  public var raw: Phrase? {
    for key in ["raw", "meld_na_raw", "published_raw"] {
      if case .number(let raw, let places) = self[key] { return .decimals(raw, places) }
    }
    return nil
  }
}

extension Score {
  /// It asks for the input, or takes it in place of some that it asks for.
  public func uses(_ input: Input) -> Bool {
    inputs.contains(input) || alternatives.contains(input)
  }
}
