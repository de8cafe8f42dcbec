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
      doses.setAheadTold(i)
      tell(ahead(dose.id, isDose: true, dose.taken, dose.arrived, offset))
    }
    i = readings.count
    while i > 0 {
      i -= 1
      let reading = readings[i]
      guard reading.isAhead, !reading.isAheadTold, let taken = reading.taken else { continue }
      setAheadTold(i)
      tell(ahead(reading.id, isDose: false, taken, reading.arrived, offset))
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
