import HAL

/// The effects of keys on the pages of this feature.
extension DosePrompt {
  /// Takes a key pressed while `page` was on the screen; help never comes here.
  /// - Returns: true when the press belonged to the page.
  public mutating func press(
    _ press: KeyPress, _ moment: Moment, _ tell: (DoseChange) -> Void
  ) -> Bool {
    let seen = page
    guard seen != nil, press.key != .help else { return false }
    advance(moment, tell)
    // The press was meant for the page that has just gone.
    guard page == seen else { return true }
    (inHandUntil, hands) = (moment.at + DosePrompt.inHandFor, .dose)
    if entry != nil {
      pressEntry(press, moment, tell)
    } else if low != nil {
      if press.key != .ok { openEntry(moment.at) }
    } else if remark != nil {
      if press.key == .ok { endRemark(moment.at, tell) }
    } else if asksAgain {
      pressSecond(press, moment, tell)
    } else {
      pressSession(press, moment, tell)
    }
    settle()
    return true
  }

  /// A key has moved the answer to a reminder's question: a reading takes no page from it for a minute. The keys that
  /// are on their way would set and confirm the dose.
  mutating func holdQuestion(_ now: Instant) {
    if hands == .dose { hands = .question }
    inHandUntil = now + DosePrompt.inHandFor
    settle()
  }

  /// A meter's reading brings the dose to the page for a minute, or behind the question that is being answered.
  mutating func holdDose(_ now: Instant) {
    switch hands {
    case .dose: inHandUntil = now + DosePrompt.inHandFor
    case .question, .questionBeforeDose: hands = .questionBeforeDose
    }
  }

  /// The question is answered, or its minute is over. A dose that waited behind it has a minute of its own.
  mutating func leaveQuestion(_ now: Instant) {
    guard hands != .dose else { return }
    inHandUntil = hands == .question ? .start : now + DosePrompt.inHandFor
    hands = .dose
    settle()
  }

  mutating func openEntry(_ now: Instant) {
    entry = GlucoseEntry(
      startingAt: history.newest?.result, usesMillimoles: limits.usesMillimoles)
    entryUntil = now + DosePrompt.entryFor
  }

  /// The wearer does something more urgent than to enter a value.
  mutating func dropEntry() {
    entry = nil
    settle()
  }

  private mutating func pressEntry(
    _ press: KeyPress, _ moment: Moment, _ tell: (DoseChange) -> Void
  ) {
    entryUntil = moment.at + DosePrompt.entryFor
    if session?.isWaiting == true { attend(moment.at, tell) } else { silence(tell) }
    guard press.key == .ok else {
      entry?.move(up: press.key == .plus, isLong: press.isLong)
      return
    }
    if press.isLong {
      entry = nil
      if low == nil { snooze(moment, tell) }
    } else if let entry, entry.isTouched {
      self.entry = nil
      // Only a dose may not rest on it; as the second reading after a low it counts.
      if session != nil, isOutdone(entry, at: moment.at) {
        // The page behind this one has not been looked at.
        session?.since = moment.at
        return
      }
      accept(MeterReading(result: entry.result), isTyped: true, moment, tell)
    }
  }

  private mutating func pressSession(
    _ press: KeyPress, _ moment: Moment, _ tell: (DoseChange) -> Void
  ) {
    guard let session else { return }
    if case .taken(let dose, let offer, _) = session.stage {
      // A second ok changes nothing.
      if press.key == .minus { undo(dose, offer, moment, tell) }
      return
    }
    attend(moment.at, tell)
    if press.key == .ok, press.isLong {
      snooze(moment, tell)
      return
    }
    switch session.stage {
    case .measuring: if press.key != .ok { openEntry(moment.at) }
    case .carbohydrates(let grams): pressCarbohydrates(press, grams, moment, tell)
    case .offering(let offer):
      if press.key == .ok {
        confirm(offer, moment, tell)
      } else {
        adjust(offer, up: press.key == .plus, isLong: press.isLong)
      }
    case .refused(let refusal): pressRefused(press, refusal, moment)
    case .taken, .away: break
    }
  }

  /// 5 g, or 20 by a long press; 0 to 250 g.
  private mutating func pressCarbohydrates(
    _ press: KeyPress, _ grams: Grams, _ moment: Moment, _ tell: (DoseChange) -> Void
  ) {
    if press.key == .ok {
      session?.carbohydrates = grams
      propose(moment, tell)
      return
    }
    let step = (press.isLong ? 20.0 : 5) * (press.key == .plus ? 1 : -1)
    session?.stage = .carbohydrates(Grams(min(max(grams.value + step, 0), 250)))
  }

  /// One step of the pen, or as many as a unit has; from nothing to the profile's maximum.
  private mutating func adjust(_ offer: DoseOffer, up: Bool, isLong: Bool) {
    guard let profile else { return }
    let step = profile.step.milliunits
    let move = isLong ? max(1000 / step, 1) * step : step
    let most = profile.maximum.milliunits / step * step
    var adjusted = offer
    adjusted.isRemade = false
    adjusted.units.milliunits = min(max(offer.units.milliunits + (up ? move : -move), 0), most)
    session?.stage = .offering(adjusted)
  }

  /// A new reading may help, or nothing that the wearer can do.
  private mutating func pressRefused(
    _ press: KeyPress, _ refusal: DoseRefusal, _ moment: Moment
  ) {
    switch refusal {
    case .clockUntrusted, .implausibleProfile, .doseTimeUnclear, .profileKept:
      guard let session, press.key == .ok else { return }
      // A refused dose may become possible before the meal's hour is over.
      let clear = refusal == .doseTimeUnclear ? session.clearAt : nil
      stand(.away(until: min(session.ends, clear ?? session.ends)), moment.at)
      self.session?.aside = refusal
    case .noReading, .veryLow, .low, .notMeasurable, .staleReading, .secondDoseForMeal:
      stand(.measuring, moment.at)
      if press.key != .ok { openEntry(moment.at) }
    }
  }

  /// A long ok puts the prompt off, within the meal's hour.
  private mutating func snooze(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    guard session?.isWaiting == true else { return }
    attend(moment.at, tell)
    let minutes = Int64(min(max(limits.snooze, 1), 60))
    stand(.away(until: moment.at + .seconds(minutes * 60)), moment.at)
  }
}
