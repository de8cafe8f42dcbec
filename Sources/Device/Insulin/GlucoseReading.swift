import HAL

extension GlucoseHistory {
  /// A reading of the last day. The least number stands for a missing moment, to save room: there are 64.
  struct Reading: Sendable {
    private static let none = Int64.min

    var id: EntryID
    var result: MeterResult
    var category: ReadingCategory
    private var marks = Marks()
    /// An earlier life found its date ahead of the clock: it stays so, whatever the date says later.
    var held = HeldAhead()
    private var takenOrNone: Int64
    private var atOrNone: Int64
    /// The moment at which it came in: it was not taken later.
    var arrived: Instant

    init(
      id: EntryID, result: MeterResult, category: ReadingCategory, taken: WallTime?, at: Instant?,
      arrived: Instant, isOwn: Bool
    ) {
      self.id = id
      self.result = result
      self.category = category
      takenOrNone = taken?.milliseconds ?? Reading.none
      atOrNone = at?.milliseconds ?? Reading.none
      self.arrived = arrived
      self.isOwn = isOwn
    }

    /// A meter or the keys brought it in this boot: `at` is exact.
    var isOwn: Bool {
      get { marks[0] }
      set { marks[0] = newValue }
    }
    /// Its date lies more than 5 minutes ahead: it is no basis of a dose, and ends no low glucose.
    var isAhead: Bool {
      get { marks[1] }
      set { marks[1] = newValue }
    }
    /// Its date lies ahead, by up to 5 minutes.
    var isCapped: Bool {
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
    /// The caregivers heard that it is low.
    var isTold: Bool {
      get { marks[5] }
      set { marks[5] = newValue }
    }
    /// They heard in an earlier life that it is over.
    var isOver: Bool {
      get { marks[6] }
      set { marks[6] = newValue }
    }
    /// The keys brought it in this boot.
    var isTyped: Bool {
      get { marks[7] }
      set { marks[7] = newValue }
    }

    /// Nil until it can be stored with a time.
    var taken: WallTime? {
      get { takenOrNone == Reading.none ? nil : WallTime(milliseconds: takenOrNone) }
      set { takenOrNone = newValue?.milliseconds ?? Reading.none }
    }
    /// Nil until a trusted clock has given it an age.
    var at: Instant? {
      get { atOrNone == Reading.none ? nil : Instant(milliseconds: atOrNone) }
      set { atOrNone = newValue?.milliseconds ?? Reading.none }
    }

    /// The date that the diary shows.
    var date: WallTime? { taken.map { held.date($0) } }
    /// The moment at which it was taken; nil while nobody can say.
    var sureAt: Instant? { isAhead ? nil : at }
    /// The device made it, in this boot or an earlier one.
    var isOfDevice: Bool { NoticeID(id.value).boot != 0 }
    /// 70 mg/dL or more, "HI" included.
    var isWell: Bool { result.level == .fine || result.level == .high }

    var record: Record? {
      taken.map {
        .diary(.reading(DiaryReading(id: id, taken: $0, result: result, category: category)))
      }
    }

    mutating func place(by offset: Int64) {
      guard !isOwn else { return }
      letGo(by: offset)
      guard let taken else { return }
      let placing = Placing(
        taken: taken, arrived: arrived, known: isAssumed ? nil : at, offset: offset)
      at = placing.at
      isAssumed = placing.isAssumed
      isAhead = placing.isAhead || held.isHeld && !result.isLow
      isCapped = placing.lead.count > 0
    }

    /// An earlier life found a low one ahead, and this clock does not: that clock may have been behind. The younger
    /// age counts, lest a low of minutes ago be one of hours.
    private mutating func letGo(by offset: Int64) {
      guard held.isHeld, result.isLow, let date else { return }
      if Placing(taken: date, arrived: arrived, known: nil, offset: offset).isAhead { return }
      (taken, held) = (date, HeldAhead())
      if isAssumed { at = nil }
    }

    /// It was in the diary by then, with a date ahead of that. A low one counts from then on.
    mutating func hold(at made: WallTime) {
      guard let taken else { return }
      held = HeldAhead(taken, told: made)
      isAhead = !result.isLow
      self.taken = min(taken, made)
    }
  }
}
