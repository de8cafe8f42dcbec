import HAL

/// The way of a notice from caregiver to caregiver, and round again.
extension Outbox {
  /// An Int16 of minutes from a profile; never so short that the device would do nothing else.
  private static func minutes(_ count: Int16) -> Milliseconds {
    .seconds(Int64(max(count, 1)) * 60)
  }
  private var escalateAfter: Milliseconds {
    mutating get { Outbox.minutes(limits.escalateAfter) }
  }
  var repeatAfter: Milliseconds {
    mutating get { Outbox.minutes(limits.repeatAfter) }
  }

  /// Gives a notice to its first caregivers. Told: at most 4 changes.
  mutating func start(_ i: Int, at now: Instant, _ tell: (OutboxChange) -> Void) {
    entries[i].isStarted = true
    if entries[i].isWithdrawn { return drop(i, tell) }
    let notice = entries[i].notice
    if notice.matter == .perimeter(.excursions), entries[i].isTold {
      forgetExcursions(tell)
      return drop(i, tell)
    }
    if notice.matter.isLocation, entries[i].isRestored, isOutdated(notice) { return drop(i, tell) }
    // Whoever asked has no way any more, or never had one. Nobody else asked.
    if notice.matter.traits.isAnswer, notice.audience != 0, notice.audience & routed() == 0 {
      return drop(i, tell)
    }
    // A notice that needs no answer and has one recipient is finished once delivered.
    let isDone = entries[i].isTold && notice.audience == 0 && !notice.escalates
    if !isDone { openLanes(i, firstAudience(notice), at: now) }
    if notice.escalates {
      // Unanswered before the power cut: the time off counts as waiting. The open call that a newer one
      // replaces has waited, too.
      let isLater = notice.matter == .help && notice.audience != 0
      let wasTold = entries[i].isRestored && (entries[i].isTold || isLater)
      let round = nextRound(since: entries[i].step, at: now)
      let isLate = nextIdle(i) != nil
      entries[i].step = wasTold ? (isLate ? now : round) : now + pause(i)
      if isLate, let turn = turn(ofCallBefore: notice) {
        entries[i].step = min(entries[i].step, turn)
      }
    }
    if !entries[i].isWaiting, !entries[i].isTold { tryNext(i, at: now) }
    settle(i, at: now, tell)
  }

  /// Returns the caregivers to whom a new call for help goes at once. It goes as far down the list as the
  /// open one had come, which it replaces. Bit 0 is the first; 0: none is open. The record of the new call keeps them.
  mutating func callAudience(at now: Instant) -> UInt8 {
    guard let i = index(of: helpCase.id), entries[i].isOpenCase else { return 0 }
    var given = entries[i].mask { $0.state != .idle || $0.wasTold }
    if entries[i].isStarted, entries[i].step <= now, let next = nextIdle(i) {
      // The turn has come in this very moment: the new call takes it.
      given |= 1 << UInt8(next)
      entries[i].step = now + escalateAfter
    }
    return UInt8.max >> UInt8(given.leadingZeroBitCount)
  }

  /// The open call before that one, which makes way for it, would go to the next caregiver then.
  private mutating func turn(ofCallBefore newer: Notice) -> Instant? {
    guard newer.matter == .help else { return nil }
    let call: Int? = newest {
      $0.notice.matter == .help && $0.isOpenCase && $0.isStarted && $0.notice.id < newer.id
    }
    return call.map { entries[$0].step }
  }

  /// Rounds go on at the times that the notice had before the power went, however often it goes.
  private mutating func nextRound(since made: Instant, at now: Instant) -> Instant {
    let rounds = (now - made).count / repeatAfter.count + 1
    return made + Milliseconds(rounds * repeatAfter.count)
  }

  private mutating func openLanes(_ i: Int, _ audience: UInt8, at now: Instant) {
    for c in 0..<4 where audience >> UInt8(c) & 1 == 1 && entries[i].lanes[c].state == .idle {
      let refused = entries[i].lanes[c].refusedRoutes
      let isRefused = nextRoute(c, refused: refused) == nil
      if isRefused, !entries[i].notice.escalates {
        entries[i].lanes[c].state = .refused
      } else {
        open(i, c, at: now)
      }
    }
  }

  /// A route that refused in an earlier life is not tried again while another route is left.
  private mutating func open(_ i: Int, _ c: Int, at now: Instant) {
    let refused = entries[i].lanes[c].refusedRoutes
    entries[i].lanes[c].open(at: now)
    if nextRoute(c, refused: refused) != nil { entries[i].lanes[c].refusedRoutes = refused }
  }

  /// The next caregiver in order that has not been given the notice.
  mutating func nextIdle(_ i: Int) -> Int? {
    if entries[i].notice.matter.traits.isAnswer { return nil }
    for c in 0..<caregivers.count where entries[i].lanes[c].state == .idle && hasRoute(c) {
      return c
    }
    return nil
  }

  @discardableResult
  mutating func tryNext(_ i: Int, at now: Instant) -> Bool {
    guard !entries[i].isForAnswerer, let c = nextIdle(i) else { return false }
    open(i, c, at: now)
    return true
  }

  /// The pause until the next caregiver, or until all are told again.
  private mutating func pause(_ i: Int) -> Milliseconds {
    nextIdle(i) != nil ? escalateAfter : repeatAfter
  }

  /// The list may hold somebody who has not been told.
  mutating func hasten(_ i: Int, at now: Instant) {
    guard entries[i].isStarted, entries[i].isOpenCase, nextIdle(i) != nil else { return }
    entries[i].step = min(entries[i].step, now + escalateAfter)
  }

  /// Nobody answered in time. Told: at most 6 changes.
  mutating func escalate(_ i: Int, at now: Instant, _ tell: (OutboxChange) -> Void) {
    let age = now - entries[i].born
    if age >= Backoff.lifetime { return expire(i, tell) }
    if entries[i].notice.matter.traits.lapses, age >= Outbox.lapse, entries[i].isTold {
      return end(i, tell)
    }
    if !tryNext(i, at: now) { goRound(i, at: now) }
    // Counted from the notice, not from when this was reached.
    let due = nextIdle(i) != nil ? entries[i].step + escalateAfter : now + repeatAfter
    entries[i].step = due > now ? due : now + pause(i)
    let end = entries[i].born + Outbox.lapse
    if entries[i].notice.matter.traits.lapses, end > now {
      entries[i].step = min(entries[i].step, end)
    }
  }

  /// A repetition is a message of its own; who still waits for the first is not sent two.
  private mutating func goRound(_ i: Int, at now: Instant) {
    if entries[i].round < .max { entries[i].round += 1 }
    for c in 0..<caregivers.count where hasRoute(c) && entries[i].lanes[c].state != .waiting {
      entries[i].lanes[c].open(at: now)
    }
  }

  /// Every route to a caregiver refused.
  mutating func giveUp(_ i: Int, caregiver c: Int, at now: Instant, _ tell: (OutboxChange) -> Void)
  {
    entries[i].lanes[c].state = .refused
    say(.failed(entries[i].notice.id, caregiver: UInt8(c)), tell)
    if entries[i].notice.isCopy { return }
    // A newer place goes to the others, or none.
    if entries[i].isSuperseded, entries[i].notice.matter.isTrail { return }
    let isOpen = entries[i].isOpenCase
    if isOpen || !entries[i].isWaiting && !entries[i].isTold, tryNext(i, at: now), isOpen {
      entries[i].step = now + pause(i)
    }
  }

  /// Looks whether anything is left to do.
  mutating func settle(_ i: Int, at now: Instant, _ tell: (OutboxChange) -> Void) {
    let entry = entries[i]
    guard entry.isStarted else { return }
    if entry.isWithdrawn { return drop(i, tell) }
    if entry.isOpenCase {
      if !entry.isWaiting, !entry.isTold {
        entries[i].step = now + Outbox.startOver
        say(.undeliverable(entry.notice.id), tell)
      }
      return
    }
    // One who heard that a reminder was not answered is enough; an earlier one's server may be dead.
    let isEnough =
      entry.isTold
      && (entry.isEnded && !entry.isForAnswerer || entry.notice.reach == .untilHeard)
    if entry.isWaiting, !isEnough { return }
    if entry.rests { return rest(i, at: now, tell) }
    if !entry.isTold, nextIdle(i) == nil { lose(entry.notice, tell) }
    drop(i, tell)
  }

  /// It has reached nobody. Whatever gets through after it, the next daily mail says so.
  private mutating func lose(_ notice: Notice, _ tell: (OutboxChange) -> Void) {
    hasLost = hasLost || notice.isMissed
    say(.undeliverable(notice.id), tell)
  }

  /// Everybody has refused it. It begins anew after a while, and the wearer hears of that once.
  private mutating func rest(_ i: Int, at now: Instant, _ tell: (OutboxChange) -> Void) {
    entries[i].step = now + Outbox.startOver
    if !entries[i].isSaidToFail { say(.undeliverable(entries[i].notice.id), tell) }
    entries[i].isSaidToFail = true
  }

  /// It goes to its first caregivers once more, as if nobody had refused it.
  mutating func beginAnew(_ i: Int) {
    for c in 0..<4 where entries[i].lanes[c].state == .refused {
      entries[i].lanes[c].state = .idle
      entries[i].lanes[c].refusedRoutes = 0
    }
    entries[i].isStarted = false
  }

  /// It goes no farther; if nobody has it, it is still delivered once.
  mutating func end(_ i: Int, _ tell: (OutboxChange) -> Void) {
    entries[i].isEnded = true
    if !entries[i].isTold { keepOne(i) }
    let entry = entries[i]
    guard entry.isStarted, entry.isTold || !entry.isWaiting else { return }
    drop(i, tell)
  }

  /// One reader is enough for news of the past: the first of those who wait.
  private mutating func keepOne(_ i: Int) {
    var isKept = false
    for c in 0..<4 where entries[i].lanes[c].state == .waiting {
      if isKept { entries[i].lanes[c].state = .idle }
      isKept = true
    }
  }

  /// Gives up a notice after five days. It tells at most 6 changes.
  mutating func expire(_ i: Int, _ tell: (OutboxChange) -> Void) {
    let entry = entries[i]
    for c in 0..<4 where entry.lanes[c].state == .waiting && !entry.lanes[c].wasTold {
      say(.failed(entry.notice.id, caregiver: UInt8(c)), tell)
    }
    if !entry.isTold { lose(entry.notice, tell) }
    drop(i, tell)
  }
}

extension Notice {
  /// Somebody lacks it where it has reached nobody. A place, a copy or an answer is of no use any more.
  var isMissed: Bool { !matter.isLocation && !isCopy && !matter.traits.isAnswer }
}
