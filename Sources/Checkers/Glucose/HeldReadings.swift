import Device
import HAL

/// A reading that was told as dated ahead never ends a low that a meter measured after that. So it is
/// when its date has passed and the device has started again. SAFE-1.
struct HeldReadings: Sendable {
  /// A full table of readings forgets some.
  private static let most = 40

  private struct Held: Sendable {
    var id: EntryID
    var result: MeterResult
    var at: Instant
    /// This life knows of it: from the mail that it made, or from that mail's record.
    var isKnown = true
  }

  private(set) var violation: Violation?
  private var held: [Held] = []
  /// Lows of a meter, and nothing was changed in the diary since.
  private var lows: [(result: MeterResult, at: Instant)] = []
  private var hasEverLied = false

  mutating func see(_ event: Event, _ truth: Truth) {
    if !truth.areClocksGood { hasEverLied = true }
    switch event.kind {
    case .booted: for i in held.indices { held[i].isKnown = false }
    case .restored(.outbox(.notice(let notice))):
      guard case .dose(.entryAhead(let entry)) = notice.matter, !entry.isDose, notice.made != nil,
        let i = held.firstIndex(where: { $0.id == entry.id })
      else { return }
      held[i].isKnown = true
    case .reading(let reading):
      if reading.result.milligrams < 70, reading.age.count >= 0, reading.age.count < 1000 {
        lows.append((reading.result, truth.now))
      }
    case .edited(let record): edit(record)
    default: break
    }
  }

  private mutating func edit(_ record: Record) {
    switch record {
    case .diary(.reading(let reading)):
      held.removeAll { $0.id == reading.id }
      lows = []
    case .diary(.readingRemoved(let id)):
      held.removeAll { $0.id == id }
      lows = []
    default: break
    }
  }

  mutating func see(_ action: Action, _ book: DiaryBook, _ truth: Truth) {
    switch action {
    case .store(.outbox(.notice(let notice))):
      guard case .dose(.entryAhead(let entry)) = notice.matter, !entry.isDose, notice.made != nil,
        let reading = book.readings.first(where: { $0.id == entry.id }), !reading.isLow
      else { return }
      held.removeAll { $0.id == entry.id }
      held.append(Held(id: entry.id, result: reading.result, at: truth.now))
    case .glucose(.lowOver(let over)): judge(over, book, truth)
    default: break
    }
  }

  private mutating func judge(_ over: LowGlucoseOver, _ book: DiaryBook, _ truth: Truth) {
    guard over.cause == .measured, let ended = over.ended, truth.areClocksGood, !hasEverLied,
      truth.isStorageGood, !book.hasLost, book.readings.count < HeldReadings.most,
      let reading = held.first(where: { $0.isKnown && $0.result.isClose(to: ended) }),
      let low = lows.last(where: { $0.result.isClose(to: over.low) }),
      low.at > reading.at + .seconds(1),
      // Another one with such a value may be meant.
      book.readings.filter({ $0.result.isClose(to: ended) }).count == 1,
      book.readings.filter({ $0.result.isClose(to: over.low) }).count == 1
    else { return }
    guard violation == nil else { return }
    violation = Violation(
      invariant: .lowOverIsTold, at: truth.now,
      what: "\(over.low) is told as ended by \(ended), which was in the diary before it")
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .edited(let record): edit(record)
    case .recordsLost: (held, lows) = ([], [])
    case .clocksGood(false): hasEverLied = true
    default: break
    }
  }
}
