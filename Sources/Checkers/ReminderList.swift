import Device
import HAL

/// The reminders that the device was given, from the rows of settings that reached it.
struct ReminderList: Sendable {
  struct Entry: Sendable {
    var reminder: Reminder
    /// New or changed since then; nil: it counts from the last sign of life on.
    var since: Instant?
  }

  private static let capacity = 32

  private(set) var entries: [Entry] = []
  private(set) var zone: [ZoneTransition] = []
  private(set) var limits = Limits()
  private var isLoaded = false
  private var staged: [Reminder] = []
  private var stagedZone: [ZoneTransition] = []
  private var stagedLimits = Limits()

  func entry(_ id: UInt16) -> Entry? { entries.first { $0.reminder.id == id } }

  /// It is, or was, due at all.
  func lists(_ occurrence: Occurrence) -> Bool {
    entry(occurrence.reminder)?.reminder.falls(on: Int64(occurrence.due.count)) ?? false
  }

  /// The device starts and has none.
  mutating func clear() { self = ReminderList() }

  /// True when a row came to its end.
  /// - Parameter wasAlive: the device knows of a life before this one.
  mutating func take(_ setting: Setting, at now: Instant, wasAlive: Bool) -> Bool {
    switch setting {
    case .begin: (staged, stagedZone, stagedLimits) = ([], [], Limits())
    case .reminder(let reminder):
      if staged.count < ReminderList.capacity { staged.append(reminder) }
    case .zone(let transition): stagedZone.append(transition)
    case .limits(let limits): stagedLimits = limits
    case .end:
      adopt(at: now, wasAlive: wasAlive)
      return true
    default: break
    }
    return false
  }

  private mutating func adopt(at now: Instant, wasAlive: Bool) {
    let before = entries
    entries = []
    for reminder in staged {
      var since: Instant? = isLoaded || !wasAlive ? now : nil
      if let old = before.first(where: { $0.reminder == reminder }) { since = old.since }
      // Of two with one id the later counts.
      entries.removeAll { $0.reminder.id == reminder.id }
      entries.append(Entry(reminder: reminder, since: since))
    }
    zone = stagedZone
    limits = stagedLimits
    isLoaded = true
  }
}
