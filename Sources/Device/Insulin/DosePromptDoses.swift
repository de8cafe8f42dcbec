import HAL

/// From a reading to a dose that was taken.
extension DosePrompt {
  /// Works the dose out again from the session's reading, or says why there is none.
  mutating func propose(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    guard let profile, let session, let basis = session.basis,
      let request = request(moment)
    else { return }
    switch profile.dose(request) {
    case .failure(let error): refuse(error.refusal, moment, tell)
    case .success where !isSure: refuse(.profileKept, moment, tell)
    case .success(let proposal):
      guard case .amount(let glucose) = basis.result else { return }
      // What forbids a dose has been said before the wearer is asked for more.
      if asksCarbohydrates, session.carbohydrates == nil {
        stand(.carbohydrates(usualCarbohydrates(session.meal, profile)), moment.at)
        return
      }
      let offer = DoseOffer(
        meal: session.meal, reading: glucose, proposal: proposal, units: proposal.total,
        last: history.doses.last(profile.model, at: moment.at))
      stand(.offering(offer), moment.at)
      tell(.proposed(offer))
    }
  }

  /// Nil without a session.
  private func request(_ moment: Moment) -> DoseRequest? {
    guard let profile, let session, let basis = session.basis else { return nil }
    let onBoard = history.doses.onBoard(profile.model, at: moment.at)
    return DoseRequest(
      meal: session.meal, reading: basis.result, readingAge: moment.at - basis.at,
      carbohydrates: session.carbohydrates, insulinOnBoard: Double(onBoard) / 1_000_000,
      hasDoseForMeal: history.doses.has(session.meal, at: moment.at),
      isClockTrusted: moment.isTrusted)
  }

  /// Without plus and minus nothing could be entered, and the base stands.
  private var asksCarbohydrates: Bool {
    limits.asksCarbohydrates && profile?.gramsPerUnit != nil && keys.contains(.plus)
      && keys.contains(.minus)
  }

  /// The page opens at the grams that the meal's base covers, rounded down to 5 g: who changes
  /// nothing gets the usual dose, never more.
  private func usualCarbohydrates(_ meal: Meal, _ profile: InsulinProfile) -> Grams {
    let grams = profile.base(meal).value * (profile.gramsPerUnit ?? 0)
    return Grams(min((grams / 5).rounded(.down) * 5, 250))
  }

  mutating func stand(_ stage: DoseSession.Stage, _ now: Instant) {
    session?.stage = stage
    session?.since = now
  }

  mutating func refuse(
    _ refusal: DoseRefusal, _ moment: Moment, _ tell: (DoseChange) -> Void
  ) {
    guard let session else { return }
    switch refusal {
    case .low, .veryLow:
      // Its own alarm and page are up already; the meal waits for a better reading.
      stand(.measuring, moment.at)
    case .secondDoseForMeal:
      answered = Answered(meal: session.meal, ends: session.ends)
      meals.close(session.meal, session.day, at: moment.at)
      leave(tell)
      refuseSecond(session.meal, moment, tell)
      return
    case .noReading, .notMeasurable, .staleReading, .clockUntrusted, .implausibleProfile,
      .doseTimeUnclear, .profileKept:
      stand(.refused(refusal), moment.at)
      entry = nil
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

  /// Ok on an offer. What would forbid a proposal now forbids the dose.
  mutating func confirm(
    _ offer: DoseOffer, _ moment: Moment, _ tell: (DoseChange) -> Void
  ) {
    guard let profile, let session, let request = request(moment),
      !(moment.at - session.since < DosePrompt.leastLook)
    else { return }
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
    answered = Answered(meal: session.meal, ends: session.ends)
    // A power cut between the two leaves the dose, and the dose answers for the meal.
    tell(.store(.dose(dose)))
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
    answered = nil
    // The dose goes last: cut off before it, nothing was undone.
    mark(.prompted, tell)
    tell(.store(.doseRemoved(dose.id)))
    tell(.undone(dose))
    stand(.offering(offer), moment.at)
    attend(moment.at, tell)
    if !isBased(offer, at: moment.at) { reconsider(moment, tell) }
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

  /// True when the record concerns the dose that is being worked out.
  mutating func follow(_ record: Record, _ tell: (DoseChange) -> Void) -> Bool {
    switch record {
    case .reading(let reading):
      guard session?.basis?.id == reading.id else { return false }
      session?.basis?.result = reading.result
    case .readingRemoved(let id):
      guard session?.basis?.id == id else { return false }
      session?.basis = nil
    case .doseRemoved(let id):
      if case .taken(let dose, _, _) = session?.stage, dose.id == id { leave(tell) }
    case .dose: break
    default: return false
    }
    return true
  }

  /// What the offer rests on has changed: it is worked out again.
  mutating func reconsider(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    switch session?.stage {
    case .offering, .carbohydrates:
      if session?.basis == nil {
        stand(.measuring, moment.at)
        sound(moment.at, tell)
      } else {
        propose(moment, tell)
      }
    // The file reads again.
    case .refused(.profileKept): if isSure { propose(moment, tell) }
    case nil, .measuring, .away, .refused, .taken: return
    }
  }
}

extension InsulinUnits {
  /// To the nearest thousandth of a unit, for the record of how a dose came about.
  fileprivate init(_ units: Double) {
    self.init(milliunits: Int64((units * 1000).rounded()))
  }
}
