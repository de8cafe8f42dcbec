import HAL

/// Wakes the core at the start of each minute by the wall: hours of the week, mealtimes and company
/// end on minutes. It rests where nothing depends on them.
struct MinuteTick: Feature, Sendable {
  static let minute: Int64 = 60_000

  private(set) var deadline: Instant?
  private var isWanted = false

  /// There are settings that depend on the time, or a device that was started.
  mutating func want() { isWanted = true }

  /// The clock was set, or a minute has passed.
  mutating func aim(_ moment: Moment) {
    guard isWanted, let wall = moment.wall else {
      deadline = nil
      return
    }
    let past = wall.milliseconds % MinuteTick.minute
    let left = MinuteTick.minute - (past < 0 ? past + MinuteTick.minute : past)
    deadline = moment.at + Milliseconds(left)
  }
}
