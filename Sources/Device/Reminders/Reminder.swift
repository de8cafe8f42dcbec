/// A reminder as the caregiver set it. Its words, dose and picture stay outside the core. ALZ-5.
public struct Reminder: Equatable, Sendable {
  /// A task or a medicine; a medicine goes before a task.
  public enum Kind: UInt8, Sendable {
    case reminder = 1
    case medication = 2
  }
  /// The rule by which a reminder repeats.
  public enum Repeat: Equatable, Sendable {
    case once
    case daily
    /// Bit 0 Monday … bit 6 Sunday.
    case weekdays(UInt8)
    /// Hours in `hoursRange`, counted on from the first by the clock on the wall.
    case everyHours(UInt8)
  }

  /// The allowed numbers of reminders.
  public static let idRange: ClosedRange<UInt16> = 1...65535
  /// Hours from one time to the next, of `everyHours`.
  public static let hoursRange: ClosedRange<UInt8> = 1...24

  /// In `idRange`, the same for as long as the reminder exists.
  public var id: UInt16
  // Three tables hold 32 reminders: each takes 16 bytes, and a value that is none stands for none.
  private var marks = Marks()
  /// The rule by which it repeats, from `first` to `until`.
  public var repeats: Repeat
  private var questionOrNone: ReminderQuestion
  /// The first time it is due.
  public var first: CivilMinute
  private var untilOrNone: CivilMinute

  public init(
    id: UInt16, kind: Kind, first: CivilMinute, repeats: Repeat, until: CivilMinute? = nil,
    tellsCaregiver: Bool, question: ReminderQuestion? = nil
  ) {
    self.id = id
    self.first = first
    self.repeats = repeats
    untilOrNone = until ?? CivilMinute(.min)
    questionOrNone = question ?? .none
    self.kind = kind
    self.tellsCaregiver = tellsCaregiver
  }

  /// Whether it is a task or a medicine.
  public var kind: Kind {
    get { marks[0] ? .medication : .reminder }
    set { marks[0] = newValue == .medication }
  }

  /// "Also tell the caregiver". ALZ-6.
  public var tellsCaregiver: Bool {
    get { marks[1] }
    set { marks[1] = newValue }
  }

  /// It is never due by itself: ok on the home page opens it. Nobody but the wearer hears of it.
  public var isOnDemand: Bool {
    get { marks[2] }
    set { marks[2] = newValue }
  }

  /// Ok gives a number as the answer; nil: it only says that it was heard.
  public var question: ReminderQuestion? {
    get { questionOrNone == .none ? nil : questionOrNone }
    set { questionOrNone = newValue ?? .none }
  }

  /// Nothing is due after this minute; nil: it has no end.
  public var until: CivilMinute? {
    get { untilOrNone.count == .min ? nil : untilOrNone }
    set { untilOrNone = newValue ?? CivilMinute(.min) }
  }
}

/// One time that a reminder is due: the same after a reboot and after a step of the clock.
public struct Occurrence: Equatable, Sendable {
  /// The id of the reminder, in `Reminder.idRange`.
  public var reminder: UInt16
  /// The minute on the wall at which it is due.
  public var due: CivilMinute
  public init(reminder: UInt16, due: CivilMinute) {
    self.reminder = reminder
    self.due = due
  }
}
