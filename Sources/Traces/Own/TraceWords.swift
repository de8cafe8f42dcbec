import Device
import HAL
import Words

/// The words that a trace brings along with its settings: with them it reads like the family's own
/// device, and no decision depends on them.
public struct TraceWords: Equatable, Sendable {
  public var names: Names
  /// What wearer and caregivers read; nil when the trace does not say.
  public var language: Language?
  /// Such as "America/Guayaquil".
  public var timeZone: String?
  /// What that zone does, in order of time: the core's own table, so that people read the local
  /// time that the device went by. Empty: UTC.
  public var zones: [ZoneTransition]

  public init(
    names: Names = Names(), language: Language? = nil, timeZone: String? = nil,
    zones: [ZoneTransition] = []
  ) {
    self.names = names
    self.language = language
    self.timeZone = timeZone
    self.zones = zones
  }

  /// - Parameter settings: the row that the words go with.
  public init(
    names: Names, language: Language?, timeZone: String?, settings: some Sequence<Setting>
  ) {
    self.init(names: names, language: language, timeZone: timeZone)
    for case .zone(let transition) in settings { zones.append(transition) }
  }
}

/// A note of somebody who watched: for the report, never for the core.
public struct TraceMark: Equatable, Sendable {
  public var at: Instant
  public var text: String

  public init(at: Instant, text: String) {
    self.at = at
    self.text = text
  }
}

extension TraceWords {
  /// What a `CONFIG` line says of the wearer.
  init(_ members: Members) throws(Malformed) {
    self.init()
    if let wearer = try members.object("wearer") {
      names.wearer.name = try wearer.textIfAny("name") ?? ""
      names.wearer.photo = try wearer.textIfAny("photo")
    }
    language = try members.optional("language")
    timeZone = try members.textIfAny("time_zone")
  }

  func add(to line: inout LineText) {
    if names.wearer != Names.Wearer() {
      var members = "\"name\":\(LineText.quoted(names.wearer.name))"
      if let photo = names.wearer.photo { members += ",\"photo\":\(LineText.quoted(photo))" }
      line.add("wearer", raw: "{\(members)}")
    }
    if let language { line.add("language", language) }
    line.add("time_zone", timeZone)
  }
}

extension Names.Caregiver {
  /// Nil where a line says nothing of who it is.
  init?(_ members: Members) throws(Malformed) {
    guard let name = try members.textIfAny("name") else { return nil }
    self.init(
      name: name, gender: try members.optional("gender"),
      kinship: try members.textIfAny("kinship") ?? "", email: try members.textIfAny("email"),
      photo: try members.textIfAny("photo"))
  }

  func add(to line: inout LineText) {
    line.add("name", name)
    line.add("kinship", kinship)
    if let gender { line.add("gender", gender) }
    line.add("email", email)
    line.add("photo", photo)
  }
}

extension Names.Reminder {
  /// Nil where a line says nothing of what it is about.
  init?(_ members: Members) throws(Malformed) {
    guard let name = try members.textIfAny("name") else { return nil }
    self.init(
      name: name, description: try members.textIfAny("description"),
      dose: try members.textIfAny("dose"), photo: try members.textIfAny("photo"))
  }

  func add(to line: inout LineText) {
    line.add("name", name)
    line.add("description", description)
    line.add("dose", dose)
    line.add("photo", photo)
  }
}

extension Language: Spelled {
  public static var spellings: [(value: Language, name: String)] {
    allCases.map { ($0, $0.rawValue) }
  }
}

extension Names.Gender: Spelled {
  public static var spellings: [(value: Names.Gender, name: String)] {
    allCases.map { ($0, $0.rawValue) }
  }
}
