import HAL

/// Recovery after a power cut. Any prefix of the records is a state to start from.
extension Device {
  /// All that was in memory is gone.
  mutating func start(_ boot: Boot, at now: Instant) {
    self = Device()
    isBooted = true
    bootedAt = now
    resumeDue = now + Device.resumesWithin
    keys = boot.keys
    outbox.boot(boot)
    dose.booted(boot.number, keys: boot.keys, at: now)
    reminders = Reminders(hasOK: boot.keys.contains(.ok))
    clock.start(at: now)
    receiver.start(at: now)
    minutes.want()
    liveness.want(at: now)
  }

  mutating func restore(_ record: Record) {
    switch record {
    case .alive(let wall, let place, let minute):
      lastSeen = place.map { LastSeen($0, alive: wall) }
      receiver.restore(age: place?.age)
      lostPosition.restore(age: place?.age)
      liveness.restore(wall)
      clock.restoreAlive(wall)
      battery.restore(alive: wall)
      reminders.restoreAlive(wall, minute)
      dose.restore(record)
    case .place(let place):
      lostPosition.stored = place
      // An "unknown" behind "inside" says that the wearer was not deep inside. No exit ended with it.
      if place == .unknown, rule.place == .inside { return }
      rule.restore(place)
      lastSeen?.isBeforeDecision = true
      if place == .inside { outbox.homeOwed = 0 }
      // Company, or a circle that is gone, ended the exit: of the next one nobody has heard.
      if place == .unknown { outbox.forgetExit(isHome: false, at: bootedAt) }
    case .reminder(let occurrence, let state, let at):
      reminders.restore(occurrence, state, at: at)
      outbox.restore(record)
    case .outbox(.notice(let notice)):
      outbox.restore(record)
      imply(notice)
      dose.restore(record)
      if case .dose(.entryAhead(let entry)) = notice.matter { answersNothing(entry) }
    case .outbox(.acknowledged(let id, _)):
      lastCall.answered(id)
      outbox.restore(record)
      dose.restore(record)
    case .outbox(.closed(let id)):
      lastCall.ended(id)
      outbox.restore(record)
    case .outbox(.delivery), .outbox(.excursion), .outbox(.excursionsTold), .outbox(.caregivers),
      .outbox(.homeOwed):
      outbox.restore(record)
    case .accompanied(let until, let taken, let minute, let said):
      watch.restore(until: until, taken: taken, minute: minute, said: said, at: bootedAt)
      // Company forgives the exit, even when the power went before the place was written.
      if until != nil, rule.place == .outside {
        rule.restore(.unknown)
        outbox.forgetExit(isHome: false, at: bootedAt)
      }
      outbox.restore(record)
    case .diary, .meal:
      let before = dose.history.doses.earlier(than: record)
      dose.restore(record)
      outbox.restore(record)
      if let before { outbox.wasChanged(before, to: dose.history.doses) }
    }
  }

  /// Applies the cause of a notice: it happened, even when the power went before its own record was written.
  private mutating func imply(_ notice: Notice) {
    switch notice.matter {
    case .perimeter(.left):
      rule.restore(.outside)
      breadcrumbs.restore(told: notice.made)
    case .perimeter(.returned):
      rule.restore(.inside)
      lastSeen?.isBeforeDecision = true
    case .help:
      lastCall.called(notice, at: bootedAt)
      help.restorePosition(isTold: false)
      breadcrumbs.restore(told: notice.made)
    case .location(.firstAfterHelp), .location(.breadcrumb):
      if notice.whereabouts != nil, notice.age < Device.lostAfter {
        help.restorePosition(isTold: true)
      }
      breadcrumbs.restore(told: notice.made)
    case .day:
      lastCall.dayTold()
      outbox.hasLost = false
      reminders.dayTold()
      dose.dayTold()
      if let made = notice.made { heartbeat.restore(told: made) }
    case .profileKept(let since): keptNews.restore(since)
    case .batteryLow:
      // A sign of life that is stored before the notice is older: that clock was wrong.
      let isWrong = notice.made.flatMap { made in
        liveness.lastAlive.map { made.distance(to: $0) > Placing.tolerance }
      }
      battery.restore(told: isWrong == true ? nil : notice.made)
    case .position(.lost):
      lostPosition.restore(told: notice.made, inside: notice.whereabouts?.inside)
    case .position(.receiverSilent): receiver.restore(told: notice.made)
    case .position(.noneForLong): receiver.restoreLongTold()
    case .reminder, .power: if let made = notice.made { imply(notice.matter, made) }
    case .perimeter, .location, .position, .glucose, .dose, .clock, .storageFailed, .companyRefused,
      .profileChanged:
      break
    }
  }

  /// The same of matters that count only with the time at which the notice was made.
  private mutating func imply(_ matter: Notice.Matter, _ made: WallTime) {
    switch matter {
    case .reminder(.due(let occurrence)):
      reminders.restore(occurrence, .announced, at: made)
      reminders.restoreTold(occurrence)
    case .reminder(.unanswered(let occurrence)): reminders.restore(occurrence, .escalated, at: made)
    case .reminder(.missed(let occurrence)): reminders.restore(occurrence, .missed, at: made)
    case .power(.wasOff): liveness.restore(made)
    case .reminder, .power, .perimeter, .help, .location, .position, .glucose, .dose, .clock,
      .batteryLow, .day, .storageFailed, .profileKept, .companyRefused, .profileChanged:
      break
    }
  }

  /// The last record is in and something else happens: life goes on from here.
  mutating func resume(at now: Instant, _ perform: (Action) -> Void) {
    isRestoring = false
    resumeDue = nil
    let wasBack = rule.place == .inside
    if wasBack, lostPosition.stored == .unknown { rule.restore(.unknown) }
    let life = EarlierLife(alive: liveness.lastAlive, bootedAt: bootedAt)
    battery.resume(after: life)
    lastCall.resume(alive: liveness.lastAlive, boot: outbox.bootNumber)
    let wasLossTold = lostPosition.resume(after: life, found: lastSeen?.measured)
    // The outbox arranges its notices before anybody is named: records may count caregivers by another list.
    var ordered = FollowUps()
    outbox.arrange { Device.perform($0, perform, &ordered) }
    if outbox.lowCase.hasLostAnswer { dose.answererLeft() }
    let isLossTold = wasLossTold && !outbox.hasLostAnswerOfLoss
    follow(ordered, at: now, perform)
    if let (notice, _) = outbox.openHelp {
      let told = outbox.knowing(notice.id)
      help.restore(notice, told: told, hasAnybody: outbox.hasAnyRoute(), at: now)
      breadcrumbs.resume(after: life, at: now)
    }
    let exit = outbox.openExit
    // The notice is stored before the place, and implies it: the last of the two decides.
    if rule.place == .outside {
      excursion = OpenExcursion(
        notice: exit?.id ?? NoticeID(0), left: exit?.made,
        farthest: exit?.whereabouts?.distance ?? Metres(0),
        patience: now + Help.patience)
      breadcrumbs.resume(after: life, at: now)
      raise(.leftPerimeter, at: now, perform)
    }
    if let lost = outbox.openPositionLost {
      lostPosition.restore(lost)
      isLost = true
    } else if rule.place == .outside, filter.lastGood == nil {
      // The wearer was outside before the power went, and there is no position since.
      isLost = true
      if !isLossTold {
        lostPosition.lost(isOut: true, inside: Metres(0), at: now + Device.lostAfter)
      }
    } else if !isLossTold {
      doubtPlace()
      awaitFirstFix(since: darkSince(life) ?? now, at: now)
    }
    minutes.aim(clock.moment(at: now))
    var after = FollowUps()
    if excursion == nil, help.notice == nil {
      // The case of these places is over. Those that were on their way when the power went came back.
      outbox.withdrawTrail(besides: outbox.answererOfHelp, at: now) {
        Device.perform($0, perform, &after)
      }
    }
    outbox.resume(after: life, isHome: wasBack, at: now, wall: clock.vouchedWall(at: now)) {
      Device.perform($0, perform, &after)
    }
    follow(after, at: now, perform)
    // Whoever was told of it, and answered, may have left the list meanwhile.
    if excursion != nil, exit == nil { tellExitAnew(at: now, perform) }
    if let exit, wasBack {
      // The power went in the middle of the return.
      let over = OpenExcursion(
        notice: exit.id, left: exit.made, farthest: exit.whereabouts?.distance ?? Metres(0),
        patience: nil)
      endExcursion(over, at: now, perform)
    } else if let exit, rule.place != .outside {
      // Somebody came to the wearer's side, and the exit is only still on its way. No clock has said yet that they are
      // there still.
      close(exit.id, isOver: false, at: now, perform)
    } else if excursion == nil {
      outbox.forgetExit(isHome: wasBack, at: now)
    }
    // The circle may be another than that by which the life before told of a loss. An exit is told by itself.
    if excursion == nil, endToldLoss(wasOut: lostPosition.isKnownOut, at: now, perform) {
      lookWhereLost(bySeen: true, at: now)
    }
    receiver.resume(after: life, isSilenceTold: outbox.isReceiverSilent)
    endProfileCompany(at: now, perform)
    passReminders(at: now, isForced: true, perform)
    tellKept(at: now, perform)
  }
}
