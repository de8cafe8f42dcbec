import Device
import Names

/// The `notices` section: how long to wait for people.
enum NoticeSection {
  static func read(_ value: YAMLValue, into limits: inout Limits) throws {
    let members = try YAMLMembers(
      value, known: Limits.fields.map(\.name) + ["all_is_well_at", "heartbeat"])
    for field in Limits.fields {
      let minutes = try members.read(field.name) { try $0.whole(in: field.range, " min") }
      limits[keyPath: field.path] = minutes ?? limits[keyPath: field.path]
    }
    limits.allIsWellAt =
      try members.read("all_is_well_at") { try $0.minuteOfDay(in: 0...1439) } ?? limits.allIsWellAt
    let hasURL = limits.hasHeartbeat
    limits.hasHeartbeat = try members.read("heartbeat") { try $0.isYes() } ?? hasURL
    if limits.hasHeartbeat, !hasURL, let member = members["heartbeat"] {
      throw member.refuse("is yes, but there is no address; expected routes.heartbeat")
    }
  }
}
