import Device
import HAL

/// Judges the fate of an exit that nobody knew of when the wearer came back. With no attempt on its way, the excursion
/// goes into the list in that very event. While a young attempt is on its way, it waits for the answer. It waits so for
/// a young attempt at the list, too: that mail lacks it, and would end the list.
///
/// Judges also to whom a return goes: to everybody who has the exit, and to whoever may have it. An
/// attempt that was given up unanswered may have arrived, and so may one that failed. Whoever gets the list in which
/// the excursion stands needs no return beside it.
///
/// Only an exit of this life is judged, and no row of settings may have come since: another list of caregivers
/// changes who knows.
struct ExcursionFateChecker: Checker {
  var violation: Violation?

  /// An older attempt may have made way for another.
  private static let young = Milliseconds.seconds(15)
  /// An earlier return that was held back is decided by then.
  private static let decided = Milliseconds.seconds(900)

  private struct Attempt {
    var notice: NoticeID
    var isOfList: Bool
    var to: Recipient
    var at: Instant
    /// An answer came that may have been meant for it: the device may count it as ended.
    var isDoubtful = false
  }

  private enum Fate {
    case listed
    case heldBack
  }

  private var leftAt: Instant?
  private var exit: NoticeID?
  private var isTold = false
  /// Places of those who have the exit, bit 0 the first.
  private var knowing: UInt8 = 0
  /// Places of those whose server may have taken the exit although it said no yes.
  private var doubtful: UInt8 = 0
  /// Places of those who must hear of the return of this moment.
  private var owed: (places: UInt8, at: Instant)?
  /// The place of the first caregiver with a way, to whom the list goes, and the same of the rows that come in.
  private var first: UInt8 = 0
  private var staged: (first: UInt8, count: UInt8) = (0, 0)
  /// Places to which the list that is open was sent.
  private var listReaders: UInt8 = 0
  private var listedAt: Instant?
  /// Attempts at the exit or a list that no answer has ended.
  private var attempts: [Attempt] = []
  private var due: (fate: Fate, at: Instant)?
  /// The exit that the last return has ended.
  private var ended: NoticeID?
  private var lastReturn: Instant?

  mutating func see(_ event: Event, _ truth: Truth) {
    judge()
    switch event.kind {
    case .booted: self = ExcursionFateChecker(violation: violation)
    case .setting(let setting):
      exit = nil
      take(setting)
    case .answer(let answer): take(answer)
    default: break
    }
  }

  private mutating func take(_ setting: Setting) {
    switch setting {
    case .begin: staged = (0, 0)
    case .caregiver(let caregiver):
      let hasWay = caregiver.hasMail || caregiver.hasRelay
      if staged.first == 0, hasWay { staged.first = ExcursionFateChecker.bit(staged.count) }
      staged.count += 1
    case .end: first = staged.first
    default: break
    }
  }

  /// An answer ends one attempt at most, however often it was made.
  private mutating func take(_ answer: NetworkAnswer) {
    if answer.notice == exit {
      switch answer.outcome {
      case .accepted: know(answer.recipient.caregiver)
      case .transient: doubtful |= ExcursionFateChecker.bit(answer.recipient.caregiver)
      case .permanent: break
      }
    }
    if let i = attempts.firstIndex(where: {
      $0.notice == answer.notice && $0.to == answer.recipient
    }) {
      attempts.remove(at: i)
    }
    for i in attempts.indices
    where attempts[i].notice == answer.notice && attempts[i].to == answer.recipient {
      attempts[i].isDoubtful = true
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .perimeter(.left): leftAt = truth.now
    case .outbox(.queued(let notice)):
      if notice.matter == .perimeter(.returned) { judgeReaders(notice, truth.now) }
      guard notice.matter == .perimeter(.left), leftAt == truth.now else { return }
      (exit, isTold, knowing, doubtful) = (notice.id, false, 0, 0)
      attempts.removeAll { !$0.isOfList }
    case .outbox(.send(let dispatch)): send(dispatch, truth.now)
    case .store(.outbox(.acknowledged(let id, let caregiver))): if id == exit { know(caregiver) }
    case .store(.outbox(.delivery(let id, let to, .accepted))):
      if id == exit { know(to.caregiver) }
    // It is nobody's worry any more, or made way for others.
    case .outbox(.delivered(let id, _)): endList(id)
    case .store(.outbox(.closed(let id))):
      endList(id)
      if id == exit { exit = nil }
    case .company(.accompanied(_?)): exit = nil
    case .perimeter(.returned): end(truth.now)
    case .store(.outbox(.excursion)): list(truth.now)
    default: break
    }
  }

  /// An attempt that is still on its way is of no list any more.
  private mutating func endList(_ id: NoticeID) {
    if attempts.contains(where: { $0.isOfList && $0.notice == id }) { listReaders = 0 }
    attempts.removeAll { $0.isOfList && $0.notice == id }
  }

  private mutating func know(_ caregiver: UInt8) {
    isTold = true
    knowing |= ExcursionFateChecker.bit(caregiver)
  }

  private static func bit(_ caregiver: UInt8) -> UInt8 { caregiver < 4 ? 1 << caregiver : 0 }

  private mutating func send(_ dispatch: Dispatch, _ now: Instant) {
    let isOfList = dispatch.notice.matter == .perimeter(.excursions)
    // The next caregiver's turn came in the event of the return: the exit is on its way after all.
    if dispatch.notice.id == ended, let due, due.at == now, due.fate == .listed { self.due = nil }
    guard dispatch.notice.id == exit || isOfList else { return }
    if isOfList { listReaders |= ExcursionFateChecker.bit(dispatch.recipient.caregiver) }
    attempts.append(
      Attempt(notice: dispatch.notice.id, isOfList: isOfList, to: dispatch.recipient, at: now))
  }

  private mutating func end(_ now: Instant) {
    let isFirst = lastReturn.map { now - $0 > ExcursionFateChecker.decided } ?? true
    lastReturn = now
    let over = exit
    exit = nil
    ended = over
    guard let over else { return }
    let open = attempts.filter { $0.notice == over }
    owed = (
      open.reduce(knowing | doubtful) { $0 | ExcursionFateChecker.bit($1.to.caregiver) }, now
    )
    guard !isTold else { return }
    if attempts.isEmpty { due = (.listed, now) }
    if isFirst, hasYoungAttempt(now, { $0.notice == over }) { due = (.heldBack, now) }
    // Nothing that was held back is decided while a list is on its way.
    if hasYoungAttempt(now, { $0.isOfList }) { due = (.heldBack, now) }
  }

  private mutating func judgeReaders(_ notice: Notice, _ now: Instant) {
    guard let owed, owed.at == now else { return }
    self.owed = nil
    let missing = owed.places & ~notice.audience & ~excused(now)
    guard missing != 0 else { return }
    fail(
      .returnIsAnnounced, at: now,
      "the return does not go to caregiver \(missing.trailingZeroBitCount + 1), who has the exit "
        + "or may have it")
  }

  /// Whoever gets the list into which the excursion has just gone.
  private func excused(_ now: Instant) -> UInt8 { listedAt == now ? first | listReaders : 0 }

  /// No return was made in that event at all.
  private mutating func judgeOwed() {
    guard let owed else { return }
    self.owed = nil
    let missing = owed.places & ~excused(owed.at)
    guard missing != 0 else { return }
    fail(
      .returnIsAnnounced, at: owed.at,
      "no return goes to caregiver \(missing.trailingZeroBitCount + 1), who has the exit or may have "
        + "it")
  }

  /// The answer to an older attempt at the same server may have been taken for that of the younger one.
  private func hasYoungAttempt(_ now: Instant, _ fits: (Attempt) -> Bool) -> Bool {
    let own = attempts.filter(fits)
    return own.contains { attempt in
      now - attempt.at < ExcursionFateChecker.young && !attempt.isDoubtful
        && own.filter { $0.to == attempt.to }.count == 1
    }
  }

  private mutating func list(_ now: Instant) {
    listedAt = now
    guard let due, due.at == now else { return }
    self.due = nil
    guard due.fate == .heldBack else { return }
    fail(
      .noticeIsTrue, at: now,
      "an excursion goes into the list while its exit, or the list, may just be told")
  }

  private mutating func judge() {
    judgeOwed()
    guard let due else { return }
    self.due = nil
    guard due.fate == .listed else { return }
    fail(
      .noticeIsTrue, at: due.at,
      "nobody was told of an exit, and the list of excursions has it not")
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { self = ExcursionFateChecker(violation: violation) }
  }
}
