import Device
import HAL
import Names

/// How far local time is ahead of UTC: data from outside, as in the core. No zone is looked up here.
public struct ZoneOffset: Sendable {
  private let ahead: @Sendable (WallTime) -> Int64

  public static let utc = ZoneOffset { _ in 0 }

  /// - Parameter ahead: seconds that local time is ahead of UTC at a moment.
  public init(secondsAhead ahead: @escaping @Sendable (WallTime) -> Int64) { self.ahead = ahead }

  /// As the core has it: in order of time; the first counts before its moment too, none is UTC.
  public init(_ transitions: [ZoneTransition]) {
    ahead = { time in
      let seconds = floorDivide(time.milliseconds, 1000)
      let current = transitions.last { $0.at <= seconds } ?? transitions.first
      return Int64(current?.offset ?? 0) * 60
    }
  }

  func local(_ time: WallTime) -> CivilDate {
    let (sum, overflow) = time.milliseconds.addingReportingOverflow(ahead(time) * 1000)
    return CivilDate(milliseconds: overflow ? time.milliseconds : sum)
  }
}
