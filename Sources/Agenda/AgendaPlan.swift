import Device
import Words

/// The device's slots: the family's reminders, and the entries for which there was room.
public struct AgendaPlan: Equatable, Sendable {
  /// The states of an entry.
  public enum State: String, Sendable {
    /// Announced, and not answered.
    case waiting
    /// It waits for ok on the home page.
    case onDemand = "on-demand"
    /// It became due while nobody could say it, and is said now.
    case late
    case coming
  }

  /// An entry with its reminder number.
  public struct Item: Equatable, Sendable {
    public var entry: AgendaEntry
    public var number: UInt16
    public var state: State

    /// The reminder for the core. A companion never gives a medicine.
    public var reminder: Reminder {
      var reminder = Reminder(
        id: number, kind: .reminder, first: entry.due, repeats: .once,
        tellsCaregiver: entry.tellsCaregiver, question: entry.question)
      reminder.isOnDemand = entry.isOnDemand
      return reminder
    }

    func precedes(_ other: Item) -> Bool {
      (rank, entry.due.count, number) < (other.rank, other.entry.due.count, other.number)
    }

    /// The wearer reads what answers a question before the question comes again.
    private var rank: Int {
      switch state {
      case .waiting: 0
      case .onDemand: 2
      case .late: entry.isAsked ? 1 : 3
      case .coming: entry.isAsked ? 1 : 4
      }
    }
  }

  /// The family's reminders, all of them, as they stand in the profile.
  public var family: [Reminder]
  /// The entries that the device gets, the most important first.
  public var placed: [Item]
  /// The entries for which the family's reminders left no room.
  public var left: [Item]
  /// The minute of the plan.
  public var now: CivilMinute

  /// The row of reminders for the core: the family's first. What is only said meanwhile moves nothing.
  public var reminders: [Reminder] {
    family + placed.sorted { $0.number < $1.number }.map(\.reminder)
  }

  /// The words of the placed entries, by number.
  public var words: [UInt16: Names.Reminder] {
    Dictionary(uniqueKeysWithValues: placed.map { ($0.number, $0.entry.words) })
  }

  /// The minute at which the plan is looked at again when nothing happens before.
  ///
  /// It is the next midnight, the end of a wait, or the minute after an entry was said.
  public var looksAgain: CivilMinute {
    var next = CivilMinute(day: now.day + 1, minute: 0)
    for item in placed {
      switch item.state {
      case .waiting: next = min(next, CivilMinute(item.entry.due.count + Planner.keeps))
      case .late: next = min(next, CivilMinute(now.count + 1))
      // The next one of its key takes its place once this one is over.
      case .coming: next = min(next, CivilMinute(max(item.entry.due.count, now.count) + 1))
      case .onDemand: break
      }
    }
    return max(next, CivilMinute(now.count + 1))
  }
}
