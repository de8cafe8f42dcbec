import HAL

/// Meals for which the device could not prompt.
extension DosePrompt {
  /// Tells of the meals that came and went while the device was off, without a dose; of several days
  /// the last. Call it before `pass`, once records, profile and clock are known.
  /// - Parameter alive: the last moment at which the device is known to have been on.
  public mutating func missMeals(
    since alive: CivilMinute, until civil: CivilMinute, _ moment: Moment,
    _ tell: (DoseChange) -> Void
  ) {
    guard profile != nil else { return }
    advance(moment, tell)
    meals.forgetKeptBack(at: civil, besides: lost?.meal)
    tellMissed(since: alive, until: civil, moment, tell)
    self.civil = civil
    missLostMeal(moment, tell)
  }

  /// The clock that was behind is put right, or another zone is in force. Nobody was asked for the meals in between,
  /// and nobody would hear of it. A leap of a day and more says nothing of the meals of this day. One that another
  /// clock contradicts says nothing of any.
  mutating func leap(
    from before: CivilMinute, to civil: CivilMinute, _ moment: Moment, _ tell: (DoseChange) -> Void
  ) {
    guard profile != nil, moment.isTrusted, !moment.isContradicted,
      (2..<1440).contains(civil.count &- before.count)
    else { return }
    tellMissed(since: before, until: civil, moment, tell)
  }

  private mutating func tellMissed(
    since alive: CivilMinute, until civil: CivilMinute, _ moment: Moment,
    _ tell: (DoseChange) -> Void
  ) {
    for i in 0..<meals.times.count {
      let meal = meals.times[i].meal
      // Its prompt is open, and keeps its own half hour.
      if session?.meal == meal { continue }
      // Nothing takes the place of a meal for which nobody is asked.
      let overtaken = canPrompt ? meals.overtaken(meals.times[i], since: alive, until: civil) : nil
      let passed = meals.passed(meals.times[i], since: alive, until: civil)
      // A dose counts for a meal that it was near to, however long ago that meal was.
      let ago = overtaken == nil ? meals.minutesSinceEnd(of: meals.times[i], at: civil) : 0
      let since = Milliseconds.seconds(-60 * Int64(ago))
      let end = moment.at + since
      guard let day = overtaken ?? passed, meals.mark(meal, day)?.state ?? .prompted == .prompted,
        !history.doses.has(meal, at: end), !meals.wasOver(meal, at: moment.at)
      else { continue }
      tellMissed(meal, day, at: civil, since: since, moment, tell)
    }
  }

  private mutating func tellMissed(
    _ meal: Meal, _ day: Int32, at civil: CivilMinute, since: Milliseconds, _ moment: Moment,
    _ tell: (DoseChange) -> Void
  ) {
    if low != nil { return keepBack(meal, day, tell) }
    // A deletion is not told any more where the next such meal is nearer.
    let isPast = !meals.isComing(meal, after: civil)
    let deleted = isPast ? takeDeleted(meal, at: moment.wall?.advanced(by: since)) : nil
    tell(.notify(.dose(.unanswered(meal, deleted: deleted))))
    markMissed(meal, day, tell)
  }

  /// Another profile is in force. A meal that was still to come, or was being asked for, has an hour that is over now:
  /// nobody is asked for it. Nor is anybody for one that was, before the section on insulin went for a while.
  mutating func tellOverlooked(
    at civil: CivilMinute?, since before: FixedArray<3, Mealtime>, wasOn: Bool, _ moment: Moment,
    _ tell: (DoseChange) -> Void
  ) {
    guard profile != nil, moment.isTrusted, let civil else { return }
    for i in 0..<meals.times.count {
      let time = meals.times[i]
      guard session?.meal != time.meal, let day = meals.passedOfLate(time, until: civil),
        meals.mark(time.meal, day)?.state ?? .prompted == .prompted,
        !meals.wasOver(time.meal, at: moment.at)
      else { continue }
      let isLeft = !wasOn && meals.mark(time.meal, day) != nil
      guard isLeft || meals.isMoved(time, of: day, from: before, until: civil) else { continue }
      let ago = Int64(meals.minutesSinceEnd(of: time, at: civil))
      let since = Milliseconds.seconds(-60 * ago)
      if history.doses.has(time.meal, at: moment.at + since) { continue }
      tellMissed(time.meal, day, at: civil, since: since, moment, tell)
    }
  }

  private mutating func markMissed(_ meal: Meal, _ day: Int32, _ tell: (DoseChange) -> Void) {
    meals.set(meal, day, .unanswered)
    tell(.store(.meal(meal, day: day, .unanswered)))
  }

  /// A wearer without an ok key is not asked. The caregiver is told after the half hour, in which the
  /// family may enter the dose; after low glucose, if it is low then. The next meal may be due by then.
  mutating func tellUnasked(
    at civil: CivilMinute, _ moment: Moment, _ tell: (DoseChange) -> Void
  ) {
    for i in 0..<meals.times.count {
      guard profile != nil, let due = meals.due(meals.times[i], at: civil, now: moment.at),
        session?.meal != due.meal, !(due.late < DosePrompt.unansweredAfter),
        meals.mark(due.meal, due.day)?.state ?? .prompted == .prompted,
        !history.doses.has(due.meal, at: moment.at)
      else { continue }
      if low == nil {
        let deleted = takeDeleted(due.meal, at: moment.wall)
        tell(.notify(.dose(.unanswered(due.meal, deleted: deleted))))
        markMissed(due.meal, due.day, tell)
      } else {
        keepBack(due.meal, due.day, tell)
      }
    }
  }

  /// The caregiver knows of low glucose already, and must not think of a missing dose now.
  mutating func keepBack(_ meal: Meal, _ day: Int32, _ tell: (DoseChange) -> Void) {
    meals.keepBack(meal, day)
    tell(.store(.meal(meal, day: day, .unanswered)))
  }

  /// An earlier life made the notice of a meal before its record. A record without one was kept back.
  mutating func restoreKeptBack(_ record: Record) {
    switch record {
    case .outbox(.notice(let notice)):
      guard case .dose(.unanswered(let meal, _)) = notice.matter else { break }
      toldMeals[meal.rawValue] = true
      meals.clearKeptBack(meal)
    case .meal(let meal, let day, let state):
      if state == .unanswered, !toldMeals[meal.rawValue] { meals.keepBack(meal, day) }
      toldMeals[meal.rawValue] = false
    case .alive, .place, .reminder, .outbox, .accompanied, .diary: break
    }
  }

  /// The power went between the notice of a meal that was kept back and its record: the record follows.
  mutating func storeToldMeal(_ tell: (DoseChange) -> Void) {
    defer { toldMeals = Marks() }
    for raw: UInt8 in 0..<3 where toldMeals[raw] {
      guard let meal = Meal(rawValue: raw), let day = meals.newestDay(meal),
        meals.mark(meal, day)?.state == .unanswered
      else {
        continue
      }
      return tell(.store(.meal(meal, day: day, .unanswered)))
    }
  }

  /// Low glucose is over: the caregiver hears of the meal that it kept without a dose, one a minute.
  mutating func tellKeptBack(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    // The word goes on waiting while the section is out of the profile.
    guard low == nil, profile != nil else { return }
    while let mark = meals.takeKeptBack() {
      // A dose belongs to the meal that it was near to, however long the low has lasted since.
      let ago = civil.flatMap { meals.minutes(since: mark, at: $0) } ?? 0
      let since = Milliseconds.seconds(-60 * Int64(max(ago, 0)))
      guard !history.doses.has(mark.meal, at: moment.at + since) else { continue }
      let deleted = takeDeleted(mark.meal, at: moment.wall?.advanced(by: since))
      tell(.notify(.dose(.unanswered(mark.meal, deleted: deleted))))
      tell(.store(.meal(mark.meal, day: mark.day, .unanswered)))
      return
    }
  }
}
