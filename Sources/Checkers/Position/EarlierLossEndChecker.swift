import Device
import HAL

/// A loss of an earlier life that is still open is over with the first position of this one, and the device says so.
///
/// A fix may be held back for a while, as after any loss (`LostPositionChecker`).
struct EarlierLossEndChecker: Checker {
  var violation: Violation?

  /// Fixes without a fault after which the position counts.
  private static let regained = 120
  /// The table may have let go of the loss with more open notices than these.
  private static let few = 40

  /// Nil: the position has been found, or the power has gone.
  private var earlier: EarlierLoss?
  private var open: [NoticeID] = []
  /// The records are coming in. Later ones would undo a life that has begun.
  private var isRestoring = false
  private var sureFixes = 0

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: (earlier, open, isRestoring, sureFixes) = (EarlierLoss(), [], true, 0)
    case .restored(let record): if isRestoring { take(record) }
    case .setting: break
    default: isRestoring = false
    }
  }

  private mutating func take(_ record: Record) {
    earlier?.take(record)
    switch record {
    case .outbox(.notice(let notice)): open.append(notice.id)
    case .outbox(.closed(let id)), .outbox(.acknowledged(let id, _)):
      open.removeAll { $0 == id }
    default: break
    }
  }

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    isRestoring = false
    guard fix.hasPosition, let earlier, earlier.isOpen, open.count <= EarlierLossEndChecker.few
    else { return }
    sureFixes = fix.isFlawless(truth) ? sureFixes + 1 : 0
    guard sureFixes > EarlierLossEndChecker.regained else { return }
    self.earlier = nil
    fail(
      .lostPositionIsTold, at: truth.now,
      "\(sureFixes) good fixes since a restart, and the loss of before is not said to be over")
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    if case .position(.regained) = action { earlier = nil }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { earlier = nil }
  }
}
