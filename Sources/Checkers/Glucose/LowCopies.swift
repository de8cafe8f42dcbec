import Device
import HAL

/// Somebody writes down by hand the low that a meter sent, and that is open: nothing of it is news. SAFE-1, SAFE-5.
struct LowCopies: Sendable {
  /// Milliseconds that surely make it the same reading.
  private static let same: UInt64 = 50_000
  /// The device may tell late what it has not told yet, in this time.
  private static let settled = Milliseconds.seconds(10)

  private(set) var violation: Violation?
  /// Lows that were told in this life, and no end since.
  private var told: [(result: MeterResult, at: Instant)] = []
  /// A copy that nothing else has followed.
  private var copy: DiaryBook.Reading?

  mutating func see(_ event: Event, _ facts: LowFacts, _ truth: Truth) {
    switch event.kind {
    case .booted: (told, copy) = ([], nil)
    case .reading, .key: copy = nil
    case .edited(let record):
      guard record.isReading else { return }
      copy = nil
      guard let new = facts.book.readings.last, facts.isPlain(truth), isCopy(new, facts, truth)
      else { return }
      copy = new
    default: break
    }
  }

  private func isCopy(_ new: DiaryBook.Reading, _ facts: LowFacts, _ truth: Truth) -> Bool {
    guard new.isLow, new.at == nil, let id = new.id, id.value >> 32 == 0,
      let known = told.last(where: { $0.result == new.result }),
      truth.now - known.at > LowCopies.settled
    else { return false }
    let values = facts.book.readings.filter { $0.result.isClose(to: new.result) }
    guard values.count == 2, let own = values.first(where: { $0.at != nil }),
      own.life == facts.book.life, own.arrived <= known.at
    else { return false }
    return (own.wall - new.wall).magnitude < LowCopies.same
  }

  mutating func see(_ action: Action, _ facts: LowFacts, _ truth: Truth) {
    switch action {
    case .glucose(.low(let result, _)):
      if let copy, copy.result == result, violation == nil {
        violation = Violation(
          invariant: .sameReadingIsNoNewLow, at: truth.now,
          what: "\(result), which a meter sent, is written down, and is told as a new low")
      }
    case .outbox(.queued(let notice)):
      switch notice.matter {
      case .glucose(.low(let result, _, _)):
        if told.count > 40 { told.removeFirst(20) }
        told.append((result, truth.now))
      case .glucose(.lowOver): (told, copy) = ([], nil)
      default: break
      }
    default: break
    }
  }
}
