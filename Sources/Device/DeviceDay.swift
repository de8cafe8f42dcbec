import HAL

/// The daily mail: "all is well" is true, or it says what is open.
extension Device {
  /// A notice that is younger may just be on its way.
  private static let onItsWay = Milliseconds.seconds(60)

  /// At the minute that the profile names, also by a clock that is not sure: that is then open too.
  mutating func tellDay(_ moment: Moment, _ perform: (Action) -> Void) {
    guard configuration.limits.allIsWellAt >= 0, moment.isTrusted || moment.isUnsure,
      let wall = moment.wall
    else { return }
    let local = configuration.zone.local(wall).minute
    guard local.minuteOfDay == configuration.limits.allIsWellAt || standsIn(local),
      !heartbeat.wasTold(at: local, configuration.zone),
      heartbeat.isNewDay(local.day, at: moment.at)
    else { return }
    let open = openMatters(moment, local)
    // A call that ends in this very moment is in the mail of the next day, too.
    lastCall.dayTold()
    outbox.hasLost = false
    reminders.dayTold()
    dose.dayTold()
    notify(open.isEmpty ? .day(.allIsWell) : .day(.open(open)), at: moment.at, perform)
  }

  /// A spring night may leave the minute out: the first one after it is taken for it.
  private mutating func standsIn(_ local: CivilMinute) -> Bool {
    let named = CivilMinute(day: local.day, minute: configuration.limits.allIsWellAt)
    guard named < local else { return false }
    let first = configuration.zone.wall(of: named)
    return configuration.zone.local(first).minute == local
  }

  /// - Parameter local: the minute by the wall.
  private mutating func openMatters(_ moment: Moment, _ local: CivilMinute) -> OpenMatters {
    var open = OpenMatters()
    let today = local.day
    if help.notice != nil || lastCall.isUnanswered(at: moment.at) { open.insert(.help) }
    if excursion != nil { open.insert(.exit) }
    if isGlucoseOpen || dose.history.hasDoubtfulLow(at: moment.at) { open.insert(.lowGlucose) }
    if dose.isUnanswered(on: today, local, at: moment.at) { open.insert(.dose) }
    if reminders.isUnanswered(at: local) { open.insert(.reminder) }
    if isPlaceOpen(at: moment.at) { open.insert(.position) }
    if receiver.isSilent(at: moment.at) { open.insert(.receiver) }
    if battery.isLow { open.insert(.battery) }
    if !moment.isTrusted || moment.isContradicted { open.insert(.clock) }
    let isUntold = outbox.hasUntold(since: moment.at + Device.onItsWay.negated)
    if alarm.isOn(.notDelivered) || outbox.hasLost || isUntold { open.insert(.notice) }
    if storageFailure != nil { open.insert(.storage) }
    return open
  }

  private var isGlucoseOpen: Bool {
    mutating get {
      alarm.isOn(.lowGlucose) || alarm.isOn(.veryLowGlucose) || outbox.hasOpenLowGlucose
    }
  }

  /// Nobody knows where the wearer is, and it was not deep inside that the last position lay.
  private func isPlaceOpen(at now: Instant) -> Bool {
    guard configuration.perimeter != nil else { return false }
    if isBooted, receiver.isLong(at: now, found: lastFound(at: now)) { return true }
    guard isWatching else { return isLostOutside }
    if lostPosition.notice != nil { return true }
    // The stored place counts before the first position.
    guard let last = filter.lastGood else { return isBooted && rule.place != .inside }
    // Somebody beyond the edge whom nothing says to be inside: the watch has only begun.
    guard isLost else { return excursion == nil && rule.place != .inside && isBeyondEdge }
    let depth = whereabouts(of: last).inside?.value ?? 0
    let error = last.eph?.value ?? PerimeterRule.worstEph
    return rule.place == .outside || rule.isSuspecting || depth <= LostPosition.nearEdge + error
  }
}

extension Device {
  /// Whether the wearer was lost outside, and is with nobody. Nobody looks outside the hours of the watch.
  private var isLostOutside: Bool {
    guard isLost, watch.accompaniedUntil == nil, let last = filter.lastGood else { return false }
    return whereabouts(of: last).inside.map { $0.value < 0 } ?? false
  }
}

extension Milliseconds {
  fileprivate var negated: Milliseconds { Milliseconds(0 &- count) }
}

extension Reminders {
  /// Whether a reminder was not answered in time, or could not be announced, since the last daily mail. One that waits
  /// past its limit counts in each, also if it was put off.
  fileprivate func isUnanswered(at local: CivilMinute) -> Bool {
    let latest = Int64(local.count) - limit.count / 60_000
    return log.isUnanswered(on: local.day, hasOK: hasOK) { id in
      entries.firstIndex { $0.reminder.id == id && $0.reminder.isOnDemand } != nil
    }
      || open.firstIndex {
        log.isEscalated($0.occurrence)
          || !$0.prompt.isTold && Int64($0.occurrence.due.count) <= latest
      } != nil
  }

  /// The daily mail goes out, or an earlier life had it.
  mutating func dayTold() { log.list(hasOK: hasOK) }
}

extension DosePrompt {
  /// A dose was not confirmed in time since the last daily mail, and nobody has entered it by hand.
  fileprivate func isUnanswered(on day: Int32, _ local: CivilMinute, at now: Instant) -> Bool {
    meals.marks.firstIndex { mark in
      (mark.day == day || mark.day == day - 1) && !mark.isListed && mark.state == .unanswered
        && !(meals.end(of: mark, at: local, now).map { history.doses.hasSurely(mark.meal, at: $0) }
          ?? false)
    } != nil
  }

  /// The daily mail goes out, or an earlier life had it.
  mutating func dayTold() { meals.list() }
}

extension BatteryWatch {
  /// Whether the battery is low enough for a notice, and not being charged.
  fileprivate var isLow: Bool {
    level.map { $0.percent <= BatteryWatch.low && !$0.isCharging } ?? false
  }
}

extension Outbox {
  /// A notice of low glucose waits, and nobody has answered it.
  fileprivate var hasOpenLowGlucose: Bool {
    mutating get {
      firstIndex {
        guard case .glucose(.low) = $0.notice.matter else { return false }
        return $0.isOpenCase
      } != nil
    }
  }

  /// A notice made by then, or in an earlier life, that nobody has.
  fileprivate mutating func hasUntold(since then: Instant) -> Bool {
    firstIndex { !$0.isTold && !$0.isSuperseded && ($0.isRestored || $0.born <= then) } != nil
  }

  /// The notice that the receiver is silent waits to be told.
  var isReceiverSilent: Bool {
    mutating get { firstIndex { $0.notice.matter == .position(.receiverSilent) } != nil }
  }
}
