import HAL

/// The table of notices: ids, places, and what happens when there is none left.
///
/// Methods that only look are `mutating` all the same: a method that does not mutate would get a copy
/// of a value this large.
extension Outbox {
  var isFull: Bool { count == Outbox.capacity }

  @inline(__always) mutating func firstIndex(where fits: (OutboxEntry) -> Bool) -> Int? {
    for i in 0..<count where fits(entries[i]) { return i }
    return nil
  }

  mutating func append(_ entry: OutboxEntry) {
    precondition(!isFull)
    entries[count] = entry
    count += 1
  }

  /// Removes an entry. The entries after it move up: they stay in the order in which they were made.
  mutating func removeEntry(at index: Int) {
    oweHome(index)
    keepLowAudience(index)
    for i in index..<count - 1 { entries[i] = entries[i + 1] }
    count -= 1
    entries[count] = .vacant
  }

  mutating func index(of id: NoticeID) -> Int? { firstIndex { $0.notice.id == id } }

  @inline(__always) mutating func newest(where fits: (OutboxEntry) -> Bool) -> Int? {
    var newest: Int?
    for i in 0..<count where fits(entries[i]) {
      if let best = newest, entries[best].notice.id > entries[i].notice.id { continue }
      newest = i
    }
    return newest
  }

  mutating func hasOpenCaseInPlace() -> Bool { newest(where: { $0.isOpenCase }) as Int? != nil }

  /// It goes down the list for the first time, and says no place, or an old one.
  mutating func isFirstRoundWithoutPlace(_ id: NoticeID) -> Bool {
    guard let i = index(of: id), entries[i].round == 1 else { return false }
    return entries[i].notice.whereabouts == nil || entries[i].notice.age >= Device.lostAfter
  }

  mutating func keepAbove(_ id: NoticeID) {
    if id.boot == bootNumber { lastNumber = max(lastNumber, id.number) }
  }

  mutating func learn(_ wall: WallTime?, at now: Instant) {
    guard let wall else { return }
    let (zero, overflow) = wall.milliseconds.subtractingReportingOverflow(now.milliseconds)
    guard !overflow, zero != wallAtStart else { return }
    if let wallAtStart { dateExcursions(by: Milliseconds(zero &- wallAtStart)) }
    wallAtStart = zero
  }

  /// Numbers the notice, finds it a place and makes it known.
  mutating func enqueue(
    _ draft: Notice, at now: Instant, _ tell: (OutboxChange) -> Void
  ) -> NoticeID {
    var notice = draft
    lastNumber &+= 1
    notice.id = NoticeID(boot: bootNumber, number: lastNumber)
    notice.token = notice.matter.isTrail ? trailToken(of: notice.id) : token(of: notice.id)
    openCase(notice)
    let victim = makeRoom(for: notice)
    append(OutboxEntry(notice, at: now))
    // First the new one, then the old: a power cut between the two loses neither.
    say(.queued(notice), tell)
    if let victim {
      if victim.isLost {
        hasLost = true
        say(.undeliverable(victim.id), tell)
      }
      say(.closed(victim.id), tell)
    }
    if notice.matter.isLocation { supersede(by: notice, tell) }
    return notice.id
  }

  /// Never 0, so that a missing token is not one.
  mutating func token(of id: NoticeID) -> UInt64 {
    let token = SipHash.hash(id.value, key: secret)
    return token == 0 ? 1 : token
  }

  /// Lets go of one notice when there is no place for a new one. Nil when there is.
  /// - Returns: `isLost`: nobody has it, and no other notice of its subject waits.
  mutating func makeRoom(for notice: Notice) -> (id: NoticeID, isLost: Bool)? {
    var ordinary = 0
    for i in 0..<count where !entries[i].notice.matter.isUrgent { ordinary += 1 }
    let isUrgent = notice.matter.isUrgent
    guard isFull || !isUrgent && ordinary >= Outbox.capacity - Outbox.reserved else {
      return nil
    }
    var victim: Int?
    var worst: UInt64 = 0
    for i in 0..<count {
      let old = entries[i].notice
      if old.matter.isUrgent, !isUrgent, !isFull { continue }
      let rank = rankToGo(entries[i], for: notice)
      if victim == nil || rank > worst || rank == worst && old.id < entries[victim ?? 0].notice.id {
        victim = i
        worst = rank
      }
    }
    guard let victim else { return nil }
    let old = entries[victim]
    let isLost = !old.isTold && !old.isWithdrawn && !isStoodFor(old.notice, by: notice)
    remove(victim)
    return (old.notice.id, isLost)
  }

  private mutating func isStoodFor(_ old: Notice, by newcomer: Notice) -> Bool {
    newcomer.subject == old.subject || isOutdated(old)
  }

  /// The highest goes: an ordinary notice that a newer one stands for, the least urgent of these, and
  /// of equals one that was told. A return goes last: whoever knows of the exit would wait for ever.
  private mutating func rankToGo(_ old: OutboxEntry, for newcomer: Notice) -> UInt64 {
    if old.isWithdrawn { return 128 }
    let matter = old.notice.matter
    let urgency = matter == .perimeter(.returned) ? 0 : matter.traits.urgency
    return (isStoodFor(old.notice, by: newcomer) ? 64 : 0) | (matter.isUrgent ? 0 : 32)
      | UInt64(urgency) << 1 | (old.isTold ? 1 : 0)
  }

  /// Locations that wait make way for a newer one; those on their way are not tried again.
  private mutating func supersede(by newer: Notice, _ tell: (OutboxChange) -> Void) {
    var closed = 0
    var i = 0
    while i < count {
      let old = entries[i].notice
      guard old.id != newer.id, old.subject == newer.subject, old.matter.isLocation else {
        i += 1
        continue
      }
      if isInFlight(old.id) || closed == 4 {
        entries[i].isSuperseded = true
        i += 1
      } else {
        remove(i)
        say(.closed(old.id), tell)
        closed += 1
      }
    }
  }

  /// A newer notice of its subject waits too.
  mutating func isOutdated(_ old: Notice) -> Bool {
    newest { !$0.isWithdrawn && $0.notice.subject == old.subject && $0.notice.id > old.id } != nil
  }

  /// Help without a position was told, and the first position has not got through. One that is kept for
  /// whoever answered the call is of no case that is open.
  mutating func lacksFirstLocation() -> Bool {
    for i in 0..<count
    where entries[i].notice.matter == .location(.firstAfterHelp) && !entries[i].isTold
      && !entries[i].isEnded
    {
      if !isInFlight(entries[i].notice.id) { return true }
    }
    return false
  }

  /// Removes it: nothing more is to be done about it.
  mutating func drop(_ i: Int, _ tell: (OutboxChange) -> Void) {
    let id = entries[i].notice.id
    remove(i)
    say(.closed(id), tell)
  }

  mutating func remove(_ i: Int) {
    // The outbox remembers who knows of an exit until the return.
    if entries[i].notice.id == helpCase.id { helpCase = CaseTold() }
    removeEntry(at: i)
  }

  mutating func isInFlight(_ id: NoticeID, caregiver: UInt8? = nil) -> Bool {
    flights.firstIndex {
      $0.notice == id && (caregiver == nil || $0.caregiver == caregiver)
    } != nil
  }
}
