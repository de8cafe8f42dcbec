import HAL

/// The time on the wearer's wall.
public struct LocalTime: Equatable, Sendable {
  /// The minute on the wall.
  public var minute: CivilMinute
  /// 0 to 59.
  public var second: UInt8
}

/// A time zone as a table: when local time changes, and to what.
///
/// The first entry's offset counts before its moment, too; without any entry local time is UTC.
public struct Zone: Equatable, Sendable {
  /// Entries it can hold: both daylight-saving nights of 63 years.
  public static let capacity = 128
  /// No zone is farther from UTC than this, in minutes.
  public static let widest: Int64 = 1080

  /// One word an entry, because there are two tables while a profile is loaded. Seconds since 1970 are
  /// in the upper 48 bits, minutes in the lower 16.
  private var table = InlineArray<128, Int64>(repeating: 0)
  /// The number of transitions, 0 to `capacity`.
  public private(set) var count = 0

  public init() {}

  public static func == (a: Zone, b: Zone) -> Bool {
    guard a.count == b.count else { return false }
    for i in 0..<a.count where a.table[i] != b.table[i] { return false }
    return true
  }

  /// Adds the next transition.
  ///
  /// Returns false and changes nothing in these cases:
  /// - the table is full;
  /// - `next` is not later than the one before it, or more than 4 million years away;
  /// - its offset is not within 18 hours.
  @discardableResult public mutating func append(_ next: ZoneTransition) -> Bool {
    let word = next.at << 16 | Int64(UInt16(bitPattern: next.offset))
    guard count < Zone.capacity, word >> 16 == next.at,
      Int64(next.offset).magnitude <= Zone.widest
    else { return false }
    if count > 0, next.at <= at(count - 1) { return false }
    table[count] = word
    count += 1
    return true
  }

  /// O(log entries). Beyond what a `CivilMinute` can count, its nearest end.
  public func local(_ wall: WallTime) -> LocalTime {
    let seconds = wall.milliseconds.floored(by: 1000)
    let minutes = seconds.floored(by: 60)
    let local = minutes + offset(segment(of: seconds))
    return LocalTime(
      minute: CivilMinute(Int32(clamping: local)), second: UInt8(seconds - minutes * 60))
  }

  /// Returns the first moment at which the clock on the wall shows `minute` or more.
  ///
  /// So a minute that exists twice means the first of the two. One that a spring night leaves out means
  /// the moment after the gap. A later minute never comes earlier. O(log entries).
  public func wall(of minute: CivilMinute) -> WallTime {
    let utc = Int64(minute.count)
    // Offsets are within ±18 h, so a period that ended 18 h earlier cannot contain this minute.
    var index = segment(of: (utc - Zone.widest) * 60)
    while true {
      let seconds = (utc - offset(index)) * 60
      if index + 1 < count, seconds >= at(index + 1) {
        index += 1
        continue
      }
      let start = index > 0 ? at(index) : Int64.min
      return WallTime(milliseconds: max(seconds, start) * 1000)
    }
  }

  /// The entry that counts at that time; 0 before the first and in an empty table.
  private func segment(of seconds: Int64) -> Int {
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if at(middle) <= seconds { low = middle } else { high = middle }
    }
    return low
  }

  private func at(_ index: Int) -> Int64 { table[index] >> 16 }

  /// Minutes ahead of UTC.
  private func offset(_ index: Int) -> Int64 {
    count > 0 ? Int64(Int16(truncatingIfNeeded: table[index])) : 0
  }
}
