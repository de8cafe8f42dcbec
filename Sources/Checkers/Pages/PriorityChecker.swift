import Device

/// An alarm has the priority of its kind (IEC 60601-1-8), or the higher one to which the profile raises
/// it. An alarm that begins in silence sounds like that.
struct PriorityChecker: Checker {
  var violation: Violation?

  private var staged: [(AlarmKind, AlarmPriority)] = []
  private var raised: [(AlarmKind, AlarmPriority)] = []
  private var isWhole = true
  /// Begun in this event with nothing else about.
  private var begun: AlarmPriority?

  mutating func see(_ event: Event, _ truth: Truth) {
    begun = nil
    switch event.kind {
    case .booted: raised = []
    case .setting(.begin):
      staged = []
      isWhole = false
    case .setting(.priority(let kind, let priority)):
      staged.append((kind, priority))
    case .setting(.end):
      raised = staged
      isWhole = true
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .alarm(.started(let kind, let priority)): judge(kind, priority, truth)
    case .alarm(.sound(let burst)):
      guard let begun else { return }
      self.begun = nil
      if begun == .high && burst != .high || begun == .medium && burst < .medium {
        fail(
          .alarmSounds, at: truth.now, "an alarm of \(begun) priority begins with a \(burst) sound")
      }
    default: break
    }
  }

  private mutating func judge(_ kind: AlarmKind, _ priority: AlarmPriority, _ truth: Truth) {
    guard isWhole else { return }
    let profile = raised.last { $0.0 == kind }?.1 ?? .low
    let documented = max(kind.documentedPriority, profile)
    if priority != documented {
      fail(
        .figuresAreDocumented, at: truth.now,
        "the alarm of \(kind) has \(priority) priority, and \(documented) is right")
    }
    if !kind.isCall { begun = max(begun ?? priority, priority) }
  }
}

extension AlarmKind {
  /// The priority below which no profile can push an alarm (requirements, IEC 60601-1-8).
  fileprivate var documentedPriority: AlarmPriority {
    switch self {
    case .veryLowGlucose, .lowGlucose, .helpNotThrough: .high
    case .help, .leftPerimeter, .medication, .dose: .medium
    case .positionLost, .batteryLow, .reminder, .notDelivered, .storage: .low
    }
  }

  /// It has a sound of its own.
  fileprivate var isCall: Bool {
    switch self {
    case .help, .medication, .dose, .reminder: true
    case .veryLowGlucose, .lowGlucose, .helpNotThrough, .leftPerimeter, .positionLost, .batteryLow,
      .notDelivered, .storage:
      false
    }
  }
}
