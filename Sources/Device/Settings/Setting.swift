import HAL

/// One thing that the caregiver decides.
///
/// A profile reaches the core as a row of settings from `.begin` to `.end` and takes effect there as
/// a whole. A setting outside such a row takes effect at once.
public enum Setting: Equatable, Sendable {
  case begin
  case perimeter(Perimeter)
  /// The perimeter is watched in these hours of the week; none given: always.
  case watch(WeeklyHours)
  /// A change of the zone, in order of time.
  case zone(ZoneTransition)
  /// A caregiver, in the order in which they are told.
  case caregiver(Caregiver)
  case reminder(Reminder)
  case insulin(InsulinProfile)
  case mealtime(Mealtime)
  /// Low priority is mute in these hours.
  case quiet(WeeklyHours)
  /// Raises an alarm above its own priority; never lowers one.
  case priority(AlarmKind, AlarmPriority)
  case limits(Limits)
  /// Somebody is with the wearer until then, local time.
  case accompanied(until: CivilMinute)
  /// The row is that of a kept profile, last read well at that time, because the file cannot be used.
  /// `isInsulinSure`: the file's insulin section still reads, and is the same.
  case kept(since: WallTime, isInsulinSure: Bool)
  /// There is no profile at all that could be used.
  case noProfile
  /// The settings before it came from afar, and these parts of them are new: every caregiver is told.
  /// It stands behind the row, and takes effect at once.
  case changed(ProfileChanges)
  case end
}

/// A stretch of every week in local civil time.
public struct WeeklyHours: Equatable, Sendable {
  /// Bit 0 Monday … bit 6 Sunday: the days on which it begins.
  public var weekdays: UInt8
  /// Minute of the day, 0 to 1439.
  public var from: Int16
  /// Minute of the day, 1 to 1440; not after `from`: it ends on the next day.
  public var to: Int16

  public init(weekdays: UInt8, from: Int16, to: Int16) {
    self.weekdays = weekdays
    self.from = from
    self.to = to
  }
}

/// A relative who is told. Names and addresses stay outside the core.
public struct Caregiver: Equatable, Sendable {
  /// Whether the caregiver has a mail address.
  public var hasMail: Bool
  /// Whether the caregiver is reached through the relay.
  public var hasRelay: Bool
  /// Stands for name and addresses, so that another order of the list is no other person; 0: unknown,
  /// and the place in the list counts.
  public var who: UInt32
  public init(hasMail: Bool, hasRelay: Bool, who: UInt32 = 0) {
    self.hasMail = hasMail
    self.hasRelay = hasRelay
    self.who = who
  }
}

/// The person at each place of the list of caregivers; 0: nobody, or nobody knows.
public struct Whos: Equatable, Sendable {
  private var numbers = InlineArray<4, UInt32>(repeating: 0)

  public init() {}

  /// The caregiver's `who` at that place of the list, from 0. An index outside 0...3 traps.
  public subscript(place: Int) -> UInt32 {
    get { numbers[place] }
    set { numbers[place] = newValue }
  }

  public static func == (a: Whos, b: Whos) -> Bool {
    for i in 0..<4 where a.numbers[i] != b.numbers[i] { return false }
    return true
  }
}

/// The time at which a meal's dose is prompted for.
public struct Mealtime: Equatable, Sendable {
  /// The meal whose dose is prompted for.
  public var meal: Meal
  /// Minute of the day, local time.
  public var minute: Int16
  public init(meal: Meal, minute: Int16) {
    self.meal = meal
    self.minute = minute
  }
}

/// The knobs of time, with their defaults.
public struct Limits: Equatable, Sendable {
  /// The spans that a caregiver may choose, in minutes.
  public static let escalateRange: ClosedRange<Int16> = 1...60
  /// Minutes allowed for `repeatAfter`.
  public static let repeatRange: ClosedRange<Int16> = 5...240
  /// Minutes allowed for `reminderLimit`.
  public static let reminderRange: ClosedRange<Int16> = 1...240
  /// Minutes allowed for `snooze`.
  public static let snoozeRange: ClosedRange<Int16> = 1...120
  /// Minutes allowed for `breadcrumbs`.
  public static let breadcrumbRange: ClosedRange<Int16> = 1...60
  /// "Accompanied until" ends by itself after this, whatever was said.
  public static let longestCompany = Milliseconds.seconds(24 * 3600)

  /// Minutes until the next caregiver is told when nobody acknowledges a notice.
  public var escalateAfter: Int16 = 5
  /// Minutes after which a notice that stays open is sent round again.
  public var repeatAfter: Int16 = 30
  /// Minutes until an unacknowledged reminder goes to the caregiver. ALZ-11.
  public var reminderLimit: Int16 = 15
  /// Minutes that a long ok puts a reminder off.
  public var snooze: Int16 = 10
  /// Minutes between two positions while help or an exit is open.
  public var breadcrumbs: Int16 = 5
  /// A relay URL is pinged every 15 minutes.
  public var hasHeartbeat = false
  /// Minute of the day of the "all is well" mail, local time; negative: none.
  public var allIsWellAt: Int16 = -1
  /// Caregivers' answers come in (a mailbox is configured).
  public var hasInbound = false
  /// The wearer's meter shows mmol/L.
  public var usesMillimoles = false
  /// The wearer is asked for the carbohydrates of a meal before the dose.
  public var asksCarbohydrates = false

  public init() {}
}
