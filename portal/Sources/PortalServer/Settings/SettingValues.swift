import Device
import HAL
import Names
import PortalPages
import Profile
import Words

/// The fields of a form as a profile has them.
enum SettingValues {
  /// Nil: the reminder or the person that the form is about is not there.
  static func values(
    _ form: SettingForm, _ target: String, in profile: Profile
  ) -> [String: String]? {
    switch form {
    case .reminderAdd: [:]
    case .reminderPhoto:
      reminder(target, in: profile).map { photo(profile.reminders[$0].words.photo) }
    case .wearerPhoto: photo(profile.wearer.photo)
    case .caregiverPhoto:
      caregiver(target, in: profile).map { photo(profile.caregivers[$0].words.photo) }
    case .reminderEdit, .reminderDelete:
      reminder(target, in: profile).map { values(profile.reminders[$0]) }
    case .first:
      perimeter(profile.perimeter).merging([
        "time_zone": profile.timeZone.identifier, "language": language(profile),
        "kinship": profile.caregivers.first?.words.kinship ?? "",
      ]) { $1 }
    case .perimeter: perimeter(profile.perimeter)
    case .screen:
      [
        "language": language(profile),
        "text_size": profile.textSize.rawValue, "volume": String(profile.volume),
      ]
    case .quiet: rows(profile.quiet)
    case .schedule: rows(profile.watch)
    case .alarms:
      Dictionary(
        uniqueKeysWithValues: SettingForm.raisable.map { kind in
          let raised = profile.raised.first { $0.kind == kind }?.priority
          return (SettingField.alarm(kind).name, name(raised ?? kind.ownPriority))
        })
    case .notices: notices(profile.limits)
    case .wearer: ["name": profile.wearer.name]
    case .caregiverAdd: [:]
    case .caregiverEdit, .caregiverDelete, .caregiverUp:
      caregiver(target, in: profile).map { values(profile.caregivers[$0].words) }
    }
  }

  /// The part of a profile that a form overwrites: if it is the same as before, nothing is lost by the form.
  static func touched(
    _ form: SettingForm, _ target: String, in profile: Profile
  ) -> [String: String]? {
    switch form {
    case .reminderAdd, .caregiverAdd, .caregiverUp:
      ["list": list(form, in: profile).joined(separator: "\n")]
    case .reminderEdit, .reminderDelete, .first, .perimeter, .schedule, .screen, .quiet, .alarms,
      .notices,
      .wearer, .caregiverEdit, .caregiverDelete, .reminderPhoto, .wearerPhoto, .caregiverPhoto:
      values(form, target, in: profile)
    }
  }

  /// The list that a form is about, in its order; empty for forms about no list.
  static func list(_ form: SettingForm, in profile: Profile) -> [String] {
    switch form.home {
    case .reminders:
      profile.reminders.map { reminder in
        let due = date(reminder.setting.first)
        let words = [reminder.words.name, reminder.words.dose].compactMap { $0 }
        return "\(words.joined(separator: ", ")) (\(due.clock))"
      }
    case .people:
      form == .wearer || form == .wearerPhoto
        ? []
        : profile.caregivers.map { "\($0.words.name) (\($0.words.kinship))" }
    case .perimeter, .settings: []
    }
  }

  /// The name of what a form is about; empty where it has one thing.
  static func about(_ form: SettingForm, _ target: String, in profile: Profile) -> String {
    if form == .wearerPhoto { return profile.wearer.name }
    return switch form.home {
    case .reminders: reminder(target, in: profile).map { profile.reminders[$0].words.name } ?? ""
    case .people: caregiver(target, in: profile).map { profile.caregivers[$0].words.name } ?? ""
    case .perimeter, .settings: ""
    }
  }

  /// The place in the list.
  static func reminder(_ target: String, in profile: Profile) -> Int? {
    guard let id = UInt16(target) else { return nil }
    return profile.reminders.firstIndex { $0.setting.id == id }
  }

  /// The place in the list.
  static func caregiver(_ target: String, in profile: Profile) -> Int? {
    guard let who = UInt32(target, radix: 16) else { return nil }
    return profile.caregivers.firstIndex { $0.setting.who == who }
  }

  static func date(_ minute: CivilMinute) -> CivilDate {
    CivilDate(milliseconds: Int64(minute.count) * 60_000)
  }

  static func clock(_ minute: Int16) -> String {
    date(CivilMinute(Int32(minute % 1440))).clock
  }

  // MARK: Sections

  static func values(_ reminder: ProfileReminder) -> [String: String] {
    let (setting, words) = (reminder.setting, reminder.words)
    let first = date(setting.first)
    var values = [
      "type": setting.kind == .medication ? "medication" : "reminder", "name": words.name,
      "dose": words.dose ?? "", "description": words.description ?? "", "date": first.date,
      "time": first.clock, "tells": setting.tellsCaregiver ? "yes" : "",
      "until": setting.until.map { date($0).date } ?? "",
      "asks": setting.question == nil ? "" : "yes",
    ]
    switch setting.repeats {
    case .once: values["repeat"] = "once"
    case .daily: values["repeat"] = "daily"
    case .everyHours(let hours):
      values["repeat"] = "hours"
      values["hours"] = String(hours)
    case .weekdays(let bits):
      let days = self.days(bits)
      values["repeat"] = ["daily", "weekdays", "weekend"].contains(days) ? days : "days"
      if values["repeat"] == "days" { values["days"] = days }
    }
    if let question = setting.question {
      values["ask_from"] = String(question.from)
      values["ask_to"] = String(question.to)
      values["ask_start"] = String(question.start)
    }
    return values
  }

  /// "daily", "weekdays", "weekend", or "mon,wed".
  static func days(_ bits: UInt8) -> String {
    switch bits {
    case 0b111_1111: "daily"
    case 0b001_1111: "weekdays"
    case 0b110_0000: "weekend"
    default:
      SettingField.weekdays.indices.filter { bits >> $0 & 1 == 1 }
        .map { SettingField.weekdays[$0] }.joined(separator: ",")
    }
  }

  private static func language(_ profile: Profile) -> String {
    profile.language == .english ? "en" : "es"
  }

  private static func perimeter(_ perimeter: Perimeter) -> [String: String] {
    let radius = perimeter.radius.value
    return [
      "lat": YAMLField.degrees(Int64(perimeter.center.latitudeE7)).yaml,
      "lon": YAMLField.degrees(Int64(perimeter.center.longitudeE7)).yaml,
      "radius": radius == radius.rounded() ? String(Int(radius)) : String(radius),
      "sensitivity": name(perimeter.temper),
    ]
  }

  static func name(_ sensitivity: PerimeterTemper) -> String {
    switch sensitivity {
    case .calm: "calm"
    case .normal: "normal"
    case .quick: "quick"
    }
  }

  static func name(_ priority: AlarmPriority) -> String {
    switch priority {
    case .low: "low"
    case .medium: "medium"
    case .high: "high"
    }
  }

  private static func rows(_ hours: [WeeklyHours]) -> [String: String] {
    var values: [String: String] = [:]
    for (index, hours) in hours.enumerated() {
      values[SettingField.rowDays(index + 1).name] = days(hours.weekdays)
      values[SettingField.rowFrom(index + 1).name] = clock(hours.from)
      values[SettingField.rowTo(index + 1).name] = clock(hours.to)
    }
    return values
  }

  private static func notices(_ limits: Limits) -> [String: String] {
    var values = ["all_is_well_at": limits.allIsWellAt < 0 ? "" : clock(limits.allIsWellAt)]
    for limit in SettingField.Limit.allCases {
      values[limit.rawValue] = String(limits[keyPath: limit.path])
    }
    return values
  }

  private static func photo(_ name: String?) -> [String: String] { ["photo": name ?? ""] }

  private static func values(_ words: Names.Caregiver) -> [String: String] {
    [
      "name": words.name, "kinship": words.kinship, "gender": words.gender?.rawValue ?? "",
      "email": words.email ?? "",
    ]
  }
}
