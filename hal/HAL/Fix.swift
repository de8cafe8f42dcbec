/// What a GPS receiver says about one epoch.
///
/// Field meanings follow gpsd_json(5). Nothing here is to be trusted: the core judges it.
public struct Fix: Equatable, Sendable {
  /// gpsd's modes; 0 ("no value yet") and 1 ("no fix") both mean that there is no position.
  public enum Mode: UInt8, Sendable {
    case none = 1
    case twoD = 2
    case threeD = 3
  }

  public var mode: Mode
  /// Nil when the receiver gave none, or none that lies on Earth.
  public var position: Position?
  /// The epoch of the measurement, not of its arrival. Nil when the receiver gave none.
  public var time: FixTime?
  /// Estimated horizontal error. gpsd guesses 95 %; it is a hint and often too small.
  public var eph: Metres?
  /// Speed over ground, from Doppler where the receiver has it.
  public var speed: MetresPerSecond?
  /// Course over ground.
  public var course: Degrees?

  @inlinable public init(
    mode: Mode, position: Position? = nil, time: FixTime? = nil, eph: Metres? = nil,
    speed: MetresPerSecond? = nil, course: Degrees? = nil
  ) {
    self.mode = mode
    self.position = position
    self.time = time
    self.eph = eph
    self.speed = speed
    self.course = course
  }
}

/// The receiver's claim about the epoch of a fix.
public struct FixTime: Equatable, Sendable {
  public var wall: WallTime
  /// False when the receiver sent a time of day only: then the day of `wall` means nothing.
  public var isDated: Bool
  @inlinable public init(_ wall: WallTime, isDated: Bool) {
    self.wall = wall
    self.isDated = isDated
  }
}
