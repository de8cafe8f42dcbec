import Device
import HAL
import Words

/// The words that a trace brings along with its settings: with them it reads like the family's own
/// device, and no decision depends on them.
public struct TraceWords: Equatable, Sendable {
  /// The names of wearer, caregivers and reminders.
  public var names: Names
  /// Language of wearer and caregivers; nil when the trace does not say.
  public var language: Language?
  /// The name of the zone, such as "America/Guayaquil"; nil when the trace does not say.
  public var timeZone: String?
  /// The zone's offsets, in order of time: the core's own table. So people read the local time by which
  /// the device decided. Empty: UTC.
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
  /// The moment on the device's clock.
  public var at: Instant
  /// The observer's words.
  public var text: String

  public init(at: Instant, text: String) {
    self.at = at
    self.text = text
  }
}

extension TraceWords {
  /// Reads the facts about the wearer from a `CONFIG` line.
  init(_ members: Members) throws(Malformed) {
    self.init()
    if let wearer = try members.object("wearer") {
      names.wearer.name = try wearer.nameIfAny("name") ?? ""
      names.wearer.photo = try wearer.textIfAny("photo")
    }
    language = try members.optional("language")
    timeZone = try members.textIfAny("time_zone")
    // A form, and no table: which names there are changes, and the changes of the clocks stand in
    // the trace itself.
    if let timeZone, !TraceWords.isZoneName(timeZone) {
      throw members.refusal("time_zone", "a name such as America/Guayaquil")
    }
  }

  func add(to line: inout LineText) {
    if names.wearer != Names.Wearer() {
      let members = [
        names.wearer.name.isEmpty ? nil : "\"name\":\(LineText.quoted(names.wearer.name))",
        names.wearer.photo.map { "\"photo\":\(LineText.quoted($0))" },
      ]
      line.add("wearer", raw: "{\(members.compactMap(\.self).joined(separator: ","))}")
    }
    if let language { line.add("language", language) }
    line.add("time_zone", timeZone)
  }

  private static func isZoneName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        $0.isDigit || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || "/_+-:".utf8.contains($0)
      }
  }
}

extension Names.Caregiver {
  /// Nil where a line says nothing of who it is.
  init?(_ members: Members) throws(Malformed) {
    guard let name = try members.nameIfAny("name") else { return nil }
    self.init(
      name: name, gender: try members.optional("gender"),
      kinship: try members.nameIfAny("kinship", most: Names.longestKinship) ?? "",
      email: try members.textIfAny("email"),
      photo: try members.textIfAny("photo"))
  }

  func add(to line: inout LineText) {
    guard !name.isEmpty else { return }
    line.add("name", name)
    if !kinship.isEmpty { line.add("kinship", kinship) }
    if let gender { line.add("gender", gender) }
    line.add("email", email)
    line.add("photo", photo)
  }
}

extension Names.Reminder {
  /// Nil where a line says nothing of what it is about.
  init?(_ members: Members) throws(Malformed) {
    guard let name = try members.nameIfAny("name") else { return nil }
    self.init(
      name: name, description: try members.textIfAny("description"),
      dose: try members.textIfAny("dose"), photo: try members.textIfAny("photo"))
  }

  func add(to line: inout LineText) {
    guard !name.isEmpty else { return }
    line.add("name", name)
    line.add("description", description)
    line.add("dose", dose)
    line.add("photo", photo)
  }
}
