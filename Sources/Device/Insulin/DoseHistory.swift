import HAL

/// The doses that may still act, and those that tell whether a meal has had its own.
///
/// A dose of this boot is aged by the device's own clock, which no step of the time touches. A dose
/// from before is as old as the youngest age that a trusted clock has given it: a clock that ran
/// ahead for a while cannot make it disappear, and one that lies behind lets it count whole.
///
/// When all places are taken, a dose a day older than the newest is let go of: no curve lasts that
/// long. Should even the oldest be younger, its units are added to the next oldest, so that no
/// insulin on board is ever lost; what is counted too much only makes a correction smaller.
struct DoseHistory: Sendable {
  /// A dose for the same meal so recently belongs to the same meal, whatever the calendar says.
  static let sameMeal = Milliseconds.seconds(12 * 3600)
  /// What no record may exceed, in thousandths of a unit.
  static let largest: Int64 = 1_000_000

  struct Entry: Sendable {
    var id: EntryID
    var meal: Meal
    var units: InsulinUnits
    var taken: WallTime
    /// Nil until a trusted clock has given it an age.
    var at: Instant?
    /// It was confirmed in this boot: `at` is exact.
    var isOwn: Bool
  }

  private(set) var entries = FixedArray<32, Entry>()

  /// Adds a dose, or changes the one of the same number.
  /// - Parameter at: when it was taken in this boot; nil for one from outside.
  mutating func put(_ dose: DiaryDose, at: Instant?, now: Instant) {
    let held = min(max(dose.confirmed.milliunits, 0), DoseHistory.largest)
    let entry = Entry(
      id: dose.id, meal: dose.meal, units: InsulinUnits(milliunits: held), taken: dose.taken,
      at: at, isOwn: at != nil)
    if let index = entries.firstIndex(where: { $0.id == dose.id }) {
      // A change of the amount alone leaves an exact moment exact.
      let isSameMoment = entries[index].taken == dose.taken
      let known = entries[index]
      entries[index] = entry
      if isSameMoment, at == nil {
        entries[index].at = known.at
        entries[index].isOwn = known.isOwn
      }
      return
    }
    if entries.isFull { makeRoom(newest: entry, now: now) }
    entries.append(entry)
  }

  mutating func remove(_ id: EntryID) {
    if let index = entries.firstIndex(where: { $0.id == id }) { entries.remove(at: index) }
  }

  /// A trusted clock spoke.
  mutating func hear(_ wall: WallTime, at now: Instant) {
    for i in 0..<entries.count where !entries[i].isOwn {
      entries[i].at = youngest(entries[i].at, taken: entries[i].taken, wall, now)
    }
  }

  /// Nil for a dose that lies in the future of every clock so far, or while none was trusted.
  func age(_ entry: Entry, at now: Instant) -> Milliseconds? { entry.at.map { now - $0 } }

  /// In millionths of a unit.
  func onBoard(_ model: InsulinModel, at now: Instant) -> Int64 {
    var sum: Int64 = 0
    for i in 0..<entries.count {
      let age = age(entries[i], at: now) ?? Milliseconds(0)
      sum += model.microunitsOnBoard(GivenDose(units: entries[i].units, age: age))
    }
    return sum
  }

  /// The youngest dose that still acts; one of unknown age counts as just taken.
  func last(_ model: InsulinModel, at now: Instant) -> GivenDose? {
    var last: GivenDose?
    for i in 0..<entries.count where entries[i].units > .zero {
      let age = age(entries[i], at: now) ?? Milliseconds(0)
      guard model.fractionRemaining(after: age) > 0 else { continue }
      if last.map({ age <= $0.age }) ?? true {
        last = GivenDose(units: entries[i].units, age: age)
      }
    }
    return last
  }

  /// The meal's dose was confirmed, be it one of nothing. A dose from the future counts.
  func has(_ meal: Meal, at now: Instant) -> Bool {
    entries.firstIndex { entry in
      entry.meal == meal
        && age(entry, at: now).map { $0 < DoseHistory.sameMeal } ?? true
    } != nil
  }

  /// Insulin was taken after that moment, or may have been.
  func hasAny(since moment: Instant) -> Bool {
    entries.firstIndex { entry in
      entry.units > .zero && (entry.at.map { moment < $0 } ?? true)
    } != nil
  }

  private mutating func makeRoom(newest: Entry, now: Instant) {
    let oldest = oldest(except: nil)
    let age: Milliseconds
    if let at = entries[oldest].at {
      age = now - at
    } else {
      age = Milliseconds(newest.taken.milliseconds &- entries[oldest].taken.milliseconds)
    }
    if age < GlucoseHistory.span {
      let next = self.oldest(except: oldest)
      entries[next].units = entries[next].units + entries[oldest].units
    }
    entries.remove(at: oldest)
  }

  private func oldest(except skipped: Int?) -> Int {
    var oldest = skipped == 0 ? 1 : 0
    for i in 0..<entries.count where i != skipped && isOlder(entries[i], than: entries[oldest]) {
      oldest = i
    }
    return oldest
  }

  /// What no clock has given an age may have been taken just now.
  private func isOlder(_ a: Entry, than b: Entry) -> Bool {
    switch (a.at, b.at) {
    case (let a?, let b?): a < b
    case (.some, nil): true
    case (nil, .some): false
    case (nil, nil): a.taken < b.taken
    }
  }
}

/// The later of what is known and of what this clock says; a clock that lies before `taken` says
/// nothing.
func youngest(_ known: Instant?, taken: WallTime, _ wall: WallTime, _ now: Instant) -> Instant? {
  let (age, overflow) = wall.milliseconds.subtractingReportingOverflow(taken.milliseconds)
  guard !overflow, age >= 0, age < Int64.max else { return known }
  let at = now + Milliseconds(-age)
  return known.map { max($0, at) } ?? at
}
