import HAL

/// A record as ten words: what a storage keeps and a trace shows. Every field survives bit for bit.
extension Record {
  /// The ten words of this record. The first one holds its kind.
  public var words: RecordWords {
    switch self {
    case .alive(let wall, let place, let minute): RecordWords(alive: wall, place, minute)
    case .place(let place): RecordWords(2, UInt64(place.rawValue))
    case .reminder(let occurrence, let state, let at):
      RecordWords(3, state.word, occurrence.word, at.word)
    case .outbox(.notice(let notice)): notice.words
    case .outbox(.delivery(let id, let to, let outcome)):
      RecordWords(
        5, UInt64(to.caregiver) | UInt64(to.route.rawValue) << 8 | UInt64(outcome.rawValue) << 16,
        id.value)
    case .outbox(.acknowledged(let id, let caregiver)): RecordWords(6, UInt64(caregiver), id.value)
    case .outbox(.closed(let id)): RecordWords(7, 0, id.value)
    case .outbox(.excursion(let excursion)):
      RecordWords(
        8, 0, excursion.left.word, excursion.returned.word, excursion.farthest.value.word)
    case .outbox(.excursionsTold): RecordWords(9)
    case .accompanied(let until, let taken, let minute, let said):
      RecordWords(10, UInt64(Watch.second(of: said)), until.word, taken.word, minute.word)
    case .diary(.reading(let reading)):
      RecordWords(
        11, UInt64(reading.category.rawValue) | reading.result.tag << 8, reading.id.value,
        reading.taken.word, reading.result.word)
    case .diary(.dose(let dose)): dose.words
    case .diary(.doseRemoved(let id)): RecordWords(13, 0, id.value)
    case .diary(.readingRemoved(let id)): RecordWords(14, 0, id.value)
    case .meal(let meal, let day, let state):
      RecordWords(
        15, UInt64(meal.rawValue) | UInt64(state.rawValue) << 8,
        UInt64(UInt32(bitPattern: day)))
    case .outbox(.caregivers(let whos)):
      RecordWords(
        16, 0, UInt64(whos[0]) | UInt64(whos[1]) << 32, UInt64(whos[2]) | UInt64(whos[3]) << 32)
    case .outbox(.homeOwed(let owed)): RecordWords(17, UInt64(owed))
    case .diary(.doseDated(let id, let date)): RecordWords(18, 0, id.value, date.word)
    }
  }

  /// Nil for words that no record has: of a newer program, or spoilt.
  public init?(_ record: RecordWords) {
    let w = record.words
    let flags = w[0] >> 8
    switch w[0] & 0xff {
    case 1: self = .alive(WallTime(word: w[1]), LastPlace(record), minute: .some(word: w[5]))
    case 2:
      guard let place = PerimeterRule.Place(rawValue: flags.byte(0)) else { return nil }
      self = .place(place)
    case 3:
      guard let state = ReminderState(word: flags) else { return nil }
      self = .reminder(Occurrence(word: w[1]), state, at: WallTime(word: w[2]))
    case 4:
      guard let notice = Notice(record) else { return nil }
      self = .outbox(.notice(notice))
    case 5:
      guard let route = Route(rawValue: flags.byte(1)),
        let outcome = DeliveryOutcome(rawValue: flags.byte(2))
      else { return nil }
      let recipient = Recipient(caregiver: flags.byte(0), route: route)
      self = .outbox(.delivery(NoticeID(w[1]), recipient, outcome))
    case 6: self = .outbox(.acknowledged(NoticeID(w[1]), caregiver: flags.byte(0)))
    case 7: self = .outbox(.closed(NoticeID(w[1])))
    case 8:
      let farthest = Double(bitPattern: w[3])
      guard farthest.isFinite else { return nil }
      self = .outbox(
        .excursion(
          Excursion(
            left: .some(word: w[1]), returned: .some(word: w[2]), farthest: Metres(farthest))))
    case 9: self = .outbox(.excursionsTold)
    case 10:
      self = .accompanied(
        until: .some(word: w[1]), taken: .some(word: w[2]), minute: .some(word: w[3]),
        said: Watch.wall(ofSecond: UInt32(truncatingIfNeeded: flags)))
    case 11:
      guard let category = ReadingCategory(rawValue: flags.byte(0)),
        let result = MeterResult(tag: UInt64(flags.byte(1)), word: w[3])
      else { return nil }
      self = .diary(
        .reading(
          DiaryReading(
            id: EntryID(w[1]), taken: WallTime(word: w[2]), result: result, category: category)))
    case 12:
      guard let dose = DiaryDose(record) else { return nil }
      self = .diary(.dose(dose))
    case 13: self = .diary(.doseRemoved(EntryID(w[1])))
    case 14: self = .diary(.readingRemoved(EntryID(w[1])))
    case 15:
      guard let meal = Meal(rawValue: flags.byte(0)), let state = MealState(rawValue: flags.byte(1))
      else { return nil }
      self = .meal(meal, day: Int32(truncatingIfNeeded: w[1]), state)
    case 16:
      var whos = Whos()
      for i in 0..<4 { whos[i] = UInt32(truncatingIfNeeded: w[1 + i / 2] >> UInt64(i % 2 * 32)) }
      self = .outbox(.caregivers(whos))
    case 17: self = .outbox(.homeOwed(flags.byte(0)))
    case 18: self = .diary(.doseDated(EntryID(w[1]), WallTime(word: w[2])))
    default: return nil
    }
  }
}

extension RecordWords {
  /// - Parameter flags: up to 56 bits beside the kind.
  init(
    _ kind: UInt64, _ flags: UInt64 = 0, _ a: UInt64 = 0, _ b: UInt64 = 0, _ c: UInt64 = 0
  ) {
    self.init()
    words[0] = kind | flags << 8
    words[1] = a
    words[2] = b
    words[3] = c
  }

  /// Folds all ten in.
  func fold(into digest: inout Digest) {
    for i in 0..<5 { digest.fold(words[2 * i], words[2 * i + 1]) }
  }
}

extension RecordWords {
  fileprivate init(alive wall: WallTime, _ place: LastPlace?, _ minute: CivilMinute?) {
    self.init(1, place == nil ? 0 : 1, wall.word)
    words[5] = minute.word
    guard let place else { return }
    words[2] = place.age.word
    words[3] = place.position.digestWord
    words[4] = place.eph.digestWord
  }
}

extension LastPlace {
  /// Nil where a sign of life has none, as those of older programs.
  fileprivate init?(_ record: RecordWords) {
    let w = record.words
    guard (w[0] >> 8).byte(0) == 1, let position = Position(word: w[3]) else { return nil }
    self.init(
      position: position, eph: .some(word: w[4]), age: Milliseconds(Int64(bitPattern: w[2])))
  }
}

extension Position {
  /// Takes back `digestWord`; nil where that is no position.
  init?(word: UInt64) {
    self.init(
      latitudeE7: Int64(Int32(truncatingIfNeeded: word >> 32)),
      longitudeE7: Int64(Int32(truncatingIfNeeded: word)))
  }
}

extension DiaryDose {
  fileprivate var words: RecordWords {
    var record = RecordWords(12, UInt64(meal.rawValue), id.value, taken.word)
    record.words[3] = UInt64(bitPattern: mealPart.milliunits)
    record.words[4] = UInt64(bitPattern: correction.milliunits)
    record.words[5] = UInt64(bitPattern: insulinOnBoard.milliunits)
    record.words[6] = UInt64(bitPattern: proposed.milliunits)
    record.words[7] = UInt64(bitPattern: confirmed.milliunits)
    return record
  }

  fileprivate init?(_ record: RecordWords) {
    let w = record.words
    guard let meal = Meal(rawValue: (w[0] >> 8).byte(0)) else { return nil }
    for i in 3..<8 where Int64(bitPattern: w[i]).magnitude > 1_000_000 { return nil }
    func units(_ word: UInt64) -> InsulinUnits { InsulinUnits(milliunits: Int64(bitPattern: word)) }
    self.init(
      id: EntryID(w[1]), taken: WallTime(word: w[2]), meal: meal, mealPart: units(w[3]),
      correction: units(w[4]), insulinOnBoard: units(w[5]), proposed: units(w[6]),
      confirmed: units(w[7]))
  }
}

extension MeterResult {
  var tag: UInt64 {
    switch self {
    case .amount(.milligramsPerDecilitre): 1
    case .amount(.millimolesPerLitre): 2
    case .low: 3
    case .high: 4
    }
  }
  /// 0 for the two words.
  var word: UInt64 {
    switch self {
    case .amount(.milligramsPerDecilitre(let amount)): amount.value.word
    case .amount(.millimolesPerLitre(let amount)): amount.value.word
    case .low, .high: 0
    }
  }

  init?(tag: UInt64, word: UInt64) {
    let value = Double(bitPattern: word)
    guard value.isFinite else { return nil }
    switch tag {
    case 1: self = .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(value)))
    case 2: self = .amount(.millimolesPerLitre(MillimolesPerLitre(value)))
    case 3: self = .low
    case 4: self = .high
    default: return nil
    }
  }
}

extension Occurrence {
  var word: UInt64 { UInt64(reminder) << 32 | UInt64(UInt32(bitPattern: due.count)) }
  init(word: UInt64) {
    self.init(
      reminder: UInt16(truncatingIfNeeded: word >> 32),
      due: CivilMinute(Int32(truncatingIfNeeded: word)))
  }
}

extension WallTime {
  var word: UInt64 { UInt64(bitPattern: milliseconds) }
  init(word: UInt64) { self.init(milliseconds: Int64(bitPattern: word)) }
}

extension WallTime? {
  /// No clock tells the earliest moment there is.
  var word: UInt64 { self?.word ?? UInt64(bitPattern: .min) }
  static func some(word: UInt64) -> WallTime? {
    Int64(bitPattern: word) == .min ? nil : WallTime(word: word)
  }
}

extension UInt64 {
  /// The byte of that number, from the lowest.
  func byte(_ number: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: self >> (number * 8)) }
}

extension CivilMinute? {
  /// Zero stands for nil: no device lived in 1970.
  var word: UInt64 { UInt64(UInt32(bitPattern: self?.count ?? 0)) }

  fileprivate static func some(word: UInt64) -> CivilMinute? {
    let count = Int32(truncatingIfNeeded: word)
    return count == 0 ? nil : CivilMinute(count)
  }
}
