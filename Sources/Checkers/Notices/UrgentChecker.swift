import Device
import HAL

/// Help, an exit or low glucose stays open until a caregiver answers or its cause is over. Once told,
/// help and low glucose also end after four hours. In the calm each reaches somebody.
struct UrgentChecker: Checker {
  var violation: Violation?

  private static let lapse = Milliseconds.seconds(4 * 3600)
  /// The number of told and unanswered notices that is half of the device's table.
  private static let crowd = 28
  /// The time that is enough in the calm.
  private static let enough = Milliseconds.seconds(1800)

  fileprivate enum Kind {
    case help
    case exit
    case lowGlucose
  }

  fileprivate struct Case {
    var notice: NoticeID
    var kind: Kind
    var at: Instant
    /// A server took it, and the device has heard so.
    var isTaken = false
    /// A reading says nothing of later than three hours.
    var speaksUntil = Instant.never
    /// A low was taken at this true time, or before.
    var taken = Int64.max
    var isTold = false
    /// The wearer is back, or has company; a later call takes the place of an earlier one.
    var isOver = false
  }

  private var open: [Case] = []
  private var people: [Caregiver] = []
  /// A device that was told another time may take a low for older than it is.
  private var lastNetworkChange = Instant.start
  private var haveClocksLied = false
  private var isTrusted = false
  /// A calendar clock alone may lie so far behind the truth.
  private static let calendarBehind = Milliseconds.seconds(-1800)
  /// The true time at which the low reading of this event was taken.
  private var read: Int64?
  /// The newest reading of 70 or more, by the true time.
  private var well = Int64.min

  mutating func see(_ event: Event, _ truth: Truth) {
    if !truth.areClocksGood { haveClocksLied = true }
    if case .booted = event.kind {
      isTrusted = false
      if people.isEmpty { people = truth.household.caregivers }
    }
    read = nil
    guard case .reading(let reading) = event.kind else { return }
    let taken = truth.wall.milliseconds - reading.age.count
    if reading.result.milligrams >= 70 { well = max(well, taken) } else { read = taken }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isTrusted = false
    // A stored notice counts, although the power may go before it is told.
    case .store(.outbox(.notice(let notice))), .outbox(.queued(let notice)): begin(notice, truth)
    case .outbox(.delivered(let id, _)), .store(.outbox(.delivery(let id, _, .accepted))):
      for i in open.indices where open[i].notice == id { open[i].isTold = true }
    case .outbox(.acknowledged(let id, _)), .store(.outbox(.acknowledged(let id, _))):
      open.removeAll { $0.notice == id }
    case .perimeter(.returned), .company(.accompanied(_?)), .store(.accompanied(_?, _, _, _)):
      end(.exit)
    case .store(.outbox(.closed(let id))):
      // A new reading may end a low; other checkers judge that.
      if event.saysGlucose || haveClocksLied { end(.lowGlucose) }
      judgeEnd(id, truth)
    default: break
    }
  }

  private mutating func begin(_ notice: Notice, _ truth: Truth) {
    guard !open.contains(where: { $0.notice == notice.id }) else { return }
    let kind: Kind
    switch notice.matter {
    case .help:
      kind = .help
      end(.help)
    case .perimeter(.left): kind = .exit
    case .glucose(.low(_, _, let age)):
      open.append(
        Case(
          notice: notice.id, kind: .lowGlucose, at: truth.now,
          speaksUntil: age.end(from: truth.now)
            + (isTrusted ? Milliseconds(0) : UrgentChecker.calendarBehind),
          taken: read ?? age.taken(by: truth.wall.milliseconds)))
      return
    default: return
    }
    open.append(Case(notice: notice.id, kind: kind, at: truth.now))
  }

  private mutating func end(_ kind: Kind) {
    for i in open.indices where open[i].kind == kind { open[i].isOver = true }
  }

  private mutating func judgeEnd(_ id: NoticeID, _ truth: Truth) {
    guard let closed = open.first(where: { $0.notice == id }) else { return }
    let isCrowded = open.count(where: \.isTold) > UrgentChecker.crowd
    open.removeAll { $0.notice == id }
    let hasLapsed =
      closed.kind != .exit && closed.isTold && truth.now - closed.at >= UrgentChecker.lapse
    // A full table lets go of what was told, for what was not.
    if isCrowded, closed.isTold { return }
    // A clock may be the first to say that a reading is the later one.
    guard !closed.isOver, !hasLapsed, truth.now < closed.speaksUntil, well <= closed.taken else {
      return
    }
    fail(
      .urgentIsNotDropped, at: truth.now,
      "\(closed.name) is dropped after \((truth.now - closed.at).count / 1000) s, and nobody has "
        + (closed.isTold ? "answered it" : "it"))
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .taken(let id, _, _):
      for i in open.indices where open[i].notice == id { open[i].isTaken = true }
    case .recordsLost:
      open.removeAll()
      well = .min
    case .reloaded:
      // A profile may take the circle away, or those who are to know.
      if !(100...1000).contains(truth.household.radius.value) { end(.exit) }
      if truth.household.caregivers != people { open.removeAll() }
      people = truth.household.caregivers
    case .end where truth.isCalm: judgeAll(truth)
    case .edited(let record):
      guard record.isReading else { return }
      end(.lowGlucose)
      well = .min
    // It may hear of them by a fix, which is no event here.
    case .clocksGood(false): haveClocksLied = true
    case .networkGood: lastNetworkChange = truth.now
    case .powerCut, .clocksGood, .post, .portal, .updated, .end: break
    }
  }

  private mutating func judgeAll(_ truth: Truth) {
    guard truth.isNetworkGood else { return }
    for entry in open where !entry.isOver && !entry.isTaken && !entry.isTold {
      let since = max(entry.at, lastNetworkChange)
      guard truth.now - since > UrgentChecker.enough else { continue }
      fail(.urgentIsNotDropped, at: truth.now, "\(entry.name) has reached nobody")
    }
  }
}

extension Event {
  /// A reading came, or the diary was changed, by whatever way.
  fileprivate var saysGlucose: Bool {
    switch kind {
    case .reading, .edited, .restored: true
    case .key(let press): press.key != .help
    default: false
    }
  }
}

extension ReadingAge {
  /// The moment by which three hours have passed since it was taken, at the latest two minutes before.
  fileprivate func end(from now: Instant) -> Instant {
    switch self {
    case .recent: now + .seconds(3 * 3600 - 900 - 120)
    case .minutes(let minutes): now + .seconds(3 * 3600 - Int64(minutes) * 60 - 120)
    case .unclear: now
    }
  }

  /// The latest true time at which the low was taken.
  fileprivate func taken(by wall: Int64) -> Int64 {
    switch self {
    case .recent: wall
    case .minutes(let minutes): wall - Int64(minutes) * 60_000
    case .unclear: .max
    }
  }
}

extension UrgentChecker.Case {
  fileprivate var name: String {
    let about =
      switch kind {
      case .help: "help"
      case .exit: "an exit"
      case .lowGlucose: "low glucose"
      }
    return "notice \(notice.boot).\(notice.number) of " + about
  }
}

extension Notice.Matter {
  /// Help, an exit, low glucose: they go before everything else.
  var isUrgent: Bool {
    switch self {
    case .help, .perimeter(.left), .glucose(.low), .location: true
    default: false
    }
  }
}
