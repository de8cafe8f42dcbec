import Device
import Names

/// Stretches of the week: the `schedule` of a perimeter, the `quiet_hours`.
enum HoursSection {
  static func read(_ value: YAMLValue) throws -> WeeklyHours {
    let members = try YAMLMembers(value, known: ["days", "from", "to"])
    let days = try members.read("days") { try Weekdays.read($0) }
    let from = try members.need("from") { try $0.minuteOfDay(in: 0...1439) }
    let to = try members.need("to") { try $0.minuteOfDay(in: 0...1440) }
    guard let from, let to else { throw Mistakes.Listed() }
    if from == to, let member = members["to"] {
      throw member.refuse("is \(member.shown) like from; expected 00:00 to 24:00 for whole days")
    }
    // Midnight as an end is that of the same night.
    return WeeklyHours(weekdays: days ?? Weekdays.all, from: from, to: to == 0 ? 1440 : to)
  }
}
