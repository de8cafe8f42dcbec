import HAL

/// The effects of a changed profile. Decisions and announcements stay. Evidence gathered under the old
/// settings is forgotten if the change affects it.
extension Device {
  mutating func take(_ setting: Setting, at now: Instant, _ perform: (Action) -> Void) {
    switch setting {
    case .begin: staged = Configuration()
    case .end:
      guard let complete = staged else { return }
      staged = nil
      adopt(complete, isWhole: true, at: now, perform)
    case .changed(let changes):
      if isRestoring { resume(at: now, perform) }
      notify(.profileChanged(changes), at: now, perform)
    case .perimeter, .watch, .zone, .caregiver, .reminder, .insulin, .mealtime, .quiet, .priority,
      .limits, .accompanied, .kept, .noProfile:
      guard staged == nil else {
        staged?.take(setting)
        return
      }
      var changed = configuration
      changed.take(setting)
      adopt(changed, isWhole: false, at: now, perform)
    }
  }

  /// - Parameter isWhole: whether what it does not name is gone, and not only not spoken of.
  private mutating func adopt(
    _ new: Configuration, isWhole: Bool, at now: Instant, _ perform: (Action) -> Void
  ) {
    let hasMoved = new.perimeter != configuration.perimeter
    // The last place of an earlier life lay on neither side where there was no circle.
    let wasOut = configuration.perimeter == nil && filter.lastGood == nil ? nil : isLastOut
    let isBereft = new.isMissing && !configuration.isMissing
    configuration = new
    if hasMoved {
      reckoning = DeadReckoning()
      rule.perimeterChanged()
      excursion?.seenSince = nil
    }
    if new.perimeter == nil { forgiveExcursion(at: now, perform) }
    if isBereft, !alarm.isSoundingHigh(at: now) { soundOnce(at: now, perform) }
    let moment = clock.moment(at: now)
    alarm.configure(new.priorities, at: now) { perform(.alarm($0)) }
    var after = FollowUps()
    let hadAnybody = outbox.hasAnyRoute()
    let knewOfExit = excursion.map { outbox.told(ofExit: $0.notice) } ?? 0
    let places = outbox.configure(new.caregivers, new.limits, at: now) {
      Device.perform($0, perform, &after)
    }
    if outbox.lowCase.hasLostAnswer { dose.answererLeft() }
    asked.rearrange(places)
    help.rearrange(places, told: help.notice.map { outbox.knowing($0) } ?? 0, at: now)
    if !isRestoring {
      help.reach(outbox.hasAnyRoute(), at: now)
      if help.stage == .nobody { raise(.helpNotThrough, at: now, perform) }
    }
    follow(after, at: now, perform)
    if knewOfExit != 0 {
      tellExitAnew(at: now, perform)
    } else if !hadAnybody, outbox.hasAnyRoute() {
      // The exit is on its way from now on.
      excursion?.patience = now + Help.patience
    }
    heartbeat.configure(new.limits, at: now)
    breadcrumbs.configure(new.limits)
    var doses = DoseChanges()
    dose.configure(
      insulin: new.insulin, isSure: new.isInsulinSure, mealtimes: new.mealtimes, limits: new.limits,
      moment, civil: civilMinute(moment)
    ) { doses.append($0) }
    apply(doses, at: now, perform)
    var calls = ReminderChanges()
    reminders.configure(new.reminders, new.limits, at: moment, in: new.zone) { calls.put($0) }
    apply(calls, at: now, perform)
    if new.dependsOnTime { minutes.want() }
    guard !isRestoring else { return }
    minutes.aim(moment)
    if isWhole { endProfileCompany(at: now, perform) }
    takeAccompanied(at: now, perform)
    if hasMoved {
      let isOther = endToldLoss(wasOut: wasOut, at: now, perform)
      lookWhereLost(bySeen: isOther, at: now)
    }
    tellLossAnew(at: now, perform)
    tellKept(at: now, perform)
    turn(moment, perform)
  }

  /// Nothing tells the wearer of a device without any profile but this sound and its page. An alarm of
  /// high priority is not cut short for it, and is heard anyway.
  private mutating func soundOnce(at now: Instant, _ perform: (Action) -> Void) {
    alarm.playOnce(.medium, .medium, at: now) { perform(.alarm($0)) }
  }

  /// The profile in force is a kept one: said in every life, and told the caregivers once.
  mutating func tellKept(at now: Instant, _ perform: (Action) -> Void) {
    guard let since = configuration.keptSince else { return keptNews.end() }
    let news = keptNews.stand(on: since)
    if news.isNew { perform(.profileKept(since)) }
    if news.isUntold { notify(.profileKept(since), at: now, perform) }
  }
}

extension Configuration {
  /// Anything whose turn comes by the clock on the wall.
  var dependsOnTime: Bool {
    !hours.isEmpty || !quiet.isEmpty || !mealtimes.isEmpty || !reminders.isEmpty
      || accompanied != nil || limits.allIsWellAt >= 0
  }
}
