import Checkers
import Device
import Names
import Profile
import Simulator
import Words

/// A household as the sections of a profile, with people and things of made-up names.
enum ProfileText {
  struct Section: Equatable {
    var name: String
    var value: Value

    enum Value: Equatable {
      case flow(String)
      case list([String])
    }

    /// The section in one line, as inside a step.
    var flow: String {
      switch value {
      case .flow(let text): "\(name): \(text)"
      case .list(let entries): "\(name): [\(entries.joined(separator: ", "))]"
      }
    }

    /// Lines below `profile:`.
    var lines: [String] {
      guard case .list(let entries) = value, !entries.isEmpty else { return ["  \(flow)"] }
      return ["  \(name):"] + entries.map { "  - \($0)" }
    }
  }

  private static let names = [
    ("Ana", "hija", "female"), ("Luis", "hijo", "male"), ("Elena", "sobrina", "female"),
    ("Jorge", "hermano", "male"), ("Carmen", "hermana", "female"), ("Pablo", "sobrino", "male"),
    ("Marta", "vecina", "female"), ("Tomas", "amigo", "male"),
  ]

  /// Those that another profile must replace to become `household`, in one line.
  static func changes(from before: Household, to household: Household) -> String {
    let old = sections(of: before)
    let new = sections(of: household)
    var changes = new.filter { !old.contains($0) }.map(\.flow)
    for section in old where !new.contains(where: { $0.name == section.name }) {
      changes.append("\(section.name): ~")
    }
    return changes.joined(separator: ", ")
  }

  static func sections(of household: Household) -> [Section] {
    var sections = [Section(name: "wearer", value: .flow("{name: Rosa}"))]
    func add(_ name: String, _ text: String) {
      sections.append(Section(name: name, value: .flow(text)))
    }
    func add(_ name: String, _ entries: [String]) {
      if !entries.isEmpty { sections.append(Section(name: name, value: .list(entries))) }
    }
    add("caregivers", people(household).map(\.text))
    add("perimeter", perimeter(household))
    if ExactHousehold.isSayable(household.reminders) {
      add("reminders", household.reminders.map { reminder($0) })
    }
    if let insulin = household.insulin { add("insulin", self.insulin(insulin, household)) }
    add("quiet_hours", household.quiet.map { hours($0) })
    if !household.raised.isEmpty {
      let raised = household.raised.map { "\($0.kind.spelling): \($0.priority.spelling)" }
      add("alarms", "{\(raised.joined(separator: ", "))}")
    }
    let notices = self.notices(household.limits)
    if !notices.isEmpty { add("notices", "{\(notices.joined(separator: ", "))}") }
    var routes: [String] = []
    if household.limits.hasInbound { routes.append("inbound: {host: imap.example.org}") }
    if household.limits.hasHeartbeat { routes.append("heartbeat: \"https://example.org/vigia\"") }
    if !routes.isEmpty { add("routes", "{\(routes.joined(separator: ", "))}") }
    add("time_zone", household.zone.name)
    return sections
  }

  /// A caregiver as the file has them, and the number that its reader makes of that.
  static func people(_ household: Household) -> [(text: String, number: UInt32)] {
    household.caregivers.enumerated().map { index, caregiver -> (text: String, number: UInt32) in
      // Somebody who moves in the list keeps their name.
      let drawn = SwarmPeople.name(of: caregiver.who)
      let (name, kinship, gender) = names[(drawn.map { Int($0.name) } ?? index) % names.count]
      var text = "{name: \(name), kinship: \(kinship), gender: \(gender)"
      var email: String?
      if caregiver.hasMail {
        let address = drawn.map { $0.address > 0 ? String($0.address) : "" } ?? ""
        email = "\(name.lowercased())\(address)@example.org"
        text += ", email: \(email ?? "")"
      }
      if caregiver.hasRelay { text += ", relay: yes" }
      return (
        text + "}",
        Names.Caregiver.who(name: name, email: email, hasRelay: caregiver.hasRelay)
      )
    }
  }

  private static func perimeter(_ household: Household) -> String {
    var text =
      "{lat: \(household.home.latitudeText), lon: \(household.home.longitudeText), "
      + "radius_m: \(household.radius.value)"
    if household.temper != .normal {
      text += ", sensitivity: \(household.temper.spelling)"
    }
    if !household.watch.isEmpty {
      text += ", schedule: [\(household.watch.map { hours($0) }.joined(separator: ", "))]"
    }
    if let until = household.accompanied {
      text += ", accompanied_until: \(CivilText.text(until))"
    }
    return text + "}"
  }

  private static func hours(_ hours: WeeklyHours) -> String {
    "{days: \(days(hours.weekdays)), from: \"\(CivilText.text(minuteOfDay: hours.from))\", to: \"\(CivilText.text(minuteOfDay: hours.to))\"}"
  }

  private static func days(_ bits: UInt8) -> String {
    bits == 127 ? "daily" : list(bits)
  }

  private static func list(_ bits: UInt8) -> String {
    "[\(Weekdays.names(of: bits).joined(separator: ", "))]"
  }

  private static func reminder(_ reminder: Reminder) -> String {
    let isMedication = reminder.kind == .medication
    let name =
      isMedication ? "Pastilla \(reminder.id), dose: 1 pastilla" : "Recordatorio \(reminder.id)"
    return "{name: \(name), \(numbers(of: reminder))}"
  }

  /// All of it but the words.
  static func numbers(of reminder: Reminder) -> String {
    var text = "id: \(reminder.id), type: \(reminder.kind.spelling)"
    text += ", at: \(CivilText.text(reminder.first)), repeat: "
    switch reminder.repeats {
    case .weekdays(let bits): text += list(bits)
    case let repeats: text += ReminderRepeat.text(repeats)
    }
    if let until = reminder.until { text += ", until: \(CivilText.text(until))" }
    if let question = reminder.question { text += ", ask: \(question.yaml)" }
    return text + ", tell_caregiver: \(reminder.tellsCaregiver ? "yes" : "no")"
  }

  private static func insulin(_ insulin: InsulinFigures, _ household: Household) -> String {
    func units(_ milliunits: Int64) -> String { String(Double(milliunits) / 1000) }
    var text =
      "{unit: mg/dL, lower_target: \(insulin.lowerTarget), "
      + "upper_target: \(insulin.upperTarget), sensitivity: \(insulin.sensitivity), "
      + "base_u: {breakfast: \(units(insulin.base(.breakfast))), "
      + "lunch: \(units(insulin.base(.lunch))), dinner: \(units(insulin.base(.dinner)))}"
    if let ratio = insulin.gramsPerUnit { text += ", carb_ratio_g: \(ratio)" }
    text += ", maximum_u: \(units(insulin.maximum)), pen_step_u: \(units(insulin.step))"
    if insulin.action != .rapidAdult {
      let action = insulin.action
      text +=
        ", action: {duration_min: \(action.duration), peak_min: \(action.peak), "
        + "delay_min: \(action.delay)}"
    }
    if !household.mealtimes.isEmpty, ExactHousehold.isSayable(household.mealtimes) {
      let meals = household.mealtimes.map {
        "\($0.meal.spelling): \"\(CivilText.text(minuteOfDay: $0.minute))\""
      }
      text += ", meals: {\(meals.joined(separator: ", "))}"
    }
    if household.limits.asksCarbohydrates, !ExactHousehold.asksInVain(household) {
      text += ", ask_carbohydrates: yes"
    }
    return text + "}"
  }

  private static func notices(_ limits: Limits) -> [String] {
    let standard = Limits()
    var members: [String] = []
    for field in Limits.fields where limits[keyPath: field.path] != standard[keyPath: field.path] {
      members.append("\(field.name): \(limits[keyPath: field.path])")
    }
    if limits.allIsWellAt >= 0 {
      members.append("all_is_well_at: \"\(CivilText.text(minuteOfDay: limits.allIsWellAt))\"")
    }
    return members
  }
}
