import HAL

/// A clock that jumps to wherever the simulation is.
public struct SimulatedClock: Clock {
  public private(set) var now = Instant.start
  public init() {}
  /// Going backward is a bug of the caller.
  public mutating func advance(to instant: Instant) {
    precondition(instant >= now, "a clock never goes backward")
    now = instant
  }
}
