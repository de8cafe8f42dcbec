import Device
import HAL

/// Judges to whom a lost position is told. A device that has had none since its start tells the
/// first caregiver, once. The wearer may well be at home.
///
/// One that has lost a position tells whoever's turn it is, and goes on until somebody answers
/// where the wearer was outside.
struct LostAudienceChecker: Checker {
  var violation: Violation?

  private static let firstOfList: UInt8 = 1

  /// The device knows that the position is lost: it said so, or has told a caregiver.
  private var isLost = false
  /// An earlier life ended outside, or had told of a loss: nobody knows what this one makes of it.
  private var isRestored = false

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: (isLost, isRestored) = (false, false)
    case .restored(.place(let place)): if place != .inside { isRestored = true }
    case .restored(.outbox(.notice(let notice))):
      switch notice.matter {
      case .perimeter, .position: isRestored = true
      default: break
      }
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .position(.lost): (isLost, isRestored) = (true, false)
    case .position(.regained): (isLost, isRestored) = (false, false)
    case .outbox(.queued(let notice)) where notice.matter == .position(.lost):
      let expected = isLost ? 0 : LostAudienceChecker.firstOfList
      isLost = true
      if !isRestored, notice.audience != expected {
        fail(
          .turnsAreKept, at: truth.now,
          "a lost position goes to the audience \(notice.audience), and \(expected) is right")
      }
    default: break
    }
  }
}
