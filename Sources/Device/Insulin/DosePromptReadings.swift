import HAL

/// The effects of a reading: a record, an alarm, a dose.
extension DosePrompt {
  /// A meter sent a reading, at any time.
  public mutating func take(
    _ reading: MeterReading, _ moment: Moment, _ tell: (DoseChange) -> Void
  ) {
    advance(moment, tell)
    accept(reading, moment, tell)
    settle()
  }

  mutating func accept(
    _ reading: MeterReading, isTyped: Bool = false, _ moment: Moment,
    _ tell: (DoseChange) -> Void
  ) {
    let level = reading.result.level
    // A value that the keys have moved leaves the page only for a new reading taken after the last key. It may be low,
    // or on its way there. Ok must not confirm a dose on an older reading. Of two, the lower counts: see `isOutdone`.
    if entry?.isTouched != true { entry = nil }
    guard level != .meaningless else {
      if session?.isWaiting == true {
        attend(moment.at, tell)
        refuse(.notMeasurable, moment, tell)
      } else if session == nil {
        say(.notMeasurable, moment.at)
      }
      return
    }
    let age = Milliseconds(min(max(reading.age.count, 0), GlucoseHistory.span.count))
    let at = moment.at + Milliseconds(-age.count)
    guard !history.knows(reading, at: at) else { return }
    if session?.isWaiting == true { attend(moment.at, tell) }
    var kept = keptReading(reading, at: at, moment)
    kept.isTyped = isTyped
    let isNewest = !kept.isAhead && (history.newestSure.map { !$0.isLater(than: kept) } ?? true)
    if isNewest, age <= DoseProposal.oldestReading {
      // The wearer has just measured, and looks for the dose. Its alarm is quiet, and brings no page.
      if session != nil { holdDose(moment.at) }
      if isEntered(after: at) { entry?.hasRival = true } else { entry = nil }
    }
    let speaks = isNewest && age <= LowGlucose.lasts

    // The reading that could not be measured is not the newest any more.
    if isNewest, remark?.refusal == .notMeasurable { endRemark(moment.at, tell) }
    history.add(kept)
    watchLow(moment, storing: kept.record, tell)
    if speaks, level == .high { tell(.high(kept.result)) }
    if isNewest {
      serve(reading, kept, moment, tell)
    } else if kept.isAhead, session?.isWaiting == true {
      refuse(.staleReading, moment, tell)
    } else {
      revise(moment, tell)
    }
    tellAhead(moment, tell)
  }

  /// A value is on its way in through the keys, of which the last came after that moment.
  private func isEntered(after at: Instant) -> Bool {
    guard let entry, entry.isTouched else { return false }
    return at + DosePrompt.entryFor < entryUntil
  }

  /// A value that is not low counts for nothing where a meter sent a lower one while it stood on the page. It may be
  /// half typed, and too high. A dose rests on the meter's.
  func isOutdone(_ entry: GlucoseEntry, at now: Instant) -> Bool {
    guard entry.hasRival, !entry.result.isLow, let newest = history.newestSure, newest.isOwn,
      let at = newest.sureAt, !(DoseProposal.oldestReading < now - at)
    else { return false }
    return newest.result.isBelow(entry.result)
  }

  private mutating func keptReading(
    _ reading: MeterReading, at: Instant, _ moment: Moment
  ) -> GlucoseHistory.Reading {
    var category = ReadingCategory.other
    if let session, !session.isTaken { category = ReadingCategory(before: session.meal) }
    let wall = moment.isTrusted ? moment.wall : nil
    var kept = GlucoseHistory.Reading(
      id: nextID(), result: reading.result, category: category,
      taken: wall.map { WallTime(milliseconds: $0.milliseconds &- reading.age.count) },
      at: at, arrived: moment.at, isOwn: true)
    kept.isCapped = reading.age.count < 0
    kept.isAhead = Milliseconds(0 &- reading.age.count) > Placing.tolerance
    return kept
  }

  /// The prompt goes on with the newest reading; after the meal's dose it is told that there was one.
  private mutating func serve(
    _ reading: MeterReading, _ kept: GlucoseHistory.Reading, _ moment: Moment,
    _ tell: (DoseChange) -> Void
  ) {
    guard let at = kept.at else { return }
    let isCurrent = reading.age <= DoseProposal.oldestReading
    let level = kept.result.level
    if let answered, moment.at < answered.ends, session?.isTaken ?? true {
      // Should minus take the dose back, the next one is worked out from this reading.
      session?.basis = DoseSession.Basis(id: kept.id, result: kept.result, at: at)
      guard isCurrent, level == .fine || level == .high else { return }
      if session == nil {
        refuseSecond(answered.meal, moment, tell)
      } else {
        // The page says that the dose was taken; minus must stay at hand.
        tell(.refused(answered.meal, .secondDoseForMeal))
      }
      return
    }
    guard session != nil else {
      if level == .high, !kept.result.isMeasured { say(.notMeasurable, moment.at) }
      return
    }
    let isAdjusted: Bool
    if case .offering(let offer) = session?.stage {
      isAdjusted = offer.isRemade || offer.units != offer.proposal.total
    } else {
      isAdjusted = false
    }
    session?.basis = DoseSession.Basis(id: kept.id, result: kept.result, at: at)
    propose(moment, isRemade: isAdjusted, tell)
  }
}

extension MeterResult {
  var isLow: Bool { level == .low || level == .veryLow }

  /// "LO" is below every number, and "HI" above.
  func isBelow(_ other: MeterResult) -> Bool {
    switch (self, other) {
    case (.high, _), (_, .low): false
    case (.low, _), (_, .high): true
    case (.amount(let own), .amount(let other)): own.inMilligrams < other.inMilligrams
    }
  }

  /// A number within the range of meters.
  var isMeasured: Bool {
    guard case .amount(let glucose) = self else { return false }
    switch GlucoseBand(glucose) {
    case .belowMeterRange, .aboveMeterRange: return false
    case .lowLevel2, .lowLevel1, .inRange, .highLevel1, .highLevel2: return true
    }
  }
}

extension ReadingCategory {
  public init(before meal: Meal) {
    switch meal {
    case .breakfast: self = .beforeBreakfast
    case .lunch: self = .beforeLunch
    case .dinner: self = .beforeDinner
    }
  }
}
