import Device
import HAL

/// The device leaves a sign of life with its place once a minute while it knows the time. It tells the
/// relay every 15 minutes that it lives, if the profile wants it to.
struct SignsOfLifeChecker: Checker {
  var violation: Violation?

  private static let minute = Milliseconds.seconds(62)
  private static let quarter = Milliseconds.seconds(15 * 60)
  private static let slack = Milliseconds.seconds(2)
  private static let steady = 60

  private var lastSign: Instant?
  private var stagedHeartbeat = false
  private var heartbeatSince: Instant?
  private var lastBeat: Instant?
  /// Fixes without a fault, one after the other, and where the last two lay.
  private var good = 0
  private var lastFix = Instant.start
  private var places: (Position?, Position?)

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    guard fix.hasPosition, fix.isFlawless(truth), (fix.eph?.value ?? 0) <= 200 else {
      if fix.hasPosition { good = 0 }
      return
    }
    good = truth.now - lastFix > .seconds(5) ? 0 : good + 1
    lastFix = truth.now
    places = (fix.position, places.0)
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    judge(truth)
    switch event.kind {
    case .booted: self = SignsOfLifeChecker(violation: violation)
    case .setting(.begin): stagedHeartbeat = false
    case .setting(.limits(let limits)): stagedHeartbeat = limits.hasHeartbeat
    case .setting(.end):
      if !stagedHeartbeat {
        (heartbeatSince, lastBeat) = (nil, nil)
      } else if heartbeatSince == nil {
        heartbeatSince = truth.now
      }
    default: break
    }
  }

  private mutating func judge(_ truth: Truth) {
    let now = truth.now
    guard truth.isPowered else { return }
    if let lastSign, now - lastSign > SignsOfLifeChecker.minute {
      fail(.signsOfLifeAreLeft, at: now, "no sign of life for more than a minute")
    }
    guard let heartbeatSince else { return }
    let due = lastBeat.map { $0 + SignsOfLifeChecker.quarter } ?? heartbeatSince
    if now > due + SignsOfLifeChecker.slack {
      fail(.signsOfLifeAreLeft, at: now, "the relay waits for a sign of life")
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted): lastSign = lastSign ?? truth.now
    case .clock(.untrusted): lastSign = nil
    case .store(.alive(_, let place, _)):
      if let lastSign, truth.now - lastSign < .seconds(59), truth.now != lastSign {
        fail(.signsOfLifeAreLeft, at: truth.now, "two signs of life within a minute")
      }
      lastSign = truth.now
      judge(place, truth.now)
    case .heartbeat: beat(truth.now)
    default: break
    }
  }

  private mutating func judge(_ place: LastPlace?, _ now: Instant) {
    guard good > SignsOfLifeChecker.steady, now - lastFix < .seconds(2) else { return }
    guard let place else {
      return fail(.signsOfLifeAreLeft, at: now, "a sign of life without the place that is known")
    }
    if place.position != places.0 && place.position != places.1 || place.age > .seconds(5) {
      fail(.signsOfLifeAreLeft, at: now, "a sign of life with another place than the last")
    }
  }

  private mutating func beat(_ now: Instant) {
    guard heartbeatSince != nil else {
      return fail(.signsOfLifeAreLeft, at: now, "the relay is told of life, and nobody wants it")
    }
    if let lastBeat, now - lastBeat + SignsOfLifeChecker.slack < SignsOfLifeChecker.quarter {
      fail(.signsOfLifeAreLeft, at: now, "the relay is told of life twice within 15 minutes")
    }
    lastBeat = now
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { self = SignsOfLifeChecker(violation: violation) }
  }
}
