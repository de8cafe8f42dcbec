import HAL

/// Questions of the features about local time.
extension Zone {
  /// 0 on Monday at midnight, to 10,079.
  func minuteOfWeek(_ wall: WallTime) -> Int {
    let minute = local(wall).minute
    return Int(minute.weekday) * 1440 + Int(minute.minuteOfDay)
  }

  /// Days since 1970-01-01, by the wall.
  func day(_ wall: WallTime) -> Int32 { local(wall).minute.day }

  /// The next time the clock on the wall shows that minute of the day.
  func next(minuteOfDay: Int16, after wall: WallTime) -> WallTime {
    let now = local(wall).minute
    let named = CivilMinute(day: now.day, minute: minuteOfDay)
    let today = self.wall(of: named)
    if today > wall { return today }
    // The wall has shown that minute already, and an autumn night is to show it once more.
    if named > now {
      let minute = wall.milliseconds.floored(by: 60_000) + Int64(named.count) - Int64(now.count)
      return WallTime(milliseconds: minute * 60_000)
    }
    return self.wall(of: CivilMinute(day: now.day + 1, minute: minuteOfDay))
  }
}
