import Device
import HAL

/// The rare situations of the receiver, each counted once a life.
struct ReceiverProbes: Sendable {
  /// The metres by which a wild position is off.
  private static let wild = 1000.0

  private(set) var reached: Set<Probe> = []
  private var hasPosition = false
  /// The wearer was inside while the speed stuck.
  private var wasInside = false

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    if !fix.isSpeedStuck { wasInside = false }
    guard fix.hasPosition else { return }
    if !hasPosition, fix.error.value > ReceiverProbes.wild { reached.insert(.wildFirstPosition) }
    hasPosition = true
    guard fix.isSpeedStuck else { return }
    if truth.distance < truth.radius {
      wasInside = true
    } else if wasInside {
      reached.insert(.outWithAStuckSpeed)
    }
  }

  mutating func see(_ event: Event) {
    if case .booted = event.kind { hasPosition = false }
  }
}
