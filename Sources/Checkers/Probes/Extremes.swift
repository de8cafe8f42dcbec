import Device
import HAL

/// Counts once a life each situation that lasts for hours or for good, or comes in bursts.
struct Extremes: Sendable {
  private static let hours = Milliseconds.seconds(2 * 3600)
  private static let soon = Milliseconds.seconds(600)
  private static let burst = 20
  private static let boots = 8

  private(set) var reached: Set<Probe> = []
  private var darkSince = Instant.start
  private var lightSince: Instant?
  private var isStorageBad = false
  private var reloads = 0
  private var isStarting = true
  private var keys: [Instant] = []
  private var starts: [Instant] = []

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    let now = truth.now
    guard fix.hasPosition else { return }
    if now - darkSince > Extremes.hours { lightSince = now }
    darkSince = now
    if let lightSince, now - lightSince < Extremes.soon, truth.distance > truth.radius {
      reached.insert(.outAfterHoursWithoutReception)
    }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted:
      isStarting = true
      if Extremes.comes(&starts, event.at, within: .seconds(3600), Extremes.boots) {
        reached.insert(.bootLoop)
      }
      if truth.household.zone.offset(at: truth.wall) % 60 != 0 { reached.insert(.zoneOfHalfHours) }
    case .key:
      if Extremes.comes(&keys, event.at, within: .seconds(60), Extremes.burst) {
        reached.insert(.twentyKeysAMinute)
      }
    case .setting(.end):
      if !isStarting { reloads += 1 }
      isStarting = false
      if reloads >= 3 { reached.insert(.settingsChangedAgainAndAgain) }
    case .storage(let error): isStorageBad = error != nil
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    guard case .end = change else { return }
    if isStorageBad || !truth.isNetworkGood || truth.now - darkSince > .seconds(3600) {
      reached.insert(.faultToTheEnd)
    }
  }

  /// So many of them within the time.
  private static func comes(
    _ moments: inout [Instant], _ now: Instant, within span: Milliseconds, _ many: Int
  ) -> Bool {
    moments.append(now)
    if moments.count > many { moments.removeFirst() }
    return moments.count == many && now - moments[0] <= span
  }
}
