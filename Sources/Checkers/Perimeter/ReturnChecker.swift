import Device
import HAL

/// ALZ-4: a wearer who is back is announced as back, once for each exit, and not while still outside.
///
/// Let e be the largest true error of the fixes of the last half hour. A wearer within R - 10 m - e for
/// 90 s of fixes is announced; deeper if the receiver claims a larger error. With e of those fixes
/// alone, or with a speed that sticks at nothing, it is within 180 s. One beyond R + e for the whole last
/// minute is not announced, unless the speed stuck just before.
///
/// `ReturnMail`, which this checker owns, judges that everybody who was told of the exit is told of its
/// end.
struct ReturnChecker: Checker {
  var violation: Violation?

  private static let lastMinute = Milliseconds.seconds(60)
  /// The longest span between two fixes of a window.
  private static let densest = Milliseconds.seconds(5)
  /// Five times the memory of an estimate at rest outside, which is two minutes.
  private static let forgets = Milliseconds.seconds(600)
  private static let depth = 10.0
  /// A life is taken up within five seconds of the start.
  private static let resumes = Milliseconds.seconds(6)
  /// A claim beyond this says no more than this, and a missing one says this.
  private static let worstClaim = 50.0
  /// One-sided 95 % of what is claimed at 2.45 standard deviations.
  private static let claimPart = 1.645 / 2.45

  /// The device's announcement, as far as that can be known from outside.
  private enum State {
    case home
    /// Announced, and its notice written down or not.
    case out(isStored: Bool)
    /// The excursion is over, and that is written down nowhere yet.
    case returning
    /// A power cut or the medium took what the device knew: it may announce a return, and need not.
    case unknown
  }

  private var state = State.unknown
  private var mail = ReturnMail()
  private var home = EdgeRuns(soon: .seconds(90), atLast: .seconds(180))
  private var away = FixRun()
  private var lastFix = Instant.start
  /// The last fix whose speed stuck at nothing. It holds the estimate back from a wearer who turns round.
  private var stuck: Instant?
  /// The device came back to an exit that is open: its alarm goes on.
  private var alarmDue: Instant?

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    let distance = truth.distance.value
    let radius = truth.radius.value
    guard fix.hasPosition else { return }
    let goesOn = truth.now - lastFix <= ReturnChecker.densest
    lastFix = truth.now
    away.add(distance - radius, error: fix.error.value, goesOn: goesOn, at: truth.now)
    home.remember(fix.error.value, isSpeedStuck: fix.isSpeedStuck, at: truth.now)
    if fix.isSpeedStuck { stuck = truth.now }
    guard fix.isTimeGood, truth.areClocksGood else { return home.end() }
    let claim = fix.eph.flatMap { $0.value > 0 ? $0.value : nil } ?? ReturnChecker.worstClaim
    let margin = min(claim, ReturnChecker.worstClaim) * ReturnChecker.claimPart
    let depth = max(ReturnChecker.depth, margin)
    let overdue = home.add(
      radius - distance - depth, error: fix.error.value, goesOn: goesOn, at: truth.now)
    if case .out = state, let overdue {
      fail(
        .returnIsAnnounced, at: truth.now,
        "home for \((truth.now - overdue.since).count / 1000) s, fixes off by at most "
          + "\(Int(overdue.error)) m, and no return")
    }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    if let dark = alarmDue, truth.now - dark > ReturnChecker.resumes {
      alarmDue = nil
      fail(.alarmSounds, at: truth.now, "outside when the power came back, and no alarm")
    }
    if case .booted = event.kind {
      alarmDue = nil
      if case .out(isStored: true) = state, truth.isStorageGood { alarmDue = event.at }
    }
    mail.see(event, truth)
    takeViolation()
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .perimeter(.left):
      state = .out(isStored: false)
      home.end()
    case .alarm(.started(.leftPerimeter, _)): alarmDue = nil
    case .perimeter(.returned): judgeReturn(truth)
    case .store(.outbox(.notice(let notice))):
      if notice.matter == .perimeter(.left), case .out = state { state = .out(isStored: true) }
      if notice.matter == .perimeter(.returned), case .returning = state { state = .home }
    case .store(.place(.inside)): state = .home
    // Nothing is open with company at the wearer's side; the place is forgotten after it.
    case .store(.accompanied(_?, _, _, _)), .company(.accompanied(_?)): state = .unknown
    case .store(.place(.unknown)): state = .home
    default: break
    }
    mail.see(action, truth)
    takeViolation()
  }

  private mutating func judgeReturn(_ truth: Truth) {
    if case .home = state {
      fail(.returnIsAnnounced, at: truth.now, "a return is announced, and no exit was open")
    }
    if case .returning = state {
      fail(.returnIsAnnounced, at: truth.now, "a second return of one exit")
    }
    let isHeldBack = stuck.map { truth.now - $0 < ReturnChecker.forgets } ?? false
    if !isHeldBack, away.lasts(ReturnChecker.lastMinute, at: truth.now) {
      fail(
        .returnIsAnnounced, at: truth.now,
        "at least \(Int(away.least)) m beyond the edge for a minute, fixes off by at most "
          + "\(Int(away.error)) m, and a return")
    }
    state = .returning
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut:
      alarmDue = nil
      home.end()
      away.end()
      switch state {
      case .home, .out(isStored: true): break
      // The record may have got through, or not.
      case .out, .returning, .unknown: state = .unknown
      }
    case .recordsLost: state = .unknown
    // Another circle; with none at all nothing is open.
    case .reloaded:
      home.end()
      away.end()
    case .taken, .networkGood, .clocksGood, .edited, .post, .portal, .updated, .end: break
    }
    mail.see(change, truth)
    takeViolation()
  }

  private mutating func takeViolation() {
    if violation == nil { violation = mail.violation }
  }
}

/// Everybody who was told of an exit is told of its end. The end comes as "returned home", or in the
/// list of excursions that were over before anybody knew.
private struct ReturnMail: Sendable {
  /// An exit, and which caregivers know of it, bit 0 the first.
  private struct Exit {
    var notice: NoticeID
    /// The device knows that a route accepted it, or they have answered.
    var told: UInt8 = 0
    /// That is written down.
    var stored: UInt8 = 0
    /// Attempts that nobody has answered.
    var flights: UInt8 = 0
  }

  /// An exit that is over.
  private struct Closing {
    var exit: Exit
    var since: Instant
    /// Caregivers who have been told so.
    var done: UInt8 = 0
    /// Its notice outlives a power cut, with all to whom it goes.
    var isStored = false
    var owed: UInt8 { exit.told & ~done }
  }

  /// A notice that tells of an end, on its way to one caregiver.
  private struct Letter {
    var notice: NoticeID
    var caregiver: UInt8
    var sent: Instant
  }

  private(set) var violation: Violation?
  private var exit: Exit?
  private var closings: [Closing] = []
  private var endings: [NoticeID] = []
  private var letters: [Letter] = []
  private var people: [Caregiver] = []
  /// Nothing stands in the way of mails since then.
  private var free = Instant.never

  mutating func see(_ event: Event, _ truth: Truth) {
    judge(truth)
    switch event.kind {
    case .booted:
      free = truth.isNetworkGood ? event.at : .never
      if people.isEmpty { people = truth.household.caregivers }
    case .answer(let answer):
      let bit = ReturnMail.bit(answer.recipient.caregiver)
      change(answer.notice) {
        let wasUnderWay = $0.flights & bit != 0
        $0.flights &= ~bit
        if wasUnderWay, answer.outcome == .accepted { $0.told |= bit }
      }
    default: break
    }
  }

  mutating func see(_ action: Action, _ truth: Truth) {
    switch action {
    case .outbox(.queued(let notice)), .store(.outbox(.notice(let notice))): make(notice, action)
    case .outbox(.send(let dispatch)): send(dispatch, truth)
    case .store(.outbox(.delivery(let id, let to, .accepted))):
      change(id) { $0.stored |= ReturnMail.bit(to.caregiver) }
    case .store(.outbox(.acknowledged(let id, let caregiver))):
      change(id) {
        $0.told |= ReturnMail.bit(caregiver)
        $0.stored |= ReturnMail.bit(caregiver)
      }
    case .perimeter(.returned):
      // An earlier return that had not reached all is told with this one.
      for i in closings.indices { closings[i].since = truth.now }
      if let exit { closings.append(Closing(exit: exit, since: truth.now)) }
      exit = nil
    // Nobody's worry any more, and of that nobody is told.
    case .store(.accompanied(_?, _, _, _)), .company(.accompanied(_?)), .store(.place(.unknown)):
      if exit != nil { closings.removeAll() }
      exit = nil
    // Refused for good by every route to them.
    case .outbox(.failed(let id, let caregiver)):
      guard endings.contains(id) else { return }
      for i in closings.indices { closings[i].done |= ReturnMail.bit(caregiver) }
    default: break
    }
  }

  private static func bit(_ caregiver: UInt8) -> UInt8 { caregiver < 4 ? 1 << caregiver : 0 }

  private mutating func change(_ id: NoticeID, _ change: (inout Exit) -> Void) {
    if var open = exit, open.notice == id {
      change(&open)
      exit = open
    }
    for i in closings.indices where closings[i].exit.notice == id { change(&closings[i].exit) }
  }

  private mutating func make(_ notice: Notice, _ action: Action) {
    switch notice.matter {
    case .perimeter(.left): if exit?.notice != notice.id { exit = Exit(notice: notice.id) }
    case .perimeter(.returned), .perimeter(.excursions):
      if !endings.contains(notice.id) { endings.append(notice.id) }
      if endings.count > 64 { endings.removeFirst(32) }
      if case .store = action, notice.matter == .perimeter(.returned), !closings.isEmpty {
        closings[closings.count - 1].isStored = true
      }
    default: break
    }
  }

  private mutating func send(_ dispatch: Dispatch, _ truth: Truth) {
    let (id, caregiver) = (dispatch.notice.id, dispatch.recipient.caregiver)
    change(id) { $0.flights |= ReturnMail.bit(caregiver) }
    guard endings.contains(id) else { return }
    letters.append(Letter(notice: id, caregiver: caregiver, sent: truth.now))
    if letters.count > 200 { letters.removeFirst(100) }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .taken(let id, let to, _): taken(id, to.caregiver)
    case .networkGood(let isGood): free = isGood && truth.isPowered ? truth.now : .never
    case .powerCut: cutPower()
    case .recordsLost: forget()
    case .reloaded:
      if truth.household.caregivers != people { forget() }
      people = truth.household.caregivers
    case .end: judge(truth)
    case .clocksGood, .edited, .post, .portal, .updated: break
    }
  }

  private mutating func taken(_ id: NoticeID, _ caregiver: UInt8) {
    guard let letter = letters.last(where: { $0.notice == id && $0.caregiver == caregiver })
    else { return }
    for i in closings.indices where closings[i].since <= letter.sent {
      closings[i].done |= ReturnMail.bit(caregiver)
    }
  }

  private mutating func cutPower() {
    free = .never
    if var open = exit {
      open.told &= open.stored
      open.flights = 0
      exit = open
    }
    for i in closings.indices {
      closings[i].exit.flights = 0
      if !closings[i].isStored { closings[i].exit.told &= closings[i].exit.stored }
    }
    // A return without a record did not happen: the device takes the excursion up again.
    if exit == nil, let last = closings.last, !last.isStored {
      exit = last.exit
      closings.removeLast()
    }
    closings.removeAll { $0.owed == 0 }
  }

  private mutating func forget() {
    exit = nil
    closings.removeAll()
  }

  private mutating func judge(_ truth: Truth) {
    // While the wearer is outside anew, nobody is told of an earlier return.
    guard violation == nil, truth.isPowered, free != .never, exit == nil else { return }
    for closing in closings
    where closing.owed != 0 && truth.now - max(free, closing.since) > NoticeBook.enough {
      let caregiver = closing.owed.trailingZeroBitCount + 1
      violation = Violation(
        invariant: .returnIsAnnounced, at: truth.now,
        what: "caregiver \(caregiver) was told of the exit, and not of the return "
          + "\((truth.now - closing.since).count / 1000) s ago")
    }
  }
}
