import Device
import HAL
import TestSupport

/// Events of every kind out of a seed, with values from the whole range that each may have.
struct RandomEvents {
  /// Kinds of events, fixes and settings included.
  static let kinds = 16

  var random: SplitMix64
  /// Time of the last change of a zone: they come in order of time.
  var changed: Int64 = 1_400_000_000

  /// Numbers of reminders: no two of a row have the same.
  var numbers: Set<UInt16> = []

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func pick<T>(_ values: [T]) -> T { values[Int(random.next() % UInt64(values.count))] }
  mutating func flip() -> Bool { random.next() % 2 == 0 }

  /// Mostly what one meets, now and then the ends of the range.
  mutating func integer<T: FixedWidthInteger>(_ usual: ClosedRange<Int64>, _: T.Type = T.self) -> T
  {
    switch random.next() % 8 {
    case 0: T.min
    case 1: T.max
    case 2: T(truncatingIfNeeded: random.next())
    default: T(random.integer(in: usual))
    }
  }

  mutating func double(_ range: ClosedRange<Double>) -> Double {
    switch random.next() % 8 {
    case 0: range.lowerBound
    case 1: range.upperBound
    case 2: ((range.lowerBound + range.upperBound) / 2).rounded()
    default:
      min(
        max(
          range.lowerBound + (range.upperBound - range.lowerBound)
            * (Double(random.next() >> 11) / 9_007_199_254_740_992),
          range.lowerBound),
        range.upperBound)
    }
  }

  mutating func wall() -> WallTime {
    WallTime(milliseconds: integer(1_426_950_000_000...1_900_000_000_000))
  }

  /// Records keep the earliest moment of all for "no clock".
  mutating func moment() -> WallTime {
    WallTime(milliseconds: max(wall().milliseconds, .min + 1))
  }

  mutating func event(_ kind: Int, at instant: Int64) throws -> Event {
    Event(at: Instant(milliseconds: instant), try content(kind))
  }

  private mutating func content(_ kind: Int) throws -> Event.Kind {
    switch kind {
    case 0:
      .booted(
        Boot(
          number: integer(1...99), keys: KeySet(bits: integer(0...15)),
          secret: (random.next(), random.next())))
    case 1: .restored(record())
    case 2: .edited(record())
    case 3: .setting(try setting())
    case 4: .fix(fix())
    case 5: .clock(wall(), pick([.rtc, .ntp, .gps]))
    case 6: .key(KeyPress(pick([.help, .ok, .plus, .minus]), isLong: flip()))
    case 7: .reading(MeterReading(result: glucose(), age: Milliseconds(integer(0...900_000))))
    case 8: .answer(answer())
    case 9:
      pick([
        .message(.acknowledged(token: random.next(), caregiver: integer(0...7))),
        .message(.whereIs(caregiver: integer(0...7))),
        .message(
          .accompanied(
            untilMinute: integer(0...1440), caregiver: integer(0...7),
            received: flip() ? moment() : nil)),
      ])
    case 10: .battery(BatteryLevel(percent: integer(0...100), isCharging: flip()))
    case 11: .storage(pick([nil, .full, .readOnly, .failed]))
    case 12: .shuttingDown
    case 13: .deadline
    case 14: .keys(KeySet(bits: integer(0...15)))
    default: .setting(.begin)
    }
  }

  mutating func glucose() -> MeterResult {
    pick([
      .low, .high, .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(double(-1...900)))),
      .amount(.millimolesPerLitre(MillimolesPerLitre(double(1.1...33.3)))),
    ])
  }

  private mutating func notice() -> NoticeID {
    NoticeID(boot: integer(0...3), number: integer(1...99))
  }

  private mutating func recipient() -> Recipient {
    Recipient(caregiver: integer(0...7), route: pick([.mail, .relay]))
  }

  private mutating func answer() -> NetworkAnswer {
    NetworkAnswer(
      notice: notice(), recipient: recipient(), outcome: pick([.accepted, .transient, .permanent]))
  }

  private mutating func position() -> Position {
    Position(
      latitudeE7: random.integer(in: -900_000_000...900_000_000),
      longitudeE7: random.integer(in: -1_800_000_000...1_800_000_000))!
  }

  private mutating func fix() -> Fix {
    let isThere = flip()
    var fix = Fix(mode: isThere ? pick([.twoD, .threeD]) : .none)
    if isThere || flip() { fix.position = position() }
    if flip() {
      let time = WallTime(milliseconds: random.integer(in: 0...4_000_000_000_000))
      fix.time = FixTime(time, isDated: flip())
    }
    if flip() { fix.eph = Metres(double(0...5000)) }
    if flip() { fix.speed = MetresPerSecond(double(0...90)) }
    if flip() { fix.course = Degrees(double(0...359.9)) }
    return fix
  }

  private mutating func whos() -> Whos {
    var whos = Whos()
    for i in 0..<4 { whos[i] = integer(0...9) }
    return whos
  }

  private mutating func record() -> Record {
    let occurrence = Occurrence(
      reminder: integer(1...20), due: CivilMinute(integer(0...40_000_000)))
    let place = Whereabouts(
      position: position(), distance: flip() ? Metres(double(0...900)) : nil, radius: nil,
      eph: Metres(double(0...90)))
    let dose = DiaryDose(
      id: EntryID(random.next()), taken: moment(), meal: pick([.breakfast, .lunch, .dinner]),
      mealPart: InsulinUnits(milliunits: random.integer(in: 0...9000)),
      correction: InsulinUnits(milliunits: random.integer(in: -9000...9000)),
      insulinOnBoard: InsulinUnits(milliunits: 1), proposed: InsulinUnits(milliunits: 500),
      confirmed: .zero)
    return pick([
      .alive(moment()), .place(pick([.unknown, .inside, .outside])), .outbox(.excursionsTold),
      .reminder(
        occurrence, pick([.announced, .snoozed, .missed, .announcedUnsure]), at: moment()),
      .outbox(
        .notice(
          Notice(
            id: notice(), matter: .reminder(.unanswered(occurrence)),
            whereabouts: flip() ? place : nil,
            age: Milliseconds(random.integer(in: 0...99_999)), made: flip() ? moment() : nil,
            token: random.next(), battery: flip() ? 77 : nil))),
      .outbox(.delivery(notice(), recipient(), .accepted)), .outbox(.closed(notice())),
      .outbox(
        .excursion(Excursion(left: moment(), returned: nil, farthest: Metres(double(0...9000))))),
      .accompanied(until: flip() ? moment() : nil, taken: flip() ? moment() : nil),
      .diary(.dose(dose)),
      .diary(.doseRemoved(dose.id)), .diary(.doseDated(dose.id, moment())),
      .diary(
        .reading(
          DiaryReading(
            id: EntryID(random.next()), taken: moment(), result: glucose(), category: .afterLunch))),
      .meal(.dinner, day: integer(0...20_000), .prompted),
      .alive(
        moment(),
        LastPlace(
          position: position(), eph: flip() ? Metres(double(0...90)) : nil,
          age: Milliseconds(random.integer(in: 0...99_999)))),
      .outbox(.caregivers(whos())), .outbox(.homeOwed(integer(1...15))),
    ])
  }
}
