/// IEC 60601-1-8.
public enum AlarmPriority: UInt8, Comparable, Sendable {
  case low = 1
  case medium = 2
  case high = 3
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// The kinds of alarm. Each kind sounds at most once at a time, so the table of them never fills up.
public enum AlarmKind: UInt8, Sendable {
  case veryLowGlucose = 1
  case lowGlucose = 2
  case helpNotThrough = 3
  /// Help was pressed: the sound that answers the press.
  case help = 4
  case leftPerimeter = 5
  case medication = 6
  case dose = 7
  case positionLost = 8
  case batteryLow = 9
  case reminder = 10
  /// A notice can reach nobody.
  case notDelivered = 11
  /// The device can no longer store anything.
  case storage = 12

  /// The priority below which no profile can push it.
  public var ownPriority: AlarmPriority {
    switch self {
    case .veryLowGlucose, .lowGlucose, .helpNotThrough: .high
    case .help, .leftPerimeter, .medication, .dose: .medium
    case .positionLost, .batteryLow, .reminder, .notDelivered, .storage: .low
    }
  }
}
