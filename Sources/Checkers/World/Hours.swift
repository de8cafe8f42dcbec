import Device
import HAL

extension WeeklyHours {
  /// Reckoned from the beginnings of its stretches: nothing in common with how the core does it.
  /// - Parameter minuteOfWeek: 0 on Monday at midnight.
  fileprivate func covers(_ minuteOfWeek: Int64) -> Bool {
    let length = to > from ? Int64(to) - Int64(from) : Int64(to) - Int64(from) + 1440
    return (0..<7).contains { day in
      guard weekdays >> UInt8(day) & 1 == 1 else { return false }
      let since = minuteOfWeek - Int64(day) * 1440 - Int64(from)
      return (since % 10_080 + 10_080) % 10_080 < length
    }
  }
}

extension Truth {
  /// Whether such hours are now, by the true time; nil: they begin or end within two minutes.
  func isWithin(_ hours: [WeeklyHours]) -> Bool? {
    let covered = [-120_000, 0, 120_000].map { (shift: Int64) in
      let time = WallTime(milliseconds: wall.milliseconds + shift)
      let minute = time.milliseconds / 60_000 + household.zone.offset(at: time)
      // 1970-01-01 was a Thursday.
      let ofWeek = (minute + 3 * 1440) % 10_080
      return hours.contains { $0.covers(ofWeek) }
    }
    return covered[0] == covered[1] && covered[1] == covered[2] ? covered[1] : nil
  }
}

extension Household.ZoneName {
  /// The clocks change within so many hours of that moment.
  func changes(within hours: Int64, of time: WallTime) -> Bool {
    let near = hours * 3_600_000
    return offset(at: WallTime(milliseconds: time.milliseconds - near))
      != offset(at: WallTime(milliseconds: time.milliseconds + near))
  }
}
