import Device
import HAL

/// A device that starts without knowing where the wearer is tells it after 15 minutes without a position.
/// A lost position that was told is closed once somebody is with the wearer.
struct FirstPlaceChecker: Checker {
  var violation: Violation?

  private static let patience = Milliseconds.seconds(15 * 60)
  private static let slack = Milliseconds.seconds(120)

  /// It waits for a first position since then; nil: it knows one, or need not wait.
  private var waits: Instant?
  /// The notice of a lost position that is open, and one that must end in this turn.
  private var open: NoticeID?
  /// People in the list whose server took it. Without any it still goes out, once.
  private var told: Set<UInt32> = []
  private var over: NoticeID?

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    if fix.hasPosition { waits = nil }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    judge(truth)
    switch event.kind {
    case .booted: (waits, open) = (truth.now, nil)
    // An earlier life may have known the place, and nobody watches always.
    case .restored(.place), .restored(.alive), .restored(.accompanied), .restored(.outbox):
      waits = nil
    case .setting(.end):
      let household = truth.household
      // Nobody of a new list may know of it; then it goes to the new first one, in company too.
      told = truth.hasProfile ? told.filter { household.place(of: $0) != nil } : []
      let isWatched = household.watch.isEmpty && household.accompanied == nil
      if !isWatched || !truth.hasProfile || waits.map({ $0 < truth.now }) ?? false { waits = nil }
    default: break
    }
  }

  private mutating func judge(_ truth: Truth) {
    if over != nil {
      over = nil
      fail(
        .lostPositionIsTold, at: truth.now,
        "somebody is with the wearer, and a lost position stays open")
    }
    guard let since = waits, truth.isPowered,
      truth.now - since > FirstPlaceChecker.patience + FirstPlaceChecker.slack
    else { return }
    waits = nil
    fail(.lostPositionIsTold, at: truth.now, "no position since the start, and nobody is told")
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .outbox(.queued(let notice)):
      guard notice.matter == .position(.lost) else { return }
      (open, told) = (notice.id, [])
      if let since = waits, truth.now - since < FirstPlaceChecker.patience {
        fail(
          .lostPositionIsTold, at: truth.now,
          "a first position is missed before 15 minutes are over")
      }
      waits = nil
    case .store(.outbox(.closed(let id))), .store(.outbox(.acknowledged(let id, _))):
      if open == id { open = nil }
      if over == id { over = nil }
    case .position(.regained): open = nil
    case .company(.accompanied(let until)):
      waits = nil
      if until != nil, !told.isEmpty { over = open }
    case .store(.outbox(.delivery(let id, let recipient, .accepted))) where id == open:
      told.insert(truth.household.person(at: recipient.caregiver))
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { (waits, open, over) = (nil, nil, nil) }
  }
}
