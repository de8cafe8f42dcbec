import Device

/// The `notices` section: how long to wait for people.
enum NoticeSection {
  static func read(_ value: YAMLValue, into limits: inout Limits) throws {
    let members = try YAMLMembers(
      value,
      known: [
        "escalate_after_min", "repeat_after_min", "reminder_limit_min", "snooze_min",
        "breadcrumbs_min", "all_is_well_at", "heartbeat",
      ])
    func minutes(_ name: String, _ range: ClosedRange<Int16>, _ standard: Int16) throws -> Int16 {
      try members.read(name) { try $0.whole(in: range, " min") } ?? standard
    }
    limits.escalateAfter = try minutes(
      "escalate_after_min", Limits.escalateRange, limits.escalateAfter)
    limits.repeatAfter = try minutes("repeat_after_min", Limits.repeatRange, limits.repeatAfter)
    limits.reminderLimit = try minutes(
      "reminder_limit_min", Limits.reminderRange, limits.reminderLimit)
    limits.snooze = try minutes("snooze_min", Limits.snoozeRange, limits.snooze)
    limits.breadcrumbs = try minutes("breadcrumbs_min", Limits.breadcrumbRange, limits.breadcrumbs)
    limits.allIsWellAt =
      try members.read("all_is_well_at") { try $0.minuteOfDay(in: 0...1439) } ?? limits.allIsWellAt
    let hasURL = limits.hasHeartbeat
    limits.hasHeartbeat = try members.read("heartbeat") { try $0.isYes() } ?? hasURL
    if limits.hasHeartbeat, !hasURL, let member = members["heartbeat"] {
      throw member.refuse("is yes, but there is no address; expected routes.heartbeat")
    }
  }
}
