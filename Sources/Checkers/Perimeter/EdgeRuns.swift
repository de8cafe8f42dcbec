import HAL

/// The time that the wearer has been far enough on the other side of the edge for an announcement. It
/// counts sooner where the largest error of the last half hour allows it, and at last by the error of
/// the time itself.
///
/// A speed that sticks at nothing holds the device's estimate back, up to 80 m from the positions. Then,
/// and until rest has forgotten it, only the last resort counts.
struct EdgeRuns: Sendable {
  /// Twice the longest memory of an estimate at rest.
  private static let forgets = Milliseconds.seconds(3600)

  private let soon: Milliseconds
  private let atLast: Milliseconds
  private var lately = LargestError()
  private var byLately = FixRun()
  private var byItself = FixRun()
  private var stuck: Instant?

  init(soon: Milliseconds, atLast: Milliseconds) {
    self.soon = soon
    self.atLast = atLast
  }

  mutating func remember(_ error: Double, isSpeedStuck: Bool, at now: Instant) {
    lately.add(error, at: now)
    if isSpeedStuck { stuck = now }
  }

  /// The device's estimate may be held back by a speed that stuck at nothing.
  private func mayLag(at now: Instant) -> Bool {
    stuck.map { now - $0 < EdgeRuns.forgets } ?? false
  }

  mutating func end() {
    byLately.end()
    byItself.end()
  }

  /// - Parameters:
  ///   - beyond: metres beyond what the device need not tell from the other side.
  ///   - goesOn: there is no hole before this fix.
  /// - Returns: the run in which it should have been announced by now.
  mutating func add(_ beyond: Double, error: Double, goesOn: Bool, at now: Instant) -> FixRun? {
    byLately.add(beyond, error: lately.metres, goesOn: goesOn, at: now)
    byItself.add(beyond, error: error, goesOn: goesOn, at: now)
    if byLately.lasts(soon, at: now), !mayLag(at: now) { return byLately }
    return byItself.lasts(atLast, at: now) ? byItself : nil
  }
}

/// The largest error of the last half hour, kept minute by minute.
private struct LargestError: Sendable {
  private static let minutes: Int64 = 31
  private var maxima = [Double](repeating: 0, count: Int(minutes))
  private var minute: Int64 = 0
  private(set) var metres = 0.0

  mutating func add(_ error: Double, at now: Instant) {
    let current = now.milliseconds / 60_000
    if current != minute {
      for passed in minute + 1...max(minute + 1, min(current, minute + LargestError.minutes)) {
        maxima[Int(passed % LargestError.minutes)] = 0
      }
      minute = current
      metres = maxima.reduce(0, max)
    }
    let index = Int(current % LargestError.minutes)
    maxima[index] = max(maxima[index], error)
    metres = max(metres, error)
  }
}

/// The time for which all fixes agreed by more than their largest true error, and the extremes since.
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
