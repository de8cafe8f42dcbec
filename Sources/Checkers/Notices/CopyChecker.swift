import Device
import HAL

/// Judges notices of medicines and doses.
///
/// One that waits for an hour on one caregiver's server goes to the next. An answer in the meantime is
/// stated when it leaves. A copy "it is time for …" is withdrawn with the answer, or when it is told that nobody
/// answered, and never passed on. Where no key can answer, it goes on like an unanswered one. That one could not be
/// announced does not leave once it was.
struct CopyChecker: Checker {
  var violation: Violation?

  private static let longest = Milliseconds.seconds(3600)
  /// An attempt that has just begun has its fifteen seconds first.
  private static let slack = Milliseconds.seconds(20)
  /// An attempt without an answer holds its slot for so long.
  private static let patience = Milliseconds.seconds(661)
  private static let mostOrdinary = 3
  private static let most = 4

  private struct Wait {
    var notice: NoticeID
    var since: Instant
    var people: [UInt32] = []
  }

  /// The fate of a reminder in this life.
  private struct Fate {
    var occurrence: Occurrence
    var isAnnounced = false
    var isAnswered = false
    /// It was told that nobody answered it.
    var isUnanswered = false
  }

  private var waits: [Wait] = []
  private var flights: [(notice: NoticeID, recipient: Recipient, at: Instant, isUrgent: Bool)] = []
  /// All slots were taken, or all of ordinary mail.
  private var lastFull = Instant(milliseconds: -1_000_000)
  private var fates: [Fate] = []
  private var confirmed: [DiaryDose] = []
  /// Copies, and the people to whom they went.
  private var copies: [(notice: NoticeID, person: UInt32)] = []
  /// People named by the profile that the device has read.
  private var reachable: [UInt32] = []
  private var hasOK = true
  /// A clock has lied in this life.
  private var hasLied = false

  mutating func see(_ event: Event, _ truth: Truth) {
    judge(truth)
    if !truth.areClocksGood { hasLied = true }
    switch event.kind {
    case .booted(let boot): (hasOK, hasLied) = (boot.keys.contains(.ok), !truth.areClocksGood)
    case .keys(let keys): hasOK = keys.contains(.ok)
    case .answer(let answer):
      flights.removeAll { $0.notice == answer.notice && $0.recipient == answer.recipient }
      switch answer.outcome {
      case .accepted: end(answer.notice)
      case .permanent: copies.removeAll { $0.notice == answer.notice }
      case .transient: break
      }
    case .setting(.end):
      reachable = truth.hasProfile ? truth.household.reachable : []
      // A new caregiver may be tried first.
      for i in waits.indices {
        waits[i].since = truth.now
        waits[i].people.removeAll { !reachable.contains($0) }
      }
      copies.removeAll()
    // A dose that is deleted, or another meal's now, is not confirmed any more.
    case .edited(.diary(.dose)), .edited(.diary(.doseRemoved)): confirmed.removeAll()
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .outbox(.queued(let notice)):
      if case .reminder(.unanswered(let occurrence)) = notice.matter {
        change(occurrence) { $0.isUnanswered = true }
      }
      // By a clock put back, an earlier call may have come too early to count: `reminder-is-announced` judges that.
      if hasLied, case .reminder(.missed(let occurrence)) = notice.matter {
        change(occurrence) { $0.isAnnounced = false }
      }
      if case .reminder(.due) = notice.matter, notice.isUnanswerable == hasOK {
        fail(
          .unansweredReachesCaregiver, at: truth.now,
          "a reminder is due, and its mail goes on as if \(hasOK ? "no" : "a") key could answer")
      }
      guard notice.audience == 0,
        notice.isUnanswerable || notice.matter.isOfMedicine(truth.household)
      else { return }
      if waits.count > 60 { waits.removeFirst() }
      waits.append(Wait(notice: notice.id, since: truth.now))
    case .outbox(.send(let dispatch)): send(dispatch, truth)
    case .reminder(.due(let occurrence, _, .first, _)),
      .reminder(.due(let occurrence, _, .late, _)):
      change(occurrence) { $0 = Fate(occurrence: occurrence, isAnnounced: true) }
    case .reminder(.acknowledged(let occurrence)):
      change(occurrence) { $0.isAnswered = true }
    case .dose(.confirmed(let dose)): confirmed.append(dose)
    case .dose(.prompted(let meal)): confirmed.removeAll { $0.meal == meal }
    case .dose(.undone(let dose)): confirmed.removeAll { $0.meal == dose.meal }
    case .store(.outbox(.closed(let id))), .store(.outbox(.acknowledged(let id, _))): end(id)
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut, .recordsLost:
      waits.removeAll()
      flights.removeAll()
      copies.removeAll()
      fates.removeAll()
      confirmed.removeAll()
    case .end: judge(truth)
    default: break
    }
  }

  private func fate(_ occurrence: Occurrence) -> Fate {
    fates.first { $0.occurrence == occurrence } ?? Fate(occurrence: occurrence)
  }

  private mutating func change(_ occurrence: Occurrence, _ change: (inout Fate) -> Void) {
    guard let i = fates.firstIndex(where: { $0.occurrence == occurrence }) else {
      if fates.count > 120 { fates.removeFirst() }
      var fate = Fate(occurrence: occurrence)
      change(&fate)
      return fates.append(fate)
    }
    change(&fates[i])
  }

  private mutating func end(_ notice: NoticeID) { waits.removeAll { $0.notice == notice } }

  private mutating func send(_ dispatch: Dispatch, _ truth: Truth) {
    let (notice, to) = (dispatch.notice, dispatch.recipient)
    flights.removeAll {
      $0.notice == notice.id && $0.recipient == to || truth.now - $0.at > CopyChecker.patience
    }
    flights.append((notice.id, to, truth.now, UrgentCase(notice) != nil))
    if flights.count >= CopyChecker.most
      || flights.count(where: { !$0.isUrgent }) >= CopyChecker.mostOrdinary
    {
      lastFull = truth.now
    }
    let person = truth.household.person(at: to.caregiver)
    for i in waits.indices where waits[i].notice == notice.id { waits[i].people.append(person) }
    switch notice.matter {
    case .reminder(.due(let occurrence)): judgeCopy(notice, occurrence, person, truth)
    case .reminder(.missed(let occurrence)):
      if fate(occurrence).isAnnounced {
        fail(
          .answeredIsWithdrawn, at: truth.now,
          "\(occurrence.name) was announced, and a mail says that it could not be")
      }
    case .reminder(.unanswered(let occurrence)):
      judgeWords(notice, fate(occurrence).isAnswered, truth)
    case .dose(.unanswered(let meal, deleted: nil)):
      // The dose of the next day is no answer.
      let isAnswered = confirmed.contains { dose in
        dose.meal == meal && (notice.made.map { CopyChecker.isNear(dose.taken, $0) } ?? true)
      }
      judgeWords(notice, isAnswered, truth)
    default: break
    }
  }

  private static func isNear(_ taken: WallTime, _ made: WallTime) -> Bool {
    (taken.milliseconds - made.milliseconds).magnitude < 11 * 3_600_000
  }

  private mutating func judgeCopy(
    _ notice: Notice, _ occurrence: Occurrence, _ person: UInt32, _ truth: Truth
  ) {
    let fate = fate(occurrence)
    if fate.isAnswered {
      fail(
        .answeredIsWithdrawn, at: truth.now,
        "\(occurrence.name) is answered, and a copy says that it is time for it")
    }
    if fate.isUnanswered {
      fail(
        .answeredIsWithdrawn, at: truth.now,
        "\(occurrence.name) is told as unanswered, and a copy says that it is time for it")
    }
    if notice.isUnanswerable { return }
    if copies.contains(where: { $0.notice == notice.id && $0.person != person }) {
      fail(.answeredIsWithdrawn, at: truth.now, "a copy of \(occurrence.name) is passed on")
    }
    if copies.count > 60 { copies.removeFirst() }
    copies.append((notice.id, person))
  }

  private mutating func judgeWords(_ notice: Notice, _ isAnswered: Bool, _ truth: Truth) {
    guard isAnswered, notice.answered == nil else { return }
    fail(
      .answeredIsSaid, at: truth.now,
      "notice \(notice.id.boot).\(notice.id.number) leaves, and does not say that it is answered")
  }

  private mutating func judge(_ truth: Truth) {
    guard truth.isPowered else { return }
    let free = lastFull + CopyChecker.patience
    for wait in waits {
      let by = max(wait.since + CopyChecker.longest + CopyChecker.slack, free)
      guard truth.now > by, let first = wait.people.first else { continue }
      let others = reachable.filter { $0 != first }
      guard !others.isEmpty, !wait.people.contains(where: { $0 != first }) else { continue }
      fail(
        .waitingNoticeMovesOn, at: truth.now,
        "notice \(wait.notice.boot).\(wait.notice.number) waits on one caregiver's server for "
          + "\((truth.now - wait.since).count / 1000) s, and no other caregiver is told")
    }
  }
}

extension Notice.Matter {
  /// An unanswered or missed medicine or dose.
  func isOfMedicine(_ household: Household) -> Bool {
    switch self {
    case .dose(.unanswered): true
    case .reminder(.unanswered(let occurrence)), .reminder(.missed(let occurrence)):
      household.reminders.contains {
        $0.id == occurrence.reminder && $0.kind == .medication
      }
    default: false
    }
  }
}
