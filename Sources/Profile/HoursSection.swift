import Device
import Foundation
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

extension TimeZone {
  /// The zone of an option.
  /// - Throws: `InputError` that names the option, for a name that is in no table.
  public init(argument name: String, of option: String) throws {
    guard let zone = ZoneSection.zone(named: name) else {
      throw InputError(file: option, "is \"\(name)\"; \(ZoneSection.hint(name))")
    }
    self = zone
  }

  /// The zone as the core has it, from 2000 to 2049.
  public var table: Zone {
    var table = Zone()
    for transition in ZoneSection.transitions(self) { table.append(transition) }
    return table
  }
}

/// The `time_zone` of a profile, and the table that the core gets of it.
enum ZoneSection {
  /// 2000-01-01T00:00:00Z to 2050-01-01T00:00:00Z.
  static let span: Range<Int64> = 946_684_800..<2_524_608_000

  static func read(_ value: YAMLValue) throws -> TimeZone {
    let name = try value.text()
    if let zone = zone(named: name) { return zone }
    throw value.refuse("is \(value.shown); \(hint(name))")
  }

  static func zone(named name: String) -> TimeZone? {
    name.utf8.count <= 100 ? TimeZone(identifier: name) : nil
  }

  static func hint(_ name: String) -> String {
    Spelling.nearest(name, TimeZone.knownTimeZoneIdentifiers).map { "did you mean \"\($0)\"?" }
      ?? "expected a name such as America/Guayaquil"
  }

  /// The zone's offsets from 2000 to 2049: the offset at the beginning, then each change of it.
  ///
  /// Foundation asks the zone tables of its own ICU. The answer is frozen into the trace with the other
  /// settings, so that a later table changes no replay.
  static func transitions(_ zone: TimeZone) -> [ZoneTransition] {
    func offset(_ at: Int64) -> Int {
      zone.secondsFromGMT(for: .init(timeIntervalSince1970: Double(at)))
    }
    func transition(_ at: Int64, _ seconds: Int) -> ZoneTransition {
      ZoneTransition(at: at, offset: Int16((Double(seconds) / 60).rounded()))
    }
    var last = offset(span.lowerBound)
    var table = [transition(span.lowerBound, last)]
    // Day by day, because Foundation's own search leaves out changes that are no daylight saving.
    for day in stride(from: span.lowerBound, to: span.upperBound, by: 86_400) {
      var before = day
      var after = day + 86_400
      let next = offset(after)
      guard next != last, after < span.upperBound else { continue }
      while after - before > 1 {
        let middle = (before + after) / 2
        if offset(middle) == last { before = middle } else { after = middle }
      }
      table.append(transition(after, next))
      last = next
    }
    return Array(table.prefix(Capacity.transitions))
  }
}
