import HAL

/// What a reading brings: a record, an alarm, a dose.
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
    _ reading: MeterReading, _ moment: Moment, _ tell: (DoseChange) -> Void
  ) {
    let level = reading.result.level
    entry = nil
    if session?.isWaiting == true { attend(moment.at, tell) }
    guard level != .meaningless else {
      if session?.isWaiting == true {
        refuse(.notMeasurable, moment, tell)
      } else if session == nil {
        say(.notMeasurable, moment.at)
      }
      return
    }
    let age = Milliseconds(min(max(reading.age.count, 0), GlucoseHistory.span.count))
    let at = moment.at + Milliseconds(-age.count)
    guard !history.knows(reading.result, at: at) else { return }
    let isNewest = history.newest?.at.map { $0 <= at } ?? true
    let speaks = isNewest && age <= LowGlucose.lasts
    let kept = keptReading(reading, at: at, moment)

    if speaks, level == .low || level == .veryLow { openLow(kept, isNews: true, moment.at, tell) }
    history.add(kept)
    if let taken = kept.taken {
      tell(
        .store(
          .reading(
            DiaryReading(
              id: kept.id, taken: taken, result: kept.result, category: kept.category))))
    }
    if speaks { judge(kept.result, level, moment.at, tell) }
    if isNewest { serve(reading, kept, moment, tell) }
  }

  private mutating func keptReading(
    _ reading: MeterReading, at: Instant, _ moment: Moment
  ) -> GlucoseHistory.Reading {
    var category = ReadingCategory.other
    if let session, !session.isTaken { category = ReadingCategory(before: session.meal) }
    let wall = moment.isTrusted ? moment.wall : nil
    return GlucoseHistory.Reading(
      id: nextID(), result: reading.result, category: category,
      taken: wall.map { WallTime(milliseconds: $0.milliseconds &- max(reading.age.count, 0)) },
      at: at,
      isOwn: true)
  }

  private mutating func judge(
    _ result: MeterResult, _ level: MeterResult.Level, _ now: Instant,
    _ tell: (DoseChange) -> Void
  ) {
    switch level {
    case .veryLow, .low: tell(.low(result, isVery: level == .veryLow))
    case .high:
      tell(.high(result))
      endLow(tell)
    case .fine: endLow(tell)
    case .meaningless: break
    }
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
      session?.basis =
        reading.age < Milliseconds(0)
        ? nil : DoseSession.Basis(id: kept.id, result: kept.result, at: at)
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
    if reading.age < Milliseconds(0) {
      refuse(.staleReading, moment, tell)
    } else {
      session?.basis = DoseSession.Basis(id: kept.id, result: kept.result, at: at)
      propose(moment, tell)
    }
  }

  /// Looks at the newest reading anew, after records came or ages changed.
  /// - Parameter isNews: the caregivers do not know of it yet.
  mutating func look(_ moment: Moment, isNews: Bool, _ tell: (DoseChange) -> Void) {
    guard let newest = history.newest, newest.result.isLow,
      newest.at.map({ !(LowGlucose.lasts < moment.at - $0) }) ?? !moment.isTrusted
    else {
      endLow(tell)
      return
    }
    if low?.reading == newest.id, low?.result == newest.result {
      if let at = newest.at { low?.ends = at + LowGlucose.lasts }
      return
    }
    openLow(newest, isNews: isNews, moment.at, tell)
    if isNews { tell(.low(newest.result, isVery: newest.result.level == .veryLow)) }
  }

  /// The alarm and the notice come before the record: what is restored from it was told.
  private mutating func openLow(
    _ reading: GlucoseHistory.Reading, isNews: Bool, _ now: Instant, _ tell: (DoseChange) -> Void
  ) {
    let opened = LowGlucose(
      reading: reading.id, result: reading.result, isVery: reading.result.level == .veryLow,
      next: now + LowGlucose.again, ends: (reading.at ?? now) + LowGlucose.lasts)
    let before = low
    low = opened
    entry = nil
    // First the new one: between the two, what high priority keeps silent would begin to sound.
    tell(.raise(opened.alarm))
    if let before, before.alarm != opened.alarm { tell(.clear(before.alarm)) }
    if isNews { tell(.notify(opened.matter)) }
  }

  mutating func endLow(_ tell: (DoseChange) -> Void) {
    guard let low else { return }
    tell(.clear(low.alarm))
    self.low = nil
    if session == nil { entry = nil }
  }
}

extension MeterResult {
  var isLow: Bool { level == .low || level == .veryLow }

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
