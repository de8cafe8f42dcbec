import HAL

/// A dose that the diary no longer has, or has for another meal. SAFE-1.
extension DosePrompt {
  /// The dose that a meal loses by that record; nil: none. Ask before the record is taken.
  func loss(by record: Record, at now: Instant) -> Loss? {
    let id: EntryID
    switch record {
    case .diary(.doseRemoved(let removed)): id = removed
    case .diary(.dose(let dose)): id = dose.id
    case .alive, .place, .reminder, .outbox, .accompanied, .diary, .meal: return nil
    }
    guard let old = history.doses.entry(id), old.isPlain else { return nil }
    return Loss(
      id: id, meal: old.meal, dose: DeletedDose(units: old.units, taken: old.taken),
      age: history.doses.age(old, at: now) ?? Milliseconds(0))
  }

  /// The record is taken: within the meal's hour the meal is open again, before it nothing is to be
  /// done, later the caregiver is told. Where nobody is asked, the caregiver is told in that hour, too.
  mutating func lose(
    _ loss: Loss, _ moment: Moment, _ tell: (DoseChange) -> Void
  ) {
    let (meal, dose) = (loss.meal, loss.dose)
    guard profile != nil, loss.age < GlucoseHistory.span, !history.doses.has(meal, at: moment.at)
    else { return }
    lost = LostDose(meal: meal, dose: dose, at: moment.at)
    if let answered, answered.meal == meal, moment.at < answered.ends {
      reopen(answered, dose, moment, tell)
    } else if session?.meal == meal {
      if dose.isOfSameMeal(at: moment) { session?.deleted = dose }
    } else if !isToldUnasked(meal, moment.at), !meals.isComing(meal, after: civil) {
      tellLost(meal, dose, tell)
    }
  }

  /// Nobody is asked for that meal, and a minute of its hour has yet to tell that it has no dose.
  private func isToldUnasked(_ meal: Meal, _ now: Instant) -> Bool {
    guard !canPrompt, let civil, let time = meals.mealtime(of: meal),
      let due = meals.due(time, at: civil, now: now)
    else { return false }
    // The last minute of the hour may have been looked at already.
    return due.late.count + 60_000 < Mealtimes.window.count
      && meals.mark(meal, due.day)?.state ?? .prompted == .prompted
  }

  private mutating func reopen(
    _ over: Answered, _ dose: DeletedDose, _ moment: Moment, _ tell: (DoseChange) -> Void
  ) {
    guard canPrompt else { return tellLost(over.meal, dose, tell) }
    if let session, session.meal != over.meal {
      // The other meal is being asked for: this one has no hour left.
      return tellLost(over.meal, dose, tell)
    }
    answered = nil
    remark = nil
    session = DoseSession(
      meal: over.meal, day: over.day, ends: over.ends, isCaregiverTold: false, now: moment.at)
    session?.deleted = dose
    meals.set(over.meal, over.day, .prompted)
    sound(moment.at, tell)
    tell(.store(.meal(over.meal, day: over.day, .prompted)))
    useFreshReading(moment, tell)
  }

  /// The dose that the mail of that meal names as deleted. It is told with that.
  mutating func takeDeleted(_ meal: Meal, at wall: WallTime?) -> DeletedDose? {
    guard let lost, lost.meal == meal, wall.map({ lost.dose.isOfSameMeal(at: $0) }) ?? true
    else { return nil }
    self.lost = nil
    return lost.dose
  }

  private mutating func tellLost(
    _ meal: Meal, _ dose: DeletedDose, _ tell: (DoseChange) -> Void
  ) {
    // A meal for which nobody is asked may have no day before this one.
    let unasked = canPrompt ? nil : meals.lastDay(meal, at: civil)
    let newest = unasked ?? meals.newestDay(meal)
    // The word that waits for the end of low glucose names the dose. It needs a day, also of a meal that had none yet.
    if low != nil {
      return keepBack(meal, newest ?? meals.lastDay(meal, at: civil) ?? dose.day, tell)
    }
    lost = nil
    tell(.notify(.dose(.unanswered(meal, deleted: dose))))
    guard let day = newest else { return }
    meals.set(meal, day, .unanswered)
    tell(.store(.meal(meal, day: day, .unanswered)))
  }

  /// Restores a dose that was deleted while the device was off, or as the power went. An undone dose
  /// was asked for again before it was removed. A meal whose own dose was deleted still says that it was
  /// confirmed. One that somebody entered leaves no mark.
  mutating func restoreLoss(_ loss: Loss?, _ record: Record) {
    if case .diary(.dose(let dose)) = record, dose.meal == lost?.meal { lost = nil }
    // A meal that is asked for again still says which dose was deleted.
    if case .meal(let meal, _, .unanswered) = record, meal == lost?.meal, !meals.isKeptBack(meal) {
      lost = nil
    }
    if case .outbox(.notice(let notice)) = record, let lost,
      notice.matter == .dose(.unanswered(lost.meal, deleted: lost.dose))
    {
      self.lost = nil
    }
    guard let loss, !history.doses.hasRestored(loss.meal) else { return }
    let isEntered = NoticeID(loss.id.value).boot == 0
    let state = meals.newestDay(loss.meal).flatMap { meals.mark(loss.meal, $0)?.state }
    guard isEntered || state == .confirmed else { return }
    // An old dose that is tidied away after it hides no newer one.
    if let lost, loss.dose.taken < lost.dose.taken { return }
    lost = LostDose(meal: loss.meal, dose: loss.dose, at: bootedAt)
  }

  /// The hour of its meal went by before anybody could be asked.
  mutating func missLostMeal(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    guard let lost, profile != nil, !canPrompt || !meals.isOpen(lost.meal, at: civil),
      !meals.isComing(lost.meal, after: civil), !history.doses.has(lost.meal, at: moment.at),
      // The mail that is still to come for the meal names the dose.
      !meals.isKeptBack(lost.meal), !isToldUnasked(lost.meal, moment.at)
    else { return }
    let isRecent = moment.wall.map { wall in
      let age = lost.dose.taken.distance(to: wall)
      // A date ahead was no dose of that meal.
      return age < GlucoseHistory.span && age > Milliseconds(-Placing.tolerance.count)
    }
    guard isRecent == true else {
      self.lost = nil
      return
    }
    tellLost(lost.meal, lost.dose, tell)
  }
}

extension DeletedDose {
  /// It was taken so recently that it belonged to the meal of now, and not to that of the day before.
  func isOfSameMeal(at moment: Moment) -> Bool {
    moment.wall.map { isOfSameMeal(at: $0) } ?? true
  }

  func isOfSameMeal(at wall: WallTime) -> Bool {
    taken.distance(to: wall) < DoseHistory.sameMeal
  }
}

/// A dose that a record takes from its meal.
struct Loss: Sendable {
  var id: EntryID
  var meal: Meal
  var dose: DeletedDose
  var age: Milliseconds
}

/// The dose that a meal had, and by whose absence it is open.
struct LostDose: Sendable {
  var meal: Meal
  var dose: DeletedDose
  var at: Instant
}
