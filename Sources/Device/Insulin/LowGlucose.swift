import HAL

/// Low glucose that no later reading has ended.
///
/// It is open while a reading below 70 mg/dL stands (see `standingLow`) and is at most three hours old.
/// A reading says nothing about later than that. Every 15 minutes the device asks to measure again (the
/// rule of 15: 15 g of sugar, 15 minutes, ADA Standards of Care, section 6). Below 54 or "LO" the
/// caregiver is told again each time, until one has answered.
struct LowGlucose: Equatable, Sendable {
  static let again = Milliseconds.seconds(15 * 60)
  static let lasts = Milliseconds.seconds(3 * 3600)
  /// The time of what somebody entered is good to 5 minutes.
  static let lastsEntered = Milliseconds.seconds(3 * 3600 + 5 * 60)
  /// A restored reading is told without its age when no clock has spoken for so long.
  static let waitsForClock = Milliseconds.seconds(60)

  var reading: EntryID
  var result: MeterResult
  var isVery: Bool
  /// The moment at which it was taken, or came in where nobody knows.
  var at: Instant
  /// The moment at which it sounds next.
  var next: Instant
  var ends: Instant
  /// The age stated when it was last told.
  var age: ReadingAge
  /// The caregivers are told then at the latest; nil: they were.
  var tellBy: Instant?
  /// Stands for an earlier notice of the reading until the next one is numbered.
  static let toldBefore = NoticeID(.max)

  /// The first notice of this reading; 0: none that is known.
  var notice = NoticeID(0)
  var isCaregiverAware = false
  /// Whoever had answered has left the list: the others hear of it, also where it is not very low.
  var isOwedAnew = false

  var alarm: AlarmKind { isVery ? .veryLowGlucose : .lowGlucose }
  var matter: Notice.Matter { .glucose(.low(result, isVery: isVery, age: age)) }
}

/// One reading ended low glucose, and a second one is to confirm it. SAFE-2.
struct SecondMeasurement: Sendable {
  /// The time after the low reading.
  static let after = Milliseconds.seconds(15 * 60)
  /// The time for which it waits.
  static let patience = Milliseconds.seconds(15 * 60)
  /// Later than this nobody is told of it any more.
  static let isPast = Milliseconds.seconds(4 * 3600)

  /// The low reading.
  var reading: EntryID
  var due: Instant
  var until: Instant
  /// The moment at which it sounds again.
  var announce: Instant
  var isAsked = false
  /// The wearer has put the page away.
  var isSeen = false
}

/// Low glucose in the records of an earlier life.
struct EarlierLow: Sendable {
  /// The reading that was told and not told as over; 0: none.
  var open = EntryID(0)
  /// Its last notice.
  var notice = NoticeID(0)
  /// The reading that was told as over, and whose second measurement is not decided; 0: none.
  var over = EntryID(0)
  /// The last notice's result, whose reading may follow.
  var pending: BriefResult?
  /// The same in full, and when it was taken, as far as the notice says.
  var told: MeterResult?
  var taken: WallTime?
  /// A caregiver answered the last notice.
  var isAnswered = false
  /// The reading of `pending` follows the word of its end.
  var ending = Ending.none

  enum Ending: UInt8, Sendable {
    case none, isOver
    /// Nobody measured a second time, and that was told.
    case isUnconfirmed
  }
}
