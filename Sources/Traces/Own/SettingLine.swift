import Device
import HAL
import Names
import Words

/// One line of class `SETTING`, read: the settings that it holds. Several only of zone transitions.
enum SettingLine {
  /// What each may hold, beside its class, time and kind.
  private static let members: [(name: String, members: [String])] = [
    ("begin", []), ("perimeter", ["lat", "lon", "radius_m", "temper"]),
    ("watch", ["weekdays", "from", "to"]), ("zone", ["utc_offset_min"]),
    ("caregiver", ["mail", "relay", "who", "name", "kinship", "gender", "email", "photo"]),
    (
      "reminder",
      [
        "id", "kind", "first", "repeats", "weekdays", "every_h", "until", "tells_caregiver", "name",
        "description", "dose", "photo",
      ]
    ),
    (
      "insulin",
      [
        "lower_target_mg_dl", "upper_target_mg_dl", "sensitivity_mg_dl_per_u", "breakfast_u",
        "lunch_u", "dinner_u", "carb_ratio_g_per_u", "maximum_u", "pen_step_u", "duration_min",
        "peak_min", "delay_min",
      ]
    ),
    ("mealtime", ["meal", "at"]), ("quiet", ["weekdays", "from", "to"]),
    ("priority", ["alarm", "priority"]),
    (
      "limits",
      [
        "escalate_after_min", "repeat_after_min", "reminder_limit_min", "snooze_min",
        "breadcrumbs_min", "heartbeat", "all_is_well_at", "inbound", "mmol", "asks_carbohydrates",
      ]
    ),
    ("accompanied", ["until"]), ("kept", ["since", "insulin"]), ("no_profile", []), ("end", []),
  ]

  static func settings(_ members: Members) throws(Malformed) -> [Setting] {
    let expected = "one of " + SettingLine.members.map(\.name).joined(separator: ", ")
    let name = try members.text("setting", expected)
    if let known = SettingLine.members.first(where: { $0.name == name })?.members {
      try members.refuseOthers(than: ["class", "at_ms", "setting"] + known)
    }
    switch name {
    case "begin": return [.begin]
    case "end": return [.end]
    case "perimeter": return [.perimeter(try perimeter(members))]
    case "watch": return [.watch(try hours(members))]
    case "quiet": return [.quiet(try hours(members))]
    case "zone": return try transitions(members).map { .zone($0) }
    case "caregiver":
      return [
        .caregiver(
          Caregiver(
            hasMail: try members.flag("mail"), hasRelay: try members.flag("relay"),
            who: try who(members)))
      ]
    case "reminder": return [.reminder(try reminder(members))]
    case "insulin": return [.insulin(try InsulinProfile(members))]
    case "mealtime":
      return [
        .mealtime(
          Mealtime(meal: try members.spelled("meal"), minute: try time("at", members)))
      ]
    case "priority":
      return [try priority(members)]
    case "limits": return [.limits(try limits(members))]
    case "accompanied": return [.accompanied(until: try members.civilMinute("until"))]
    case "kept":
      return [
        .kept(
          since: try members.wall("since"), isInsulinSure: try members.flag("insulin"))
      ]
    case "no_profile": return [.noProfile]
    case let other: throw Malformed("setting is \"\(other.prefix(40))\"; expected \(expected)")
    }
  }

  /// Without it the name counts, and without a name the place in the list.
  private static func who(_ members: Members) throws(Malformed) -> UInt32 {
    if members["who"] != nil { return try members.integer("who", in: 0...UInt32.max) }
    return Names.Caregiver.who(name: try members.nameIfAny("name") ?? "")
  }

  static func perimeter(_ members: Members) throws(Malformed) -> Perimeter {
    func degrees(_ key: StaticString, _ most: Int64) throws(Malformed) -> Int64 {
      guard case .literal(let text) = members[key], let degrees = Decimal.degreesE7(text),
        degrees.magnitude <= UInt64(most) * 10_000_000
      else { throw members.refusal(key, "a number from -\(most) to \(most)") }
      return degrees
    }
    let latitude = try degrees("lat", 90)
    let longitude = try degrees("lon", 180)
    let radius = try members.number("radius_m", in: Perimeter.radiusRange)
    let temper: PerimeterTemper = try members.optional("temper") ?? .normal
    guard let center = Position(latitudeE7: latitude, longitudeE7: longitude),
      let perimeter = try? Perimeter(center: center, radius: Metres(radius), temper: temper)
    else { throw Malformed("is no perimeter; expected lat, lon and radius_m") }
    return perimeter
  }

  private static func time(
    _ key: StaticString, _ members: Members, upTo last: Int16 = 1439
  ) throws(Malformed) -> Int16 {
    let minute = try members.minuteOfDay(key, upTo: last)
    guard (0...last).contains(minute) else {
      throw members.refusal(key, "a time of day from 00:00 to \(CivilText.text(minuteOfDay: last))")
    }
    return minute
  }

  private static func priority(_ members: Members) throws(Malformed) -> Setting {
    let alarm: AlarmKind = try members.spelled("alarm")
    let priority: AlarmPriority = try members.spelled("priority")
    guard priority >= alarm.ownPriority else {
      throw members.refusal(
        "priority", "\(alarm.ownPriority.spelling) or higher: an alarm is raised and never lowered")
    }
    return .priority(alarm, priority)
  }

  private static func hours(_ members: Members) throws(Malformed) -> WeeklyHours {
    WeeklyHours(
      weekdays: try members.weekdays("weekdays"), from: try time("from", members),
      to: try time("to", members, upTo: 1440))
  }

  private static func transitions(_ members: Members) throws(Malformed) -> [ZoneTransition] {
    let expected = "a list of pairs such as [\"2015-03-29T01:00:00Z\",120]"
    var transitions: [ZoneTransition] = []
    for (at, offset) in try members.pairs("utc_offset_min", expected) {
      guard case .literal(let minutes) = offset,
        let offset: Int16 = ForeignNumber.exact(String(decoding: minutes, as: UTF8.self)),
        let second = second(at)
      else { throw Malformed("utc_offset_min holds another pair; expected \(expected)") }
      guard Int64(offset).magnitude <= Zone.widest else {
        throw Malformed(
          "utc_offset_min holds \(offset); expected -\(Zone.widest) to \(Zone.widest) minutes")
      }
      transitions.append(ZoneTransition(at: second, offset: offset))
    }
    return transitions
  }

  /// A whole second as a time, or as the bare number.
  private static func second(_ value: JSONScanner.Value) -> Int64? {
    switch value {
    case .string(let text):
      CivilTime.parse(text).flatMap { $0.milliseconds % 1000 == 0 ? $0.milliseconds / 1000 : nil }
    case .literal(let text): ForeignNumber.exact(String(decoding: text, as: UTF8.self))
    case .object, .array: nil
    }
  }

  private static func reminder(_ members: Members) throws(Malformed) -> Reminder {
    Reminder(
      id: try members.integer("id", in: Reminder.idRange), kind: try members.spelled("kind"),
      first: try members.civilMinute("first"), repeats: try repeats(members),
      until: members["until"] == nil ? nil : try members.civilMinute("until"),
      tellsCaregiver: try members.flag("tells_caregiver"))
  }

  private static func repeats(_ members: Members) throws(Malformed) -> Reminder.Repeat {
    let expected = "once, daily, weekdays or hours"
    switch try members.text("repeats", expected) {
    case "once": return .once
    case "daily": return .daily
    case "weekdays": return .weekdays(try members.weekdays("weekdays"))
    case "hours": return .everyHours(try members.integer("every_h", in: Reminder.hoursRange))
    case let other: throw Malformed("repeats is \"\(other.prefix(40))\"; expected \(expected)")
    }
  }

  /// What a line leaves out has its default.
  private static func limits(_ members: Members) throws(Malformed) -> Limits {
    var limits = Limits()
    func minutes(
      _ key: StaticString, _ value: inout Int16, _ range: ClosedRange<Int16>
    ) throws(Malformed) {
      if members[key] != nil { value = try members.integer(key, in: range) }
    }
    func flag(_ key: StaticString, _ value: inout Bool) throws(Malformed) {
      value = try members.flag(key, absent: value)
    }
    try minutes("escalate_after_min", &limits.escalateAfter, Limits.escalateRange)
    try minutes("repeat_after_min", &limits.repeatAfter, Limits.repeatRange)
    try minutes("reminder_limit_min", &limits.reminderLimit, Limits.reminderRange)
    try minutes("snooze_min", &limits.snooze, Limits.snoozeRange)
    try minutes("breadcrumbs_min", &limits.breadcrumbs, Limits.breadcrumbRange)
    try flag("heartbeat", &limits.hasHeartbeat)
    if case .literal(let none) = members["all_is_well_at"], none.equals("-1") {
      limits.allIsWellAt = -1
    } else if members["all_is_well_at"] != nil {
      limits.allIsWellAt = try time("all_is_well_at", members)
    }
    try flag("inbound", &limits.hasInbound)
    try flag("mmol", &limits.usesMillimoles)
    try flag("asks_carbohydrates", &limits.asksCarbohydrates)
    return limits
  }
}
