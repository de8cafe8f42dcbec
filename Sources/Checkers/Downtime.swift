import Device
import HAL

/// How long the device was off, and whether it says so.
struct Downtime: Sendable {
  /// A shorter one is no news.
  private static let noticed: Int64 = 5 * 60_000
  /// The device knows the last minute in which it lived.
  private static let slack: Int64 = 65_000

  /// True wall time at which a device that surely knew it lost its power.
  private var lastOn: Int64?
  /// It was off for so long before this life; nil: who knows, or it has been looked at.
  private var offFor: Int64?
  private var isTold = false
  /// It must be told in this very event.
  private(set) var untold: String?

  mutating func boot(_ truth: Truth) {
    isTold = false
    untold = nil
    offFor = truth.isStorageGood ? lastOn.map { truth.wall.milliseconds - $0 } : nil
    lastOn = nil
  }

  mutating func see(_ change: WorldChange, _ clock: ClockSense, _ truth: Truth) {
    switch change {
    case .powerCut:
      untold = nil
      let isKnown =
        !clock.hasLied && truth.isStorageGood && clock.wasSure(at: truth.now + .seconds(-5))
      lastOn = isKnown ? truth.wall.milliseconds : nil
    case .recordsLost: (lastOn, offFor) = (nil, nil)
    default: break
    }
  }

  /// - Returns: what is wrong with what the device says.
  mutating func see(_ action: Action, _ clock: ClockSense, _ truth: Truth) -> String? {
    switch action {
    case .clock(.trusted):
      if let offFor, !clock.hasLied, offFor > Downtime.noticed + Downtime.slack {
        untold = "the device was off for \(offFor / 1000) s, and nobody was told"
      }
    case .outbox(.queued(let notice)):
      guard case .power(.wasOff) = notice.matter else { return nil }
      untold = nil
      defer {
        isTold = true
        offFor = nil
      }
      if isTold { return "that the device was off is told twice" }
      if let offFor, !clock.hasLied, offFor < Downtime.noticed - Downtime.slack {
        return "the device was off for \(offFor / 1000) s, and that is told"
      }
    default: break
    }
    return nil
  }
}
