import Device
import HAL

/// Network and receiver that contradict each other by two minutes to a day, reckoned from what both said:
/// within the hour the network's word counts, then the receiver's once it has been steady for an hour.
struct ClockContest: Sendable {
  private static let least: Int64 = 120_000
  private static let most: Int64 = 86_400_000
  private static let hour = Milliseconds.seconds(3600)
  /// A receiver that was silent for longer is steady only from its next word on.
  private static let silent = Milliseconds.seconds(60)

  /// How far each lies before the true time, and since when it says so.
  private var network: (off: Int64, at: Instant)?
  private var receiver: (off: Int64, since: Instant, heard: Instant)?

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: self = ClockContest()
    case .clock(let wall, .ntp):
      network = (wall.milliseconds - truth.wall.milliseconds, event.at)
    default: break
    }
  }

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    guard fix.hasTime, fix.hasPosition, (fix.eph?.value ?? 0) <= 200 else {
      // A word that comes late, or not at all, is not steady.
      receiver = nil
      return
    }
    if let receiver, receiver.off == fix.timeOff,
      truth.now - receiver.heard <= ClockContest.silent
    {
      self.receiver?.heard = truth.now
    } else {
      receiver = (fix.timeOff, truth.now, truth.now)
    }
  }

  /// From then on the receiver's word counts; nil: nobody contradicts it, or it is not steady.
  private var decided: Instant? {
    guard let network, let receiver else { return nil }
    return max(network.at, receiver.since) + ClockContest.hour
  }

  /// The clock may be as wrong as the network's last word.
  func mayBeWrong(at now: Instant, within settles: Milliseconds) -> Bool {
    guard let network else { return false }
    let apart = (network.off - (receiver?.off ?? 0)).magnitude
    guard apart >= UInt64(ClockContest.least), apart <= UInt64(ClockContest.most) else {
      return false
    }
    return decided.map { now - $0 <= settles } ?? true
  }
}
