import HAL

/// Which low reading still stands. SAFE-1.
///
/// A low result stands however it came, unless it is surely older than three hours, or a reading that
/// was surely taken after it is 70 mg/dL or more. Sure is what the device's own clock says, or two
/// times of a trusted clock that lie more than 5 minutes apart.
extension GlucoseHistory {
  /// The low reading that says most about now; of two that nobody can put in order, the worse.
  func standingLow(at now: Instant) -> Reading? {
    var best: Int?
    for i in 0..<readings.count where stands(i, at: now) {
      if let known = best, !says(readings[i], moreThan: readings[known]) { continue }
      best = i
    }
    return best.map { readings[$0] }
  }

  /// Another one that stands and that nobody has heard of.
  /// - Parameter isOwn: only one that a meter or the keys brought in this boot.
  func untoldLow(besides id: EntryID, at now: Instant, isOwn: Bool) -> Int? {
    for i in 0..<readings.count
    where readings[i].id != id && !readings[i].isTold && (!isOwn || readings[i].isOwn)
      && stands(i, at: now)
    {
      return i
    }
    return nil
  }

  /// How many readings surely ended that low one, and the last of them.
  func endings(of low: Reading) -> (count: Int, last: Reading?) {
    var count = 0
    var last: Reading?
    for i in 0..<readings.count where readings[i].isWell && isSurely(readings[i], after: low) {
      count += 1
      if let known = last, known.isLater(than: readings[i]) { continue }
      last = readings[i]
    }
    return (count, last)
  }

  private func stands(_ i: Int, at now: Instant) -> Bool {
    let low = readings[i]
    guard low.result.isLow, !isSurelyOld(low, at: now) else { return false }
    for j in 0..<readings.count where j != i {
      let other = readings[j]
      if other.isWell, isSurely(other, after: low) { return false }
      if isCopy(low, of: other) { return false }
    }
    return true
  }

  /// Somebody wrote down by hand what the meter had sent.
  private func isCopy(_ low: Reading, of other: Reading) -> Bool {
    guard !low.isOwn, other.isOwn, other.result == low.result, let a = low.sureAt,
      let b = other.sureAt
    else { return false }
    return (a - b).count.magnitude < 60_000
  }

  /// A low reading of the last day that nobody has measured away, or only once although a second
  /// measurement was due.
  func hasDoubtfulLow(at now: Instant) -> Bool {
    readings.firstIndex { low in
      let at = low.sureAt ?? low.arrived
      guard low.result.isLow, now - at < GlucoseHistory.span,
        readings.firstIndex(where: { isCopy(low, of: $0) }) == nil
      else { return false }
      let (count, last) = endings(of: low)
      guard let last else { return true }
      return count == 1 && (last.sureAt ?? last.arrived) - at <= SecondMeasurement.isPast
    } != nil
  }

  private func isSurelyOld(_ low: Reading, at now: Instant) -> Bool {
    func isOver(_ age: Milliseconds, _ span: Milliseconds) -> Bool {
      low.isTold ? age >= span : age > span
    }
    if isOver(now - low.arrived, LowGlucose.lasts) { return true }
    if low.isAhead { return false }
    if let at = low.at { return isOver(now - at, low.lasts) }
    // No clock has spoken, but the device is known to have lived long after it.
    guard let alive, let taken = low.taken else { return false }
    let (age, isFar) = alive.milliseconds.subtractingReportingOverflow(taken.milliseconds)
    return !isFar && Milliseconds(age) > Milliseconds(low.lasts.count + Placing.tolerance.count)
  }

  private func says(_ low: Reading, moreThan other: Reading) -> Bool {
    if isSurely(low, after: other) { return true }
    if isSurely(other, after: low) { return false }
    let (isVery, isOtherVery) = (low.result.level == .veryLow, other.result.level == .veryLow)
    if isVery != isOtherVery { return isVery }
    return (low.sureAt ?? low.arrived) >= (other.sureAt ?? other.arrived)
  }

  private func isSurely(_ later: Reading, after low: Reading) -> Bool {
    guard !later.isAhead else { return false }
    if let at = later.at {
      if later.isOwn {
        // Of two of the same moment, the one that came last.
        if low.isOwn, let lowAt = low.sureAt {
          return at > lowAt || at == lowAt && later.id.value > low.id.value
        }
        // An entry was taken before it came in.
        if at > low.arrived { return true }
      }
      if at - low.arrived > Placing.tolerance { return true }
      if let lowAt = low.sureAt, later.isOwn || low.isOwn { return at - lowAt > Placing.tolerance }
    }
    guard !low.isAhead, let taken = later.taken, let lowTaken = low.taken, !mayBeAhead(later)
    else { return false }
    return lowTaken.distance(to: taken) > Placing.tolerance
  }

  /// Its date lies after the last sign of life, and no clock has placed it: it may be of a clock that
  /// leads.
  private func mayBeAhead(_ reading: Reading) -> Bool {
    guard reading.at == nil, let alive, let taken = reading.taken else { return false }
    return alive.distance(to: taken) > Placing.tolerance
  }
}

extension GlucoseHistory.Reading {
  /// For so long it speaks of now; an entry's time is good to 5 minutes.
  var lasts: Milliseconds {
    isOwn || isOfDevice ? LowGlucose.lasts : LowGlucose.lastsEntered
  }
}
