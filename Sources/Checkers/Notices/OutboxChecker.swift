import Device
import HAL

/// Notices: retries are patient, and no more are in flight than the core says.
struct OutboxChecker: Checker {
  var violation: Violation?

  private static let mostInFlight = 4
  private static let slow = Milliseconds.seconds(15)
  /// Records a day: a sign of life a minute, and room for the busiest day.
  private static let mostRecordsAnHour = 2000

  private struct Sent {
    var notice: NoticeID
    var recipient: Recipient
    var person: UInt32
    var isUrgent: Bool
    var round: UInt16
    var at: Instant
    /// Failures in a row.
    var failures: Int
  }

  private var inFlight: [(notice: NoticeID, recipient: Recipient, person: UInt32, since: Instant)] =
    []
  private var sent: [Sent] = []
  /// Some way is open again, or the profile is another, and what waits need not wait out its pause.
  private var lastFreed = Instant(milliseconds: -1)
  private var records = 0
  private var recordsSince = Instant.start

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .answer(let answer):
      if answer.outcome == .accepted { lastFreed = event.at }
      inFlight.removeAll { $0.notice == answer.notice && $0.recipient == answer.recipient }
      for i in sent.indices
      where sent[i].notice == answer.notice && sent[i].recipient == answer.recipient {
        sent[i].failures = answer.outcome == .transient ? sent[i].failures + 1 : 0
      }
    case .booted: inFlight.removeAll()
    // A caregiver who left the list and came back is somebody else.
    case .setting(.end):
      lastFreed = event.at
      for i in inFlight.indices { inFlight[i].person = .max }
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .outbox(.send(let dispatch)): send(dispatch, during: event, truth)
    // Somebody's answer proves that a mail came, whatever its server said: the way is open again.
    case .outbox(.delivered): if case .message = event.kind { lastFreed = truth.now }
    case .store: countRecord(truth)
    default: break
    }
  }

  private mutating func send(_ dispatch: Dispatch, during event: Event, _ truth: Truth) {
    let (id, to) = (dispatch.notice.id, dispatch.recipient)
    // An attempt that has had its 15 s may have made way for a call for help.
    let isYoung = { (since: Instant) in truth.now - since < OutboxChecker.slow }
    let person = truth.household.person(at: to.caregiver)
    let isUnderWay = inFlight.contains {
      $0.notice == id && $0.recipient == to && $0.person == person && isYoung($0.since)
    }
    if isUnderWay {
      fail(.memoryIsBounded, at: truth.now, "a notice is sent that is already under way")
    }
    inFlight.append((id, to, person, truth.now))
    if inFlight.count(where: { isYoung($0.since) }) > OutboxChecker.mostInFlight {
      fail(.memoryIsBounded, at: truth.now, "\(inFlight.count) attempts are in flight")
    }
    let known = sent.firstIndex {
      $0.notice == id && $0.person == person && $0.recipient.route == to.route
    }
    guard let i = known else {
      if sent.count > 200 { sent.removeFirst(100) }
      sent.append(
        Sent(
          notice: id, recipient: to, person: person, isUrgent: dispatch.notice.matter.isUrgent,
          round: dispatch.round, at: truth.now, failures: 0))
      return
    }
    if dispatch.round == sent[i].round { judgePause(sent[i], during: event, truth) }
    sent[i].recipient = to
    sent[i].at = truth.now
    sent[i].round = dispatch.round
  }

  /// Nothing new was heard, and it is tried again before its time.
  private mutating func judgePause(_ last: Sent, during event: Event, _ truth: Truth) {
    guard case .deadline = event.kind, last.failures > 0, !last.isUrgent,
      lastFreed < last.at
    else { return }
    let pause = (truth.now - last.at).count
    if pause < 240_000 {
      fail(
        .retriesArePatient, at: truth.now,
        "notice \(last.notice.boot).\(last.notice.number) is sent again after \(pause) ms")
    }
  }

  private mutating func countRecord(_ truth: Truth) {
    if truth.now - recordsSince > .seconds(3600) {
      recordsSince = truth.now
      records = 0
    }
    records += 1
    if records > OutboxChecker.mostRecordsAnHour {
      fail(.memoryIsBounded, at: truth.now, "\(records) records in an hour")
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    guard case .powerCut = change else { return }
    inFlight.removeAll()
    sent.removeAll()
  }
}
