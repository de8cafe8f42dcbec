import Device
import HAL

/// The low glucose that is open, reckoned anew from readings by meters and keys in this life. The last reading decides,
/// for three hours. The page, its age, the end and the second measurement follow from it. SAFE-1, SAFE-2.
///
/// It judges neither other readings of the diary nor what an earlier life may have left.
struct LowModel: Sendable {
  private static let lasts = Milliseconds.seconds(3 * 3600)
  private static let again = Milliseconds.seconds(15 * 60)
  private static let isPast = Milliseconds.seconds(4 * 3600)
  private static let slack = Milliseconds.seconds(1)
  private static let mayLast = Milliseconds.seconds(90)
  private static let entryLasts = Milliseconds.seconds(122)
  /// A key silences it for two minutes.
  private static let silence = Milliseconds.seconds(121)

  private struct Reading: Sendable {
    var result: MeterResult
    var at: Instant
    var order: Int
    /// The keys brought it, and no meter.
    var isTyped: Bool
    var isLow: Bool { result.milligrams < 70 }
    var isVery: Bool { result.milligrams < 54 }

    func isLater(than other: Reading) -> Bool {
      at > other.at || at == other.at && order > other.order
    }
  }

  private struct Low: Sendable {
    var reading: Reading
    var opened: Instant
  }

  private struct Second: Sendable {
    var due: Instant
    var until: Instant
    /// The wearer put the page away.
    var seen: Instant?
  }

  private(set) var violation: Violation?
  private var readings: [Reading] = []
  private var low: Low?
  private var second: Second?
  private var expired: Second?
  /// Nothing but readings of this life decides.
  private var isPure = false
  private var hasCopies = false
  private var order = 0
  private var entries = 0
  private var isUnsure = false
  /// State of this very event.
  private var ended: (low: Low, by: Reading)?
  private var over: LowGlucoseOver?
  private var overTold: LowGlucoseOver?
  private var opened: Reading?
  private var said: [MeterResult] = []
  private var lastOld: (over: LowGlucoseOver, at: Instant)?
  private var lastEvent = Instant.start
  /// The wearer has silenced it then.
  private var silenced = Instant(milliseconds: -1_000_000)
  /// The entry of a value was on the page.
  private var entry = Instant(milliseconds: -1_000_000)

  /// It is known whether a low is open; nil: it is not.
  var isOpen: Bool? { isPure ? low != nil : nil }

  /// A low is open for more than a minute, and not about to be too old.
  func isOpenForLong(at now: Instant) -> Bool {
    guard isPure, let low else { return false }
    let minute = Milliseconds.seconds(61)
    return now - low.opened > minute && now + minute - low.reading.at < LowModel.lasts
  }

  private mutating func fail(
    _ what: String, by invariant: Invariant = .lowPageIsTrue, at now: Instant
  ) {
    if violation == nil { violation = Violation(invariant: invariant, at: now, what: what) }
  }

  mutating func see(_ event: Event, _ before: DiaryBook, counted: KeyPress?, _ truth: Truth) {
    begin(truth.now)
    // A clock that goes wrong may put the copy of a reading elsewhere.
    if hasCopies, !truth.areClocksGood { isPure = false }
    switch event.kind {
    case .booted: self = LowModel(violation: violation, isPure: true)
    case .restored(let record): restore(record, truth)
    case .edited(let record):
      if record.isReading { (isPure, hasCopies) = (isPure && isCopy(record, before, truth), true) }
    case .storage(.some): isPure = false
    case .reading(let reading): take(reading.result, reading.age.count, truth.now)
    case .key(let press):
      // The entry that plus and minus open may come up behind another page.
      if press.key == .plus || press.key == .minus { entry = truth.now }
      if case .dose(.measureAgain)? = before.page, press.key == .ok, counted != nil {
        second?.seen = truth.now
      }
    default: break
    }
  }

  /// Some time has passed since the last event, and what it brings comes first.
  private mutating func begin(_ now: Instant) {
    (ended, over, overTold, opened) = (nil, nil, nil, nil)
    said.removeAll()
    lastEvent = now
    pass(now)
  }

  private mutating func restore(_ record: Record, _ truth: Truth) {
    switch record {
    case .diary(.reading(let reading)):
      entries += 1
      // One that may still stand, or a time that nobody can trust.
      let age = truth.wall.milliseconds - reading.taken.milliseconds
      if !truth.areClocksGood || reading.result.milligrams < 70 || age < 0 { isPure = false }
      if age < 86_400_000 { isUnsure = true }
    case .outbox(.notice(let notice)):
      if case .glucose = notice.matter { isPure = false }
    default: break
    }
  }

  /// The value that was entered has been taken.
  mutating func entered(_ result: MeterResult, _ now: Instant) {
    take(result, 0, isTyped: true, now)
  }

  private mutating func take(
    _ result: MeterResult, _ age: Int64, isTyped: Bool = false, _ now: Instant
  ) {
    guard isPure, result.isMeant else { return }
    entries += 1
    let at = now + Milliseconds(-min(max(age, 0), 86_400_000))
    // An entry dated ahead has no time, one of an earlier life may come between, and a full table forgets.
    guard age >= 0, entries < 60, !isUnsure || age < 1000 else {
      isPure = false
      return
    }
    let isKnown = readings.contains {
      let gap = ($0.at - at).count.magnitude
      return $0.result == result && (gap < 1000 || age > 0 && gap <= 2000)
    }
    guard !isKnown else { return }
    order += 1
    let new = Reading(result: result, at: at, order: order, isTyped: isTyped)
    readings.append(new)
    follow(new, now)
  }

  /// Somebody wrote down what came in this life: that says nothing new.
  private func isCopy(_ record: Record, _ book: DiaryBook, _ truth: Truth) -> Bool {
    guard case .diary(.reading(let written)) = record, book.isSure,
      !book.readings.contains(where: { $0.id == written.id })
    else { return false }
    let age = Milliseconds(truth.wall.milliseconds - written.taken.milliseconds)
    return readings.contains {
      $0.result == written.result && ((truth.now - $0.at).count - age.count).magnitude < 2000
    }
  }

  private var newest: Reading? {
    var newest = readings.first
    for reading in readings {
      if let known = newest, reading.isLater(than: known) { newest = reading }
    }
    return newest
  }

  private mutating func follow(_ new: Reading, _ now: Instant) {
    guard let newest else { return }
    if newest.isLow, now - newest.at < LowModel.lasts {
      second = nil
      guard newest.order != low?.reading.order else { return }
      low = Low(reading: newest, opened: now)
      opened = newest
      return
    }
    if let low {
      ended = (low, newest)
      self.low = nil
    }
    followSecond(now, hasEnded: ended != nil)
  }

  /// One reading ended a low: a second one is to confirm it.
  private mutating func followSecond(_ now: Instant, hasEnded: Bool) {
    guard let last = readings.filter(\.isLow).max(by: { $1.isLater(than: $0) }) else {
      second = nil
      return
    }
    let wells = readings.filter { !$0.isLow && $0.isLater(than: last) }
    guard wells.count == 1, let well = wells.first else {
      second = nil
      return
    }
    guard hasEnded, now - last.at <= LowModel.isPast else { return }
    let due = max(last.at + LowModel.again, well.at)
    second = Second(due: due, until: due + LowModel.again)
  }

  /// Handles the effects of time alone.
  private mutating func pass(_ now: Instant) {
    // Whatever comes in that very moment comes before its end.
    if let low, now - low.reading.at >= LowModel.lasts + LowModel.slack {
      self.low = nil
      judgeOld(low, now)
    }
    if let second, now >= second.until { (self.second, expired) = (nil, second) }
    if let expired, isPure, now - expired.until > LowModel.mayLast {
      self.expired = nil
      fail("nobody measured a second time, and nobody is told", by: .lowIsMeasuredAgain, at: now)
    }
  }

  mutating func see(_ action: Action, _ truth: Truth) {
    switch action {
    case .glucose(.low(let result, let isVery)):
      said.append(result)
      if isVery != (result.milligrams < 54) {
        fail("\(result) is said to be \(isVery ? "very low" : "low")", at: truth.now)
      }
    case .glucose(.lowOver(let over)):
      self.over = over
      if over.cause == .old { lastOld = (over, truth.now) }
    case .dose(.proposed): judgeDose(truth.now)
    case .outbox(.queued(let notice)):
      guard case .glucose(.lowOver(let over)) = notice.matter else { return }
      if over.isUnconfirmed { judgeUnconfirmed(truth.now) } else { overTold = over }
    case .alarm(.silenced(.lowGlucose)), .alarm(.silenced(.veryLowGlucose)): silenced = truth.now
    case .alarm(.started(.lowGlucose, _)), .alarm(.started(.veryLowGlucose, _)):
      silenced = Instant(milliseconds: -1_000_000)
    // A minute of the wall may begin a little sooner or later by the device's own clock.
    case .clock(.disagrees): isUnsure = true
    default: break
    }
  }

  mutating func cut() { self = LowModel(violation: violation, isPure: false) }

  // MARK: At the end of the event

  mutating func settled(_ page: Page?, at now: Instant) {
    guard isPure, violation == nil else { return }
    if now > lastEvent { begin(now) }
    judgeSaid(now)
    judgeEnd(now)
    guard let page else { return }
    if let low {
      judge(page, low, now)
    } else if page.isLow, !isNearTheEnd(now) {
      fail("the page says low glucose, and none is open", at: now)
    }
    if case .dose(.measureAgain) = page { judgeSecond(now) }
    guard page.isHome, let second, second.seen == nil, now - second.due > LowModel.mayLast
    else { return }
    fail("a second reading is due, and nobody asks", by: .lowIsMeasuredAgain, at: now)
  }

  private func isNearTheEnd(_ now: Instant) -> Bool {
    readings.contains { $0.isLow && ((now - $0.at).count - LowModel.lasts.count).magnitude < 1000 }
  }

  private mutating func judgeSaid(_ now: Instant) {
    guard let opened, !said.contains(opened.result) else { return }
    fail(
      "\(opened.result) is low, and the device does not say so", by: .lowAlarmsHoweverItCame,
      at: now)
  }

  private mutating func judge(_ page: Page, _ low: Low, _ now: Instant) {
    guard now - low.reading.at < LowModel.lasts else { return }
    switch page {
    case .glucose(.low(let result, let isVery, let age, _, _)),
      .glucose(.lowAndHelp(let result, let isVery, let age, _, _)):
      if result != low.reading.result || isVery != low.reading.isVery {
        fail("\(low.reading.result) is open, and the page says \(result)", at: now)
      }
      judge(age, low, now)
    case .dose(.enterGlucose): entry = now
    case .help: break
    // Silenced, it gives way to a medicine until it sounds again.
    case .reminder(let asked) where asked.kind == .medication:
      guard now - max(silenced, entry) > LowModel.silence else { return }
      fail("\(low.reading.result) is open and not silenced, and the page is \(page)", at: now)
    // Other pages may push themselves in front of a value that is being entered.
    default:
      guard now - entry > LowModel.entryLasts else { return }
      fail("\(low.reading.result) is open, and the page is \(page)", at: now)
    }
  }

  /// The page says how old the reading is, as of when it last sounded.
  private mutating func judge(_ age: ReadingAge, _ low: Low, _ now: Instant) {
    let rounds = (now - low.opened).count / LowModel.again.count
    let last = low.opened + Milliseconds(rounds * LowModel.again.count)
    let before = max(low.opened, last + Milliseconds(-LowModel.again.count))
    let isRound = (now - last).count < LowModel.slack.count
    let right = [last] + (isRound ? [before] : [])
    let isRight = right.contains { moment in
      let minutes = (moment - low.reading.at).count / 60_000
      return age == (minutes < 15 ? .recent : .minutes(UInt8(min(minutes, 180))))
    }
    if !isRight {
      let minutes = (last - low.reading.at).count / 60_000
      fail("a low of \(minutes) minutes ago is shown as \(age)", at: now)
    }
  }

  private mutating func judgeEnd(_ now: Instant) {
    guard let (low, by) = ended else { return }
    ended = nil
    guard let over else {
      return fail("\(low.reading.result) is over, and nothing says so", by: .lowOverIsTold, at: now)
    }
    guard let overTold, overTold == over else {
      return fail("\(low.reading.result) is over, and nobody is told", by: .lowOverIsTold, at: now)
    }
    let isEnd = over.ended?.isClose(to: by.result) ?? false
    if over.cause != .measured || !over.low.isClose(to: low.reading.result) || !isEnd {
      fail(
        "\(low.reading.result) was ended by \(by.result), and is told as \(over)",
        by: .lowOverIsTold, at: now)
    }
    judgeMinutes(over.lowAge, low.reading.at, now)
    judgeMinutes(over.endAge, by.at, now)
  }

  /// Judges that a reading counts for nothing after three hours.
  private mutating func judgeOld(_ low: Low, _ now: Instant) {
    guard isPure else { return }
    guard let (over, at) = lastOld, at - low.reading.at >= LowModel.lasts else {
      return fail(
        "\(low.reading.result) is too old, and nothing says so", by: .lowOverIsTold, at: now)
    }
    if !over.low.isClose(to: low.reading.result) || over.ended != nil {
      fail("\(low.reading.result) is too old, and is told as \(over)", by: .lowOverIsTold, at: now)
    }
    judgeMinutes(over.lowAge, low.reading.at, at)
  }

  /// Judges minutes as a clock on the wall counts them.
  private mutating func judgeMinutes(_ minutes: Int16, _ at: Instant, _ now: Instant) {
    let whole = (now - at).count / 60_000
    if Int64(minutes) < whole || Int64(minutes) > whole + 1 {
      fail(
        "a reading of \(whole) minutes ago is told as of \(minutes)", by: .lowOverIsTold, at: now)
    }
  }

  /// A value that was typed less than 15 minutes after a low brings no dose before a meter's reading.
  private mutating func judgeDose(_ now: Instant) {
    guard isPure, !isUnsure, low == nil, let newest, newest.isTyped,
      readings.contains(where: { isTooSoon(newest, after: $0) })
    else { return }
    fail(
      "a dose is proposed on \(newest.result), typed right after a low", by: .doseIsSafe, at: now)
  }

  private func isTooSoon(_ typed: Reading, after low: Reading) -> Bool {
    guard low.isLow, typed.isLater(than: low), typed.at + LowModel.slack < low.at + LowModel.again
    else { return false }
    return !readings.contains { !$0.isTyped && !$0.isLow && $0.isLater(than: low) }
  }

  private mutating func judgeUnconfirmed(_ now: Instant) {
    let ends = [second?.until, expired?.until].compactMap { $0 }
    let isOver = ends.contains { $0 <= now + LowModel.slack }
    expired = nil
    if let second, second.until <= now + LowModel.slack { self.second = nil }
    guard isPure, !isOver else { return }
    fail("a low is told as not confirmed before its time", by: .lowIsMeasuredAgain, at: now)
  }

  private mutating func judgeSecond(_ now: Instant) {
    guard let second, now >= second.due else {
      return fail(
        "a second reading is asked for, and none is due", by: .lowIsMeasuredAgain, at: now)
    }
    if second.seen == now {
      fail("ok leaves the question for a second reading", by: .lowIsMeasuredAgain, at: now)
    }
  }
}

extension LowModel {
  fileprivate init(violation: Violation?, isPure: Bool) {
    self.init()
    self.violation = violation
    self.isPure = isPure
  }
}
