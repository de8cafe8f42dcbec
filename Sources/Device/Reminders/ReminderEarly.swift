import HAL

/// A clock that led has called things for a time far ahead. Put right, the device calls them at that time, too.
///
/// A call counts for an occurrence that it precedes by less than half the way to the next one (`Reminder.early`).
/// The device's own clock tells by how much. After a restart it does not, and the time that is left does.
extension Reminders {
  /// Says anew what was called too early to count, or was never called: a call under another date had spoken for it.
  /// - Parameter isNew: after a step of hours and at the start. Otherwise nothing more becomes free.
  mutating func release(_ zone: Zone, isNew: Bool) {
    for i in 0..<log.count where isNew || log.isFree(i) {
      let occurrence = log.occurrence(i)
      guard let index = entries.firstIndex(where: { $0.reminder.id == occurrence.reminder }),
        !entries[index].reminder.isOnDemand
      else { continue }
      log.setFree(i, isOwed(i, index, occurrence, zone, isNew: isNew))
    }
  }

  /// - Parameter place: in the log.
  private func isOwed(
    _ place: Int, _ index: Int, _ occurrence: Occurrence, _ zone: Zone, isNew: Bool
  ) -> Bool {
    let isFar = isFarAhead(index, occurrence.due, zone, isNew: isNew)
    if isUnsure { return isFar && isAfterLastLife(occurrence, zone) }
    return isFar || isNew && isOfAnotherZone(place, index, occurrence.due, zone)
      || log.isSpoken(place) && isUnspoken(index, occurrence.due, zone)
  }

  /// Whether a trusted clock called it in an earlier life that had not reached its minute. A calendar clock may be
  /// behind, and does not tell so by itself.
  private func isAfterLastLife(_ occurrence: Occurrence, _ zone: Zone) -> Bool {
    guard let alive, !log.isUnsure(occurrence) else { return false }
    // The last sign of life may be a minute old when the power goes.
    return alive.advanced(by: .seconds(120)) < zone.wall(of: occurrence.due)
  }

  /// Whether the call that has spoken for it came too early for that, by the clock of now.
  private func isUnspoken(_ index: Int, _ due: CivilMinute, _ zone: Zone) -> Bool {
    guard let call = entries[index].lastCall else { return false }
    let useful = entries[index].reminder.useful(due)
    return wall < zone.wall(of: due).advanced(by: useful)
      && lead(of: call, before: due, zone) > useful
  }

  /// The clock steps back as far as it had leapt before the era that ends. Another step shows no call as too early:
  /// that clock may be the one that errs.
  mutating func tellEarly(_ step: Milliseconds, _ zone: Zone) {
    let left = step.count / 1000 + Int64(leaptSeconds)
    guard step.count < 0, era & 1 == 1, left.magnitude <= UInt64(Reminders.leap) / 1000
    else { return }
    for i in 0..<entries.count { tellEarly(i, step, zone) }
  }

  private func isFarAhead(
    _ index: Int, _ due: CivilMinute, _ zone: Zone, isNew: Bool
  ) -> Bool {
    let reminder = entries[index].reminder
    let moment = zone.wall(of: due)
    guard wall < moment.advanced(by: reminder.useful(due)) else { return false }
    let early = reminder.early(due)
    // Nothing was called later: the last call is no earlier than that of this one.
    if let call = entries[index].lastCall { return lead(of: call, before: due, zone) >= early }
    // A call of an earlier life stays free until its minute.
    return isNew
      ? wall.distance(to: moment) >= early : moment.distance(to: wall) < Reminders.punctual
  }

  /// Whether an earlier life called it long before its time, and nothing at its time. A journey west has brought it
  /// back, and the power was away then. After it something was called that was due so long before. What the minutes of
  /// the wall bring back, and was past when the power went, had its time in that life.
  private func isOfAnotherZone(
    _ place: Int, _ index: Int, _ due: CivilMinute, _ zone: Zone
  ) -> Bool {
    let reminder = entries[index].reminder
    guard entries[index].lastCall == nil, let alive,
      alive.advanced(by: .seconds(-60)) < zone.wall(of: due)
    else { return false }
    let minutes = (reminder.early(due).count + reminder.useful(due).count) / 60_000
    return log.isCallOlder(
      place, thanOneUpTo: CivilMinute(Int32(clamping: Int64(due.count) - minutes)))
  }

  /// The caregivers hear of the last call by the clock that led, and that day is not well.
  private mutating func tellEarly(_ index: Int, _ step: Milliseconds, _ zone: Zone) {
    guard let call = entries[index].lastCall, entries[index].lastEra == era else { return }
    let id = entries[index].reminder.id
    let truly = wall.advanced(by: call - now)
    let shown = WallTime(milliseconds: truly.milliseconds &- step.count)
    guard let due = log.newestCall(of: id, upTo: zone.local(shown).minute) else { return }
    let occurrence = Occurrence(reminder: id, due: due)
    guard log.isFree(occurrence) else { return }
    log.doubt(occurrence, late: zone.wall(of: due).distance(to: shown))
    wrongBy = step
    let mark = Occurrence(reminder: id, due: zone.local(truly).minute)
    if !entries[index].reminder.has(mark) { log.set(mark, .missed) }
  }

  /// Whether the life before may have called it by a clock that was behind.
  ///
  /// The clock of now says that the device was off for most of a day and longer. It may have been off for a moment,
  /// and its date wrong. Then the last call of that life was for this occurrence, if the two fit. By a calendar clock
  /// nobody would be told: it calls.
  ///
  /// The clock of now may lie before the end of that life. One of the two was wrong, and nobody knows which: what that
  /// life called is told, and not called again.
  func mayBeOfLastLife(_ index: Int, _ due: CivilMinute, _ zone: Zone) -> Bool {
    let reminder = entries[index].reminder
    guard !isUnsure, reminder.kind == .medication, let alive, let configured else { return false }
    let start = wall.advanced(by: configured - now)
    // The power may go within the minute after the last sign of life.
    let last = zone.local(alive.advanced(by: .seconds(60))).minute
    if start < alive, due <= last, entries[index].lastCall == nil,
      log.isFree(Occurrence(reminder: reminder.id, due: due))
    {
      return true
    }
    let off = alive.distance(to: start)
    guard off >= Reminders.mostOfADay, zone.wall(of: due) < start,
      let called = log.newestCall(of: reminder.id, upTo: last)
    else { return false }
    let call = zone.wall(of: called).advanced(by: off)
    return call.distance(to: zone.wall(of: due)) <= reminder.useful(due)
  }

  private static let mostOfADay = Milliseconds.seconds(22 * 3600)
}
