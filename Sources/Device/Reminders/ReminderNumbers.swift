import HAL

/// A medicine may get another number while nobody sees to it: the device is off, or does not know the time. Nothing
/// that was owed or called under the old number is called twice, or forgotten.
extension Reminders {
  /// Nothing was called in this life before the time is known. So a medicine with another number, and with the same
  /// times, counts from when it did under the old one.
  mutating func keepOwed(_ earlier: borrowing FixedArray<32, ReminderEntry>, at now: Instant) {
    guard !hasBegun else { return }
    for i in 0..<entries.count where entries[i].since == now {
      let reminder = entries[i].reminder
      if case .once = reminder.repeats { continue }
      guard reminder.kind == .medication,
        let old = earlier.firstIndex(where: {
          $0.reminder.kind == .medication && $0.reminder.isDue(like: reminder)
            && !isListed($0.reminder)
        })
      else { continue }
      entries[i].since = earlier[old].since
    }
  }

  /// Whether the list has that number at the same times.
  private func isListed(_ old: Reminder) -> Bool {
    entries.firstIndex { $0.reminder.id == old.id && $0.reminder.isDue(like: old) } != nil
  }

  /// The wearer was being asked before the restart, and the list has the number no more. Nobody asks under another
  /// one, because it may be taken already: the caregivers hear of it, once for each medicine. What lies a day back is
  /// another list's.
  mutating func missUnderOtherNumbers(_ zone: Zone, _ tell: (ReminderChange) -> Void) {
    guard hasOK, !isUnsure else { return }
    for i in 0..<entries.count {
      let reminder = entries[i].reminder
      guard reminder.kind == .medication, !reminder.isOnDemand,
        let asked = log.newestWaiting(where: { isAskedNoMore($0, zone) && reminder.has($0) })
      else { continue }
      sayMissed(Occurrence(reminder: reminder.id, due: asked.due), tell)
    }
  }

  /// The list has again what it had not for a while. The wearer was called for it before, and nobody has answered or
  /// was told: the call goes on. A medicine of which that is no use any more, or that may be taken under another
  /// number, is told at once.
  mutating func takeBack(after earlier: borrowing FixedArray<32, ReminderEntry>, _ zone: Zone) {
    guard hasOK else { return }
    for i in 0..<entries.count {
      let reminder = entries[i].reminder
      guard let due = reminder.newest(at: wall, in: zone),
        zone.wall(of: due).distance(to: wall).count < WallClock.day,
        earlier.firstIndex(where: {
          $0.reminder.id == reminder.id && $0.reminder.isDue(like: reminder)
        }) == nil
      else { continue }
      let occurrence = Occurrence(reminder: reminder.id, due: due)
      let state = log.state(of: occurrence)
      guard state == .announced || state == .snoozed,
        open.firstIndex(where: { $0.occurrence.reminder == reminder.id }) == nil
      else { continue }
      let isAsked = isOfUse(i, due, zone) && !mayBeTaken(due)
      guard isAsked || reminder.kind == .medication else { continue }
      let useful = zone.wall(of: due).advanced(by: reminder.useful(due))
      open.put(
        OpenReminder(
          occurrence: occurrence, kind: reminder.kind,
          counted: isAsked ? wall : wall.advanced(by: Milliseconds(-limit.count)),
          usefulUntil: isAsked ? useful : wall, prompt: Prompt(next: wall)))
    }
  }

  private func isAskedNoMore(_ asked: Occurrence, _ zone: Zone) -> Bool {
    let ago = zone.wall(of: asked.due).distance(to: wall).count
    return ago >= 0 && ago < WallClock.day && !has(asked)
  }

  /// Whether a life before called a medicine of that very minute under a number that has left the list. The power went
  /// so soon after the call that it would be made up for.
  func wasCalledBefore(_ index: Int, _ due: CivilMinute) -> Bool {
    guard entries[index].since == nil, entries[index].reminder.kind == .medication else {
      return false
    }
    return log.contains { other, state in state != .missed && other.due == due && !has(other) }
  }
}
