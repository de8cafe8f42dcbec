import Device
import Names
import Words

/// A reminder: its words for people, its numbers for the core. ALZ-5.
public struct ProfileReminder: Equatable, Sendable {
  public var setting: Reminder
  public var words: Names.Reminder
  /// Line of the file.
  var line: Int?
}

/// The `reminders` section. ALZ-5.
enum ReminderSection {
  static let keys = [
    "id", "type", "name", "description", "dose", "at", "repeat", "until", "tell_caregiver", "photo",
    "ask",
  ]

  static func read(_ profile: YAMLMembers) throws -> [ProfileReminder] {
    let entries = try profile.list("reminders", most: Capacity.reminders) { try Entry($0) }
    let numbers = ReminderNumbers.assigned(entries.map { $0?.id })
    var seen: [UInt16: String] = [:]
    var reminders: [ProfileReminder] = []
    for (entry, number) in zip(entries, numbers) {
      guard let entry else { continue }
      if let other = seen[number] {
        let member = entry.members["id"] ?? entry.members.value
        profile.value.mistakes.add(
          member.refuse("is \(number), which \(other) has already; expected another"))
      }
      seen[number] = entry.members.value.path
      if var reminder = entry.reminder {
        reminder.setting.id = number
        reminders.append(reminder)
      }
    }
    return reminders
  }

  /// One entry of the list. Its number counts even when the rest of it is wrong.
  private struct Entry {
    let members: YAMLMembers
    let id: UInt16?
    let reminder: ProfileReminder?

    init(_ value: YAMLValue) throws {
      let members = try YAMLMembers(value, known: keys)
      self.members = members
      id = try members.read("id") { try ReminderSection.id($0) }
      reminder = try value.mistakes.attempt { try ReminderSection.reminder(members) }
    }
  }

  static func id(_ value: YAMLValue) throws -> UInt16 { try value.whole(in: Reminder.idRange) }

  private static func reminder(_ members: YAMLMembers) throws -> ProfileReminder {
    let value = members.value
    let kind: Reminder.Kind? = try members.read("type") { try $0.spelled() }
    let name = try members.need("name") { try ReminderSection.name($0) }
    let description = try members.read("description") { try ReminderSection.description($0) }
    let dose = try members.read("dose") { try ReminderSection.dose($0) }
    let photo = try members.read("photo") { try $0.photo() }
    let first = try members.need("at") { try ReminderSection.first($0) }
    let repeats = try members.read("repeat") { try ReminderRepeat.read($0) } ?? .once
    let until = try members.read("until") { try ReminderSection.until($0) }
    let tells = try members.read("tell_caregiver") { try $0.isYes() } ?? false
    let question = try members.read("ask") { try QuestionSection.read($0) }
    if members["dose"] != nil, kind ?? .reminder == .reminder,
      members["type"] == nil || kind != nil,
      let member = members["dose"]
    {
      value.mistakes.add(member.refuse("goes with a medication; expected type: medication"))
    }
    guard let name, let first else { throw Mistakes.Listed() }
    let due = ReminderRepeat.firstDue(first, repeats)
    if let until, until < due, let member = members["until"] {
      throw member.refuse("is \(member.shown), before it is due for the first time; expected later")
    }
    if kind == .medication, members["dose"] == nil { value.warn("is a medication without a dose") }
    return ProfileReminder(
      setting: Reminder(
        id: 0, kind: kind ?? .reminder, first: due, repeats: repeats, until: until,
        tellsCaregiver: tells, question: question),
      words: Names.Reminder(name: name, description: description, dose: dose, photo: photo),
      line: value.line)
  }

  static func name(_ value: YAMLValue) throws -> String {
    try value.words(most: Names.longestName)
  }
  static func description(_ value: YAMLValue) throws -> String { try value.words(most: 200) }
  static func dose(_ value: YAMLValue) throws -> String { try value.words(most: 60) }

  /// "2026-11-21 08:00", or {date, time}.
  static func first(_ value: YAMLValue) throws -> CivilMinute {
    guard case .mapping = value.node else { return try value.civilMinute() }
    let members = try YAMLMembers(value, known: ["date", "time"])
    let day = try members.need("date") { try $0.civilDay() }
    let minute = try members.need("time") { try $0.minuteOfDay(in: 0...1439) }
    guard let day, let minute else { throw Mistakes.Listed() }
    return CivilMinute(day: day, minute: minute)
  }

  /// A day, to its end, or a minute.
  static func until(_ value: YAMLValue) throws -> CivilMinute {
    let text = try value.text()
    if let day = CivilText.day(text) { return CivilMinute(day: day, minute: 1439) }
    guard let minute = CivilText.minute(text) else {
      throw value.refuse("is \(value.shown); expected a day from 2000 to 2049 such as 2026-11-21")
    }
    return minute
  }
}

extension YAMLValue {
  func civilMinute() throws -> CivilMinute {
    guard let minute = CivilText.minute(try text()) else {
      throw refuse(
        "is \(shown); expected a date and time from 2000 to 2049 such as 2026-11-21 08:00")
    }
    return minute
  }

  func civilDay() throws -> Int32 {
    guard let day = CivilText.day(try text()) else {
      throw refuse("is \(shown); expected a day from 2000 to 2049 such as 2026-11-21")
    }
    return day
  }
}

/// The numbers of reminders.
enum ReminderNumbers {
  /// Each that has none gets, in order, the smallest that nobody has.
  static func assigned(_ given: [UInt16?]) -> [UInt16] {
    var taken = Set(given.compactMap { $0 })
    var next: UInt16 = 1
    return given.map { id in
      if let id { return id }
      while taken.contains(next) { next += 1 }
      taken.insert(next)
      return next
    }
  }
}
