import Device
import HAL
import Words

/// Puts the family's reminders into the device's slots first, and companions' entries into those that
/// are left.
///
/// A pure function of the profile, the records and the minute: the same plan on every machine and after
/// every reboot. Each key has one slot at most. In order:
/// 1. what was announced and waits, until it is answered or past its limit;
/// 2. what answers the wearer;
/// 3. what waits for the wearer's own key;
/// 4. what became due while nobody could say it, as long as it is good for something;
/// 5. what comes next, by time.
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

  /// - Parameters:
  ///   - now: the minute that the wall shows.
  ///   - wall: the moment; nil where only the wall is known. In the hour that a night in autumn repeats it tells
  ///     that a minute is past although the wall shows it.
  public static func plan(
    family: [Reminder], companions: [any Companion], heard: Heard, quiet: [WeeklyHours],
    zone: Zone, at now: CivilMinute, wall: WallTime? = nil
  ) -> AgendaPlan {
    let soonest = wall.map { zone.soonest(at: $0) } ?? now
    let numbers = CompanionNumbers(companions, family: family)
    // Quiet hours move an entry by a day at most.
    let window = CivilMinute(now.count - longestGood - 1440)...CivilMinute(now.count + horizon)
    let quiet = QuietHours(stretches: quiet)
    let answers = { (key: String) in numbers[key].map { heard.answers($0, in: zone) } ?? [] }
    var byKey: [String: [Wish]] = [:]
    for companion in companions {
      for entry in companion.entries(in: window, answers: answers) {
        var wish = Wish(own: entry.due, entry: entry)
        if !entry.isAsked, !entry.isOnDemand { wish.entry.due = quiet.firstLoud(from: entry.due) }
        byKey[entry.key, default: []].append(wish)
      }
    }
    var found: [AgendaPlan.Item] = []
    for key in companions.flatMap(\.keys) {
      guard let number = numbers[key], let wishes = byKey[key],
        let item = choose(
          wishes.sorted { $0.own < $1.own }, number, heard, now, soonest: soonest,
          isQuiet: quiet.holds(now))
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
    _ wishes: [Wish], _ number: UInt16, _ heard: Heard, _ now: CivilMinute, soonest: CivilMinute,
    isQuiet: Bool
  ) -> AgendaPlan.Item? {
    if let entry = wishes.last?.entry, entry.isOnDemand {
      return AgendaPlan.Item(entry: entry, number: number, state: .onDemand)
    }
    /// The last minutes in which it may be announced, and may have been. That was at its time, or later while it was
    /// good; never after the next one's time. Quiet hours may have been others then.
    func ends(_ index: Int) -> (last: Int32, heard: CivilMinute) {
      let (own, entry) = (wishes[index].own.count, wishes[index].entry)
      let next = index + 1 < wishes.count ? wishes[index + 1].own.count - 1 : Int32.max
      let good = entry.due.count + min(entry.goodFor, longestGood)
      let heard = max(min(max(good, own + 1440), next), own)
      return (max(min(good, next), own), CivilMinute(heard))
    }
    func item(_ wish: Wish, at due: CivilMinute, _ state: AgendaPlan.State) -> AgendaPlan.Item {
      var entry = wish.entry
      entry.due = due
      entry.words = entry.spoken(from: wish.own, to: due, at: now)
      return AgendaPlan.Item(entry: entry, number: number, state: state)
    }
    var late: Wish?
    for (index, wish) in wishes.enumerated() where wish.entry.due < now {
      let entry = wish.entry
      let end = ends(index)
      guard let fate = heard.last(of: number, due: wish.own...end.heard) else {
        if now.count <= end.last, entry.isAsked || !isQuiet { late = wish }
        continue
      }
      late = nil
      guard !fate.isSettled, now.count < fate.due.count + keeps else { continue }
      return item(wish, at: fate.due, .waiting)
    }
    if let late { return item(late, at: soonest, .late) }
    for (index, wish) in wishes.enumerated() where wish.entry.due >= now {
      let entry = wish.entry
      // A zone ahead of this one may have announced it late.
      if let fate = heard.last(of: number, due: wish.own...max(entry.due, ends(index).heard)) {
        if fate.isSettled { continue }
        return item(wish, at: fate.due, .waiting)
      }
      return item(wish, at: entry.due, .coming)
    }
    return nil
  }
}

/// An entry with its own minute, and with the one to which quiet hours move it.
private struct Wish {
  let own: CivilMinute
  var entry: AgendaEntry
}

extension Zone {
  /// The first minute of the wall that has not begun before the present one.
  fileprivate func soonest(at wall: WallTime) -> CivilMinute {
    let begun = wall.milliseconds - (wall.milliseconds % 60_000 + 60_000) % 60_000
    var minute = local(wall).minute
    while self.wall(of: minute).milliseconds < begun { minute.count += 1 }
    return minute
  }
}
