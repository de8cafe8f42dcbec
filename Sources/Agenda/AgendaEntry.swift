import Device
import Words

/// One thing that a companion wants to say, or to ask, at a minute of the wearer's wall.
///
/// A companion is a pure function to these. The planner makes ordinary reminders of them.
public struct AgendaEntry: Equatable, Sendable {
  /// Names the entry among those of all companions, and stays: "quit/milestone/12h". Entries of one
  /// key follow each other, and the device holds one of them at a time.
  public var key: String
  /// The first minute at which it may be said.
  public var due: CivilMinute
  /// Minutes after `due` in which it is still worth saying for the first time.
  public var goodFor: Int32
  /// It waits for ok on the home page, and is never due by itself.
  public var isOnDemand: Bool
  /// It answers an act of the wearer: quiet hours do not hold it back.
  public var isAsked: Bool
  /// Nil: ok only says that it was read.
  public var question: ReminderQuestion?
  /// A copy goes to the caregivers. Nobody but the wearer hears of it otherwise.
  public var tellsCaregiver: Bool
  /// The words on the wearer's screen.
  public var words: Names.Reminder
  /// The words from the midnight after `due` on, when "today" is another day; nil: the same.
  public var laterWords: Names.Reminder?
  /// The reason why it comes, and the source, for whoever lists the agenda.
  public var why: Phrase

  public init(
    key: String, due: CivilMinute, goodFor: Int32, isOnDemand: Bool = false, isAsked: Bool = false,
    question: ReminderQuestion? = nil, tellsCaregiver: Bool = false, words: Names.Reminder,
    laterWords: Names.Reminder? = nil, why: Phrase
  ) {
    self.key = key
    self.due = due
    self.goodFor = goodFor
    self.isOnDemand = isOnDemand
    self.isAsked = isAsked
    self.question = question
    self.tellsCaregiver = tellsCaregiver
    self.words = words
    self.laterWords = laterWords
    self.why = why
  }
}

extension AgendaEntry {
  /// Quiet hours that end before noon leave an entry to the day before. From noon on it is about the day on which it
  /// comes. Answers are counted alike.
  public static func isOfMorning(_ due: CivilMinute) -> Bool { due.minuteOfDay < 12 * 60 }

  /// The words that it has at `now`, where quiet hours or a late start have moved it from `own` to `due`.
  public func spoken(from own: CivilMinute, to due: CivilMinute, at now: CivilMinute)
    -> Names.Reminder
  {
    guard let laterWords, due.day == own.day || AgendaEntry.isOfMorning(due),
      max(due, now).day > own.day
    else { return words }
    return laterWords
  }
}

/// The wearer's answer to an entry.
public struct AgendaAnswer: Equatable, Sendable {
  /// The local minute of the answer.
  public var at: CivilMinute
  /// The local minute at which the entry was due.
  public var due: CivilMinute
  /// The number that answers its question; nil: ok said that it was read.
  public var value: UInt8?

  public init(at: CivilMinute, due: CivilMinute, value: UInt8?) {
    self.at = at
    self.due = due
    self.value = value
  }
}

/// A part of the profile that speaks by entries.
public protocol Companion: Sendable {
  /// Every key that an entry of it may ever have, in a fixed order. Reminder numbers follow from them.
  var keys: [String] { get }

  /// The entries that are due within the window, in any order. Those on demand always.
  /// - Parameter answers: what the wearer answered to entries of that key, in the order of time.
  func entries(
    in window: ClosedRange<CivilMinute>, answers: (_ key: String) -> [AgendaAnswer]
  ) -> [AgendaEntry]
}
