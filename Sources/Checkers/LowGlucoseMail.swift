import Device
import HAL

/// The notices of low glucose that no server has taken yet, and what stands in their way.
struct LowGlucoseMail: Sendable {
  private static let within = Milliseconds.seconds(120)

  private struct Owed {
    var id: NoticeID
    /// Since when nothing stands in its way.
    var free: Instant
  }
  private struct Flight {
    var id: NoticeID
    var recipient: Recipient
  }

  private var owed: [Owed] = []
  /// Attempts that wait for an answer from before the network was good.
  private var flights: [Flight] = []
  private(set) var tokens: [UInt64] = []

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted:
      flights.removeAll()
      for i in owed.indices where truth.isNetworkGood { owed[i].free = truth.now + .seconds(5) }
    case .answer(let answer):
      flights.removeAll { $0.id == answer.notice && $0.recipient == answer.recipient }
    default: break
    }
    // Nobody is known whom it could reach.
    if !truth.hasProfile {
      for i in owed.indices where owed[i].free != .never {
        owed[i].free = max(owed[i].free, truth.now)
      }
    }
    // What waits for the end of an old attempt is not free yet.
    if !flights.isEmpty, truth.isNetworkGood {
      for i in owed.indices where owed[i].free != .never {
        owed[i].free = max(owed[i].free, truth.now)
      }
    }
  }

  mutating func see(_ action: Action, _ truth: Truth) {
    switch action {
    case .outbox(.queued(let notice)):
      guard case .glucose(.low) = notice.matter else { return }
      if tokens.count > 50 { tokens.removeFirst(25) }
      tokens.append(notice.token)
      owed.append(Owed(id: notice.id, free: truth.isNetworkGood ? truth.now : .never))
    case .outbox(.send(let dispatch)):
      if !truth.isNetworkGood {
        flights.append(Flight(id: dispatch.notice.id, recipient: dispatch.recipient))
      }
    case .outbox(.delivered(let id, _)), .outbox(.acknowledged(let id, _)),
      .outbox(.failed(let id, _)):
      owed.removeAll { $0.id == id }
    case .store(.outbox(.closed(let id))):
      // A newer one of the same says it all, or it is over: judged by `UrgentChecker`.
      owed.removeAll { $0.id == id }
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .taken(let id, _, _): owed.removeAll { $0.id == id }
    case .networkGood(let isGood):
      for i in owed.indices { owed[i].free = isGood && truth.isPowered ? truth.now : .never }
    case .powerCut:
      flights.removeAll()
      for i in owed.indices { owed[i].free = .never }
    case .recordsLost: forget()
    default: break
    }
  }

  /// What a restart did not give back.
  mutating func forget() { owed.removeAll() }

  func overdue(_ truth: Truth) -> NoticeID? {
    guard truth.isPowered, truth.hasProfile else { return nil }
    return owed.first { $0.free != .never && truth.now - $0.free > LowGlucoseMail.within }?.id
  }
}
