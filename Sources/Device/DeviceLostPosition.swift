import HAL

/// A lost position alarms, and the caregivers are told in time.
extension Device {
  mutating func passLostPosition(at now: Instant, _ perform: (Action) -> Void) {
    guard lostPosition.pass(at: now) else { return }
    raise(.positionLost, at: now, perform)
    // The wearer may well be at home before the first fix, so one mail is enough.
    let isFirst = !isLost
    isLost = true
    lostPosition.told(notify(.position(.lost), to: isFirst ? 0 : nil, at: now, perform))
  }

  /// The watch begins, or its circle is another, while nobody knows where the wearer is.
  /// - Parameter bySeen: where there is no fix in this life, the last place before it decides.
  mutating func lookWhereLost(bySeen: Bool, at now: Instant) {
    let last = bySeen ? lastCounting : filter.lastGood.map { whereabouts(of: $0) }
    guard isWatching, isLost, lostPosition.notice == nil, let place = last else {
      doubtPlace()
      return awaitFirstFix(since: now, at: now)
    }
    let isOut = rule.place == .outside || (place.inside.map { $0.value < 0 } ?? false)
    lostPosition.judgeAnew()
    // A device that has just started may be about to find the wearer.
    let due = max(now, bootedAt + Device.lostAfter)
    let before = lostPosition.deadline
    lostPosition.lost(isOut: isOut, inside: place.inside, at: due)
    if let before { lostPosition.keepTime(of: before) }
    worryOfHeld()
  }

  /// The last place by which a loss is judged, also that of an earlier life; nil where a decision is newer.
  @inline(__always)  // No copy of the device, nor below: see LastSeen.swift.
  var lastCounting: Whereabouts? {
    if let good = filter.lastGood { return whereabouts(of: good) }
    guard let lastSeen, !lastSeen.isBeforeDecision else { return nil }
    return whereabouts(of: lastSeen)
  }

  /// The wearer is outside, or was last seen there.
  @inline(__always)
  var isLastOut: Bool {
    rule.place == .outside || lastCounting?.inside.map { $0.value < 0 } ?? false
  }

  /// Ends the notice of a loss that another circle puts on the other side of the edge.
  /// - Returns: true where that circle puts the loss there.
  mutating func endToldLoss(
    wasOut: Bool?, at now: Instant, _ perform: (Action) -> Void
  ) -> Bool {
    guard let wasOut, isLastOut != wasOut else { return false }
    // A life that has found nobody since the one before told of it lacks the wearer outside, too.
    if !wasOut, filter.lastGood == nil, lostPosition.isKnownOut != nil { isLost = true }
    guard isLost else { return false }
    if lostPosition.notice != nil { forgiveLostPosition(at: now, perform) }
    // Whoever heard of one inside is to hear at once that it lies outside. Another loss waits its quarter of an hour.
    if !wasOut, filter.lastGood != nil || !lostPosition.isOtherLoss { lostPosition.forgetTelling() }
    return true
  }

  /// Positions that were held back as out of reach have agreed for a while, beyond the edge.
  @inline(__always)
  var heldOutside: Instant? {
    guard let held = filter.heldAgreeing, let perimeter = configuration.perimeter,
      perimeter.centerVector.distance(to: held.place) > perimeter.radius
    else { return nil }
    return held.epoch
  }

  /// The position has been lost, and what is held back lies outside. Where it goes, too, the wearer is
  /// lost there.
  mutating func worryOfHeld() {
    guard isLost, lostPosition.notice == nil, isWatching || excursion != nil,
      let held = heldOutside
    else { return }
    let due = lostPosition.deadline
    lostPosition.lost(isOut: true, inside: Metres(0), at: held + Device.lostAfter)
    if let due { lostPosition.keepTime(of: due) }
  }

  /// The newest position that counts lies outside the circle.
  @inline(__always)
  var isBeyondEdge: Bool {
    guard let good = filter.lastGood, let perimeter = configuration.perimeter else { return false }
    return perimeter.centerVector.distance(to: good.place) > perimeter.radius
  }

  /// The last position of an earlier life that had gone without one for a while when the power went; nil: it had not.
  mutating func darkSince(_ life: EarlierLife) -> Instant? {
    guard let lastSeen else { return nil }
    let found = life.moment(of: lastSeen.measured)
    return bootedAt - found < LostPosition.aWhile ? nil : found
  }

  /// The device was off for hours: what was told of a lost position before that says little of now.
  mutating func worryAnew(at now: Instant) {
    guard filter.lastGood == nil, lostPosition.notice == nil, lostPosition.deadline == nil else {
      return
    }
    guard rule.place == .outside else { return awaitFirstFix(since: now, at: now) }
    lostPosition.lost(isOut: true, inside: Metres(0), at: now)
  }

  /// Whoever answered a loss outside has left the list: the others are told. After a restart that loss may not be
  /// open any more, and without a position it is waited for anew.
  mutating func tellLossAnew(at now: Instant, _ perform: (Action) -> Void) {
    guard outbox.hasLostAnswerOfLoss, outbox.openPositionLost == nil else { return }
    guard lostPosition.notice != nil else { return worryAnew(at: now) }
    lostPosition.toldAnew(notify(.position(.lost), at: now, perform), at: now)
  }

  /// A receiver that has been silent for long is told of once.
  mutating func passReceiver(at now: Instant, _ perform: (Action) -> Void) {
    if receiver.pass(at: now, found: lastFound(at: now)) {
      notify(.position(.receiverSilent), at: now, perform)
    }
    tellNoPosition(at: now, perform)
  }

  /// Half a day without a position is no reason to wake anybody: not in the quiet hours.
  mutating func tellNoPosition(at now: Instant, _ perform: (Action) -> Void) {
    guard !alarm.isQuiet, receiver.owesWord(at: now, found: lastFound(at: now)) else { return }
    notify(.position(.noneForLong), at: now, perform)
  }

  /// Nobody has to worry about a lost position now.
  mutating func forgiveLostPosition(at now: Instant, _ perform: (Action) -> Void) {
    guard let over = lostPosition.regained() else { return }
    clear(.positionLost, at: now, perform)
    // The hours of the watch, or another circle, end no loss: the wearer is found inside, or has company.
    let isOver = watch.accompaniedUntil != nil || !isLost && !isBeyondEdge
    close(over, isOver: isOver, at: now, perform)
  }

  /// Keeps up what a power cut leaves behind: whether nobody has to worry if no fix comes after it.
  mutating func keepPlace(_ perform: (Action) -> Void) {
    guard isBooted, excursion == nil, let last = filter.lastGood else { return }
    let depth = whereabouts(of: last).inside?.value ?? 0
    let isDeep =
      rule.place == .inside && !rule.isSuspecting && depth >= LostPosition.nearEdge
      && lostPosition.isProven && outbox.homeOwed == 0
    let place = isDeep ? PerimeterRule.Place.inside : .unknown
    if place != lostPosition.stored { store(place, perform) }
  }

  mutating func store(_ place: PerimeterRule.Place, _ perform: (Action) -> Void) {
    lostPosition.stored = place
    perform(.store(.place(place)))
  }

  /// The place before the power cut does not lie deep in the circle in force, which was moved. A
  /// decision by the other circle proves nothing.
  mutating func doubtPlace() {
    guard rule.place == .inside, filter.lastGood == nil, let lastSeen, !lastSeen.isBeforeDecision,
      let inside = whereabouts(of: lastSeen).inside, inside.value < LostPosition.nearEdge
    else { return }
    rule.restore(.unknown)
  }

  /// A started device, of whose wearer nothing is known: neither a fix nor a place before the start.
  /// - Parameter since: the moment from which nobody has known it.
  mutating func awaitFirstFix(since: Instant, at now: Instant) {
    guard isBooted, isWatching, configuration.perimeter != nil, filter.lastGood == nil,
      rule.place == .unknown, lostPosition.notice == nil
    else { return }
    lostPosition.awaitFirst(since: since, at: now)
  }
}
