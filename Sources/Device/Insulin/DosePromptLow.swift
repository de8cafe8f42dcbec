import HAL

/// The watch over low glucose. SAFE-1, SAFE-2.
extension DosePrompt {
  /// Looks at all readings anew, after one came, changed or went, or ages changed.
  /// - Parameter record: of the reading that came. It is stored behind the alarm and the notice, and
  ///   before what the timeline says: what is restored from it was told.
  mutating func watchLow(
    _ moment: Moment, storing record: Record? = nil, _ tell: (DoseChange) -> Void
  ) {
    let now = moment.at
    guard let standing = history.standingLow(at: now) else {
      if let record { tell(.store(record)) }
      endLow(moment, tell)
      followSecond(moment, tell)
      return
    }
    if let low, low.reading == standing.id, low.result == standing.result {
      if let record { tell(.store(record)) }
      keepLow(standing, moment, tell)
    } else {
      if let low, isGone(low) { replaceLow(low, by: standing, moment, tell) }
      let index = history.index(of: standing.id)
      openLow(
        index.map { history.readings[$0] } ?? standing, storing: record, moment, tell)
    }
    tellOtherLows(moment, tell)
    endSecond(tell)
  }

  /// The reading of that alarm was deleted, or has another value.
  private func isGone(_ low: LowGlucose) -> Bool {
    guard let index = history.index(of: low.reading) else { return true }
    return history.readings[index].result != low.result
  }

  /// The end of the one withdraws every notice of low glucose: the other is told anew.
  private mutating func replaceLow(
    _ low: LowGlucose, by other: GlucoseHistory.Reading, _ moment: Moment,
    _ tell: (DoseChange) -> Void
  ) {
    tellOver(low, moment, tell)
    if let index = history.index(of: other.id) { history.setTold(index, false) }
  }

  private mutating func keepLow(
    _ reading: GlucoseHistory.Reading, _ moment: Moment, _ tell: (DoseChange) -> Void
  ) {
    low?.at = reading.sureAt ?? reading.arrived
    let end = ends(reading)
    low?.ends = end
    if low?.tellBy != nil, moment.isTrusted { tellLow(reading, moment.at, tell) }
  }

  private func ends(_ reading: GlucoseHistory.Reading) -> Instant {
    let most = reading.arrived + LowGlucose.lasts
    return reading.sureAt.map { min($0 + reading.lasts, most) } ?? most
  }

  private mutating func openLow(
    _ reading: GlucoseHistory.Reading, storing record: Record?, _ moment: Moment,
    _ tell: (DoseChange) -> Void
  ) {
    let now = moment.at
    let isNews = !reading.isTold
    let opened = LowGlucose(
      reading: reading.id, result: reading.result, isVery: reading.result.level == .veryLow,
      at: reading.sureAt ?? reading.arrived, next: now + LowGlucose.again, ends: ends(reading),
      age: age(of: reading, now), tellBy: isNews ? now + LowGlucose.waitsForClock : nil)
    let before = low
    low = opened
    history.kept = reading.id
    // A low value that is being typed stays. Ok must not take another one when it is to silence this alarm.
    if entry?.isTouched != true || entry?.result.isLow != true { entry = nil }
    if !isNews, earlier.open == reading.id {
      low?.notice = earlier.notice
      low?.isCaregiverAware = earlier.isAnswered
    }
    if isNews, earlier.open == reading.id, let told = earlier.told, told != reading.result {
      // The diary was changed while the device was off: what was told of it is over.
      tellEarlierOver(reading.id, told, opened.at, moment, tell)
      earlier.open = EntryID(0)
    }
    if !isNews { earlier.open = EntryID(0) }
    // First the new one: between the two, what high priority keeps silent would begin to sound.
    tell(.raise(opened.alarm))
    if let before, before.alarm != opened.alarm { tell(.clear(before.alarm)) }
    // A clock that is about to speak tells how old a restored reading is.
    if isNews, moment.isTrusted || reading.isOwn { tellLow(reading, now, tell) }
    if let record { tell(.store(record)) }
    if isNews { tell(.low(reading.result, isVery: opened.isVery)) }
  }

  private func age(of reading: GlucoseHistory.Reading, _ now: Instant) -> ReadingAge {
    reading.sureAt.map { ReadingAge(now - $0) } ?? .unclear
  }

  private mutating func tellLow(
    _ reading: GlucoseHistory.Reading, _ now: Instant, _ tell: (DoseChange) -> Void
  ) {
    low?.tellBy = nil
    // The newer low reading represents both from now on.
    earlier.open = EntryID(0)
    let age = age(of: reading, now)
    low?.age = age
    if let index = history.index(of: reading.id) { history.setTold(index, true) }
    if let matter = low?.matter { tell(.notify(matter)) }
  }

  /// Other low readings of the last hours that nobody has heard of: two in one round, and the rest is due at
  /// once. A reading that no clock has placed waits for one; a meter states how old its readings are.
  private mutating func tellOtherLows(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    guard let low else { return }
    func next() -> Int? {
      history.untoldLow(besides: low.reading, at: moment.at, isOwn: !moment.isTrusted)
    }
    for _ in 0..<2 {
      guard let i = next() else { return }
      let other = history.readings[i]
      history.setTold(i, true)
      // News sounds, although an older low was silenced.
      if other.arrived == moment.at, bootedAt < moment.at { tell(.raise(low.alarm)) }
      let isVery = other.result.level == .veryLow
      tell(.notify(.glucose(.low(other.result, isVery: isVery, age: age(of: other, moment.at)))))
      tell(.low(other.result, isVery: isVery))
    }
    if next() != nil { owesSince = moment.at }
  }

  /// It sounds again, or is over by its age.
  mutating func stepLow(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    let now = moment.at
    guard let low else { return }
    if let by = low.tellBy, by <= now {
      self.low?.tellBy = nil
      if let index = history.index(of: low.reading) {
        tellLow(history.readings[index], now, tell)
      }
    }
    if low.ends <= now {
      if let other = history.standingLow(at: now), other.id != low.reading {
        watchLow(moment, tell)
      } else {
        endLow(moment, tell)
      }
    } else if low.next <= now {
      self.low?.next = now + LowGlucose.again
      if let index = history.index(of: low.reading) {
        let age = age(of: history.readings[index], now)
        self.low?.age = age
      }
      tell(.raise(low.alarm))
      if low.isVery || low.isOwedAnew, !low.isCaregiverAware, let matter = self.low?.matter {
        // It was told behind another reading, or before one: whoever knows of it goes on knowing.
        if low.notice == NoticeID(0) { self.low?.notice = LowGlucose.toldBefore }
        self.low?.isOwedAnew = false
        tell(.notify(matter))
      }
    }
  }

  // MARK: Over

  private mutating func endLow(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    if let low {
      tell(.clear(low.alarm))
      self.low = nil
      history.kept = EntryID(0)
      tellOver(low, moment, tell)
    }
    endEarlierLow(moment, tell)
  }

  /// Told in an earlier life, and ended while nobody looked.
  private mutating func endEarlierLow(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    guard earlier.open != EntryID(0) else { return }
    let id = earlier.open
    var told = earlier.told
    let at: Instant
    if let index = history.index(of: id) {
      guard let sure = history.readings[index].sureAt else {
        // Nobody can say without a clock how long ago it was, only that nobody is to act on it.
        history.setTold(index, false)
        return tell(.lowIsPast)
      }
      at = sure
      told = told ?? history.readings[index].result
    } else {
      guard let taken = earlier.taken, let offset = history.offset else { return tell(.lowIsPast) }
      at = Instant(milliseconds: taken.milliseconds &- offset)
    }
    earlier.open = EntryID(0)
    if let told { tellEarlierOver(id, told, at, moment, tell) }
  }

  private mutating func tellEarlierOver(
    _ id: EntryID, _ told: MeterResult, _ at: Instant, _ moment: Moment,
    _ tell: (DoseChange) -> Void
  ) {
    tellOver(
      LowGlucose(
        reading: id, result: told, isVery: told.level == .veryLow, at: at, next: moment.at,
        ends: moment.at, age: .recent), moment, tell)
  }

  private mutating func tellOver(
    _ low: LowGlucose, _ moment: Moment, _ tell: (DoseChange) -> Void
  ) {
    let now = moment.at
    var lowAge = minutes(since: low.at, now)
    var over = LowGlucoseOver(low: low.result, lowAge: lowAge, ended: nil, cause: .removed)
    if let index = history.index(of: low.reading) {
      let reading = history.readings[index]
      let (count, last) = history.endings(of: reading)
      // A clock may have said when it was only now.
      if reading.result == low.result {
        lowAge = minutes(since: reading, now)
        over = LowGlucoseOver(low: low.result, lowAge: lowAge, ended: nil, cause: .removed)
      }
      if reading.result != low.result {
        over = LowGlucoseOver(
          low: low.result, lowAge: lowAge, ended: reading.result, endAge: lowAge, cause: .corrected)
      } else if let last {
        over = ended(low.result, lowAge, by: last, now)
        if count == 1 { askAgain(reading, last, now) }
      } else {
        over.cause = .old
      }
      // One that is old stays told: it must not be news at that very moment.
      if over.cause != .old { history.setTold(index, false) }
    }
    // Nobody has heard of it yet.
    if low.tellBy == nil {
      tell(.lowOver(over))
      tell(.notify(.glucose(.lowOver(over))))
    }
    if let second, second.due <= now { stepSecond(moment, tell) }
  }

  private func ended(
    _ low: MeterResult, _ lowAge: Int16, by last: GlucoseHistory.Reading, _ now: Instant
  ) -> LowGlucoseOver {
    LowGlucoseOver(
      low: low, lowAge: lowAge, ended: last.result,
      endAge: minutes(since: last, now), cause: .measured)
  }

  /// The moment in which it came in says nothing of when it was taken.
  private func minutes(since reading: GlucoseHistory.Reading, _ now: Instant) -> Int16 {
    reading.sureAt.map { minutes(since: $0, now) } ?? LowGlucoseOver.unknownAge
  }

  /// Minutes as a clock on the wall counts them; full minutes if there is no clock. An age of more
  /// than 22 days does not fit, and a lesser one would name a false hour.
  private func minutes(since moment: Instant, _ now: Instant) -> Int16 {
    var minutes = (now - moment).count / 60_000
    if let offset = history.offset {
      let (from, to) = (moment.milliseconds &+ offset, now.milliseconds &+ offset)
      minutes = to.floored(by: 60_000) - from.floored(by: 60_000)
    }
    return Int16(exactly: minutes) ?? LowGlucoseOver.unknownAge
  }

  // MARK: The second measurement

  private mutating func askAgain(
    _ low: GlucoseHistory.Reading, _ last: GlucoseHistory.Reading, _ now: Instant
  ) {
    // The question about a newer low goes on.
    guard second == nil else { return }
    let due = max(
      (low.sureAt ?? low.arrived) + SecondMeasurement.after, last.sureAt ?? last.arrived)
    second = SecondMeasurement(
      reading: low.id, due: due, until: due + SecondMeasurement.patience, announce: due)
    // A clock that spoke only now may have placed both long ago.
    if let second, now - second.until > SecondMeasurement.isPast { self.second = nil }
  }

  /// A second reading confirms the first; without any low reading there is nothing to confirm.
  private mutating func followSecond(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    if earlier.over != EntryID(0), moment.isTrusted {
      if let index = history.index(of: earlier.over) {
        let (count, last) = history.endings(of: history.readings[index])
        if count == 1, let last {
          let newer = second
          second = nil
          askAgain(history.readings[index], last, moment.at)
          if let newer {
            // The older one is told only as not confirmed.
            if let second, second.until <= moment.at { stepSecond(moment, tell) }
            second = newer
          }
        }
      }
      earlier.over = EntryID(0)
      if let second, second.due <= moment.at { stepSecond(moment, tell) }
    }
    guard let second else { return }
    if let index = history.index(of: second.reading), history.readings[index].result.isLow {
      let low = history.readings[index]
      if history.endings(of: low).count == 1 { return }
      // One of a meter's memory may lie between the low and its end: a newer low, which only one reading has ended.
      if let newer = history.lowEndedOnce(after: low) {
        self.second?.reading = newer
        return
      }
    }
    endSecond(tell)
  }

  private mutating func endSecond(_ tell: (DoseChange) -> Void) {
    let wasAsked = second?.isAsked == true
    second = nil
    if wasAsked, session?.isWaiting != true { silence(tell) }
  }

  mutating func stepSecond(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    let now = moment.at
    guard let second else { return }
    if second.until <= now {
      if let index = history.index(of: second.reading) {
        let low = history.readings[index]
        if let last = history.endings(of: low).last {
          var over = ended(low.result, minutes(since: low, now), by: last, now)
          over.isUnconfirmed = true
          tell(.notify(.glucose(.lowOver(over))))
        }
      }
      endSecond(tell)
    } else if second.announce <= now {
      self.second?.isAsked = true
      self.second?.isSeen = false
      self.second?.announce = now + PromptFigures.interval
      isSounding = true
      tell(.raise(.dose))
    }
  }

  /// The page that asks for a second measurement; a meal's own question asks the same.
  var asksAgain: Bool {
    guard let second, second.isAsked, !second.isSeen else { return false }
    switch session?.stage {
    case .measuring, .taken: return false
    case nil, .away, .carbohydrates, .offering, .refused: return true
    }
  }

  mutating func pressSecond(
    _ press: KeyPress, _ moment: Moment, _ tell: (DoseChange) -> Void
  ) {
    silence(tell)
    if session?.isWaiting == true { attend(moment.at, tell) }
    guard press.key == .ok else { return openEntry(moment.at) }
    second?.isSeen = true
    // The page behind this one has not been looked at.
    session?.since = moment.at
  }
}
