/// The reason why a receiver cannot be read.
public enum GPSError: Error, Equatable, Sendable {
  /// The receiver, or the daemon in front of it, is not there now; it may come back.
  case unavailable
  /// The bytes that came cannot be a fix. The next read may succeed.
  case garbled
}

/// A GPS receiver.
///
/// Contract: `read` never waits. It returns each fix that has arrived exactly once, oldest first, and
/// nil when none is waiting. It may return fixes that are old, repeated or wrong: judging them is the
/// core's work. It must not invent a value that the receiver did not send. A lost receiver comes as
/// `unavailable`, once or as long as it is gone, behind the fixes that had arrived.
public protocol GPS {
  mutating func read() throws(GPSError) -> Fix?
}

/// The report of a GPS receiver on one epoch.
///
/// Field meanings follow gpsd_json(5). The core trusts none of them without a check.
public struct Fix: Equatable, Sendable {
  /// gpsd's modes; 0 ("no value yet") and 1 ("no fix") both mean that there is no position.
  public enum Mode: UInt8, Sendable {
    case none = 1
    case twoD = 2
    case threeD = 3
  }

  /// Whether there is a position, and whether it has a height.
  public var mode: Mode
  /// Nil when the receiver gave none, or none that lies on Earth.
  public var position: Position?
  /// The epoch of the measurement, not of its arrival. Nil when the receiver gave none.
  public var time: FixTime?
  /// Estimated horizontal error. gpsd guesses 95 %; it is a hint and often too small. Nil when the
  /// receiver gave none.
  public var eph: Metres?
  /// Speed over ground, from Doppler where the receiver has it. Nil when it gave none.
  public var speed: MetresPerSecond?
  /// Course over ground. Nil when the receiver gave none.
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
  /// The time that the receiver claims; it may be wrong by anything.
  public var wall: WallTime
  /// False when the receiver sent a time of day only: then the day of `wall` means nothing.
  public var isDated: Bool
  @inlinable public init(_ wall: WallTime, isDated: Bool) {
    self.wall = wall
    self.isDated = isDated
  }
}

/// A point on the WGS 84 ellipsoid, in whole units of 1e-7 degree (about 11 mm of latitude).
///
/// Integers, so that a position means the same on every machine and survives every file format.
public struct Position: Equatable, Sendable {
  /// -900,000,000 to 900,000,000, north positive.
  public let latitudeE7: Int32
  /// -1,800,000,000 to 1,800,000,000, east positive; both ends name the 180th meridian.
  public let longitudeE7: Int32

  /// Nil when either coordinate is out of range.
  @inlinable public init?(latitudeE7: Int64, longitudeE7: Int64) {
    guard latitudeE7 >= -900_000_000, latitudeE7 <= 900_000_000,
      longitudeE7 >= -1_800_000_000, longitudeE7 <= 1_800_000_000
    else { return nil }
    self.latitudeE7 = Int32(truncatingIfNeeded: latitudeE7)
    self.longitudeE7 = Int32(truncatingIfNeeded: longitudeE7)
  }
}

/// gpsd's guess of the horizontal error, for receivers that give only a dilution of precision:
/// gpsd/libgpsd_core.c, P_UERE_NO_DGPS and P_UERE_WITH_DGPS.
///
/// Here, because a live receiver and the log of one must give the same fix.
public enum ErrorModel {
  static let perHDOP = 19.0
  private static let perHDOPDifferential = 4.75

  /// The radius of about 95 %. Nil without a usable dilution; at most 1,000 km.
  public static func eph(hdop: Double?, isDifferential: Bool = false) -> Metres? {
    guard let hdop, hdop.isFinite, hdop > 0 else { return nil }
    let metres = hdop * (isDifferential ? perHDOPDifferential : perHDOP)
    // The value goes to the millimetre, so that it reads "43.7" in a trace and not "43.699999999999996".
    return Metres(Double(Int64(nearest: min(metres, 1e6) * 1000)) / 1000)
  }
}
