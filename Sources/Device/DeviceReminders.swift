import HAL

/// The effects of a reminder's turn on sound, screen, caregiver and record. ALZ-6, ALZ-11.
extension Device {
  /// Room for all changes of one step of 32 reminders: see `Reminders.pass`.
  typealias ReminderChanges = FixedArray<224, ReminderChange>

  /// - Parameter isForced: the clock was set, or the device starts.
  mutating func passReminders(
    at now: Instant, isForced: Bool = false, _ perform: (Action) -> Void
  ) {
    guard isForced || reminders.deadline.map({ $0 <= now }) ?? false else { return }
    let moment = clock.moment(at: now)
    if reminders.rests(at: moment) { return }
    var changes = ReminderChanges()
    reminders.pass(moment, in: configuration.zone) { changes.put($0) }
    apply(changes, at: now, perform)
    while let unsure = reminders.nextUnsure(in: configuration.zone) {
      notify(.reminder(.unsure(unsure)), at: now, perform)
    }
  }

  /// Ok on the home page: it opens what the profile has on demand.
  mutating func askOnDemand(
    _ press: KeyPress, at now: Instant, _ perform: (Action) -> Void
  ) {
    guard press.key == .ok, !press.isLong else { return }
    var changes = ReminderChanges()
    reminders.ask(at: clock.moment(at: now), in: configuration.zone) { changes.put($0) }
    apply(changes, at: now, perform)
  }

  /// A key on the page of a reminder.
  mutating func answer(
    _ page: ReminderPage, _ press: KeyPress, at now: Instant, _ perform: (Action) -> Void
  ) {
    guard press.key == .ok else {
      if page.choice != nil {
        reminders.choose(page.occurrence, press)
        dose.holdQuestion(now)
      }
      return
    }
    if page.choice != nil { dose.leaveQuestion(now) }
    // The answer goes first and implies the rest: after a power cut between the two nobody is asked again.
    if !press.isLong, let choice = page.choice {
      store(page.occurrence, .answered(choice.value), at: now, perform)
      perform(.reminder(.answered(page.occurrence, choice.value)))
    }
    var changes = ReminderChanges()
    if press.isLong {
      reminders.snooze(page.occurrence, at: clock.moment(at: now)) { changes.put($0) }
    } else {
      reminders.acknowledge(page.occurrence) { changes.put($0) }
    }
    apply(changes, at: now, perform)
  }

  mutating func apply(
    _ changes: ReminderChanges, at now: Instant, _ perform: (Action) -> Void
  ) {
    guard !changes.isEmpty else { return }
    for i in 0..<changes.count { apply(changes[i], at: now, perform) }
    // Each kind sounds until nothing of it waits any more.
    if !reminders.isWaiting(.medication) { clear(.medication, at: now, perform) }
    if !reminders.isWaiting(.reminder) { clear(.reminder, at: now, perform) }
  }

  private mutating func apply(
    _ change: ReminderChange, at now: Instant, _ perform: (Action) -> Void
  ) {
    switch change {
    case .due(let occurrence, let kind, let call, let tellsCaregiver):
      // A clock that was wrong had told that it could not be announced.
      outbox.withdraw(.reminder(.missed(occurrence)))
      perform(.reminder(.due(occurrence, kind, call, isUnsure: reminders.isUnsure)))
      raise(kind == .medication ? .medication : .reminder, at: now, perform)
      // A stored notice says by itself that its reminder was announced: see `restore`.
      if tellsCaregiver { notifyDue(occurrence, at: now, perform) }
      if call != .again {
        store(occurrence, reminders.isUnsure ? .announcedUnsure : .announced, at: now, perform)
        withdraw(.reminder(.missed(occurrence)), at: now, perform)
      }
    case .acknowledged(let occurrence):
      store(occurrence, .acknowledged, at: now, perform)
      perform(.reminder(.acknowledged(occurrence)))
      var after = FollowUps()
      outbox.answered(occurrence, wall: clock.wall(at: now), at: now) {
        Device.perform($0, perform, &after)
      }
      follow(after, at: now, perform)
    case .snoozed(let occurrence, let until):
      perform(.store(.reminder(occurrence, .snoozed, at: until)))
      perform(.reminder(.snoozed(occurrence, until: until)))
    case .unanswered(let occurrence):
      // The copy goes when the notice is stored: nobody is to read after it that it is time.
      outbox.withdraw(.reminder(.due(occurrence)))
      perform(.reminder(.missed(occurrence)))
      notify(.reminder(.unanswered(occurrence)), at: now, perform)
      store(occurrence, .escalated, at: now, perform)
    case .missed(let occurrence):
      perform(.reminder(.missed(occurrence)))
      notify(.reminder(.missed(occurrence)), at: now, perform)
      store(occurrence, .missed, at: now, perform)
    case .ended(let occurrence):
      // Given up, its caregivers have heard, or have only the copy. Taken out of the profile, it is not due any more.
      guard !reminders.has(occurrence) else { return }
      withdraw(.reminder(.due(occurrence)), at: now, perform)
    }
  }

  private mutating func withdraw(
    _ matter: Notice.Matter, at now: Instant, _ perform: (Action) -> Void
  ) {
    var after = FollowUps()
    outbox.withdraw(matter, at: now) { Device.perform($0, perform, &after) }
    follow(after, at: now, perform)
  }

  private mutating func notifyDue(
    _ occurrence: Occurrence, at now: Instant, _ perform: (Action) -> Void
  ) {
    let aside = Aside(isTimeUnsure: reminders.isUnsure, hasOK: reminders.hasOK)
    notify(.reminder(.due(occurrence)), aside: aside, at: now, perform)
  }

  private func store(
    _ occurrence: Occurrence, _ state: ReminderState, at now: Instant, _ perform: (Action) -> Void
  ) {
    guard let wall = clock.wall(at: now) else { return }
    perform(.store(.reminder(occurrence, state, at: wall)))
  }
}

extension Reminders {
  /// Something of that kind was announced and neither answered nor put off.
  fileprivate func isWaiting(_ kind: Reminder.Kind) -> Bool {
    open.firstIndex { $0.kind == kind && !$0.prompt.isPutOff } != nil
  }

  /// The occurrence on the screen, with its kind.
  var currentPage: ReminderPage? {
    mutating get {
      guard let i = shown() else { return nil }
      return ReminderPage(
        open[inPlace: i].occurrence, open[inPlace: i].kind, isUnsure: isUnsure)
    }
  }
}
