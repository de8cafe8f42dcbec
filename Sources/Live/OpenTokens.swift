import Device
import HAL

/// The tokens of notices that are not finished: their answers are looked for first.
struct OpenTokens {
  /// As many notices as the core holds.
  static let capacity = Outbox.capacity
  private var open: [(id: NoticeID, token: UInt64)] = []

  /// The newest first.
  var newestFirst: [UInt64] { open.reversed().map(\.token) }

  mutating func learn(_ record: Record) {
    switch record {
    case .notice(let notice):
      open.removeAll { $0.id == notice.id }
      if notice.token != 0 { open.append((notice.id, notice.token)) }
      if open.count > OpenTokens.capacity { open.removeFirst() }
    case .noticeAcknowledged(let id, _), .noticeClosed(let id): open.removeAll { $0.id == id }
    case .alive, .place, .reminder, .delivery, .excursion, .excursionsTold, .accompanied, .reading,
      .dose, .doseRemoved, .readingRemoved, .meal, .caregivers:
      break
    }
  }
}
