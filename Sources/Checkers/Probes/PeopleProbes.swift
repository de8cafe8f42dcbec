import Device
import HAL

/// The rare situations of those who care, each counted once a life.
struct PeopleProbes: Sendable {
  private static let hour: Int64 = 3_600_000

  private(set) var reached: Set<Probe> = []
  private var urgent: [NoticeID] = []
  private var refused: Set<UInt64> = []
  private var inFlight: Set<UInt64> = []
  private var helpPeople: Set<UInt32> = []
  private var household: Household?
  private var lastWritten = WallTime(milliseconds: 0)
  private var isTrusted = false
  private var wheres: [Instant] = []
  private var batteries: [Instant] = []
  private var lastEpoch = Instant.start
  private var lastPosition = Instant.start
  private var read: [(minute: Int16, received: WallTime?)] = []
  private var isOpen = false
  /// The last moment at which a mail reached the device.
  private var handed = Instant.start

  private mutating func reach(_ probe: Probe) { reached.insert(probe) }

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    lastEpoch = truth.now
    if truth.isFlooded { reach(.receiverFloods) }
    if fix.hasPosition { lastPosition = truth.now }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    if case .booted = event.kind {
      lastEpoch = truth.now
      lastPosition = truth.now
    }
    if truth.now - lastEpoch > .seconds(1805) { reach(.receiverSilentForLong) }
    if truth.now - lastPosition > .seconds(43_260) { reach(.noPositionForHalfADay) }
    switch event.kind {
    case .booted:
      isTrusted = false
      household = nil
      if !truth.isProfileGood { reach(truth.hasProfile ? .badProfileAtStart : .noProfileAtStart) }
    case .setting(.end): adopt(truth)
    case .answer(let answer):
      inFlight.remove(answer.notice.value)
      if answer.outcome == .permanent { refused.insert(answer.notice.value) }
    case .key(let press) where press.key == .help: pressHelp(truth)
    case .message(let message): take(message, truth)
    case .battery:
      batteries.append(truth.now)
      if batteries.count > 3 { batteries.removeFirst() }
      if batteries.count == 3, truth.now - batteries[0] < .seconds(3600) {
        reach(.batteryThriceAnHour)
      }
    default: break
    }
  }

  private mutating func pressHelp(_ truth: Truth) {
    if !truth.isProfileGood { reach(truth.hasProfile ? .helpOnKeptProfile : .helpWithoutProfile) }
    if urgent.contains(where: { refused.contains($0.value) }) { reach(.helpAfterRefusal) }
  }

  private mutating func adopt(_ truth: Truth) {
    defer { household = truth.household }
    if household != nil, !truth.isProfileGood {
      reach(.badProfileAtReload)
      if !truth.isInsulinSure, truth.household.insulin != nil { reach(.insulinSectionUnsure) }
    }
    guard let before = household, before.caregivers != truth.household.caregivers, isOpen else {
      return
    }
    let old = (0..<before.caregivers.count).map { before.person(at: UInt8($0)) }
    let new = (0..<truth.household.caregivers.count).map { truth.household.person(at: UInt8($0)) }
    if Set(new).subtracting(old).isEmpty == false, new.count > old.count {
      reach(.caregiverAddedMeanwhile)
    }
    if !Set(old).subtracting(new).isEmpty, new.count < old.count {
      reach(.caregiverRemovedMeanwhile)
    }
    if Set(old) == Set(new), old != new { reach(.caregiversReorderedMeanwhile) }
    if old.count == new.count, Set(old) != Set(new) { reach(.caregiverReaddressedMeanwhile) }
    let routes = zip(before.caregivers, truth.household.caregivers).contains {
      $0.hasMail != $1.hasMail || $0.hasRelay != $1.hasRelay
    }
    if routes { reach(.caregiverReroutedMeanwhile) }
    if !inFlight.isEmpty { reach(.listChangedUnderAnAttempt) }
    if !helpPeople.isEmpty, helpPeople.isDisjoint(with: new) { reach(.toldCaregiverGone) }
  }

  private mutating func take(_ message: Message, _ truth: Truth) {
    switch message {
    case .whereIs:
      wheres.append(truth.now)
      if wheres.count > 5 { wheres.removeFirst() }
      if wheres.count == 5, truth.now - wheres[0] < .seconds(300) { reach(.whereAgainAndAgain) }
    case .accompanied(let minute, _, let received): take(minute, received, truth)
    case .acknowledged: break
    }
  }

  private mutating func take(_ minute: Int16, _ received: WallTime?, _ truth: Truth) {
    if minute < 0 {
      if !isTrusted { reach(.notAccompaniedBeforeTrust) }
      return
    }
    guard let received else { return reach(.mailWithoutItsTime) }
    let late = truth.wall.milliseconds - received.milliseconds
    if late > 120_000 { reach(.mailReadLate) }
    if late > PeopleProbes.hour { reach(.mailReadHoursLate) }
    if received < lastWritten { reach(.mailsOutOfOrder) }
    if read.contains(where: { $0.minute == minute && $0.received == received }) {
      reach(.mailReadTwice)
    }
    read.append((minute, received))
    lastWritten = max(lastWritten, received)
    let local = received.milliseconds / 60_000 + truth.household.zone.offset(at: received)
    let ahead = ((Int64(minute) - local) % 1440 + 1440) % 1440
    if ahead * 60_000 < late { reach(.companyHourPassedWhenRead) }
    if ahead > 720 { reach(.companyForANight) }
  }

  mutating func see(_ action: Action, _ truth: Truth) {
    switch action {
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isTrusted = false
    case .outbox(.queued(let notice)): note(notice, truth)
    case .outbox(.send(let dispatch)): send(dispatch, truth)
    case .store(.outbox(.closed(let id))), .store(.outbox(.acknowledged(let id, _))):
      urgent.removeAll { $0 == id }
      isOpen = !urgent.isEmpty
    default: break
    }
  }

  private mutating func note(_ notice: Notice, _ truth: Truth) {
    switch notice.matter {
    case .help, .perimeter(.left), .glucose(.low):
      if notice.matter == .help { helpPeople = [] }
      if urgent.count > 20 { urgent.removeFirst() }
      urgent.append(notice.id)
      isOpen = true
    case .day(.open): reach(.dayToldAsOpen)
    default: break
    }
  }

  private mutating func send(_ dispatch: Dispatch, _ truth: Truth) {
    guard urgent.contains(dispatch.notice.id) else { return }
    inFlight.insert(dispatch.notice.id.value)
    let to = dispatch.recipient
    if to.route == .mail { meet(truth.post) }
    guard !truth.servers.isEmpty else { return }
    let troubles = truth.servers.filter {
      ($0.route ?? to.route) == to.route && ($0.caregiver ?? to.caregiver) == to.caregiver
    }
    guard let trouble = troubles.last else { return }
    let ways = truth.household.routes(to: truth.household.person(at: to.caregiver))
    if ways.count > 1, trouble.route == to.route { reach(.oneRouteDeadOtherAlive) }
    if trouble.caregiver != nil, truth.household.caregivers.count > 1 {
      reach(.oneServerDeadOthersAlive)
    }
    switch trouble.kind {
    case .transient: reach(.urgentPutOff)
    case .permanent: reach(.urgentRefused)
    case .silent: reach(.urgentUnanswered)
    case .halfOpen: reach(.urgentHalfOpen)
    case .lostAnswers: reach(.urgentTakenAnswerLost)
    }
  }

  /// Something urgent goes to a server that does not keep to the rules.
  private mutating func meet(_ troubles: Set<PostTrouble>) {
    if troubles.contains(.saysYesToData) { reach(.serverYesToData) }
    if troubles.contains(.outOfStep) { reach(.serverOutOfStep) }
    if troubles.contains(.serverChatters) { reach(.serverTalks) }
    if troubles.contains(.silentAfterMail) { reach(.serverSilentAfterMail) }
  }

  private mutating func see(_ change: PostChange, _ truth: Truth) {
    switch change {
    case .looked(let look):
      if look.brokeAt != nil { reach(.mailboxBrokeOff) }
      guard !look.owed.isEmpty else { return }
      if truth.post.contains(where: \.isCrowd) { reach(.mailAmongCrowd) }
      if truth.post.contains(.refusesTexts) { reach(.mailTextRefused) }
      if truth.post.contains(.otherReader) { reach(.mailboxReadByOthers) }
      if truth.post.contains(.mailboxChatters) { reach(.mailboxTalks) }
    case .renumbered: reach(.mailboxNumberedAnew)
    case .turnedAway: reach(.placesTaken)
    case .handed: handed = truth.now
    case .kept: if truth.now - handed > .seconds(5) { reach(.mailMarkedLate) }
    case .lies, .longTurn: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .taken(let id, _, _):
      guard urgent.contains(id) else { return }
      helpPeople.insert(truth.reached)
      if refused.contains(id.value) { reach(.refusedThenTaken) }
    case .post(let change): see(change, truth)
    case .powerCut:
      urgent.removeAll()
      inFlight.removeAll()
      isOpen = false
    default: break
    }
  }
}
