import Mustache
import Words

/// The texts of one part of the portal, in both languages. A key without a text does not compile.
protocol PageKey: CaseIterable, Sendable {
  var phrase: Phrase { get }
}

/// The gaps in a text: `{name}`.
enum Gap: String, CaseIterable {
  case accuracy, address, age, alert, code, date, days, direction, distance, email, from, kinship,
    name
  case number, percent, reason, right, time, title, until, value, wearer, way, zone
}

extension Language {
  /// The text of a key with its gaps filled, in one pass: a name that looks like a gap stays a name.
  func fill(_ key: some PageKey, _ values: [(Gap, Rich)]) -> Rich {
    var html = ""
    var rest = say(key.phrase)[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let gap = Gap(rawValue: String(rest[rest.index(after: open)..<close]))
      html += Markup.escaped(String(rest[..<open]))
      html += values.first { $0.0 == gap }?.1.html ?? Markup.escaped(String(rest[open...close]))
      rest = rest[rest.index(after: close)...]
    }
    return Rich(html: html + Markup.escaped(String(rest)))
  }
}

/// All texts of the portal by part and key, for templates: `{{w.login.title}}`.
struct Phrasebook: MustacheParent, Sendable {
  static let parts: [String: [String: Phrase]] = [
    "frame": texts(FramePhrase.self), "login": texts(LoginPhrase.self),
    "account": texts(AccountPhrase.self), "overview": texts(OverviewPhrase.self),
    "place": texts(PlacePhrase.self), "health": texts(HealthPhrase.self),
    "alert": texts(AlertPhrase.self), "request": texts(RequestPhrase.self),
    "company": texts(CompanyPagePhrase.self), "test": texts(TestAlertPhrase.self),
    "day": texts(DayPhrase.self), "people": texts(PeoplePhrase.self),
    "device": texts(DevicePhrase.self), "audit": texts(AuditPhrase.self),
    "quit": texts(QuitPhrase.self), "testimony": texts(TestimonyPhrase.self),
    "setting": texts(SettingPhrase.self), "settingform": texts(SettingFormPhrase.self),
    "reminderfield": texts(ReminderFieldPhrase.self), "placefield": texts(PlaceFieldPhrase.self),
    "peoplefield": texts(PeopleFieldPhrase.self), "settingfield": texts(SettingFieldPhrase.self),
    "reminder": texts(ReminderPhrase.self), "weekday": texts(WeekdayPhrase.self),
    "diary": texts(DiaryPhrase.self), "photo": texts(PhotoPhrase.self),
    "diaryform": texts(DiaryFormPhrase.self), "advice": texts(AdvicePhrase.self),
    "refusal": texts(RefusalPhrase.self), "time": texts(MomentPhrase.self),
  ]

  let language: Language

  func child(named part: String) -> Any? {
    Phrasebook.parts[part].map { Part(language: language, texts: $0) }
  }

  private struct Part: MustacheParent {
    let language: Language
    let texts: [String: Phrase]
    func child(named key: String) -> Any? { texts[key].map { language.say($0) } }
  }

  private static func texts<Key: PageKey>(_ keys: Key.Type) -> [String: Phrase] {
    Dictionary(uniqueKeysWithValues: keys.allCases.map { ("\($0)", $0.phrase) })
  }
}
