import HAL
import Names

/// The day of each epoch of an NMEA log, which states times of day and seldom a date.
struct LogCalendar {
  private static let minute: Int64 = 60_000
  /// The longest time from an epoch without a fix to one with a fix that goes on from it.
  private static let longestStep: Int64 = 1_800_000
  /// The leap seconds, by which a receiver that counts from midnight may begin before it.
  private static let early: Int64 = 20_000

  /// A log without a date begins within a day from here.
  private let base: Int64
  // The date: days since 1970 once a sentence has said it, else counted from the base date.
  private var day: Int64
  private var isDated = false
  private var lastTimeOfDay: Int64?
  /// The day before a midnight that has just passed. A receiver may go on stating it for some seconds.
  private var endedDay: Int64?
  /// The log has begun at midnight and without a fix, less than half an hour ago.
  private var isColdStart = false
  /// Milliseconds by which the time has leapt to midnight since the last fix.
  private var leapt: Int64 = 0

  init(base: WallTime) {
    self.base = base.milliseconds
    day = LogCalendar.day(of: self.base)
  }

  private static func day(of milliseconds: Int64) -> Int64 {
    (milliseconds - (milliseconds < 0 ? CivilTime.day - 1 : 0)) / CivilTime.day
  }

  /// The time of an epoch.
  /// - Parameter date: that of a sentence with a fix.
  mutating func time(at time: Int64, isFix: Bool, date: Int64?) -> FixTime {
    if isFix { resume(at: time) }
    if lastTimeOfDay == nil, day * CivilTime.day + time < base { day += 1 }
    noticeMidnight(before: time)
    let before = lastTimeOfDay.map { day * CivilTime.day + $0 }
    if isFix, let date {
      believe(date)
    } else if let lastTimeOfDay, time < lastTimeOfDay - CivilTime.day / 2 {
      day += 1
    } else if let lastTimeOfDay, lastTimeOfDay < LogCalendar.minute,
      time >= CivilTime.day - LogCalendar.minute
    {
      // Midnight overtook this epoch, which belongs to the day before; the log stays where it is.
      return FixTime(WallTime(milliseconds: (day - 1) * CivilTime.day + time), isDated: isDated)
    }
    if !isFix { noticeLeap(to: time, from: before) }
    lastTimeOfDay = time
    return FixTime(WallTime(milliseconds: day * CivilTime.day + time), isDated: isDated)
  }

  /// Takes a date that a receiver with a fix states apart from its epochs.
  mutating func take(_ date: Int64, at time: Int64) {
    noticeMidnight(before: time)
    believe(date)
    lastTimeOfDay = time
    (isColdStart, leapt) = (false, 0)
  }

  /// Without a fix, a time that leaps to midnight is that of a receiver that has lost it and counts from there.
  private mutating func noticeLeap(to time: Int64, from before: Int64?) {
    if LogCalendar.isSoon(time, after: 0, within: LogCalendar.minute) {
      guard let before, let lastTimeOfDay else {
        isColdStart = time < LogCalendar.minute || time >= CivilTime.day - LogCalendar.early
        return
      }
      guard !LogCalendar.isSoon(time, after: lastTimeOfDay, within: LogCalendar.minute) else {
        return
      }
      leapt += day * CivilTime.day + time - before
    } else if !LogCalendar.isSoon(time, after: 0, within: LogCalendar.longestStep) {
      isColdStart = false
    }
  }

  /// Goes on with a fix. Where the receiver has counted from midnight, the day is that of the fix before, or
  /// that on which the log begins.
  ///
  /// The fix shows it: it goes on from the time before the leap and what was counted since, and not from the
  /// last time. After a midnight that has really passed, it cannot do the one without the other, unless it
  /// comes almost a day later. So no night without a fix is lost.
  private mutating func resume(at time: Int64) {
    defer { (isColdStart, leapt) = (false, 0) }
    let step = LogCalendar.longestStep
    guard let last = lastTimeOfDay, !LogCalendar.isSoon(time, after: last, within: step) else {
      return
    }
    if isColdStart {
      day = LogCalendar.day(of: base)
      lastTimeOfDay = nil
    } else if leapt != 0 {
      let counted = day * CivilTime.day + last - leapt
      let countedDay = LogCalendar.day(of: counted)
      let timeOfDay = counted - countedDay * CivilTime.day
      guard LogCalendar.isSoon(time, after: timeOfDay, within: step) else { return }
      (day, lastTimeOfDay) = (countedDay, timeOfDay)
    }
  }

  /// Whether a time of day follows another one. It may be a minute late.
  private static func isSoon(_ time: Int64, after earlier: Int64, within longest: Int64) -> Bool {
    (time - earlier + minute + CivilTime.day) % CivilTime.day <= minute + longest
  }

  private mutating func noticeMidnight(before time: Int64) {
    if time >= LogCalendar.minute {
      endedDay = nil
    } else if let lastTimeOfDay, lastTimeOfDay >= CivilTime.day - LogCalendar.minute {
      endedDay = isDated ? day : nil
    }
  }

  /// Takes the date of a sentence. Within a minute after midnight, the date of the day that has ended means the
  /// next one. Some receivers turn the date later than the time.
  private mutating func believe(_ date: Int64) {
    day = date == endedDay ? date + 1 : date
    isDated = true
  }
}
