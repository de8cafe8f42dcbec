import HAL

/// A message for the caregivers.
public struct Notice: Equatable, Sendable {
  /// The subject of a notice, by feature.
  public enum Matter: Equatable, Sendable {
    case perimeter(PerimeterMatter)
    case help
    /// The wearer's place: after a press of help without a position, while something is open, or
    /// because a caregiver asked.
    case location(LocationReason)
    case position(PositionMatter)
    case reminder(ReminderMatter)
    case glucose(GlucoseMatter)
    case dose(DoseMatter)
    case clock(ClockMatter)
    case batteryLow(percent: UInt8)
    case power(PowerMatter)
    case day(DayMatter)
    case storageFailed(StorageError)
    /// The profile cannot be used; the one of that time is in force.
    case profileKept(WallTime)
    /// The refusal of a caregiver's request, with its reason.
    case companyRefused(CompanyRefusal)
    /// Somebody changed these parts of the profile from afar.
    case profileChanged(ProfileChanges)
  }

  /// The reason for telling the wearer's place.
  public enum LocationReason: UInt8, Sendable {
    case firstAfterHelp = 1
    case breadcrumb = 2
    case asked = 3
  }

  /// The number of the notice: the same for every attempt.
  public var id: NoticeID
  /// The subject.
  public var matter: Matter
  /// The best position known; nil when there is none.
  public var whereabouts: Whereabouts?
  /// Age of the position when the notice was made.
  public var age: Milliseconds
  /// Facts beside its matter.
  public var aside: Aside
  /// An unguessable 64-bit number: somebody who sends it back has read the notice.
  public var token: UInt64
  // Small members come last: the outbox puts more small ones of its own behind them.
  /// The time at which the notice was made; nil while no clock had been trusted. Reminders and the daily
  /// mail may be dated by a calendar clock alone.
  public var made: WallTime?
  /// Percent; nil when the board has no battery.
  public var battery: UInt8?
  /// The caregivers it is meant for, bit 0 the first; 0: those whose turn it is.
  public var audience: UInt8

  public init(
    id: NoticeID, matter: Matter, whereabouts: Whereabouts?, age: Milliseconds = Milliseconds(0),
    made: WallTime? = nil, token: UInt64 = 0, battery: UInt8? = nil, audience: UInt8 = 0,
    outing: Outing = Outing()
  ) {
    self.id = id
    self.matter = matter
    self.whereabouts = whereabouts
    self.age = age
    self.made = made
    self.token = token
    self.battery = battery
    self.audience = audience
    aside = Aside(outing)
  }

  /// The outing, in a notice of `.returned` only.
  public var outing: Outing { matter == .perimeter(.returned) ? aside.outing : Outing() }

  /// Whether its position is from before a power cut and older than `age`, and no clock tells by how much.
  public var isAgeUnknown: Bool { matter.traits.saysLastSeen && aside.isAgeUnknown }

  /// Whether what it tells of is past when it leaves: the wearer is no longer out or lost, or the device is on again.
  public var isPast: Bool { matter.mayBePast && aside.isPast }

  /// Whether a reminder is due by a calendar clock that nobody vouches for.
  public var isTimeUnsure: Bool {
    if case .reminder(.due) = matter { aside.word & Aside.timeUnsure.word != 0 } else { false }
  }

  /// Whether it says that a reminder is due on a device without a key that could answer it.
  public var isUnanswerable: Bool {
    if case .reminder(.due) = matter { aside.word & Aside.withoutKey.word != 0 } else { false }
  }

  /// A power cut does not lose it with the notice's own record.
  var storesAside: Bool { matter == .perimeter(.returned) || matter == .help }

  /// The time of a late answer to a reminder or dose that was not answered in time; nil without one.
  public var answered: WallTime? {
    switch matter {
    case .reminder(.unanswered), .dose(.unanswered): aside.answered
    case .perimeter, .help, .location, .position, .reminder, .glucose, .dose, .clock, .batteryLow,
      .power, .day, .storageFailed, .profileKept, .companyRefused, .profileChanged:
      nil
    }
  }
}

extension Notice.Matter {
  /// It would pass for true if it left late.
  var mayBePast: Bool {
    self == .perimeter(.left) || self == .position(.lost) || self == .power(.shuttingDown)
  }
}

/// Notices about the perimeter.
public enum PerimeterMatter: Equatable, Sendable {
  case left
  case returned
  /// Excursions that ended before anybody could be told: listed in the dispatch.
  case excursions
}

/// Notices about a position that is missing.
public enum PositionMatter: Equatable, Sendable {
  case lost
  /// The receiver has found no position for half a day.
  case noneForLong
  /// The receiver sends nothing at all.
  case receiverSilent
}

/// Notices about a reminder.
public enum ReminderMatter: Equatable, Sendable {
  case due(Occurrence)
  case unanswered(Occurrence)
  case missed(Occurrence)
  /// It was announced by a calendar clock that was wrong.
  case unsure(UnsureReminder)
}

/// Notices about low glucose.
public enum GlucoseMatter: Equatable, Sendable {
  /// Below 70 mg/dL; `isVery`: below 54, or "LO".
  case low(MeterResult, isVery: Bool, age: ReadingAge = .recent)
  case lowOver(LowGlucoseOver)
}

/// Notices about doses and the diary.
public enum DoseMatter: Equatable, Sendable {
  /// `deleted`: the dose of that meal, deleted in the diary, that leaves it without one.
  case unanswered(Meal, deleted: DeletedDose? = nil)
  case entryAhead(EntryAhead)
}

/// Notices about the device's clock.
public enum ClockMatter: Equatable, Sendable {
  case untrusted
  /// Two trusted sources contradict each other by so much.
  case disagrees(Milliseconds)
}

/// Notices about the device's power.
public enum PowerMatter: Equatable, Sendable {
  case shuttingDown
  /// The device was off for so long; or it was on without a clock for some of it.
  case wasOff(Milliseconds)
}

/// The daily mail.
public enum DayMatter: Equatable, Sendable {
  case allIsWell
  /// Something is open.
  case open(OpenMatters)
}

/// A stay outside that is over.
///
/// The earliest time stands for nil: the outbox holds 18 of these, and so does an action.
public struct Excursion: Equatable, Sendable {
  private var leftOrNone: WallTime
  private var returnedOrNone: WallTime
  /// Farthest from the centre; 0: not known, since a life or a circle has not seen all of it.
  public var farthest: Metres

  public init(left: WallTime?, returned: WallTime?, farthest: Metres) {
    leftOrNone = left ?? Excursion.none
    returnedOrNone = returned ?? Excursion.none
    self.farthest = farthest
  }

  private static var none: WallTime { WallTime(milliseconds: .min) }

  /// The time of the exit; nil where no trusted clock tells it.
  public var left: WallTime? {
    get { leftOrNone == Excursion.none ? nil : leftOrNone }
    set { leftOrNone = newValue ?? Excursion.none }
  }
  /// The time of the return; nil where no trusted clock tells it.
  public var returned: WallTime? {
    get { returnedOrNone == Excursion.none ? nil : returnedOrNone }
    set { returnedOrNone = newValue ?? Excursion.none }
  }
}

/// Excursions that go out in one late notice.
public typealias Excursions = FixedArray<16, Excursion>

/// One attempt to bring one notice to one caregiver.
public struct Dispatch: Equatable, Sendable {
  /// The notice that is sent.
  public var notice: Notice
  /// The caregiver and route of this attempt.
  public var recipient: Recipient
  /// Counted from 1, over all routes of this caregiver.
  public var attempt: UInt16
  /// Time since it was made; stated in words when it matters.
  public var late: Milliseconds
  /// A power cut came between, and no clock tells how long it lasted: it is later than that.
  public var isLater: Bool
  /// The list, in a notice of `.excursions` only; else nil.
  public var excursions: Excursions?
  /// The number of excursions before those listed, that the list no longer holds.
  public var olderExcursions: UInt16
  /// Counted from 1: how often the notice has gone round. A repetition is a message of its own, so
  /// that nobody takes it for the same one sent twice; a retry is not.
  public var round: UInt16

  public init(
    notice: Notice, recipient: Recipient, attempt: UInt16, late: Milliseconds,
    isLater: Bool = false, excursions: Excursions? = nil, olderExcursions: UInt16 = 0,
    round: UInt16 = 1
  ) {
    self.notice = notice
    self.recipient = recipient
    self.attempt = attempt
    self.late = late
    self.isLater = isLater
    self.excursions = excursions
    self.olderExcursions = olderExcursions
    self.round = round
  }
}

/// The network's answer to one attempt.
public struct NetworkAnswer: Equatable, Sendable {
  /// The notice of the attempt.
  public var notice: NoticeID
  /// The caregiver and route of the attempt.
  public var recipient: Recipient
  /// The outcome of the attempt.
  public var outcome: DeliveryOutcome
  public init(notice: NoticeID, recipient: Recipient, outcome: DeliveryOutcome) {
    self.notice = notice
    self.recipient = recipient
    self.outcome = outcome
  }
}

/// A caregiver's message to the device.
public enum Message: Equatable, Sendable {
  /// The token of a notice came back.
  case acknowledged(token: UInt64, caregiver: UInt8)
  /// "WHERE"
  case whereIs(caregiver: UInt8)
  /// "ACCOMPANIED UNTIL HH:MM": the next such minute of the day, local time, from when the mailbox's
  /// server took the mail, else from now. Negative: no longer.
  case accompanied(untilMinute: Int16, caregiver: UInt8, received: WallTime? = nil)
}
