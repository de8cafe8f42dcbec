import Device
import HAL

/// Minutes of the wall, which the figures count: every civil day has 1440 of them, whatever the night does.
extension Zone {
  /// The longest step of a zone, in minutes.
  private static let widestStep = 1440

  /// The highest minute that the wall has shown by then.
  ///
  /// So the count stands still in the hour that a night in autumn repeats: what was saved never shrinks.
  public func highest(at wall: WallTime) -> CivilMinute {
    var minute = local(wall).minute
    for ahead in 1...Int32(Zone.widestStep) {
      let next = CivilMinute(local(wall).minute.count + ahead)
      // No repeated hour reaches beyond the next minutes.
      guard self.wall(of: next).milliseconds <= wall.milliseconds else { break }
      minute = next
    }
    return minute
  }

  /// The first minute of the wall that is not shown before that moment.
  func first(notBefore wall: WallTime) -> CivilMinute {
    var minute = local(wall).minute
    while self.wall(of: minute).milliseconds < wall.milliseconds { minute.count += 1 }
    return minute
  }
}
