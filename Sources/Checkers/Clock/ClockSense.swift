import HAL

/// Whether the device must know the time by now, and how well, from what the true clocks told it.
///
/// As long as no clock has lied in this run that follows from the sources alone. Afterwards the device
/// may hold on to the lie for good reason, and what it says itself in its signs of life decides.
struct ClockSense: Sendable {
  /// Latency of a receiver, and what the device's clock may be off without being set.
  private static let slop: Int64 = 1500
  /// Fixes that are enough to learn the time, whatever was believed before.
  private static let fixesNeeded = 12

  private(set) var hasLied = false
  /// The moment since which the device must know the time; nil: it need not.
  private(set) var sureSince: Instant?
  /// The moment since which the device has heard the true time, whatever it believes. Nil: not since it
  /// last heard another, or since its start.
  private(set) var heardSince: Instant?
  private(set) var bootedAt = Instant.start
  private var goodFixes = 0
  /// The longest that a fix of this life was under way.
  private var oldestFix: Int64 = 0
  private var heard = Instant.start
  /// True wall time minus the board's clock.
  private var zero: Int64 = 0

  func wall(at now: Instant) -> Int64 { now.milliseconds + zero }

  /// Milliseconds by which the device's clock may be off.
  func tolerance(at now: Instant) -> Int64 { lead(at: now) + oldestFix }

  /// Milliseconds by which it may be ahead: a fix that was long under way only puts it back.
  func lead(at now: Instant) -> Int64 { ClockSense.slop + (now - heard).count / 16_384 }

  /// It knew the time already then, with something to spare.
  func wasSure(at moment: Instant) -> Bool {
    sureSince.map { moment - $0 >= .seconds(5) } ?? false
  }

  mutating func follow(_ truth: Truth) {
    zero = truth.wall.milliseconds - truth.now.milliseconds
    if !truth.areClocksGood {
      hasLied = true
      sureSince = nil
      heardSince = nil
    }
  }

  mutating func boot(at now: Instant) {
    sureSince = nil
    heardSince = nil
    bootedAt = now
    heard = now
    goodFixes = 0
    oldestFix = 0
  }

  /// A new life has nothing of the lie that its checker would have to excuse.
  mutating func forgetLie() { hasLied = false }

  mutating func hearNetwork(_ truth: Truth) {
    if truth.areClocksGood { hear(truth.now) }
  }

  mutating func see(_ fix: FixSighting, _ now: Instant) {
    guard fix.hasPosition else {
      // The device believes only times that come one after the other, until it has believed some.
      if goodFixes < ClockSense.fixesNeeded { goodFixes = 0 }
      return
    }
    if fix.age.count > oldestFix { oldestFix = fix.age.count }
    guard fix.isTimeGood, fix.hasTime, (fix.eph?.value ?? 0) <= 200 else {
      goodFixes = 0
      return
    }
    goodFixes += 1
    if goodFixes >= ClockSense.fixesNeeded { hear(now) }
  }

  private mutating func hear(_ now: Instant) {
    heard = now
    if heardSince == nil { heardSince = now }
    if sureSince == nil, !hasLied { sureSince = now }
  }

  /// The device says what time it is.
  mutating func claim(_ claimed: WallTime, _ truth: Truth) {
    guard hasLied else { return }
    let off = (claimed.milliseconds - wall(at: truth.now)).magnitude
    guard off <= UInt64(tolerance(at: truth.now)), truth.areClocksGood else {
      sureSince = nil
      return
    }
    if sureSince == nil { sureSince = truth.now }
  }
}
