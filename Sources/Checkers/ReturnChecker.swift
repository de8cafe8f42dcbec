import Device
import HAL

/// ALZ-4: who is back is announced as back, once for each exit, and not while still outside.
///
/// With e the largest true error of the fixes of the last half hour: within R - 10 m - e, or deeper where
/// the receiver claims to be off by more than that, for 90 s of fixes, is announced; with e of those
/// fixes alone within 180 s. Beyond R + e for the whole last minute is not. That whoever was told of the
/// exit is told of its end is judged by `ReturnMail`, which this one leads along.
struct ReturnChecker: Checker {
  var violation: Violation?

  private static let lastMinute = Milliseconds.seconds(60)
  /// Between two fixes of a window.
  private static let densest = Milliseconds.seconds(5)
  private static let depth = 10.0
  /// A life is taken up within five seconds of the start.
  private static let resumes = Milliseconds.seconds(6)
  /// A claim beyond this says no more than this, and a missing one says this.
  private static let worstClaim = 50.0
  /// One-sided 95 % of what is claimed at 2.45 standard deviations.
  private static let claimPart = 1.645 / 2.45

  /// What the device has announced, as far as that can be known from outside.
  private enum State {
    case home
    /// Announced, and its notice written down or not.
    case out(isStored: Bool)
    /// Over, and that is written down nowhere yet.
    case returning
    /// A power cut or the medium took what the device knew: it may announce a return, and need not.
    case unknown
  }

  private var state = State.unknown
  private var mail = ReturnMail()
  private var home = EdgeRuns(soon: .seconds(90), atLast: .seconds(180))
  private var away = FixRun()
  private var lastFix = Instant.start
  /// The device came back to an exit that is open: its alarm goes on.
  private var alarmDue: Instant?

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    let distance = truth.distance.value
    let radius = truth.radius.value
    guard fix.hasPosition else { return }
    let goesOn = truth.now - lastFix <= ReturnChecker.densest
    lastFix = truth.now
    away.add(distance - radius, error: fix.error.value, goesOn: goesOn, at: truth.now)
    home.remember(fix.error.value, at: truth.now)
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
    // With company at the wearer's side nothing is open; the place is forgotten after it.
    case .store(.accompanied(_?, _)), .company(.accompanied(_?)): state = .unknown
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
    if away.lasts(ReturnChecker.lastMinute, at: truth.now) {
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
    case .taken, .networkGood, .clocksGood, .edited, .post, .end: break
    }
    mail.see(change, truth)
    takeViolation()
  }

  private mutating func takeViolation() {
    if violation == nil { violation = mail.violation }
  }
}
