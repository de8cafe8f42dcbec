import HAL

/// Makes up for what became due since the last moment that was seen to.
///
/// In ordinary running that is one occurrence, at its very moment. In a gap the device was off, or its
/// clock stepped forward. After a gap the newest occurrence of each reminder is announced late, while
/// it is of use (`Reminder.useful`). The others are reported as missed. Only the four newest
/// occurrences of a reminder count. After a gap of more than a day only the newest one does: a device that comes
/// back after a month floods nobody. Of medicines all four count up to three days without power. Something that is
/// due once is always the newest.
///
/// While the clock is unsure, nothing is reported as missed. That waits until the clock is sure.
///
/// A clock may report an occurrence as missed and then step back. That occurrence was never announced.
/// It is announced when its moment comes, or at once if the moment has come and it is still of use.
/// So it is with one that a clock ahead passed over, because it dated the reminder after its own time.
extension Reminders {
  /// An announcement that comes within this time after the due moment is on time.
  static let punctual = Milliseconds.seconds(60)
  private static let mostMissed = 4

  /// Sees to all occurrences of one reminder up to now.
  mutating func fill(
    _ index: Int, _ zone: Zone, _ tell: (ReminderChange) -> Void
  ) {
    let reminder = entries[index].reminder
    let start = start(of: index)
    guard let newest = reminder.newest(at: wall, in: zone), zone.wall(of: newest) > start else {
      return
    }
    let isLong = isLong(from: start, reminder.kind)
    var older = FixedArray<4, CivilMinute>()
    var later = newest
    while !isLong, older.count < Reminders.mostMissed - 1,
      let due = reminder.due(before: later), zone.wall(of: due) > start
    {
      // Two that a spring night brings down on one moment are one.
      if zone.wall(of: due) < zone.wall(of: later) { older.append(due) }
      later = due
    }
    for i in 0..<older.count { miss(index, older[older.count - 1 - i], isOlder: true, zone, tell) }
    if isOfUse(index, newest, zone), !mayBeOfLastLife(index, newest, zone),
      !wasCalledBefore(index, newest)
    {
      announce(index, newest, zone, tell)
    } else {
      miss(index, newest, isOlder: false, zone, tell)
    }
  }

  /// Whether only the newest occurrence of a gap counts. Of a medicine the others count, too, where the device was off
  /// for a weekend.
  private func isLong(from start: WallTime, _ kind: Reminder.Kind) -> Bool {
    guard start.distance(to: wall).count > WallClock.day else { return false }
    let begun = wall.advanced(by: (configured ?? now) - now)
    return kind != .medication || start.distance(to: begun).count > 3 * WallClock.day
      || max(start, begun).distance(to: wall).count > WallClock.day
  }

  /// The clock stepped back: what it had missed may be of use now. A medicine that may have been taken under another
  /// number is told, and stays missed.
  mutating func makeUp(_ index: Int, _ zone: Zone, _ tell: (ReminderChange) -> Void) {
    let reminder = entries[index].reminder
    guard let newest = reminder.newest(at: wall, in: zone) else { return }
    let occurrence = Occurrence(reminder: reminder.id, due: newest)
    guard
      log.state(of: occurrence) == .missed || log.isFree(occurrence)
        || wasPassedOver(index, newest, zone)
    else { return }
    // One that was told already is not told again.
    if isOfUse(index, newest, zone), !isPerhapsTaken(reminder, newest) {
      announce(index, newest, zone, tell)
    } else {
      miss(index, newest, isOlder: false, zone, tell)
    }
  }

  /// Whether a clock that was ahead dated the reminder after its own time, so that nobody was called for it.
  ///
  /// The reminder came in this life, and by the time of now before it was due. A call that came after the due moment,
  /// or at most `Reminder.useful` before it, was meant for it. What lies a day back has left the log, perhaps.
  private func wasPassedOver(_ index: Int, _ due: CivilMinute, _ zone: Zone) -> Bool {
    let entry = entries[index]
    let moment = zone.wall(of: due)
    guard !isUnsure, let since = entry.since, moment > beforeMinute(of: since),
      moment.distance(to: wall).count < WallClock.day,
      log.state(of: Occurrence(reminder: entry.reminder.id, due: due)) == nil
    else { return false }
    // It is seen to with what is due now.
    if let next = entry.next, next <= wall { return false }
    guard let called = entry.lastCall else { return true }
    return lead(of: called, before: due, zone) > entry.reminder.useful(due)
  }

  /// A medicine planned for once may reach the device after its minute: the network was away. So may one that is moved
  /// to an earlier time, or takes the number of another. It is made up for like one that was due while the device was
  /// off, unless a day has passed.
  ///
  /// It may also be one of the list before under another number (`isKnownOtherwise`). One that repeats, and gets
  /// another number while the wearer is asked for it, is told: its next call may be a day away.
  /// - Parameter waiting: what waited for the wearer until this list came.
  mutating func takeLate(
    after earlier: borrowing FixedArray<32, ReminderEntry>,
    waiting: borrowing FixedArray<32, OpenReminder>, _ zone: Zone,
    _ tell: (ReminderChange) -> Void
  ) {
    guard !isUnsure else { return }
    for i in 0..<entries.count {
      let reminder = entries[i].reminder
      guard reminder.kind == .medication, let due = reminder.newest(at: wall, in: zone),
        zone.wall(of: due).distance(to: wall).count < WallClock.day
      else { continue }
      let before = earlier.firstIndex { $0.reminder.id == reminder.id }
      if let before, earlier[before].reminder.isDue(like: reminder) { continue }
      let isItsMinute = zone.wall(of: due) > beforeMinute(of: now)
      guard case .once = reminder.repeats, before == nil || !isItsMinute else {
        // In its own minute it would be called anew, also if it was answered under the other number.
        let isOwed =
          isItsMinute
          ? wasCalledAlike(reminder, due, earlier) : wasAsked(reminder, due, earlier, waiting)
        if isOwed { miss(i, due, isOlder: false, zone, tell) }
        continue
      }
      if !isItsMinute, isKnownOtherwise(reminder, due, earlier, waiting) { continue }
      let isTaken = wasCalledAlike(reminder, due, earlier) || mayBeTaken(due)
      makeUpOnce(i, due, isTaken: isTaken, zone, tell)
    }
  }

  /// A medicine planned for once may reach the device while no trusted clock has spoken. The first one makes up for it.
  /// The list before is not known any more. One that was called under another number is told.
  mutating func takeEarlier(_ zone: Zone, _ tell: (ReminderChange) -> Void) {
    guard !isUnsure, let configured else { return }
    for i in 0..<entries.count {
      let reminder = entries[i].reminder
      guard reminder.kind == .medication, case .once = reminder.repeats,
        let since = entries[i].since, since > configured,
        let due = reminder.newest(at: wall, in: zone),
        zone.wall(of: due) <= beforeMinute(of: since),
        zone.wall(of: due).distance(to: wall).count < WallClock.day
      else { continue }
      makeUpOnce(i, due, isTaken: isPerhapsTaken(reminder, due), zone, tell)
    }
  }

  /// A call by a clock that was wrong may have been for it, under its times of before: then it is told, too.
  private mutating func makeUpOnce(
    _ index: Int, _ due: CivilMinute, isTaken: Bool, _ zone: Zone,
    _ tell: (ReminderChange) -> Void
  ) {
    if isOfUse(index, due, zone), !isTaken,
      !wasCalledInAnotherEra(index, due, isOlder: false, zone)
    {
      announce(index, due, zone, tell)
    } else {
      sayMissed(Occurrence(reminder: entries[index].reminder.id, due: due), tell)
    }
  }

  /// Whether the list before had it under another number, and it came to its end there: somebody answered it, or was
  /// told. One that stands beside it in this list is another medicine.
  ///
  /// One that the wearer was being asked for until now has no end: its caregivers hear that nobody asks any more.
  private func isKnownOtherwise(
    _ reminder: Reminder, _ due: CivilMinute,
    _ earlier: borrowing FixedArray<32, ReminderEntry>,
    _ waiting: borrowing FixedArray<32, OpenReminder>
  ) -> Bool {
    var isKnown = false
    for i in 0..<earlier.count where earlier[i].reminder.isDue(like: reminder) {
      let before = Occurrence(reminder: earlier[i].reminder.id, due: due)
      if has(before) { continue }
      guard log.state(of: before) != nil,
        waiting.firstIndex(where: { $0.occurrence == before }) == nil
      else { return false }
      isKnown = true
    }
    return isKnown
  }

  /// Whether it may have been called under another number.
  private func isPerhapsTaken(_ reminder: Reminder, _ due: CivilMinute) -> Bool {
    reminder.kind == .medication && (mayBeTaken(due) || wasCalledBeside(reminder, due))
  }

  /// Whether something was called within two hours of that minute that the list has no more. It may have been
  /// the same dose under another number or time: the caregivers decide.
  func mayBeTaken(_ due: CivilMinute) -> Bool {
    log.contains { other, state in
      state != .missed && (other.due.count - due.count).magnitude <= 120 && !has(other)
    }
  }

  /// Whether the list before had it under a number that is gone, or is another thing's now. The wearer was being
  /// asked for it until then.
  private func wasAsked(
    _ reminder: Reminder, _ due: CivilMinute,
    _ earlier: borrowing FixedArray<32, ReminderEntry>,
    _ waiting: borrowing FixedArray<32, OpenReminder>
  ) -> Bool {
    for i in 0..<earlier.count where earlier[i].reminder.isDue(like: reminder) {
      let before = Occurrence(reminder: earlier[i].reminder.id, due: due)
      if earlier[i].reminder.kind == .medication, !has(before),
        waiting.firstIndex(where: { $0.occurrence == before && !$0.prompt.isTold }) != nil
      {
        return true
      }
    }
    return false
  }

  /// Whether the list before had a medicine of the same times that was called. In a list without numbers of its own
  /// it may be the same dose: what came before it in the list has taken its number.
  private func wasCalledAlike(
    _ reminder: Reminder, _ due: CivilMinute, _ earlier: borrowing FixedArray<32, ReminderEntry>
  ) -> Bool {
    earlier.firstIndex {
      $0.reminder.kind == .medication && wasCalled($0.reminder, like: reminder, due)
    } != nil
  }

  /// The same, where the list before is not known any more. What is called with it in one step is another dose.
  private func wasCalledBeside(_ reminder: Reminder, _ due: CivilMinute) -> Bool {
    entries.firstIndex {
      $0.lastCall != now && wasCalled($0.reminder, like: reminder, due)
    } != nil
  }

  private func wasCalled(
    _ other: Reminder, like reminder: Reminder, _ due: CivilMinute
  ) -> Bool {
    guard other.id != reminder.id, other.isDue(like: reminder),
      let state = log.state(of: Occurrence(reminder: other.id, due: due))
    else { return false }
    return state != .missed
  }

  /// Whether the list has a reminder of that number that is due at that minute.
  func has(_ occurrence: Occurrence) -> Bool {
    entries.firstIndex {
      $0.reminder.id == occurrence.reminder && $0.reminder.has(occurrence)
    } != nil
  }

  func isOfUse(_ index: Int, _ due: CivilMinute, _ zone: Zone) -> Bool {
    zone.wall(of: due).distance(to: wall) <= entries[index].reminder.useful(due)
  }

  /// - Parameter isOlder: a later one was due, too, and a call long after this one was meant for that.
  private mutating func miss(
    _ index: Int, _ due: CivilMinute, isOlder: Bool, _ zone: Zone,
    _ tell: (ReminderChange) -> Void
  ) {
    guard !isUnsure, !wasCalledInAnotherEra(index, due, isOlder: isOlder, zone) else { return }
    sayMissed(Occurrence(reminder: entries[index].reminder.id, due: due), tell)
  }

  mutating func sayMissed(_ occurrence: Occurrence, _ tell: (ReminderChange) -> Void) {
    guard log.state(of: occurrence) == nil else { return }
    log.set(occurrence, .missed)
    say(.missed(occurrence), tell)
  }

  private mutating func announce(
    _ index: Int, _ due: CivilMinute, _ zone: Zone, _ tell: (ReminderChange) -> Void
  ) {
    let reminder = entries[index].reminder
    let occurrence = Occurrence(reminder: reminder.id, due: due)
    if let state = log.state(of: occurrence), state != .missed { return }
    if log.state(of: occurrence) != nil, isPerhapsTaken(reminder, due) { return }
    let isRepeated = wasCalledInAnotherEra(index, due, isOlder: false, zone)
    log.set(occurrence, .announced)
    // The call under the other date speaks for it, and is over.
    if isRepeated, hasOK, !isAsked(reminder.id) { log.set(occurrence, .acknowledged) }
    if isRepeated { return log.speak(for: occurrence) }
    entries[index].lastCall = now
    entries[index].lastEra = era

    replace(reminder.id, tell)
    let moment = zone.wall(of: due)
    // The call that gave way may have been for this minute, too early.
    log.set(occurrence, .announced)
    open.put(
      OpenReminder(
        occurrence: occurrence, kind: reminder.kind, counted: wall,
        usefulUntil: moment.advanced(by: reminder.useful(due)),
        prompt: Prompt(
          next: hasOK ? wall.advanced(by: PromptFigures.interval) : nil, isTold: !hasOK)))
    if isUnsure { log.doubt(occurrence, late: moment.distance(to: wall)) }
    let isLate = moment.distance(to: wall) >= Reminders.punctual
    say(
      .due(
        occurrence, reminder.kind, isLate ? .late : .first,
        tellsCaregiver: reminder.tellsCaregiver || !hasOK), tell)
  }

  /// A clock that was wrong by hours or days announced the same thing under another date.
  ///
  /// That announcement counts for this occurrence if it came after the due moment, or at most
  /// `Reminder.useful` before it. A medicine taken twice is worse than one taken early.
  private func wasCalledInAnotherEra(
    _ index: Int, _ due: CivilMinute, isOlder: Bool, _ zone: Zone
  ) -> Bool {
    guard let called = entries[index].lastCall, called <= now, entries[index].lastEra != era
    else { return false }
    let lead = lead(of: called, before: due, zone)
    let useful = entries[index].reminder.useful(due)
    return lead <= useful && !(isOlder && lead.count < -useful.count)
  }

  /// The wearer is being asked for it under whatever date, and no caregiver was told.
  private func isAsked(_ reminder: UInt16) -> Bool {
    open.firstIndex { $0.occurrence.reminder == reminder && !$0.prompt.isTold } != nil
  }

  /// The time from a call to that minute, by the clock of now.
  func lead(of call: Instant, before due: CivilMinute, _ zone: Zone) -> Milliseconds {
    wall.advanced(by: call - now).distance(to: zone.wall(of: due))
  }

  /// One occurrence of a reminder waits at a time: the new one takes the place of the one before.
  private mutating func replace(_ reminder: UInt16, _ tell: (ReminderChange) -> Void) {
    guard let before = open.firstIndex(where: { $0.occurrence.reminder == reminder }) else {
      return
    }
    giveUp(before, tell)
  }
}
