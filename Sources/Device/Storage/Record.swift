import HAL

/// A fact that must outlive a power cut. It leaves the core as `.store` and comes back as `.restored`.
public enum Record: Equatable, Sendable {
  /// The device lived then, by a trusted clock, and the wearer was last seen there; once a minute. `minute`: what the
  /// clock on the wall showed, by the zone of that time; nil without a profile, and of older programs.
  case alive(WallTime, LastPlace? = nil, minute: CivilMinute? = nil)
  /// The decision about the perimeter. Inside: not near its edge either, as far as is known.
  case place(PerimeterRule.Place)
  /// One occurrence of a reminder has come to that state, then.
  case reminder(Occurrence, ReminderState, at: WallTime)
  case outbox(OutboxRecord)
  /// Nil: no longer. `taken`: the profile's end that was taken last; zero where an older program,
  /// which did not keep it, wrote the record. `minute`: the same as the profile writes it; nil of older programs.
  /// `said`: the whole second of the newest word about company; nil where no clock told it, and of older programs.
  case accompanied(
    until: WallTime?, taken: WallTime? = nil, minute: CivilMinute? = nil, said: WallTime? = nil)
  case diary(DiaryRecord)
  /// The dose prompt of a meal, by the local day (days since 1970-01-01).
  case meal(Meal, day: Int32, MealState)
}

/// The durable steps of notices.
public enum OutboxRecord: Equatable, Sendable {
  case notice(Notice)
  /// A caregiver's route accepted the notice, or refused it for good.
  case delivery(NoticeID, Recipient, DeliveryOutcome)
  case acknowledged(NoticeID, caregiver: UInt8)
  /// Nothing more is to be done about it.
  case closed(NoticeID)
  case excursion(Excursion)
  /// The excursions gathered so far were told.
  case excursionsTold
  /// Records after it count caregivers by this list; what came before is re-arranged by it.
  case caregivers(Whos)
  /// The caregivers who hear when the wearer is found inside, bit 0 the first. Other records say less, or more.
  case homeOwed(UInt8)
}

/// The durable entries of the glucose diary.
public enum DiaryRecord: Equatable, Sendable {
  case reading(DiaryReading)
  case dose(DiaryDose)
  /// The dose was undone, or deleted in the diary.
  case doseRemoved(EntryID)
  /// A clock that was put right has dated a dose that the wearer confirmed in that life.
  case doseDated(EntryID, WallTime)
  case readingRemoved(EntryID)
}

/// The last good position, as a sign of life keeps it.
public struct LastPlace: Equatable, Sendable {
  /// The last good position.
  public var position: Position
  /// The receiver's estimate of its error; nil when it gave none.
  public var eph: Metres?
  /// Age of the position when the sign of life was left.
  public var age: Milliseconds

  public init(position: Position, eph: Metres?, age: Milliseconds) {
    self.position = position
    self.eph = eph
    self.age = age
  }
}

/// The durable states of one occurrence of a reminder.
public enum ReminderState: Equatable, Sendable {
  case announced
  case acknowledged
  /// Put off by a long ok; `at` says until when.
  case snoozed
  /// It went to the caregiver.
  case escalated
  case missed
  /// Announced by a calendar clock that nobody has confirmed since.
  case announcedUnsure
  /// The wearer answered its question with that number, and with it the reminder.
  case answered(UInt8)
}

extension ReminderState {
  /// The number by which a record keeps it.
  var word: UInt64 {
    switch self {
    case .announced: 1
    case .acknowledged: 2
    case .snoozed: 3
    case .escalated: 4
    case .missed: 5
    case .announcedUnsure: 6
    case .answered(let value): 7 | UInt64(value) << 8
    }
  }

  /// Nil for what no record has.
  public init?(word: UInt64) {
    switch word.byte(0) {
    case 1: self = .announced
    case 2: self = .acknowledged
    case 3: self = .snoozed
    case 4: self = .escalated
    case 5: self = .missed
    case 6: self = .announcedUnsure
    case 7: self = .answered(word.byte(1))
    default: return nil
    }
  }
}

/// The durable states of a meal's dose prompt.
public enum MealState: UInt8, Sendable {
  case prompted = 1
  case confirmed = 2
  /// Nobody answered, and the caregiver was told.
  case unanswered = 3
}
