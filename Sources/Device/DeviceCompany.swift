import HAL

/// Somebody is at the wearer's side: what ends the watch needs proof, what resumes it always counts.
extension Device {
  /// The span by which an hour of company may lie ahead of the reading. It is longer, a night, if the
  /// mail states when it was taken.
  static let longestVisit = Milliseconds.seconds(12 * 3600)
  static let longestNight = Milliseconds.seconds(18 * 3600)
  /// An hour that next comes so late was over a moment ago.
  private static let justMissed = Milliseconds.seconds(23 * 3600)

  /// - Parameters:
  ///   - minute: of the day, local time; negative: no longer.
  ///   - received: when the mailbox's server took the mail.
  mutating func takeCompany(
    until minute: Int16, from caregiver: UInt8, received: WallTime?, at now: Instant,
    _ perform: (Action) -> Void
  ) {
    guard minute < 1440 else { return }
    guard minute >= 0 else { return endCompany(saidAt: received, at: now, perform) }
    func refuse(_ reason: CompanyRefusal.Reason) {
      let refusal = CompanyRefusal(reason, minute: minute)
      perform(.company(.refused(refusal, caregiver: caregiver)))
      notify(.companyRefused(refusal), to: caregiver, at: now, perform)
    }
    guard let wall = provenWall(at: now) else {
      return refuse(clock.isTrusted ? .clocksContradict : .timeUnknown)
    }
    // No mail was taken after it was read: a server's clock may run ahead.
    let written = received.map { min($0, wall) } ?? wall
    let end = configuration.zone.next(minuteOfDay: minute, after: written)
    if end <= wall { return refuse(.past) }
    // A mail that was on its way since before the newest word is overtaken by it.
    if end != watch.accompaniedUntil, let received {
      let said = watch.saidAt(wall: wall, now: now).map { wall.advanced(by: $0 - now) }
      let isOlder = said.map { received < $0 } ?? watch.isOvertaken(received, at: wall)
      if isOlder { return refuse(.overtaken) }
    }
    let most = received == nil ? Device.longestVisit : Device.longestNight
    let ahead = wall.distance(to: end)
    if ahead > most { return refuse(ahead > Device.justMissed ? .past : .tooFar) }
    keepWord(of: received, at: now)
    accompany(until: end, by: caregiver, at: now, perform)
  }

  /// Keeps when somebody spoke of company. An older mail may be the one that is heard last.
  private mutating func keepWord(of received: WallTime?, at now: Instant) {
    guard let received else { return watch.wasSaid(at: now) }
    guard clock.isTrusted, let wall = clock.wall(at: now) else {
      return watch.wasSaid(at: received, heard: now)
    }
    let said = Watch.moment(of: received, wall: wall, at: now)
    if let newest = watch.saidAt(wall: wall, now: now), newest > said { return }
    watch.wasSaid(at: said)
  }

  /// Ends company. The message counts without a clock, and however old it is.
  private mutating func endCompany(
    saidAt received: WallTime?, at now: Instant, _ perform: (Action) -> Void
  ) {
    keepWord(of: received, at: now)
    if let until = configuration.accompanied {
      // The profile's end, not taken yet, is answered with it.
      configuration.accompanied = nil
      watch.take(configuration.zone.wall(of: until), until)
    }
    accompany(until: nil, at: now, perform)
  }

  /// The time by which company may begin; nil: no clock is trusted, or two contradict each other.
  @inline(__always)  // No copy of the device: see LastSeen.swift.
  private func provenWall(at now: Instant) -> WallTime? {
    clock.isTrusted && !clock.isContradicted ? clock.wall(at: now) : nil
  }

  /// "Accompanied until" of the profile, as soon as the clock is proven and if it is not past. It is
  /// taken once: the caregiver may have ended the company meanwhile.
  mutating func takeAccompanied(at now: Instant, _ perform: (Action) -> Void) {
    guard let until = configuration.accompanied, let wall = provenWall(at: now) else { return }
    configuration.accompanied = nil
    let end = configuration.zone.wall(of: until)
    guard !watch.hasTaken(end, until) else {
      if watch.keep(end, until) { storeCompany(at: now, perform) }
      return
    }
    let isKnown = watch.wasTakenByOlder(end)
    watch.take(end, until)
    if isKnown {
      storeCompany(at: now, perform)
    } else if end > wall {
      watch.wasSaid(at: now)
      accompany(until: end, at: now, perform)
    }
  }

  /// The profile no longer names the company that it began, or an end of it that is past: the watch goes on (SAFE-3).
  mutating func endProfileCompany(at now: Instant, _ perform: (Action) -> Void) {
    guard configuration.perimeter != nil, watch.isOfProfile else { return }
    if let until = configuration.accompanied {
      let end = configuration.zone.wall(of: until)
      if watch.hasTaken(end, until) { return }
      // A later end is taken in its turn.
      if clock.isTrusted, let wall = clock.wall(at: now), end > wall { return }
    }
    // The same end may be named again.
    if configuration.accompanied == nil { watch.take(nil, nil) }
    watch.wasSaid(at: now)
    accompany(until: nil, at: now, perform)
  }

  private mutating func accompany(
    until: WallTime?, by caregiver: UInt8? = nil, at now: Instant, _ perform: (Action) -> Void
  ) {
    if let until, let wall = clock.wall(at: now) {
      watch.accompany(until: until, from: wall, at: now)
    } else {
      watch.endCompany()
      doubtEndedCases()
    }
    storeCompany(at: now, perform)
    perform(.company(.accompanied(until: watch.accompaniedUntil)))
    if watch.accompaniedUntil != nil {
      forgiveExcursion(at: now, perform)
      var after = FollowUps()
      outbox.companyBegan(at: now) { Device.perform($0, perform, &after) }
      // Whoever is with the wearer knows where they are.
      if let caregiver { outbox.homeOwed &= ~(1 << caregiver) }
      follow(after, at: now, perform)
    }
    watchAgain(clock.moment(at: now), perform)
  }

  mutating func storeCompany(at now: Instant, _ perform: (Action) -> Void) {
    perform(.store(watch.record(by: clock.vouchedWall(at: now), at: now)))
  }

  /// Company is over. Unless the wearer was found inside, no exit or loss that waits is told as over.
  mutating func doubtEndedCases() {
    guard !isFoundInside else { return }
    outbox.lossesAreOver(false)
    outbox.exitsAreOver(false)
  }

  /// The wearer was found inside: all that waits of exits and losses is told as over.
  mutating func endCasesIfInside() {
    guard isFoundInside else { return }
    outbox.lossesAreOver(true)
    outbox.exitsAreOver(true)
  }

  /// The newest position is no old one, and lies inside the circle without a doubt.
  @inline(__always)  // No copy of the device: see LastSeen.swift.
  var isFoundInside: Bool {
    configuration.perimeter != nil && filter.lastGood != nil && !isLost && !isBeyondEdge
      && rule.place != .outside && !rule.isSuspecting
  }
}
