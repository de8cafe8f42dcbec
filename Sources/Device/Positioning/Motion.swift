import HAL

/// The wearer's motion, by the receiver's Doppler. It is coarse, because it is stated in words and
/// stands in every notice.
public struct Motion: Equatable, Sendable {
  /// Slower than this, in metres per second, a course is noise.
  public static let slowest = 0.5

  /// Twelve bits: the course in 32nds of a turn, and above it quarters of a metre per second.
  let code: UInt16

  /// Nil when there is no motion to speak of, or the receiver says nothing that can be used.
  public init?(speed: MetresPerSecond?, course: Degrees?) {
    guard let speed = speed?.value, let course = course?.value, speed.isFinite,
      speed >= Motion.slowest, course >= 0, course <= 360
    else { return nil }
    let quarters = speed < 31.75 ? UInt16(speed * 4) : 127
    code = quarters << 5 | UInt16(course * 32 / 360) & 31
  }

  /// Nil for what no motion is written as, such as 0.
  init?(code: UInt16) {
    guard code >> 5 >= 2, code >> 12 == 0 else { return nil }
    self.code = code
  }

  /// 0.5 to 31.75 m/s, in steps of 0.25; the highest also stands for what is faster.
  public var speed: MetresPerSecond { MetresPerSecond(Double(code >> 5) / 4) }

  /// The direction in which the wearer goes.
  public var towards: CompassPoint {
    // The northern wind reaches 22.5° to either side of north.
    let wind = UInt8(((code & 31) + 2) / 4 & 7)
    return CompassPoint(rawValue: wind + 1) ?? .north
  }
}
