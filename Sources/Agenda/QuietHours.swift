import Device

/// The family's quiet hours, as a companion keeps them: it says nothing in them by itself.
struct QuietHours {
  private static let day: Int32 = 1440

  let stretches: [WeeklyHours]

  /// The minute, or the first one after it that is not quiet. A week that is quiet throughout leaves it.
  func firstLoud(from minute: CivilMinute) -> CivilMinute {
    var loud = minute
    while let end = end(of: loud) {
      loud = end
      if loud.count - minute.count > 7 * QuietHours.day { return minute }
    }
    return loud
  }

  func holds(_ minute: CivilMinute) -> Bool { end(of: minute) != nil }

  /// The end of a stretch around that minute.
  private func end(of minute: CivilMinute) -> CivilMinute? {
    for stretch in stretches {
      // A stretch over midnight may have begun the day before.
      for day in [minute.day, minute.day - 1]
      where stretch.weekdays >> CivilMinute(day: day, minute: 0).weekday & 1 == 1 {
        let start = CivilMinute(day: day, minute: stretch.from)
        var length = Int32(stretch.to) - Int32(stretch.from)
        if length <= 0 { length += QuietHours.day }
        let end = CivilMinute(start.count + length)
        if start <= minute, minute < end { return end }
      }
    }
    return nil
  }
}
