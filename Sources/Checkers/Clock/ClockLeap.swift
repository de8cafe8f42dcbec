import Device
import HAL

/// One word of the network, or two, move no clock by more than a day: three that agree are needed, or a second source.
/// A receiver whose week counter has overflowed moves none: its date lies whole multiples of 1024 weeks back.
///
/// It judges a device that has said the right time in this life, while no receiver says a third one.
struct ClockLeap: Sendable {
  private static let day: Int64 = 86_400_000
  private static let near: Int64 = 5000
  private static let enough = 3
  private static let era: Int64 = 1024 * 7 * day

  private var isRight = false
  /// The receiver's week counter has overflowed since the device was right.
  private var hasOverflowed = false
  /// Another wrong time was heard in this life. A clock that comes back from it may leap.
  private var hasHeardOther = false
  /// Words that were more than a day off since the network last said the true time.
  private var words = 0

  mutating func see(_ fix: FixSighting) {
    guard fix.timeOff.magnitude > UInt64(ClockLeap.day / 2) else { return }
    if isRight, fix.timeOff < 0, isNearEra(-fix.timeOff) {
      hasOverflowed = true
    } else {
      (isRight, hasHeardOther) = (false, true)
    }
  }

  private func isNearEra(_ off: Int64) -> Bool {
    let rest = off % ClockLeap.era
    return min(rest, ClockLeap.era - rest) < ClockLeap.near
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    if case .booted = event.kind { self = ClockLeap() }
    guard case .clock(let wall, .ntp) = event.kind else { return }
    words = isFar(wall, truth) ? words + 1 : 0
    if words > 0 { hasHeardOther = true }
  }

  /// A sign of life says what time the device takes it for.
  /// - Returns: what it believes and must not; nil: nothing.
  mutating func says(_ wall: WallTime, _ truth: Truth) -> String? {
    guard isFar(wall, truth) else {
      isRight = (wall.milliseconds - truth.wall.milliseconds).magnitude < UInt64(ClockLeap.near)
      return nil
    }
    defer { isRight = false }
    guard isRight else { return nil }
    if hasOverflowed, !hasHeardOther { return "a week counter that overflowed moved the clock" }
    let isOneWord = !hasOverflowed && words > 0 && words < ClockLeap.enough
    return isOneWord ? "one word of the network moved the clock by days" : nil
  }

  private func isFar(_ wall: WallTime, _ truth: Truth) -> Bool {
    (wall.milliseconds - truth.wall.milliseconds).magnitude > UInt64(ClockLeap.day)
  }
}
