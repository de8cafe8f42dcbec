/// A reminder as the caregiver set it. Its words, dose and picture stay outside the core. ALZ-5.
public struct Reminder: Equatable, Sendable {
  public enum Kind: UInt8, Sendable {
    case reminder = 1
    case medication = 2
  }
  public enum Repeat: Equatable, Sendable {
    case once
    case daily
    /// Bit 0 Monday … bit 6 Sunday.
    case weekdays(UInt8)
    /// In `hoursRange`, counted on from the first by the clock on the wall.
    case everyHours(UInt8)
  }

  public static let idRange: ClosedRange<UInt16> = 1...65535
  /// Hours from one time to the next, of `everyHours`.
  public static let hoursRange: ClosedRange<UInt8> = 1...24

  /// In `idRange`, the same for as long as the reminder exists.
  public var id: UInt16
  public var kind: Kind
  /// The first time it is due.
  public var first: CivilMinute
  public var repeats: Repeat
  /// "Also tell the caregiver". ALZ-6.
  public var tellsCaregiver: Bool
  /// The earliest minute stands for none: three tables hold 32 of these.
  private var untilOrNone: CivilMinute

  public init(
    id: UInt16, kind: Kind, first: CivilMinute, repeats: Repeat, until: CivilMinute? = nil,
    tellsCaregiver: Bool
  ) {
    self.id = id
    self.kind = kind
    self.first = first
    self.repeats = repeats
    untilOrNone = until ?? CivilMinute(.min)
    self.tellsCaregiver = tellsCaregiver
  }

  /// Nothing is due after this minute.
  public var until: CivilMinute? {
    get { untilOrNone.count == .min ? nil : untilOrNone }
    set { untilOrNone = newValue ?? CivilMinute(.min) }
  }
}

/// One time that a reminder is due: the same after a reboot and after a step of the clock.
public struct Occurrence: Equatable, Sendable {
  public var reminder: UInt16
  public var due: CivilMinute
  public init(reminder: UInt16, due: CivilMinute) {
    self.reminder = reminder
    self.due = due
  }
}
