import HAL

/// Holds back positions that the wearer cannot have reached.
///
/// A jump counts only once fixes that agree with each other have stayed there for 20 s. So spikes of a
/// few seconds never reach the perimeter rule, and a receiver that settles after its first wild fix is
/// believed soon enough. The first fixes of a life have none before them. Those that follow show whether
/// they were wild, and no exit rests on the first alone. A fix behind a gap is like a first one where it
/// lies farther away than a walk explains. The longer the gap, the wilder a fix within reach may be. Who
/// rides from one rare fix to the next is believed after a minute.
struct JumpFilter: Sendable {
  /// Faster than this is a jump, unless the receiver or the last steps say that the wearer rides.
  static let walkingLimit = 15.0
  /// Nobody travels faster than this with the device.
  static let speedLimit = 100.0
  /// Factor by which the next step may exceed the known pace.
  static let paceSlack = 1.5
  /// The part of a step that the error of a fix explains, at most.
  static let errorLimit = 25.0
  /// Fixes held back must agree within this speed to be one place or one ride.
  static let agreementSpeed = 50.0
  static let dwell = Milliseconds.seconds(20)
  static let fixesNeeded: UInt8 = 3
  /// A fix speaks for no more of the first 20 s than this. Behind a longer gap the first may be wild.
  static let longestStep = Milliseconds.seconds(10)
  /// Fixes far away from each other, each behind a gap, are wild for no longer than this. A gap counts for
  /// no more of it than the other.
  static let longestWait = Milliseconds.seconds(60)
  static let longestGap = Milliseconds.seconds(30)
  /// Nobody walks faster than this, in m/s, for the whole of a gap, and few walk farther, in metres.
  static let gapPace = 3.0
  static let gapWalk = 100.0

  /// Speeds of the last two steps; the lesser is the pace.
  private var pace = 0.0
  private var paceBefore = 0.0
  /// It counts while `heldFixes` is more than 0.
  private var held = Step()
  private var heldSince = Instant.start
  /// Milliseconds for which fixes have followed the first, at most `dwell`.
  private var settledFor: UInt16 = 0
  private(set) var heldFixes: UInt8 = 0
  /// The first of those 20 s came far away behind a gap, not at the start.
  private var beganFarAway = false
  /// Milliseconds since the first fix far away behind a gap, at most `longestWait`, while `isFarFetched`.
  private var waitedFor: UInt16 = 0

  struct Step: Sendable {
    var place = EarthVector.center
    var epoch = Instant.start
  }

  /// The fixes of 20 s have agreed with the first: it was none of a few wild seconds.
  var hasSettled: Bool { settledFor >= UInt16(JumpFilter.dwell.count) }
  /// The newest fixes lie far from those before a gap, and may be wild.
  var isFarFetched: Bool { beganFarAway && !hasSettled }

  /// Milliseconds since the first of those; 0: they may not be wild.
  var doubtedFor: UInt16 { isFarFetched ? waitedFor : 0 }

  /// The newest fix held back, where those have agreed for half of the time after which they count.
  var agreeing: Step? {
    let isSure =
      heldFixes >= JumpFilter.fixesNeeded && held.epoch - heldSince >= JumpFilter.longestStep
    return isSure ? held : nil
  }

  /// True when the position counts.
  /// - Parameter last: the newest fix that counts.
  @_transparent
  mutating func admits(
    _ place: EarthVector, epoch: Instant, after last: Step?, eph: Metres?, speed: Double?
  ) -> Bool {
    guard let last else { return true }
    let slack = min(eph?.value ?? JumpFilter.errorLimit, JumpFilter.errorLimit)
    let moved = last.place.distance(to: place).value
    // A place that was out of reach when it first showed does not come nearer by staying there.
    let seconds = JumpFilter.seconds(from: last.epoch, to: heldFixes > 0 ? heldSince : epoch)
    let known = max(min(pace, paceBefore), speed ?? 0)
    let limit = min(
      max(JumpFilter.walkingLimit, known * JumpFilter.paceSlack), JumpFilter.speedLimit)
    if moved <= slack + limit * seconds {
      if seconds > JumpFilter.longestStep.seconds,
        moved > slack + explained(by: seconds, speed: speed)
      {
        doubt(behind: epoch - last.epoch)
      } else if !hasSettled {
        settle(by: epoch - last.epoch)
      }
      paceBefore = pace
      pace = seconds > 0 ? min(moved / seconds, JumpFilter.speedLimit) : pace
      heldFixes = 0
      return true
    }
    return quarantine(Step(place: place, epoch: epoch), slack: slack)
  }

  /// Metres that a gap explains. Who rides out of a tunnel is no surprise: a speed or the last steps say so;
  /// slow steps may be errors. Behind a surprise somebody may walk on, from one rare fix to the next.
  @inline(__always)
  private func explained(by seconds: Double, speed: Double?) -> Double {
    let pace = min(pace, paceBefore)
    let known = max(pace > JumpFilter.gapPace ? pace : 0, speed ?? 0)
    let walk = JumpFilter.gapPace * seconds
    return max(
      known * JumpFilter.paceSlack * seconds, hasSettled ? min(walk, JumpFilter.gapWalk) : walk)
  }

  private mutating func quarantine(_ now: Step, slack: Double) -> Bool {
    guard heldFixes > 0 else {
      hold(now)
      return false
    }
    let moved = held.place.distance(to: now.place).value
    let seconds = JumpFilter.seconds(from: held.epoch, to: now.epoch)
    guard moved <= slack + JumpFilter.agreementSpeed * seconds else {
      hold(now)
      return false
    }
    heldFixes = heldFixes < 255 ? heldFixes + 1 : 255
    guard now.epoch - heldSince >= JumpFilter.dwell, heldFixes >= JumpFilter.fixesNeeded else {
      held = now
      return false
    }
    paceBefore = seconds > 0 ? min(moved / seconds, JumpFilter.speedLimit) : 0
    pace = paceBefore
    heldFixes = 0
    // The fixes before were wild, or these are: the next 20 s tell.
    if !hasSettled { settledFor = 0 }
    return true
  }

  /// A fix lies far away behind a gap: the 20 s begin anew, unless the first such fix lies long back.
  private mutating func doubt(behind gap: Milliseconds) {
    // Single wild positions of a night agree with none: each ends but a little of the wait.
    if isFarFetched { wait(min(gap, JumpFilter.longestStep)) } else { waitedFor = 0 }
    let isLong = waitedFor >= UInt16(JumpFilter.longestWait.count)
    settledFor = isLong ? UInt16(JumpFilter.dwell.count) : 0
    beganFarAway = true
  }

  private mutating func wait(_ step: Milliseconds) {
    let counted = min(max(step, Milliseconds(0)), JumpFilter.longestGap)
    waitedFor = UInt16(min(Int64(waitedFor) + counted.count, JumpFilter.longestWait.count))
  }

  private mutating func settle(by step: Milliseconds) {
    if isFarFetched { wait(step) }
    let counted = min(max(step, Milliseconds(0)), JumpFilter.longestStep)
    settledFor = UInt16(min(Int64(settledFor) + counted.count, JumpFilter.dwell.count))
  }

  private mutating func hold(_ step: Step) {
    held = step
    heldSince = step.epoch
    heldFixes = 1
  }

  private static func seconds(from a: Instant, to b: Instant) -> Double { max((b - a).seconds, 0) }
}
