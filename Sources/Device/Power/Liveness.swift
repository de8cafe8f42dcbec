import HAL

/// Knows how long the device was off: it leaves a sign of life once a minute and finds the last one
/// when it starts again.
struct Liveness: Feature, Sendable {
  static let interval = Milliseconds.seconds(60)
  /// A shorter gap is not reported.
  static let noticed = Milliseconds.seconds(5 * 60)

  /// The last sign of the life before; nil after the gap was looked at.
  private(set) var lastAlive: WallTime?
  /// The moment at which the next sign is due. While no clock is trusted it is a look at the place alone. Nil in a
  /// trace without boots.
  private(set) var deadline: Instant?
  /// The first sign of this life is still to come.
  private var isWanted = false

  /// A device was started, not only a walk replayed.
  mutating func want(at now: Instant) {
    isWanted = true
    deadline = now + Liveness.interval
  }

  mutating func restore(_ wall: WallTime) { lastAlive = wall }

  /// The clock is trusted now. How long the device was off, when that is worth a notice.
  mutating func clockTrusted(
    _ wall: WallTime, since boot: Instant, at now: Instant
  ) -> Milliseconds? {
    if isWanted { (isWanted, deadline) = (false, now) }
    guard let last = lastAlive else { return nil }
    lastAlive = nil
    let up = now - boot
    let gap = Milliseconds(wall.milliseconds &- last.milliseconds &- up.count)
    return gap > Liveness.noticed ? gap : nil
  }

  /// True when a sign of life is due now, as far as the time is known.
  mutating func pass(at now: Instant) -> Bool {
    guard let due = deadline, due <= now else { return false }
    deadline = now + Liveness.interval
    return true
  }

  func fold(into digest: inout Digest) { digest.fold(deadline.word) }
}
