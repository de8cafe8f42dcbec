import Device
import HAL

/// One line of class `SETTING`, read: the settings that it holds. Several only of zone transitions.
enum SettingLine {
  static let names = [
    "begin", "perimeter", "watch", "zone", "caregiver", "reminder", "insulin", "mealtime", "quiet",
    "priority", "limits", "accompanied", "end",
  ]

  static func settings(_ members: Members) throws(Malformed) -> [Setting] {
    let expected = "one of " + names.joined(separator: ", ")
    switch try members.text("setting", expected) {
    case "begin": return [.begin]
    case "end": return [.end]
    case "perimeter": return [.perimeter(try perimeter(members))]
    case "watch": return [.watch(try hours(members))]
    case "quiet": return [.quiet(try hours(members))]
    case "zone": return try transitions(members).map { .zone($0) }
    case "caregiver":
      return [
        .caregiver(
          Caregiver(hasMail: try members.flag("mail"), hasRelay: try members.flag("relay")))
      ]
    case "reminder": return [.reminder(try reminder(members))]
    case "insulin": return [.insulin(try InsulinProfile(members))]
    case "mealtime":
      return [
        .mealtime(
          Mealtime(meal: try members.spelled("meal"), minute: try members.minuteOfDay("at")))
      ]
    case "priority":
      return [.priority(try members.spelled("alarm"), try members.spelled("priority"))]
    case "limits": return [.limits(try limits(members))]
    case "accompanied": return [.accompanied(until: try members.civilMinute("until"))]
    case let other: throw Malformed("setting is \"\(other.prefix(40))\"; expected \(expected)")
    }
  }

  private static func perimeter(_ members: Members) throws(Malformed) -> Perimeter {
    guard case .literal(let lat) = members["lat"], case .literal(let lon) = members["lon"],
      let latitude = Decimal.degreesE7(lat), let longitude = Decimal.degreesE7(lon),
      let center = Position(latitudeE7: latitude, longitudeE7: longitude)
    else {
      throw Malformed(
        "the perimeter's centre is not on Earth; expected lat -90 to 90, lon -180 to 180")
    }
    let radius = try members.number("radius_m")
    do throws(PerimeterError) {
      return try Perimeter(center: center, radius: Metres(radius))
    } catch {
      throw Malformed("radius_m is \(radius); expected 100 to 1000")
    }
  }

  private static func hours(_ members: Members) throws(Malformed) -> WeeklyHours {
    WeeklyHours(
      weekdays: try members.weekdays("weekdays"), from: try members.minuteOfDay("from"),
      to: try members.minuteOfDay("to", upTo: 1440))
  }

  private static func transitions(_ members: Members) throws(Malformed) -> [ZoneTransition] {
    let expected = "a list of pairs such as [\"2015-03-29T01:00:00Z\",120]"
    var transitions: [ZoneTransition] = []
    for (at, offset) in try members.pairs("utc_offset_min", expected) {
      guard case .literal(let minutes) = offset,
        let offset = Int16(String(decoding: minutes, as: UTF8.self)), let second = second(at)
      else { throw Malformed("utc_offset_min holds another pair; expected \(expected)") }
      transitions.append(ZoneTransition(at: second, offset: offset))
    }
    return transitions
  }

  /// A whole second as a time, or as the bare number.
  private static func second(_ value: JSONScanner.Value) -> Int64? {
    switch value {
    case .string(let text):
      CivilTime.parse(text).flatMap { $0.milliseconds % 1000 == 0 ? $0.milliseconds / 1000 : nil }
    case .literal(let text): Int64(String(decoding: text, as: UTF8.self))
    case .object, .array: nil
    }
  }

  private static func reminder(_ members: Members) throws(Malformed) -> Reminder {
    Reminder(
      id: try members.integer("id"), kind: try members.spelled("kind"),
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
    case "hours": return .everyHours(try members.integer("every_h"))
    case let other: throw Malformed("repeats is \"\(other.prefix(40))\"; expected \(expected)")
    }
  }

  /// What a line leaves out has its default.
  private static func limits(_ members: Members) throws(Malformed) -> Limits {
    var limits = Limits()
    func minutes(_ key: StaticString, _ value: inout Int16) throws(Malformed) {
      if members[key] != nil { value = try members.integer(key) }
    }
    func flag(_ key: StaticString, _ value: inout Bool) throws(Malformed) {
      value = try members.flag(key, absent: value)
    }
    try minutes("escalate_after_min", &limits.escalateAfter)
    try minutes("repeat_after_min", &limits.repeatAfter)
    try minutes("reminder_limit_min", &limits.reminderLimit)
    try minutes("snooze_min", &limits.snooze)
    try minutes("breadcrumbs_min", &limits.breadcrumbs)
    try flag("heartbeat", &limits.hasHeartbeat)
    if members["all_is_well_at"] != nil {
      limits.allIsWellAt = try members.minuteOfDay("all_is_well_at")
    }
    try flag("inbound", &limits.hasInbound)
    try flag("mmol", &limits.usesMillimoles)
    try flag("asks_carbohydrates", &limits.asksCarbohydrates)
    return limits
  }
}
