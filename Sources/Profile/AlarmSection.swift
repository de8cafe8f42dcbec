import Device

/// The `alarms` section: priorities that the caregiver raises. IEC 60601-1-8.
enum AlarmSection {
  static let kinds: [(name: String, value: AlarmKind)] = [
    ("very_low_glucose", .veryLowGlucose), ("low_glucose", .lowGlucose),
    ("help_not_through", .helpNotThrough), ("help", .help), ("left_perimeter", .leftPerimeter),
    ("medication", .medication), ("dose", .dose), ("position_lost", .positionLost),
    ("battery_low", .batteryLow), ("reminder", .reminder), ("not_delivered", .notDelivered),
    ("storage", .storage),
  ]
  static let priorities: [(name: String, value: AlarmPriority)] = [
    ("low", .low), ("medium", .medium), ("high", .high),
  ]

  static func read(_ value: YAMLValue) throws -> [RaisedAlarm] {
    let members = try YAMLMembers(value, known: kinds.map(\.name))
    return try kinds.compactMap { name, kind in
      let priority = try members.read(name) { member in
        let priority = try member.choice(priorities)
        guard priority >= kind.ownPriority else {
          let allowed = priorities.filter { $0.value >= kind.ownPriority }.map(\.name)
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
