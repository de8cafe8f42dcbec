import Device
import HAL

/// A command that weakens the watch needs proof, and one that strengthens it always counts.
///
/// An hour of company is reckoned from when the mailbox took the mail, or else from when it was read.
/// It is refused when it has passed or lies too far ahead. The sender is told of the refusal, once.
/// Company that was ended by a message never comes back by itself.
struct CompanyProofChecker: Checker {
  var violation: Violation?

  private static let minute: Int64 = 60_000
  private static let day: Int64 = 86_400_000
  private static let justMissed: Int64 = 23 * 3_600_000
  private static let farthest: Int64 = 12 * 3_600_000
  private static let farthestByServer: Int64 = 18 * 3_600_000
  /// The device's clock may be off by so much, and waits for a minute to be over.
  private static let slop: Int64 = 63_000

  private enum Verdict {
    case taken(WallTime)
    /// Any of these reasons is true.
    case refused([CompanyRefusal.Reason])
    /// It lies at a limit, or the device may not know the time.
    case either

    var mayCount: Bool {
      switch self {
      case .taken, .either: true
      case .refused: false
      }
    }
  }

  /// A mail about an hour, read just now.
  private struct Word {
    var at: Instant
    var caregiver: UInt8
    var minute: Int16
    var verdict: Verdict
    var taken: WallTime?
    var refusals = 0
  }

  private var clock = ClockSense()
  private var word: Word?
  /// Notices of refusals, and to whom they may go.
  private var refusals: [(notice: NoticeID, person: UInt32)] = []
  /// "Not accompanied" was read, and nothing since that begins company.
  private var over: (at: Instant, isSettled: Bool)?
  /// The newest word about company: one that surely counted, and one that may have. The time of the first is stored.
  private var lastSaid: WallTime?
  private var lastMaybe: WallTime?
  /// The device surely knew the time of the first, and stored it.
  private var isSaidKept = false
  private var profileUntil: CivilMinute?
  private var stagedUntil: CivilMinute?

  mutating func see(_ fix: FixSighting, _ truth: Truth) { clock.see(fix, truth.now) }

  mutating func see(_ event: Event, _ truth: Truth) {
    clock.follow(truth)
    judgeWord(truth)
    switch event.kind {
    case .booted:
      clock.boot(at: event.at)
      if !truth.isStorageGood { (over, isSaidKept) = (nil, false) }
      if !isSaidKept { doubtSaid() }
      over?.isSettled = true
    case .clock(_, .ntp): clock.hearNetwork(truth)
    case .setting(.begin): stagedUntil = nil
    case .setting(.accompanied(let until)): stagedUntil = until
    case .setting(.end):
      // Another hour in the profile is a new word.
      if stagedUntil != profileUntil { over = nil }
      profileUntil = stagedUntil
      over?.isSettled = true
    case .message(.accompanied(let minute, let caregiver, let received)):
      guard Int(caregiver) < truth.household.caregivers.count else { return }
      read(minute, caregiver, received, truth)
    default: break
    }
  }

  private mutating func read(
    _ minute: Int16, _ caregiver: UInt8, _ received: WallTime?, _ truth: Truth
  ) {
    if minute < 0 {
      over = (truth.now, false)
      lastSaid = newest(lastSaid, received, truth)
      isSaidKept = isTimeSure(truth) && truth.isStorageGood
      return
    }
    let verdict = verdict(Int64(minute), received, truth)
    word = Word(at: truth.now, caregiver: caregiver, minute: minute, verdict: verdict)
    switch verdict {
    case .taken:
      lastSaid = newest(lastSaid, received, truth)
      isSaidKept = truth.isStorageGood
    case .either: lastMaybe = newest(lastMaybe, received, truth)
    case .refused: break
    }
  }

  private func isTimeSure(_ truth: Truth) -> Bool {
    truth.areClocksGood && !clock.hasLied && clock.wasSure(at: truth.now + .seconds(-60))
  }

  /// Nobody can say whether the next life knows of that word.
  private mutating func doubtSaid() {
    if let lastSaid { lastMaybe = max(lastMaybe ?? lastSaid, lastSaid) }
    (lastSaid, isSaidKept) = (nil, false)
  }

  private func newest(_ last: WallTime?, _ received: WallTime?, _ truth: Truth) -> WallTime {
    let said = received.map { min($0, truth.wall) } ?? truth.wall
    return max(last ?? said, said)
  }

  private func verdict(_ minute: Int64, _ received: WallTime?, _ truth: Truth) -> Verdict {
    guard isTimeSure(truth) else { return .either }
    let now = truth.wall
    let base = received ?? now
    if let received {
      func leads(_ said: WallTime?) -> Int64 {
        said.map { $0.milliseconds - received.milliseconds } ?? .min
      }
      if leads(lastSaid) > CompanyProofChecker.slop { return .refused([.overtaken, .past]) }
      if max(leads(lastSaid), leads(lastMaybe)) > -CompanyProofChecker.slop { return .either }
    }
    let zone = truth.household.zone
    guard !zone.changes(within: 48, of: base), !zone.changes(within: 48, of: now) else {
      return .either
    }
    let offset = zone.offset(at: base)
    let local = base.milliseconds + offset * CompanyProofChecker.minute
    let ofDay =
      ((local % CompanyProofChecker.day) + CompanyProofChecker.day) % CompanyProofChecker.day
    var ahead = minute * CompanyProofChecker.minute - ofDay
    // The hour is about now: the same minute may be today's or tomorrow's.
    if ahead.magnitude < UInt64(CompanyProofChecker.slop) { return .either }
    if ahead < 0 { ahead += CompanyProofChecker.day }
    let until = WallTime(milliseconds: base.milliseconds + ahead)
    let left = until.milliseconds - now.milliseconds
    let most =
      received == nil
      ? CompanyProofChecker.farthest : CompanyProofChecker.farthestByServer
    if left.magnitude < UInt64(CompanyProofChecker.slop) { return .either }
    if (left - most).magnitude < UInt64(CompanyProofChecker.slop) { return .either }
    return left < 0 || left > most ? .refused(reasons(left)) : .taken(until)
  }

  /// An hour that would come only after 23 hours was over a moment ago.
  private func reasons(_ left: Int64) -> [CompanyRefusal.Reason] {
    let late = left - CompanyProofChecker.justMissed
    if late.magnitude < UInt64(CompanyProofChecker.slop) { return [.past, .tooFar] }
    return left < 0 || late > 0 ? [.past] : [.tooFar]
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .company(.accompanied(let until)):
      if word?.at == truth.now {
        word?.taken = until
      } else {
        // The profile spoke, or its word ended.
        lastMaybe = truth.wall
      }
      if let until { judgeBeginning(until, truth) }
    case .company(.refused(let refusal, let caregiver)): judge(refusal, to: caregiver, truth)
    case .show(.home(_, let until?, _)): judgeBeginning(until, truth)
    case .outbox(.queued(let notice)):
      guard case .companyRefused = notice.matter else { return }
      refuse(notice, truth)
    case .outbox(.send(let dispatch)):
      guard case .companyRefused = dispatch.notice.matter else { return }
      let person = truth.household.person(at: dispatch.recipient.caregiver)
      if refusals.contains(where: { $0.notice == dispatch.notice.id && $0.person != person }) {
        fail(.refusalIsAnswered, at: truth.now, "a refusal goes to somebody who did not write")
      }
    default: break
    }
  }

  private mutating func refuse(_ notice: Notice, _ truth: Truth) {
    guard word?.at == truth.now else {
      return fail(.refusalIsAnswered, at: truth.now, "a refusal is told that nobody asked for")
    }
    word?.refusals += 1
    if refusals.count > 20 { refusals.removeFirst() }
    refusals.append((notice.id, truth.household.person(at: word?.caregiver ?? 0)))
  }

  /// Judges that a refusal is of the hour that was asked for, and says why.
  private mutating func judge(
    _ refusal: CompanyRefusal, to caregiver: UInt8, _ truth: Truth
  ) {
    guard let word, word.at == truth.now else { return }
    if refusal.minute != word.minute || caregiver != word.caregiver {
      fail(.refusalIsAnswered, at: truth.now, "a refusal is of another word than was read")
    }
    guard case .refused(let reasons) = word.verdict, !reasons.contains(refusal.reason) else {
      return
    }
    fail(
      .refusalIsAnswered, at: truth.now,
      "an hour of company is refused as \(refusal.reason), and it is \(reasons)")
  }

  /// Company is in force.
  private mutating func judgeBeginning(_ until: WallTime, _ truth: Truth) {
    if let word, word.at == truth.now {
      over = nil
      return
    }
    guard let over, truth.now > over.at else { return }
    fail(
      over.isSettled ? .endedCompanyStaysEnded : .notAccompaniedCounts, at: truth.now,
      "company was ended by a word \((truth.now - over.at).count / 1000) s ago, and is in force")
  }

  private mutating func judgeWord(_ truth: Truth) {
    guard let word else { return }
    self.word = nil
    switch word.verdict {
    case .either: if word.taken != nil { over = nil }
    case .taken(let until):
      over = nil
      guard let taken = word.taken else {
        return fail(.companyNeedsProof, at: word.at, "company was asked for, and there is none")
      }
      if (taken.milliseconds - until.milliseconds).magnitude > UInt64(CompanyProofChecker.minute) {
        let off = (taken.milliseconds - until.milliseconds) / 1000
        fail(.companyNeedsProof, at: word.at, "company ends \(off) s from the hour that was meant")
      }
    case .refused:
      if word.taken != nil {
        return fail(
          .companyNeedsProof, at: word.at,
          "company is taken for an hour that has passed or lies too far ahead")
      }
      if word.refusals != 1 {
        fail(
          .refusalIsAnswered, at: word.at,
          "an hour of company is refused, and that is told \(word.refusals) times")
      }
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    clock.follow(truth)
    switch change {
    case .powerCut:
      // A word that was cut off while it was read may count, or not.
      if let word, word.verdict.mayCount {
        over = nil
        doubtSaid()
      }
      word = nil
      if let over, truth.now - over.at < .seconds(1) {
        self.over = nil
        doubtSaid()
      }
    case .recordsLost:
      over = nil
      doubtSaid()
    case .end: judgeWord(truth)
    default: break
    }
  }
}
