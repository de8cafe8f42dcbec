import Device
import HAL
import Names

/// Device time in a replay.
///
/// It is the line's `at_ms` where there is one, else the line's own time, else the time of the line
/// before. It never goes backward. A single late line gets the time of the line before it. A backward
/// step that stays consistent for three epochs becomes the new base. A receiver's time is often wrong
/// while it has no position, so such lines only move the clock by small steps. After a pause three that agree
/// measure how much time passes, and the next position tells how long the pause was. A date that is days ahead,
/// while the time of day goes on, must be there three times. Twice is enough if the second is days behind the first.
/// In a track a date years ahead needs three points that agree; then it begins another walk, or mends a wrong date.
struct TraceClock {
  static let epochsForNewBase = 3
  /// The most that a line without a position may move the clock.
  static let longestBlindStep: Int64 = 60_000
  /// Lines without a position that are farther apart do not agree.
  static let longestBlindPace: Int64 = 1_800_000

  /// The longest gap in milliseconds: living through more minute by minute would take for ever. A line farther
  /// ahead is a bad number. In a GPX it may be a pause that counts as this long at most.
  static let longestGap: Int64 = 366 * 86_400_000
  /// Points of a track that are a walk of their own. Before its receiver found the date it wrote fewer.
  static let fewestOfWalk = 10
  /// 1980-01-06, when the time of GPS begins. An older date is none that a receiver has found.
  static let beginOfGPS: Int64 = 315_964_800_000

  /// The most that a device has been on at its first line, in milliseconds. Anything above is a bad number, and
  /// those behind it would have more digits than a reader takes.
  static let longestLife: Int64 = 1_000_000_000_000_000

  /// The most that an epoch takes to arrive.
  static let largestLatency: Int64 = 10_000
  /// A wall clock that is ahead of this many lines in a row, by a second at least, follows the best of them. They
  /// take a minute, so that a burst of old lines is none, and lie within a second of each other.
  static let linesToFollow = 60
  static let timeToFollow: Int64 = 60_000
  static let leastToFollow: Int64 = 1_000
  static let steadiness: Int64 = 1_000

  /// Whether dates are never stray: the file states them whole, and no receiver's sentences.
  private let believesDates: Bool
  private var last: Int64 = 0
  private var offset: Int64 = 0
  private var hasOffset = false
  /// The base comes from lines without a position and gives way to the first that has one.
  private var isProvisional = true
  private(set) var isDated = false
  private var candidateOffset: Int64 = 0
  private var candidateTime: Int64 = 0
  private var candidateCount = 0
  /// The last of the lines with a position that lie days ahead.
  private var aheadTime: Int64 = 0
  private var aheadCount = 0
  /// The first of the points of a track that lie years ahead and agree.
  private var aheadFirst: Int64 = 0
  /// Lines with a position on the present base.
  private var baseCount = 0
  private var blindTime: Int64 = 0
  /// The time between the last two lines without a position that agree; 0 without two.
  private var blindPace: Int64 = 0
  private var lastPositioned: Int64 = 0
  private var blindCount = 0
  /// The greatest lead of the last lines in a row that lie behind the wall clock.
  private var nearestLead = Int64.min
  private var firstLead = Int64.min
  private var lagSince: Int64 = 0
  private var nearSince: Int64 = 0
  private var lagCount = 0
  private var atOffset: Int64 = 0
  private var hasArrival = false
  private var earlierFirst: Int64 = 0
  private var earlierLast: Int64 = 0
  private var earlierCount = 0

  /// The number of times that the lines went back for good, and what came after was joined to what came
  /// before.
  private(set) var timesBack = 0
  /// The number of times that a line with a position lay more than `longestGap` ahead, and what came after was
  /// joined to what came before.
  private(set) var timesAhead = 0
  /// The number of times that it was another walk, and a pause came before it.
  private(set) var pauses = 0

  init(believesDates: Bool = false) { self.believesDates = believesDates }

  /// The last positions are days ahead, and too few to be believed.
  var endsAhead: Bool { aheadCount > 0 && aheadCount < TraceClock.epochsForNewBase }

  /// Offset from a line of class CLOCK; it gives way to any line with a position.
  private var heardOffset: Int64?
  private var heardSource = ClockSource.rtc

  /// False while the trace has told a time of day only, or nothing.
  var tellsDate: Bool { isDated || heardOffset != nil }

  private var isPositioned: Bool { hasOffset && !isProvisional }

  /// True once a line with a position, or a clock, has said what time it is.
  var knowsWallTime: Bool { isPositioned || heardOffset != nil }

  /// Wall time of the moment `instant` in the trace.
  func wallTime(at instant: Instant) -> WallTime {
    let known = isPositioned ? nil : heardOffset
    return WallTime(milliseconds: instant.milliseconds &+ (known ?? (hasOffset ? offset : 0)))
  }

  /// A clock other than the receiver's spoke. It names the time for people and moves no event.
  /// A board's own calendar clock says nothing after better ones.
  mutating func hear(_ wall: WallTime, _ source: ClockSource, at instant: Instant) {
    if source == .rtc, heardOffset != nil, heardSource != .rtc { return }
    heardSource = source
    heardOffset = wall.milliseconds &- instant.milliseconds
  }

  /// The first arrival tells how long the device has been on. One that comes after any time lies not so far
  /// ahead.
  private var farthest: Int64 {
    last &+ (hasArrival || hasOffset ? TraceClock.longestGap : TraceClock.longestLife)
  }

  /// The moment of a line that is no event and moves no clock.
  func moment(atMilliseconds: Int64?) -> Instant {
    Instant(milliseconds: atMilliseconds.map { min($0 &+ atOffset, farthest) } ?? last)
  }

  /// A device that says it starts, and counts from an earlier time, has begun a new count. Device time
  /// goes on from where it was. Only wall time can tell how long it was off.
  mutating func restart(atMilliseconds at: Int64) {
    guard at &+ atOffset < last else { return }
    atOffset = last &- at
    earlierCount = 0
    isProvisional = true
    heardOffset = nil
  }

  mutating func stamp(atMilliseconds: Int64?, time: FixTime?, hasPosition: Bool) -> Instant {
    if let atMilliseconds {
      last = arrival(atMilliseconds)
      if let time { compare(time, hasPosition) }
    } else if let time {
      last = hasPosition ? positioned(time) : blind(time)
    }
    if hasPosition { lastPositioned = last }
    return Instant(milliseconds: last)
  }

  /// A device that restarts counts from 0 again, and one bad number may lie far ahead. So three lines
  /// that agree on another count are the new one, and the gap between the two did not happen.
  private mutating func arrival(_ at: Int64) -> Int64 {
    let (now, overflow) = at.addingReportingOverflow(atOffset)
    if !overflow, now >= last, now <= farthest {
      hasArrival = true
      earlierCount = 0
      return now
    }
    if earlierCount > 0, at >= earlierLast, at &- earlierLast <= TraceClock.longestGap {
      earlierCount += 1
    } else {
      earlierCount = 1
      earlierFirst = at
    }
    earlierLast = at
    guard earlierCount >= TraceClock.epochsForNewBase else { return last }
    atOffset = last &- earlierFirst
    earlierCount = 0
    return max(last, at &+ atOffset)
  }

  /// Learns the wall time of a line that also says when it arrived. A receiver that stands still or
  /// lags does not tell the time; a step that three epochs agree on does.
  private mutating func compare(_ time: FixTime, _ hasPosition: Bool) {
    guard hasPosition || isProvisional else { return }
    alignDays(time)
    let observed = time.wall.milliseconds &- last
    let lead = observed &- offset
    if hasOffset, !isProvisional, lead <= TraceClock.largestLatency {
      if lead > 0 { return adopt(observed, time, hasPosition) }
      if lead >= -TraceClock.largestLatency {
        candidateCount = 0
        follow(lead)
        return
      }
    }
    if hasOffset, !isProvisional {
      let apart = observed &- candidateOffset
      let agrees =
        candidateCount > 0 && time.wall.milliseconds > candidateTime
        && apart.magnitude <= UInt64(TraceClock.largestLatency)
      candidateCount = agrees ? candidateCount + 1 : 1
      candidateOffset = observed
      candidateTime = time.wall.milliseconds
      guard candidateCount >= TraceClock.epochsForNewBase else { return }
    }
    adopt(observed, time, hasPosition)
  }

  /// Lines that arrive late say nothing against the wall clock. But where even the best of many lies behind it,
  /// the receiver was ahead for a while, and is no longer. One that catches up with old lines is not steady.
  private mutating func follow(_ lead: Int64) {
    guard lead <= -TraceClock.leastToFollow else { return restartFollowing() }
    // One line that was too early does not count for ever.
    let isStale = last &- nearSince > TraceClock.timeToFollow
    if lagCount == 0 || lead > firstLead &+ TraceClock.steadiness || isStale {
      (firstLead, lagSince, lagCount) = (lead, last, 0)
    }
    // Lines that are later than the others say nothing.
    guard lead >= firstLead &- TraceClock.steadiness else { return }
    nearSince = last
    nearestLead = lagCount == 0 ? lead : max(nearestLead, lead)
    lagCount += 1
    guard lagCount >= TraceClock.linesToFollow, last &- lagSince >= TraceClock.timeToFollow else {
      return
    }
    offset &+= nearestLead
    restartFollowing()
  }

  private mutating func restartFollowing() { lagCount = 0 }

  private mutating func adopt(_ offset: Int64, _ time: FixTime, _ hasPosition: Bool) {
    self.offset = offset
    hasOffset = true
    isProvisional = !hasPosition
    isDated = time.isDated
    candidateCount = 0
    restartFollowing()
  }

  private mutating func positioned(_ time: FixTime) -> Int64 {
    let t = time.wall.milliseconds
    blindCount = 0
    alignDays(time)
    if !hasOffset || isProvisional {
      let step = hasOffset ? t &- offset &- last : 0
      let moved = step >= 0 && step <= TraceClock.longestBlindStep ? last + step : last
      isProvisional = false
      begin(at: moved, t, time)
      return moved
    }
    let onBase = onBase(t, time)
    if onBase >= last {
      candidateCount = 0
      if onBase &- last > TraceClock.longestGap { return pastYears(onBase, t, time) }
      baseCount += 1
      return pastStrayDate(onBase, t)
    }
    aheadCount = 0
    // A late line of the old base is nearer to it than to an older line, which was then a stray one.
    if candidateCount > 0, t >= candidateTime, t &- candidateTime < last &- onBase {
      // A repeated epoch is no further witness.
      if t > candidateTime { candidateCount += 1 }
    } else {
      candidateCount = 1
      candidateOffset = t &- last
    }
    candidateTime = t
    // The clock waits until the new base is certain: late lines must not push it forward.
    guard candidateCount >= TraceClock.epochsForNewBase else { return last }
    // Late lines may be years apart, too: then the new base begins with the last of them.
    let isPause = t &- candidateOffset &- last <= TraceClock.longestGap
    begin(at: isPause ? t &- candidateOffset : last, t, time)
    timesBack += 1
    candidateCount = 0
    return max(last, t &- offset)
  }

  /// The line is the first on another base.
  private mutating func begin(at moved: Int64, _ t: Int64, _ time: FixTime) {
    offset = t &- moved
    hasOffset = true
    isDated = time.isDated
    baseCount = 1
    aheadCount = 0
  }

  /// The moment of a line that is more than `longestGap` ahead. A receiver has found its date there, years later,
  /// and no time has passed. A track may hold two walks, and stray dates as well.
  private mutating func pastYears(_ onBase: Int64, _ t: Int64, _ time: FixTime) -> Int64 {
    guard believesDates else {
      timesAhead += 1
      begin(at: last, t, time)
      return last
    }
    // A wrong date leaves the time of day as it is.
    let late = (onBase &- last) % CivilTime.day
    let goesOn = late <= TraceClock.longestBlindStep
    let next = goesOn ? last &+ late : last
    if aheadCount == 0 || t < aheadTime || t &- aheadTime > TraceClock.longestGap {
      aheadFirst = t
      aheadCount = 1
    } else if t > aheadTime {
      aheadCount += 1
    }
    aheadTime = t
    guard aheadCount >= TraceClock.epochsForNewBase else { return next }
    let isWalk = baseCount >= TraceClock.fewestOfWalk && last &+ offset >= TraceClock.beginOfGPS
    if goesOn || !isWalk {
      timesAhead += 1
      begin(at: goesOn ? next : last &+ t &- aheadFirst, t, time)
    } else {
      // The pause is shortened by whole days, so that the hours of both walks are right.
      pauses += 1
      let pause =
        TraceClock.longestGap &- CivilTime.day &+ (aheadFirst &- offset &- last) % CivilTime.day
      begin(at: last &+ pause &+ t &- aheadFirst, t, time)
    }
    return t &- offset
  }

  /// The moment of a line ahead. A wrong date leaves the time of day as it is, and so does a pause of whole
  /// days. So three lines tell the one from the other, or two of different days: wrong dates do not go on.
  private mutating func pastStrayDate(_ onBase: Int64, _ t: Int64) -> Int64 {
    let lead = onBase &- last
    let days = (lead &+ TraceClock.longestBlindStep) / CivilTime.day
    let step = lead &- days &* CivilTime.day
    guard days > 0, step <= TraceClock.longestBlindStep, !believesDates else {
      aheadCount = 0
      return onBase
    }
    // A repeated epoch is no further witness. Behind three that are days apart, the next is believed at once.
    if aheadCount == 0 || t < aheadTime {
      aheadCount = 1
    } else if t > aheadTime {
      let isOtherDay = t &- aheadTime >= CivilTime.day &- TraceClock.longestBlindStep
      aheadCount = isOtherDay ? TraceClock.epochsForNewBase : aheadCount + 1
      aheadCount = min(aheadCount, TraceClock.epochsForNewBase)
    }
    aheadTime = t
    return aheadCount >= TraceClock.epochsForNewBase ? onBase : last &+ max(0, step)
  }

  private mutating func blind(_ time: FixTime) -> Int64 {
    let t = time.wall.milliseconds
    if !hasOffset {
      offset = t &- last
      hasOffset = true
      isDated = time.isDated
      return last
    }
    let lead = onBase(t, time) &- last
    if lead >= 0, lead <= TraceClock.longestBlindStep {
      blindCount = 0
      return last + lead
    }
    if isProvisional {
      offset = t &- last
      isDated = time.isDated
      return last
    }
    return last + blindStep(t, lead)
  }

  /// Milliseconds that a line without a position moves the clock, though it lies too far from the base. The
  /// receiver may have paused, or lost the time. Lines that agree measure time either way. The base stays:
  /// the next position tells the time, as if these lines were not there.
  private mutating func blindStep(_ t: Int64, _ lead: Int64) -> Int64 {
    // A line from between the last position and now has come before.
    if lead < 0, last &+ lead >= lastPositioned { return 0 }
    let step = t &- blindTime
    if blindCount > 0, step == 0 { return 0 }
    let agrees = blindCount > 0 && step > 0 && step <= TraceClock.longestBlindPace
    let pace = agrees ? blindPace : 0
    blindCount = agrees ? blindCount + 1 : 1
    blindPace = agrees ? step : 0
    blindTime = t
    guard blindCount >= TraceClock.epochsForNewBase else { return 0 }
    return step <= max(TraceClock.longestBlindStep, 2 * pace) ? step : 0
  }

  /// Whole days between a time of day and the base that it belongs to.
  private func dayShift(_ t: Int64, _ time: FixTime) -> Int64 {
    guard hasOffset, time.isDated != isDated else { return 0 }
    let lead = t &- offset &- last
    let half = CivilTime.day / 2
    return (lead &+ (lead < 0 ? -half : half)) / CivilTime.day &* CivilTime.day
  }

  private func onBase(_ t: Int64, _ time: FixTime) -> Int64 {
    t &- offset &- dayShift(t, time)
  }

  private mutating func alignDays(_ time: FixTime) {
    guard time.isDated, !isDated, hasOffset else { return }
    offset &+= dayShift(time.wall.milliseconds, time)
    isDated = true
  }
}
