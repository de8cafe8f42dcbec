import Device
import HAL

/// Lows that somebody wrote down while the device was off. Each is told once the time is known, unless a newer one is
/// as bad. Those dated ahead stand in no order: each is told, and the very low ones come first. SAFE-1.
struct WrittenLows: Sendable {
  private static let counts: Int64 = 3 * 3_600_000
  private static let hour = Milliseconds.seconds(3600)
  /// A device that starts takes its life up in this time.
  private static let resumes = Milliseconds.seconds(6)
  /// The device tells two in one round, and the others at once.
  private static let tells = Milliseconds.seconds(2)
  /// A full table of readings forgets some.
  private static let most = 40

  private struct Low: Sendable {
    var id: EntryID
    var result: MeterResult
    var taken: Int64
    var isTold = false
    var isVery: Bool { result.milligrams < 54 }

    func isAhead(of wall: Int64) -> Bool { taken > wall + DiaryBook.apart + DiaryBook.slack }
  }

  private(set) var violation: Violation?
  private var owed: [Low] = []
  /// Results of notices that came back: one of them may stand for another reading.
  private var earlier: [MeterResult] = []
  private var booted = Instant.start
  /// A clock was wrong in this life or in one before: dates in the diary may be, too.
  private var hasEverLied = false
  /// A low dated ahead that is not very low was told, and the time was known.
  private var hasToldMild = false

  mutating func see(_ event: Event, _ before: DiaryBook, _ truth: Truth) {
    if !truth.areClocksGood { hasEverLied = true }
    if case .booted = event.kind {} else { judge(before, truth) }
    switch event.kind {
    case .booted: (booted, hasToldMild, earlier) = (truth.now, false, [])
    case .restored(.outbox(.notice(let notice))):
      if case .glucose(.low(let result, _, _)) = notice.matter { earlier.append(result) }
    // Another reading may end one of them.
    case .reading, .edited, .key: owed = []
    default: break
    }
  }

  mutating func see(_ action: Action, _ book: DiaryBook, _ truth: Truth) {
    guard !owed.isEmpty, case .outbox(.queued(let notice)) = action,
      case .glucose(.low(let result, _, _)) = notice.matter,
      let i = owed.firstIndex(where: { $0.result == result }), !owed[i].isTold
    else { return }
    owed[i].isTold = true
    let low = owed[i]
    // The dates decide what is told first without a clock.
    guard isPlain(book, truth), low.isAhead(of: truth.wall.milliseconds), isAlone(low, book)
    else { return }
    if !low.isVery {
      hasToldMild = true
    } else if hasToldMild {
      fail("\(low.result) is told behind a low that is not as bad", truth.now)
    }
  }

  private func isPlain(_ book: DiaryBook, _ truth: Truth) -> Bool {
    truth.isPowered && truth.areClocksGood && truth.isStorageGood && truth.hasProfile
      && !hasEverLied && book.isSure && !book.hasLost && book.readings.count < WrittenLows.most
  }

  /// No other reading may be taken for it.
  private func isAlone(_ low: Low, _ book: DiaryBook) -> Bool {
    let same = book.readings.filter { $0.result.isClose(to: low.result) }
    return same.count == 1 && !earlier.contains { $0.isClose(to: low.result) }
  }

  private mutating func judge(_ book: DiaryBook, _ truth: Truth) {
    guard !owed.isEmpty, truth.isPowered else { return }
    guard truth.areClocksGood, truth.isStorageGood, truth.now - booted < WrittenLows.hour else {
      owed = []
      return
    }
    guard let since = book.trustedSince, truth.now - since > WrittenLows.tells,
      truth.now - booted > WrittenLows.resumes
    else { return }
    let all = owed
    owed = []
    guard isPlain(book, truth) else { return }
    let wall = since.milliseconds + truth.wall.milliseconds - truth.now.milliseconds
    for low in all where !low.isTold && isAlone(low, book) && isDue(low, book, wall) {
      fail("\(low.result) was written down while the device was off, and is not told", truth.now)
    }
  }

  private func isDue(_ low: Low, _ book: DiaryBook, _ wall: Int64) -> Bool {
    if low.isAhead(of: wall) { return true }
    guard low.taken < wall - DiaryBook.slack,
      wall - low.taken < WrittenLows.counts - 2 * DiaryBook.slack,
      let reading = book.readings.first(where: { $0.id == low.id })
    else { return false }
    return !book.readings.contains {
      $0.id != low.id && (!$0.isLow || $0.isVery || !low.isVery)
        && book.mayBeLater($0, than: reading)
    }
  }

  mutating func see(_ change: WorldChange, _ before: DiaryBook, _ truth: Truth) {
    switch change {
    // A low that it told in this life counts for the next.
    case .powerCut, .recordsLost: owed = []
    case .clocksGood(false): hasEverLied = true
    case .edited(.diary(.reading(let reading))) where !truth.isPowered:
      owed.removeAll { $0.id == reading.id }
      // The device's own that is brought back was told in an earlier life. Below 20 a value may be a slip.
      guard truth.isStorageGood, reading.result.milligrams < 70, reading.result.milligrams >= 20,
        reading.id.value >> 32 == 0,
        !before.readings.contains(where: { $0.id == reading.id })
      else { return }
      owed.append(
        Low(id: reading.id, result: reading.result, taken: reading.taken.milliseconds))
    case .edited(.diary(.readingRemoved(let id))): owed.removeAll { $0.id == id }
    default: break
    }
  }

  private mutating func fail(_ what: String, _ now: Instant) {
    guard violation == nil else { return }
    violation = Violation(invariant: .lowAlarmsHoweverItCame, at: now, what: what)
  }
}
