import HAL

extension Device {
  /// The loop, on any board: wait, decide, act.
  /// - Parameters:
  ///   - perform: called for each action, at once.
  ///   - settled: called after each event, when all its actions are performed.
  @inlinable public mutating func run<B: Board>(
    on board: inout B, _ perform: (inout B, Event, Action) -> Void,
    settled: (inout B, Event, Device) -> Void = { _, _, _ in }
  ) where B.Event == Event {
    while let event = board.nextEvent(before: nextDeadline) {
      handle(event) { action in perform(&board, event, action) }
      settled(&board, event, self)
    }
  }
}
