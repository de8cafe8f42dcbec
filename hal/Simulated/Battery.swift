import HAL

/// A battery that has the level it is told, and misbehaves on command.
public struct SimulatedBattery: Battery {
  public enum Fault: Equatable, Sendable {
    /// The gauge goes on saying what it said last.
    case stuck
    /// The gauge is gone.
    case unavailable
  }

  public var fault: Fault?
  private var level: BatteryLevel?
  private var told: BatteryLevel?

  public init() {}

  public mutating func become(_ level: BatteryLevel) {
    if fault == nil { self.level = level }
  }

  /// Whoever reads it has forgotten what it said.
  public mutating func restart() { told = nil }

  public mutating func read() throws(BatteryError) -> BatteryLevel? {
    if fault == .unavailable { throw .unavailable }
    guard level != told else { return nil }
    told = level
    return level
  }
}
