import HAL

/// The doses that may still act, and those that tell whether a meal has had its own.
///
/// A dose of this boot is aged by the device's own clock, which no step of the time touches. A dose
/// from before is as old as the youngest age that a trusted clock has given it. So a clock that ran
/// ahead for a while cannot make it disappear. A dose dated before that clock makes the time unclear:
/// until the action of the insulin has passed, no dose is proposed.
///
/// When all places are taken, a dose a day older than the newest is dropped: no curve lasts that long.
/// Should even the oldest be younger, the oldest that is not the last of its meal is added to the next one of that
/// meal. So no insulin on board is ever lost, and no meal its dose. Counting too much only makes a correction smaller.
struct DoseHistory: Sendable {
  /// A dose for the same meal so recently belongs to the same meal, whatever the calendar says.
  static let sameMeal = Milliseconds.seconds(12 * 3600)
  /// The most that a record may hold, in thousandths of a unit.
  static let largest: Int64 = 1_000_000

  struct Entry: Sendable {
    var id: EntryID
    var meal: Meal
    private var marks = Marks()
    /// An earlier life found its date ahead: it stays so, whatever the date says later.
    fileprivate var held = HeldAhead()
    var units: InsulinUnits
    var taken: WallTime
    private var atOrNone: Int64
    /// The moment at which it came in: it was not taken later.
    var arrived: Instant

    init(
      id: EntryID, meal: Meal, units: InsulinUnits, taken: WallTime, at: Instant?, arrived: Instant
    ) {
      self.id = id
      self.meal = meal
      self.units = units
      self.taken = taken
      atOrNone = at?.milliseconds ?? .min
      self.arrived = arrived
      isOwn = at != nil
    }

    /// It was confirmed in this boot: `at` is exact.
    var isOwn: Bool {
      get { marks[0] }
      set { marks[0] = newValue }
    }
    /// Its date lies ahead of the moment it came in. By more than a day only a wrong clock can have put it there.
    var isAhead: Bool {
      get { marks[1] }
      set { marks[1] = newValue }
    }
    /// Somebody dated it farther ahead, and no clock has said how old it is: it counts for nothing.
    var isFar: Bool {
      get { marks[2] }
      set { marks[2] = newValue }
    }
    /// `at` is the moment of coming in, of which no clock says more.
    var isAssumed: Bool {
      get { marks[3] }
      set { marks[3] = newValue }
    }
    /// The caregivers heard that its date lies ahead.
    var isAheadTold: Bool {
      get { marks[4] }
      set { marks[4] = newValue }
    }

    /// It came with the records of an earlier life, which has told of it if it found it far ahead.
    var isRestored: Bool {
      get { marks[5] }
      set { marks[5] = newValue }
    }

    /// It acted before somebody changed its date.
    var isChanged: Bool {
      get { marks[6] }
      set { marks[6] = newValue }
    }

    /// The clock that dated it was behind: `held` leads to the date that the clock of then, put right, has told.
    fileprivate var isDated: Bool {
      get { marks[7] }
      set { marks[7] = newValue }
    }

    /// Nil until a trusted clock has given it an age.
    var at: Instant? {
      get { atOrNone == .min ? nil : Instant(milliseconds: atOrNone) }
      set { atOrNone = newValue?.milliseconds ?? .min }
    }

    /// A clock has said how old it is.
    fileprivate var isPlaced: Bool { at != nil && !isAssumed && !isFar }

    /// Its time can be relied on, as far as any clock has spoken.
    var isPlain: Bool { !isAhead && !isFar }

    /// The wearer confirmed it on the device: nobody has chosen its date.
    var isOfDevice: Bool { NoticeID(id.value).boot != 0 }

    mutating func place(by offset: Int64) {
      guard !isOwn else { return }
      let isHeld = held.isHeld && !isDated
      if isHeld { letGo(by: offset) }
      let known = isAssumed ? nil : at
      var placing = Placing(
        taken: isDated ? date : taken, arrived: arrived, known: known, offset: offset)
      if isDated, placing.isAhead {
        // The clock that dated it anew led, or this one lags: the date first written may still tell its age.
        let first = Placing(taken: taken, arrived: arrived, known: known, offset: offset)
        if !first.isAhead { placing = first }
      }
      at = placing.at
      // A clock with which the date agrees has named the moment of coming in.
      isAssumed = placing.isAssumed && placing.isAhead
      if isHeld, held.isHeld { return }
      let isKnown = isOfDevice || isRestored || isChanged
      isFar = placing.lead > Placing.day && isAssumed && !isKnown
      isAhead = placing.isAhead && !isFar
    }

    /// An earlier life found it ahead, and this clock does not. Nobody knows which of the two is right: the younger
    /// age counts. A date of the device that was half a day ahead at most is believed. Others may be those of another
    /// meal, or a person's mistake. Such a dose answers for no meal, and forbids another while it may act.
    private mutating func letGo(by offset: Int64) {
      let placing = Placing(taken: date, arrived: arrived, known: nil, offset: offset)
      if placing.isAhead { return }
      let isNear = held.lead <= DoseHistory.sameMeal
      if !isOfDevice || !isNear {
        // Somebody took tomorrow for today. Only a clock is off by more than a day.
        if !isOfDevice, !isNear, held.lead <= Placing.day { return }
        at = isAssumed ? placing.at : at.map { max($0, placing.at) } ?? placing.at
        isAssumed = false
        (isFar, isAhead) = (false, true)
        return
      }
      if isAssumed { at = nil }
      (taken, held) = (date, HeldAhead())
      isAhead = false
    }

    /// It was in the diary by then, with a date ahead of that.
    mutating func hold(at made: WallTime, isFar: Bool) {
      if isDated { (taken, isDated) = (date, false) }
      held = HeldAhead(taken, told: made)
      taken = min(taken, made)
      self.isFar = isFar && !isOfDevice
      isAhead = !self.isFar
    }

    mutating func setDate(_ date: WallTime) {
      held = HeldAhead(date, told: taken)
      isDated = true
    }

    /// The date that a clock of now would write down instead of the one it has; nil: it may stay. A clock that led
    /// has put that of an earlier life half a day ahead. The date first written counts, unless it is ahead as well.
    fileprivate func dateAnew(by offset: Int64) -> WallTime? {
      guard !isOwn else { return at.map { WallTime(milliseconds: $0.milliseconds &+ offset) } }
      guard isDated,
        Placing(taken: date, arrived: arrived, known: nil, offset: offset).lead
          > DoseHistory.sameMeal,
        !Placing(taken: taken, arrived: arrived, known: nil, offset: offset).isAhead
      else { return nil }
      return taken
    }

    /// The moment at which it came in, as far as any clock tells: an earlier life may have held it already.
    var since: Instant { held.isHeld ? at ?? arrived : arrived }
    /// The date that the diary shows.
    var date: WallTime { held.date(taken) }
  }

  private(set) var entries = FixedArray<32, Entry>()

  /// Adds a dose, or changes the one of the same number.
  /// - Parameter at: when it was taken in this boot; nil for one from outside.
  mutating func put(_ dose: DiaryDose, at: Instant?, now: Instant) {
    let held = min(max(dose.confirmed.milliunits, 0), DoseHistory.largest)
    let entry = Entry(
      id: dose.id, meal: dose.meal, units: InsulinUnits(milliunits: held), taken: dose.taken,
      at: at, arrived: now)
    if let index = entries.firstIndex(where: { $0.id == dose.id }) {
      let known = entries[index]
      entries[index] = entry
      let isMoved = Placing.isMoved(known.date, to: dose.taken)
      entries[index].isAheadTold = known.isAheadTold && !isMoved
      // It acted before it was changed, and goes on.
      entries[index].isChanged = known.isChanged || known.isRestored || known.isPlaced
      // A change of the amount alone leaves an exact moment exact, and a held one held.
      if known.taken == dose.taken || known.held.isHeld && !isMoved, at == nil {
        entries[index].taken = known.taken
        entries[index].at = known.at
        entries[index].isOwn = known.isOwn
        entries[index].isAhead = known.isAhead
        entries[index].isFar = known.isFar
        entries[index].isAssumed = known.isAssumed
        entries[index].arrived = known.arrived
        entries[index].held = known.held
        entries[index].isDated = known.isDated
        entries[index].isRestored = known.isRestored
        entries[index].isChanged = known.isChanged
      }
      return
    }
    if entries.isFull { makeRoom(newest: entry, now: now) }
    entries.append(entry)
  }

  mutating func remove(_ id: EntryID) {
    if let index = entries.firstIndex(where: { $0.id == id }) { entries.remove(at: index) }
  }

  func entry(_ id: EntryID) -> Entry? {
    entries.firstIndex { $0.id == id }.map { entries[$0] }
  }

  /// The dose that a record changes or removes.
  func earlier(than record: Record) -> Entry? {
    switch record {
    case .diary(.dose(let dose)): entry(dose.id)
    case .diary(.doseRemoved(let id)): entry(id)
    case .alive, .place, .reminder, .outbox, .accompanied, .diary, .meal: nil
    }
  }

  mutating func setRestored(_ id: EntryID) {
    if let index = entries.firstIndex(where: { $0.id == id }) { entries[index].isRestored = true }
  }

  mutating func setDate(_ id: EntryID, _ date: WallTime) {
    if let index = entries.firstIndex(where: { $0.id == id }) { entries[index].setDate(date) }
  }

  /// One was confirmed in this boot, or dated anew in an earlier one.
  var hasOwnDates: Bool { entries.firstIndex { $0.isOwn || $0.isDated } != nil }

  /// Dates one of the device's own as the clock of now does, and returns its record; nil: all have such a date. A
  /// restart would take the date of a wrong clock for its age. No date becomes earlier than it was first written.
  mutating func nextDated(by offset: Int64) -> Record? {
    for i in 0..<entries.count {
      guard let date = entries[i].dateAnew(by: offset) else { continue }
      let before = entries[i]
      entries[i].setDate(date)
      if Placing.isMoved(before.date, to: entries[i].date) {
        return .diary(.doseDated(before.id, entries[i].date))
      }
      entries[i] = before
    }
    return nil
  }

  mutating func setAheadTold(_ index: Int) { entries[index].isAheadTold = true }

  mutating func hold(_ index: Int, at made: WallTime, isFar: Bool) {
    entries[index].hold(at: made, isFar: isFar)
  }

  /// A trusted clock spoke.
  /// - Parameter offset: wall time less device time.
  mutating func hear(_ offset: Int64) {
    for i in 0..<entries.count { entries[i].place(by: offset) }
  }

  /// The end of the time in which a dose of unclear time may act, by the device's own clock; nil: no such dose.
  func unclearUntil(_ model: InsulinModel, at now: Instant) -> Instant? {
    var until: Instant?
    for i in 0..<entries.count where entries[i].isAhead && entries[i].units > .zero {
      let end = entries[i].since + model.action
      guard end > now else { continue }
      until = until.map { max($0, end) } ?? end
    }
    return until
  }

  /// Nil while no clock was trusted.
  func age(_ entry: Entry, at now: Instant) -> Milliseconds? { entry.at.map { now - $0 } }

  /// Insulin on board in millionths of a unit.
  func onBoard(_ model: InsulinModel, at now: Instant) -> Int64 {
    var sum: Int64 = 0
    for i in 0..<entries.count where !entries[i].isFar {
      let age = age(entries[i], at: now) ?? Milliseconds(0)
      sum += model.microunitsOnBoard(GivenDose(units: entries[i].units, age: age))
    }
    return sum
  }

  /// The youngest dose that still acts; one of unknown age counts as just taken.
  func last(_ model: InsulinModel, at now: Instant) -> GivenDose? {
    var last: GivenDose?
    for i in 0..<entries.count where entries[i].units > .zero && !entries[i].isFar {
      let age = age(entries[i], at: now) ?? Milliseconds(0)
      guard model.fractionRemaining(after: age) > 0 else { continue }
      if last.map({ age <= $0.age }) ?? true {
        last = GivenDose(units: entries[i].units, age: age)
      }
    }
    return last
  }

  /// The meal's dose was confirmed, be it one of nothing, or entered by hand. Nobody knows to which
  /// meal a dose of unclear time belongs.
  func has(_ meal: Meal, at now: Instant) -> Bool {
    entries.firstIndex { entry in
      entry.meal == meal && entry.isPlain
        && age(entry, at: now).map { $0 < DoseHistory.sameMeal } ?? true
    } != nil
  }

  /// The same, of a dose whose age a trusted clock has told.
  func hasSurely(_ meal: Meal, at now: Instant) -> Bool {
    entries.firstIndex { entry in
      entry.meal == meal && entry.isPlain
        && age(entry, at: now).map { $0 < DoseHistory.sameMeal } ?? false
    } != nil
  }

  /// A record of an earlier life has a dose for that meal of the last hours before the newest one.
  func hasRestored(_ meal: Meal) -> Bool {
    var newest: Int64?
    for i in 0..<entries.count { newest = max(newest ?? .min, entries[i].taken.milliseconds) }
    guard let newest else { return false }
    return entries.firstIndex { entry in
      entry.meal == meal && entry.taken.milliseconds > newest &- DoseHistory.sameMeal.count
    } != nil
  }

  /// Insulin was taken after that moment, or may have been.
  func hasAny(since moment: Instant) -> Bool {
    entries.firstIndex { entry in
      entry.units > .zero && !entry.isFar && (entry.at.map { moment < $0 } ?? true)
    } != nil
  }

  private mutating func makeRoom(newest: Entry, now: Instant) {
    if let far = entries.firstIndex(where: { $0.isFar }) {
      entries.remove(at: far)
      return
    }
    let oldest = oldest()
    let age: Milliseconds
    if let at = entries[oldest].at {
      age = now - at
    } else {
      age = Milliseconds(newest.taken.milliseconds &- entries[oldest].taken.milliseconds)
    }
    if age >= GlucoseHistory.span {
      entries.remove(at: oldest)
      return
    }
    // The youngest dose of a meal stays: without it the meal would be offered a second one.
    var old: (index: Int, next: Int)?
    for i in 0..<entries.count {
      guard old.map({ isOlder(entries[i], than: entries[$0.index]) }) ?? true else { continue }
      if let next = next(after: i) { old = (i, next) }
    }
    guard let old else { return }
    entries[old.next].units = entries[old.next].units + entries[old.index].units
    entries.remove(at: old.index)
  }

  private func oldest() -> Int {
    var oldest = 0
    for i in 1..<entries.count where isOlder(entries[i], than: entries[oldest]) { oldest = i }
    return oldest
  }

  /// The dose of the same meal, and of as clear a time, that follows that one; nil: it is the youngest of these.
  private func next(after index: Int) -> Int? {
    let dose = entries[index]
    var next: Int?
    for i in 0..<entries.count
    where entries[i].meal == dose.meal && entries[i].isPlain == dose.isPlain {
      let isLater = isOlder(dose, than: entries[i]) || i > index && !isOlder(entries[i], than: dose)
      guard isLater, next.map({ isOlder(entries[i], than: entries[$0]) }) ?? true else { continue }
      next = i
    }
    return next
  }

  /// An entry without an age by any clock may have been taken just now.
  private func isOlder(_ a: Entry, than b: Entry) -> Bool {
    switch (a.at, b.at) {
    case (let a?, let b?): a < b
    case (.some, nil): true
    case (nil, .some): false
    case (nil, nil): a.taken < b.taken
    }
  }
}
