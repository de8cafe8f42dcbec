import HAL

/// A reminder of the profile, and where the device stands with it.
///
/// A missing moment is kept as one that is none: the table holds 32 of these.
struct ReminderEntry: Sendable {
  var reminder: Reminder
  private var sinceOrNone: Instant
  private var nextOrNone = WallTime(milliseconds: .min)
  private var lastCallOrNone = Instant(milliseconds: .min)
  /// The count of the clock's eras at its last announcement.
  var lastEra: UInt32 = 0

  init(reminder: Reminder, since: Instant?) {
    self.reminder = reminder
    sinceOrNone = since ?? Instant(milliseconds: .min)
  }

  /// Nothing before counts; nil: it was here before the device started.
  var since: Instant? {
    get { ReminderEntry.instant(sinceOrNone) }
    set { sinceOrNone = newValue ?? Instant(milliseconds: .min) }
  }
  /// The first due time after the cursor.
  var next: WallTime? {
    get { nextOrNone.milliseconds == .min ? nil : nextOrNone }
    set { nextOrNone = newValue ?? WallTime(milliseconds: .min) }
  }
  /// The moment at which it was announced last, in this life or, by a calendar clock, in the one before.
  var lastCall: Instant? {
    get { ReminderEntry.instant(lastCallOrNone) }
    set { lastCallOrNone = newValue ?? Instant(milliseconds: .min) }
  }

  private static func instant(_ moment: Instant) -> Instant? {
    moment.milliseconds == .min ? nil : moment
  }
}
