import HAL

/// The way from a reading to a dose that was taken.
extension DosePrompt {
  /// Works the dose out again from the session's reading, or says why there is none.
  /// - Parameter isRemade: what was adjusted by hand is dropped, and the page says so.
  mutating func propose(
    _ moment: Moment, isRemade: Bool = false, _ tell: (DoseChange) -> Void
  ) {
    guard let profile, let session, let basis = session.basis,
      let request = request(moment)
    else { return }
    self.session?.revision = history.revision
    switch profile.dose(request) {
    case .failure(let error): refuse(error.refusal, moment, tell)
    case .success where !isSure: refuse(.profileKept, moment, tell)
    case .success(let proposal):
      guard case .amount(let glucose) = basis.result else { return }
      if low != nil {
        // Another reading is low, and nobody knows which is the newer.
        stand(.measuring, moment.at)
        return
      }
      if isTypedTooSoon(basis) {
        stand(.measuring, moment.at)
        sound(moment.at, tell)
        return
      }
      // A reason that forbids a dose comes before further questions to the wearer.
      if asksCarbohydrates, session.carbohydrates == nil {
        // Another reading does not change what the wearer has set already.
        guard case .carbohydrates = session.stage else {
          return stand(.carbohydrates(usualCarbohydrates(session.meal, profile)), moment.at)
        }
        return
      }
      let offer = DoseOffer(
        meal: session.meal, reading: glucose, proposal: proposal, units: proposal.total,
        last: history.doses.last(profile.model, at: moment.at), isRemade: isRemade,
        deleted: session.deleted)
      stand(.offering(offer), moment.at)
      tell(.proposed(offer))
    }
  }

  /// The keys alone have ended a low that is less than 15 minutes older, however often. They may have moved the low
  /// value itself: a meter's reading, or those minutes, come before a dose.
  private func isTypedTooSoon(_ basis: DoseSession.Basis) -> Bool {
    guard let index = history.index(of: basis.id), history.readings[index].isTyped else {
      return false
    }
    return history.hasOnlyTypedEndings(before: basis.at)
  }

  /// Nil without a session.
  private func request(_ moment: Moment) -> DoseRequest? {
    guard let profile, let session, let basis = session.basis else { return nil }
    let onBoard = history.doses.onBoard(profile.model, at: moment.at)
    return DoseRequest(
      meal: session.meal, reading: basis.result, readingAge: moment.at - basis.at,
      carbohydrates: session.carbohydrates, insulinOnBoard: Double(onBoard) / 1_000_000,
      hasDoseForMeal: history.doses.has(session.meal, at: moment.at),
      isClockTrusted: moment.isTrusted && !moment.isDisputed,
      hasUnclearDose: history.doses.unclearUntil(profile.model, at: moment.at) != nil)
  }

  /// Whether carbohydrates are asked for. Nothing can be entered without plus and minus, and the base stands.
  private var asksCarbohydrates: Bool {
    limits.asksCarbohydrates && profile?.gramsPerUnit != nil && keys.contains(.plus)
      && keys.contains(.minus)
  }

  /// The page opens at the grams that the meal's base covers, rounded down to 5 g: who changes
  /// nothing gets the usual dose, never more.
  private func usualCarbohydrates(_ meal: Meal, _ profile: InsulinProfile) -> Grams {
    let grams = profile.base(meal).value * (profile.gramsPerUnit ?? 0)
    return Grams(min(Double(Int64(grams / 5)) * 5, 250))
  }

  mutating func stand(_ stage: DoseSession.Stage, _ now: Instant) {
    session?.stage = stage
    session?.since = now
    session?.aside = nil
  }

  mutating func refuse(
    _ refusal: DoseRefusal, _ moment: Moment, _ tell: (DoseChange) -> Void
  ) {
    guard let session else { return }
    switch refusal {
    case .low, .veryLow:
      // The meal waits for a better reading. An old low has no alarm and page of its own that are up already.
      stand(.measuring, moment.at)
      if low == nil { sound(moment.at, tell) }
    case .secondDoseForMeal:
      answered = Answered(meal: session.meal, day: session.day, ends: session.ends)
      meals.close(session.meal, session.day, at: moment.at)
      leave(tell)
      refuseSecond(session.meal, moment, tell)
      return
    case .noReading, .notMeasurable, .staleReading, .clockUntrusted, .implausibleProfile,
      .doseTimeUnclear, .profileKept:
      stand(.refused(refusal), moment.at)
      if refusal == .doseTimeUnclear, let profile {
        self.session?.clearAt = history.doses.unclearUntil(profile.model, at: moment.at)
      }
      // A value that the keys have moved stays: it may be low.
      if entry?.isTouched != true { entry = nil }
      sound(moment.at, tell)
    }
    tell(.refused(session.meal, refusal))
  }

  /// The meal had its insulin: loud, and said on the screen.
  mutating func refuseSecond(_ meal: Meal, _ moment: Moment, _ tell: (DoseChange) -> Void) {
    sound(moment.at, tell)
    tell(.refused(meal, .secondDoseForMeal))
    say(.secondDoseForMeal, moment.at)
  }

  /// Ok on an offer. A reason that would forbid a proposal now forbids the dose.
  mutating func confirm(
    _ offer: DoseOffer, _ moment: Moment, _ tell: (DoseChange) -> Void
  ) {
    guard let profile, let session, let request = request(moment),
      !(moment.at - session.since < DosePrompt.leastLook)
    else { return }
    if session.revision != history.revision {
      // The page says first what has changed; this key confirms nothing.
      remake(moment, tell)
      return
    }
    if case .failure(let error) = profile.dose(request) {
      refuse(error.refusal, moment, tell)
      return
    }
    guard isSure else { return refuse(.profileKept, moment, tell) }
    guard let wall = moment.wall else {
      refuse(.clockUntrusted, moment, tell)
      return
    }
    let proposal = offer.proposal
    let dose = DiaryDose(
      id: nextID(), taken: wall, meal: session.meal, mealPart: InsulinUnits(proposal.meal),
      correction: InsulinUnits(proposal.correction),
      insulinOnBoard: InsulinUnits(proposal.insulinOnBoard), proposed: proposal.total,
      confirmed: offer.units)
    history.doses.put(dose, at: moment.at, now: moment.at)
    history.touch()
    self.session?.revision = history.revision
    lost = nil
    answered = Answered(meal: session.meal, day: session.day, ends: session.ends)
    // A power cut between the two leaves the dose, and the dose answers for the meal.
    tell(.store(.diary(.dose(dose))))
    mark(.confirmed, tell)
    tell(.confirmed(dose))
    silence(tell)
    stand(.taken(dose, offer, until: moment.at + DosePrompt.undoFor), moment.at)
  }

  /// Minus within the minute. The offer stands again as it was, unless a reading came after it.
  mutating func undo(
    _ dose: DiaryDose, _ offer: DoseOffer, _ moment: Moment, _ tell: (DoseChange) -> Void
  ) {
    history.doses.remove(dose.id)
    // Any other change since the dose was taken makes the offer anew.
    let isSame = session?.revision == history.revision
    history.touch()
    session?.revision = isSame ? history.revision : history.revision &- 1
    answered = nil
    // The dose goes last: cut off before it, nothing was undone.
    mark(.prompted, tell)
    session?.reopen(at: moment.at)
    tell(.store(.diary(.doseRemoved(dose.id))))
    tell(.undone(dose))
    stand(.offering(offer), moment.at)
    attend(moment.at, tell)
    let isDoubtful = !moment.isTrusted || moment.isDisputed
    if !isSame || isDoubtful || !isBased(offer, at: moment.at) { remake(moment, tell) }
  }

  /// It rests on the newest reading, and that is not too old.
  private func isBased(_ offer: DoseOffer, at now: Instant) -> Bool {
    guard let basis = session?.basis, basis.result == .amount(offer.reading) else { return false }
    return !(DoseProposal.oldestReading < now - basis.at)
  }

  private mutating func mark(_ state: MealState, _ tell: (DoseChange) -> Void) {
    guard let session else { return }
    meals.set(session.meal, session.day, state)
    tell(.store(.meal(session.meal, day: session.day, state)))
  }

  /// A dose that was just taken goes from the screen with its record. Changed by somebody, it is not what
  /// the page says, and minus would delete what the wearer has not seen.
  mutating func follow(_ record: Record, _ now: Instant, _ tell: (DoseChange) -> Void) {
    guard let session, case .taken(let dose, _, _) = session.stage else { return }
    switch record {
    case .diary(.doseRemoved(dose.id)): leave(tell)
    case .diary(.dose(let other)) where other.id == dose.id && other != dose:
      meals.close(session.meal, session.day, at: now)
      leave(tell)
    case .alive, .place, .reminder, .outbox, .accompanied, .diary, .meal: break
    }
  }

  /// Readings or doses have changed, or their ages: whatever rests on them is made anew.
  mutating func revise(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    guard let session, !session.isTaken else { return }
    if history.doses.has(session.meal, at: moment.at) {
      refuse(.secondDoseForMeal, moment, tell)
      return
    }
    if session.refusal == .profileKept && isSure
      || session.refusal == .implausibleProfile && profile?.isPlausible == true
    {
      // The file reads again, or its figures go together now.
      return remake(moment, tell)
    }
    guard session.revision != history.revision else { return }
    switch session.stage {
    case .offering, .carbohydrates, .refused(.doseTimeUnclear): remake(moment, tell)
    case .refused(.notMeasurable), .refused(.staleReading):
      if hasOtherBasis { remake(moment, tell) }
    case .away:
      if session.refusal == .doseTimeUnclear, let profile,
        history.doses.unclearUntil(profile.model, at: moment.at) == nil
      {
        remake(moment, tell)
      }
    case .measuring, .refused, .taken: return
    }
  }

  /// The reading that was refused is not the newest any more, or has another value.
  private var hasOtherBasis: Bool {
    guard let basis = session?.basis, let newest = history.newestSure else { return false }
    return newest.id != basis.id || newest.result != basis.result
  }

  /// Makes the offer anew from the newest reading, or not at all.
  mutating func remake(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    var isAdjusted = false
    if case .offering(let offer) = session?.stage {
      isAdjusted = offer.isRemade || offer.units != offer.proposal.total
    }
    guard let newest = history.newestSure, let at = newest.sureAt else {
      session?.basis = nil
      stand(.measuring, moment.at)
      sound(moment.at, tell)
      return
    }
    session?.basis = DoseSession.Basis(id: newest.id, result: newest.result, at: at)
    propose(moment, isRemade: isAdjusted, tell)
  }
}

extension InsulinUnits {
  /// Rounds to the nearest thousandth of a unit, for the record of a dose's parts.
  fileprivate init(_ units: Double) {
    self.init(milliunits: Int64(nearest: units * 1000))
  }
}
