import Device
import HAL

/// The page of an alarm that the wearer has silenced hides no other. An alarm that begins meanwhile has
/// its page at once, or one that nobody has silenced has it.
///
/// It judges alarms that are shown for as long as they last. Reminders, and notices that reached nobody,
/// may end in the very turn in which they begin.
struct SilencedPageChecker: Checker {
  var violation: Violation?

  /// An alarm of high priority is silent for two minutes; one of lower priority leaves the screen.
  private static let silence = Milliseconds.seconds(119)
  /// The alarm of a meal or of low glucose may have other pages, or none. It is over after so long.
  private static let dialogue = Milliseconds.seconds(4 * 3600)

  private var page: Page?
  private var silenced: [(kind: AlarmKind, at: Instant)] = []
  /// Alarms that began in this turn.
  private var begun: [AlarmKind] = []
  private var lastDialogue = Instant(milliseconds: -100_000_000)

  mutating func see(_ event: Event, _ truth: Truth) {
    judge(truth.now)
    begun = []
    switch event.kind {
    case .booted: self = SilencedPageChecker(violation: violation)
    // Priorities and open cases may be others.
    case .setting: silenced = []
    // A press of help is a call of its own: its alarm comes anew.
    case .key(let press): if press.key == .help { silenced = [] }
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .show(let page):
      self.page = page
      if !page.saysTrouble { silenced.removeAll { $0.kind == .helpNotThrough } }
    case .alarm(.silenced(let kind)):
      silenced.removeAll { $0.kind == kind }
      silenced.append((kind, truth.now))
      begun.removeAll { $0 == kind }
    case .alarm(.started(let kind, let priority)): begin(kind, priority, event, truth.now)
    case .perimeter(.returned), .company:
      begun.removeAll { $0 == .leftPerimeter || $0 == .positionLost }
    case .position(.regained): begun.removeAll { $0 == .positionLost }
    default: break
    }
  }

  private mutating func begin(
    _ kind: AlarmKind, _ priority: AlarmPriority, _ event: Event, _ now: Instant
  ) {
    silenced.removeAll { $0.kind == kind }
    // One of high priority ends the silence of all others.
    if priority == .high { silenced = [] }
    switch kind {
    case .leftPerimeter, .positionLost, .batteryLow, .storage:
      if case .setting = event.kind { return }
      begun.append(kind)
    case .veryLowGlucose, .lowGlucose, .dose: lastDialogue = now
    case .helpNotThrough, .help, .medication, .reminder, .notDelivered: break
    }
  }

  /// The screen as it stood at the end of the turn.
  private mutating func judge(_ now: Instant) {
    guard let kind = begun.first, now - lastDialogue > SilencedPageChecker.dialogue,
      let shown = page?.alarm, !begun.contains(shown),
      let since = silenced.first(where: { $0.kind == shown })?.at,
      now - since < SilencedPageChecker.silence
    else { return }
    fail(
      .pageIsDue, at: now,
      "the alarm of \(kind) begins, and the screen stays with \(shown), which is silenced")
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    // The cut may have come in the middle of a turn.
    case .powerCut: self = SilencedPageChecker(violation: violation)
    case .reloaded: silenced = []
    default: break
    }
  }
}

extension Page {
  /// The call for help reaches nobody.
  fileprivate var saysTrouble: Bool {
    guard let stage = helpStage?.0 else { return false }
    return stage == .notThrough || stage == .nobody
  }

  /// The alarm whose page it is; nil: none, or it has others to say as well.
  fileprivate var alarm: AlarmKind? {
    switch self {
    case .help: saysTrouble ? .helpNotThrough : nil
    case .leftPerimeter: .leftPerimeter
    case .positionLost: .positionLost
    case .batteryLow: .batteryLow
    case .storageFailed: .storage
    case .home, .reminder, .glucose, .dose, .notDelivered, .noProfile: nil
    }
  }
}
