import HAL

/// The offset of the receiver's time to the device's own clock.
///
/// An epoch is judged by its own time, not by its arrival. A receiver that repeats or delays its last
/// good position looks alive to anyone who only counts arrivals. The base is the smallest latency seen,
/// as an offset between the two clocks.
struct TimeBase: Sendable {
  enum Judgement: Equatable {
    /// The epoch counts, measured this long before it arrived.
    case good(age: Milliseconds)
    case duplicate
    /// Earlier than the last good epoch.
    case backward
    /// Measured more than `oldest` ago.
    case stale
    /// Farther ahead than latency explains: a glitch, or the receiver's clock was set.
    case ahead
  }

  /// Oldest epoch that still says where the wearer is.
  static let oldest = Milliseconds.seconds(10)
  /// The number of agreeing epochs after which a step of the receiver's clock is believed, backward or
  /// ahead. Such steps come from a week rollover, learnt leap seconds, or a cold start.
  static let epochsForStep: UInt8 = 3
  /// Late epochs are more often a backlog than a clock set back. So they must agree for this long, with
  /// the same delay all the while: a backlog drains.
  static let delayDwell = Milliseconds.seconds(30)
  /// Milliseconds by which the delay may change meanwhile.
  static let steadiness: Int64 = 2_000
  private static let day: Int64 = 86_400_000

  /// Receiver time minus device time.
  private var offset: Int64 = 0
  private var lastEpoch: Int64 = 0
  private var candidateOffset: Int64 = 0
  private var candidateEpoch: Int64 = 0
  private var steadyOffset: Int64 = 0
  private var steadySince = Instant.start
  /// Counts the bases adopted so far; a change means that wall time has stepped.
  private(set) var generation: UInt16 = 0
  /// Milliseconds since the base last followed a drift, less than a whole second.
  private var sinceDrift: Int16 = 0
  private var candidateCount: UInt8 = 0
  private var hasBase = false
  private(set) var isDated = false

  /// The wall time of a device moment, by the receiver; nil before the first good epoch.
  func wallTime(at instant: Instant) -> WallTime? {
    hasBase ? WallTime(milliseconds: instant.milliseconds &+ offset) : nil
  }

  /// Whether it is the time of the last epoch that counted.
  func isLast(_ time: FixTime) -> Bool {
    hasBase && time.isDated == isDated && time.wall.milliseconds == lastEpoch
  }

  @inline(__always)
  mutating func judge(_ time: FixTime, at now: Instant) -> Judgement {
    let epoch = onSameDays(time, at: now)
    let observed = epoch &- now.milliseconds
    guard hasBase else {
      adopt(offset: observed, epoch: epoch)
      isDated = time.isDated
      return .good(age: Milliseconds(0))
    }
    // Also one that did not count: it would, when time has caught up with what was ahead.
    if epoch == lastEpoch || candidateCount > 0 && epoch == candidateEpoch { return .duplicate }
    let lead = observed &- offset
    if epoch < lastEpoch {
      return suspectStep(observed, epoch, now, .backward)
    }
    if lead > TimeBase.oldest.count {
      return suspectStep(observed, epoch, now, .ahead)
    }
    if lead < -TimeBase.oldest.count {
      return suspectStep(observed, epoch, now, .stale)
    }
    if lead > 0 {
      offset = observed
      sinceDrift = 0
    } else {
      // Two clocks drift apart: let the base follow by 1 ms each second (1000 ppm), also where
      // several epochs make a second.
      let span = Int64(sinceDrift) &+ epoch &- lastEpoch
      offset &-= min(-lead, span / 1000)
      sinceDrift = Int16(span % 1000)
    }
    lastEpoch = epoch
    candidateCount = 0
    return .good(age: Milliseconds(lead < 0 ? -lead : 0))
  }

  @inline(never)
  private mutating func suspectStep(
    _ observed: Int64, _ epoch: Int64, _ now: Instant, _ verdict: Judgement
  ) -> Judgement {
    let agrees =
      candidateCount > 0 && epoch > candidateEpoch
      && TimeBase.isWithin(observed, candidateOffset, by: TimeBase.oldest.count)
    if agrees {
      candidateCount = candidateCount < 255 ? candidateCount + 1 : 255
    } else {
      candidateCount = 1
    }
    let isSteady = TimeBase.isWithin(observed, steadyOffset, by: TimeBase.steadiness)
    if !agrees || !isSteady {
      steadyOffset = observed
      steadySince = now
    }
    candidateOffset = observed
    candidateEpoch = epoch
    guard candidateCount >= TimeBase.epochsForStep else { return verdict }
    if verdict == .stale, now - steadySince < TimeBase.delayDwell { return verdict }
    adopt(offset: observed, epoch: epoch)
    return .good(age: Milliseconds(0))
  }

  private static func isWithin(_ a: Int64, _ b: Int64, by most: Int64) -> Bool {
    let apart = a &- b
    return apart <= most && apart >= -most
  }

  private mutating func adopt(offset: Int64, epoch: Int64) {
    self.offset = offset
    lastEpoch = epoch
    hasBase = true
    candidateCount = 0
    sinceDrift = 0
    generation &+= 1
  }

  /// Receivers know the time of day before they know the date. A time without a date is read as
  /// the nearest such moment to the base; when the date comes, the base moves by whole days.
  @inline(__always)
  private mutating func onSameDays(_ time: FixTime, at now: Instant) -> Int64 {
    guard hasBase, time.isDated != isDated else { return time.wall.milliseconds }
    return moveDays(time, at: now)
  }

  @inline(never)
  private mutating func moveDays(_ time: FixTime, at now: Instant) -> Int64 {
    let claimed = time.wall.milliseconds
    let lead = claimed &- now.milliseconds &- offset
    let half = TimeBase.day / 2
    var days = (lead &+ (lead < 0 ? -half : half)) / TimeBase.day
    days = days &* TimeBase.day
    if time.isDated {
      offset &+= days
      lastEpoch &+= days
      isDated = true
      candidateCount = 0
      return claimed
    }
    return claimed &- days
  }

  /// All counters, in the lower 41 bits, for the digest.
  var stateWord: UInt64 {
    UInt64(candidateCount) | UInt64(generation) << 8 | (isDated ? 1 << 40 : 0)
  }
}
