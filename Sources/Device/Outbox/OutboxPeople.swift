import HAL

/// Caregivers are known by identity, not by their place in the list. A profile that is loaded while
/// help is open may reorder them, add somebody, or leave somebody out.
extension Outbox {
  /// Takes the caregivers, in their order, and the limits of time.
  ///
  /// Open notices go on with the new list. Somebody who has been told counts as told, wherever they
  /// stand now. A refused or waiting notice is tried again at once, because the profile may have been
  /// changed for that. A new first caregiver is told at once.
  /// - Returns: the place of everybody of the old list in the new one.
  @discardableResult public mutating func configure(
    _ caregivers: FixedArray<4, Caregiver>, _ limits: Limits, at now: Instant,
    _ tell: (OutboxChange) -> Void
  ) -> Places {
    let count = self.caregivers.count
    self.caregivers = caregivers
    self.limits = limits
    // Records that still come in count by the list that they were written under.
    guard isRunning else { return Places() }
    let places = arrange(count: count, tell)
    for i in 0..<self.count { takeList(i, at: now) }
    work(at: now, tell)
    return places
  }

  /// Counts by the list of the profile from now on. Reports at most 1 change.
  /// - Parameter count: of the list so far.
  @discardableResult mutating func arrange(
    count: Int, _ tell: (OutboxChange) -> Void
  ) -> Places {
    var new = Whos()
    for place in 0..<caregivers.count { new[place] = caregivers[place].who }
    let places = Places(from: whos, count: count, to: new, count: caregivers.count)
    // First who stands where: a power cut in between must not mix two lists up.
    if isBooted, new != whos { say(.caregivers(new), tell) }
    whos = new
    guard !places.isSame(upTo: count) else { return places }
    rearrange(places)
    return places
  }

  /// Moves all that is known of a caregiver along with them.
  mutating func rearrange(_ places: Places) {
    for i in 0..<count { entries[i].rearrange(places) }
    for f in 0..<flights.count {
      flights[f].caregiver = places[flights[f].caregiver] ?? Places.gone
    }
    for f in 0..<ghosts.count { ghosts[f].caregiver = places[ghosts[f].caregiver] ?? Places.gone }
    exitCase.rearrange(places)
    helpCase.rearrange(places)
    lowCase.rearrange(places)
    for h in 0..<heldReturns.count { heldReturns[h].rearrange(places) }
    rearrangeLossAnswer(places)
    returnAudience = places.moved(returnAudience)
    homeOwed = places.moved(homeOwed)
    homeKept = places.moved(homeKept)
    // No attempt of an earlier life is answered in this one.
    if isRunning { countedAnew = NoticeID(boot: bootNumber, number: lastNumber) }
  }

  /// An open notice goes on with the list as it is.
  private mutating func takeList(_ i: Int, at now: Instant) {
    readdress(i, at: now)
    tellNewFirst(i, at: now)
    hasten(i, at: now)
    bringForward(i, at: now)
  }

  /// Tells a new first caregiver at once of open cases.
  private mutating func tellNewFirst(_ i: Int, at now: Instant) {
    guard entries[i].isStarted, entries[i].isOpenCase else { return }
    for c in 0..<caregivers.count where hasRoute(c) {
      guard entries[i].lanes[c].state == .idle else { return }
      entries[i].lanes[c].open(at: now)
      return putOffRound(i, at: now)
    }
  }
}

extension OutboxEntry {
  fileprivate mutating func rearrange(_ places: Places) {
    var moved = InlineArray<4, Lane>(repeating: Lane())
    for c in 0..<4 {
      if let place = places[UInt8(c)] { moved[Int(place)] = lanes[c] }
    }
    // The network answers by the place in the old list.
    for c in 0..<4 {
      let isSame = places[UInt8(c)] == UInt8(c)
      moved[c].forgottenRoutes = isSame ? lanes[c].forgottenRoutes : 0
      moved[c].formerRoutes = lanes[c].formerRoutes | (isSame ? 0 : lanes[c].forgottenRoutes)
    }
    let hadReader = isWaiting
    lanes = moved
    // A copy that its reader leaves behind is for nobody else.
    if notice.isCopy, hadReader, !isWaiting { return withdraw() }
    // An answer goes to who asked for it and to nobody else, and that low glucose is over to who heard
    // of it.
    if notice.matter.isPersonal, notice.audience != 0, places.moved(notice.audience) == 0 {
      return withdraw()
    }
    if isForAnswerer, places.moved(notice.audience) == 0 { return withdraw() }
    // One lost before any position came is for the first of the list, whoever that is.
    if notice.matter != .position(.lost) { notice.audience = places.moved(notice.audience) }
  }
}

extension Notice.Matter {
  /// Whether it is of no use to anybody but its recipients.
  fileprivate var isPersonal: Bool {
    if case .glucose(.lowOver) = self { true } else { traits.isAnswer }
  }
}
