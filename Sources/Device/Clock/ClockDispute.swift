import HAL

/// A contradiction between receiver and network, by two minutes to a day.
///
/// The network's time counts for an hour after it spoke. Then the receiver's does, if it has been
/// steady for an hour by the device's own clock. Until that is seen the clock stands, and no dose is
/// proposed. A receiver that was not steady in that hour is ignored until it is.
struct ClockDispute: Sendable {
  /// Less is no contradiction, but a clock that runs a little off.
  static let least: Int64 = 120_000
  /// The time for which the receiver must have been steady.
  static let decides = Milliseconds.seconds(3600)
  /// A receiver that has said nothing for longer does not speak.
  static let speaks = Milliseconds.seconds(60)

  /// The receiver's claim, as an offset to the device's own clock.
  private(set) var rival: Int64 = 0
  private var since = Instant.start
  private var heard = Instant.start
  /// The last moment at which the two contradicted each other.
  private var contradicted: Instant?
  // Flags stand behind an optional, where they take no room.
  /// There is, or was, a contradiction that the caregiver knows of.
  private(set) var isOn = false
  /// Nothing has decided it.
  private(set) var isOpen = false
  private var isSettled = false
  private var hasRival = false
  /// The latest moment of the decision; nil while no dispute is open.
  private(set) var ends: Instant?

  static func isOne(_ a: Int64, _ b: Int64) -> Bool {
    let apart = (a &- b).magnitude
    return apart >= UInt64(least) && apart <= UInt64(WallClock.day)
  }

  /// True when it is news: one that comes back within the hour, again and again, is the same.
  mutating func begin(at now: Instant) -> Bool {
    defer {
      isOn = true
      contradicted = now
    }
    return !isOn && isAlone(at: now)
  }

  /// The two agree.
  mutating func end() {
    let last = contradicted
    self = ClockDispute()
    contradicted = last
  }

  /// One of the two has spoken alone for an hour, and confirms the clock.
  func isAlone(at now: Instant) -> Bool {
    contradicted.map { now - $0 >= ClockDispute.decides } ?? true
  }

  /// The receiver says so again, or anew.
  mutating func hear(_ observed: Int64, at now: Instant) {
    if !hasRival || (observed &- rival).magnitude > UInt64(WallClock.agreement) {
      hasRival = true
      rival = observed
      since = now
    }
    heard = now
  }

  func isConsistent(at now: Instant) -> Bool {
    hasRival && now - since >= ClockDispute.decides && now - heard <= ClockDispute.speaks
  }

  /// The clock stands, and the hour begins. True when the clock was thought to be right before.
  mutating func open(at now: Instant) -> Bool {
    guard !isOpen, !isSettled else { return false }
    isOpen = true
    ends = now + ClockDispute.decides
    return true
  }

  /// The hour is over without a decision. True when one was open.
  mutating func settle() -> Bool {
    isSettled = true
    return close(keepsRival: true)
  }

  /// It is decided. True when it was open.
  mutating func close() -> Bool {
    isSettled = false
    return close(keepsRival: false)
  }

  private mutating func close(keepsRival: Bool) -> Bool {
    if !keepsRival { hasRival = false }
    defer { isOpen = false }
    ends = nil
    return isOpen
  }
}
