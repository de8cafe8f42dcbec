import HAL

/// Since when all fixes said the same by more than their largest true error, and the extremes since.
struct FixRun: Sendable {
  private(set) var since = Instant.never
  /// The least that one had to say for it, in metres.
  private(set) var least = 0.0
  /// The largest error, in metres.
  private(set) var error = 0.0

  mutating func end() { since = .never }

  /// - Parameters:
  ///   - metres: what must stay above the error.
  ///   - goesOn: there is no hole before this fix.
  mutating func add(_ metres: Double, error: Double, goesOn: Bool, at now: Instant) {
    if since != .never, goesOn {
      least = min(least, metres)
      self.error = max(self.error, error)
      if least > self.error { return }
    }
    self = FixRun(since: metres > error ? now : .never, least: metres, error: error)
  }

  func lasts(_ span: Milliseconds, at now: Instant) -> Bool {
    since != .never && now - since >= span
  }
}
