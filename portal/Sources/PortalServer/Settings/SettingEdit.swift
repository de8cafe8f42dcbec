import Device
import Forms
import HAL
import PortalPages
import Profile

extension SettingProblem: Error {}

/// A form's content, made into a change of the profile's text. Only fields that differ are written.
struct SettingEdit {
  let form: SettingForm
  let target: String
  let values: [String: String]
  /// The device's own file, which says by which ways people can be told; nil: not known.
  let own: Profile?

  /// - Parameter now: local time, for a reminder that names no day.
  /// - Throws: `SettingProblem`.
  func applied(to yaml: String, now: CivilMinute) throws -> ProfileText {
    do {
      var text = try ProfileText(yaml)
      try apply(to: &text, now)
      if let own, (try? own.taking(text.profile)) == nil {
        throw SettingProblem(nil, .nobodyLeft)
      }
      return text
    } catch let problem as SettingProblem {
      throw problem
    } catch is ProfileText.Layout {
      throw SettingProblem(nil, .layout)
    } catch let error as InputError {
      throw SettingProblem(field(of: error), .refused(error.message))
    }
  }

  /// The field of an option's name, as `vigia reminders` spells it.
  private func field(of error: InputError) -> SettingField? {
    form.fields.first { error.file == "--\($0.name)" }
  }

  private func apply(to text: inout ProfileText, _ now: CivilMinute) throws {
    switch form {
    case .reminderAdd, .reminderEdit, .reminderDelete: try reminder(&text, now)
    case .reminderPhoto, .wearerPhoto, .caregiverPhoto: try photo(&text, now)
    case .first: try first(&text)
    case .perimeter: try perimeter(&text)
    case .schedule: try schedule(&text)
    case .screen: try screen(&text)
    case .quiet: try quiet(&text)
    case .alarms: try alarms(&text)
    case .notices: try notices(&text)
    case .wearer:
      let name = try words(.name, most: 60, needed: true)
      if name != text.profile.wearer.name {
        try text.change { try $0.set("name", in: "wearer", .text(name)) }
      }
    case .caregiverAdd, .caregiverEdit, .caregiverDelete, .caregiverUp: try person(&text)
    }
  }

  // MARK: Fields

  func value(_ field: SettingField) -> String { values[field.name] ?? "" }

  func words(_ field: SettingField, most: Int, needed: Bool = false) throws -> String {
    let text = value(field)
    if text.isEmpty, needed { throw SettingProblem(field, .missing) }
    if text.count > most || text.unicodeScalars.count > 4 * most {
      throw SettingProblem(field, .tooLong(most))
    }
    return text
  }

  func number(_ field: SettingField, in range: ClosedRange<Int>) throws -> Int {
    let text = value(field)
    if text.isEmpty { throw SettingProblem(field, .missing) }
    guard text.utf8.count < 9, let number = Int(text) else {
      throw SettingProblem(field, .unreadable)
    }
    guard range.contains(number) else {
      throw SettingProblem(field, .outside(String(range.lowerBound), String(range.upperBound)))
    }
    return number
  }

  func choice(_ field: SettingField, of choices: [String]) throws -> String {
    guard choices.contains(value(field)) else { throw SettingProblem(field, .unreadable) }
    return value(field)
  }

  /// Minutes since midnight.
  func clock(_ field: SettingField) throws -> Int16 {
    if value(field).isEmpty { throw SettingProblem(field, .missing) }
    guard let minute = Entered.minute(value(field)) else {
      throw SettingProblem(field, .unreadable)
    }
    return Int16(minute)
  }

  private func present(_ profile: Profile) -> [String: String] {
    SettingValues.values(form, target, in: profile) ?? [:]
  }

  // MARK: Perimeter

  private func perimeter(_ text: inout ProfileText) throws {
    let now = present(text.profile)
    let sensitivity = try choice(.sensitivity, of: ["calm", "normal", "quick"])
    try circle(&text)
    guard sensitivity != now["sensitivity"] else { return }
    try text.change { draft in
      // The former name of the key.
      try draft.set("temper", in: "perimeter", nil)
      try draft.set("sensitivity", in: "perimeter", .text(sensitivity))
    }
  }

  func circle(_ text: inout ProfileText) throws {
    let now = present(text.profile)
    let latitude = try degrees(.latitude, 90)
    let longitude = try degrees(.longitude, 180)
    let radius = value(.radius) == now["radius"] ? nil : try number(.radius, in: 100...1000)
    let center = text.profile.perimeter.center
    try text.change { draft in
      if latitude != Int64(center.latitudeE7) {
        try draft.set("lat", in: "perimeter", .degrees(latitude))
      }
      if longitude != Int64(center.longitudeE7) {
        try draft.set("lon", in: "perimeter", .degrees(longitude))
      }
      if let radius { try draft.set("radius_m", in: "perimeter", .number(UInt16(radius))) }
    }
  }

  /// Ten-millionths of a degree.
  private func degrees(_ field: SettingField, _ most: Double) throws -> Int64 {
    if value(field).isEmpty { throw SettingProblem(field, .missing) }
    guard let degrees = Quantity.decimal(value(field)) else {
      throw SettingProblem(field, .unreadable)
    }
    guard degrees.magnitude <= most else {
      throw SettingProblem(field, .outside(String(Int(-most)), String(Int(most))))
    }
    return Int64((degrees * 1e7).rounded())
  }

  // MARK: Settings

  private func screen(_ text: inout ProfileText) throws {
    let now = present(text.profile)
    let language = try choice(.language, of: ["es", "en"])
    let size = try choice(.textSize, of: Profile.TextSize.allCases.map(\.rawValue))
    let volume = try number(.volume, in: 0...100)
    try text.change { draft in
      if language != now["language"] { try draft.set("language", .text(language)) }
      if size != now["text_size"] { try draft.set("text_size", .text(size)) }
      if String(volume) != now["volume"] { try draft.set("volume", .number(UInt16(volume))) }
    }
  }

  /// The rows of weekly hours whose times are filled in.
  private func hours(_ most: Int) throws -> [WeeklyHours] {
    var rows: [WeeklyHours] = []
    for row in 1...most {
      let (from, to) = (SettingField.rowFrom(row), SettingField.rowTo(row))
      if value(from).isEmpty, value(to).isEmpty { continue }
      let begin = try clock(from)
      // Midnight as an end is that of the same night. A browser's field cannot say 24:00.
      let stated = value(to) == "24:00" ? 0 : try clock(to)
      let end = stated == 0 ? 1440 : stated
      if begin == end { throw SettingProblem(to, .beforeBeginning) }
      rows.append(WeeklyHours(weekdays: try days(.rowDays(row)), from: begin, to: end))
    }
    return rows
  }

  private func schedule(_ text: inout ProfileText) throws {
    let rows = try hours(Capacity.watchedHours)
    if rows == text.profile.watch { return }
    try text.change {
      try $0.set("schedule", in: "perimeter", rows.isEmpty ? nil : .hours(rows))
    }
  }

  private func quiet(_ text: inout ProfileText) throws {
    let rows = try hours(Capacity.quietHours)
    let before = text.profile.quiet
    if rows == before { return }
    try text.change { draft in
      for (index, hours) in rows.enumerated() {
        guard index < before.count else {
          try draft.append(
            to: "quiet_hours",
            [
              ("days", SettingEdit.field(hours.weekdays)), ("from", .time(hours.from)),
              ("to", .time(hours.to)),
            ])
          continue
        }
        let old = before[index]
        if hours.weekdays != old.weekdays {
          try draft.set("days", of: index, in: "quiet_hours", SettingEdit.field(hours.weekdays))
        }
        if hours.from != old.from {
          try draft.set("from", of: index, in: "quiet_hours", .time(hours.from))
        }
        if hours.to != old.to {
          try draft.set("to", of: index, in: "quiet_hours", .time(hours.to))
        }
      }
      for index in (rows.count..<max(rows.count, before.count)).reversed() {
        try draft.remove(index, from: "quiet_hours")
      }
    }
  }

  /// Days of the week as bits: a group, or some of them with commas between.
  func days(_ field: SettingField) throws -> UInt8 {
    switch value(field) {
    case "", "daily": return 0b111_1111
    case "weekdays": return 0b001_1111
    case "weekend": return 0b110_0000
    default:
      var bits: UInt8 = 0
      for name in value(field).split(separator: ",") {
        guard let day = SettingField.weekdays.firstIndex(of: String(name)) else {
          throw SettingProblem(field, .unreadable)
        }
        bits |= 1 << day
      }
      return bits
    }
  }

  private static func field(_ bits: UInt8) -> YAMLField {
    let days = SettingValues.days(bits).split(separator: ",").map(String.init)
    return days.count == 1 ? .text(days[0]) : .list(days)
  }

  private func alarms(_ text: inout ProfileText) throws {
    let now = present(text.profile)
    var chosen: [(AlarmKind, AlarmPriority)] = []
    for kind in SettingForm.raisable {
      let field = SettingField.alarm(kind)
      // A page leaves out alarms that this wearer cannot have.
      guard !value(field).isEmpty, value(field) != now[field.name] else { continue }
      let allowed = [AlarmPriority.low, .medium, .high].filter { $0 >= kind.ownPriority }
      guard let priority = allowed.first(where: { SettingValues.name($0) == value(field) }) else {
        throw SettingProblem(field, .unreadable)
      }
      chosen.append((kind, priority))
    }
    try text.change { draft in
      for (kind, priority) in chosen { try draft.raise(kind, to: priority) }
    }
  }

  private func notices(_ text: inout ProfileText) throws {
    let now = present(text.profile)
    var changed: [(String, YAMLField?)] = []
    for limit in SettingField.Limit.allCases {
      let range = Int(limit.range.lowerBound)...Int(limit.range.upperBound)
      let minutes = try number(.limit(limit), in: range)
      if String(minutes) != now[limit.rawValue] {
        changed.append((limit.rawValue, .number(UInt16(minutes))))
      }
    }
    if value(.allIsWell) != now["all_is_well_at"] {
      let time = value(.allIsWell).isEmpty ? nil : YAMLField.time(try clock(.allIsWell))
      changed.append(("all_is_well_at", time))
    }
    try text.change { draft in
      for (name, value) in changed { try draft.set(name, in: "notices", value) }
    }
  }
}
