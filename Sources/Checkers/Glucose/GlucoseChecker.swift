import Device
import HAL

/// DIA-8: every reading below 70 mg/dL alarms at once and reaches a caregiver; one below 54 is told again
/// and again until somebody answers.
struct GlucoseChecker: Checker {
  var violation: Violation?

  private static let low = 70.0
  private static let veryLow = 54.0
  private static let again = Milliseconds.seconds(15 * 60)
  /// The time for which a reading says something about now.
  private static let counts = Milliseconds.seconds(3 * 3600)
  /// Time from the start of one burst of high priority to the next.
  private static let interval = Milliseconds.seconds(10)

  /// The duty of the very moment in which a low reading comes.
  private struct Duty {
    var at: Instant
    var isVery: Bool
  }

  private var readings = SeenReadings()
  private var mail = LowGlucoseMail()
  private var duty: Duty?
  /// Notices of this very event.
  private var told: (veryLow: Bool, low: Bool) = (false, false)
  private var lastHigh: Instant?
  private var booted = Instant.never
  /// The newest reading is below 54: when it was taken, and told last.
  private var veryLow: (at: Instant, told: Instant, isStored: Bool)?

  /// The newest low that records brought back: nobody needs a word of an older one that a meter sends.
  private var restoredLow: (at: Instant, isVery: Bool)?
  /// The last notice of a very low reading; and whether a caregiver has answered it, and nothing new was measured.
  private var lastTold: NoticeID?
  /// The very low readings that were told in this life.
  private var results: [MeterResult] = []
  private var isAnswered = false
  private var ofMeter = VeryLowOfMeter()

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted, .restored, .reading, .edited, .key: (lastTold, isAnswered) = (nil, false)
    default: break
    }
    // A clock that is put right may bring up the other one of two lows that were told.
    if !truth.areClocksGood { (lastTold, isAnswered) = (nil, false) }
    if case .restored(.diary(.reading(let reading))) = event.kind { restore(reading, truth) }
    if case .booted = event.kind {
      boot(truth)
    } else {
      judgeDuty()
      judgeAgain(truth)
    }
    look(truth)
    told = (false, false)
    ofMeter.see(event, truth)
    if ofMeter.isListNew { (lastTold, isAnswered) = (nil, false) }
    if ofMeter.isOverdue(truth) {
      fail(
        .lowGlucoseAlarms, at: truth.now,
        "whoever answered a very low reading has left the list, and the others are not told")
    }
    let seen = readings.see(event)
    if case .edited(let record) = event.kind {
      readings.edit(record, truth)
      // Another checker judges a low after an edit.
      if record.isReading { veryLow = nil }
    }
    mail.see(event, truth)
    switch event.kind {
    case .message(.acknowledged(let token, _)): if mail.tokens.contains(token) { veryLow = nil }
    // A medium that cannot be read gives nothing back.
    case .storage(_?) where event.at == booted:
      veryLow = nil
      mail.forget()
    default: break
    }
    if let seen { take(seen, truth) }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    if let entered = readings.see(action, truth) { take(entered, truth) }
    mail.see(action, truth)
    if ofMeter.see(action, during: event) {
      fail(
        .lowGlucoseAlarms, at: truth.now,
        "a very low reading is told again, and an earlier notice of it is answered")
    }
    switch action {
    case .alarm(.sound(.high)): lastHigh = truth.now
    case .alarm(.started(.lowGlucose, let priority)),
      .alarm(.started(.veryLowGlucose, let priority)):
      if priority != .high {
        fail(.lowGlucoseAlarms, at: truth.now, "low glucose alarms with less than high priority")
      }
    case .outbox(.queued(let notice)):
      guard case .glucose(.low(let result, let isVery, _)) = notice.matter else { return }
      told = (told.veryLow || isVery, told.low || !isVery)
      if isVery {
        veryLow?.told = truth.now
        lastTold = notice.id
        // Another one of which nobody has heard is news, also when it is a clock that brings it up.
        let isNews = !results.contains { $0.isClose(to: result) }
        if isNews { results.append(result) }
        if isAnswered, !isNews {
          fail(
            .lowGlucoseAlarms, at: truth.now,
            "a very low reading is told again, and somebody has answered")
        }
      }
    case .outbox(.acknowledged(let id, _)): if id == lastTold { isAnswered = true }
    case .store(.diary(.reading)): veryLow?.isStored = true
    // A clock may bring up another reading, of which nobody has heard. A low that was told as over, whatever
    // ended it, is news when it stands again. A clock that steps by seconds may bring it back.
    case .clock(.trusted):
      (lastTold, isAnswered) = (nil, false)
      // It may bring up another reading than the restart did, which sounds then, and 15 minutes later.
      if let told = veryLow?.told, told < booted + .seconds(11) { veryLow?.told = truth.now }
    case .glucose(.lowOver): (lastTold, isAnswered) = (nil, false)
    default: break
    }
  }

  private mutating func restore(_ reading: DiaryReading, _ truth: Truth) {
    let milligrams = reading.result.milligrams
    let age = truth.wall.milliseconds - reading.taken.milliseconds
    guard milligrams < GlucoseChecker.low, age < GlucoseChecker.counts.count else { return }
    let at = truth.now + Milliseconds(-age)
    if let known = restoredLow, at < known.at { return }
    restoredLow = (at, milligrams < GlucoseChecker.veryLow)
  }

  /// A newer low, as bad at least, stands since before the start. Their order is that of two clocks.
  private func isOutdone(at: Instant, isVery: Bool) -> Bool {
    restoredLow.map { at < $0.at + .seconds(370) && ($0.isVery || !isVery) } ?? false
  }

  private mutating func take(_ seen: SeenReadings.Seen, _ truth: Truth) {
    veryLow = nil
    let milligrams = seen.result.milligrams
    guard milligrams < GlucoseChecker.low, readings.isNews(seen, at: truth.now),
      truth.now - seen.at <= GlucoseChecker.counts
    else { return }
    let isVery = milligrams < GlucoseChecker.veryLow
    if seen.at < truth.now, isOutdone(at: seen.at, isVery: isVery) { return }
    duty = Duty(at: truth.now, isVery: isVery)
    if isVery { veryLow = (seen.at, truth.now, false) }
  }

  private mutating func judgeDuty() {
    guard let duty else { return }
    self.duty = nil
    // A burst of high priority that goes on already is not begun anew.
    if lastHigh.map({ duty.at - $0 > GlucoseChecker.interval }) ?? true {
      fail(.lowGlucoseAlarms, at: duty.at, "low glucose, and no sound of high priority")
    }
    if duty.isVery ? !told.veryLow : !told.low {
      fail(.lowGlucoseAlarms, at: duty.at, "low glucose, and no notice of it")
    }
  }

  private mutating func judgeAgain(_ truth: Truth) {
    guard let known = veryLow, truth.isPowered else { return }
    // The device may take it for older than it is.
    if !truth.areClocksGood {
      veryLow = nil
      return
    }
    if truth.now - known.at >= GlucoseChecker.counts {
      veryLow = nil
      return
    }
    if truth.now - known.told > GlucoseChecker.again + .seconds(1) {
      fail(
        .lowGlucoseAlarms, at: truth.now,
        "below 54 mg/dL, nobody has answered, and it is not told again after 15 minutes")
    }
  }

  private mutating func look(_ truth: Truth) {
    if let overdue = mail.overdue(truth) {
      fail(
        .lowGlucoseAlarms, at: truth.now,
        "notice \(overdue.boot).\(overdue.number) of low glucose is not delivered after 120 s "
          + "with nothing in its way")
    }
  }

  private mutating func boot(_ truth: Truth) {
    booted = truth.now
    restoredLow = nil
    results.removeAll()
    // It is told again 15 minutes after life has gone on.
    if veryLow?.isStored == true {
      veryLow?.told = truth.now + .seconds(10)
    } else {
      veryLow = nil
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    mail.see(change, truth)
    switch change {
    case .powerCut:
      duty = nil
      lastHigh = nil
    case .recordsLost: veryLow = nil
    case .edited(let record): if record.isReading { veryLow = nil }
    case .end:
      judgeDuty()
      look(truth)
    default: break
    }
  }
}

extension Record {
  /// It changes what the readings say about now.
  var isReading: Bool {
    switch self {
    case .diary(.reading), .diary(.readingRemoved): true
    default: false
    }
  }
}

extension Milliseconds {
  package static func + (a: Milliseconds, b: Milliseconds) -> Milliseconds {
    Milliseconds(a.count + b.count)
  }
}

/// The notices of low glucose that no server has taken yet, and what stands in their way.
private struct LowGlucoseMail: Sendable {
  private static let within = Milliseconds.seconds(120)

  private struct Owed {
    var id: NoticeID
    /// The moment since which nothing stands in its way.
    var free: Instant
  }
  private struct Flight {
    var id: NoticeID
    var recipient: Recipient
  }

  private var owed: [Owed] = []
  /// Attempts that wait for an answer from before the network was good.
  private var flights: [Flight] = []
  private(set) var tokens: [UInt64] = []

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted:
      flights.removeAll()
      for i in owed.indices where truth.isNetworkGood { owed[i].free = truth.now + .seconds(5) }
    case .answer(let answer):
      flights.removeAll { $0.id == answer.notice && $0.recipient == answer.recipient }
    default: break
    }
    // Nobody is known whom it could reach.
    if !truth.hasProfile {
      for i in owed.indices where owed[i].free != .never {
        owed[i].free = max(owed[i].free, truth.now)
      }
    }
    // A notice that waits for the end of an old attempt is not free yet.
    if !flights.isEmpty, truth.isNetworkGood {
      for i in owed.indices where owed[i].free != .never {
        owed[i].free = max(owed[i].free, truth.now)
      }
    }
  }

  mutating func see(_ action: Action, _ truth: Truth) {
    switch action {
    case .outbox(.queued(let notice)):
      guard case .glucose(.low) = notice.matter else { return }
      if tokens.count > 50 { tokens.removeFirst(25) }
      tokens.append(notice.token)
      owed.append(Owed(id: notice.id, free: truth.isNetworkGood ? truth.now : .never))
    case .outbox(.send(let dispatch)):
      if !truth.isNetworkGood {
        flights.append(Flight(id: dispatch.notice.id, recipient: dispatch.recipient))
      }
    case .outbox(.delivered(let id, _)), .outbox(.acknowledged(let id, _)),
      .outbox(.failed(let id, _)):
      owed.removeAll { $0.id == id }
    case .store(.outbox(.closed(let id))):
      // A newer one of the same says it all, or it is over: judged by `UrgentChecker`.
      owed.removeAll { $0.id == id }
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .taken(let id, _, _): owed.removeAll { $0.id == id }
    case .networkGood(let isGood):
      for i in owed.indices { owed[i].free = isGood && truth.isPowered ? truth.now : .never }
    case .powerCut:
      flights.removeAll()
      for i in owed.indices { owed[i].free = .never }
    case .recordsLost: forget()
    default: break
    }
  }

  /// Forgets notices that a restart did not give back.
  mutating func forget() { owed.removeAll() }

  func overdue(_ truth: Truth) -> NoticeID? {
    guard truth.isPowered, truth.hasProfile else { return nil }
    return owed.first { $0.free != .never && truth.now - $0.free > LowGlucoseMail.within }?.id
  }
}
