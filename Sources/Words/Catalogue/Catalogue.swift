/// One text in both languages, side by side, so that neither can be left out.
public struct Phrase: Equatable, Sendable {
  public let es: String
  public let en: String

  public init(es: String, en: String) {
    self.es = es
    self.en = en
  }
}

/// The keys of one part of the catalogue. A key without a text does not compile.
package protocol CatalogueKey: CaseIterable, Sendable {
  var phrase: Phrase { get }
}

/// All that Vigía says to people: wearer, caregiver and trial engineer.
///
/// Spanish says "tú" to wearer and caregivers alike, as "Avisando a Ana, tu hija" does, and leaves
/// everybody's gender open. It is said so that it can be read aloud: one idea a sentence.
enum Catalogue {
  struct Entry: Sendable {
    let key: String
    let phrase: Phrase
  }

  static let all: [Entry] =
    entries(QuantityPhrase.self) + entries(TimePhrase.self) + entries(PersonPhrase.self)
    + entries(TimelinePhrase.self) + entries(TrialPhrase.self) + entries(LabelPhrase.self)
    + entries(AlarmPhrase.self) + entries(DosePhrase.self)
    + entries(RefusalPhrase.self) + entries(ScreenPhrase.self) + entries(KeyPhrase.self)
    + entries(MatterPhrase.self) + entries(ChangePhrase.self) + entries(AdvicePhrase.self)
    + entries(MailPhrase.self)
    + entries(CompassPhrase.self) + entries(OpenPhrase.self) + entries(CompanyPhrase.self)
    + entries(QuestionPhrase.self) + entries(CrossingPhrase.self) + entries(SignOffPhrase.self)
    + entries(ReportPhrase.self) + entries(EventPhrase.self) + entries(SweepPhrase.self)
    + entries(LivingPhrase.self) + entries(SetupPhrase.self)

  private static func entries<Key: CatalogueKey>(_ keys: Key.Type) -> [Entry] {
    keys.allCases.map { Entry(key: "\(Key.self).\($0)", phrase: $0.phrase) }
  }
}

/// The gaps in a text: `{name}`.
package enum Slot: String, CaseIterable {
  case accuracy, age, alarm, beyond, correction, date, day, direction, distance, id, kinship, late,
    link, meal, month,
    name, number
  case onBoard, part, priority, radius, reason, reminder, target, text, time, token, total, utc
  case value, wearer, weekday, words, year
}

extension Language {
  /// The text in this language, as it stands.
  public func say(_ phrase: Phrase) -> String {
    switch self {
    case .spanish: phrase.es
    case .english: phrase.en
    }
  }

  func template(_ key: some CatalogueKey) -> String {
    switch self {
    case .spanish: key.phrase.es
    case .english: key.phrase.en
    }
  }

  /// The text of a key with its gaps filled.
  func say(_ key: some CatalogueKey, _ values: (Slot, String)...) -> String {
    Language.fill(template(key), values)
  }

  /// One pass: a name that looks like a gap stays a name.
  static func fill(_ template: String, _ values: [(Slot, String)]) -> String {
    var text = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let slot = Slot(rawValue: String(rest[rest.index(after: open)..<close]))
      text += rest[..<open]
      text += values.first { $0.0 == slot }?.1 ?? String(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}
