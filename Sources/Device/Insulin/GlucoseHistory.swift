import HAL

/// The last 24 hours of readings and doses; everything before is the diary's.
///
/// The time counts at which a reading was taken, not the time at which it came in. The oldest of more
/// than 64 is dropped, but never the one that an alarm stands for.
struct GlucoseHistory: Sendable {
  static let span = Milliseconds.seconds(24 * 3600)
  /// Readings stored in one round; the others are due at once.
  static let mostStored = 4

  var doses = DoseHistory()
  private(set) var readings = FixedArray<64, Reading>()
  /// Readings wait for a time to be stored with, in memory until then, the newest 64 of them; or doses for a later one.
  private(set) var awaitsClock = false
  /// It changes with every reading and dose: a proposal rests on what it saw.
  private(set) var revision: UInt32 = 0
  /// The reading that low glucose stands for.
  var kept = EntryID(0)
  /// Wall time less device time, as a trusted clock last had it.
  private(set) var offset: Int64?
  /// The device lived then, by the records of an earlier life.
  var alive: WallTime?
  /// Records came in that no clock has given an age yet.
  private var isUnplaced = false

  /// True when a trusted clock spoke for the first time or stepped by a second, or records came in:
  /// ages have changed.
  mutating func hear(_ moment: Moment) -> Bool {
    guard moment.isTrusted, let wall = moment.wall else { return false }
    let offset = wall.milliseconds &- moment.at.milliseconds
    if let known = self.offset, !isUnplaced, (offset &- known).magnitude < 1000 { return false }
    self.offset = offset
    isUnplaced = false
    doses.hear(offset)
    awaitsClock = awaitsClock || doses.hasOwnDates
    for i in 0..<readings.count { readings[i].place(by: offset) }
    touch()
    return true
  }

  mutating func touch() { revision &+= 1 }

  /// A record from storage or from the diary, its age not yet known.
  mutating func take(_ record: Record, now: Instant) {
    switch record {
    case .diary(.reading(let reading)): put(reading, now: now)
    case .diary(.readingRemoved(let id)):
      if let index = index(of: id) {
        readings.remove(at: index)
        judgeOverAnew()
      }
    case .diary(.dose(let dose)): doses.put(dose, at: nil, now: now)
    case .diary(.doseRemoved(let id)): doses.remove(id)
    case .diary(.doseDated(let id, let date)): doses.setDate(id, date)
    case .alive, .place, .reminder, .outbox, .accompanied, .meal: return
    }
    touch()
    isUnplaced = true
  }

  private mutating func put(_ reading: DiaryReading, now: Instant) {
    var entry = Reading(
      id: reading.id, result: reading.result, category: reading.category, taken: reading.taken,
      at: nil, arrived: now, isOwn: false)
    guard let known = index(of: reading.id) else {
      // A full table lets go of what is oldest: what was entered just now must have its age by then.
      if let offset { entry.place(by: offset) }
      insert(entry)
      return
    }
    let before = readings[known]
    let isMoved = Placing.isMoved(before.date, to: reading.taken)
    entry.isAheadTold = before.isAheadTold && !isMoved
    entry.isTold = before.isTold && before.result == entry.result
    if before.taken == entry.taken || before.held.isHeld && !isMoved {
      entry.taken = before.taken
      entry.at = before.at
      entry.isOwn = before.isOwn
      entry.isTyped = before.isTyped
      entry.isAhead = before.isAhead
      entry.isCapped = before.isCapped
      entry.held = before.held
      entry.isAssumed = before.isAssumed
      entry.arrived = before.arrived
      entry.isOver = before.isOver && before.result == entry.result
    }
    readings[known] = entry
    judgeOverAnew()
  }

  mutating func add(_ reading: Reading) {
    insert(reading)
    touch()
    if reading.taken == nil { awaitsClock = true }
  }

  func index(of id: EntryID) -> Int? { readings.firstIndex { $0.id == id } }

  mutating func setTold(_ index: Int, _ isTold: Bool) { readings[index].isTold = isTold }

  mutating func setAheadTold(_ index: Int) { readings[index].isAheadTold = true }

  mutating func hold(_ index: Int, at made: WallTime) { readings[index].hold(at: made) }

  mutating func setOver(_ index: Int, _ isOver: Bool) { readings[index].isOver = isOver }

  /// An earlier life told that no low glucose is left.
  mutating func setAllOver() {
    for i in 0..<readings.count where readings[i].result.isLow { readings[i].isOver = true }
  }

  /// The reading that ended them may be the one that has changed.
  private mutating func judgeOverAnew() {
    for i in 0..<readings.count where readings[i].isOver {
      let low = readings[i]
      readings[i].isOver = readings.firstIndex { $0.isLater(thanOver: low) } != nil
    }
  }

  /// A meter that sends the same reading again must not make it two.
  ///
  /// After a restart the moments differ by what the clocks do; then nothing may lie between the two.
  func knows(_ reading: MeterReading, at instant: Instant) -> Bool {
    readings.firstIndex { known in
      guard known.result == reading.result, let at = known.sureAt else { return false }
      let gap = (at - instant).count.magnitude
      // Two of a minute with the same result may be two; what a meter sends again has its age rounded.
      if known.isOwn { return gap < 1000 || reading.age.count > 0 && gap <= 2000 }
      guard known.isOfDevice, reading.age.count > 0, gap < 60_000 else { return false }
      return readings.firstIndex { other in
        guard other.id != known.id, let between = other.sureAt else { return false }
        return min(at, instant) <= between && between <= max(at, instant)
      } == nil
    } != nil
  }

  /// The newest reading whose time is known.
  var newestSure: Reading? {
    var newest: Int?
    for i in 0..<readings.count
    where readings[i].sureAt != nil && readings[i].result.level != .meaningless {
      if let best = newest, readings[best].isLater(than: readings[i]) { continue }
      newest = i
    }
    return newest.map { readings[$0] }
  }

  /// The reading that says most about now. Without one whose time is known, the last in the diary.
  var newest: Reading? {
    if let newest = newestSure { return newest }
    var newest: Int?
    for i in 0..<readings.count
    where !readings[i].isAhead && readings[i].result.level != .meaningless {
      newest = i
    }
    return newest.map { readings[$0] }
  }

  /// Gives readings without a trusted time their time, and doses the one that a later clock tells. It reports a few in
  /// one round, so that no list of changes overflows.
  mutating func storeLate(_ moment: Moment, _ tell: (Record) -> Void) {
    guard moment.isTrusted, let wall = moment.wall else { return }
    var stored = 0
    awaitsClock = false
    while let record = doses.nextDated(by: wall.milliseconds &- moment.at.milliseconds) {
      if stored == GlucoseHistory.mostStored {
        awaitsClock = true
        return
      }
      tell(record)
      stored += 1
    }
    for i in 0..<readings.count where readings[i].taken == nil {
      if stored == GlucoseHistory.mostStored {
        awaitsClock = true
        return
      }
      let age = moment.at - (readings[i].at ?? readings[i].arrived)
      readings[i].taken = WallTime(milliseconds: wall.milliseconds &- age.count)
      if let record = readings[i].record { tell(record) }
      stored += 1
    }
  }

  /// Lets go of the oldest when all places are taken.
  private mutating func insert(_ reading: Reading) {
    if readings.isFull {
      var oldest: Int?
      for i in 0..<readings.count where readings[i].id != kept {
        if let best = oldest, !goes(readings[i], before: readings[best], at: reading.arrived) {
          continue
        }
        oldest = i
      }
      guard let oldest else { return }
      let now = reading.arrived
      let isDearer = worth(readings[oldest], at: now) < worth(reading, at: now)
      // An entry that came just now is not old, although no clock has given it an age.
      let isEntered = reading.at == nil && readings[oldest].at != nil
      guard isEntered || isDearer || !reading.isEarlier(than: readings[oldest]) else { return }
      readings.remove(at: oldest)
    }
    readings.append(reading)
  }

  private func goes(_ a: Reading, before b: Reading, at now: Instant) -> Bool {
    let (worthA, worthB) = (worth(a, at: now), worth(b, at: now))
    return worthA == worthB ? a.isEarlier(than: b) : worthA < worthB
  }

  /// A low one may still have to alarm; of a date ahead nobody learns anything.
  private func worth(_ reading: Reading, at now: Instant) -> Int {
    guard reading.result.isLow else { return reading.isAhead ? 0 : 1 }
    return reading.at.map { now - $0 > LowGlucose.lastsEntered } ?? false ? 1 : 2
  }

  /// Folds in the kept entries for the digest; wall time is not in it.
  mutating func fold(into digest: inout Digest) {
    digest.fold(UInt64(doses.entries.count), UInt64(readings.count))
    if doses.entries.count > 0 {
      let last = doses.entries[doses.entries.count - 1]
      digest.fold(last.id.value, UInt64(bitPattern: last.units.milliunits))
    }
    if readings.count > 0 {
      let last = readings[readings.count - 1]
      digest.fold(last.id.value ^ last.result.tag, last.result.word)
    }
  }
}

extension GlucoseHistory.Reading {
  /// Compares two readings whose times are known. Where both were capped, their own times decide.
  func isLater(than other: Self) -> Bool {
    if isCapped, other.isCapped, let taken, let others = other.taken, taken != others {
      return taken > others
    }
    guard let at = sureAt, let others = other.sureAt else { return sureAt != nil }
    return at > others
  }

  /// Decides which of two is dropped first. Records without an age are older than the readings of this boot.
  fileprivate func isEarlier(than other: Self) -> Bool {
    if result.level == .meaningless { return other.result.level != .meaningless }
    let (mine, others) = (
      at ?? (isAhead ? arrived : nil), other.at ?? (other.isAhead ? other.arrived : nil)
    )
    switch (mine, others) {
    case (let a?, let b?): return a < b
    case (.some, nil): return false
    case (nil, .some): return true
    case (nil, nil):
      return (taken ?? WallTime(milliseconds: .max)) < (other.taken ?? WallTime(milliseconds: .max))
    }
  }
}
