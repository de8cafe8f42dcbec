import HAL

/// A notice as ten words.
extension Notice {
  var words: RecordWords {
    let matter = matter.coded
    let bearings = whereabouts?.bearings ?? 0
    var record = RecordWords(
      4,
      UInt64(matter.tag) | UInt64(battery ?? 0xff) << 8 | (whereabouts == nil ? 0 : 1 << 16)
        | (isAgeUnknown ? 2 << 16 : 0)
        | (matter.detail | dueDetail) << 24 | UInt64(audience) << 32 | bearings << 40,
      id.value, storesAside ? aside.word : matter.word)
    record.words[3] = whereabouts?.position.digestWord ?? 0
    record.words[4] = (whereabouts?.distance).digestWord
    record.words[5] = (whereabouts?.radius).digestWord
    record.words[6] = (whereabouts?.eph).digestWord
    record.words[7] = ageWord(matter.extra)
    record.words[8] = made.word
    record.words[9] = token
    return record
  }

  init?(_ record: RecordWords) {
    let w = record.words
    let flags = w[0] >> 8
    let hasExtra = Notice.hasExtra(tag: flags.byte(0))
    guard
      let matter = Matter(
        tag: flags.byte(0), detail: UInt64(flags.byte(3)), word: w[2],
        extra: hasExtra ? Notice.extra(w[7]) : 0)
    else { return nil }
    var place: Whereabouts?
    if flags.byte(2) & 1 == 1 {
      guard let position = Position(word: w[3]) else { return nil }
      place = Whereabouts(
        position: position, distance: .some(word: w[4]), radius: .some(word: w[5]),
        eph: .some(word: w[6]))
      place?.take(bearings: flags >> 40)
    }
    let battery = flags.byte(1)
    self.init(
      id: NoticeID(w[1]), matter: matter, whereabouts: place,
      age: Milliseconds(hasExtra ? Notice.shortAge(w[7]) : Int64(bitPattern: w[7])),
      made: .some(word: w[8]), token: w[9],
      battery: battery == 0xff ? nil : battery, audience: flags.byte(4))
    if flags.byte(2) & 2 == 2, matter.traits.saysLastSeen { aside = .agedUnknown }
    if storesAside { aside = Aside(word: w[2]) }
    if case .reminder(.due) = matter { aside = Aside(word: UInt64(flags.byte(3) & 3)) }
  }

  /// A reminder that is due has nothing else in its eight bits.
  private var dueDetail: UInt64 {
    if case .reminder(.due) = matter { aside.word & 3 } else { 0 }
  }
}

/// Some matters take the upper 24 bits of the position's age; the age keeps 40 bits, which are 17 years.
extension Notice {
  private static let ageBits: UInt64 = 40

  fileprivate static func hasExtra(tag: UInt8) -> Bool { tag == 10 || tag == 18 || tag == 19 }

  fileprivate static func extra(_ word: UInt64) -> UInt64 {
    let extra = word >> ageBits
    // A negative age of a program that kept nothing beside it.
    return extra == 0xff_ffff ? 0 : extra
  }

  fileprivate static func shortAge(_ word: UInt64) -> Int64 {
    Int64(bitPattern: word << (64 - ageBits)) >> (64 - ageBits)
  }

  fileprivate func ageWord(_ extra: UInt64) -> UInt64 {
    guard Notice.hasExtra(tag: matter.coded.tag) else { return UInt64(bitPattern: age.count) }
    let most: Int64 = 1 << (Notice.ageBits - 1) - 1
    let held = UInt64(bitPattern: min(max(age.count, -most - 1), most))
    return held & (1 << Notice.ageBits - 1) | extra << Notice.ageBits
  }
}

extension Notice.Matter {
  /// The number of the matter, eight bits beside it, a word, and 24 bits beside the position's age.
  var coded: (tag: UInt8, detail: UInt64, word: UInt64, extra: UInt64) {
    let (tag, detail, word) = brief
    return (tag, detail, word, extra)
  }

  private var extra: UInt64 {
    switch self {
    case .glucose(.low(_, _, let age)): age.code
    case .glucose(.lowOver(let over)): over.extra
    case .dose(.entryAhead(let entry)): UInt64(entry.code)
    case .perimeter, .help, .location, .position, .reminder, .dose, .clock, .batteryLow, .power,
      .day,
      .storageFailed, .profileKept, .companyRefused, .profileChanged:
      0
    }
  }

  private var brief: (tag: UInt8, detail: UInt64, word: UInt64) {
    switch self {
    case .perimeter(.left): (1, 0, 0)
    case .perimeter(.returned): (2, 0, 0)
    case .perimeter(.excursions): (3, 0, 0)
    case .help: (4, 0, 0)
    case .location(let reason): (5, UInt64(reason.rawValue), 0)
    case .position(.lost): (6, 0, 0)
    case .reminder(.due(let occurrence)): (7, 0, occurrence.word)
    case .reminder(.unanswered(let occurrence)): (8, 0, occurrence.word)
    case .reminder(.missed(let occurrence)): (9, 0, occurrence.word)
    case .glucose(.low(let result, let isVery, _)):
      (10, result.tag | (isVery ? 16 : 0), result.word)
    case .dose(.unanswered(let meal, let deleted)):
      (11, UInt64(meal.rawValue) | (deleted == nil ? 0 : 16), deleted?.word ?? 0)
    case .clock(.untrusted): (12, 0, 0)
    case .batteryLow(let percent): (13, UInt64(percent), 0)
    case .power(.shuttingDown): (14, 0, 0)
    case .power(.wasOff(let span)): (15, 0, UInt64(bitPattern: span.count))
    case .day(.allIsWell): (16, 0, 0)
    case .storageFailed(let error): (17, error.code, 0)
    case .glucose(.lowOver(let over)): (18, over.detail, over.word)
    case .dose(.entryAhead(let entry)): (19, 0, entry.id.value)
    case .profileKept(let since): (26, 0, since.word)
    case .companyRefused(let refusal): (20, 0, refusal.word)
    case .profileChanged(let changes): (27, UInt64(changes.rawValue), 0)
    case .day(.open(let matters)): (21, 0, UInt64(matters.rawValue))
    case .clock(.disagrees(let by)): (22, 0, by.word)
    case .reminder(.unsure(let unsure)): (23, unsure.detail, unsure.word)
    case .position(.receiverSilent): (24, 0, 0)
    case .position(.noneForLong): (25, 0, 0)
    }
  }

  init?(tag: UInt8, detail: UInt64, word: UInt64, extra: UInt64) {
    switch tag {
    case 1: self = .perimeter(.left)
    case 2: self = .perimeter(.returned)
    case 3: self = .perimeter(.excursions)
    case 4: self = .help
    case 5:
      guard let reason = Notice.LocationReason(rawValue: detail.byte(0)) else { return nil }
      self = .location(reason)
    case 6: self = .position(.lost)
    case 7: self = .reminder(.due(Occurrence(word: word)))
    case 8: self = .reminder(.unanswered(Occurrence(word: word)))
    case 9: self = .reminder(.missed(Occurrence(word: word)))
    case 10:
      guard let result = MeterResult(tag: detail & 15, word: word),
        let age = ReadingAge(code: extra)
      else { return nil }
      self = .glucose(.low(result, isVery: detail & 16 != 0, age: age))
    case 11:
      guard let meal = Meal(rawValue: UInt8(detail & 15)) else { return nil }
      self = .dose(.unanswered(meal, deleted: detail & 16 != 0 ? DeletedDose(word: word) : nil))
    case 12: self = .clock(.untrusted)
    case 13: self = .batteryLow(percent: detail.byte(0))
    case 14: self = .power(.shuttingDown)
    case 15: self = .power(.wasOff(Milliseconds(Int64(bitPattern: word))))
    case 16: self = .day(.allIsWell)
    case 17:
      guard let error = StorageError(code: detail) else { return nil }
      self = .storageFailed(error)
    case 18:
      guard let over = LowGlucoseOver(word: word, extra: extra, detail: detail) else { return nil }
      self = .glucose(.lowOver(over))
    case 19:
      guard extra <= 0xff_ffff else { return nil }
      self = .dose(.entryAhead(EntryAhead(EntryID(word), code: UInt32(extra))))
    case 26: self = .profileKept(WallTime(milliseconds: Int64(bitPattern: word)))
    case 27: self = .profileChanged(ProfileChanges(rawValue: detail.byte(0)))
    case 20:
      guard let refusal = CompanyRefusal(word: word) else { return nil }
      self = .companyRefused(refusal)
    case 21: self = .day(.open(OpenMatters(rawValue: UInt32(truncatingIfNeeded: word))))
    case 22: self = .clock(.disagrees(Milliseconds(Int64(bitPattern: word))))
    case 23: self = .reminder(.unsure(UnsureReminder(word: word, detail: detail)))
    case 24: self = .position(.receiverSilent)
    case 25: self = .position(.noneForLong)
    default: return nil
    }
  }
}

extension StorageError {
  var code: UInt64 {
    switch self {
    case .full: 1
    case .readOnly: 2
    case .failed: 3
    case .damaged: 4
    }
  }
  init?(code: UInt64) {
    switch code {
    case 1: self = .full
    case 2: self = .readOnly
    case 3: self = .failed
    case 4: self = .damaged
    default: return nil
    }
  }
}

extension Metres? {
  static func some(word: UInt64) -> Metres? {
    let value = Double(bitPattern: word)
    return value.isFinite ? Metres(value) : nil
  }
}
