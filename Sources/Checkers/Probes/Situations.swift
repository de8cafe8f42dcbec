import Device
import HAL

/// The rare situations of diary, meters and clocks, each counted once a life.
struct Situations: Sendable {
  private static let hour: Int64 = 3_600_000
  private static let day: Int64 = 86_400_000
  /// Milliseconds since 1970 that the core takes for a time: the years 2000 to 2199.
  private static let years2000To2200: Range<Int64> = 946_684_800_000..<7_258_118_400_000

  private(set) var reached: Set<Probe> = []
  private var entries: [UInt64: (taken: WallTime, result: MeterResult?, isRemoved: Bool)] = [:]
  private var page: Page?
  private var isTrusted = false
  private var prompted: (meal: Meal, at: Instant)?
  private var doses: [UInt64: Meal] = [:]
  /// Readings of one moment.
  private var sent: (at: Instant, count: Int) = (.start, 0)
  private var lows: [(result: MeterResult, at: Instant)] = []
  private var answeredLow: Instant?
  private var lowTokens: [UInt64] = []
  private var networkOff: (off: Int64, at: Instant)?
  private var receiverOff: Int64 = 0
  private var alive: WallTime?
  private var offSince: Int64?
  private var calendarOnly: Instant?

  private mutating func reach(_ probe: Probe) { reached.insert(probe) }

  // MARK: Clocks

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    guard fix.timeOff != receiverOff else { return }
    receiverOff = fix.timeOff
    compare(truth)
    if !Situations.isPlausible(truth.wall, off: receiverOff) { reach(.endOfTimeByReceiver) }
  }

  private static func isPlausible(_ wall: WallTime, off: Int64) -> Bool {
    let said = wall.milliseconds + off
    return years2000To2200.contains(said - hour) && years2000To2200.contains(said + hour)
  }

  private mutating func compare(_ truth: Truth) {
    guard let networkOff, truth.now - networkOff.at < .seconds(3600) else { return }
    let apart = (networkOff.off - receiverOff).magnitude
    if apart >= 120_000, apart <= UInt64(Situations.day) { reach(.clocksDisagree) }
  }

  private mutating func hear(_ wall: WallTime, _ source: ClockSource, _ truth: Truth) {
    switch source {
    case .ntp:
      networkOff = (wall.milliseconds - truth.wall.milliseconds, truth.now)
      compare(truth)
      if !Situations.years2000To2200.contains(wall.milliseconds - Situations.hour)
        || !Situations.years2000To2200.contains(wall.milliseconds + Situations.hour)
      {
        reach(.endOfTimeByNetwork)
      }
    case .rtc:
      guard let alive else { return }
      let since = wall.milliseconds - alive.milliseconds
      if since < -30 * 60_000 || since > 31 * Situations.day {
        return reach(.calendarOutOfBounds)
      }
      if since < 0 { reach(.calendarBehindLife) }
      if since > Situations.day { reach(.calendarDaysAhead) }
      calendarOnly = truth.now
    case .gps: break
    }
  }

  // MARK: Events

  mutating func see(_ event: Event, _ truth: Truth) {
    if let since = calendarOnly, !isTrusted, truth.now - since > .seconds(1800) {
      reach(.calendarAlone)
    }
    switch event.kind {
    case .booted: boot(truth)
    case .restored(.alive(let wall, _, _)): alive = wall
    case .restored(let record): keep(record)
    case .clock(let wall, let source): hear(wall, source, truth)
    case .reading(let reading): take(reading, truth)
    case .message(.acknowledged(let token, _)):
      if lowTokens.contains(token) { answeredLow = truth.now }
    default: break
    }
  }

  private mutating func boot(_ truth: Truth) {
    page = nil
    isTrusted = false
    calendarOnly = nil
    let crowd = Dictionary(grouping: truth.household.reminders, by: \.first.count)
      .filter { $0.value.count >= 10 }
    guard let due = crowd.keys.first else { return }
    reach(.tenRemindersAtOnce)
    guard let offSince else { return }
    let local = { (wall: Int64) -> Int64 in
      wall / 60_000 + truth.household.zone.offset(at: WallTime(milliseconds: wall))
    }
    if local(offSince) < Int64(due), local(truth.wall.milliseconds) >= Int64(due) {
      reach(.tenRemindersDueWhileOff)
    }
  }

  private mutating func take(_ reading: MeterReading, _ truth: Truth) {
    sent = sent.at == truth.now ? (sent.at, sent.count + 1) : (truth.now, 1)
    if sent.count == 15 {
      reach(.meterMemory)
      if !isTrusted { reach(.meterMemoryBeforeTrust) }
      if isMealHour(truth) { reach(.meterMemoryInMealHour) }
    }
    let taken = truth.now + Milliseconds(-reading.age.count)
    if reading.result.milligrams < 70 {
      if lows.contains(where: {
        $0.result == reading.result && ($0.at - taken).count.magnitude < 1000
      }) {
        reach(.lowSentAgain)
      }
      if reading.age >= .seconds(900), reading.age < .seconds(10_800) { reach(.lowOfAnHourAgo) }
      if let answeredLow, truth.now - answeredLow < .seconds(3600),
        reading.result.milligrams < 54
      {
        reach(.lowerAfterAnsweredLow)
      }
      lows.append((reading.result, taken))
      if lows.count > 64 { lows.removeFirst() }
    } else if let low = lows.last, low.at < taken, taken - low.at < .seconds(3600) {
      reach(.lowEndedByReading)
    }
  }

  private func isMealHour(_ truth: Truth) -> Bool {
    let minute = truth.wall.milliseconds / 60_000 + truth.household.zone.offset(at: truth.wall)
    return truth.household.mealtimes.contains {
      ((minute - Int64($0.minute)) % 1440 + 1440) % 1440 < 60
    }
  }

  mutating func see(_ action: Action, _ truth: Truth) {
    switch action {
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isTrusted = false
    case .show(let shown): page = shown
    case .store(.alive(let wall, _, _)): alive = wall
    case .store(let record): keep(record)
    case .dose(.prompted(let meal)): prompted = (meal, truth.now)
    case .dose(.confirmed): prompted = nil
    case .outbox(.queued(let notice)):
      if case .glucose(.low) = notice.matter { lowTokens.append(notice.token) }
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut: offSince = truth.wall.milliseconds
    case .edited(let record): edit(record, truth)
    default: break
    }
  }

  // MARK: The diary

  private mutating func keep(_ record: Record) {
    switch record {
    case .diary(.reading(let reading)):
      entries[reading.id.value] = (reading.taken, reading.result, false)
    case .diary(.dose(let dose)):
      entries[dose.id.value] = (dose.taken, nil, false)
      doses[dose.id.value] = dose.meal
    case .diary(.readingRemoved(let id)), .diary(.doseRemoved(let id)):
      entries[id.value]?.isRemoved = true
    default: break
    }
  }

  private mutating func edit(_ record: Record, _ truth: Truth) {
    let isRunning = truth.isPowered
    if isRunning, case .dose(.offer)? = page { reach(.diaryChangedUnderAnOffer) }
    switch record {
    case .diary(.reading(let reading)):
      date(reading.id, reading.taken, isRunning, truth)
      let before = entries[reading.id.value]
      if let before, before.result != reading.result { reach(.diaryReadingChanged) }
      if let before, before.taken != reading.taken { reach(.diaryReadingMoved) }
      if before == nil { reach(.diaryReadingAdded) }
      if reading.result.milligrams < 70, before?.result != reading.result {
        reach(isRunning ? .diaryLow : .diaryLowWhileOff)
      }
    case .diary(.dose(let dose)):
      date(dose.id, dose.taken, isRunning, truth)
      reach(entries[dose.id.value] == nil ? .diaryDoseAdded : .diaryDoseChanged)
      if isRunning, let prompted, prompted.meal == dose.meal,
        truth.now - prompted.at < .seconds(3600)
      {
        reach(.diaryDoseAnswersPrompt)
      }
    case .diary(.readingRemoved): reach(.diaryReadingDeleted)
    case .diary(.doseRemoved(let id)): delete(id, truth)
    default: break
    }
    if !isRunning { reach(.diaryChangedWhileOff) }
    keep(record)
  }

  private mutating func date(
    _ id: EntryID, _ taken: WallTime, _ isRunning: Bool, _ truth: Truth
  ) {
    let ahead = taken.milliseconds - truth.wall.milliseconds
    if ahead > 0, ahead <= 300_000 { reach(.entryAheadByMoments) }
    if ahead > 300_000, ahead <= Situations.day { reach(.entryAheadByHours) }
    if ahead > Situations.day { reach(.entryAheadByDays) }
    if let before = entries[id.value], before.isRemoved { reach(.diaryBroughtBack) }
    if id.value >> 32 != 0 { reach(.diaryOfTheDeviceEdited) }
  }

  private mutating func delete(_ id: EntryID, _ truth: Truth) {
    let zone = truth.household.zone
    let minute = truth.wall.milliseconds / 60_000 + zone.offset(at: truth.wall)
    let late = truth.household.mealtimes.first { $0.meal == doses[id.value] }
      .map { ((minute - Int64($0.minute)) % 1440 + 1440) % 1440 }
    guard let late else { return }
    reach(late < 60 ? .doseDeletedWithinTheHour : .doseDeletedLater)
  }
}

/// Counts once a life each situation that lasts for hours or for good, or comes in bursts.
struct Extremes: Sendable {
  private static let hours = Milliseconds.seconds(2 * 3600)
  private static let soon = Milliseconds.seconds(600)
  private static let burst = 20
  private static let boots = 8

  private(set) var reached: Set<Probe> = []
  private var darkSince = Instant.start
  private var lightSince: Instant?
  private var isStorageBad = false
  private var reloads = 0
  private var isStarting = true
  private var keys: [Instant] = []
  private var starts: [Instant] = []

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    let now = truth.now
    guard fix.hasPosition else { return }
    if now - darkSince > Extremes.hours { lightSince = now }
    darkSince = now
    if let lightSince, now - lightSince < Extremes.soon, truth.distance > truth.radius {
      reached.insert(.outAfterHoursWithoutReception)
    }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted:
      isStarting = true
      if Extremes.comes(&starts, event.at, within: .seconds(3600), Extremes.boots) {
        reached.insert(.bootLoop)
      }
      if truth.household.zone.offset(at: truth.wall) % 60 != 0 { reached.insert(.zoneOfHalfHours) }
    case .key:
      if Extremes.comes(&keys, event.at, within: .seconds(60), Extremes.burst) {
        reached.insert(.twentyKeysAMinute)
      }
    case .setting(.end):
      if !isStarting { reloads += 1 }
      isStarting = false
      if reloads >= 3 { reached.insert(.settingsChangedAgainAndAgain) }
    case .storage(let error): isStorageBad = error != nil
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    guard case .end = change else { return }
    if isStorageBad || !truth.isNetworkGood || truth.now - darkSince > .seconds(3600) {
      reached.insert(.faultToTheEnd)
    }
  }

  /// Whether `many` of them came within the time.
  private static func comes(
    _ moments: inout [Instant], _ now: Instant, within span: Milliseconds, _ many: Int
  ) -> Bool {
    moments.append(now)
    if moments.count > many { moments.removeFirst() }
    return moments.count == many && now - moments[0] <= span
  }
}
