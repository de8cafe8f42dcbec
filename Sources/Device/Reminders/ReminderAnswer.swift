import HAL

/// An announced occurrence is repeated until it is answered, or given up.
///
/// It is announced again every five minutes for as long as it is of use (`Reminder.useful`), at least
/// until the limit. At the limit the caregiver is told, once. Snoozed, it is announced again when the
/// snooze ends and the limit counts from there, three times at most; then it goes on unanswered.
extension Reminders {
  /// The wearer answered: `ok`. Without an occurrence the `current` one is meant. False when nothing
  /// waits.
  @discardableResult public mutating func acknowledge(
    _ occurrence: Occurrence? = nil, _ tell: (ReminderChange) -> Void
  ) -> Bool {
    guard hasOK, let index = openIndex(of: occurrence ?? current) else { return false }
    let answered = open[index].occurrence
    open.remove(at: index)
    log.set(answered, .acknowledged)
    log.settle(with: answered)
    say(.acknowledged(answered), tell)
    plan()
    return true
  }

  /// The wearer put it off: a long `ok`. False when nothing waits, or it was put off three times.
  @discardableResult public mutating func snooze(
    _ occurrence: Occurrence? = nil, at moment: Moment, _ tell: (ReminderChange) -> Void
  ) -> Bool {
    guard hasOK, let index = openIndex(of: occurrence ?? current) else { return false }
    guard open[index].prompt.maySnooze else { return false }
    let until = wall.advanced(by: moment.at - now).advanced(by: snoozeFor)
    open[index].putOff(until: until)
    log.set(open[index].occurrence, .snoozed)
    say(.snoozed(open[index].occurrence, until: until), tell)
    plan()
    return true
  }

  /// The wearer asks for what is on demand. False where nothing is, while no time is known, and for a
  /// second time in a minute: a minute has one occurrence.
  ///
  /// It is shown for five minutes, sounds once, and no caregiver is told that nobody answered it.
  @discardableResult mutating func ask(
    at moment: Moment, in zone: Zone, _ tell: (ReminderChange) -> Void
  ) -> Bool {
    guard hasOK, hasBegun, let time = usable(moment),
      let index = entries.firstIndex(where: { $0.reminder.isOnDemand })
    else { return false }
    let reminder = entries[index].reminder
    let occurrence = Occurrence(reminder: reminder.id, due: zone.local(time).minute)
    guard log.state(of: occurrence) == nil, !open.isFull else { return false }
    log.set(occurrence, .announced)
    if let before = open.firstIndex(where: { $0.occurrence.reminder == reminder.id }) {
      open.remove(at: before)
    }
    open.put(
      OpenReminder(
        occurrence: occurrence, kind: reminder.kind, counted: time, usefulUntil: time,
        prompt: Prompt(next: nil, isTold: true)))
    say(.due(occurrence, reminder.kind, .first, tellsCaregiver: false), tell)
    plan()
    return true
  }

  mutating func openIndex(of occurrence: Occurrence?) -> Int? {
    guard hasBegun, let occurrence else { return nil }
    return open.firstInPlace { $0.occurrence == occurrence }
  }

  /// Calls again, tells the caregiver and gives up, as each is due.
  mutating func serveOpen(_ tell: (ReminderChange) -> Void) {
    // The order is that of the entries, as they were announced.
    for entry in 0..<entries.count {
      let id = entries[inPlace: entry].reminder.id
      guard let i = open.firstInPlace(where: { $0.occurrence.reminder == id }) else { continue }
      if open[inPlace: i].ends(limit: limit) <= wall {
        giveUp(i, tell)
        continue
      }
      if let call = open[inPlace: i].prompt.next, call <= wall {
        open[i].prompt.announce(at: wall)
        say(.due(open[i].occurrence, open[i].kind, .again, tellsCaregiver: false), tell)
      }
      if open[inPlace: i].escalates(limit: limit) <= wall { escalate(i, tell) }
    }
  }

  mutating func giveUp(_ index: Int, _ tell: (ReminderChange) -> Void) {
    escalate(index, tell)
    let occurrence = open[index].occurrence
    open.remove(at: index)
    say(.ended(occurrence), tell)
  }

  private mutating func escalate(_ index: Int, _ tell: (ReminderChange) -> Void) {
    guard !open[inPlace: index].prompt.isTold else { return }
    open[index].prompt.isTold = true
    log.set(open[index].occurrence, .escalated)
    log.settle(with: open[index].occurrence)
    say(.unanswered(open[index].occurrence), tell)
  }

  /// The caregiver took reminders out of the profile, or gave them other times: nobody is to be asked for an
  /// answer. The number may be that of another medicine now.
  mutating func endOrphans(_ tell: (ReminderChange) -> Void) {
    var i = 0
    while i < open.count {
      let id = open[i].occurrence.reminder
      if let entry = entries.firstIndex(where: { $0.reminder.id == id }),
        entries[entry].reminder.has(open[i].occurrence)
      {
        open[i].kind = entries[entry].reminder.kind
        i += 1
      } else {
        let occurrence = open[i].occurrence
        open.remove(at: i)
        say(.ended(occurrence), tell)
      }
    }
  }
}

extension OpenReminder {
  /// Whether it is on the screen before the other.
  func isShown(before other: OpenReminder) -> Bool {
    if kind != other.kind { return kind == .medication }
    if occurrence.due != other.occurrence.due { return occurrence.due > other.occurrence.due }
    return occurrence.reminder < other.occurrence.reminder
  }
}

extension Reminder {
  /// Whether it is announced before the other.
  func precedes(_ other: Reminder) -> Bool {
    kind == other.kind ? id < other.id : kind == .medication
  }
}
