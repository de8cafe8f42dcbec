import HAL

/// The effects of readings and doses on sound, screen, caregiver and record. DIA-8.
extension Device {
  typealias DoseChanges = FixedArray<72, DoseChange>

  mutating func take(_ reading: MeterReading, at now: Instant, _ perform: (Action) -> Void) {
    // A page that came in front of a question waits for the reading's dose, as ever.
    if page?.isQuestion != true { dose.leaveQuestion(now) }
    var changes = DoseChanges()
    dose.take(reading, clock.moment(at: now)) { changes.add($0) }
    apply(changes, at: now, perform)
  }

  mutating func pressDose(_ press: KeyPress, at now: Instant, _ perform: (Action) -> Void) {
    var changes = DoseChanges()
    _ = dose.press(press, clock.moment(at: now)) { changes.add($0) }
    apply(changes, at: now, perform)
  }

  /// - Parameter isForced: a new minute may be a mealtime.
  mutating func passDose(
    at now: Instant, isForced: Bool = false, _ perform: (Action) -> Void
  ) {
    guard isForced || dose.deadline.map({ $0 <= now }) ?? false else { return }
    var changes = DoseChanges()
    let moment = clock.moment(at: now)
    dose.pass(moment, civil: civilMinute(moment)) { changes.add($0) }
    apply(changes, at: now, perform)
  }

  /// Tells the meals that were missed, once the clock is trusted again after the device was off.
  mutating func missMeals(since alive: WallTime, at now: Instant, _ perform: (Action) -> Void) {
    let moment = clock.moment(at: now)
    guard let civil = civilMinute(moment) else { return }
    var changes = DoseChanges()
    dose.missMeals(since: configuration.zone.local(alive).minute, until: civil, moment) {
      changes.add($0)
    }
    apply(changes, at: now, perform)
  }

  /// Looks at an offer anew: the time has become doubtful, or is known again.
  mutating func doubtDose(at now: Instant, _ perform: (Action) -> Void) {
    var changes = DoseChanges()
    dose.doubt(clock.moment(at: now)) { changes.append($0) }
    apply(changes, at: now, perform)
  }

  /// The diary was edited by somebody else.
  mutating func edit(_ record: Record, at now: Instant, _ perform: (Action) -> Void) {
    let before = dose.history.doses.earlier(than: record)
    var changes = DoseChanges()
    dose.edited(record, clock.moment(at: now)) { changes.add($0) }
    // A dose that is dated ahead is no dose of the meal.
    if case .diary(.dose(let entered)) = record,
      dose.history.doses.entry(entered.id)?.isPlain ?? true
    {
      outbox.wasTaken(entered)
    }
    if let before { outbox.wasChanged(before, to: dose.history.doses) }
    apply(changes, at: now, perform)
  }

  /// Takes back what a dose from storage answered: only now it is known as dated ahead, and no dose of the meal.
  mutating func answersNothing(_ entry: EntryAhead) {
    if entry.isDose, let ahead = dose.history.doses.entry(entry.id) {
      outbox.wasChanged(ahead, to: dose.history.doses)
    }
  }

  /// Nil until a clock was trusted in this life. One that nobody has confirmed for a week still says
  /// when it is time for a meal, although no dose is proposed by it. A calendar clock alone does not:
  /// what it began would go on at the wrong hour once the time is known.
  func civilMinute(_ moment: Moment) -> CivilMinute? {
    guard clock.wasTrusted, let wall = moment.wall else { return nil }
    return configuration.zone.local(wall).minute
  }

  mutating func apply(
    _ changes: DoseChanges, at now: Instant, _ perform: (Action) -> Void
  ) {
    for i in 0..<changes.count {
      switch changes[i] {
      case .prompted(let meal): perform(.dose(.prompted(meal)))
      case .proposed(let offer): perform(.dose(.proposed(offer)))
      case .confirmed(let dose):
        perform(.dose(.confirmed(dose)))
        outbox.wasTaken(dose)
      case .undone(let dose):
        perform(.dose(.undone(dose)))
        outbox.wasUndone(dose.meal)
      case .refused(let meal, let refusal): perform(.dose(.refused(meal, refusal)))
      case .low(let result, let isVery): perform(.glucose(.low(result, isVery: isVery)))
      case .high(let result): perform(.glucose(.high(result)))
      // An alarm that begins and ends in one moment is not heard. Its beginning would sound in the
      // place of the change that ended it.
      case .raise(let kind): if !changes.clears(kind, after: i) { raise(kind, at: now, perform) }
      case .clear(let kind): clear(kind, at: now, perform)
      case .lowOver(let over): perform(.glucose(.lowOver(over)))
      case .lowIsPast:
        var after = FollowUps()
        outbox.withdrawPastLow(at: now) { Device.perform($0, perform, &after) }
        follow(after, at: now, perform)
      case .ahead(let entry):
        perform(.dose(.entryAhead(entry)))
        answersNothing(entry)
      case .notify(let matter):
        guard case .glucose(.low) = matter else {
          notify(matter, at: now, perform)
          continue
        }
        if dose.low?.notice == NoticeID(0) { outbox.lowIsNew() }
        dose.lowWasTold(notify(matter, at: now, perform))
      case .store(let record): perform(.store(record))
      }
    }
  }
}

extension FixedArray where Element == DoseChange {
  /// Adds a change. The list is made for the most there can be, and a precondition holds it: nothing that
  /// concerns insulin is dropped in silence.
  fileprivate mutating func add(_ change: DoseChange) {
    let isKept = append(change)
    precondition(isKept)
  }

  fileprivate func clears(_ kind: AlarmKind, after index: Int) -> Bool {
    for i in index + 1..<count { if case .clear(kind) = self[i] { return true } }
    return false
  }
}
