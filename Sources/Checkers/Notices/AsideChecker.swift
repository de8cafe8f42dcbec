import Device
import HAL

/// Judges the words that a mail says beside its matter. ALZ-4, DIA-8.
///
/// A return says how long the wearer was outside, and how far. A reminder or dose that nobody answered in time
/// says a late answer. A notice that outlived a restart says its delay, or that nobody can tell it.
struct AsideChecker: Checker {
  var violation: Violation?

  private static let lengthSlack: Int64 = 1100
  /// A dose answers for a meal of at most so many milliseconds before or after.
  private static let sameMeal: Int64 = 12 * 3_600_000
  private static let ahead: Int64 = 370_000
  /// Milliseconds by which the clocks before and after a restart may differ.
  private static let delaySlack: Int64 = 70_000
  /// Milliseconds by which the time that a notice states may be off where it counts as true.
  private static let near: Int64 = 2000
  private static let settles = Milliseconds.seconds(70)
  /// Answers and notices that are remembered.
  private static let mostKept = 128

  private struct Outside: Sendable {
    var since: Instant
    /// Metres from home of the farthest fix since then; and at the notice of the exit.
    var farthest: Double
    var atExit: Double
    /// The wearer came back then.
    var until: Instant?
  }

  private var boot: UInt32 = 0
  private var book = DiaryBook()
  private var clock = ClockSense()
  private var outside: Outside?
  /// The part of the time outside that this life of the device has seen.
  private enum Sight { case all, notTheBeginning, maybe }
  private var sight = Sight.notTheBeginning
  /// Reminders that were answered in this life.
  private var answered: [Occurrence] = []
  /// The true time, in milliseconds since 1970, at which a notice was made whose own time was true.
  private var made: [(id: NoticeID, wall: Int64)] = []
  /// Notices that a meal had no dose, when they were made, and at what time by the device's clock then.
  private var unanswered: [(id: NoticeID, at: Instant, wall: WallTime?)] = []
  /// The last moment at which somebody worked on the diary.
  private var edited = Instant(milliseconds: .min)
  /// A calendar clock has spoken in this life. By one that lags, a dose lies ahead, and is not said.
  private var hasCalendar = false
  /// Receiver or network have spoken in this life, truly or not.
  private var hasHeardTime = false
  private var newestEpoch = Instant(milliseconds: .min)
  /// An epoch takes no longer to come.
  private static let late = Milliseconds.seconds(2)

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    clock.see(fix, truth.now)
    // An epoch that comes late or again may say its time although the sighting does not.
    let measured = truth.now + Milliseconds(-fix.age.count)
    let isLate = fix.age > AsideChecker.late
    if fix.hasTime || measured <= newestEpoch || isLate { hasHeardTime = true }
    newestEpoch = max(newestEpoch, measured)
    guard fix.hasPosition, let outside, outside.until == nil else { return }
    self.outside?.farthest = max(outside.farthest, fix.distance.value)
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    clock.follow(truth)
    book.see(event, truth)
    switch event.kind {
    case .booted(let start):
      boot = start.number
      clock.boot(at: event.at)
      (outside, sight) = (nil, .notTheBeginning)
      answered.removeAll()
      (hasHeardTime, hasCalendar) = (false, false)
    case .clock(_, let source):
      if source == .rtc { hasCalendar = true } else { hasHeardTime = true }
      if source == .ntp { clock.hearNetwork(truth) }
    case .setting: doubt()
    case .edited: edited = truth.now
    case .restored, .fix, .keys, .key, .reading, .answer, .message, .battery,
      .storage, .shuttingDown, .deadline:
      break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    book.see(action, during: event, truth)
    // An epoch that comes late says its time to the device, whatever the sighting counts.
    if case .fix(let fix) = event.kind, fix.time != nil { hasHeardTime = true }
    switch action {
    case .perimeter(.left(let place, let isInitial)):
      let distance = place.distance?.value ?? 0
      outside = Outside(since: truth.now, farthest: distance, atExit: distance)
      sight = isInitial ? .notTheBeginning : .all
    case .perimeter(.returned): outside?.until = truth.now
    case .reminder(.acknowledged(let occurrence)):
      if answered.count > AsideChecker.mostKept { answered.removeFirst() }
      answered.append(occurrence)
    case .outbox(.queued(let notice)):
      note(notice, truth)
      if case .dose(.unanswered(_, deleted: nil)) = notice.matter {
        if unanswered.count > AsideChecker.mostKept { unanswered.removeFirst() }
        unanswered.append((notice.id, truth.now, notice.made))
      }
      if notice.matter == .perimeter(.returned) { judgeOuting(notice.aside.outing, truth) }
    case .outbox(.send(let dispatch)): judgeSent(dispatch, truth)
    // Company ends an outing: a return after it says nothing of its length.
    case .company(.accompanied(_?)): outside = nil
    case .started, .perimeter, .position, .clock, .reminder, .helpRequested, .company, .dose,
      .glucose, .alarm, .outbox, .batteryLow, .profileKept, .show, .store, .heartbeat:
      break
    }
  }

  /// The circle may be another.
  private mutating func doubt() { if sight == .all { sight = .maybe } }

  private mutating func note(_ notice: Notice, _ truth: Truth) {
    guard clock.wasSure(at: truth.now), !clock.hasLied, let wall = notice.made,
      (wall.milliseconds - truth.wall.milliseconds).magnitude < UInt64(AsideChecker.near)
    else { return }
    if made.count > AsideChecker.mostKept { made.removeFirst() }
    made.append((notice.id, truth.wall.milliseconds))
  }

  private mutating func judgeOuting(_ outing: Outing, _ truth: Truth) {
    defer { outside = nil }
    if sight == .notTheBeginning, outing.lasted != nil {
      fail("a return says how long it lasted, and its beginning was not seen", truth)
    }
    guard let outside else {
      if outing.lasted != nil {
        fail("a return says how long it lasted, and there was no outing", truth)
      }
      return
    }
    guard sight == .all else { return }
    let until = outside.until ?? truth.now
    // An outing of which nobody had heard ended without a mail. One that comes later may be of a lost position.
    if until < truth.now, outing.lasted == nil { return }
    let lasted = (until - outside.since).count
    let said = outing.lasted?.count ?? 0
    if lasted > 1000, (said - lasted).magnitude > UInt64(AsideChecker.lengthSlack) {
      fail("a return says \(said) ms outside, and it was \(lasted)", truth)
    }
    let radius = truth.household.radius.value
    let way = outing.farthest?.value ?? 0
    // A mail says no way that lies within the edge.
    let most = max(outside.farthest * 1.003 + 1 - radius, 0)
    if way > most || way < outside.atExit * 0.997 - 1 - radius {
      fail(
        "a return says \(way) m beyond the edge; from home it was \(outside.atExit) m at first and "
          + "\(outside.farthest) m at most", truth)
    }
  }

  private mutating func judgeSent(_ dispatch: Dispatch, _ truth: Truth) {
    let notice = dispatch.notice
    if notice.id.boot != boot {
      judgeDelay(dispatch, truth)
      judgeUnknown(dispatch, truth)
      judgeEarlier(notice, truth)
    }
    guard let answer = notice.answered else { return }
    switch notice.matter {
    case .reminder(.unanswered(let occurrence)):
      if notice.id.boot == boot, !answered.contains(occurrence) {
        fail("a mail says that \(occurrence.name) was answered, and it was not", truth)
      }
    case .dose(.unanswered(let meal, _)): judgeDose(meal, answer, notice, truth)
    // Their eight bytes are no answer.
    case .perimeter, .help, .location, .position, .reminder, .glucose, .dose, .clock, .batteryLow,
      .power, .day, .storageFailed, .profileKept, .companyRefused, .profileChanged:
      break
    }
  }

  private mutating func judgeDose(
    _ meal: Meal, _ taken: WallTime, _ notice: Notice, _ truth: Truth
  ) {
    guard !book.hasLost else { return }
    if !book.doses.contains(where: { $0.dose.meal == meal && $0.dose.taken == taken }) {
      fail("a mail says that the dose of \(meal) was noted, and the diary has none", truth)
    }
    // A clock may lag by five minutes, and epochs come late.
    if !clock.hasLied, clock.wasSure(at: truth.now + Milliseconds(-AsideChecker.settles.count)),
      taken.milliseconds - truth.wall.milliseconds > AsideChecker.ahead
    {
      fail("a mail says that the dose of \(meal) was noted at a time that is to come", truth)
    }
    if let made = notice.made, !isOfMeal(taken, made), !wasOfMeal(taken, notice.id) {
      fail("a mail says of \(meal) that a dose was noted, which is another day's", truth)
    }
  }

  private func isOfMeal(_ taken: WallTime, _ made: WallTime) -> Bool {
    (made.milliseconds - taken.milliseconds).magnitude <= UInt64(AsideChecker.sameMeal)
  }

  /// A clock that lied dated both the notice and the dose, and was put right before the mail left.
  private func wasOfMeal(_ taken: WallTime, _ id: NoticeID) -> Bool {
    guard clock.hasLied, let wall = unanswered.last(where: { $0.id == id })?.wall else {
      return false
    }
    return isOfMeal(taken, wall)
  }

  /// Judges a mail that outlived a restart. The wearer has confirmed a dose after it was made, and before that restart.
  private mutating func judgeEarlier(_ notice: Notice, _ truth: Truth) {
    guard notice.answered == nil, case .dose(.unanswered(let meal, deleted: nil)) = notice.matter,
      let since = unanswered.first(where: { $0.id == notice.id })?.at, edited < since,
      let made = notice.made, truth.isStorageGood, !book.hasLost, !clock.hasLied,
      !hasCalendar || clock.wasSure(at: truth.now)
    else { return }
    let isAnswered = book.doses.contains {
      let apart = (made.milliseconds - $0.dose.taken.milliseconds).magnitude
      return $0.dose.meal == meal && !$0.isByHand && $0.life < book.life && $0.arrived > since
        && apart < UInt64(AsideChecker.sameMeal - AsideChecker.ahead)
    }
    guard isAnswered else { return }
    fail(
      .answeredIsSaid, at: truth.now,
      "a mail says that nobody noted the dose of \(meal), which was noted before the restart")
  }

  /// A device that knows the time says the delay by it, also of a notice from before a restart.
  private mutating func judgeDelay(_ dispatch: Dispatch, _ truth: Truth) {
    guard clock.wasSure(at: truth.now + Milliseconds(-AsideChecker.settles.count)), !clock.hasLied,
      let wall = made.last(where: { $0.id == dispatch.notice.id })?.wall
    else { return }
    let late = truth.wall.milliseconds - wall
    // Epochs that come late put the clock back.
    let slack = max(AsideChecker.delaySlack, clock.tolerance(at: truth.now) + AsideChecker.near)
    guard (dispatch.late.count - late).magnitude > UInt64(slack) || dispatch.isLater else { return }
    let said = "\(dispatch.late.count) ms\(dispatch.isLater ? " or more" : "")"
    let id = dispatch.notice.id
    fail("notice \(id.boot).\(id.number) says a delay of \(said), and it is \(late) ms", truth)
  }

  /// Nobody can tell the delay before a clock has spoken for which somebody vouches.
  private mutating func judgeUnknown(_ dispatch: Dispatch, _ truth: Truth) {
    let id = dispatch.notice.id
    if !hasHeardTime, !dispatch.isLater {
      fail("notice \(id.boot).\(id.number) knows its delay, and nobody knows the time", truth)
    }
  }

  private mutating func fail(_ what: String, _ truth: Truth) {
    fail(.noticeIsTrue, at: truth.now, what)
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    clock.follow(truth)
    book.see(change, truth)
    switch change {
    case .powerCut: (outside, sight) = (nil, .notTheBeginning)
    case .reloaded: doubt()
    case .edited: edited = truth.now
    case .recordsLost, .taken, .networkGood, .clocksGood, .post, .portal, .updated, .end: break
    }
  }
}
