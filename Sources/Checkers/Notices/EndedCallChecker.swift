import Device
import HAL

/// A call for help that has ended is answered by an answer to that very call, and by no other. SAFE-5.
///
/// An answer to some other notice says nothing of it: the daily mail still tells that nobody answered the call.
struct EndedCallChecker: Checker {
  var violation: Violation?

  private static let most = 40

  private struct Call {
    var id: NoticeID
    var token: UInt64
    var hasEnded = false
  }

  private var calls: [Call] = []

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: calls = []
    case .restored(.outbox(let record)): keep(record)
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    guard case .store(.outbox(let record)) = action else { return }
    if case .acknowledged(let id, _) = record { judge(id, event, truth) }
    keep(record)
  }

  private mutating func judge(_ id: NoticeID, _ event: Event, _ truth: Truth) {
    guard let call = calls.first(where: { $0.id == id }), call.hasEnded else { return }
    if case .message(.acknowledged(let token, _)) = event.kind, token == call.token { return }
    fail(
      .outcomeIsSaid, at: truth.now,
      "call \(id.boot).\(id.number) has ended, and counts as answered by an answer to something else"
    )
  }

  private mutating func keep(_ record: OutboxRecord) {
    switch record {
    case .notice(let notice):
      guard notice.matter == .help, !calls.contains(where: { $0.id == notice.id }) else { return }
      if calls.count == EndedCallChecker.most { calls.removeFirst() }
      calls.append(Call(id: notice.id, token: notice.token))
    case .closed(let id):
      for i in calls.indices where calls[i].id == id { calls[i].hasEnded = true }
    case .acknowledged, .delivery, .excursion, .excursionsTold, .caregivers, .homeOwed: break
    }
  }
}
