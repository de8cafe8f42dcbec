import HAL

/// Sends notices, and takes the network's answers.
extension Outbox {
  /// Takes the network's outcome of an attempt.
  ///
  /// An answer that comes twice, or late for a finished notice, changes nothing but the audience of the
  /// return: somebody may know of the exit. A route's acceptance or refusal counts even after the
  /// attempt was given up.
  public mutating func answered(
    _ answer: NetworkAnswer, at now: Instant, wall: WallTime?, _ tell: (OutboxChange) -> Void
  ) {
    learn(wall, at: now)
    if case .of(let caregiver, let outcome, let since, let isExpected) = take(answer) {
      let to = Recipient(caregiver: caregiver, route: answer.recipient.route)
      // A server may have taken the mail, and its yes was lost.
      if outcome == .transient { mayKnow(caregiver, of: answer.notice) }
      if let i = index(of: answer.notice) {
        switch outcome {
        case .accepted: accepted(i, to, since: since, at: now, tell)
        case .permanent: refused(i, to, at: now, tell)
        // Late words of one route say nothing of another that is being tried.
        case .transient: if isExpected { failed(i, caregiver, to.route, at: now, tell) }
        }
      } else if outcome == .accepted, isNewsOfCase(answer.notice, caregiver) {
        // Somebody else had answered meanwhile.
        knows(caregiver, of: answer.notice)
        say(.delivered(answer.notice, to), tell)
      }
    }
    work(at: now, tell)
  }

  /// A caregiver sent a token back: the escalation of that notice ends. A place stands for its case.
  public mutating func acknowledged(
    token: UInt64, by caregiver: UInt8, at now: Instant, _ tell: (OutboxChange) -> Void
  ) {
    var found: Int?
    for i in 0..<count where isToken(token, of: i) { found = i }
    if let answered = caseOfPlace(token, answeredBy: caregiver) { found = answered }
    guard let found, token != 0, caregiver < caregivers.count else { return }
    // The list may have grown since the copy that was read, so the notice goes out once more.
    guard entries[found].notice.matter != .perimeter(.excursions) else { return }
    let id = entries[found].notice.id
    knowsLow(caregiver, of: found, isAnswer: true)
    answers(caregiver, to: id)
    if !entries[found].notice.escalates, entries[found].isWaiting(besides: caregiver) {
      // One caregiver's answer does not cancel delivery to the others.
      let route = nextRoute(Int(caregiver), refused: 0) ?? .mail
      accepted(found, Recipient(caregiver: caregiver, route: route), at: now, tell)
      return work(at: now, tell)
    }
    removeEntry(at: found)
    say(.acknowledged(id, caregiver: caregiver), tell)
    work(at: now, tell)
  }

  /// - Parameter since: when the attempt began; nil: unknown.
  private mutating func accepted(
    _ i: Int, _ to: Recipient, since: Instant? = nil, at now: Instant,
    _ tell: (OutboxChange) -> Void
  ) {
    let c = Int(to.caregiver)
    guard entries[i].lanes[c].state != .told else { return }
    // The answer came by the second route, for a round that is over.
    if entries[i].lanes[c].wasTold, let since, since < entries[i].lanes[c].opened { return }
    let notice = entries[i].notice
    entries[i].lanes[c].state = .told
    entries[i].lanes[c].wasTold = true
    knows(to.caregiver, of: notice.id)
    knowsLow(to.caregiver, of: i)
    say(.delivered(notice.id, to), tell)
    if notice.matter == .perimeter(.excursions) { forgetExcursions(tell) }
    if isFailing {
      // The way is open again: what waits need not wait out its pause.
      isFailing = false
      for other in 0..<count { bringForward(other, at: now) }
    }
    settle(i, at: now, tell)
  }

  private mutating func refused(
    _ i: Int, _ to: Recipient, at now: Instant, _ tell: (OutboxChange) -> Void
  ) {
    let c = Int(to.caregiver)
    let lane = entries[i].lanes[c]
    guard lane.state == .waiting, lane.refusedRoutes & to.route.bit == 0 else {
      return
    }
    entries[i].lanes[c].refusedRoutes |= to.route.bit
    entries[i].wasRefused = true
    entries[i].lanes[c].next = now
    say(.refused(entries[i].notice.id, to), tell)
    if entries[i].isLastAttempt(at: to.caregiver) {
      entries[i].lanes[c].state = .idle
    } else if nextRoute(c, refused: entries[i].lanes[c].refusedRoutes) == nil {
      giveUp(i, caregiver: c, at: now, tell)
      settle(i, at: now, tell)
    } else if entries[i].isSuperseded, entries[i].isOver {
      // The place would come behind the end of its case, by the other route.
      entries[i].lanes[c].state = .idle
      settle(i, at: now, tell)
    }
  }

  mutating func failed(
    _ i: Int, _ caregiver: UInt8, _ route: Route, at now: Instant, _ tell: (OutboxChange) -> Void
  ) {
    isFailing = true
    guard caregiver < 4 else { return }
    let c = Int(caregiver)
    guard entries[i].lanes[c].state == .waiting else { return }
    if entries[i].isSuperseded { return drop(i, tell) }
    if entries[i].isLastAttempt(at: caregiver) {
      entries[i].lanes[c].state = .idle
      return
    }
    if goOn(i, c, after: route, at: now) { return }
    var lane = entries[i].lanes[c]
    if lane.failures < .max { lane.failures += 1 }
    let pause = Backoff.pause(
      isUrgent: entries[i].notice.matter.isUrgent, elapsed: now - lane.opened,
      failures: lane.failures, &jitter)
    lane.next = now + pause
    entries[i].lanes[c] = lane
  }

  // MARK: Work

  mutating func say(_ change: OutboxChange, _ tell: (OutboxChange) -> Void) {
    told += 1
    tell(change)
  }

  /// Does all that is due, as far as one call may tell.
  mutating func work(at now: Instant, _ tell: (OutboxChange) -> Void) {
    defer { told = 0 }
    guard isRunning else { return }
    while let overdue = flights.firstIndex(where: { now - $0.since >= Outbox.patience }) {
      abandon(overdue, at: now, tell)
    }
    releaseReturns(at: now, tell)
    var looks = 0
    while told < Outbox.enoughChanges, looks < Outbox.mostLooks, let i = firstInNeed(at: now) {
      looks += 1
      if !entries[i].isStarted {
        start(i, at: now, tell)
      } else if entries[i].isOpenCase, entries[i].step <= now {
        escalate(i, at: now, tell)
      } else if entries[i].rests {
        beginAnew(i)
      } else if let due = spreads(i), due <= now {
        spread(i, at: now)
      } else {
        settle(i, at: now, tell)
      }
    }
    while told < Outbox.enoughChanges {
      makeWay(at: now, tell)
      guard let (i, c) = mostUrgent(at: now) else { break }
      if now - entries[i].born >= Backoff.lifetime {
        expire(i, tell)
      } else {
        send(i, c, at: now, tell)
      }
    }
    deadline = told < Outbox.enoughChanges ? earliest(after: now) : now
  }

  /// An urgent notice does not wait until silent servers are given up. The longest of the attempts that
  /// have had 15 s makes way, an ordinary one first. If it succeeds after all, that counts.
  private mutating func makeWay(at now: Instant, _ tell: (OutboxChange) -> Void) {
    guard flights.isFull, isUrgentWaiting(at: now) else { return }
    var first: Int?
    for f in 0..<flights.count where now - flights[f].since >= Outbox.slow {
      if first.map({ flights[f].makesWay(before: flights[$0]) }) ?? true { first = f }
    }
    if let first { abandon(first, at: now, tell) }
  }

  /// An urgent notice could go out now.
  private mutating func isUrgentWaiting(at now: Instant) -> Bool {
    for i in 0..<count
    where entries[i].notice.matter.isUrgent && entries[i].isStarted && entries[i].isWaiting
      && !isHeld(entries[i].notice.id)
    {
      for c in 0..<4
      where entries[i].lanes[c].state == .waiting && entries[i].lanes[c].next <= now {
        if routeDue(i, c) != nil { return true }
      }
    }
    return false
  }

  /// The first notice that is to be started, to go to somebody else, or to be dropped.
  private mutating func firstInNeed(at now: Instant) -> Int? {
    let hasAnyRoute = hasAnyRoute()
    for i in 0..<count {
      if !entries[i].isStarted {
        if hasAnyRoute { return i }
      } else if entries[i].hasStep ? entries[i].step <= now : !entries[i].isWaiting {
        return i
      } else if let due = spreads(i), due <= now {
        return i
      }
    }
    return nil
  }

  /// The attempt that comes first of those that are due and may go now.
  private mutating func mostUrgent(at now: Instant) -> (entry: Int, caregiver: Int)? {
    guard !flights.isFull else { return nil }
    var ordinary = 0
    for f in 0..<flights.count where !flights[f].isUrgent { ordinary += 1 }
    var best: (entry: Int, caregiver: Int)?
    var bestRank: UInt8 = .max
    for i in 0..<count {
      let id = entries[i].notice.id
      if !entries[i].isWaiting || isHeld(id) || isBehindExit(i) { continue }
      if waitsForAnother(i, at: now) { continue }
      if ordinary >= Outbox.mostOrdinaryInFlight, !entries[i].notice.matter.isUrgent { continue }
      for c in 0..<4
      where entries[i].lanes[c].state == .waiting && entries[i].lanes[c].next <= now {
        // A slot that was made free for something urgent is for nothing else.
        let rank =
          entries[i].notice.matter.traits.urgency * 2 + (entries[i].lanes[c].wasTold ? 1 : 0)
          + (entries[i].notice.matter.isUrgent ? 0 : 16)
        if rank > bestRank { continue }
        if rank == bestRank, let best, entries[best.entry].notice.id <= id { continue }
        if routeDue(i, c) == nil { continue }
        best = (i, c)
        bestRank = rank
      }
    }
    return best
  }

  private mutating func send(
    _ i: Int, _ c: Int, at now: Instant, _ tell: (OutboxChange) -> Void
  ) {
    guard let route = routeDue(i, c) else { return }
    if entries[i].lanes[c].attempts < .max { entries[i].lanes[c].attempts += 1 }
    var entry = entries[i]
    if isAhead(entry, at: now) { entry.notice.aside = Aside() }
    if entry.isPast { entry.notice.aside.setPast() }
    if let made = madeAnew(entry) { entry.notice.made = made }
    let recipient = Recipient(caregiver: UInt8(c), route: route)
    flights.append(
      Flight(
        notice: entry.notice.id, caregiver: UInt8(c), place: UInt8(c), route: route,
        isUrgent: entry.notice.matter.isUrgent, since: now))
    count(i, c, route, at: now)
    let isList = entry.notice.matter == .perimeter(.excursions)
    say(
      .send(
        Dispatch(
          notice: entry.notice, recipient: recipient, attempt: entry.lanes[c].attempts,
          late: lateness(entry, at: now), isLater: isLater(entry, at: now),
          excursions: isList ? excursionsToTell : nil,
          olderExcursions: isList ? olderExcursions : 0, round: entry.round)), tell)
  }

  /// The time at which a notice of this life was made, by a clock that was put right since; nil: it stands.
  mutating func madeAnew(_ entry: OutboxEntry) -> WallTime? {
    guard !entry.isRestored, let made = entry.notice.made, let wallAtStart else { return nil }
    let anew = Instant(milliseconds: wallAtStart) + Milliseconds(entry.born.milliseconds)
    let apart = (anew - Instant(milliseconds: made.milliseconds)).count.magnitude
    let isOff = apart > UInt64(Outbox.clockDifference.count)
    return isOff ? WallTime(milliseconds: anew.milliseconds) : nil
  }

  /// A dose that came back after a restart may be dated ahead: it is no dose of the meal.
  private mutating func isAhead(_ entry: OutboxEntry, at now: Instant) -> Bool {
    guard entry.isRestored, !entry.isAnsweredNow, case .dose = entry.notice.matter,
      let answered = entry.notice.answered, let wallAtStart
    else { return false }
    let wall = Instant(milliseconds: wallAtStart) + Milliseconds(now.milliseconds)
    return Instant(milliseconds: answered.milliseconds) - wall > Placing.tolerance
  }

  /// Lateness by the device's own clock; by the wall after a reboot, and at least since then.
  private mutating func lateness(_ entry: OutboxEntry, at now: Instant) -> Milliseconds {
    let sure = max(now - entry.born, Milliseconds(0))
    guard entry.isRestored, let made = entry.notice.made, let wallAtStart else { return sure }
    let wall = Instant(milliseconds: wallAtStart) + Milliseconds(now.milliseconds)
    return max(wall - Instant(milliseconds: made.milliseconds), sure)
  }

  /// No clock can tell how late it is: none had spoken, or one of the two was wrong.
  private mutating func isLater(_ entry: OutboxEntry, at now: Instant) -> Bool {
    guard entry.isRestored else { return false }
    guard let made = entry.notice.made, let wallAtStart else { return true }
    let wall = Instant(milliseconds: wallAtStart) + Milliseconds(now.milliseconds)
    return Instant(milliseconds: made.milliseconds) - wall > Outbox.clockDifference
  }

  /// A notice that is due already waits for an answer, not for a moment.
  private mutating func earliest(after now: Instant) -> Instant? {
    var earliest = Instant(milliseconds: .max)
    let isUrgentWaiting = flights.isFull && isUrgentWaiting(at: now)
    for f in 0..<flights.count {
      earliest = min(earliest, flights[f].since + Outbox.patience)
      let slow = flights[f].since + Outbox.slow
      if slow > now, isUrgentWaiting || isAwaited(f) { earliest = min(earliest, slow) }
    }
    for i in 0..<count {
      if entries[i].isStarted, entries[i].hasStep { earliest = min(earliest, entries[i].step) }
      if let due = spreads(i), due > now { earliest = min(earliest, due) }
      for c in 0..<4
      where entries[i].lanes[c].state == .waiting && entries[i].lanes[c].next > now {
        earliest = min(earliest, entries[i].lanes[c].next)
      }
    }
    return earliest.milliseconds == .max ? nil : earliest
  }
}
