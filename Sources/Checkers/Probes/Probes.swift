import Device
import HAL

/// A rare situation with a name. Its occurrence shows that the simulation gets there.
public enum Probe: Int, Sendable, CaseIterable {
  case exitWhileExitMailInFlight
  case cutBetweenToneAndNotice
  case cutBetweenNoticeAndPage
  case cutWhileRecordWritten
  case helpWhileNetworkDown
  case helpWithoutPosition
  case helpWhileOutside
  case helpDuringReminder
  case mailTakenAnswerLost
  case answerAfterReboot
  case cutWhileOutside
  case returnWhileExitUndelivered
  case positionLostOutside
  case positionLostNearEdge
  case helpWithBadStorage
  case recordsLost
  case clockStepWithReminders
  case reminderNearSpringGap
  case reminderNearRepeatedHour
  case reminderMissed
  case reminderLate
  case lowGlucoseDuringPrompt
  case doseRefusedStale
  case doseUndone
  case doseCapped
  case secondDoseRefused
  case companyDuringExcursion
  case batteryLowDuringExit
  case permanentRefusal
  case escalationToSecondCaregiver
  case spikeBeyondEdge
  case helpNotThrough
  case reloadDuringExcursion
  case receiverSilentForLong
  case noPositionForHalfADay
  case badProfileAtStart
  case noProfileAtStart
  case badProfileAtReload
  case insulinSectionUnsure
  case helpOnKeptProfile
  case helpWithoutProfile
  case helpAfterRefusal
  case caregiverAddedMeanwhile
  case caregiverRemovedMeanwhile
  case caregiversReorderedMeanwhile
  case caregiverReaddressedMeanwhile
  case caregiverReroutedMeanwhile
  case listChangedUnderAnAttempt
  case toldCaregiverGone
  case whereAgainAndAgain
  case notAccompaniedBeforeTrust
  case mailWithoutItsTime
  case mailReadLate
  case mailReadHoursLate
  case mailsOutOfOrder
  case mailReadTwice
  case companyHourPassedWhenRead
  case companyForANight
  case dayToldAsOpen
  case oneRouteDeadOtherAlive
  case oneServerDeadOthersAlive
  case urgentPutOff
  case urgentRefused
  case urgentUnanswered
  case urgentHalfOpen
  case urgentTakenAnswerLost
  case refusedThenTaken
  case batteryThriceAnHour
  case entryAheadByMoments
  case entryAheadByHours
  case entryAheadByDays
  case diaryReadingAdded
  case diaryReadingChanged
  case diaryReadingMoved
  case diaryReadingDeleted
  case diaryDoseAdded
  case diaryDoseChanged
  case doseDeletedWithinTheHour
  case doseDeletedLater
  case diaryBroughtBack
  case diaryOfTheDeviceEdited
  case diaryChangedUnderAnOffer
  case diaryDoseAnswersPrompt
  case diaryChangedWhileOff
  case diaryLow
  case diaryLowWhileOff
  case meterMemory
  case meterMemoryBeforeTrust
  case meterMemoryInMealHour
  case lowSentAgain
  case lowOfAnHourAgo
  case lowerAfterAnsweredLow
  case lowEndedByReading
  case clocksDisagree
  case calendarAlone
  case calendarBehindLife
  case calendarDaysAhead
  case calendarOutOfBounds
  case tenRemindersAtOnce
  case tenRemindersDueWhileOff
  case endOfTimeByReceiver
  case endOfTimeByNetwork
  case receiverFloods
  case placesTaken
  case mailAmongCrowd
  case mailTextRefused
  case mailboxBrokeOff
  case mailboxReadByOthers
  case mailboxTalks
  case mailboxNumberedAnew
  case mailMarkedLate
  case serverYesToData
  case serverOutOfStep
  case serverTalks
  case serverSilentAfterMail
  case outAfterHoursWithoutReception
  case faultToTheEnd
  case twentyKeysAMinute
  case bootLoop
  case zoneOfHalfHours
  case settingsChangedAgainAndAgain
  case diaryChangedByPortal
  case diaryChangeOutdated
  case valueHalfEnteredAsAMealEnds
  case valueHalfEnteredAsAnotherMealBegins
  case doseDeletedBeforeItsMeal
  case doseTakenBackBeforeARestart
  case mealtimeMovedWhileAskedFor
  case newerToldLowDeleted
  case olderToldLowDeleted
  case roundAfterOtherPause
  case placeAfterOtherPause
  case doseByOtherInsulin
  case otherCircleInTheDark
  case positionsHoursApart
  case strayPositionAfterALongGap
  case exitByPositionsHoursApart
  case outWithAStuckSpeed
  case wildFirstPosition

  /// The name as people read it.
  public var name: String {
    var name = ""
    for c in "\(self)" {
      if c.isUppercase { name += "-" }
      name += c.lowercased()
    }
    return name
  }
}

/// The number of times that each situation occurred in a life.
public struct Probes: Sendable {
  private var hits = [Int](repeating: 0, count: Probe.allCases.count)
  private var people = PeopleProbes()
  private var situations = Situations()
  private var extremes = Extremes()
  private var edges = Edges()
  private var receiver = ReceiverProbes()

  public var counts: [Int] {
    var counts = hits
    let reached = people.reached.union(situations.reached).union(extremes.reached)
    for probe in reached.union(edges.reached).union(receiver.reached) {
      counts[probe.rawValue] += 1
    }
    return counts
  }

  /// The last act; a power cut comes between it and the next one.
  private enum Last { case tone, notice, other }
  private var last = Last.other
  private var isOutside = false
  private var page: Page?
  private var exitsInFlight: [NoticeID] = []
  private var exitNotice: NoticeID?
  private var isExitDelivered = true
  private var taken: [(notice: NoticeID, recipient: Recipient)] = []
  private var boot: UInt32 = 0
  private var hasFix = false

  public init() {}

  public mutating func add(_ other: Probes) {
    let added = other.counts
    for i in hits.indices { hits[i] += added[i] }
  }

  private mutating func hit(_ probe: Probe) { hits[probe.rawValue] += 1 }

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    people.see(fix, truth)
    situations.see(fix, truth)
    extremes.see(fix, truth)
    edges.see(fix, truth)
    receiver.see(fix, truth)
    guard fix.hasPosition else { return }
    hasFix = true
    if fix.error.value > 100, truth.distance.value + fix.error.value > truth.radius.value,
      truth.distance.value < truth.radius.value
    {
      hit(.spikeBeyondEdge)
    }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    people.see(event, truth)
    situations.see(event, truth)
    extremes.see(event, truth)
    edges.see(event, truth)
    receiver.see(event)
    last = .other
    switch event.kind {
    case .booted(let booted):
      boot = booted.number
      hasFix = false
      page = nil
    case .restored(.place(.outside)): isOutside = true
    case .restored(.place): isOutside = false
    case .key(let press) where press.key == .help: pressHelp(truth)
    case .answer(let answer): take(answer)
    case .setting(.begin): if isOutside, hasFix { hit(.reloadDuringExcursion) }
    case .clock(_, .ntp):
      if !truth.areClocksGood, !truth.household.reminders.isEmpty { hit(.clockStepWithReminders) }
    case .fix, .deadline, .restored, .keys, .key, .message, .setting, .clock, .reading, .edited,
      .battery,
      .storage, .shuttingDown:
      break
    }
  }

  private mutating func pressHelp(_ truth: Truth) {
    if !truth.isNetworkGood { hit(.helpWhileNetworkDown) }
    if !truth.isStorageGood { hit(.helpWithBadStorage) }
    if isOutside { hit(.helpWhileOutside) }
    if case .reminder = page { hit(.helpDuringReminder) }
  }

  private mutating func take(_ answer: NetworkAnswer) {
    exitsInFlight.removeAll { $0 == answer.notice }
    if answer.outcome == .permanent { hit(.permanentRefusal) }
    let isTaken = taken.contains { $0.notice == answer.notice && $0.recipient == answer.recipient }
    if isTaken, answer.outcome == .transient { hit(.mailTakenAnswerLost) }
    if answer.outcome == .accepted, answer.notice == exitNotice { isExitDelivered = true }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    defer { note(action) }
    people.see(action, truth)
    situations.see(action, truth)
    edges.see(action, truth)
    switch action {
    case .perimeter(.left):
      leave(truth)
      receiver.left()
    case .perimeter(.returned):
      if !isExitDelivered { hit(.returnWhileExitUndelivered) }
      isOutside = false
    case .outbox(.queued(let notice)): notify(notice, truth)
    case .outbox(.send(let dispatch)): send(dispatch)
    case .show(let shown):
      page = shown
      if case .help(.notThrough, _) = shown { hit(.helpNotThrough) }
    case .helpRequested(nil): hit(.helpWithoutPosition)
    case .position(.lost(let place, _)):
      if isOutside { hit(.positionLostOutside) }
      let inside = (place.radius?.value ?? 0) - (place.distance?.value ?? 0)
      if !isOutside, inside < 50 { hit(.positionLostNearEdge) }
    case .company(.accompanied(let until)):
      if until != nil, isOutside { hit(.companyDuringExcursion) }
    case .batteryLow: if isOutside { hit(.batteryLowDuringExit) }
    case .reminder(.due(let occurrence, _, let call, _)): remind(occurrence, call, truth)
    case .reminder(.missed): hit(.reminderMissed)
    case .glucose(.low): if case .dose(.measure) = page { hit(.lowGlucoseDuringPrompt) }
    case .dose(.refused(_, .staleReading)): hit(.doseRefusedStale)
    case .dose(.refused(_, .secondDoseForMeal)): hit(.secondDoseRefused)
    case .dose(.undone): hit(.doseUndone)
    case .dose(.proposed(let offer)): if offer.proposal.isCapped { hit(.doseCapped) }
    case .outbox(.acknowledged(let id, _)): if id.boot < boot { hit(.answerAfterReboot) }
    default: break
    }
  }

  private mutating func note(_ action: Action) {
    switch action {
    case .alarm(.sound): last = .tone
    case .store(.outbox(.notice)), .outbox(.queued): last = .notice
    default: last = .other
    }
  }

  private mutating func leave(_ truth: Truth) {
    if !exitsInFlight.isEmpty { hit(.exitWhileExitMailInFlight) }
    isOutside = true
    isExitDelivered = false
  }

  private mutating func notify(_ notice: Notice, _ truth: Truth) {
    if notice.matter == .perimeter(.left) { exitNotice = notice.id }
  }

  private mutating func send(_ dispatch: Dispatch) {
    if dispatch.notice.matter == .perimeter(.left) { exitsInFlight.append(dispatch.notice.id) }
    let escalates = dispatch.recipient.caregiver == 1 && dispatch.attempt == 1
    if escalates, dispatch.notice.audience == 0, dispatch.late > .seconds(50) {
      hit(.escalationToSecondCaregiver)
    }
  }

  private mutating func remind(_ occurrence: Occurrence, _ call: ReminderCall, _ truth: Truth) {
    if call == .late { hit(.reminderLate) }
    // The wall shows no such minute, or shows it twice.
    let zone = truth.household.zone
    let before = zone.offset(at: WallTime(milliseconds: truth.wall.milliseconds - 7_200_000))
    let after = zone.offset(at: WallTime(milliseconds: truth.wall.milliseconds + 7_200_000))
    if after > before { hit(.reminderNearSpringGap) }
    if after < before { hit(.reminderNearRepeatedHour) }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    people.see(change, truth)
    situations.see(change, truth)
    extremes.see(change, truth)
    edges.see(change, truth)
    switch change {
    case .powerCut(let isWriting):
      if isWriting { hit(.cutWhileRecordWritten) }
      switch last {
      case .tone: hit(.cutBetweenToneAndNotice)
      case .notice: hit(.cutBetweenNoticeAndPage)
      case .other: break
      }
      if isOutside { hit(.cutWhileOutside) }
      exitsInFlight.removeAll()
      last = .other
    case .taken(let id, let recipient, _):
      taken.append((id, recipient))
      if taken.count > 64 { taken.removeFirst(32) }
    case .recordsLost: hit(.recordsLost)
    case .portal(.dealt(_, .made, _, _)): hit(.diaryChangedByPortal)
    case .portal(.dealt(_, .outdated, _, _)): hit(.diaryChangeOutdated)
    case .reloaded, .networkGood, .clocksGood, .edited, .post, .portal, .updated, .end: break
    }
  }
}
