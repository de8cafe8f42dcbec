import Device
import Diary
import Entries
import HAL
import Names

/// A wearer's diary between two days, both of them included.
public struct DiaryView: Sendable {
  /// The reason why the days that were asked for are not shown.
  public enum Problem: Equatable, Sendable {
    /// A field holds this text, and no day.
    case unreadable(String)
    /// The first day is behind the last.
    case backwards
  }

  /// The days that somebody typed, as they typed them.
  public struct Entered: Sendable {
    public var from: String
    public var to: String

    public init(from: String, to: String) {
      self.from = from
      self.to = to
    }
  }

  /// A change of the diary on its way, or at its end.
  public struct Change: Sendable {
    /// The message's number, which is its part of an address.
    public var id: String
    public var request: RequestView
    public var note: String?

    public init(id: String, request: RequestView, note: String?) {
      self.id = id
      self.request = request
      self.note = note
    }
  }

  /// The part of an address that names an entry: "r12", "d7-12".
  public static func name(_ id: EntryID, isDose: Bool) -> String { (isDose ? "d" : "r") + id.text }

  public var contact: Contact
  /// The unit of all amounts.
  public var unit: GlucoseUnit
  public var first: Day
  public var last: Day
  /// The days of the first and of the last entry that there ever was; nil without entries.
  public var whole: DayRange?
  /// The entries between the two days, in the order of time.
  public var items: [DiaryBook.Item]
  /// The day of the day's chart.
  public var shown: Day
  /// The doctor's figures on the device; nil for somebody who injects no insulin.
  public var insulin: InsulinProfile?
  /// Records of a newer device, which this portal cannot read.
  public var unreadable: Int
  /// Changes that caregivers asked for, the newest first.
  public var changes: [Change]
  /// The names of entries of which a change is on its way, as `DiaryView.name` makes them.
  public var underWay: Set<String>
  public var entered: Entered?
  public var problem: Problem?

  public init(
    contact: Contact, unit: GlucoseUnit, first: Day, last: Day, whole: DayRange?,
    items: [DiaryBook.Item], shown: Day, insulin: InsulinProfile?, unreadable: Int = 0,
    changes: [Change] = [], underWay: Set<String> = [], entered: Entered? = nil,
    problem: Problem? = nil
  ) {
    self.contact = contact
    self.unit = unit
    self.first = first
    self.last = last
    self.whole = whole
    self.items = items
    self.shown = shown
    self.insulin = insulin
    self.unreadable = unreadable
    self.changes = changes
    self.underWay = underWay
    self.entered = entered
    self.problem = problem
  }
}

/// A change of the diary that a caregiver asks for.
public struct DiaryChange: Sendable {
  public enum Kind: Sendable {
    case added
    case changed
    case removed
  }

  public var kind: Kind
  public var isDose: Bool
  /// The entry as it will be, or as it was before it is removed; nil where nobody knows it.
  public var entry: DiaryEntry?
  public var annotation: Annotation

  public init(kind: Kind, isDose: Bool, entry: DiaryEntry?, annotation: Annotation) {
    self.kind = kind
    self.isDose = isDose
    self.entry = entry
    self.annotation = annotation
  }
}

/// Two days and all between them.
public struct DayRange: Equatable, Sendable {
  public var first: Day
  public var last: Day

  public init(first: Day, last: Day) {
    self.first = first
    self.last = last
  }
}

extension Day: Comparable {
  /// The day so many days later, or earlier for a number below 0.
  public func moved(by days: Int) -> Day {
    let date = CivilDate(milliseconds: (start + Int64(days)) * CivilTime.day)
    return Day(year: date.year, month: date.month, day: date.day)
  }

  public static func < (a: Day, b: Day) -> Bool { a.start < b.start }

  /// Days from this one to the other.
  func distance(to other: Day) -> Int { Int(other.start - start) }
}
