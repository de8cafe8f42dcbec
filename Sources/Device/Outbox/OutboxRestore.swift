import HAL

/// Recovery of the outbox after a power cut. Any prefix of the records is a state to start from.
extension Outbox {
  /// Takes back what was stored, oldest first. Other records are none of its business.
  public mutating func restore(_ record: Record) {
    switch record {
    case .outbox(.notice(let notice)):
      keepAbove(notice.id)
      guard index(of: notice.id) == nil else { return }
      if isOfOtherLow(notice) { lowIsNew() }
      openCase(notice)
      var notice = notice
      if notice.matter == .perimeter(.returned) {
        // It stands for an earlier one whose end was not written down.
        let waiting = takeReturns()
        if notice.audience != 0 { notice.audience |= waiting }
        homeOwed = 0
        wasHome()
      }
      withdrawLow(for: notice.matter)
      withdrawOlder(than: notice.matter)
      _ = makeRoom(for: notice)
      var entry = OutboxEntry(notice, at: .start)
      entry.isRestored = true
      append(entry)
    case .outbox(.delivery(let id, let to, let outcome)):
      guard to.caregiver < 4 else { return }
      if outcome == .accepted { knows(to.caregiver, of: id) }
      guard let i = index(of: id) else { return }
      if outcome == .accepted {
        knowsLow(to.caregiver, of: i)
        withdrawLosses(before: entries[i].notice)
      }
      restore(outcome, to, of: i)
    case .outbox(.acknowledged(let id, let caregiver)):
      answers(caregiver, to: id)
      if let i = index(of: id) {
        knowsLow(caregiver, of: i, isAnswer: true)
        withdrawLosses(before: entries[i].notice)
        removeEntry(at: i)
      }
    case .outbox(.closed(let id)):
      if id == helpCase.id { helpCase = CaseTold() }
      if let i = index(of: id) {
        // The life before gave it up, and nobody had it.
        let isLost = entries[i].wasRefused && !entries[i].isTold && entries[i].notice.isMissed
        hasLost = hasLost || isLost
        remove(i)
      }
    case .outbox(.excursion(let excursion)): add(excursion)
    case .outbox(.excursionsTold):
      excursions.removeAll()
      olderExcursions = 0
    case .outbox(.caregivers(let new)):
      rearrange(Places(from: whos, count: 4, to: new, count: 4))
      whos = new
    case .outbox(.homeOwed(let owed)): (homeOwed, homeKept) = (owed & 0xf, owed & 0xf)
    case .reminder(let occurrence, .acknowledged, let at),
      .reminder(let occurrence, .answered, let at):
      wasAnswered(occurrence, at: at)
    case .reminder(let occurrence, .announced, _),
      .reminder(let occurrence, .announcedUnsure, _):
      withdraw(.reminder(.missed(occurrence)))
    case .reminder(let occurrence, .escalated, _): withdraw(.reminder(.due(occurrence)))
    case .diary(.dose(let dose)): wasTaken(dose)
    case .accompanied(let until, _, _, _): if until != nil { refusalsAreOvertaken() }
    case .alive, .place, .reminder, .diary, .meal: break
    }
  }

  /// Another reading than that of the low notice before. A reading that is told again was taken at the same moment,
  /// and is a quarter of an hour old. Where nobody can say, the page asks rather than name who may not know. SAFE-5.
  private mutating func isOfOtherLow(_ notice: Notice) -> Bool {
    guard case .glucose(.low(_, _, let age)) = notice.matter else { return false }
    let last = newest { if case .glucose(.low) = $0.notice.matter { true } else { false } } as Int?
    guard age != .recent, let last, let before = entries[last].notice.lowTaken,
      let taken = notice.lowTaken
    else { return true }
    let apart = before.distance(to: taken).count.magnitude
    return apart > Placing.tolerance.count.magnitude
  }

  /// Somebody knows of that loss: an older one of which nobody has heard must not come after it. One
  /// lost outside goes on all the same where the newer one goes to the first caregiver only.
  private mutating func withdrawLosses(before newer: Notice) {
    guard newer.matter == .position(.lost) else { return }
    for i in 0..<count
    where entries[i].notice.matter == .position(.lost) && entries[i].notice.id < newer.id
      && (newer.escalates || !entries[i].notice.escalates)
    {
      entries[i].withdraw()
    }
  }

  /// A notice of a reminder says that what was told of that occurrence before is over. The power may have gone
  /// before a record of the announcement, or of the end. Those who wait for an older shutdown hear the newer one.
  private mutating func withdrawOlder(than newer: Notice.Matter) {
    if case .reminder(.due(let occurrence)) = newer {
      withdraw(.reminder(.missed(occurrence)))
    } else if case .reminder(.unanswered(let occurrence)) = newer {
      withdraw(.reminder(.due(occurrence)))
    } else if newer == .power(.shuttingDown) {
      withdraw(newer)
    }
  }

  private mutating func restore(_ outcome: DeliveryOutcome, _ to: Recipient, of i: Int) {
    let c = Int(to.caregiver)
    switch outcome {
    case .accepted:
      entries[i].lanes[c].state = .told
      entries[i].lanes[c].wasTold = true
    case .permanent:
      entries[i].lanes[c].refusedRoutes |= to.route.bit
      entries[i].wasRefused = true
    case .transient: break
    }
  }

  /// All records are in: what they say of caregivers is counted by the list of the profile from now on.
  public mutating func arrange(_ tell: (OutboxChange) -> Void) {
    guard !isRunning else { return }
    arrange(count: 4, tell)
    told = 0
  }

  /// All records are in: life goes on from here. A notice that nobody has goes out again at once, under
  /// its old id and token.
  ///
  /// The cause of an ended case is not stored: the glue closes a case whose cause is over.
  /// - Parameter isHome: the records have the wearer inside; false: an exit that has ended need not be over.
  public mutating func resume(
    after life: EarlierLife, isHome: Bool = true, at now: Instant, wall: WallTime?,
    _ tell: (OutboxChange) -> Void
  ) {
    learn(wall, at: now)
    arrange(tell)
    isRunning = true
    for i in 0..<count where entries[i].isRestored {
      readdress(i, at: now)
      entries[i].born = now
      // The wait began before the power went.
      entries[i].step = entries[i].notice.made.map { life.moment(of: $0) } ?? now
      if isOver(entries[i].notice) {
        // An older exit of which nobody has heard must not come after the return from the newer one.
        let isStoodFor = entries[i].notice.matter == .perimeter(.left) && exitCase.told != 0
        if entries[i].isTold || isStoodFor {
          entries[i].withdraw()
        } else {
          let isOld = entries[i].notice.matter == .perimeter(.left) && exitCase.id != NoticeID(0)
          entries[i].isEnded = true
          entries[i].isOver = isOld || entries[i].isEndedExit && isHome
        }
      }
    }
    withdrawBehind(exitCase.id)
    let lost = newest { $0.notice.matter == .position(.lost) } as Int?
    if let lost { withdrawBehind(entries[lost].notice.id) }
    announceExcursions(made: wall, at: now, tell)
    work(at: now, tell)
  }

  /// One of each of these matters goes on at a time. An older one ended, without a record if nobody had heard of it.
  private mutating func isOver(_ notice: Notice) -> Bool {
    switch notice.matter {
    case .help: notice.id != helpCase.id
    case .perimeter(.left): notice.id != exitCase.id
    case .position(.lost):
      newest { $0.notice.matter == .position(.lost) } as Int? != index(of: notice.id)
    case .perimeter, .location, .position, .reminder, .glucose, .dose, .clock, .batteryLow,
      .power, .day, .storageFailed, .profileKept, .companyRefused, .profileChanged:
      false
    }
  }

  /// One bit for each return that is held back.
  private var heldReturnsOwed: UInt64 {
    mutating get {
      var word: UInt64 = 0
      for h in 0..<heldReturns.count where heldReturns[h].waiting != 0 { word |= 1 << UInt64(h) }
      return word
    }
  }

  /// Folds the decision state in: equal states after equal events fold to equal digests.
  public mutating func fold(into digest: inout Digest) {
    digest.fold(
      UInt64(lastNumber) | UInt64(bootNumber) << 32,
      UInt64(flights.count) << 32 | UInt64(excursions.count) << 40
        | UInt64(heldReturns.count) << 48 | (isRunning ? 1 << 56 : 0) | (isFailing ? 1 << 57 : 0)
        | heldReturnsOwed << 58 | (hasLost ? 1 << 60 : 0) | UInt64(lossAnswer) << 61)
    digest.fold(jitter.state, UInt64(bitPattern: deadline?.milliseconds ?? .max))
    digest.fold(
      exitCase.id.value ^ helpCase.id.value << 1,
      UInt64(exitCase.told) | UInt64(helpCase.told) << 8 | UInt64(olderExcursions) << 16
        | UInt64(ghosts.count) << 32 | UInt64(exitCase.answer) << 40
        | UInt64(exitCase.earlier) << 48 | UInt64(homeOwed | homeKept << 4) << 56)
    for i in 0..<count { entries[i].fold(into: &digest) }
  }
}

extension Notice {
  /// The moment at which its low reading was taken, as far as it says so.
  fileprivate var lowTaken: WallTime? {
    guard case .glucose(.low(_, _, let age)) = matter, age != .unclear, let made else { return nil }
    return WallTime(milliseconds: made.milliseconds &- age.minutes * 60_000)
  }
}

extension OutboxEntry {
  /// Each lane is read once, because a look at one copies all four.
  mutating func fold(into digest: inout Digest) {
    digest.fold(
      notice.id.value,
      UInt64(round) | (isStarted ? 1 << 16 : 0) | (isRestored ? 1 << 17 : 0)
        | (isEnded ? 1 << 18 : 0) | (isSuperseded ? 1 << 19 : 0) | (wasRefused ? 1 << 20 : 0))
    digest.fold(UInt64(bitPattern: born.milliseconds), UInt64(bitPattern: step.milliseconds))
    for c in 0..<4 {
      let lane = lanes[c]
      if lane.state == .idle { continue }
      digest.fold(
        UInt64(lane.state.rawValue) | UInt64(lane.refusedRoutes) << 8
          | UInt64(lane.failures) << 16 | UInt64(lane.attempts) << 24
          | (lane.wasTold ? 1 << 40 : 0) | (lane.isInHaste ? 1 << 41 : 0)
          | UInt64(c) << 48 | UInt64(lane.routes >> 2) << 56,
        UInt64(bitPattern: lane.next.milliseconds))
    }
  }
}
