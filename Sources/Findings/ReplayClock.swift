import HAL

/// The times of a replay: moments since its first event, and the wall time that the trace tells.
public struct ReplayClock: Sendable {
  /// The first event that is no setting.
  public private(set) var start: Instant?
  /// Wall time of `start`.
  public private(set) var startTime = WallTime(milliseconds: 0)
  /// Wall time minus device time, as of the last epoch handled; nil until a clock brings it.
  public private(set) var offset: Int64?
  /// The first that there was.
  public private(set) var firstOffset: Int64?
  /// The span from the first epoch with a position to the last.
  public private(set) var duration = Milliseconds(0)
  private var firstPosition: Instant?
  /// `offset` comes from an epoch, and not from a lesser clock.
  private var isPositioned = false

  public init() {}

  /// Something happened that is no setting.
  public mutating func begin(_ instant: Instant) { start = start ?? instant }

  /// An epoch or a clock is handled.
  /// - Parameter offset: wall time minus device time by the trace; nil where it does not know it.
  public mutating func learn(_ offset: Int64?, at instant: Instant, isPosition: Bool) {
    guard let offset else { return }
    if self.offset == nil || isPosition && !isPositioned {
      startTime = WallTime(milliseconds: (start ?? instant).milliseconds &+ offset)
      isPositioned = isPosition
    }
    self.offset = offset
    firstOffset = firstOffset ?? offset
  }

  /// An epoch with a position is handled.
  public mutating func measure(_ instant: Instant) {
    let first = firstPosition ?? instant
    firstPosition = first
    duration = instant - first
  }

  /// The replay ended without a word about the time: device time stands for it.
  public mutating func finish() { offset = offset ?? 0 }

  public func sinceStart(_ instant: Instant) -> Milliseconds { instant - (start ?? instant) }
}
