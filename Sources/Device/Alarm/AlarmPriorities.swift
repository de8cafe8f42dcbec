/// The priority of each alarm: its own, or the one to which the profile raised it.
public struct AlarmPriorities: Equatable, Sendable {
  private var raised: InlineArray<12, AlarmPriority>

  /// Each alarm's own.
  public init() {
    raised = InlineArray(repeating: .low)
    for i in 0..<AlarmKind.count {
      if let kind = AlarmKind(index: i) { raised[i] = kind.ownPriority }
    }
  }

  /// The priority that counts for that alarm.
  public subscript(kind: AlarmKind) -> AlarmPriority { raised[kind.index] }

  /// Nothing happens when the alarm is as high or higher by itself: a profile lowers none.
  public mutating func raise(_ kind: AlarmKind, to priority: AlarmPriority) {
    raised[kind.index] = max(kind.ownPriority, priority)
  }

  public static func == (a: Self, b: Self) -> Bool {
    for i in 0..<AlarmKind.count where a.raised[i] != b.raised[i] { return false }
    return true
  }
}

extension AlarmKind {
  /// The number of kinds.
  static let count = 12
  /// Index in tables, from 0.
  var index: Int { Int(rawValue) - 1 }
  init?(index: Int) { self.init(rawValue: UInt8(truncatingIfNeeded: index + 1)) }
}
