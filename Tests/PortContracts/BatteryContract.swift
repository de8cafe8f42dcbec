import HAL
import Testing

extension PortContract {
  /// - Parameters:
  ///   - become: the battery has that level, and the board has looked.
  ///   - unplug: it is gone, and the board has looked.
  public static func battery<B: Battery>(
    _ battery: inout B, become: (inout B, BatteryLevel) throws -> Void,
    unplug: (inout B) throws -> Void, at place: SourceLocation = #_sourceLocation
  ) throws {
    let levels = [
      BatteryLevel(percent: 50, isCharging: false), BatteryLevel(percent: 50, isCharging: true),
      BatteryLevel(percent: 51, isCharging: true), BatteryLevel(percent: 0, isCharging: false),
      BatteryLevel(percent: 100, isCharging: true),
    ]
    for level in levels {
      try become(&battery, level)
      let read = try returnsAtOnce("read", { try battery.read() }, at: place)
      #expect(read == level, sourceLocation: place)
      let again = try battery.read()
      #expect(again == nil, "nothing changed", sourceLocation: place)
      try become(&battery, level)
      let same = try battery.read()
      #expect(same == nil, "the same level is no change", sourceLocation: place)
    }

    try unplug(&battery)
    for _ in 0..<3 {
      #expect(throws: BatteryError.unavailable, sourceLocation: place) { try battery.read() }
    }
    try become(&battery, BatteryLevel(percent: 99, isCharging: false))
    let back = try battery.read()
    #expect(back == BatteryLevel(percent: 99, isCharging: false), sourceLocation: place)
  }
}
