import Device
import HAL

/// The tokens of notices that are not finished: their answers are looked for first.
struct OpenTokens {
  /// The number of notices that the core holds.
  static let capacity = Outbox.capacity
  private var open: [(id: NoticeID, token: UInt64)] = []

  /// The newest first.
  var newestFirst: [UInt64] { open.reversed().map(\.token) }

  mutating func learn(_ record: Record) {
    switch record {
    case .outbox(.notice(let notice)):
      open.removeAll { $0.id == notice.id }
      if notice.token != 0 { open.append((notice.id, notice.token)) }
      if open.count > OpenTokens.capacity { open.removeFirst() }
    case .outbox(.acknowledged(let id, _)), .outbox(.closed(let id)): open.removeAll { $0.id == id }
    case .alive, .place, .reminder, .outbox(.delivery), .outbox(.excursion),
      .outbox(.excursionsTold), .accompanied, .diary, .meal,
      .outbox(.caregivers), .outbox(.homeOwed):
      break
    }
  }
}
