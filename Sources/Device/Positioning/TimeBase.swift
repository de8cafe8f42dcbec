import HAL

/// How the receiver's time runs against the device's own clock.
///
/// An epoch is judged by its own time, not by when it arrived: a receiver that repeats or delays
/// its last good position looks alive to anyone who only counts arrivals. The base is the smallest
/// latency seen, as an offset between the two clocks.
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
  /// A step of the receiver's clock, backward or ahead, is believed after so many epochs that
  /// agree on it (week rollover, leap seconds learnt, time set after a cold start).
  static let epochsForStep: UInt8 = 3
  /// Epochs that come late but steadily are more often a backlog than a clock set back, so they
  /// must agree for longer.
  static let epochsForDelay: UInt8 = 30
  private static let day: Int64 = 86_400_000

  /// Receiver time minus device time.
  private var offset: Int64 = 0
  private var lastEpoch: Int64 = 0
  private var hasBase = false
  private(set) var isDated = false
  private var candidateOffset: Int64 = 0
  private var candidateEpoch: Int64 = 0
  private var candidateCount: UInt8 = 0
  /// Counts the bases adopted so far; a change means that wall time has stepped.
  private(set) var generation: UInt32 = 0

  /// The wall time of a device moment, by the receiver; nil before the first good epoch.
  func wallTime(at instant: Instant) -> WallTime? {
    hasBase ? WallTime(milliseconds: instant.milliseconds &+ offset) : nil
  }

  mutating func judge(_ time: FixTime, at now: Instant) -> Judgement {
    let epoch = onSameDays(time, at: now)
    let observed = epoch &- now.milliseconds
    guard hasBase else {
      adopt(offset: observed, epoch: epoch)
      isDated = time.isDated
      return .good(age: Milliseconds(0))
    }
    if epoch == lastEpoch { return .duplicate }
    let lead = observed &- offset
    if epoch < lastEpoch {
      return suspectStep(observed, epoch, now, .backward, needed: TimeBase.epochsForStep)
    }
    if lead > TimeBase.oldest.count {
      return suspectStep(observed, epoch, now, .ahead, needed: TimeBase.epochsForStep)
    }
    if lead < -TimeBase.oldest.count {
      return suspectStep(observed, epoch, now, .stale, needed: TimeBase.epochsForDelay)
    }
    if lead > 0 {
      offset = observed
    } else {
      // Two clocks drift apart: let the base follow by 1 ms each second (1000 ppm).
      offset &-= min(-lead, (epoch &- lastEpoch) / 1000)
    }
    lastEpoch = epoch
    candidateCount = 0
    return .good(age: Milliseconds(lead < 0 ? -lead : 0))
  }

  private mutating func suspectStep(
    _ observed: Int64, _ epoch: Int64, _ now: Instant, _ verdict: Judgement, needed: UInt8
  ) -> Judgement {
    let apart = observed &- candidateOffset
    let agrees =
      candidateCount > 0 && epoch > candidateEpoch && apart <= TimeBase.oldest.count
      && apart >= -TimeBase.oldest.count
    if agrees {
      candidateCount = candidateCount < 255 ? candidateCount + 1 : 255
    } else if epoch == candidateEpoch, candidateCount > 0 {
      return .duplicate
    } else {
      candidateCount = 1
    }
    candidateOffset = observed
    candidateEpoch = epoch
    guard candidateCount >= needed else { return verdict }
    adopt(offset: observed, epoch: epoch)
    return .good(age: Milliseconds(0))
  }

  private mutating func adopt(offset: Int64, epoch: Int64) {
    self.offset = offset
    lastEpoch = epoch
    hasBase = true
    candidateCount = 0
    generation &+= 1
  }

  /// Receivers know the time of day before they know the date. A time without a date is read as
  /// the nearest such moment to the base; when the date comes, the base moves by whole days.
  private mutating func onSameDays(_ time: FixTime, at now: Instant) -> Int64 {
    let claimed = time.wall.milliseconds
    guard hasBase, time.isDated != isDated else { return claimed }
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

  /// What is counted, in the lower 41 bits, for the digest.
  var stateWord: UInt64 {
    UInt64(candidateCount) | UInt64(generation) << 8 | (isDated ? 1 << 40 : 0)
  }
}
