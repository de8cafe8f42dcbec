import Device
import HAL

/// "All is well" is true or is not sent: with anything open the daily mail lists it instead, and nothing that is well.
///
/// These are open, reckoned from this life of the device:
/// - a call for help that nobody answered, also when it has ended since the last daily mail;
/// - an exit that nobody answered;
/// - a low reading that no later one ended;
/// - a medicine or dose of this day or the day before that nobody answered, in the first daily mail after it;
/// - a medicine or task that was put off past its limit, or that no key can answer;
/// - a battery that is low;
/// - a position lost outside or near the edge or for 12 hours; outside the hours of the watch, too;
/// - a clock that only the board's calendar vouches for;
/// - a receiver that has said nothing for half an hour;
/// - a medium that refuses records;
/// - a notice that has reached nobody.
///
/// One that waits does not go out after a newer case that asks for an answer.
struct WellChecker: Checker {
  var violation: Violation?

  /// The time for which a recent event may be on its way.
  private static let settles = Milliseconds.seconds(120)
  /// A call that is older may be past.
  private static let callCounts = Milliseconds.seconds(6 * 86_400)
  private static let near = 50.0
  private static let halfDay = Milliseconds.seconds(12 * 3600)
  /// Milliseconds by which a date may lead the device's clock, and epochs that come late.
  private static let clocksApart: Int64 = 370_000
  private static let silence = Milliseconds.seconds(30 * 60 + 60)

  private struct Open {
    var notice: NoticeID
    var matter: Notice.Matter
    var token: UInt64
    var at: Instant
    /// Days since 1970, local time.
    var day: Int64
    var isDelivered = false
    /// Nobody is told of it any more.
    var isOver = false
    /// A daily mail has listed it.
    var isListed = false
    /// The moment at which a caregiver could not be reached by any route.
    var failed: Instant?

    /// It is tried once, is taken back by nothing, and no other notice tells of the same.
    var isLostForGood: Bool {
      switch matter {
      case .dose(.entryAhead), .clock, .power(.wasOff), .profileChanged, .storageFailed: true
      case .perimeter, .help, .location, .position, .reminder, .glucose, .dose, .batteryLow, .power,
        .day, .profileKept, .companyRefused:
        false
      }
    }
  }

  /// A reminder that was put off, or that no key can answer.
  private struct Waiting {
    var occurrence: Occurrence
    var at: Instant
    var hasKey: Bool
  }

  private var open: [Open] = []
  private var waiting: [Waiting] = []
  private var hasOK = true
  /// The last sign of life before the start, and when the calls of earlier lives were made, by the device.
  private var alive: WallTime?
  private var calls: [(id: NoticeID, made: WallTime)] = []
  private var low: Instant?
  private var battery: BatteryLevel?
  private var isOut = false
  /// Somebody is with the wearer, and knows where that is.
  private var isAccompanied = false
  /// Whether the device may have another day than the true one in this life.
  private var haveClocksLied = false
  /// Fixes in a row that lay outside or near the edge, the newest included.
  private var shallow = 0
  private var outside = OutsideRow()
  private var lastPosition = Instant.start
  private var lastEpoch = Instant.start
  private var doesStorageFail = false
  /// The daily mail is of the true day. By a calendar clock it may be of another, and lists what was open on that.
  private var isOfToday = true
  /// Network or receiver have said what time it is.
  private var hasTime = false
  /// The newest notice of this life and its records that goes on until somebody answers.
  private var newestCase = NoticeID(0)

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    lastEpoch = truth.now
    guard fix.hasPosition else { return }
    if fix.hasTime { hasTime = true }
    lastPosition = truth.now
    let depth = truth.radius.value - fix.distance.value - min(fix.eph?.value ?? 0, 200)
    shallow = depth < WellChecker.near - 5 ? shallow + 1 : 0
    outside.see(fix, truth)
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted(let boot):
      forget()
      hasOK = boot.keys.contains(.ok)
      haveClocksLied = !truth.areClocksGood
      (lastPosition, lastEpoch) = (event.at, event.at)
    case .clock(_, .ntp): hasTime = true
    case .battery(let level): battery = level
    case .storage(let failure): doesStorageFail = failure != nil
    case .reading(let reading): take(reading, truth)
    case .edited(.diary(.dose(let dose))): enter(dose, truth)
    case .message(.acknowledged(let token, _)): open.removeAll { $0.token == token }
    case .answer(let answer):
      guard answer.outcome == .accepted else { return }
      for i in open.indices where open[i].notice == answer.notice { open[i].isDelivered = true }
    case .restored(.accompanied(let until, _, _, _)): isAccompanied = until != nil
    case .restored(.outbox(let record)): restore(record, truth)
    case .restored(.alive(let wall, _, _)): alive = wall
    case .keys(let keys): (hasOK, waiting) = (keys.contains(.ok), [])
    case .setting(.end):
      waiting = []
      open = open.filter { $0.matter == .help && !isPast($0) }
      outside = OutsideRow()
    default: break
    }
  }

  /// A dose that somebody enters by hand answers the prompt. One dated ahead of any clock does not.
  private mutating func enter(_ dose: DiaryDose, _ truth: Truth) {
    let ahead = dose.taken.milliseconds - truth.wall.milliseconds
    guard ahead < WellChecker.clocksApart, ahead > -12 * 3_600_000 else { return }
    open.removeAll {
      if case .dose(.unanswered(let meal, _)) = $0.matter { meal == dose.meal } else { false }
    }
  }

  /// Company lasts through a power cut.
  private mutating func forget() {
    let isAccompanied = isAccompanied
    self = WellChecker(violation: violation)
    self.isAccompanied = isAccompanied
  }

  private mutating func take(_ reading: MeterReading, _ truth: Truth) {
    let taken = truth.now + Milliseconds(-reading.age.count)
    if reading.result.milligrams < 70 {
      if low.map({ $0 < taken }) ?? true, reading.age < .seconds(600) { low = taken }
    } else if reading.age.count >= 0 {
      low = nil
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .perimeter(.left): isOut = true
    case .perimeter(.returned): isOut = false
    case .store(.accompanied(let until, _, _, _)), .company(.accompanied(let until)):
      isAccompanied = until != nil
      if isAccompanied { isOut = false }
    case .reminder(.due(let occurrence, _, let call, _)):
      if !hasOK, call != .again { wait(for: occurrence, hasKey: false, truth) }
    case .reminder(.snoozed(let occurrence, _)): wait(for: occurrence, hasKey: true, truth)
    case .reminder(.missed(let occurrence)): waiting.removeAll { $0.occurrence == occurrence }
    case .reminder(.acknowledged(let occurrence)):
      waiting.removeAll { $0.occurrence == occurrence }
      open.removeAll { $0.matter == .reminder(.unanswered(occurrence)) }
    case .dose(.confirmed(let dose)):
      open.removeAll {
        if case .dose(.unanswered(let meal, _)) = $0.matter { meal == dose.meal } else { false }
      }
    // A value that was entered by the keys.
    case .store(.diary(.reading(let reading))): if reading.result.milligrams >= 70 { low = nil }
    case .store(.outbox(.acknowledged(let id, _))), .outbox(.acknowledged(let id, _)):
      // A call that has ended is answered by its own token alone, of which the message tells.
      open.removeAll { $0.notice == id && !($0.matter == .help && $0.isOver) }
    case .outbox(.failed(let id, _)):
      open.removeAll { $0.notice == id && !$0.isLostForGood && !($0.matter == .help && $0.isOver) }
      for i in open.indices where open[i].notice == id { open[i].failed = truth.now }
    case .store(.outbox(.closed(let id))): close(id, truth)
    case .outbox(.queued(let notice)):
      if notice.goesRound { newestCase = max(newestCase, notice.id) }
      note(notice, truth)
    case .outbox(.send(let dispatch)):
      guard dispatch.notice.matter == .day(.allIsWell), dispatch.notice.id < newestCase else {
        return
      }
      fail(.allIsWellIsTrue, at: truth.now, "\"all is well\" goes out after a case that is newer")
    default: break
    }
  }

  /// A call for help of an earlier life, unless a daily mail has listed it after its end.
  private mutating func restore(_ record: OutboxRecord, _ truth: Truth) {
    switch record {
    case .notice(let notice):
      if notice.goesRound { newestCase = max(newestCase, notice.id) }
      if notice.matter == .help || notice.matter.isDaily {
        open.removeAll { $0.matter == .help && ($0.isOver || notice.matter == .help) }
      }
      guard notice.matter == .help else { return }
      if let made = notice.made { calls.append((notice.id, made)) }
      open.append(
        Open(notice: notice.id, matter: .help, token: notice.token, at: truth.now, day: 0))
    case .acknowledged(let id, _): open.removeAll { $0.notice == id }
    case .closed(let id): close(id, truth)
    case .delivery, .excursion, .excursionsTold, .caregivers, .homeOwed: break
    }
  }

  /// By a clock that lied once, it was made a week before the last sign of life: nobody knows better at the start.
  private func isPast(_ call: Open) -> Bool {
    guard let alive, let made = calls.last(where: { $0.id == call.notice })?.made else {
      return false
    }
    return alive.milliseconds - made.milliseconds > WellChecker.callCounts.count
  }

  /// A medicine and a call for help stay open when the caregivers have been told of them.
  private mutating func close(_ id: NoticeID, _ truth: Truth) {
    // Given up as the last caregiver could not be reached: it has reached nobody, and the next daily mail says so.
    if open.contains(where: {
      $0.notice == id && $0.isLostForGood && !$0.isDelivered && $0.failed == truth.now
    }) {
      return
    }
    open.removeAll { $0.notice == id && !$0.matter.isOfTheDay && $0.matter != .help }
    for i in open.indices where open[i].notice == id {
      (open[i].isDelivered, open[i].isOver) = (true, true)
    }
  }

  private func minute(_ truth: Truth) -> Int64 {
    truth.wall.milliseconds / 60_000 + truth.household.zone.offset(at: truth.wall)
  }

  /// The day of the medicine, or of the meal's last hour: the missing answer may have been yesterday's.
  private func day(_ matter: Notice.Matter, _ truth: Truth) -> Int64 {
    let now = minute(truth)
    switch matter {
    case .reminder(.unanswered(let occurrence)):
      return ReminderCalendar.day(of: Int64(occurrence.due.count))
    case .dose(.unanswered(let meal, _)):
      guard let time = truth.household.mealtimes.first(where: { $0.meal == meal }) else { break }
      return (now - Int64(time.minute)) / 1440
    default: break
    }
    return now / 1440
  }

  private mutating func note(_ notice: Notice, _ truth: Truth) {
    if case .day(let day) = notice.matter {
      let made = notice.made ?? truth.wall
      let local = made.milliseconds / 60_000 + truth.household.zone.offset(at: truth.wall)
      isOfToday = local / 1440 == minute(truth) / 1440
      // The device goes by its own clock, and so do the hours of its watch.
      var dated = truth
      dated.wall = made
      judge(day, truth, dated)
      open.removeAll { $0.matter == .help && $0.isOver }
      for i in open.indices { open[i].isListed = true }
      waiting.removeAll { !$0.hasKey }
    }
    if notice.matter == .help { open.removeAll { $0.matter == .help } }
    if open.count > 80 { open.removeFirst() }
    open.append(
      Open(
        notice: notice.id, matter: notice.matter, token: notice.token, at: truth.now,
        day: day(notice.matter, truth)))
  }

  private mutating func wait(for occurrence: Occurrence, hasKey: Bool, _ truth: Truth) {
    waiting.removeAll { $0.occurrence.reminder == occurrence.reminder }
    if waiting.count > 80 { waiting.removeFirst() }
    waiting.append(Waiting(occurrence: occurrence, at: truth.now, hasKey: hasKey))
  }

  /// One that was put off counts from its limit on. It goes to the caregivers within hours, whatever its wearer does.
  private func matter(_ entry: Waiting, _ truth: Truth) -> (OpenMatters, what: String)? {
    let late = minute(truth) - Int64(entry.occurrence.due.count)
    guard !haveClocksLied, isOfToday, hasTime, truth.now - entry.at > WellChecker.settles,
      late < 720, !entry.hasKey || late > Int64(truth.household.limits.reminderLimit) + 2
    else { return nil }
    return (.reminder, "\(entry.occurrence.name) waits for its answer")
  }

  private mutating func judge(_ day: DayMatter, _ truth: Truth, _ dated: Truth) {
    let matters =
      open.compactMap { matter($0, truth) } + waiting.compactMap { matter($0, truth) }
      + others(truth, dated)
    switch day {
    case .allIsWell:
      if let what = matters.first?.what {
        fail(.allIsWellIsTrue, at: truth.now, "all is said to be well, and \(what)")
      }
    case .open(let listed):
      for (matter, what) in matters where listed.rawValue & matter.rawValue == 0 {
        fail(.openDayIsTold, at: truth.now, "the daily mail leaves out that \(what)")
      }
      let isLow = battery.map { !$0.isCharging && $0.percent <= 20 } ?? false
      for (matter, isOpen, what) in [
        (OpenMatters.battery, isLow, "the battery is low"),
        (.storage, doesStorageFail, "nothing can be stored"),
      ] where !isOpen && listed.rawValue & matter.rawValue != 0 {
        fail(.openDayIsTold, at: truth.now, "the daily mail says that \(what), and it is not so")
      }
    }
  }

  private func matter(_ entry: Open, _ truth: Truth) -> (OpenMatters, what: String)? {
    let age = truth.now - entry.at
    switch entry.matter {
    case .help where age < WellChecker.callCounts:
      return (.help, "nobody has answered a call for help")
    case .perimeter(.left) where isOut: return (.exit, "the wearer is out")
    case .reminder(.unanswered), .dose(.unanswered):
      let today = minute(truth) / 1440
      guard !haveClocksLied, isOfToday, !entry.isListed,
        (today - 1...today).contains(entry.day)
      else { return nil }
      if case .dose = entry.matter { return (.dose, "\(entry.matter) is open") }
      return (.reminder, "\(entry.matter) is open")
    case .location, .reminder(.due), .day(.allIsWell): return nil
    default:
      guard !entry.isDelivered, age > WellChecker.settles, entry.failed == nil || !entry.isListed
      else { return nil }
      let (boot, number) = (entry.notice.boot, entry.notice.number)
      return (.notice, "notice \(boot).\(number), \(entry.matter), has reached nobody")
    }
  }

  private func others(_ truth: Truth, _ dated: Truth) -> [(OpenMatters, what: String)] {
    var found: [(OpenMatters, what: String)] = []
    if !hasTime { found.append((.clock, "nobody has said what time it is")) }
    if let low, truth.now - low < .seconds(900) { found.append((.lowGlucose, "glucose is low")) }
    if let battery, !battery.isCharging, battery.percent <= 20 {
      found.append((.battery, "the battery is low"))
    }
    if truth.now - lastEpoch > WellChecker.silence {
      found.append((.receiver, "the receiver is silent"))
    }
    if doesStorageFail { found.append((.storage, "nothing can be stored")) }
    let dark = truth.now - lastPosition
    if dark > WellChecker.halfDay + .seconds(60) {
      found.append((.position, "there is no position for 12 hours"))
    } else if dark > .seconds(90), shallow >= 5, isWatched(truth), isWatched(dated) {
      found.append((.position, "the position was lost near the edge"))
    } else if dark > .seconds(90), outside.isLong, !isAccompanied {
      // Nobody looks outside the hours of the watch, and the mail says where nobody looks.
      found.append((.position, "the position was lost outside"))
    }
    return found
  }

  /// The wearer's place matters only in the hours of the watch, and without company.
  private func isWatched(_ truth: Truth) -> Bool {
    let hours = truth.household.watch
    return !isAccompanied && (hours.isEmpty || truth.isWithin(hours) == true)
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut, .recordsLost:
      let had = hasTime
      forget()
      hasTime = had
    case .reloaded: (shallow, outside) = (0, OutsideRow())
    case .clocksGood(false): haveClocksLied = true
    default: break
    }
  }
}

extension Notice.Matter {
  fileprivate var isDaily: Bool { if case .day = self { true } else { false } }

  fileprivate var isOfTheDay: Bool {
    switch self {
    case .reminder(.unanswered), .dose(.unanswered): true
    default: false
    }
  }
}
