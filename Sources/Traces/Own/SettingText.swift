import Device
import HAL
import Names

extension LineText {
  /// Zone transitions that stand on one line; more would make it too long to be read.
  static let mostTransitions = 100

  /// A line of class `SETTING`.
  static func setting(_ setting: Setting, at instant: Instant) -> LineText {
    var line = LineText(.setting, at: instant)
    switch setting {
    case .begin: line.add("setting", "begin")
    case .end: line.add("setting", "end")
    case .perimeter(let circle):
      line.add("setting", "perimeter")
      line.add("lat", raw: circle.center.latitudeText)
      line.add("lon", raw: circle.center.longitudeText)
      line.add("radius_m", number: circle.radius.value)
      if circle.temper != .normal { line.add("temper", circle.temper) }
    case .watch(let hours): line.addHours("watch", hours)
    case .quiet(let hours): line.addHours("quiet", hours)
    case .zone(let transition): return zone([transition], at: instant)
    case .caregiver(let caregiver):
      line.add("setting", "caregiver")
      line.add("mail", caregiver.hasMail)
      line.add("relay", caregiver.hasRelay)
    case .reminder(let reminder): line.addReminder(reminder)
    case .insulin(let profile): line.addInsulin(profile)
    case .mealtime(let mealtime):
      line.add("setting", "mealtime")
      line.add("meal", mealtime.meal)
      line.add("at", minuteOfDay: mealtime.minute)
    case .priority(let alarm, let priority):
      line.add("setting", "priority")
      line.add("alarm", alarm)
      line.add("priority", priority)
    case .limits(let limits): line.addLimits(limits)
    case .accompanied(let until):
      line.add("setting", "accompanied")
      line.add("until", until)
    case .kept(let since, let isSure):
      line.add("setting", "kept")
      line.add("since", since)
      line.add("insulin", isSure)
    case .noProfile: line.add("setting", "no_profile")
    }
    return line
  }

  static func zone(_ transitions: some Sequence<ZoneTransition>, at instant: Instant) -> LineText {
    var line = LineText(.setting, at: instant)
    line.add("setting", "zone")
    let pairs = transitions.map { "[\(second($0.at)),\($0.offset)]" }
    line.add("utc_offset_min", raw: "[\(pairs.joined(separator: ","))]")
    return line
  }

  private static func second(_ second: Int64) -> String {
    let (milliseconds, overflow) = second.multipliedReportingOverflow(by: 1000)
    guard !overflow, let text = CivilTime.exactText(WallTime(milliseconds: milliseconds)) else {
      return String(second)
    }
    return "\"\(text.prefix(19))Z\""
  }

  private mutating func addHours(_ name: String, _ hours: WeeklyHours) {
    add("setting", name)
    add("weekdays", weekdays: hours.weekdays)
    add("from", minuteOfDay: hours.from)
    add("to", minuteOfDay: hours.to, upTo: 1440)
  }

  private mutating func addReminder(_ reminder: Reminder) {
    add("setting", "reminder")
    add("id", reminder.id)
    add("kind", reminder.kind)
    add("first", reminder.first)
    switch reminder.repeats {
    case .once: add("repeats", "once")
    case .daily: add("repeats", "daily")
    case .weekdays(let days):
      add("repeats", "weekdays")
      add("weekdays", weekdays: days)
    case .everyHours(let hours):
      add("repeats", "hours")
      add("every_h", hours)
    }
    if let until = reminder.until { add("until", until) }
    add("tells_caregiver", reminder.tellsCaregiver)
  }

  private mutating func addLimits(_ limits: Limits) {
    add("setting", "limits")
    add("escalate_after_min", limits.escalateAfter)
    add("repeat_after_min", limits.repeatAfter)
    add("reminder_limit_min", limits.reminderLimit)
    add("snooze_min", limits.snooze)
    add("breadcrumbs_min", limits.breadcrumbs)
    add("heartbeat", limits.hasHeartbeat)
    add("all_is_well_at", minuteOfDay: limits.allIsWellAt)
    add("inbound", limits.hasInbound)
    add("mmol", limits.usesMillimoles)
    add("asks_carbohydrates", limits.asksCarbohydrates)
  }
}
