import Device
import HAL

/// Compares the attempts that go out, and those that do not, with the plan.
extension DeliveryChecker {
  // MARK: What goes out

  mutating func send(_ dispatch: Dispatch, during event: Event, _ now: Instant) {
    let (id, to) = (dispatch.notice.id, dispatch.recipient)
    let isUrgent = dispatch.notice.matter.isPressing
    plan.doubtVictim(at: now)
    if isUrgent { plan.makeWay(at: now) }
    let flight = DeliveryFlight(
      notice: id, caregiver: to.caregiver, route: to.route, isUrgent: isUrgent, since: now)
    let ordinary = plan.flights.count { !$0.isUrgent && !$0.isDoubtful }
    let isFull =
      plan.sure >= DeliveryPlan.most || !isUrgent && ordinary >= DeliveryPlan.mostOrdinary
    if isFull, !isUnclear(now) {
      fail(.urgentGoesFirst, at: now, "an attempt takes a place that is kept for what is urgent")
    }
    guard let i = plan.index(of: id) else {
      plan.flights.append(flight)
      return noteFull(now)
    }
    judge(dispatch, i, during: event, now)
    plan.flights.append(flight)
    plan.count(i, Int(to.caregiver), to.route, at: now)
    noteFull(now)
  }

  /// Only the device knows which attempts are under way.
  private func isUnclear(_ now: Instant) -> Bool {
    now - plan.lastDoubt <= DeliveryChecker.clearAfter
  }

  private mutating func judge(
    _ dispatch: Dispatch, _ i: Int, during event: Event, _ now: Instant
  ) {
    let to = dispatch.recipient
    let c = Int(min(to.caregiver, 3))
    let letter = plan.letters[i]
    guard letter.matter != .perimeter(.excursions) else { return }
    let lane = letter.lanes[c]
    var who: String { "\(letter.name) goes to caregiver \(c + 1)" }
    guard lane.state == .waiting else {
      return fail(.turnsAreKept, at: now, "\(who), whose turn it is not (\(lane.state))")
    }
    guard plan.routeDue(i, c) == to.route || !letter.matter.isPressing else {
      return fail(.turnsAreKept, at: now, "\(who) by \(to.route), and another route is due")
    }
    if now < lane.from {
      let early = (lane.from - now).count
      return fail(.retriesComeInTime, at: now, "\(who) \(early) ms before its time")
    }
    if dispatch.attempt != lane.attempts + 1 {
      fail(.turnsAreKept, at: now, "\(who), and counts attempts wrong: \(dispatch.attempt)")
    }
    if dispatch.round != letter.round, !letter.mayHaveEnded || dispatch.round > letter.round {
      fail(.turnsAreKept, at: now, "\(who) in round \(dispatch.round), and it is \(letter.round)")
    }
    let late = (dispatch.late.count - (now - letter.born).count).magnitude
    if !letter.isRestored, late > 1000 || dispatch.isLater {
      fail(.noticeIsTrue, at: now, "\(who), and says another delay: \(dispatch.late.count) ms")
    }
    judgeOrder(i, c, now)
  }

  /// A new call goes to all who were given the open one before it.
  mutating func judgeCall(_ notice: Notice, after before: DeliveryLetter?, _ now: Instant) {
    guard notice.matter == .help, let before, !before.isVague, !before.isRestored else { return }
    let given = before.mask { $0.wasTold || $0.state == .waiting && $0.opened < now }
    guard given & ~notice.audience != 0 else { return }
    fail(
      .turnsAreKept, at: now,
      "a new call does not go to all who were given the open \(before.name) which it replaces")
  }

  /// Positions go to all who know of the case, or are being told of it.
  mutating func judgeReaders(_ notice: Notice, _ now: Instant) {
    guard case .location(let reason) = notice.matter, reason != .asked else { return }
    for letter in plan.letters
    where letter.isOpenCase && !letter.isVague && !letter.isRestored {
      let readers = letter.mask { $0.wasTold || $0.state == .waiting && $0.opened < now }
      guard readers & ~notice.audience != 0 else { continue }
      fail(
        .turnsAreKept, at: now,
        "a place is not told to all who know of \(letter.name) which is open")
    }
  }

  /// Nothing more urgent waits that could go.
  private mutating func judgeOrder(_ i: Int, _ c: Int, _ now: Instant) {
    let own = rank(i, c)
    for other in plan.letters.indices where other != i && !plan.letters[other].isVague {
      let letter = plan.letters[other]
      guard letter.isStarted, letter.isWaiting else { continue }
      for d in 0..<4 where letter.lanes[d].state == .waiting {
        let theirs = rank(other, d)
        guard theirs < own || theirs == own && letter.notice < plan.letters[i].notice else {
          continue
        }
        let by = letter.lanes[d].by
        guard by < now, now - by > DeliveryChecker.slack, plan.routeDue(other, d) != nil,
          !waitsForAnother(other, now)
        else { continue }
        return fail(
          .urgentGoesFirst, at: now,
          "\(plan.letters[i].name) goes out before \(letter.name) which waits")
      }
    }
  }

  /// A notice that was never told goes before one that is told again.
  private func rank(_ i: Int, _ c: Int) -> UInt8 {
    let letter = plan.letters[i]
    return letter.matter.order * 2 + (letter.lanes[c].wasTold ? 1 : 0)
      + (letter.matter.isPressing ? 0 : 16)
  }

  /// Others wait for the first attempt, or for 15 s, where one reader is enough.
  private func waitsForAnother(_ i: Int, _ now: Instant) -> Bool {
    let letter = plan.letters[i]
    return letter.wantsOneReader
      && plan.flights.contains {
        $0.notice == letter.notice
          && now - $0.since < DeliveryPlan.slow + DeliveryChecker.slack
      }
  }

  // MARK: What does not happen

  mutating func noteFull(_ now: Instant) {
    plan.doubtVictim(at: now)
    let count = plan.flights.count
    if count >= DeliveryPlan.most,
      plan.flights.allSatisfy({ now - $0.since < DeliveryPlan.slow })
    {
      lastFull = now
    }
    if count >= DeliveryPlan.most
      || plan.flights.count(where: { !$0.isUrgent }) >= DeliveryPlan.mostOrdinary
    {
      lastFullOfOrdinary = now
    }
  }

  /// The device has done all that an event asked for.
  /// - Parameter isStirred: something else than a fix has happened since the last time.
  mutating func settled(at now: Instant, isStirred: Bool) {
    guard isStirred || now >= restsUntil else { return }
    restsUntil = .start
    pressAgain(now)
    // Nobody is told by a list that is just changing: a deadline of that moment comes behind it.
    guard !isRestoring, staged == nil else { return }
    plan.work(at: now)
    noteFull(now)
    judgeOutcomes(now)
    judgeCalled(now)
    for i in plan.letters.indices where !plan.letters[i].isVague { judgeLate(i, now) }
    rest()
  }

  /// Full places, outcomes that are due and the page of a call are looked at with each fix.
  private mutating func rest() {
    guard plan.flights.count < DeliveryPlan.mostOrdinary, plan.due.isEmpty, called == nil else {
      return
    }
    restsUntil = plan.nextChange
  }

  mutating func noteCalled(_ page: Page) {
    guard case .help(let stage, let place) = page, stage == .calling || stage == .notThrough else {
      called = nil
      return
    }
    if called?.place != place { called = (place, nil) }
  }

  /// A call that has reached nobody names the first of those who are being called. One that an earlier
  /// life made may be with others than the plan knows.
  private mutating func judgeCalled(_ now: Instant) {
    guard let place = called?.place else { return }
    guard let letter = plan.letters.last(where: { $0.matter == .help }),
      letter.notice == newestCall, letter.isStarted, !letter.isRestored, !letter.isEnded,
      !isUnclear(now)
    else {
      called?.wrongSince = nil
      return
    }
    let first = letter.mask { $0.state == .waiting }.trailingZeroBitCount
    guard first < 4, first != Int(place) else {
      called?.wrongSince = nil
      return
    }
    let since = called?.wrongSince ?? now
    called?.wrongSince = since
    guard now - since > DeliveryChecker.namedWithin else { return }
    fail(
      .toldIsTrue, at: now,
      "the page names caregiver \(place + 1) as being called, and caregiver \(first + 1) is")
  }

  private mutating func judgeOutcomes(_ now: Instant) {
    guard !plan.due.isEmpty else { return }
    if isTroubleSaid || isTroubleRaised { plan.due.removeAll { $0.what == .notDelivered } }
    guard let first = plan.due.first, now - first.at > DeliveryChecker.slack else { return }
    fail(.outcomeIsSaid, at: now, "nobody was told: \(first.what)")
  }

  private mutating func judgeLate(_ i: Int, _ now: Instant) {
    guard plan.letters[i].isStarted, !isUnclear(now) else { return }
    let lanes = plan.letters[i].lanes
    for c in 0..<4 where lanes[c].state == .waiting {
      let free = plan.letters[i].matter.isPressing ? lastFull : lastFullOfOrdinary
      let by = max(lanes[c].by, free)
      guard by < now, now - by > DeliveryChecker.slack, plan.routeDue(i, c) != nil,
        !waitsForAnother(i, now)
      else { continue }
      fail(
        .retriesComeInTime, at: now,
        "\(plan.letters[i].name) was to be tried to caregiver \(c + 1) "
          + "\((now - by).count) ms ago")
    }
  }
}
