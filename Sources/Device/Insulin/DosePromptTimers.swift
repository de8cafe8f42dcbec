import HAL

/// The effects of time alone.
extension DosePrompt {
  /// Prompts for a meal: once per meal and day; after a restart within the hour it goes on.
  mutating func begin(
    _ meal: Meal, day: Int32, late: Milliseconds, _ moment: Moment, _ tell: (DoseChange) -> Void
  ) {
    guard late < Mealtimes.window else { return }
    if let session, session.meal == meal {
      // Another day of the same meal is a clock that jumped: it is not asked twice for that.
      if session.day != day { meals.close(meal, day, at: moment.at) }
      return
    }
    // A mark that was closed and is due again stems from a wrong clock: this is the real meal.
    let mark = meals.mark(meal, day).flatMap { $0.closed == nil ? $0 : nil }
    let ends = moment.at + Milliseconds(Mealtimes.window.count - late.count)
    if history.doses.has(meal, at: moment.at) {
      let wasAsked = mark != nil || meals.wasOver(meal, at: moment.at)
      // An earlier meal may come, after a restart, behind a later one, whose hour goes on.
      if answered?.ends ?? .start <= ends { answered = Answered(meal: meal, day: day, ends: ends) }
      meals.close(meal, day, at: moment.at)
      // Asked before, it is simply answered. Otherwise somebody entered the dose: said once.
      if !wasAsked { refuseSecond(meal, moment, tell) }
      return
    }
    if let session {
      if session.isTaken {
        // Minus still takes the other meal's dose back.
        lookForMeals()
        return
      }
      close(moment, tell)
    }
    // A word that was given before the mealtime came by a wrong clock, in an earlier life.
    let isTold = mark?.state == .unanswered && late >= Mealtimes.minute
    session = DoseSession(
      meal: meal, day: day, ends: ends, isCaregiverTold: isTold, now: moment.at)
    if let lost, lost.meal == meal, moment.at - lost.at < DoseHistory.sameMeal,
      lost.dose.isOfSameMeal(at: moment)
    {
      session?.deleted = lost.dose
    }
    sound(moment.at, tell)
    if mark == nil {
      tell(.prompted(meal))
      meals.set(meal, day, .prompted)
      tell(.store(.meal(meal, day: day, .prompted)))
    }
    useFreshReading(moment, tell)
  }

  /// A reading of the last minutes need not be taken again, unless a dose has followed it.
  mutating func useFreshReading(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    guard let newest = history.newest, newest.isOwn, let at = newest.at,
      case .amount(let glucose) = newest.result, newest.result.level != .low,
      newest.result.level != .veryLow, GlucoseBand(glucose) != .aboveMeterRange,
      !(DoseProposal.oldestReading < moment.at - at), !history.doses.hasAny(since: at)
    else { return }
    session?.basis = DoseSession.Basis(id: newest.id, result: newest.result, at: at)
    propose(moment, tell)
  }

  /// The next moment at which `step` has something to do.
  var earliest: Instant? {
    var earliest: Instant?
    func consider(_ at: Instant?) {
      guard let at else { return }
      earliest = earliest.map { min($0, at) } ?? at
    }
    if let low {
      consider(min(low.next, low.ends))
      consider(low.tellBy)
    }
    if let second { consider(min(second.announce, second.until)) }
    consider(remark?.until)
    if entry != nil { consider(entryUntil) }
    if inHandUntil > .start { consider(inHandUntil) }
    guard let session else { return earliest }
    switch session.stage {
    case .taken(_, _, let until):
      consider(until)
      return earliest
    case .away(let until): consider(until)
    case .refused(.doseTimeUnclear): consider(session.clearAt)
    case .measuring, .carbohydrates, .offering, .refused: consider(session.staleAt)
    }
    consider(session.ends)
    if low == nil {
      if !session.prompt.isTold { consider(session.unansweredAt) }
      if session.isWaiting { consider(session.prompt.next) }
    }
    return earliest
  }

  /// Does everything that is due at this moment.
  mutating func step(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    let now = moment.at
    if entry != nil, entryUntil <= now { entry = nil }
    if inHandUntil <= now {
      if hands == .dose { inHandUntil = .start } else { leaveQuestion(now) }
    }
    if let remark, remark.until <= now { endRemark(now, tell) }
    stepLow(moment, tell)
    stepSecond(moment, tell)
    stepSession(moment, tell)
  }

  private mutating func stepSession(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    let now = moment.at
    guard let session else { return }
    if case .taken(_, _, let until) = session.stage {
      if until <= now {
        meals.close(session.meal, session.day, at: now)
        leave(tell)
      }
      return
    }
    if session.ends <= now {
      close(moment, tell)
      return
    }
    if session.unansweredAt <= now, !session.prompt.isTold, low == nil { tellUnanswered(tell) }
    if case .away(let until) = session.stage, until <= now {
      resume(moment, tell)
    } else if case .refused(.doseTimeUnclear) = session.stage, let clear = session.clearAt,
      clear <= now
    {
      // Nothing of it acts any more.
      remake(moment, tell)
    } else if let stale = session.staleAt, stale <= now {
      refuse(.staleReading, moment, tell)
    } else if session.isWaiting, let next = session.prompt.next, next <= now, low == nil {
      sound(now, tell)
    }
  }

  /// Resumes a prompt that was put off: with the reading while it is fresh, else asking anew.
  private mutating func resume(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    stand(.measuring, moment.at)
    // Nobody is called to a dose while glucose is low: it sounds once that is over.
    guard low == nil else { return }
    sound(moment.at, tell)
    guard session?.basis != nil, let newest = history.newestSure, let at = newest.sureAt,
      !(DoseProposal.oldestReading < moment.at - at)
    else { return }
    session?.basis = DoseSession.Basis(id: newest.id, result: newest.result, at: at)
    propose(moment, tell)
  }

  private mutating func tellUnanswered(_ tell: (DoseChange) -> Void) {
    guard let session else { return }
    tell(.notify(.dose(.unanswered(session.meal, deleted: session.deleted))))
    markUnanswered(tell)
  }

  private mutating func markUnanswered(
    isKeptBack: Bool = false, _ tell: (DoseChange) -> Void
  ) {
    guard let session else { return }
    self.session?.prompt.isTold = true
    if isKeptBack {
      meals.keepBack(session.meal, session.day)
    } else {
      meals.set(session.meal, session.day, .unanswered)
    }
    tell(.store(.meal(session.meal, day: session.day, .unanswered)))
  }

  /// The hour of the meal is over, or the next meal is due.
  mutating func close(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    guard let session else { return }
    if !session.prompt.isTold {
      // The caregiver knows of low glucose already: a call for insulin would be heard at the wrong time.
      // It follows once the low is over, and the daily mail lists the dose.
      if low == nil { tellUnanswered(tell) } else { markUnanswered(isKeptBack: true, tell) }
    }
    if session.basis == nil { tell(.refused(session.meal, .noReading)) }
    meals.close(session.meal, session.day, at: moment.at)
    leave(tell)
  }

  /// The prompt goes from the screen, without a word. A value that is being entered stays: it may be low.
  mutating func leave(_ tell: (DoseChange) -> Void) {
    silence(tell)
    session = nil
    lookForMeals()
  }

  mutating func sound(_ now: Instant, _ tell: (DoseChange) -> Void) {
    isSounding = true
    session?.prompt.announce(at: now)
    tell(.raise(.dose))
  }

  mutating func silence(_ tell: (DoseChange) -> Void) {
    guard isSounding else { return }
    isSounding = false
    tell(.clear(.dose))
  }

  /// The wearer touched the prompt.
  mutating func attend(_ now: Instant, _ tell: (DoseChange) -> Void) {
    session?.prompt.announce(at: now)
    silence(tell)
  }

  mutating func say(_ refusal: DoseRefusal, _ now: Instant) {
    remark = Remark(refusal: refusal, until: now + DosePrompt.remarkFor)
  }

  mutating func endRemark(_ now: Instant, _ tell: (DoseChange) -> Void) {
    remark = nil
    // The page behind this one has not been looked at.
    session?.since = now
    if session?.isWaiting != true { silence(tell) }
  }
}
