import HAL

/// The due times of a reminder, by arithmetic on the minutes of the wall: no search over days, whatever
/// lies between.
///
/// - `weekdays`: the first chosen day from `first` on; `first` gives the time of day.
/// - `everyHours`: the wall's hours count, not the hours that pass. Every 8 hours from 07:00 stays at
///   07:00, 15:00 and 23:00 all year. Across the night in spring an hour less passes between two of
///   them, in autumn an hour more. If two fall on one moment (in spring, every hour) the later counts.
extension Reminder {
  /// The first at or after that minute; nil when there is none.
  func due(from minute: CivilMinute) -> CivilMinute? {
    if isOnDemand { return nil }
    let start = Int64(first.count)
    let least = Int64(minute.count)
    let found: Int64
    switch repeats {
    case _ where least <= start && weekdayMask == nil: found = start
    case .once: return nil
    case .daily, .everyHours: found = start - (start - least).floored(by: period) * period
    case .weekdays(let mask):
      let earliest = max(minute, first)
      var day = earliest.day + (earliest.minuteOfDay > first.minuteOfDay ? 1 : 0)
      guard mask & 127 != 0 else { return nil }
      while mask >> CivilMinute(day: day, minute: 0).weekday & 1 == 0 { day += 1 }
      found = Int64(day) * Int64(CivilMinute.perDay) + Int64(first.minuteOfDay)
    }
    guard found <= Int64(until?.count ?? Int32.max) else { return nil }
    return CivilMinute(Int32(found))
  }

  /// The last at or before that minute; nil when there is none.
  func due(upTo minute: CivilMinute) -> CivilMinute? {
    let latest = min(minute, until ?? minute)
    guard latest >= first, !isOnDemand else { return nil }
    switch repeats {
    case .once: return first
    case .daily, .everyHours:
      let since = Int64(latest.count) - Int64(first.count)
      return CivilMinute(Int32(Int64(first.count) + since.floored(by: period) * period))
    case .weekdays(let mask):
      var day = latest.day - (latest.minuteOfDay < first.minuteOfDay ? 1 : 0)
      guard mask & 127 != 0 else { return nil }
      while mask >> CivilMinute(day: day, minute: 0).weekday & 1 == 0 { day -= 1 }
      let found = CivilMinute(day: day, minute: first.minuteOfDay)
      return found >= first ? found : nil
    }
  }

  /// The first whose moment comes after `wall`.
  func next(after wall: WallTime, in zone: Zone) -> CivilMinute? {
    var due = due(from: zone.local(wall).minute)
    // The wall has shown later minutes already in a repeated hour: one turn for each of them.
    while let found = due, zone.wall(of: found) <= wall { due = self.due(after: found) }
    return due
  }

  /// The newest occurrence whose moment has come at `wall`.
  func newest(at wall: WallTime, in zone: Zone) -> CivilMinute? {
    let minute = zone.local(wall).minute
    var newest = due(upTo: minute)
    var next = due(after: minute)
    while let found = next, zone.wall(of: found) <= wall {
      newest = found
      next = due(after: found)
    }
    return newest
  }

  /// The time after which an occurrence is no longer worth announcing: an hour, two for a medication.
  /// It is never beyond half the way to the next one (or, for the last, half of the span before it).
  func useful(_ due: CivilMinute) -> Milliseconds {
    let most: Int64 = kind == .medication ? 120 : 60
    let way = way(from: due) ?? most * 2
    return .seconds(min(most * 60, way * 30))
  }

  /// A call so long before an occurrence is none for it. It is half the way to the next one, or half a day where there
  /// is no other. A minute less, because a call may come late in its minute.
  func early(_ due: CivilMinute) -> Milliseconds {
    .seconds((way(from: due) ?? Int64(CivilMinute.perDay)) * 30 - 60)
  }

  /// Minutes to the next occurrence; for the last one those from the one before. Nil: there is only one.
  private func way(from due: CivilMinute) -> Int64? {
    if let next = self.due(after: due) { return Int64(next.count) - Int64(due.count) }
    return self.due(before: due).map { Int64(due.count) - Int64($0.count) }
  }

  /// The last before that minute.
  func due(before minute: CivilMinute) -> CivilMinute? {
    minute.count == .min ? nil : due(upTo: CivilMinute(minute.count - 1))
  }

  /// Whether it is due at that minute. On demand it is due whenever somebody asks.
  public func has(_ occurrence: Occurrence) -> Bool {
    isOnDemand || due(from: occurrence.due) == occurrence.due
  }

  /// Both are due at the same minutes.
  func isDue(like other: Reminder) -> Bool {
    first == other.first && repeats == other.repeats && until == other.until
      && isOnDemand == other.isOnDemand
  }

  /// Whether both are due at the same hour, by rules that may differ. Of one for once the times count.
  func isOwed(like other: Reminder) -> Bool {
    if case .once = repeats { return isDue(like: other) }
    if case .once = other.repeats { return false }
    return first.minuteOfDay == other.first.minuteOfDay && isOnDemand == other.isOnDemand
  }

  private func due(after minute: CivilMinute) -> CivilMinute? {
    minute.count == .max ? nil : due(from: CivilMinute(minute.count + 1))
  }

  /// Minutes. A number of hours that no profile gives counts as the nearest one it may give.
  private var period: Int64 {
    guard case .everyHours(let hours) = repeats else { return Int64(CivilMinute.perDay) }
    return Int64(min(max(hours, 1), 24)) * 60
  }

  private var weekdayMask: UInt8? {
    if case .weekdays(let mask) = repeats { mask } else { nil }
  }
}
