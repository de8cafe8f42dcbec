import Device
import Names

/// The `alarms` section: priorities that the caregiver raises. IEC 60601-1-8.
enum AlarmSection {
  static func read(_ value: YAMLValue) throws -> [RaisedAlarm] {
    let members = try YAMLMembers(value, known: AlarmKind.spellings.map(\.name))
    return try AlarmKind.spellings.compactMap { kind, name in
      let priority = try members.read(name) { member in
        let priority: AlarmPriority = try member.spelled()
        guard priority >= kind.ownPriority else {
          let allowed = AlarmPriority.spellings.filter { $0.value >= kind.ownPriority }.map(\.name)
          throw member.refuse(
            "is \(member.shown); expected \(allowed.joined(separator: " or ")): a profile raises a "
              + "priority and never lowers one")
        }
        return priority
      }
      return priority.flatMap { $0 > kind.ownPriority ? RaisedAlarm(kind, $0) : nil }
    }
  }
}

/// An alarm that comes with a higher priority than its own.
public struct RaisedAlarm: Equatable, Sendable {
  public var kind: AlarmKind
  public var priority: AlarmPriority

  init(_ kind: AlarmKind, _ priority: AlarmPriority) {
    self.kind = kind
    self.priority = priority
  }
}
