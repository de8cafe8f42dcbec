import Device
import HAL

/// Whoever was told of low glucose is told that it is over, or that nobody confirmed its end. SAFE-2.
struct LowAudienceChecker: Checker {
  var violation: Violation?

  private var lows: [NoticeID] = []
  /// Bit 0 the first caregiver.
  private var told: UInt8 = 0
  private var isOver = false
  private var people: [UInt32] = []

  mutating func see(_ event: Event, _ truth: Truth) {
    // Of an earlier life the records speak; another list of people is judged elsewhere.
    if case .booted = event.kind { forget() }
    if truth.household.caregivers.map(\.who) != people {
      people = truth.household.caregivers.map(\.who)
      forget()
    }
  }

  private mutating func forget() { (lows, told, isOver) = ([], 0, false) }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .outbox(.queued(let notice)):
      switch notice.matter {
      case .glucose(.low):
        if isOver { forget() }
        if lows.count > 60 { lows.removeFirst(20) }
        lows.append(notice.id)
      case .glucose(.lowOver):
        isOver = true
        guard told & ~notice.audience != 0 else { return }
        fail(
          .namedWereTold, at: truth.now,
          "the end of low glucose goes to \(notice.audience), and \(told) knew of it (bits)")
      default: break
      }
    case .outbox(.delivered(let id, let to)):
      if lows.contains(id), to.caregiver < 4 { told |= 1 << to.caregiver }
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .reloaded = change { forget() }
  }
}
