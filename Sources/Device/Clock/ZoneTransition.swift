import HAL

/// From this moment on, local time is so many minutes ahead of UTC. Data from outside: the core
/// never looks a zone up.
public struct ZoneTransition: Equatable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public var at: Int64
  /// -1080 to 1080.
  public var offset: Int16

  public init(at: Int64, offset: Int16) {
    self.at = at
    self.offset = offset
  }
}

/// A minute of local civil time: minutes since 1970-01-01T00:00 by the wall, daylight saving included.
public struct CivilMinute: Equatable, Comparable, Sendable {
  public var count: Int32
  @inlinable public init(_ count: Int32) { self.count = count }
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.count < b.count }
}

/// The source of a claim about the time.
public enum ClockSource: UInt8, Sendable {
  /// The board's own calendar clock: it counts only until something better speaks.
  case rtc = 1
  case ntp = 2
  case gps = 3
}

/// The core's knowledge of the time when something happens.
public struct Moment: Equatable, Sendable {
  /// The moment by the device's own clock.
  public var at: Instant
  /// Nil until a clock has spoken.
  public var wall: WallTime?
  /// Whether `wall` can be relied on.
  public var isTrusted: Bool
  /// Whether nobody vouches for the time now, but it may serve for reminders. It was trusted before, or
  /// is a calendar clock's that lies near the last sign of life.
  public var isUnsure: Bool
  /// Two trusted sources contradict each other, and nothing has decided between them.
  public var isDisputed: Bool
  /// The two contradict each other, also where one of them counts meanwhile.
  public var isContradicted: Bool

  public init(
    at: Instant, wall: WallTime?, isTrusted: Bool, isUnsure: Bool = false, isDisputed: Bool = false,
    isContradicted: Bool = false
  ) {
    self.at = at
    self.wall = wall
    self.isTrusted = isTrusted
    self.isUnsure = isUnsure
    self.isDisputed = isDisputed
    self.isContradicted = isContradicted
  }
}
