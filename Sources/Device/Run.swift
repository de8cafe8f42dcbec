import HAL

extension Device {
  /// The loop, on any board: wait, decide, act.
  /// - Parameters:
  ///   - perform: called for each action, at once.
  ///   - settled: called after each event, when all its actions are performed; it has the device on
  ///     loan, to look at it.
  @inlinable public mutating func run<B: Board>(
    on board: inout B, _ perform: (inout B, Event, Action) -> Void,
    settled: (inout B, Event, inout Device) -> Void = { _, _, _ in }
  ) where B.Event == Event {
    while let event = board.nextEvent(before: deadlineInPlace()) {
      handle(event) { action in perform(&board, event, action) }
      settled(&board, event, &self)
    }
  }

  // A device is 28 KB. If another module calls a reading method of it, the call copies it first, which
  // costs as much as a fix, and as much stack. A mutating method works where it is.

  /// `nextDeadline`, without a copy.
  @inline(never) public mutating func deadlineInPlace() -> Instant? { nextDeadline }

  /// `fold(into:)` and `refusal`, without a copy.
  @inline(never) public mutating func foldInPlace(into digest: inout Digest) -> Refusal? {
    fold(into: &digest)
    return refusal
  }

  /// The wall clock counts, and is not only somebody's guess.
  @inline(never) public mutating func trustsTime() -> Bool { clock.isTrusted }

  /// `wallTime`, without a copy; nil where the wall clock is only somebody's guess.
  @inline(never) public mutating func trustedTime(at instant: Instant) -> WallTime? {
    clock.isTrusted ? clock.wall(at: instant) : nil
  }

  /// Help or an exit is open, or something waits for an answer of a caregiver: their words are news.
  @inline(never) public mutating func hasOpenMatter() -> Bool { isCaseOpen() }

  /// An exit was announced and is not over; nil while records of an earlier life may still tell of one.
  @inline(never) public mutating func hasOpenExit() -> Bool? {
    isRestoring ? nil : excursion != nil
  }
}
