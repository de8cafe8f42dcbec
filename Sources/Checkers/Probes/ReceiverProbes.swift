import Device
import HAL

/// The rare situations of the receiver, each counted once a life.
struct ReceiverProbes: Sendable {
  /// The rule begins anew after a gap of more than fifteen minutes.
  private static let gap = Milliseconds.seconds(15 * 60)
  /// Single positions in a row that are surely no chance.
  private static let many = 3
  /// The metres by which a stray position and a wild one are off.
  private static let stray = 100.0
  private static let wild = 1000.0

  private(set) var reached: Set<Probe> = []
  private var last: Instant?
  /// Positions in a row, each the first after a long gap, the newest included.
  private var singles = 0
  private var hasPosition = false
  /// The wearer was inside while the speed stuck.
  private var wasInside = false

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    if !fix.isSpeedStuck { wasInside = false }
    guard fix.hasPosition else { return }
    let now = truth.now
    let isFirst = last.map { now - $0 > ReceiverProbes.gap } ?? false
    singles = isFirst ? singles + 1 : 0
    last = now
    if singles >= ReceiverProbes.many { reached.insert(.positionsHoursApart) }
    if isFirst, fix.error.value > ReceiverProbes.stray, fix.distance > truth.radius,
      truth.distance < truth.radius
    {
      reached.insert(.strayPositionAfterALongGap)
    }
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
    if case .booted = event.kind { (last, singles, hasPosition) = (nil, 0, false) }
  }

  /// An exit is announced.
  mutating func left() {
    if singles >= ReceiverProbes.many { reached.insert(.exitByPositionsHoursApart) }
  }
}
