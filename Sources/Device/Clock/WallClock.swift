import HAL

/// The one place that decides what time it is.
///
/// A board without a calendar clock knows nothing until the receiver or the network speaks. Both are
/// trusted, a calendar clock on the board is not. The known time is an offset to the device's own
/// clock. It stays as it is while the sources agree within half a second.
///
/// The clock believes:
/// - a change of up to a day: at once, the last to speak is right. `ClockDispute` decides if the
///   receiver contradicts the network's earlier word by two minutes or more;
/// - a change of more than a day: only after three claims that agree over ten seconds. After a reboot
///   this holds for a time more than a day before the last one known;
/// - one of the network with which the receiver agrees, now or before a leap forward: at once;
/// - such a claim of the receiver against the network's word within the hour: never;
/// - a receiver whose date lies whole multiples of 1024 weeks back (its week counter overflowed):
///   never, with two exceptions. It may take back its own leap forward, or its first word, if nobody
///   else knows of that. The clock then stays untrusted, and the caregiver is told, until the network
///   states the time.
public struct WallClock: Feature, Sendable {
  /// A change of what the device knows about the time.
  public enum Change: Equatable, Sendable {
    /// Local time can be relied on from now on.
    case trusted
    /// Wall time jumped by so much, half a second or more; only told of a time that counted.
    case stepped(Milliseconds)
    /// Told once: the receiver and the network contradict each other by so much.
    case disagrees(Milliseconds)
    /// Nothing decides between them yet.
    case doubted
    /// It is decided between them.
    case agrees
    /// Told once: no trusted time 15 minutes after the start.
    case stillUntrusted
    /// No source has confirmed the time for 7 days. It goes on, but is not trusted.
    case lost
  }

  /// Sources that agree within this do not move the clock.
  static let tolerance: Int64 = 500
  /// A larger change than this needs more than one claim.
  public static let day: Int64 = 86_400_000
  /// Claims of one source agree when their offsets differ by no more than this.
  static let agreement: Int64 = 2_000
  static let claimsNeeded: UInt8 = 3
  static let claimsOver = Milliseconds.seconds(10)
  /// The time without a clock after which the caregiver is told.
  static let patience = Milliseconds.seconds(15 * 60)
  /// A crystal of 20 ppm is 12 s off by then.
  static let believedFor = Milliseconds.seconds(7 * 86_400)
  /// The time for which the network's word outweighs the receiver's.
  static let networkCounts = Milliseconds.seconds(3600)
  /// The receiver's week number has ten bits: IS-GPS-200, 20.3.3.3.1.1.
  static let era: Int64 = 1024 * 7 * day
  /// Milliseconds by which a calendar clock may precede the last sign of life and still serve for reminders.
  static let calendarBefore: Int64 = 30 * 60_000
  static let calendarAfter: Int64 = 31 * day
  /// 2026-01-01: no device like this one lived before.
  static let made: Int64 = 1_767_225_600_000

  /// Wall time minus device time; it counts when `isKnown`.
  private var offset: Int64 = 0
  private var started = Instant.start
  private var confirmed = Instant.start
  private var confirmedByNetwork: Instant?
  private var isKnown = false
  /// Whether local time can be relied on now.
  public private(set) var isTrusted = false
  /// A trusted source has spoken since the start.
  private(set) var wasTrusted = false
  private var toldUntrusted = false
  /// The receiver was the last to confirm the time.
  private var isByReceiver = false
  /// The calendar clock lies near the last sign of life.
  private var isCalendarNear = false
  /// The network's last word, as an offset; it counts when `confirmedByNetwork` does.
  private var networkOffset: Int64 = 0
  private var dispute = ClockDispute()
  private var alive: WallTime?
  /// The number of claims that were not believed for good reason.
  public private(set) var refusals: UInt32 = 0
  /// The offset before the receiver's last leap of more than a day forward. Its first word, of which
  /// nobody else knows, may have been such a leap by an era.
  private var beforeLeap: Int64?
  /// The receiver's claim that is taken for an overflow.
  private var overflow: Int64?
  /// The moment at which trust ends, or the caregiver is to hear that there is none.
  private var trustDeadline: Instant?
  private var networkClaim = ClockClaim()
  private var receiverClaim = ClockClaim()
  /// The moment at which it wants to be woken.
  public var deadline: Instant? { .earlier(trustDeadline, dispute.ends) }

  public init() {}

  /// The device starts: the 15 minutes begin.
  public mutating func start(at now: Instant) {
    started = now
    trustDeadline = now + WallClock.patience
  }

  /// A trusted time that was stored before the reboot. Oldest first: the last one counts.
  public mutating func restoreAlive(_ wall: WallTime) {
    if wall.isPlausible { alive = wall }
  }

  /// Nil until any source has spoken.
  public func wall(at instant: Instant) -> WallTime? {
    isKnown ? WallTime(milliseconds: instant.milliseconds &+ offset) : nil
  }

  /// The same, but nil until a trusted source has spoken: of a calendar clock nobody knows how wrong it is.
  public func vouchedWall(at instant: Instant) -> WallTime? {
    wasTrusted ? wall(at: instant) : nil
  }

  /// A moment of device time with all that is known of its wall time.
  public func moment(at instant: Instant) -> Moment {
    Moment(
      at: instant, wall: wall(at: instant), isTrusted: isTrusted,
      isUnsure: !isTrusted && (wasTrusted || isCalendarNear), isDisputed: dispute.isOpen,
      isContradicted: dispute.isOn)
  }

  /// Whether receiver and network contradict each other, also where one of them counts meanwhile.
  var isContradicted: Bool { dispute.isOn }

  /// Takes what a source says that agrees, and contradicts nobody: that comes every second. False: it
  /// does not, and is for `learn`.
  @inline(__always)
  mutating func hears(_ wall: WallTime, from source: ClockSource, at now: Instant) -> Bool {
    guard agrees(wall, source, at: now), !dispute.isOn else { return false }
    confirm(by: source, at: now)
    return true
  }

  @inline(__always)
  private func agrees(_ wall: WallTime, _ source: ClockSource, at now: Instant) -> Bool {
    let observed = wall.milliseconds &- now.milliseconds
    return isTrusted && source != .rtc
      && (observed &- offset).magnitude < UInt64(WallClock.tolerance)
  }

  /// Takes what a source says; O(1).
  public mutating func learn(
    _ wall: WallTime, from source: ClockSource, at now: Instant, _ tell: (Change) -> Void
  ) {
    let observed = wall.milliseconds &- now.milliseconds
    if agrees(wall, source, at: now) {
      confirm(by: source, at: now)
      if dispute.isOn { agree(observed, source, now, tell) }
      return
    }
    guard wall.isPlausible else {
      refusals &+= 1
      return
    }
    if source == .rtc {
      if !wasTrusted { take(calendar: wall, observed) }
    } else if isContested(observed, source, now) {
      weigh(observed, source, now, tell)
    } else if isBelieved(wall, observed, source, now) {
      adopt(observed, source, now, tell)
      if dispute.isOpen, dispute.close() { tell(.agrees) }
    }
  }

  /// Says what has become due by the clock itself.
  public mutating func pass(_ now: Instant, _ tell: (Change) -> Void) {
    if let end = dispute.ends, end <= now { decide(at: now, tell) }
    guard let due = trustDeadline, due <= now else { return }
    if isTrusted {
      // Confirmations come every second and do not move the deadline: it is moved here.
      let end = confirmed + WallClock.believedFor
      trustDeadline = end
      if end <= now {
        trustDeadline = nil
        isTrusted = false
        tell(.lost)
      }
    } else {
      trustDeadline = nil
      if !wasTrusted, !toldUntrusted {
        toldUntrusted = true
        tell(.stillUntrusted)
      }
    }
  }

  @inline(__always)
  private mutating func confirm(by source: ClockSource, at now: Instant) {
    confirmed = now
    isByReceiver = source == .gps
    if source == .ntp {
      confirmedByNetwork = now
      networkOffset = offset
      beforeLeap = nil
      networkClaim.count = 0
    } else {
      receiverClaim.count = 0
    }
  }

  private mutating func assume(_ observed: Int64) {
    offset = observed
    isKnown = true
  }

  private mutating func adopt(
    _ observed: Int64, _ source: ClockSource, _ now: Instant, _ tell: (Change) -> Void
  ) {
    let step = observed &- offset
    if wasTrusted, step.magnitude > UInt64(WallClock.day) {
      beforeLeap = step > 0 && source == .gps ? offset : nil
    } else if !wasTrusted, source == .gps, mayBeAhead(observed &+ now.milliseconds) {
      beforeLeap = observed &- WallClock.era
    }
    let isStep = wasTrusted && step.magnitude >= UInt64(WallClock.tolerance)
    assume(observed)
    overflow = nil
    networkClaim.count = 0
    receiverClaim.count = 0
    confirm(by: source, at: now)
    wasTrusted = true
    if isStep { tell(.stepped(Milliseconds(step))) }
    if !isTrusted {
      isTrusted = true
      trustDeadline = now + WallClock.believedFor
      tell(.trusted)
    }
  }

  private mutating func isBelieved(
    _ wall: WallTime, _ observed: Int64, _ source: ClockSource, _ now: Instant
  ) -> Bool {
    let step: Int64
    if wasTrusted {
      step = observed &- offset
      if step.magnitude <= UInt64(WallClock.day) { return true }
    } else {
      // The device may have been off for long, but time has not run backward meanwhile.
      guard let alive, wall.milliseconds < alive.milliseconds - WallClock.day else { return true }
      step = wall.milliseconds - alive.milliseconds
    }
    guard source == .gps else {
      // It is not alone: the receiver has said so, or knew so before it leapt.
      let isSecond = overflow.map { (observed &- $0).magnitude <= UInt64(WallClock.agreement) }
      return isSecond ?? false || isLeapTakenBack(observed) || networkClaim.add(observed, at: now)
    }
    if let last = confirmedByNetwork, now - last <= WallClock.networkCounts {
      refusals &+= 1
      return false
    }
    if WallClock.isOverflow(step), !isLeapTakenBack(observed) {
      overflow = observed
      refusals &+= 1
      return false
    }
    return receiverClaim.add(observed, at: now)
  }

  /// True for a step back by whole multiples of 1024 weeks, within a day: a week counter that overflowed.
  /// - Parameter step: in milliseconds.
  public static func isOverflow(_ step: Int64) -> Bool {
    // Farther back than any plausible time: no number of eras explains it.
    guard step < 0, step > Int64.min / 2 else { return false }
    let eras = (era / 2 - step) / era
    return eras > 0 && (step + eras * era).magnitude <= UInt64(day)
  }

  /// Whether the time may be ahead by a whole era. That leaves a time at which this device existed, and
  /// it has not lived near the later one before.
  private func mayBeAhead(_ wall: Int64) -> Bool {
    guard wall &- WallClock.era >= WallClock.made else { return false }
    guard let alive else { return true }
    return (alive.milliseconds &- wall).magnitude > UInt64(WallClock.era / 2)
  }

  private func isLeapTakenBack(_ observed: Int64) -> Bool {
    guard let beforeLeap else { return false }
    return (observed &- beforeLeap).magnitude <= UInt64(WallClock.day)
  }
}

/// Two trusted sources that contradict each other by two minutes to a day.
extension WallClock {
  /// Whether the two sources contradict each other. A mere difference from the present clock is none.
  ///
  /// While the network's word counts, the receiver leads nobody away from it by small steps either.
  private func isContested(_ observed: Int64, _ source: ClockSource, _ now: Instant) -> Bool {
    guard isTrusted else { return false }
    let isFar = ClockDispute.isOne(observed, offset)
    if source == .ntp { return isFar && isByReceiver }
    guard confirmedByNetwork != nil, ClockDispute.isOne(observed, networkOffset) else {
      return false
    }
    return isFar || doesNetworkCount(at: now)
  }

  private func doesNetworkCount(at now: Instant) -> Bool {
    confirmedByNetwork.map { now - $0 <= WallClock.networkCounts } ?? false
  }

  private mutating func weigh(
    _ observed: Int64, _ source: ClockSource, _ now: Instant, _ tell: (Change) -> Void
  ) {
    let isNetworks = doesNetworkCount(at: now)
    if source == .gps, isNetworks { takeNetwork(tell) }
    if dispute.begin(at: now) { tell(.disagrees(Milliseconds(observed &- offset))) }
    guard source == .gps else {
      // The network's word is taken at once, and outweighs the receiver's for an hour.
      adopt(observed, source, now, tell)
      if dispute.close() { tell(.agrees) }
      return
    }
    dispute.hear(observed, at: now)
    if isNetworks {
      refusals &+= 1
    } else if dispute.isConsistent(at: now) {
      takeReceiver(at: now, tell)
    } else {
      refusals &+= 1
      if dispute.open(at: now) { tell(.doubted) }
    }
  }

  /// An hour has passed: the receiver was steady all the while and still speaks, or the time stays.
  private mutating func decide(at now: Instant, _ tell: (Change) -> Void) {
    if dispute.isConsistent(at: now) {
      takeReceiver(at: now, tell)
    } else if dispute.settle() {
      tell(.agrees)
    }
  }

  /// Takes back the step by which the receiver moved the clock before the contradiction was seen.
  private mutating func takeNetwork(_ tell: (Change) -> Void) {
    let step = networkOffset &- offset
    guard step.magnitude >= UInt64(WallClock.tolerance) else { return }
    assume(networkOffset)
    isByReceiver = false
    tell(.stepped(Milliseconds(step)))
  }

  private mutating func takeReceiver(at now: Instant, _ tell: (Change) -> Void) {
    adopt(dispute.rival, .gps, now, tell)
    if dispute.close() { tell(.agrees) }
  }

  /// A source agrees with the clock.
  private mutating func agree(
    _ observed: Int64, _ source: ClockSource, _ now: Instant, _ tell: (Change) -> Void
  ) {
    let isOpen = dispute.close()
    let isBoth = source == .gps && !ClockDispute.isOne(observed, networkOffset)
    if isBoth || dispute.isAlone(at: now) { dispute.end() }
    if isOpen { tell(.agrees) }
  }

  /// A calendar clock that fits the last sign of life is not given up for a word that does not.
  private mutating func take(calendar wall: WallTime, _ observed: Int64) {
    let isNear = alive.map { alive in
      let after = wall.milliseconds - alive.milliseconds
      return after >= -WallClock.calendarBefore && after <= WallClock.calendarAfter
    }
    if isNear ?? false || !isCalendarNear {
      assume(observed)
      isCalendarNear = isNear ?? false
    } else {
      refusals &+= 1
    }
  }
}

extension WallClock {
  /// Folds the decision state in.
  @inline(__always)  // No copy: see LastSeen.swift.
  public func fold(into digest: inout Digest) {
    let flags: UInt64 =
      (isKnown ? 1 : 0) | (isTrusted ? 2 : 0) | (wasTrusted ? 4 : 0) | (toldUntrusted ? 8 : 0)
      | (isCalendarNear ? 16 : 0) | (dispute.isOpen ? 32 : 0) | (dispute.isOn ? 64 : 0)
    digest.fold(flags | UInt64(refusals) << 8)
    digest.fold(UInt64(networkClaim.count) | UInt64(receiverClaim.count) << 8)
  }
}
