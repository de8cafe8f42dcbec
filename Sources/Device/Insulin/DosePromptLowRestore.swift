import HAL

/// The records of an earlier life tell of its low glucose here. SAFE-1.
extension DosePrompt {
  /// - Parameter isKnown: the record puts a reading in the place of an earlier version.
  mutating func restoreLow(_ record: Record, isKnown: Bool) {
    switch record {
    case .outbox(.notice(let notice)): restoreLow(notice)
    case .outbox(.acknowledged(let id, _)):
      guard id == earlier.notice else { return }
      earlier.isAnswered = true
      // No record of its reading came so far: the notice may have to stand for it.
      if earlier.open != EntryID(0) { earlier.told = nil }
    case .diary(.reading(let reading)):
      let isFirst = reading.id.value > newestRestored.value
      if isFirst { newestRestored = reading.id }
      guard reading.result.isLow, let index = history.index(of: reading.id) else { return }
      // The device tells of its own readings before it stores them. An entered reading is told behind its record.
      guard !history.readings[index].isTold, !isKnown, history.readings[index].isOfDevice else {
        return
      }
      // One that was deleted and is back was told as over meanwhile, unless a notice of it stands.
      guard
        isFirst || earlier.open == reading.id || earlier.pending == BriefResult(reading.result)
      else { return }
      if earlier.pending == BriefResult(reading.result), earlier.ending != .none {
        // A life without a clock told both, and stored the reading once it had one.
        history.setOver(index, true)
        if earlier.ending == .isOver { earlier.over = reading.id }
        (earlier.pending, earlier.ending) = (nil, .none)
        return
      }
      history.setTold(index, true)
      if earlier.pending == BriefResult(reading.result) { earlier.open = reading.id }
      (earlier.pending, earlier.ending) = (nil, .none)
    case .alive(let wall, _, _):
      history.alive = wall
      history.holdAhead(of: wall)
    case .place, .reminder, .outbox, .accompanied, .diary, .meal: break
    }
  }

  /// The power went between the notice of a low reading and its record: the notice stands for it, so
  /// that a later reading ends it.
  mutating func recoverLow(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    guard let result = earlier.told, earlier.pending != nil, earlier.open == EntryID(0) else {
      return
    }
    var reading = GlucoseHistory.Reading(
      id: nextID(), result: result, category: .other, taken: earlier.taken, at: nil,
      arrived: bootedAt, isOwn: false)
    reading.isTold = true
    if let offset = history.offset { reading.place(by: offset) }
    history.add(reading)
    earlier.open = reading.id
    earlier.pending = nil
    earlier.told = nil
    if let record = reading.record { tell(.store(record)) }
  }

  private mutating func restoreLow(_ notice: Notice) {
    switch notice.matter {
    case .glucose(.low(let result, _, let age)):
      if let made = notice.made { history.holdAhead(of: made, isLow: true) }
      let brief = BriefResult(result)
      let before = earlier.open
      earlier = EarlierLow()
      earlier.notice = notice.id
      earlier.pending = brief
      earlier.told = result
      earlier.taken = notice.made.flatMap { made in
        // A sign of life that is stored before the notice is older: that clock was wrong.
        if let alive = history.alive, made.distance(to: alive) > Placing.tolerance { return nil }
        return made.advanced(by: .seconds(-60 * age.minutes))
      }
      for i in 0..<history.readings.count {
        let reading = history.readings[i]
        guard reading.result.isLow, BriefResult(reading.result) == brief,
          notice.mayTell(of: reading.taken), !history.isWrittenDown(reading),
          // The same reading is told again a quarter of an hour later. Sooner, another shows the same.
          age != .recent || reading.id != before,
          // A life without a clock tells of no low that is long over.
          notice.made != nil || age != .unclear || !history.isOutlived(reading)
        else { continue }
        earlier.open = reading.id
      }
      if let index = history.index(of: earlier.open) {
        history.setTold(index, true)
        // The reading that had ended it was changed in the diary, and the low was told once more.
        history.setOver(index, false)
      }
    case .glucose(.lowOver(let over)):
      if over.isUnconfirmed {
        earlier.over = EntryID(0)
        if earlier.ending == .isOver { earlier.ending = .isUnconfirmed }
      } else {
        let isMeasured = over.cause == .measured
        let (reading, pending) = (earlier.open, earlier.pending)
        earlier = EarlierLow()
        if isMeasured, reading == EntryID(0), pending == BriefResult(over.low) {
          (earlier.pending, earlier.ending) = (pending, .isOver)
        }
        if isMeasured {
          earlier.over = reading
          history.setAllOver()
        }
        if let index = history.index(of: reading) { history.setTold(index, false) }
      }
    case .dose(.entryAhead(let entry)): history.restoreAhead(entry, made: notice.made)
    case .perimeter, .help, .location, .position, .reminder, .dose, .clock, .batteryLow, .power,
      .day,
      .storageFailed, .profileKept, .companyRefused, .profileChanged:
      break
    }
  }
}

extension Notice {
  /// It was made of a low reading of that time, as far as both times tell: another one may have shown
  /// the same.
  fileprivate func mayTell(of taken: WallTime?) -> Bool {
    guard case .glucose(.low(_, _, let age)) = matter, age != .unclear, let taken else {
      return true
    }
    // Only a reading of that life has an age without a clock, and its record comes later.
    guard let made else { return false }
    let said = made.advanced(by: .seconds(-60 * age.minutes))
    let before = taken.distance(to: said)
    let least = Milliseconds(-Placing.tolerance.count - 60_000)
    let most = Placing.tolerance.count + (age == .recent ? ReadingAge.said.count : 60_000)
    return before > least && before < Milliseconds(most)
  }
}
