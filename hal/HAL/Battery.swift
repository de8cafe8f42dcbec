/// The level that a battery reports.
public struct BatteryLevel: Equatable, Sendable {
  /// 0 to 100 percent.
  public var percent: UInt8
  /// Whether it is charged now.
  public var isCharging: Bool

  @inlinable public init(percent: UInt8, isCharging: Bool) {
    self.percent = percent
    self.isCharging = isCharging
  }
}

/// The reason why the battery cannot be read.
public enum BatteryError: Error, Equatable, Sendable {
  case unavailable
}

/// A battery.
///
/// Contract: `read` never waits; nil when nothing changed since the last level that it gave. As long as
/// the battery is gone each `read` says so.
public protocol Battery {
  mutating func read() throws(BatteryError) -> BatteryLevel?
}
