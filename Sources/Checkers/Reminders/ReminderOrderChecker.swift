import Device
import HAL

/// The mail that a reminder was missed or not answered is made before the record that says so. A power cut between
/// the two may tell it twice, and never to nobody.
struct ReminderOrderChecker: Checker {
  var violation: Violation?

  /// Records of this very moment.
  private var stored: [(occurrence: Occurrence, state: ReminderState)] = []
  private var now = Instant.start

  mutating func see(_ event: Event, _ truth: Truth) { stored = [] }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    // A fix is no event here.
    if truth.now != now { (stored, now) = ([], truth.now) }
    switch action {
    case .store(.reminder(let occurrence, let state, _)): stored.append((occurrence, state))
    case .outbox(.queued(let notice)):
      switch notice.matter {
      case .reminder(.missed(let occurrence)): judge(occurrence, .missed, truth.now)
      case .reminder(.unanswered(let occurrence)): judge(occurrence, .escalated, truth.now)
      default: break
      }
    default: break
    }
  }

  private mutating func judge(_ occurrence: Occurrence, _ state: ReminderState, _ now: Instant) {
    guard stored.contains(where: { $0 == (occurrence, state) }) else { return }
    fail(
      .unansweredReachesCaregiver, at: now,
      "\(occurrence.name) is written down as told, and its mail is made only then")
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { stored = [] }
  }
}
