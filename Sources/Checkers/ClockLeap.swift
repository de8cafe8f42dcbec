import Device
import HAL

/// One word of the network, or two, move no clock by more than a day: three that agree are needed, or a second source.
///
/// It judges a device that has said the right time in this life, while no receiver says another.
struct ClockLeap: Sendable {
  private static let day: Int64 = 86_400_000
  private static let near: Int64 = 5000
  private static let enough = 3

  private var isRight = false
  /// Words that were more than a day off since the network last said the true time.
  private var words = 0

  mutating func see(_ fix: FixSighting) {
    if fix.timeOff.magnitude > UInt64(ClockLeap.day / 2) { isRight = false }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    if case .booted = event.kind { self = ClockLeap() }
    if case .clock(let wall, .ntp) = event.kind { words = isFar(wall, truth) ? words + 1 : 0 }
  }

  /// A sign of life says what time the device takes it for.
  /// - Returns: whether it believes what it must not.
  mutating func says(_ wall: WallTime, _ truth: Truth) -> Bool {
    guard isFar(wall, truth) else {
      isRight = (wall.milliseconds - truth.wall.milliseconds).magnitude < UInt64(ClockLeap.near)
      return false
    }
    defer { isRight = false }
    return isRight && words > 0 && words < ClockLeap.enough
  }

  private func isFar(_ wall: WallTime, _ truth: Truth) -> Bool {
    (wall.milliseconds - truth.wall.milliseconds).magnitude > UInt64(ClockLeap.day)
  }
}
