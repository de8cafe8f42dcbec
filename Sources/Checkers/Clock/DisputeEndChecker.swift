import Device
import HAL

/// A contradiction of network and receiver that nobody decides ends all the same. After an hour the time stays as it
/// is, and no dose is refused for it any more.
///
/// The hour begins when the network's word is an hour old, and the receiver has contradicted it for ten minutes. It
/// begins anew when the receiver comes near that word, and when the device has another time. A refusal counts once the
/// next sign of life still has the network's time.
struct DisputeEndChecker: Checker {
  var violation: Violation?

  /// Milliseconds by which the two contradict each other without a doubt.
  private static let least: UInt64 = 140_000
  private static let most: UInt64 = 86_000_000
  /// Milliseconds by which the device's clock may be off the network's word.
  private static let near: UInt64 = 5000
  private static let counts = Milliseconds.seconds(3600 + 60)
  private static let hour = Milliseconds.seconds(3600 + 120)
  private static let heard = Milliseconds.seconds(600)
  private static let fresh = Milliseconds.seconds(90)

  /// Milliseconds by which each is ahead of the true time. The network's moment is that of its last word.
  private var network: (off: Int64, at: Instant)?
  private var receiver: (off: Int64, since: Instant, last: Instant)?
  private var own: (off: Int64, at: Instant)?
  /// The device surely knows since then that nothing decides between them.
  private var open: Instant?
  private var refused: Instant?
  /// One of them was off by a day or more since the start, or the device gave its clock up.
  private var isWild = false

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    guard fix.hasTime, fix.hasPosition else { return }
    if fix.timeOff.magnitude > DisputeEndChecker.most { isWild = true }
    // One that is silent in between has not contradicted the network for so long.
    if let known = receiver, known.off == fix.timeOff, truth.now - known.last < .seconds(30) {
      receiver?.last = truth.now
    } else {
      receiver = (fix.timeOff, truth.now, truth.now)
    }
    guard let network, let own, let receiver, isContradiction(fix.timeOff, network.off),
      truth.now - own.at < DisputeEndChecker.fresh,
      (own.off - network.off).magnitude < DisputeEndChecker.near
    else { return forget() }
    if open == nil, truth.now - receiver.since > DisputeEndChecker.heard,
      truth.now - network.at > DisputeEndChecker.counts
    {
      open = truth.now
    }
  }

  private func isContradiction(_ a: Int64, _ b: Int64) -> Bool {
    let apart = (a - b).magnitude
    return apart > DisputeEndChecker.least && apart < DisputeEndChecker.most
  }

  private mutating func forget() { (open, refused) = (nil, nil) }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: self = DisputeEndChecker(violation: violation)
    case .clock(let wall, .ntp):
      let off = wall.milliseconds - truth.wall.milliseconds
      network = (off, event.at)
      if off.magnitude > DisputeEndChecker.most { isWild = true }
      forget()
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.untrusted): isWild = true
    case .dose(.refused(_, .clockUntrusted)):
      guard let open, !isWild, truth.now - open > DisputeEndChecker.hour else { return }
      refused = truth.now
    case .store(.alive(let wall, _, _)):
      let off = wall.milliseconds - truth.wall.milliseconds
      own = (off, truth.now)
      guard let network, (off - network.off).magnitude < DisputeEndChecker.near else {
        return forget()
      }
      guard let refused, let open else { return }
      self.refused = nil
      fail(
        .disputeIsDecided, at: truth.now,
        "no dose is proposed for want of a clock \((refused - open).count / 1000) s after nobody "
          + "could decide between two")
    default: break
    }
  }
}
