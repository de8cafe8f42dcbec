import Device
import HAL

/// A device is given back at its start the records that were stored, word for word and in that order.
struct RecordsChecker: Checker {
  var violation: Violation?

  private var stored: [Record] = []
  /// The index of the first record that may come next.
  private var next = 0

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: next = 0
    case .restored(let record):
      guard
        let place = stored[next...].firstIndex(where: {
          $0 == record || $0.isOf(record) && record.saysLongestAge
        })
      else {
        let was = stored[next...].first { $0.isOf(record) }
        return fail(
          .recordsComeBack, at: truth.now,
          "a record comes back that was never stored: \(record), was: \(was.map { "\($0)" } ?? "none")"
        )
      }
      next = place + 1
    // The editor stored it; a device that is off hears of it at its start.
    case .edited(let record): stored.append(record)
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    if case .store(let record) = action { stored.append(record) }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .edited(let record) = change, !truth.isPowered { stored.append(record) }
  }
}

extension Record {
  /// Both records hold the same notice.
  fileprivate func isOf(_ other: Record) -> Bool {
    if case .outbox(.notice(let mine)) = self, case .outbox(.notice(let yours)) = other {
      return mine.id == yours.id
    }
    return false
  }

  /// A notice keeps no more than 17 years as the age of its position.
  fileprivate var saysLongestAge: Bool {
    if case .outbox(.notice(let notice)) = self {
      notice.age.count == 549_755_813_887
    } else {
      false
    }
  }
}
