import HAL

/// Moments of the life before, on the clock of this one. The time without power counts for nothing, so that a moment
/// lies no earlier than it was.
public struct EarlierLife: Sendable {
  /// The last sign of life; nil: there was none.
  var alive: WallTime?
  var bootedAt: Instant

  /// - Parameters:
  ///   - alive: the last sign of life; nil: there was none.
  ///   - bootedAt: the start of this life.
  public init(alive: WallTime?, bootedAt: Instant) {
    self.alive = alive
    self.bootedAt = bootedAt
  }

  /// - Returns: the start of this life for what came after the last sign of the other; a lifetime ago at most.
  func moment(of wall: WallTime) -> Instant {
    guard let alive, wall < alive else { return bootedAt }
    // A distance that no number holds is negative.
    let age = wall.distance(to: alive).count
    return bootedAt + Milliseconds(-(age < 0 ? EarlierLife.longest : min(age, EarlierLife.longest)))
  }

  /// Some 35 years, in milliseconds.
  private static let longest: Int64 = 1 << 40
}
