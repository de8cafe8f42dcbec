import Device
import HAL

/// Whoever was told of an exit that company ended, or of a position lost outside, hears when the wearer is home. That
/// holds over a power cut. Whoever said that they are with the wearer needs no such word. The mail of an exit says that
/// it is over only while somebody is with the wearer, or if they have been inside since.
///
/// The checker excuses what a refusing medium loses, and all that was known of another list of caregivers.
struct HomeWordChecker: Checker {
  var violation: Violation?

  /// Metres inside the edge at which no fix of an ordinary receiver leaves a doubt.
  private static let deep = 60.0
  /// The device looks once a minute, and tells when it has found the wearer inside twice.
  private static let patience = Milliseconds.seconds(180)
  private static let densest = Milliseconds.seconds(5)
  /// Company that ends in this time may still be told.
  private static let minute: Int64 = 60_000

  /// An exit that was told, and the places of those who know of it, bit 0 the first.
  private struct Exit {
    var notice: NoticeID
    var knowing: UInt8 = 0
    /// Those to whom a mail is on its way that does not say that it is over.
    var flights: UInt8 = 0
  }

  /// A notice of a loss outside. A mail that leaves after its end says that it is over.
  private struct Loss {
    var notice: NoticeID
    var isOver = false
    /// Those to whom a mail is on its way that does not say so.
    var flights: UInt8 = 0
  }

  private var exit: Exit?
  /// The exit that company ended: a mail that left before may be taken after it.
  private var forgiven: Exit?
  private var losses: [Loss] = []
  /// The attempt that is answered in this turn left before the end.
  private var isAnswerBefore = false
  private var owed: UInt8 = 0
  /// The newest exit, since which the wearer has not been inside.
  private var outside: NoticeID?
  /// The end of company; nil: there is none.
  private var company: WallTime?
  private var people: [Caregiver] = []
  /// Fixes have shown the wearer at home since then.
  private var home: Instant?
  private var lastFix = Instant.never

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    if fix.hasPosition, min(fix.distance.value, truth.distance.value) < truth.radius.value {
      outside = nil
    }
    let isDeep =
      fix.hasPosition && fix.isOrdinary && fix.isTimeGood && truth.areClocksGood
      && max(fix.distance.value, truth.distance.value) + HomeWordChecker.deep < truth.radius.value
    if !isDeep || home == nil || truth.now - lastFix > HomeWordChecker.densest {
      home = isDeep ? truth.now : nil
    }
    lastFix = truth.now
    guard owed != 0, exit == nil, let home, truth.now - home > HomeWordChecker.patience else {
      return
    }
    fail(
      .returnIsAnnounced, at: truth.now,
      "caregiver \(owed.trailingZeroBitCount + 1) knows of an exit or a loss, and does not hear "
        + "that the wearer is home")
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: home = nil
    case .answer(let answer): take(answer)
    case .setting(.end):
      home = nil
      guard truth.household.caregivers != people else { return }
      people = truth.household.caregivers
      (owed, losses, forgiven) = (0, [], nil)
      exit?.knowing = 0
      exit?.flights = 0
    case .setting, .restored, .fix, .clock, .keys, .key, .reading, .message, .battery, .storage,
      .edited, .shuttingDown, .deadline:
      break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    guard truth.isStorageGood else { return forget() }
    switch action {
    case .store(.outbox(.notice(let notice))): make(notice)
    case .outbox(.send(let dispatch)):
      judgeOver(dispatch.notice, truth)
      if exit?.notice == dispatch.notice.id {
        exit?.flights |= HomeWordChecker.bit(dispatch.recipient.caregiver)
      }
      // Company ended again before the exit was told: its mail may not say that it is over.
      if forgiven?.notice == dispatch.notice.id, !dispatch.notice.isPast {
        forgiven?.flights |= HomeWordChecker.bit(dispatch.recipient.caregiver)
      }
      for i in losses.indices where losses[i].notice == dispatch.notice.id && !losses[i].isOver {
        losses[i].flights |= HomeWordChecker.bit(dispatch.recipient.caregiver)
      }
    case .store(.outbox(.delivery(let id, let to, .accepted))):
      know(id, to.caregiver, isBefore: isAnswerBefore)
    case .store(.outbox(.acknowledged(let id, let caregiver))):
      know(id, caregiver, isBefore: false)
    case .position(.regained): endLosses()
    case .store(.accompanied(nil, _, _, _)): company = nil
    case .store(.accompanied(let until?, _, _, _)):
      company = until
      endLosses()
      owed |= exit?.knowing ?? 0
      if exit != nil { (forgiven, exit) = (exit, nil) }
      if case .message(.accompanied(_, let caregiver, _)) = event.kind {
        owed &= ~HomeWordChecker.bit(caregiver)
        forgiven?.flights &= ~HomeWordChecker.bit(caregiver)
      }
    case .store(.place(.unknown)), .store(.place(.inside)): exit = nil
    case .started, .perimeter, .position, .clock, .reminder, .helpRequested, .company, .dose,
      .glucose, .alarm, .outbox, .batteryLow, .profileKept, .show, .store, .heartbeat:
      break
    }
  }

  private mutating func make(_ notice: Notice) {
    switch notice.matter {
    case .perimeter(.left): (exit, outside) = (Exit(notice: notice.id), notice.id)
    case .perimeter(.returned):
      exit = nil
      owed &= ~notice.audience
      forgiven?.flights &= ~notice.audience
      // A mail of the loss that left before has this one behind it.
      for i in losses.indices { losses[i].flights &= ~notice.audience }
    case .position(.lost):
      guard let distance = notice.whereabouts?.distance, let radius = notice.whereabouts?.radius,
        distance > radius
      else { return }
      losses.append(Loss(notice: notice.id))
    case .perimeter, .help, .location, .position, .reminder, .glucose, .dose, .clock, .batteryLow,
      .power, .day, .storageFailed, .profileKept, .companyRefused, .profileChanged:
      break
    }
  }

  private mutating func judgeOver(_ notice: Notice, _ truth: Truth) {
    guard notice.id == outside, notice.isPast, truth.areClocksGood else { return }
    if let company, truth.wall.milliseconds < company.milliseconds + HomeWordChecker.minute {
      return
    }
    fail(
      .noticeIsTrue, at: truth.now,
      "the mail of an exit says that it is over, and nobody is with the wearer or has found them")
  }

  private mutating func endLosses() {
    for i in losses.indices { losses[i].isOver = true }
  }

  private mutating func take(_ answer: NetworkAnswer) {
    isAnswerBefore = false
    let bit = HomeWordChecker.bit(answer.recipient.caregiver)
    if exit?.notice == answer.notice { exit?.flights &= ~bit }
    if let past = forgiven, past.notice == answer.notice {
      if answer.outcome == .accepted { owed |= past.flights & bit }
      forgiven?.flights &= ~bit
    }
    for i in losses.indices where losses[i].notice == answer.notice {
      isAnswerBefore = losses[i].flights & bit != 0
      losses[i].flights &= ~bit
    }
  }

  private mutating func know(_ id: NoticeID, _ caregiver: UInt8, isBefore: Bool) {
    if exit?.notice == id { exit?.knowing |= HomeWordChecker.bit(caregiver) }
    for loss in losses where loss.notice == id && (isBefore || !loss.isOver) {
      owed |= HomeWordChecker.bit(caregiver)
    }
  }

  private static func bit(_ caregiver: UInt8) -> UInt8 { caregiver < 4 ? 1 << caregiver : 0 }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut:
      home = nil
      // Nobody knows what became of a mail that was on its way.
      exit?.flights = 0
      forgiven = nil
    case .recordsLost: forget()
    case .reloaded, .taken, .networkGood, .clocksGood, .edited, .post, .portal, .updated, .end:
      break
    }
  }

  /// Ends what a medium that refuses records makes unknown.
  private mutating func forget() {
    (exit, forgiven, losses, owed, outside) = (nil, nil, [], 0, nil)
  }
}
