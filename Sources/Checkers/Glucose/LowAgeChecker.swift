import Device
import HAL

/// A notice of low glucose says how old its reading is when it is made. That holds for another reading, and for a
/// notice that tells a very low reading again. SAFE-1, DIA-7.
///
/// The moment of a reading of the meter or the keys is exact in the life in which it came. The time of what somebody
/// wrote down counts under clocks that never erred. Of two equal readings either may be meant.
struct LowAgeChecker: Checker {
  var violation: Violation?

  /// Milliseconds by which the device may be late.
  private static let slack: Int64 = 5000
  /// The same for a time that a person stated, with two clocks that lie as far apart as they may.
  private static let slackOfDiary = DiaryBook.apart + DiaryBook.slack
  private static let minute: Int64 = 60_000

  private var book = DiaryBook()
  /// Entries that somebody has worked on.
  private var edited: [EntryID] = []
  /// Those with a date ahead at some time: the device may hold to what it made of that.
  private var ahead: [EntryID] = []
  private var hasLied = false
  /// The entries are so many that the book may have let go of some.
  private var isCrowded = false

  mutating func see(_ event: Event, _ truth: Truth) {
    if !truth.areClocksGood { hasLied = true }
    if case .edited(let record) = event.kind { note(record, truth) }
    book.see(event, truth)
    if book.readings.count > 200 { isCrowded = true }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    if case .outbox(.queued(let notice)) = action,
      case .glucose(.low(let result, _, let age)) = notice.matter
    {
      judge(result, age, truth)
    }
    book.see(action, during: event, truth)
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .clocksGood(false): hasLied = true
    case .edited(let record): note(record, truth)
    default: break
    }
    book.see(change, truth)
  }

  private mutating func note(_ record: Record, _ truth: Truth) {
    guard case .diary(.reading(let reading)) = record else { return }
    if edited.count > 400 { isCrowded = true } else { edited.append(reading.id) }
    if reading.taken.milliseconds > truth.wall.milliseconds - DiaryBook.slack {
      ahead.append(reading.id)
    }
  }

  private mutating func judge(_ result: MeterResult, _ age: ReadingAge, _ truth: Truth) {
    guard !book.hasLost, !isCrowded else { return }
    var meant = book.readings.filter { $0.result.isClose(to: result) }
    // The value that this key has entered is no reading of the book yet.
    if let entered = book.beingEntered, entered.result.isClose(to: result) { meant.append(entered) }
    guard let newest = meant.last, !meant.contains(where: { mayHave(age, $0, truth) })
    else { return }
    fail(
      .noticeIsTrue, at: truth.now,
      "a low of \((truth.wall.milliseconds - newest.wall) / LowAgeChecker.minute) minutes ago is "
        + "told as \(age)")
  }

  /// True also where nobody can tell.
  private func mayHave(
    _ age: ReadingAge, _ reading: DiaryBook.Reading, _ truth: Truth
  ) -> Bool {
    let isEdited = reading.id.map { edited.contains($0) } ?? false
    if let at = reading.at, !isEdited {
      guard reading.life == book.life, at <= reading.arrived else { return true }
      return age.isAbout((truth.now - at).count, LowAgeChecker.slack)
    }
    // A date ahead says nothing, nor does any while no clock has spoken.
    let wasAhead = reading.id.map { ahead.contains($0) } ?? true
    guard !hasLied, book.isSure, !wasAhead, age != .unclear else { return true }
    let old = truth.wall.milliseconds - reading.wall
    return age.isAbout(old, LowAgeChecker.slackOfDiary)
  }
}

extension ReadingAge {
  /// It is what is said of so many milliseconds, give or take the slack: from 15 minutes on, up to 180.
  fileprivate func isAbout(_ span: Int64, _ slack: Int64) -> Bool {
    let least = (span - slack) / 60_000
    let most = (span + slack) / 60_000
    switch self {
    case .recent: return least < 15
    case .minutes(let minutes):
      let said = Int64(minutes)
      return said >= min(max(least, 15), 180) && said <= min(most, 180)
    case .unclear: return false
    }
  }
}
