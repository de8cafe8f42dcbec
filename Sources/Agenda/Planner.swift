import Device
import Words

/// Puts the family's reminders into the device's slots first, and companions' entries into those that
/// are left.
///
/// A pure function of the profile, the records and the minute: the same plan on every machine and after
/// every reboot. Each key has one slot at most. In order:
/// 1. what was announced and waits, until it is answered or past its limit;
/// 2. what waits for the wearer's own key;
/// 3. what became due while nobody could say it, as long as it is good for something;
/// 4. what comes next, by time.
public enum Planner {
  /// The reminders that a device holds.
  public static let slots = Capacity.reminders
  /// Minutes of two weeks.
  public static let horizon: Int32 = 14 * 1440
  /// Minutes after which no core waits for an answer any more. The longest wait is three snoozes of two
  /// hours, and four hours until it is told.
  public static let keeps: Int32 = 12 * 60

  /// The longest that an entry may be good for, in minutes: a week.
  public static let longestGood: Int32 = 7 * 1440

  public static func plan(
    family: [Reminder], companions: [any Companion], heard: Heard, quiet: [WeeklyHours],
    zone: Zone, at now: CivilMinute
  ) -> AgendaPlan {
    let numbers = CompanionNumbers(companions, family: family)
    // Quiet hours move an entry by a day at most.
    let window = CivilMinute(now.count - longestGood - 1440)...CivilMinute(now.count + horizon)
    let quiet = QuietHours(stretches: quiet)
    let answered = { (key: String) in
      numbers[key].flatMap { heard.answered($0) }.map { zone.local($0).minute }
    }
    var byKey: [String: [AgendaEntry]] = [:]
    for companion in companions {
      for var entry in companion.entries(in: window, answered: answered) {
        if !entry.isAsked, !entry.isOnDemand { entry.due = quiet.firstLoud(from: entry.due) }
        byKey[entry.key, default: []].append(entry)
      }
    }
    var found: [AgendaPlan.Item] = []
    for key in companions.flatMap(\.keys) {
      guard let number = numbers[key], let entries = byKey[key],
        let item = choose(
          entries.sorted { $0.due < $1.due }, number, heard, now, isQuiet: quiet.holds(now))
      else { continue }
      found.append(item)
    }
    found.sort { $0.precedes($1) }
    let free = max(slots - family.count, 0)
    return AgendaPlan(
      family: family, placed: Array(found.prefix(free)), left: Array(found.dropFirst(free)),
      now: now)
  }

  /// The one entry of a key that the device should hold now.
  private static func choose(
    _ entries: [AgendaEntry], _ number: UInt16, _ heard: Heard, _ now: CivilMinute, isQuiet: Bool
  ) -> AgendaPlan.Item? {
    if let entry = entries.last, entry.isOnDemand {
      return AgendaPlan.Item(entry: entry, number: number, state: .onDemand)
    }
    var late: AgendaEntry?
    for (index, entry) in entries.enumerated() where entry.due < now {
      // It was announced at its time, or later while it was good; never after the next one's time.
      let next = index + 1 < entries.count ? entries[index + 1].due.count - 1 : Int32.max
      let last = max(min(entry.due.count + min(entry.goodFor, longestGood), next), entry.due.count)
      guard let fate = heard.last(of: number, due: entry.due...CivilMinute(last)) else {
        if now.count <= last, entry.isAsked || !isQuiet { late = entry }
        continue
      }
      late = nil
      guard !fate.isSettled, now.count < fate.due.count + keeps else { continue }
      var waiting = entry
      waiting.due = fate.due
      return AgendaPlan.Item(entry: waiting, number: number, state: .waiting)
    }
    if var late {
      late.due = now
      return AgendaPlan.Item(entry: late, number: number, state: .late)
    }
    for entry in entries where entry.due >= now {
      if let fate = heard.last(of: number, due: entry.due...entry.due) {
        if fate.isSettled { continue }
        return AgendaPlan.Item(entry: entry, number: number, state: .waiting)
      }
      return AgendaPlan.Item(entry: entry, number: number, state: .coming)
    }
    return nil
  }
}
