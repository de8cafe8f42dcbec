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

extension Weekdays {
  static let all: UInt8 = 0b111_1111

  /// "daily", "weekdays", "weekend"; nil for anything else.
  static func group(_ name: String) -> UInt8? {
    switch name {
    case "daily": all
    case "weekdays": 0b001_1111
    case "weekend": 0b110_0000
    default: nil
    }
  }

  /// A group, one day, or a list of days.
  static func read(_ value: YAMLValue) throws -> UInt8 {
    guard case .sequence = value.node else {
      let name = try value.text()
      if let days = group(name) ?? bit(name) { return days }
      throw value.refuse(
        "is \(value.shown); expected daily, weekdays, weekend or a list such as [mon, wed]")
    }
    let days = try value.elements()
    guard !days.isEmpty else { throw value.refuse("is empty; expected days such as [mon, wed]") }
    var bits: UInt8 = 0
    for element in days {
      let bit = try value.mistakes.attempt {
        guard let bit = Self.bit(try element.text()) else {
          throw element.refuse("is \(element.shown); expected \(names.joined(separator: ", "))")
        }
        return bit
      }
      bits |= bit ?? 0
    }
    guard bits != 0 else { throw Mistakes.Listed() }
    return bits
  }

  static func text(_ bits: UInt8) -> String {
    for name in ["daily", "weekdays", "weekend"] where group(name) == bits { return name }
    return names(of: bits).joined(separator: ",")
  }
}
