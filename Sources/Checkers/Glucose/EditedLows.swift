import Device
import HAL

/// A low that was told, and that somebody deletes or changes, is over: that is told at once, with what ended it.
/// Another low that stands is told anew in the same moment. SAFE-2.
///
/// It judges a low of this life that is surely the newest reading, while the device is sure of the time.
struct EditedLows: Sendable {
  /// A little less than the time for which a reading speaks.
  private static let counts: Int64 = 3 * 3_600_000 - 120_000
  /// A full table of readings forgets some.
  private static let most = 40

  private struct Owed: Sendable {
    var at: Instant
    var low: MeterResult
    /// Nil: it was deleted.
    var ended: MeterResult?
    /// No other low was in the diary.
    var isAlone: Bool
    /// A notice of this low must follow; nil: of any.
    var next: MeterResult?
    var needsNext: Bool
  }

  private(set) var violation: Violation?
  /// Notices of lows since the last end.
  private var told: [(result: MeterResult, at: Instant)] = []
  private var owed: Owed?
  /// Notices of this very event.
  private var overs: [LowGlucoseOver] = []
  private var lows: [MeterResult] = []

  mutating func see(_ event: Event, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth) {
    judge()
    (overs, lows) = ([], [])
    switch event.kind {
    case .booted: told = []
    case .edited(.diary(.readingRemoved(let id))): owe(id, nil, before, book, truth)
    case .edited(.diary(.reading(let reading))):
      owe(reading.id, reading.result, before, book, truth)
    default: break
    }
  }

  private mutating func owe(
    _ id: EntryID, _ now: MeterResult?, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth
  ) {
    guard let low = before.surelyNewest, low.id == id, low.isLow,
      before.readings.count < EditedLows.most, isPlain(low, before, truth),
      let last = told.last(where: { $0.result == low.result }), last.at >= low.arrived
    else { return }
    let others = before.readings.filter { $0.isLow && $0.id != id }
    var owed = Owed(
      at: truth.now, low: low.result, ended: now, isAlone: others.isEmpty, needsNext: false)
    if let now {
      guard !now.isClose(to: low.result), now.milligrams <= 600 else { return }
      if now.milligrams < 70 {
        // A reading with another date may give its place to another one.
        guard now.milligrams >= 20, let new = book.surelyNewest, new.id == id,
          new.wall == low.wall
        else { return }
        (owed.next, owed.needsNext) = (now, true)
      }
    } else {
      owed.needsNext = others.contains { stands($0, before, truth) }
    }
    self.owed = owed
  }

  /// It came in this life, under a clock that was sure, and has a time and an age that count.
  private func isPlain(_ low: DiaryBook.Reading, _ book: DiaryBook, _ truth: Truth) -> Bool {
    guard truth.isPowered, truth.areClocksGood, truth.isStorageGood, book.isSure, !book.hasLost,
      let since = book.trustedSince
    else { return false }
    return low.life == book.life && low.arrived > since && low.wall <= low.first
      && truth.wall.milliseconds - low.wall < EditedLows.counts
      && (truth.now - low.arrived).count < EditedLows.counts
  }

  /// No reading may be later and well, and none is the same once more.
  private func stands(_ low: DiaryBook.Reading, _ book: DiaryBook, _ truth: Truth) -> Bool {
    guard isPlain(low, book, truth) else { return false }
    let same = book.readings.filter {
      $0.result == low.result && ($0.wall - low.wall).magnitude < 120_000
    }
    return same.count == 1
      && !book.readings.contains { !$0.isLow && book.mayBeLater($0, than: low) }
  }

  mutating func see(_ action: Action, _ truth: Truth) {
    guard case .outbox(.queued(let notice)) = action else { return }
    switch notice.matter {
    case .glucose(.low(let result, _, _)):
      if told.count > 40 { told.removeFirst(20) }
      told.append((result, truth.now))
      lows.append(result)
    case .glucose(.lowOver(let over)):
      guard !over.isUnconfirmed else { return }
      told = []
      overs.append(over)
    default: break
    }
  }

  private mutating func judge() {
    guard let owed else { return }
    self.owed = nil
    let right = overs.contains { over in
      guard over.low.isClose(to: owed.low) else { return false }
      guard let ended = owed.ended else { return over.cause == .removed }
      return over.cause == .corrected && over.ended?.isClose(to: ended) ?? false
    }
    let what = "\(owed.low) is \(owed.ended.map { "changed to \($0)" } ?? "deleted")"
    if !right {
      fail("\(what), and its end is not told as that", owed.at)
    } else if owed.isAlone, overs.count > 1 {
      fail("\(what), and its end is told twice", owed.at)
    } else if owed.needsNext, owed.next.map({ !lows.contains($0) }) ?? lows.isEmpty {
      fail("\(what), and the low that stands is not told", owed.at)
    }
  }

  private mutating func fail(_ what: String, _ now: Instant) {
    guard violation == nil else { return }
    violation = Violation(invariant: .lowOverIsTold, at: now, what: what)
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    // The power may have gone in the middle of what the edit brings.
    case .powerCut: (owed, told) = (nil, [])
    case .recordsLost: owed = nil
    case .end: judge()
    default: break
    }
  }
}
