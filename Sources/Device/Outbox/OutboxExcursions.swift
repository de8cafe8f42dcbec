import HAL

/// Excursions that were over before anybody could be told of them: one late notice lists them all.
extension Outbox {
  /// The wearer is back.
  ///
  /// Returns true when somebody knows of the exit, or may: queue `.returnedHome` next. False when
  /// nobody does: exit and return become part of one late notice. While an attempt to tell the exit is
  /// on its way, "returned home" is held back until the network has answered. If it failed, both go
  /// into the list. Whoever may have read of the exit, and does not get the list, hears of the return all the same.
  /// An earlier return that had not reached all its readers is told with this one: true also where nobody knows of
  /// this exit.
  public mutating func excursionEnded(
    _ exit: NoticeID, _ excursion: Excursion, at now: Instant, _ tell: (OutboxChange) -> Void
  ) -> Bool {
    learn(excursion.returned, at: now)
    let known = told(ofExit: exit)
    // A server may have taken an attempt that failed or was given up.
    let doubtful = exit == exitCase.id ? exitCase.doubtful : 0
    let waiting = takeReturns() | exitCase.earlier | homeOwed
    homeOwed = 0
    exitCase = CaseTold()
    returnAudience = known | doubtful | waiting
    // A caregiver with an attempt on its way will know of the exit when the return goes out.
    for f in 0..<flights.count where flights[f].notice == exit {
      returnAudience |= 1 << flights[f].caregiver
    }
    guard let i = index(of: exit) else { return true }
    returnAudience |= entries[i].mask { $0.wasTold }
    if !entries[i].isTold {
      if !isUndecided(exit) {
        merge(exit, nil, excursion, made: excursion.returned, at: now, tell)
        returnAudience = known | waiting | doubtful & ~readersOfList()
        // The record of the return comes before the end of the one that it stands for.
        if returnAudience != 0 { return true }
        work(at: now, tell)
        return false
      }
      (entries[i].isEnded, entries[i].isOver) = (true, true)
      // Without a place to hold it, the exit and the return go out one by one, to the same people.
      let held = HeldReturn(exit: exit, excursion: excursion, waiting: waiting, doubtful: doubtful)
      if !heldReturns.append(held) {
        returnAudience |= entries[i].mask { $0.state == .waiting }
      }
      return true
    }
    entries[i].isOver = true
    end(i, tell)
    if waiting == 0 { work(at: now, tell) }
    return true
  }

  /// A return from before the exit that is open: the wearer is outside, and nobody is told otherwise.
  mutating func isBehindExit(_ i: Int) -> Bool {
    entries[i].notice.matter == .perimeter(.returned) && entries[i].notice.id < exitCase.id
  }

  /// Takes back the returns from before the open exit.
  /// - Returns: the caregivers who have still to hear of one, bit 0 the first.
  @discardableResult mutating func takeReturns() -> UInt8 {
    var readers: UInt8 = 0
    for i in 0..<count where isBehindExit(i) && !entries[i].isWithdrawn {
      readers |=
        entries[i].isStarted
        ? entries[i].mask { $0.state == .waiting } : entries[i].notice.audience & ~entries[i].told
      entries[i].withdraw()
    }
    return readers
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
      let readers = held.waiting | held.doubtful & ~readersOfList()
      if readers != 0, let home = held.home, let i = index(of: home) {
        entries[i].narrow(to: readers)
      }
      merge(held.exit, readers == 0 ? held.home : nil, held.excursion, made: made, at: now, tell)
    }
  }

  /// Those who get the list, bit 0 the first: it says to them that the wearer is back.
  private mutating func readersOfList() -> UInt8 {
    guard let i = excursionsNotice(), entries[i].isStarted else {
      let routed = routed()
      return routed & (~routed &+ 1)
    }
    return entries[i].mask { $0.state == .waiting }
  }

  /// A power cut between any two of these loses nothing: `resume` makes the notice that is missing.
  private mutating func merge(
    _ exit: NoticeID, _ home: NoticeID?, _ excursion: Excursion, made: WallTime?, at now: Instant,
    _ tell: (OutboxChange) -> Void
  ) {
    add(excursion)
    say(.excursion(excursion), tell)
    isReturnOwn = isReturnOwn || !isOwn(exit)
    ownExcursions = isOwn(exit) ? min(ownExcursions + 1, UInt8(excursions.count)) : 0
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

  /// The clock was put right: the list says the times of this life by it. Those of earlier lives stand.
  mutating func dateExcursions(by step: Milliseconds) {
    let first = excursions.count - Int(ownExcursions)
    for e in first..<excursions.count { excursions[e].advance(by: step, isExitOwn: true) }
    if isReturnOwn, first > 0 { excursions[first - 1].advance(by: step, isExitOwn: false) }
    for h in 0..<heldReturns.count {
      heldReturns[h].excursion.advance(by: step, isExitOwn: isOwn(heldReturns[h].exit))
    }
  }

  /// The list as it goes out. The clock of an earlier life may have led: nobody leaves after they are back.
  var excursionsToTell: Excursions {
    var list = excursions
    for e in 0..<list.count { list[e].leaveOutLateExit() }
    return list
  }

  /// It was told first in this life, whose clock dated it.
  private func isOwn(_ exit: NoticeID) -> Bool { exit.boot == bootNumber }

  mutating func forgetExcursions(_ tell: (OutboxChange) -> Void) {
    excursions.removeAll()
    (olderExcursions, ownExcursions, isReturnOwn) = (0, 0, false)
    say(.excursionsTold, tell)
  }
}

extension OutboxEntry {
  /// It goes to nobody else.
  fileprivate mutating func narrow(to readers: UInt8) {
    notice.audience = readers
    for c in 0..<4 where readers >> UInt8(c) & 1 == 0 && lanes[c].state == .waiting {
      lanes[c].state = .idle
    }
  }
}

extension Excursion {
  fileprivate mutating func advance(by step: Milliseconds, isExitOwn: Bool) {
    if isExitOwn { left = left?.advanced(by: step) }
    returned = returned?.advanced(by: step)
  }

  fileprivate mutating func leaveOutLateExit() {
    if let exit = left, let returned, returned < exit { left = nil }
  }
}
