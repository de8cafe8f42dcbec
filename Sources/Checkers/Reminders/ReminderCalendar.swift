import Device

/// The due times of reminders, by walking along the minutes and looking at the clock on the wall in
/// each. This is slow, and has nothing in common with the arithmetic of the core.
///
/// A minute of the wall is reached when the clock shows it or more for the first time. So the first of
/// a repeated hour counts, and a minute that a spring night leaves out comes right after the gap.
struct ReminderCalendar: Sendable {
  /// Larger than any step of a zone, in minutes.
  private static let widestStep: Int64 = 180

  private var zone: [ZoneTransition] = []
  /// The next minute since 1970, UTC, to walk into; nil: it does not know the time.
  private(set) var next: Int64?
  /// The highest minute that the wall has shown.
  private(set) var shown: Int64 = 0

  mutating func take(_ zone: [ZoneTransition]) { self.zone = zone }

  func has(_ other: [ZoneTransition]) -> Bool { zone == other }

  /// Days since 1970, of a minute since 1970.
  static func day(of minute: Int64) -> Int64 { (minute - (minute % 1440 + 1440) % 1440) / 1440 }

  /// The wall's minute in that minute.
  func local(_ minute: Int64) -> Int64 {
    var offset: Int64 = zone.first.map { Int64($0.offset) } ?? 0
    for transition in zone where transition.at <= minute * 60 { offset = Int64(transition.offset) }
    return minute + offset
  }

  /// The walk goes on from that minute.
  mutating func begin(at minute: Int64) {
    next = minute
    shown = .min
    for past in (minute - ReminderCalendar.widestStep)..<minute { shown = max(shown, local(past)) }
  }

  mutating func forget() { next = nil }

  /// The wall last showed that minute, in another zone: what lies between is reached at once.
  mutating func goOn(from minute: Int64) { shown = min(shown, minute) }

  /// Walks one minute on, up to `last`. The minutes of the wall that are reached with it; nil when
  /// there is none left to walk.
  mutating func walk(upTo last: Int64) -> (minute: Int64, reached: ClosedRange<Int64>?)? {
    guard let minute = next, minute <= last else { return nil }
    next = minute + 1
    let now = local(minute)
    guard now > shown else { return (minute, nil) }
    defer { shown = now }
    return (minute, shown + 1...now)
  }

  /// The minute since 1970, UTC, in which a minute of the wall is reached.
  func reached(_ due: CivilMinute) -> Int64 {
    var farthest: Int64 = 0
    for transition in zone { farthest = max(farthest, Int64(transition.offset)) }
    var minute = Int64(due.count) - farthest
    while local(minute) < Int64(due.count) { minute += 1 }
    return minute
  }
}

extension Reminder {
  /// It is due when the wall reaches that minute.
  func falls(on minute: Int64) -> Bool {
    if isOnDemand { return false }
    let since = minute - Int64(first.count)
    if since < 0 { return false }
    if let until, minute > Int64(until.count) { return false }
    switch repeats {
    case .once: return since == 0
    case .daily: return since % 1440 == 0
    case .everyHours(let hours): return since % (Int64(hours) * 60) == 0
    case .weekdays(let mask):
      guard since % 1440 == 0 else { return false }
      // Day 0 was a Thursday; bit 0 is Monday.
      let day = ((minute - ((minute % 1440) + 1440) % 1440) / 1440 + 3) % 7
      return mask >> UInt8((day + 7) % 7) & 1 == 1
    }
  }

  /// Minutes for which it is of use: an hour, a medication two. Never beyond half the way to the next
  /// time, or after the last time half of the span before it.
  func usefulMinutes(_ due: CivilMinute) -> Double {
    let most = kind == .medication ? 120.0 : 60.0
    let at = Int64(due.count)
    // Times farther than four hours away do not matter.
    for way in 1...Int64(240) where falls(on: at + way) { return min(most, Double(way) / 2) }
    if hasLaterThan(at + 240) { return most }
    for way in 1...Int64(240) where falls(on: at - way) { return min(most, Double(way) / 2) }
    return most
  }

  private func hasLaterThan(_ minute: Int64) -> Bool {
    // A week holds one of each; a day more for the minutes cut off.
    let end = Int64(until?.count ?? .max)
    if case .once = repeats { return false }
    if minute >= end { return false }
    for later in minute + 1...min(minute + 8 * 1440, end) where falls(on: later) { return true }
    return false
  }
}
