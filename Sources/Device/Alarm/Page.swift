import HAL

/// The meaning of the wearer's screen; `Words` makes text of it. ALZ-8.
public enum Page: Equatable, Sendable {
  /// Time, date, the wearer's name and photo, the help button. The time only while a clock is
  /// trusted; "accompanied" while it lasts; the date of a kept profile while one is in force.
  case home(showsTime: Bool, accompaniedUntil: WallTime?, keptSince: WallTime? = nil)
  /// Help for the caregiver of that index.
  case help(HelpStage, caregiver: UInt8)
  /// The wearer is outside; with the progress of the notice to the caregiver of that index.
  case leftPerimeter(HelpStage, caregiver: UInt8)
  case reminder(ReminderPage)
  case dose(DosePage)
  case glucose(GlucosePage)
  /// A notice can reach nobody.
  case notDelivered
  case batteryLow(percent: UInt8)
  case positionLost
  case storageFailed
  /// There is no profile that could be used, and none was kept: the device knows nobody.
  case noProfile
}

/// A reminder that waits for its answer.
public struct ReminderPage: Equatable, Sendable {
  /// The occurrence that ok answers.
  public var occurrence: Occurrence
  /// Whether it is a task or a medicine.
  public var kind: Reminder.Kind
  /// Whether a calendar clock that nobody vouches for announced it.
  public var isUnsure: Bool
  /// The question, and the number that ok would give; nil: it asks nothing.
  public var choice: ReminderChoice?

  public init(
    _ occurrence: Occurrence, _ kind: Reminder.Kind, isUnsure: Bool = false,
    choice: ReminderChoice? = nil
  ) {
    self.occurrence = occurrence
    self.kind = kind
    self.isUnsure = isUnsure
    self.choice = choice
  }
}

/// The dialogue about a dose: one key follows the other.
public enum DosePage: Equatable, Sendable {
  /// Asks for a reading before the meal; names the meal's dose that was deleted in the diary.
  case measure(Meal, deleted: DeletedDose? = nil)
  /// One reading ended low glucose: a second one, with washed hands, is to confirm it.
  case measureAgain
  /// The value as plus and minus have set it: "LO" and "HI" lie beyond the ends of the meter's range.
  case enterGlucose(MeterResult)
  case enterCarbohydrates(Grams)
  case offer(DoseOffer)
  /// Minus takes it back for a minute.
  case taken(Meal, InsulinUnits)
  case refused(DoseRefusal)
}

/// The page of low glucose, alone or shared with a call for help.
public enum GlucosePage: Equatable, Sendable {
  /// A very low one also says how far its notice has come, to the caregiver of that index; nil: not known.
  case low(
    MeterResult, isVery: Bool, age: ReadingAge = .recent, HelpStage? = nil, caregiver: UInt8 = 0)
  /// The same, with how far the call for help has come: ok belongs to help, plus and minus to the
  /// reading.
  case lowAndHelp(
    MeterResult, isVery: Bool, age: ReadingAge = .recent, HelpStage, caregiver: UInt8)
}

/// The progress of the notice of help, or of an exit.
public enum HelpStage: UInt8, Sendable {
  /// "Avisando a …"
  case calling = 1
  /// "Hemos informado a …": a route accepted the notice.
  case told = 2
  /// "No consigo avisar a …"
  case notThrough = 3
  /// "Ana lo sabe": that caregiver answered, whether or not a server said yes.
  case answered = 4
  /// The profile names nobody who could be reached.
  case nobody = 5
}

/// A dose on the screen, with its parts.
public struct DoseOffer: Equatable, Sendable {
  /// The meal of the dose.
  public var meal: Meal
  /// The reading on which the dose rests.
  public var reading: Glucose
  /// The parts of the dose as the device worked them out.
  public var proposal: DoseProposal
  /// The dose as plus and minus have set it.
  public var units: InsulinUnits
  /// The last dose of the past hours, and how old it is; nil without one.
  public var last: GivenDose?
  /// Whether the dose set by plus and minus was dropped: readings or doses changed.
  public var isRemade: Bool
  /// The meal's dose that was deleted in the diary; nil without one.
  public var deleted: DeletedDose?

  public init(
    meal: Meal, reading: Glucose, proposal: DoseProposal, units: InsulinUnits, last: GivenDose?,
    isRemade: Bool = false, deleted: DeletedDose? = nil
  ) {
    self.meal = meal
    self.reading = reading
    self.proposal = proposal
    self.units = units
    self.last = last
    self.isRemade = isRemade
    self.deleted = deleted
  }
}
