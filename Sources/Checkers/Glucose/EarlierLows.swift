import Device
import HAL

/// The end of a low is told once, also over a restart. Its notice says how old the low reading is, whichever life
/// it comes from. SAFE-2.
struct EarlierLows: Sendable {
  /// Fixes under way put a clock back by a minute; minutes of the wall are rounded.
  private static let slack: Int64 = 3
  /// A date so far ahead of its coming in is capped to that.
  private static let ahead: Int64 = 60_000
  /// No clock says when the reading was taken.
  private static let unknown = Int16.min
  /// A full table of readings forgets some.
  private static let most = 50
  /// Minutes after which nobody hears any more that an end is not confirmed. It waits for 30 at most, and counts for
  /// four hours from then on.
  private static let isPast: Int16 = 30 + 240 + 5

  /// A reading by its last record.
  private struct Dated: Sendable {
    var id: EntryID
    var result: MeterResult
    var taken: Int64
    /// Some date of it lay ahead.
    var isAhead: Bool
  }

  private(set) var violation: Violation?
  private var readings: [Dated] = []
  /// The low whose measured end was told last, and no low since.
  private var over: MeterResult?
  private var restored: [EntryID] = []
  /// An earlier life told of a date ahead, maybe by a wrong clock: such a reading counts as of then.
  private var hasHeld = false
  /// Readings were changed in this life: one may have another date than when its end was seen.
  private var isEdited = false

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: (over, restored, hasHeld, isEdited) = (nil, [], false, false)
    case .restored(let record): restore(record)
    case .edited(let record):
      if record.isReading { isEdited = true }
      edit(record, truth)
    case .reading(let reading): if reading.result.milligrams < 70 { over = nil }
    default: break
    }
  }

  /// The medium gives back what the device knows of an earlier life, in its order.
  private mutating func restore(_ record: Record) {
    switch record {
    case .outbox(.notice(let notice)):
      switch notice.matter {
      case .glucose(.low): over = nil
      case .glucose(.lowOver(let end)): tell(end)
      case .dose(.entryAhead): hasHeld = true
      default: break
      }
    // A low that follows, or a reading that was changed, may open one anew.
    case .diary(.reading(let reading)):
      if reading.result.milligrams < 70 || restored.contains(reading.id) { over = nil }
      restored.append(reading.id)
    case .diary(.readingRemoved): over = nil
    default: break
    }
  }

  /// One that ended by an edit or by its age may come back without any word of it.
  private mutating func tell(_ end: LowGlucoseOver) {
    if !end.isUnconfirmed { over = end.cause == .measured ? end.low : nil }
  }

  private mutating func edit(_ record: Record, _ truth: Truth) {
    switch record {
    case .diary(.reading(let reading)):
      over = nil
      put(reading, truth)
    case .diary(.readingRemoved(let id)):
      over = nil
      readings.removeAll { $0.id == id }
    default: break
    }
  }

  private mutating func put(_ reading: DiaryReading, _ truth: Truth) {
    let taken = reading.taken.milliseconds
    let known = readings.first { $0.id == reading.id }
    readings.removeAll { $0.id == reading.id }
    if readings.count > 250 { readings.removeFirst(100) }
    let isAhead = taken - truth.wall.milliseconds > EarlierLows.ahead || known?.isAhead ?? false
    readings.append(Dated(id: reading.id, result: reading.result, taken: taken, isAhead: isAhead))
  }

  mutating func see(_ action: Action, _ book: DiaryBook, _ truth: Truth) {
    switch action {
    case .store(.diary(.reading(let reading))): put(reading, truth)
    case .glucose(.low): over = nil
    case .outbox(.queued(let notice)):
      switch notice.matter {
      case .glucose(.low): over = nil
      case .glucose(.lowOver(let end)):
        if isPlain(book, truth) { judge(end, book, truth) }
        tell(end)
      default: break
      }
    default: break
    }
  }

  private func isPlain(_ book: DiaryBook, _ truth: Truth) -> Bool {
    truth.areClocksGood && truth.isStorageGood && book.isSure && !book.hasLost
      && book.readings.count < EarlierLows.most
  }

  private mutating func judge(_ end: LowGlucoseOver, _ book: DiaryBook, _ truth: Truth) {
    if !end.isUnconfirmed, let over, over.isClose(to: end.low) {
      fail("the end of \(over) is told once more", truth.now)
    }
    if end.isUnconfirmed, !isEdited, end.endAge > EarlierLows.isPast {
      fail(
        "an end \(end.endAge) minutes ago is told as not confirmed", truth.now,
        by: .lowIsMeasuredAgain)
    }
    guard !hasHeld, end.cause == .measured || end.cause == .old,
      end.lowAge != EarlierLows.unknown
    else { return }
    // Another one with that result may be meant, also one that is not stored yet.
    let known = readings.filter { $0.result.isClose(to: end.low) }
    let hasUnstored = book.readings.contains { $0.id == nil && $0.result.isClose(to: end.low) }
    guard known.count == 1, let low = known.first, !low.isAhead, !hasUnstored else { return }
    let age = (truth.wall.milliseconds - low.taken) / 60_000
    if (Int64(end.lowAge) - age).magnitude > EarlierLows.slack {
      fail("a low of \(age) minutes ago is told as one of \(end.lowAge)", truth.now)
    }
  }

  private mutating func fail(
    _ what: String, _ now: Instant, by invariant: Invariant = .lowOverIsTold
  ) {
    guard violation == nil else { return }
    violation = Violation(invariant: invariant, at: now, what: what)
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    // A running device hears of it in an event.
    if case .edited(let record) = change, !truth.isPowered { edit(record, truth) }
  }
}
