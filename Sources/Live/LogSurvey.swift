import Device
import HAL

/// The records of a log that the core gets at a start. After years most of a log is of notices that were finished long
/// ago. All of it would not fit into the memory that the unit allows.
///
/// A first pass notes every record. A second one asks, in the same order, which of them the core needs.
struct LogSurvey {
  /// The records at the end of the log that always count: about two months of a busy wearer.
  static let newest = 16_384
  /// The newest of each kind, however old, but for steps of notices. The core keeps a few hundred of a kind at most.
  static let newestOfKind = 1024

  /// The number of the latest life that numbered a record.
  private(set) var highestBoot: UInt32 = 0
  private var open: Set<UInt64> = []
  /// Notices of entries dated ahead, finished or not: the core holds such an entry for good.
  private var lasting: Set<UInt64> = []
  private var left = Left()

  /// Records that the second pass has still to ask of.
  private struct Left {
    var count = 0
    var ofKind: [UInt64: Int] = [:]
  }

  mutating func note(_ record: Record) {
    highestBoot = max(highestBoot, record.boot)
    left.count += 1
    left.ofKind[record.kind, default: 0] += 1
    switch record {
    case .outbox(.notice(let notice)):
      open.insert(notice.id.value)
      if case .dose(.entryAhead) = notice.matter { lasting.insert(notice.id.value) }
    case .outbox(.acknowledged(let id, _)), .outbox(.closed(let id)): open.remove(id.value)
    case .outbox, .alive, .place, .reminder, .accompanied, .diary, .meal: break
    }
  }

  mutating func needs(_ record: Record) -> Bool {
    let isNewest = left.count <= LogSurvey.newest
    let isNewestOfKind = left.ofKind[record.kind, default: 0] <= LogSurvey.newestOfKind
    left.count -= 1
    left.ofKind[record.kind, default: 0] -= 1
    if isNewest { return true }
    // Half the steps of a notice would open it anew.
    guard let notice = record.notice?.value else { return isNewestOfKind }
    return open.contains(notice) || lasting.contains(notice)
  }
}

extension Record {
  fileprivate var kind: UInt64 { words.words[0] & 0xff }

  /// The notice of which it is a step.
  fileprivate var notice: NoticeID? {
    switch self {
    case .outbox(.notice(let notice)): notice.id
    case .outbox(.delivery(let id, _, _)), .outbox(.acknowledged(let id, _)),
      .outbox(.closed(let id)):
      id
    case .outbox(.excursion), .outbox(.excursionsTold), .outbox(.caregivers), .outbox(.homeOwed),
      .alive, .place, .reminder, .accompanied, .diary, .meal:
      nil
    }
  }
}
