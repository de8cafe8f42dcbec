import Device
import HAL

/// A low whose ending reading somebody deletes stands again, alarms and is told: also when an earlier life had told its
/// end. SAFE-1, SAFE-2.
///
/// It judges where that low is surely the newest reading then, and a running device is sure of the time.
struct DeletedEndings: Sendable {
  /// A little less than the time for which a reading speaks.
  private static let counts: Int64 = 3 * 3_600_000 - 140_000
  /// A burst of high priority that goes on already is not begun anew.
  private static let burst = Milliseconds.seconds(10)
  /// A full table of readings forgets some.
  private static let most = 40

  private(set) var violation: Violation?
  /// The end that was told last, and nothing of a low since.
  private var end: (low: MeterResult, by: MeterResult)?
  private var duty: (at: Instant, low: MeterResult, what: String)?
  /// A notice of that low was made in the event of the deletion.
  private var isTold = false
  private var lastHigh: Instant?
  /// A clock was wrong in this life or in one before: dates in the diary may be, too.
  private var hasEverLied = false

  mutating func see(_ event: Event, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth) {
    judge()
    if !truth.areClocksGood { hasEverLied = true }
    switch event.kind {
    case .booted: lastHigh = nil
    case .edited(.diary(.readingRemoved(let id))): owe(id, before, book, truth)
    default: break
    }
  }

  private mutating func owe(
    _ id: EntryID, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth
  ) {
    guard let end, isPlain(before, truth),
      let gone = before.readings.first(where: { $0.id == id }), gone.result.isClose(to: end.by),
      let low = book.surelyNewest, low.isLow, low.result.isClose(to: end.low),
      before.isSurelyLater(gone, than: low), low.wall <= low.first,
      truth.wall.milliseconds - low.wall < DeletedEndings.counts,
      // Another value that is the same may be the one that was meant.
      book.readings.filter({ $0.result.isClose(to: low.result) }).count == 1
    else { return }
    isTold = false
    duty = (
      truth.now, low.result, "\(low.result) was over, and the reading that ended it is deleted"
    )
  }

  private func isPlain(_ book: DiaryBook, _ truth: Truth) -> Bool {
    truth.isPowered && truth.areClocksGood && truth.isStorageGood && !hasEverLied && book.isSure
      && !book.hasLost && book.readings.count < DeletedEndings.most
  }

  mutating func see(_ action: Action, _ truth: Truth) {
    switch action {
    case .alarm(.sound(.high)): lastHigh = truth.now
    case .alarm(.started(.lowGlucose, _)), .alarm(.started(.veryLowGlucose, _)): end = nil
    case .outbox(.queued(let notice)):
      switch notice.matter {
      case .glucose(.low(let result, _, _)):
        end = nil
        if let duty, duty.low.isClose(to: result) { isTold = true }
      case .glucose(.lowOver(let over)):
        guard !over.isUnconfirmed else { return }
        end = over.cause == .measured ? over.ended.map { (over.low, $0) } : nil
      default: break
      }
    default: break
    }
  }

  private mutating func judge() {
    guard let (at, _, what) = duty else { return }
    duty = nil
    guard violation == nil else { return }
    if lastHigh.map({ at - $0 > DeletedEndings.burst }) ?? true {
      violation = Violation(
        invariant: .lowAlarmsHoweverItCame, at: at, what: "\(what), and no alarm")
    } else if !isTold {
      violation = Violation(
        invariant: .lowAlarmsHoweverItCame, at: at, what: "\(what), and nobody is told")
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut: (duty, lastHigh) = (nil, nil)
    case .recordsLost: (duty, end) = (nil, nil)
    case .clocksGood(false): hasEverLied = true
    case .end: judge()
    default: break
    }
  }
}
