import Agenda
import Device
import HAL
import Names
import Profile
import Simulator
import Traces
import Words

/// The entries of companions in a scenario: its own list `agenda`, and what the profile's companions say.
enum ScenarioAgenda {
  static func read(_ value: YAMLValue) throws -> [AgendaEntry] {
    try value.isEmpty ? [] : value.elements().map { try entry($0) }
  }

  private static func entry(_ value: YAMLValue) throws -> AgendaEntry {
    let members = try value.members(known: [
      "key", "at", "good_for_min", "on_demand", "ask", "tell_caregiver", "name",
    ])
    guard let key = members["key"], let at = members["at"] else {
      throw value.refuse("needs key and at")
    }
    let name = try key.text()
    guard name.utf8.count <= 60 else {
      throw key.refuse("has \(name.utf8.count) letters; expected 1 to 60")
    }
    guard let due = CivilText.minute(try at.text()) else {
      throw at.refuse("is \(at.shown); expected a time such as 2026-11-21 08:00")
    }
    return AgendaEntry(
      key: name, due: due,
      goodFor: try members["good_for_min"]?.whole(in: 0...Planner.longestGood) ?? 60,
      isOnDemand: try members["on_demand"]?.isYes() ?? false,
      question: try members["ask"].map { try QuestionSection.read($0) },
      tellsCaregiver: try members["tell_caregiver"]?.isYes() ?? false,
      words: Names.Reminder(name: try members["name"]?.text() ?? name),
      why: Phrase(es: name, en: name))
  }

  /// The text of one entry, between braces.
  static func text(_ entry: AgendaEntry) -> String {
    var text =
      "key: \(entry.key), at: \(CivilText.text(entry.due)), good_for_min: \(entry.goodFor)"
    if entry.isOnDemand { text += ", on_demand: yes" }
    if let question = entry.question { text += ", ask: \(question.yaml)" }
    if entry.tellsCaregiver { text += ", tell_caregiver: yes" }
    if entry.words.name != entry.key { text += ", name: \(JSONText.quoted(entry.words.name))" }
    return text
  }

  /// Returns all that the profile's companions say in that time to a wearer who answers nothing. A tip that
  /// answers a craving is not among it, and no evening's answer moves a milestone: both follow from what
  /// the wearer does.
  static func entries(
    of profile: Profile?, from start: WallTime, lasting span: Milliseconds
  ) -> [AgendaEntry] {
    guard let profile, profile.quit != nil else { return [] }
    let zone = profile.timeZone.table
    let end = WallTime(milliseconds: start.milliseconds + span.count)
    let window = zone.local(start).minute...zone.local(end).minute
    return profile.companions(zone: zone).flatMap { $0.entries(in: window) { _ in [] } }
  }

  /// The entries by the numbers that the device knows them by, in the order of time.
  static func byNumber(
    _ entries: [AgendaEntry], family: [Reminder]
  ) -> [UInt16: [AgendaEntry]] {
    var found: [UInt16: [AgendaEntry]] = [:]
    let numbers = Plan.numbers(of: entries, family: family)
    for entry in entries.sorted(by: { $0.due < $1.due }) {
      if let number = numbers[entry.key] { found[number, default: []].append(entry) }
    }
    return found
  }
}

extension HouseholdWords {
  /// The row is this household's, with entries behind the family's reminders.
  func fits(_ other: [Setting], besides numbers: some Collection<UInt16>) -> Bool {
    other.filter {
      if case .reminder(let reminder) = $0 { !numbers.contains(reminder.id) } else { true }
    } == row
  }
}

extension TraceWords {
  /// Returns these words, and those of the entries that are in the row.
  func speaking(_ spoken: [UInt16: [AgendaEntry]], in row: [Setting]) -> TraceWords {
    var words = self
    for case .reminder(let reminder) in row {
      words.names.rules[reminder.id] = reminder
      // The one of its key that is in the row: quiet hours may have moved it to another day.
      guard let entries = spoken[reminder.id],
        let entry = entries.last(where: { $0.due <= reminder.first }) ?? entries.first
      else { continue }
      words.names.reminders[reminder.id] =
        reminder.isOnDemand
        ? entry.words : entry.spoken(from: entry.due, to: reminder.first, at: reminder.first)
      if reminder.isOnDemand { words.names.onDemand = entry.words.name }
    }
    return words
  }
}
