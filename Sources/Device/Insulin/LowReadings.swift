import HAL

/// Finds the low reading that still stands. SAFE-1.
///
/// A low result stands however it came, with two exceptions. It is surely older than three hours, or a
/// reading that was surely taken after it is 70 mg/dL or more. "Surely" means: by the device's own
/// clock, or by two times of a trusted clock that lie more than 5 minutes apart.
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

  /// Another one that stands and that nobody has heard of: a very low one first, then the newest.
  /// - Parameter isOwn: only one that a meter or the keys brought in this boot.
  func untoldLow(besides id: EntryID, at now: Instant, isOwn: Bool) -> Int? {
    var worst: Int?
    for i in 0..<readings.count
    where readings[i].id != id && !readings[i].isTold
      && (!isOwn || readings[i].isOwn) && !isOutdone(readings[i]) && stands(i, at: now)
    {
      if let known = worst, !isWorse(readings[i], than: readings[known]) { continue }
      worst = i
    }
    return worst
  }

  private func isWorse(_ low: Reading, than other: Reading) -> Bool {
    let (isVery, isOtherVery) = (low.result.level == .veryLow, other.result.level == .veryLow)
    if isVery != isOtherVery { return isVery }
    return (low.sureAt ?? low.arrived) > (other.sureAt ?? other.arrived)
  }

  /// A newer one, as bad at least, has been told or is about to be: nobody needs a mail about each.
  private func isOutdone(_ low: Reading) -> Bool {
    readings.firstIndex { other in
      guard other.id != low.id, other.result.isLow, let at = low.sureAt, let newer = other.sureAt,
        at < newer
      else { return false }
      return other.result.level == .veryLow || low.result.level != .veryLow
    } != nil
  }

  /// The number of readings that surely ended that low one, and the last of them. A copy is no second one.
  func endings(of low: Reading) -> (count: Int, last: Reading?) {
    var count = 0
    var last: Reading?
    for i in 0..<readings.count where readings[i].isWell && isSurely(readings[i], after: low) {
      if !isCopied(i) { count += 1 }
      if let known = last, known.isLater(than: readings[i]) { continue }
      last = readings[i]
    }
    return (count, last)
  }

  /// A low reading that is surely newer than that one, and that one reading has ended.
  func lowEndedOnce(after low: Reading) -> EntryID? {
    readings.firstIndex {
      $0.result.isLow && isSurely($0, after: low) && endings(of: $0).count == 1
    }.map { readings[$0].id }
  }

  private func stands(_ i: Int, at now: Instant) -> Bool {
    let low = readings[i]
    guard low.result.isLow, !low.isOver, !isSurelyOld(low, at: now) else { return false }
    if isWrittenDown(low) { return false }
    for j in 0..<readings.count where j != i {
      let other = readings[j]
      if other.isWell, isSurely(other, after: low) { return false }
    }
    return true
  }

  /// Somebody wrote down by hand what the device has of a meter or of its keys, from this life or an earlier one.
  func isWrittenDown(_ low: Reading) -> Bool {
    !low.isOfDevice && readings.firstIndex { $0.isOfDevice && $0.isCopy(of: low) } != nil
  }

  /// An earlier place of the table has the same reading, or one that somebody wrote down.
  private func isCopied(_ i: Int) -> Bool {
    for j in 0..<i where readings[j].isCopy(of: readings[i]) {
      if !readings[i].isOfDevice || !readings[j].isOfDevice { return true }
    }
    return false
  }

  /// A low reading of the last day that nobody has measured away, or only once although a second
  /// measurement was due.
  func hasDoubtfulLow(at now: Instant) -> Bool {
    readings.firstIndex { low in
      let at = low.sureAt ?? low.arrived
      guard low.result.isLow, now - at < GlucoseHistory.span,
        !isWrittenDown(low)
      else { return false }
      let (count, last) = endings(of: low)
      guard let last else { return true }
      return count == 1 && (last.sureAt ?? last.arrived) - at <= SecondMeasurement.isPast
    } != nil
  }

  /// A low of the 15 minutes before that moment that no meter has measured away in this life.
  func hasOnlyTypedEndings(before moment: Instant) -> Bool {
    readings.firstIndex { low in
      guard low.result.isLow, let at = low.sureAt, at <= moment,
        moment - at < SecondMeasurement.after,
        !isWrittenDown(low)
      else { return false }
      return readings.firstIndex {
        $0.isOwn && !$0.isTyped && $0.isWell && isSurely($0, after: low)
      } == nil
    } != nil
  }

  private func isSurelyOld(_ low: Reading, at now: Instant) -> Bool {
    func isOver(_ age: Milliseconds, _ span: Milliseconds) -> Bool {
      low.isTold ? age >= span : age > span
    }
    // Two that came in together end together: the end of the one does not tell of the other.
    if LowGlucose.lasts <= now - low.arrived { return true }
    if low.isAhead { return false }
    if let at = low.at { return isOver(now - at, low.lasts) }
    return isOutlived(low)
  }

  /// No clock has spoken, but the device is known to have lived long after it.
  func isOutlived(_ low: Reading) -> Bool {
    guard let alive, let taken = low.taken else { return false }
    let (age, isFar) = alive.milliseconds.subtractingReportingOverflow(taken.milliseconds)
    return !isFar && Milliseconds(age) > Milliseconds(low.lasts.count + Placing.tolerance.count)
  }

  private func says(_ low: Reading, moreThan other: Reading) -> Bool {
    if isSurely(low, after: other) { return true }
    if isSurely(other, after: low) { return false }
    return !isWorse(other, than: low)
  }

  private func isSurely(_ later: Reading, after low: Reading) -> Bool {
    guard !later.isAhead else { return false }
    if let order = storedOrder(later, after: low) { return order }
    if let at = later.at {
      if later.isOwn {
        // Two readings of the same moment: the one that came last is the later.
        if low.isOwn, let lowAt = low.sureAt {
          return at > lowAt || at == lowAt && later.id.value > low.id.value
        }
        // An entry was taken before it came in.
        if at > low.arrived { return true }
      }
      if at - low.arrived > Placing.tolerance { return true }
      // A date ahead of its coming in is no word: then the moments count that it was capped to.
      if let lowAt = low.sureAt, later.isOwn || low.isOwn || later.isCapped || low.isCapped {
        return at - lowAt > Placing.tolerance
      }
    }
    guard !low.isAhead, let taken = later.taken, let lowTaken = low.taken, !mayBeAhead(later)
    else { return false }
    let apart = lowTaken.distance(to: taken)
    return apart > Placing.tolerance && (apart > Placing.twice || !wasSeen(later, beside: low))
  }

  /// Orders two readings of the device in one life by arrival and by time taken. Every reading after a
  /// low that an earlier life had told as over is later. Nil: other rules decide.
  private func storedOrder(_ later: Reading, after low: Reading) -> Bool? {
    if low.isOver { return later.isLater(thanOver: low) }
    guard !later.isOwn || !low.isOwn, let taken = later.taken, let lowTaken = low.taken,
      lowTaken < taken
    else { return nil }
    let (id, lowID) = (NoticeID(later.id.value), NoticeID(low.id.value))
    guard id.boot != 0, id.boot == lowID.boot, lowID < id else { return nil }
    return true
  }

  /// An earlier life knew both and told only of the low: that entry's date may have been ahead then.
  private func wasSeen(_ later: Reading, beside low: Reading) -> Bool {
    guard let alive, let taken = later.taken, low.isTold, !low.isOwn, !later.isOfDevice,
      later.arrived == low.arrived
    else { return false }
    return taken <= alive
  }

  /// Its date lies after the last sign of life, and no clock has placed it: it may be of a clock that
  /// leads.
  private func mayBeAhead(_ reading: Reading) -> Bool {
    guard reading.at == nil, let alive, let taken = reading.taken else { return false }
    return alive.distance(to: taken) > Placing.tolerance
  }
}

extension GlucoseHistory.Reading {
  /// The same result, within a minute. Their dates count where no clock has named both moments. So they do where a
  /// clock that was off by a little has taken the moments apart.
  func isCopy(of other: Self) -> Bool {
    guard result == other.result else { return false }
    if let at = namedAt, let others = other.namedAt {
      let apart = (at - others).count.magnitude
      if apart < 60_000 { return true }
      if Int64(clamping: apart) > Placing.tolerance.count { return false }
    }
    guard let date, let others = other.date else { return false }
    return date.distance(to: others).count.magnitude < 60_000
  }

  /// A clock has named that moment. One that leaps back puts the date ahead, and takes nothing of that away.
  private var namedAt: Instant? { isAhead && isAssumed ? nil : at }

  /// It may be what ended a low that an earlier life told as over.
  func isLater(thanOver low: Self) -> Bool {
    guard isWell, !isAhead, let taken, let lowTaken = low.taken else { return false }
    return lowTaken < taken
  }

  /// The span for which it speaks of now; an entry's time is good to 5 minutes.
  var lasts: Milliseconds {
    isOwn || isOfDevice ? LowGlucose.lasts : LowGlucose.lastsEntered
  }
}
