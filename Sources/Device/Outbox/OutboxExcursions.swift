import HAL

/// Excursions that were over before anybody could be told of them: one late notice lists them all.
extension Outbox {
  /// The wearer is back.
  ///
  /// Returns true when somebody knows of the exit, or may: queue `.returnedHome` next. False when
  /// nobody does: exit and return become part of one late notice. While an attempt to tell the exit is
  /// on its way, "returned home" is held back until the network has answered. If it failed, both go
  /// into the list.
  public mutating func excursionEnded(
    _ exit: NoticeID, _ excursion: Excursion, at now: Instant, _ tell: (OutboxChange) -> Void
  ) -> Bool {
    let known = told(ofExit: exit)
    // A server may have taken an attempt that failed or was given up.
    let doubtful = exit == exitCase.id ? exitCase.doubtful : 0
    exitCase = CaseTold()
    returnAudience = known | doubtful
    // A caregiver with an attempt on its way will know of the exit when the return goes out.
    for f in 0..<flights.count where flights[f].notice == exit {
      returnAudience |= 1 << flights[f].caregiver
    }
    guard let i = index(of: exit) else { return true }
    returnAudience |= entries[i].mask { $0.wasTold }
    if !entries[i].isTold {
      if !isUndecided(exit) {
        merge(exit, nil, excursion, made: excursion.returned, at: now, tell)
        work(at: now, tell)
        return false
      }
      entries[i].isEnded = true
      // Without a place to hold it, the exit and the return go out one by one, to the same people.
      if !heldReturns.append(HeldReturn(exit: exit, excursion: excursion)) {
        returnAudience |= entries[i].mask { $0.state == .waiting }
      }
      return true
    }
    end(i, tell)
    work(at: now, tell)
    return true
  }

  /// Pairs "returned home" with the exit that it ends.
  mutating func holdReturn(_ home: NoticeID) {
    guard heldReturns.count > 0, heldReturns[heldReturns.count - 1].home == nil else { return }
    heldReturns[heldReturns.count - 1].home = home
  }

  mutating func isHeld(_ id: NoticeID) -> Bool {
    heldReturns.firstIndex { $0.home == id || $0.exit == id } != nil
  }

  /// Nobody knows of the exit, and no attempt to tell it is on its way.
  mutating func isUntold(_ exit: NoticeID) -> Bool {
    guard let i = index(of: exit) else { return false }
    return !entries[i].isTold && !isUndecided(exit)
  }

  /// Whether the exit was told, or the list went out without it, is not known yet.
  private mutating func isUndecided(_ exit: NoticeID) -> Bool {
    if isInFlight(exit) { return true }
    guard let list = excursionsNotice() else { return false }
    return isInFlight(entries[list].notice.id)
  }

  private mutating func excursionsNotice() -> Int? {
    firstIndex { $0.notice.matter == .perimeter(.excursions) }
  }

  /// Decides what the network's answers, or their absence, have decided. Told: at most 8 changes.
  mutating func releaseReturns(at now: Instant, _ tell: (OutboxChange) -> Void) {
    var h = 0
    while h < heldReturns.count, told < Outbox.enoughChanges {
      let held = heldReturns[h]
      var isNews = false
      if let exit = index(of: held.exit) { isNews = !entries[exit].isTold }
      if isNews, isUndecided(held.exit) {
        h += 1
        continue
      }
      heldReturns.remove(at: h)
      guard isNews else { continue }
      var made: WallTime?
      if let home = held.home, let i = index(of: home) { made = entries[i].notice.made }
      merge(held.exit, held.home, held.excursion, made: made, at: now, tell)
    }
  }

  /// A power cut between any two of these loses nothing: `resume` makes the notice that is missing.
  private mutating func merge(
    _ exit: NoticeID, _ home: NoticeID?, _ excursion: Excursion, made: WallTime?, at now: Instant,
    _ tell: (OutboxChange) -> Void
  ) {
    add(excursion)
    say(.excursion(excursion), tell)
    if let i = index(of: exit) { drop(i, tell) }
    if let home, let i = index(of: home) { drop(i, tell) }
    announceExcursions(made: made, at: now, tell)
  }

  /// The list has a notice as long as it is not empty.
  mutating func announceExcursions(
    made: WallTime?, at now: Instant, _ tell: (OutboxChange) -> Void
  ) {
    guard !excursions.isEmpty, excursionsNotice() == nil else { return }
    _ = enqueue(
      Notice(id: NoticeID(0), matter: .perimeter(.excursions), whereabouts: nil, made: made),
      at: now, tell)
  }

  /// Adds an excursion. The oldest beyond 16 is dropped, and counted.
  mutating func add(_ excursion: Excursion) {
    if excursions.isFull, olderExcursions < .max { olderExcursions += 1 }
    excursions.push(excursion)
  }

  mutating func forgetExcursions(_ tell: (OutboxChange) -> Void) {
    excursions.removeAll()
    olderExcursions = 0
    say(.excursionsTold, tell)
  }
}
