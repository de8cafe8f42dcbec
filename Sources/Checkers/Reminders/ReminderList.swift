import Device
import HAL

/// The reminders that the device was given, from the rows of settings that reached it.
struct ReminderList: Sendable {
  struct Entry: Sendable {
    var reminder: Reminder
    /// New or changed since then; nil: it counts from the last sign of life on.
    var since: Instant?
    /// It may be that nothing but its times counts, and these are older.
    var mayBeOlder = false
    /// A medicine for once that the list before did not have, or had at other times. One due up to a day before is
    /// owed.
    var isNewForOnce = false
    /// It may be one that has left the list. If that one had come to its end, nobody hears of this one. So it may be
    /// with one of `alike`, whose number another has taken.
    var mayBeAnother = false
    /// The numbers that medicines of the same times had in the list before.
    var alike: [UInt16] = []
    /// Such a medicine, of which something but its times may have changed since. Or one whose number is new or was
    /// another's, and that may be one of the list before, for which the wearer was being asked.
    var mayBeLate = false
  }

  /// The device's knowledge of the time when a profile is loaded.
  enum Time {
    case known
    case unknown
    /// A calendar clock has spoken, and nobody can say whether it was believed.
    case unclear
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
  mutating func take(
    _ setting: Setting, at now: Instant, wasAlive: Bool, time: Time = .known
  ) -> Bool {
    switch setting {
    case .begin: (staged, stagedZone, stagedLimits) = ([], [], Limits())
    case .reminder(let reminder):
      if staged.count < ReminderList.capacity { staged.append(reminder) }
    case .zone(let transition): stagedZone.append(transition)
    case .limits(let limits): stagedLimits = limits
    case .end:
      adopt(at: now, wasAlive: wasAlive, time)
      return true
    default: break
    }
    return false
  }

  private mutating func adopt(at now: Instant, wasAlive: Bool, _ time: Time) {
    let before = entries
    entries = []
    for reminder in staged {
      var since: Instant? = isLoaded || !wasAlive ? now : nil
      var mayBeOlder = false
      let earlier = before.first { $0.reminder.id == reminder.id }
      // Its number may be new, or that of another one in the list before.
      let isOther =
        isLoaded && reminder.kind == .medication
        && earlier?.reminder.hasTimes(of: reminder) != true
      let isNewForOnce = isOther && reminder.isMedicineForOnce
      let same = isOther ? before.filter { $0.reminder.hasTimes(of: reminder) } : []
      var alike = same.filter { $0.reminder.kind == .medication }.map(\.reminder.id)
      let mayBeAnother = !alike.isEmpty || !same.allSatisfy { stays($0.reminder, at: reminder) }
      // A medicine of the first list of a life may have had another number, too.
      let isFirst = !isLoaded && wasAlive && reminder.kind == .medication
      var mayBeLate = isNewForOnce || !alike.isEmpty || isFirst
      if let old = earlier {
        // Nothing has been seen to while no time is known: with the same times the same is owed.
        let isSame = old.reminder.hasTimes(of: reminder)
        let isOwed = isSame || old.reminder.hasHour(of: reminder)
        if old.reminder == reminder || isOwed && time == .unknown { since = old.since }
        mayBeOlder = old.mayBeOlder || isOwed && time == .unclear
        if isSame { (mayBeLate, alike) = (old.mayBeLate, old.mayBeLate ? old.alike : []) }
      }
      // So it is under another number.
      if isOther, !reminder.isMedicineForOnce, time != .known, since == now,
        let old = before.first(where: { leaves($0.reminder, as: reminder) })
      {
        if time == .unknown { since = old.since }
        mayBeOlder = mayBeOlder || old.mayBeOlder || time == .unclear
      }
      // The later of two with one id counts.
      entries.removeAll { $0.reminder.id == reminder.id }
      entries.append(
        Entry(
          reminder: reminder, since: since, mayBeOlder: mayBeOlder, isNewForOnce: isNewForOnce,
          mayBeAnother: mayBeAnother, alike: alike, mayBeLate: mayBeLate))
    }
    zone = stagedZone
    limits = stagedLimits
    isLoaded = true
  }

  /// A medicine of the same times, whose number the new list has not, or has at other times.
  private func leaves(_ old: Reminder, as other: Reminder) -> Bool {
    old.kind == .medication && old.hasTimes(of: other)
      && staged.last { $0.id == old.id }?.hasTimes(of: old) != true
  }

  /// The new list has that number, too, and it is due at the time of the other. The later of two counts.
  private func stays(_ old: Reminder, at other: Reminder) -> Bool {
    staged.last { $0.id == old.id }?.falls(on: Int64(other.first.count)) ?? false
  }
}

extension Reminder {
  var isMedicineForOnce: Bool {
    if kind == .medication, case .once = repeats { true } else { false }
  }

  /// Both repeat, and begin at the same hour.
  fileprivate func hasHour(of other: Reminder) -> Bool {
    if case .once = repeats { return false }
    if case .once = other.repeats { return false }
    let minutes = (first.count % 1440 + 1440) % 1440
    return minutes == (other.first.count % 1440 + 1440) % 1440 && isOnDemand == other.isOnDemand
  }

  func hasTimes(of other: Reminder) -> Bool {
    first == other.first && repeats == other.repeats && until == other.until
      && isOnDemand == other.isOnDemand
  }
}
