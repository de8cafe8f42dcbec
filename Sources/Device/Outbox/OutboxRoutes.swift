import HAL

/// Decides the route by which a caregiver is tried next, and the moment of the next caregiver.
///
/// Ordinary notices go by mail, and by the relay where the mail server refuses them for good. Urgent
/// ones go by the other route after the first failure, or after 15 s without an answer; the first
/// attempt goes on. When both were tried the notice waits as long as `Backoff` states, and begins with
/// the first.
extension Outbox {
  /// The route by which that caregiver is tried when the turn comes; nil: each is refused, or on its way.
  mutating func routeDue(_ i: Int, _ c: Int) -> Route? {
    let id = entries[i].notice.id
    let refused = entries[i].lanes[c].refusedRoutes
    guard entries[i].notice.matter.isUrgent else {
      return isInFlight(id, caregiver: UInt8(c)) ? nil : nextRoute(c, refused: refused)
    }
    let closed = refused | routesInFlight(id, UInt8(c))
    let tried = entries[i].lanes[c].triedRoutes
    return nextRoute(c, refused: closed | tried) ?? nextRoute(c, refused: closed)
  }

  /// Bit 0 mail, bit 1 relay.
  private mutating func routesInFlight(_ id: NoticeID, _ c: UInt8) -> UInt8 {
    var routes: UInt8 = 0
    for f in 0..<flights.count where flights[f].notice == id && flights[f].caregiver == c {
      routes |= flights[f].route.bit
    }
    return routes
  }

  /// A route that belongs to this turn and was not tried in it.
  private mutating func hasUntriedRoute(_ i: Int, _ c: Int) -> Bool {
    let lane = entries[i].lanes[c]
    let busy = routesInFlight(entries[i].notice.id, UInt8(c))
    return nextRoute(c, refused: lane.refusedRoutes | lane.triedRoutes | busy) != nil
  }

  /// An attempt begins: what comes after it, if nothing is heard of it.
  mutating func count(_ i: Int, _ c: Int, _ route: Route, at now: Instant) {
    guard entries[i].notice.matter.isUrgent else { return }
    let isAnew = entries[i].lanes[c].triedRoutes & route.bit != 0
    entries[i].lanes[c].triedRoutes = (isAnew ? 0 : entries[i].lanes[c].triedRoutes) | route.bit
    if hasUntriedRoute(i, c) {
      let isInHaste = entries[i].lanes[c].isInHaste
      entries[i].lanes[c].next = isInHaste ? now : now + Outbox.slow
    } else {
      // The lane waits until something fails.
      entries[i].lanes[c].next = Instant(milliseconds: .max)
    }
  }

  /// An attempt failed for now. True: another route is left to try at once.
  mutating func goOn(_ i: Int, _ c: Int, after route: Route, at now: Instant) -> Bool {
    guard entries[i].notice.matter.isUrgent else { return false }
    entries[i].lanes[c].triedRoutes |= route.bit
    guard hasUntriedRoute(i, c) else {
      entries[i].lanes[c].isInHaste = false
      return false
    }
    entries[i].lanes[c].next = now
    return true
  }

  /// Every route of every caregiver who has not got it, at once; what has said nothing for 15 s begins
  /// anew.
  mutating func tryEverything(_ i: Int, at now: Instant, _ tell: (OutboxChange) -> Void) {
    let id = entries[i].notice.id
    while let slow = flights.firstIndex(where: {
      $0.notice == id && now - $0.since >= Outbox.slow
    }) {
      abandon(slow, at: now, tell)
    }
    for c in 0..<caregivers.count where hasRoute(c) && entries[i].lanes[c].state != .told {
      if entries[i].lanes[c].state == .waiting {
        entries[i].lanes[c].refusedRoutes = 0
        entries[i].lanes[c].triedRoutes = 0
        entries[i].lanes[c].next = now
      } else {
        entries[i].lanes[c].open(at: now)
      }
      entries[i].lanes[c].isInHaste = true
    }
    putOffRound(i, at: now)
  }

  // MARK: From caregiver to caregiver

  /// The moment at which the next caregiver is told as well, because nothing has reached the one before
  /// by any route; nil: never.
  mutating func spreads(_ i: Int) -> Instant? {
    guard let span = entries[i].notice.unheard, entries[i].isStarted, !entries[i].isEnded,
      entries[i].isWaiting
    else { return nil }
    // A lost position that goes from caregiver to caregiver keeps the times of an open case.
    if !entries[i].notice.matter.isUrgent, entries[i].isTold || entries[i].isOpenCase { return nil }
    var newest = Instant.start
    var isHeard = false
    // The last in the list of several who were tried together comes before the next.
    for c in 0..<4
    where entries[i].lanes[c].state != .idle && entries[i].lanes[c].opened >= newest {
      newest = entries[i].lanes[c].opened
      isHeard = entries[i].lanes[c].state != .waiting
    }
    guard !isHeard, nextIdle(i) != nil else { return nil }
    // An hour is an hour, however often the device started in it.
    if entries[i].isRestored, !entries[i].notice.matter.isUrgent, newest == entries[i].born {
      newest = entries[i].step
    }
    return newest + span
  }

  mutating func spread(_ i: Int, at now: Instant) {
    tryNext(i, at: now)
    putOffRound(i, at: now)
  }

  /// Delays the next round once everybody is being told: it begins `repeatAfter` from now at the earliest.
  mutating func putOffRound(_ i: Int, at now: Instant) {
    guard entries[i].isOpenCase, nextIdle(i) == nil else { return }
    entries[i].step = max(entries[i].step, now + repeatAfter)
  }

  /// Copies do not all go out in the same moment if one reader is enough. The next waits until the
  /// attempt at another has failed, or has been silent for 15 s.
  mutating func waitsForAnother(_ i: Int, at now: Instant) -> Bool {
    guard entries[i].notice.reach == .untilHeard else { return false }
    let id = entries[i].notice.id
    return flights.firstIndex { $0.notice == id && now - $0.since < Outbox.slow } != nil
  }

  /// Somebody else waits for the answer to that attempt, or for 15 s.
  mutating func isAwaited(_ f: Int) -> Bool {
    guard let i = index(of: flights[f].notice) else { return false }
    return entries[i].notice.reach == .untilHeard
      && entries[i].isWaiting(besides: flights[f].caregiver)
  }
}
