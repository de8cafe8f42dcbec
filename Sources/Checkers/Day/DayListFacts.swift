import Device
import HAL

/// Low readings. They are over where a meter brought them and two later ones in this life, or one after four
/// hours. Lows of the diary, of the keys and of an earlier life count as open: their order may be unclear.
struct ListedLows: Sendable {
  private static let apart = Milliseconds.seconds(5)
  private static let late = Milliseconds.seconds(4 * 3600 + 60)
  private static let oldest = Milliseconds.seconds(3 * 3600)
  /// The device holds 64 readings, and may let go of one that ended a low.
  private static let most = 56

  private struct Measured: Sendable {
    var result: MeterResult
    var at: Instant
    var arrived: Instant
  }

  private var lows: [Measured] = []
  private var wells: [Measured] = []
  private var isUnclear = false
  private var isEdited = false
  private var count = 0
  private let bootedAt: Instant

  init(bootedAt: Instant = .start) { self.bootedAt = bootedAt }

  mutating func take(_ reading: MeterReading, _ now: Instant) {
    count += 1
    let measured = Measured(
      result: reading.result, at: now + Milliseconds(-reading.age.count), arrived: now)
    let isPlain = reading.age.count >= 0 && reading.age <= ListedLows.oldest
    let milligrams = reading.result.milligrams
    if milligrams < 70 {
      if isPlain { lows.append(measured) } else { isUnclear = true }
    } else if isPlain, milligrams >= 72, milligrams <= 600,
      // An older one may be taken for a stored one that came again.
      measured.at > bootedAt + .seconds(61)
    {
      wells.append(measured)
    }
  }

  mutating func restore(_ record: Record) {
    switch record {
    case .diary(.reading(let reading)):
      count += 1
      if !(reading.result.milligrams >= 70) { isUnclear = true }
    case .outbox(.notice(let notice)):
      if case .glucose(.low) = notice.matter { isUnclear = true }
    default: break
    }
  }

  mutating func edit(_ record: Record) {
    switch record {
    case .diary(.reading(let reading)):
      (isEdited, count) = (true, count + 1)
      if !(reading.result.milligrams >= 70) { isUnclear = true }
    case .diary(.readingRemoved): isEdited = true
    default: break
    }
  }

  mutating func store(_ record: Record) {
    guard case .diary(.reading(let reading)) = record, !(reading.result.milligrams >= 70) else {
      return
    }
    say(reading.result)
  }

  mutating func say(_ matter: Notice.Matter) {
    if case .glucose(.low(let result, _, _)) = matter { say(result) }
  }

  /// A low that no meter brought in this life.
  mutating func say(_ result: MeterResult) {
    if !lows.contains(where: { $0.result == result }) { isUnclear = true }
  }

  func areOver(at now: Instant) -> Bool {
    guard !isUnclear else { return false }
    return lows.isEmpty
      || !isEdited && count <= ListedLows.most && lows.allSatisfy { isOver($0, at: now) }
  }

  private func isOver(_ low: Measured, at now: Instant) -> Bool {
    var (first, last): (Instant?, Instant?) = (nil, nil)
    for well in wells
    where well.at > low.at + ListedLows.apart && well.arrived + .seconds(2) < now {
      (first, last) = (min(first ?? well.at, well.at), max(last ?? well.at, well.at))
    }
    guard let first, let last else { return false }
    return last - first >= ListedLows.apart || last > low.at + ListedLows.late
  }
}

/// Medicines, tasks and doses that were not answered in time.
struct ListedAnswers: Sendable {
  /// A reminder waits for its answer for hours at most, in minutes.
  private static let waits: Int64 = 12 * 60
  /// Minutes between a call and its time that a notice can state. Of a longer lead it does not tell the day.
  private static let longest: Int64 = 8_388_607

  private struct Asked: Sendable {
    var occurrence: Occurrence
    var mayWait: Bool
    /// Nobody was told of it, but it may have waited past its limit, or no key can answer it.
    var isAnnounced = false
    /// A daily mail has listed it.
    var isListed = false
    /// The day on which it is open may be any.
    var isOfAnyDay = false
  }
  private struct MealFate: Sendable {
    var meal: Meal
    var day: Int64
    var state: MealState
    var isListed = false
  }

  private var reminders: [Asked] = []
  private var meals: [MealFate] = []
  private var hasOK: Bool

  init(hasOK: Bool = true) { self.hasOK = hasOK }

  /// A daily mail lists all that is open, and the next one what comes after it.
  mutating func dayTold() {
    for i in reminders.indices where !reminders[i].isAnnounced || !hasOK {
      reminders[i].isListed = true
    }
    for i in meals.indices where meals[i].state == .unanswered { meals[i].isListed = true }
  }

  mutating func take(_ keys: KeySet) { hasOK = keys.contains(.ok) }

  mutating func restore(_ record: Record) {
    switch record {
    case .reminder(let occurrence, .escalated, _): open(occurrence, mayWait: true)
    case .reminder(let occurrence, .missed, _): open(occurrence, mayWait: false)
    // Put off, it is as open as before.
    case .reminder(_, .snoozed, _): break
    case .reminder(let occurrence, .announced, _),
      .reminder(let occurrence, .announcedUnsure, _):
      announce(occurrence)
    case .reminder(let occurrence, _, _): close(occurrence)
    case .outbox(.notice(let notice)):
      // The power may have gone before the record of the announcement: its notice says the same.
      if case .reminder(.due(let occurrence)) = notice.matter { announce(occurrence) }
      say(notice.matter)
      if case .day = notice.matter { dayTold() }
    default: store(record)
    }
  }

  mutating func store(_ record: Record) {
    guard case .meal(let meal, let day, let state) = record else { return }
    let known = meals.first { $0.meal == meal && $0.day == Int64(day) }
    meals.removeAll { $0.meal == meal && $0.day == Int64(day) }
    let isListed = known.map { $0.isListed && $0.state == state } ?? false
    meals.append(MealFate(meal: meal, day: Int64(day), state: state, isListed: isListed))
  }

  mutating func say(_ matter: Notice.Matter) {
    switch matter {
    case .reminder(.unanswered(let occurrence)): open(occurrence, mayWait: true)
    case .reminder(.missed(let occurrence)): open(occurrence, mayWait: false)
    // The day on which a clock that led has called it is not well.
    case .reminder(.unsure(let early)) where early.announced < early.occurrence.due:
      open(Occurrence(reminder: early.occurrence.reminder, due: early.announced), mayWait: false)
      let lead = Int64(early.occurrence.due.count) - Int64(early.announced.count)
      reminders[reminders.count - 1].isOfAnyDay = lead >= ListedAnswers.longest
    default: break
    }
  }

  private mutating func open(_ occurrence: Occurrence, mayWait: Bool) {
    let known = reminders.first { $0.occurrence == occurrence && !$0.isAnnounced }
    close(occurrence)
    reminders.append(
      Asked(
        occurrence: occurrence, mayWait: mayWait,
        isListed: known.map { $0.isListed && $0.mayWait == mayWait } ?? false))
  }

  mutating func announce(_ occurrence: Occurrence) {
    if reminders.contains(where: { $0.occurrence == occurrence && $0.isAnnounced }) { return }
    close(occurrence)
    reminders.append(Asked(occurrence: occurrence, mayWait: false, isAnnounced: true))
  }

  mutating func close(_ occurrence: Occurrence) {
    reminders.removeAll { $0.occurrence == occurrence }
  }

  /// No dose of that day or the day before is open that no daily mail has listed.
  /// - Parameter minute: of the mail, since 1970, by the wall.
  func hasDoses(at minute: Int64) -> Bool {
    let today = ReminderCalendar.day(of: minute)
    return !meals.contains {
      (today - 1...today).contains($0.day) && !$0.isListed && $0.state == .unanswered
    }
  }

  /// No reminder of that day or the day before is open that no daily mail has listed, nor does one still wait.
  /// - Parameters:
  ///   - limit: minutes after which one that waits is late.
  ///   - isSure: the clock has always been right in this life.
  func hasReminders(at minute: Int64, limit: Int64, isSure: Bool) -> Bool {
    let today = ReminderCalendar.day(of: minute)
    return !reminders.contains { entry in
      let due = Int64(entry.occurrence.due.count)
      if entry.isAnnounced, hasOK {
        return minute - due >= limit && !(isSure && minute - due > ListedAnswers.waits)
      }
      let isRecent = (today - 1...today).contains(ReminderCalendar.day(of: due))
      if isRecent || entry.isOfAnyDay, !entry.isListed { return true }
      // No key can answer it. Once the date is another, its call may stand for a time of the new date.
      if entry.isAnnounced, !isSure, !entry.isListed { return true }
      return entry.mayWait && !(isSure && minute - due > ListedAnswers.waits)
    }
  }
}

/// The wearer's place and the receiver's epochs.
struct ListedPlace: Sendable {
  /// Metres inside the edge, beyond the error, from which a loss worries nobody; 10 of them are slack.
  private static let deep = 60.0
  /// The error of a receiver that states none.
  private static let unstated = 50.0
  private static let coarse = 190.0
  private static let halfDay = Milliseconds.seconds(12 * 3600 - 120)
  private static let silence = Milliseconds.seconds(1799)
  /// A fix of this very moment may have come after the mail.
  private static let settles = Milliseconds.seconds(2)

  /// Fixes in a row, and the times of the first and the last.
  private struct Row: Sendable {
    private var count = 0
    private var since = Instant.start
    private(set) var last = Instant.start

    mutating func add(_ fits: Bool, _ now: Instant) {
      guard fits else {
        count = 0
        return
      }
      if count == 0 { since = now }
      (count, last) = (count + 1, now)
    }

    /// Five minutes, so that nothing from before them counts in the device.
    var isLong: Bool { count >= 240 && last - since >= .seconds(300) }
  }

  private var good = Row()
  private var inside = Row()
  /// A position beyond the edge may be the device's last for so long.
  private static let counts = Milliseconds.seconds(60)

  /// The last moment at which a position lay beyond the edge, or may have.
  private var beyond: Instant?
  private var isFound = false
  private var isLost = false
  private var isTold = false
  private var heard: (newest: Instant?, before: Instant?) = (nil, nil)

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    let now = truth.now
    if heard.newest.map({ now - $0 >= ListedPlace.settles }) ?? true {
      heard = (now, heard.newest)
    }
    guard fix.hasPosition else { return }
    if fix.distance > truth.radius { beyond = now }
    let claim = fix.eph?.value ?? 0
    let error = claim > 0 ? claim : ListedPlace.unstated
    let isGood = fix.isFlawless(truth) && !truth.isFlooded && error <= ListedPlace.coarse
    good.add(isGood, now)
    let depth = truth.radius.value - fix.distance.value - error
    inside.add(isGood && depth > ListedPlace.deep, now)
  }

  mutating func see(_ action: Action) {
    switch action {
    case .position(.regained): (isFound, isLost, isTold) = (true, false, false)
    case .position(.lost): (isFound, isLost) = (false, true)
    case .outbox(.queued(let notice)) where notice.matter == .position(.lost):
      (isFound, isLost, isTold) = (false, true, true)
    default: break
    }
  }

  /// The circle may be another.
  mutating func forget(at now: Instant) { (inside, beyond) = (Row(), now) }

  /// The position is known and inside, or was lost deep inside less than half a day ago, of which nobody was told.
  /// - Parameter isOut: an exit is open.
  func isWell(at now: Instant, isOut: Bool) -> Bool {
    // While nothing is decided, the place of somebody outside counts as open.
    if let beyond, now - beyond <= ListedPlace.counts { return false }
    if isFound { return true }
    if !isLost, good.isLong, now - good.last <= .seconds(20) { return true }
    return inside.isLong && !isTold && !isOut && now - inside.last < ListedPlace.halfDay
  }

  /// An epoch came within the half hour before.
  func isHeard(at now: Instant) -> Bool {
    guard let newest = heard.newest else { return false }
    let last = now - newest >= ListedPlace.settles ? newest : heard.before
    return last.map { now - $0 <= ListedPlace.silence } ?? false
  }
}

/// The device's trust in its clock.
struct ListedClock: Sendable {
  private var areClocksGood: Bool
  private var isTrusted = false
  /// Two clocks have contradicted each other in this life, and perhaps still do.
  private var isDisputed = false

  init(areClocksGood: Bool = false) { self.areClocksGood = areClocksGood }

  var isWell: Bool { isTrusted && !isDisputed }
  var isSure: Bool { isWell && areClocksGood }

  mutating func follow(_ truth: Truth) { if !truth.areClocksGood { areClocksGood = false } }

  mutating func see(_ action: Action) {
    switch action {
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isTrusted = false
    case .clock(.disagrees): isDisputed = true
    default: break
    }
  }
}
