import HAL

/// When the battery is worth a word: at 20 percent and once more at 10.
struct BatteryWatch: Sendable {
  static let low: UInt8 = 20
  static let veryLow: UInt8 = 10
  /// Above this the next fall counts anew.
  static let well: UInt8 = 30

  enum Change: Equatable {
    case low(percent: UInt8)
    case well
  }

  private(set) var level: BatteryLevel?
  /// The threshold last told of; 100: none.
  private var told: UInt8 = 100

  mutating func learn(_ level: BatteryLevel) -> Change? {
    let percent = min(level.percent, 100)
    self.level = BatteryLevel(percent: percent, isCharging: level.isCharging)
    if told < 100, level.isCharging || percent > BatteryWatch.well {
      told = 100
      return .well
    }
    if level.isCharging { return nil }
    let threshold =
      percent <= BatteryWatch.veryLow
      ? BatteryWatch.veryLow : percent <= BatteryWatch.low ? BatteryWatch.low : 100
    guard threshold < told else { return nil }
    told = threshold
    return .low(percent: percent)
  }

  func fold(into digest: inout Digest) {
    digest.fold(UInt64(level?.percent ?? 0xff) | UInt64(told) << 8)
  }
}
