import HAL

/// Records bring back the reminders that waited before a reboot.
///
/// An answered or missed occurrence is never announced again. One that was announced and not answered is
/// announced again at once, while it is of use. Its limit counts on from the first announcement, so the
/// caregiver may be told at once, too. The caregiver is not told a second time. One that was put off keeps
/// its time.
extension Reminders {
  /// Takes back one record, oldest first, before the first `pass`. What happened counts whatever the
  /// clock said: it may have run on into years that no calendar holds.
  public mutating func restore(_ occurrence: Occurrence, _ state: ReminderState, at time: WallTime)
  {
    log.set(occurrence, state == .announcedUnsure ? .announced : state)
    if state == .announcedUnsure { log.doubt(occurrence, late: Milliseconds(0)) }
    trail.fold(occurrence.word, state.word)
    let known = open.firstIndex { $0.occurrence == occurrence }
    switch state {
    case .acknowledged, .missed, .answered:
      if let known { open.remove(at: known) }
    case .announced, .announcedUnsure:
      // Called anew at its own time, it is no longer the call of which the caregiver was told.
      if known.map({ hasOK && open[$0].prompt.isTold }) ?? true { reopen(occurrence, from: time) }
    case .escalated:
      // The record says when the caregiver was told, not when the limit began.
      open[known ?? reopen(occurrence, from: time)].prompt.isTold = true
    case .snoozed:
      let index = known ?? reopen(occurrence, from: time)
      open[index].prompt.countSnooze()
      open[index].counted = time
    }
  }

  /// The caregiver was told that it is due. On a device without `ok` nothing more is to come of it.
  public mutating func restoreTold(_ occurrence: Occurrence) {
    guard !hasOK, let known = open.firstIndex(where: { $0.occurrence == occurrence }) else {
      return
    }
    open[known].prompt.isTold = true
  }

  /// Kind and times of the reminder come with the profile: see `reopen(_:)`.
  @discardableResult private mutating func reopen(
    _ occurrence: Occurrence, from time: WallTime
  ) -> Int {
    if let before = open.firstIndex(where: { $0.occurrence.reminder == occurrence.reminder }) {
      open.remove(at: before)
    } else if open.isFull {
      // More than a profile holds: the oldest is of a profile that was.
      open.remove(at: 0)
    }
    open.append(
      OpenReminder(
        occurrence: occurrence, kind: .reminder, counted: time, usefulUntil: time,
        prompt: Prompt(next: time)))
    return open.count - 1
  }

  /// The clock and the profile are known: what is open goes on.
  mutating func reopen(_ zone: Zone) {
    var i = 0
    while i < open.count {
      let occurrence = open[i].occurrence
      guard
        let entry = entries.firstIndex(where: { $0.reminder.id == occurrence.reminder }),
        !entries[entry].reminder.isOnDemand, entries[entry].reminder.has(occurrence),
        hasOK || !isOver(open[i])
      else {
        // The wearer asks again for what was on demand. What has other times now is another thing.
        open.remove(at: i)
        continue
      }
      let written = open[i].counted
      goOn(i, with: entries[entry].reminder, zone)
      if !log.isUnsure(occurrence), isUnsure || open[i].counted < written { open[i].doubt(written) }
      open[i].prompt.next = open[i].prompt.isPutOff ? open[i].counted : wall
      // Nobody can answer it any more, and nobody is to wait for an answer.
      if !hasOK { open[i].prompt.next = nil }
      i += 1
    }
  }

  /// An earlier life without `ok` had told of it, or has let its limit go by.
  private func isOver(_ reminder: OpenReminder) -> Bool {
    reminder.prompt.isTold || reminder.escalates(limit: limit) <= cursor
  }

  /// A trusted clock speaks after an unsure one, which was off by `step`: what waits keeps its time, by
  /// the clock that wrote it.
  mutating func trustOpen(_ step: Milliseconds, _ zone: Zone) {
    for i in 0..<open.count {
      open[i].shift(by: step)
      if open[i].trust() { goOnAsWritten(i, zone) }
    }
  }

  /// The clock that was behind at the start is put right: what waits keeps its time, too. While it is behind what was
  /// written, that tells nothing.
  mutating func recall(_ zone: Zone) {
    for i in 0..<open.count where open[i].wasWrittenBefore {
      if open[i].trust() { goOnAsWritten(i, zone) }
    }
  }

  private mutating func goOnAsWritten(_ index: Int, _ zone: Zone) {
    let id = open[index].occurrence.reminder
    guard let entry = entries.firstIndex(where: { $0.reminder.id == id }) else { return }
    let rested = open[index].prompt.isPutOff
    goOn(index, with: entries[entry].reminder, zone)
    guard rested else { return }
    open[index].prompt.next = open[index].prompt.isPutOff ? open[index].counted : wall
  }

  private mutating func goOn(_ index: Int, with reminder: Reminder, _ zone: Zone) {
    let due = open[index].occurrence.due
    let useful = reminder.useful(due)
    open[index].kind = reminder.kind
    // A clock that was ahead left times that have not come yet.
    open[index].usefulUntil = min(
      zone.wall(of: due).advanced(by: useful), wall.advanced(by: useful))
    let latest = open[index].prompt.isPutOff ? wall.advanced(by: snoozeFor) : wall
    open[index].counted = min(open[index].counted, latest)
    open[index].prompt.isPutOff = open[index].prompt.isPutOff && open[index].counted > wall
  }
}
