import Device
import HAL

/// A receiver that says another time for a moment moves no clock, however often it does. Up to four epochs are no
/// step of its clock. Another date by more than a day needs claims over ten seconds.
///
/// It judges the signs of life of a device whose last one was right. Since then all clocks said the true time, but
/// for such moments. Between two of them the receiver says the true time again and again.
struct BriefClaimChecker: Checker {
  var violation: Violation?

  /// Three epochs that agree are a step of the receiver's clock, and three from then on are believed.
  private static let fewest = 4
  /// Claims of another date: milliseconds by which they are off, and the longest time for them.
  private static let date: UInt64 = 25 * 3_600_000
  private static let briefly = Milliseconds.seconds(9)
  /// True epochs after which nothing is left of another time.
  private static let settled = 60
  /// The same of a moment that did not count.
  private static let between = 10
  private static let fresh = Milliseconds.seconds(2)
  /// Milliseconds: a clock that is right may be off by so much. A receiver leads one away by ten seconds at once.
  private static let right: UInt64 = 5000
  private static let wrong: UInt64 = 30_000

  private struct Moment: Sendable {
    var off: Int64
    var since: Instant
    var epochs = 1

    func isBrief(at now: Instant) -> Bool {
      if epochs <= BriefClaimChecker.fewest { return true }
      return off.magnitude > BriefClaimChecker.date && now - since <= BriefClaimChecker.briefly
    }
  }

  /// True epochs since anything else but such a moment was heard, and since the last moment.
  private var plain = 0
  private var afterMoment = 0
  private var moment: Moment?
  private var isRight = false

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    guard fix.hasTime, !fix.isRepeated, fix.age <= BriefClaimChecker.fresh else { return doubt() }
    guard fix.timeOff != 0 else {
      // Nobody looks at the time of an epoch that has no position.
      guard fix.hasPosition else { return }
      plain += 1
      afterMoment += 1
      if afterMoment >= BriefClaimChecker.between { moment = nil }
      return
    }
    guard plain >= BriefClaimChecker.settled else { return doubt() }
    guard var moment else {
      (self.moment, afterMoment) = (Moment(off: fix.timeOff, since: truth.now), 0)
      return
    }
    moment.epochs += 1
    guard moment.off == fix.timeOff, afterMoment == 0, moment.isBrief(at: truth.now) else {
      return doubt()
    }
    self.moment = moment
  }

  private mutating func doubt() {
    (plain, afterMoment, moment, isRight) = (0, 0, nil, false)
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: doubt()
    case .clock(let wall, .ntp):
      let off = (wall.milliseconds - truth.wall.milliseconds).magnitude
      if off > BriefClaimChecker.right { doubt() }
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    guard case .store(.alive(let wall, _, _)) = action else { return }
    let off = (wall.milliseconds - truth.wall.milliseconds).magnitude
    if isRight, off > BriefClaimChecker.wrong {
      fail(
        .clockIsRight, at: truth.now,
        "a receiver that said another time for a moment moved the clock by \(off / 1000) s")
    }
    isRight = off < BriefClaimChecker.right && plain >= BriefClaimChecker.settled
  }
}
