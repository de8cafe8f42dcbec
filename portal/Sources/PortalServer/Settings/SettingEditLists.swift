import Device
import Forms
import HAL
import PortalPages
import Profile

/// Changes of the two lists: reminders, and people.
extension SettingEdit {
  // MARK: Reminders

  func reminder(_ text: inout ProfileText, _ now: CivilMinute) throws {
    if form == .reminderDelete {
      guard SettingValues.reminder(target, in: text.profile) != nil, let id = UInt16(target)
      else { return }
      return try text.changeReminders { try $0.delete(id) }
    }
    if form == .reminderAdd, text.profile.reminders.count >= Capacity.reminders {
      throw SettingProblem(nil, .full(Capacity.reminders))
    }
    let present = SettingValues.values(form, target, in: text.profile) ?? [:]
    let fields = try reminderFields(present, text.profile, now)
    if fields.isEmpty { return }
    try text.changeReminders { file in
      if form == .reminderAdd {
        _ = try file.add(fields)
      } else if let id = UInt16(target) {
        try file.edit(id, fields)
      }
    }
  }

  private func reminderFields(
    _ present: [String: String], _ profile: Profile, _ now: CivilMinute
  ) throws -> ReminderFields {
    func differs(_ fields: SettingField...) -> Bool {
      fields.contains { value($0) != present[$0.name] ?? "" }
    }
    var fields = ReminderFields()
    let type = try choice(.type, of: ["medication", "reminder"])
    if differs(.type) { try fields.set("type", type, now: now) }
    let name = try words(.name, most: 60, needed: true)
    if differs(.name) { try fields.set("name", name, now: now) }
    // A dose goes with a medicine alone.
    let dose = type == "medication" ? try words(.dose, most: 60) : ""
    if dose != present["dose"] ?? "" { try fields.set("dose", dose, now: now) }
    let description = try words(.description, most: 200)
    if differs(.description) { try fields.set("description", description, now: now) }
    let first = try moment()
    if differs(.date, .time) {
      try fields.set("at", "\(value(.date)) \(value(.time))", now: now)
    }
    let repeats = try repetition()
    // Nobody means a time that is over. It would sound late, or never.
    if repeats == "once", differs(.date, .time, .repeats),
      first.day * 1440 + Int64(first.minute) < Int64(now.count)
    {
      throw SettingProblem(.time, .past)
    }
    if differs(.repeats, .days, .hours) { try fields.set("repeat", repeats, now: now) }
    if !value(.until).isEmpty {
      guard let until = day(.until) else { throw SettingProblem(.until, .unreadable) }
      if until < first.day { throw SettingProblem(.until, .beforeBeginning) }
    }
    if differs(.until) { try fields.set("until", value(.until), now: now) }
    if differs(.tells) { fields.setTellsCaregiver(value(.tells) == "yes") }
    try question(&fields, differs(.asks, .askFrom, .askTo, .askStart))
    return fields
  }

  private func question(_ fields: inout ReminderFields, _ isChanged: Bool) throws {
    guard value(.asks) == "yes" else {
      if isChanged { try fields.setQuestion("", start: nil) }
      return
    }
    let range = Int(ReminderQuestion.range.lowerBound)...Int(ReminderQuestion.range.upperBound)
    let from = try number(.askFrom, in: range)
    let to = try number(.askTo, in: range)
    if to <= from { throw SettingProblem(.askTo, .beforeBeginning) }
    let start = value(.askStart).isEmpty ? nil : String(try number(.askStart, in: from...to))
    if isChanged { try fields.setQuestion("\(from)..\(to)", start: start) }
  }

  /// The first time, as days since 1970 and the minute of that day.
  private func moment() throws -> (day: Int64, minute: Int16) {
    if value(.date).isEmpty { throw SettingProblem(.date, .missing) }
    guard let day = day(.date) else { throw SettingProblem(.date, .unreadable) }
    return (day, try clock(.time))
  }

  private func day(_ field: SettingField) -> Int64? {
    guard let day = Day(value(field)), (2000...2049).contains(day.year) else { return nil }
    return day.start
  }

  /// The rule as a command line has it.
  private func repetition() throws -> String {
    switch value(.repeats) {
    case "once", "daily", "weekdays", "weekend": return value(.repeats)
    case "hours": return "every \(try number(.hours, in: 1...24)) h"
    case "days":
      if value(.days).isEmpty { throw SettingProblem(.days, .noDay) }
      _ = try days(.days)
      return value(.days)
    default: throw SettingProblem(.repeats, .unreadable)
    }
  }

  // MARK: People

  func person(_ text: inout ProfileText) throws {
    let people = text.profile.caregivers
    let list = "caregivers"
    let at = SettingValues.caregiver(target, in: text.profile)
    switch form {
    case .caregiverDelete:
      if let at { try text.change { try $0.remove(at, from: list) } }
    case .caregiverUp:
      if let at, at > 0 { try text.change { try $0.exchange(at - 1, in: list) } }
    case .caregiverAdd, .caregiverEdit:
      if form == .caregiverAdd, people.count >= Capacity.caregivers {
        throw SettingProblem(nil, .full(Capacity.caregivers))
      }
      let hasRelay = form == .caregiverEdit && at.map { people[$0].setting.hasRelay } == true
      let entry = try personEntry(hasRelay: hasRelay)
      let others = people.indices.filter { $0 != at }.map { people[$0].words }
      if others.contains(where: { $0.name == value(.name) && $0.email ?? "" == value(.email) }) {
        throw SettingProblem(.name, .twice)
      }
      let present = SettingValues.values(form, target, in: text.profile) ?? [:]
      try text.change { draft in
        guard form == .caregiverEdit, let at else {
          return try draft.append(
            to: list, entry.compactMap { key, value in value.map { (key, $0) } })
        }
        for (key, value) in entry where values[key] ?? "" != present[key] ?? "" {
          try draft.set(key, of: at, in: list, value)
        }
      }
    case .reminderAdd, .reminderEdit, .reminderDelete, .first, .perimeter, .schedule, .screen,
      .quiet,
      .alarms, .notices, .wearer, .reminderPhoto, .wearerPhoto, .caregiverPhoto:
      break
    }
  }

  // MARK: Photos

  /// The name of a photo takes the place of the one before. Empty takes it away.
  func photo(_ text: inout ProfileText, _ now: CivilMinute) throws {
    guard let present = SettingValues.values(form, target, in: text.profile),
      value(.photo) != present["photo"]
    else { return }
    let name = value(.photo)
    let field = name.isEmpty ? nil : YAMLField.text(name)
    switch form {
    case .wearerPhoto: try text.change { try $0.set("photo", in: "wearer", field) }
    case .caregiverPhoto:
      guard let at = SettingValues.caregiver(target, in: text.profile) else { return }
      try text.change { try $0.set("photo", of: at, in: "caregivers", field) }
    case .reminderPhoto:
      guard let id = UInt16(target) else { return }
      var fields = ReminderFields()
      try fields.set("photo", name, now: now)
      try text.changeReminders { try $0.edit(id, fields) }
    case .reminderAdd, .reminderEdit, .reminderDelete, .first, .perimeter, .schedule, .screen,
      .quiet,
      .alarms, .notices, .wearer, .caregiverAdd, .caregiverEdit, .caregiverDelete, .caregiverUp:
      break
    }
  }

  private func personEntry(hasRelay: Bool) throws -> [(key: String, value: YAMLField?)] {
    let name = try words(.name, most: 60, needed: true)
    let kinship = try words(.kinship, most: 30, needed: true)
    let gender = try choice(.gender, of: ["", "female", "male", "other"])
    // Somebody with a relay can be told without an address.
    if value(.email).isEmpty, !hasRelay { throw SettingProblem(.email, .missing) }
    guard value(.email).isEmpty || Entered.isEmail(value(.email)) else {
      throw SettingProblem(.email, .unreadable)
    }
    func field(_ text: String) -> YAMLField? { text.isEmpty ? nil : .text(text) }
    return [
      ("name", .text(name)), ("kinship", .text(kinship)), ("gender", field(gender)),
      ("email", field(value(.email))),
    ]
  }
}
