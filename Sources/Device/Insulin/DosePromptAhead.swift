import HAL

/// Dates that lie ahead of the device's clock. SAFE-1.
extension DosePrompt {
  /// Tells of each once: a few in one round. These say enough of a whole diary ahead of a clock that went wrong.
  mutating func tellAhead(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    guard moment.isTrusted, let offset = history.offset else { return }
    var left = 2
    history.tellAhead(offset) { entry in
      if left > 0 {
        tell(.ahead(entry))
        tell(.notify(.dose(.entryAhead(entry))))
      }
      left -= 1
    }
  }
}

extension GlucoseHistory {
  /// Each entry that is dated ahead and was not told: the newest first.
  mutating func tellAhead(_ offset: Int64, _ tell: (EntryAhead) -> Void) {
    var i = doses.entries.count
    while i > 0 {
      i -= 1
      let dose = doses.entries[i]
      if dose.isPlain || dose.isAheadTold { continue }
      let entry = ahead(dose.id, isDose: true, dose.taken, dose.arrived, offset)
      // The clock is wrong, and not the date of one whose age is known.
      if entry.ahead > Placing.day, !dose.isFar, !dose.isOfDevice, !dose.isChanged,
        !isBeyondLife(dose)
      {
        continue
      }
      doses.setAheadTold(i)
      tell(entry)
    }
    i = readings.count
    while i > 0 {
      i -= 1
      let reading = readings[i]
      guard reading.isAhead, !reading.isAheadTold, let date = reading.date else { continue }
      setAheadTold(i)
      let entry = ahead(reading.id, isDose: false, date, reading.arrived, offset)
      // The date of a held one may have passed.
      if !(entry.ahead < Placing.tolerance) { tell(entry) }
    }
  }

  /// Somebody entered it while the device was off: no life has told of it. Its date lies more than a day ahead of the
  /// last sign of life as well.
  private func isBeyondLife(_ dose: DoseHistory.Entry) -> Bool {
    guard dose.isRestored, dose.isAssumed else { return false }
    return alive.map { $0.distance(to: dose.taken) > Placing.day } ?? true
  }

  /// Holds each reading that somebody entered before that sign of life, with a date ahead of it. It ends no low
  /// glucose, also once its date has passed. A life tells of a few only.
  /// - Parameter isLow: it is the making of a notice of low glucose. The device's own readings of before ended nothing
  ///   then, and a date ahead of it was that of a wrong clock.
  mutating func holdAhead(of alive: WallTime, isLow: Bool = false) {
    for i in 0..<readings.count {
      let reading = readings[i]
      guard isLow || !reading.isOfDevice, !reading.result.isLow, !reading.held.isHeld,
        let taken = reading.taken, alive.distance(to: taken) > Placing.tolerance
      else { continue }
      hold(i, at: alive)
    }
  }

  private func ahead(
    _ id: EntryID, isDose: Bool, _ taken: WallTime, _ arrived: Instant, _ offset: Int64
  ) -> EntryAhead {
    let placing = Placing(taken: taken, arrived: arrived, known: nil, offset: offset)
    return EntryAhead(id, isDose: isDose, ahead: placing.lead)
  }

  /// The caregivers heard of it in an earlier life. It was not taken later than they were told, and
  /// its date is no word on when, also once that date has passed.
  mutating func restoreAhead(_ entry: EntryAhead, made: WallTime?) {
    if entry.isDose {
      if let index = doses.entries.firstIndex(where: { $0.id == entry.id }) {
        doses.setAheadTold(index)
        if let made { doses.hold(index, at: made, isFar: entry.ahead > Placing.day) }
      }
    } else if let index = index(of: entry.id) {
      setAheadTold(index)
      if let made { hold(index, at: made) }
    }
  }
}
