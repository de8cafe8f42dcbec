import Device
import HAL

/// Judges a contradiction of network and receiver by two minutes to a day. The caregivers are told of
/// it once. The clock keeps to the network's word within the hour, and is decided after it. Until then
/// no dose is proposed.
struct DisputeChecker: Checker {
  var violation: Violation?

  private static let least: Int64 = 125_000
  private static let most: Int64 = 86_390_000
  private static let networkCounts = Milliseconds.seconds(3600)
  private static let margin = Milliseconds.seconds(60)
  /// An answer that comes late is not told of.
  private static let settles = Milliseconds.seconds(300)
  /// Milliseconds by which a clock that nobody has set may be off.
  private static let slack: Int64 = 5000
  private static let decided = Milliseconds.seconds(3600 + 120)
  /// The core looks at a refused dose in each minute.
  private static let looksAgain = Milliseconds.seconds(65)
  /// A claim that a receiver made for so long was heard, whatever else was wrong with its fixes.
  private static let spoke = Milliseconds.seconds(600)
  /// Milliseconds by which two claims of a receiver surely differ, also where the device smooths them.
  private static let otherClaim: UInt64 = 30_000
  /// The same by which the network's word is surely contradicted.
  private static let surely = UInt64(140_000)

  private struct Dispute: Sendable {
    var network: Int64
    var receiver: Int64
    var since: Instant
    /// They were told before it was seen here.
    var isKnown = false
    var isTold = false
  }

  /// Milliseconds by which each is ahead of the true time, and the moment since which it claims so.
  private var network: (off: Int64, at: Instant)?
  private var receiver: (off: Int64, since: Instant, last: Instant)?
  /// The same, however long it was silent in between: a receiver that was steady for an hour decides.
  private var steady: (off: Int64, since: Instant)?
  private var dispute: Dispute?
  /// The last claims that the receiver made for long, and until when.
  private var spoken: [(off: Int64, until: Instant)] = []
  private var isTrusted = false
  /// The device's own clock, as its last sign of life had it, and since when.
  private var own: (off: Int64, at: Instant)?
  /// Whether one of them was off by more than a day since the start: other rules decide.
  private var isWild = false
  /// The moments at which the caregivers were told, and at which the two last agreed.
  private var told: Instant?
  private var agreed = Instant.start
  /// The last moment at which they contradicted each other. A contradiction that comes back within the
  /// hour is the same, and is known once it was told.
  private var contradicted: Instant?
  private var isKnown = false
  /// The last moment at which the device surely heard that they contradict each other.
  private var surelyContradicted: Instant?
  /// The moment since which the network's word is too old, and the receiver contradicts it.
  private var undecided: Instant?
  /// The moment at which the page began to say that the time is unsure; nil: it does not.
  private var doubted: Instant?

  /// A fix with a good time.
  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    let isHeard = receiver.map { truth.now - $0.last < .seconds(30) } ?? true
    guard fix.hasTime, fix.hasPosition, (fix.eph?.value ?? 0) <= 200, isHeard else {
      if receiver != nil { receiver = nil }
      if dispute != nil { dispute = nil }
      return
    }
    if var known = receiver, known.off == fix.timeOff {
      known.last = truth.now
      receiver = known
      if truth.now - known.since > DisputeChecker.spoke { noteSpoken(known.off, truth.now) }
    } else {
      receiver = (fix.timeOff, truth.now, truth.now)
      if fix.timeOff.magnitude > UInt64(DisputeChecker.most) { isWild = true }
      dispute = nil
    }
    if steady?.off != fix.timeOff { steady = (fix.timeOff, truth.now) }
    if let network, (network.off - fix.timeOff).magnitude < 1000 {
      (agreed, undecided) = (truth.now, nil)
    }
    if dispute != nil { judgeTold(truth) }
    // The rest is about two that contradict each other.
    guard let network, (network.off - fix.timeOff).magnitude > UInt64(DisputeChecker.least) else {
      return
    }
    noteContradiction(truth)
    if isSurelyContradicted(truth) { surelyContradicted = truth.now }
    if undecided == nil, contradicts(truth) { undecided = truth.now }
    if dispute == nil { look(truth) }
  }

  private mutating func noteSpoken(_ off: Int64, _ now: Instant) {
    if let last = spoken.indices.last, spoken[last].off == off {
      spoken[last].until = now
      return
    }
    if spoken.count > 3 { spoken.removeFirst() }
    spoken.append((off, now))
  }

  /// The device follows a claim of the network more than an hour old, and the receiver contradicts it.
  private func contradicts(_ truth: Truth) -> Bool {
    guard isTrusted, !isWild, let network, let receiver, let own,
      truth.now - own.at < .seconds(90), truth.now - receiver.last < .seconds(5),
      truth.now - network.at > DisputeChecker.networkCounts + DisputeChecker.margin
    else { return false }
    let apart = (network.off - receiver.off).magnitude
    return apart > UInt64(DisputeChecker.least) && apart < UInt64(DisputeChecker.most)
      && (own.off - network.off).magnitude < UInt64(DisputeChecker.slack)
  }

  /// Judges a dose: after an hour the receiver was steady and counts, or is ignored.
  private mutating func judgeDose(_ truth: Truth) {
    guard let undecided, let receiver, let steady, contradicts(truth),
      truth.now - max(undecided, receiver.since) > DisputeChecker.margin,
      truth.now - min(undecided, steady.since) < DisputeChecker.networkCounts + .seconds(-120)
    else { return }
    fail(.doseIsSafe, at: truth.now, "a dose is offered while two clocks contradict each other")
  }

  /// Judges a refusal: within the hour the network's word counts, and a dose can be proposed.
  private mutating func judgeRefusal(_ truth: Truth) {
    guard isTrusted, !isWild, let network, let receiver, let own,
      truth.now - own.at < .seconds(90),
      (own.off - network.off).magnitude < UInt64(DisputeChecker.slack),
      truth.now - network.at < DisputeChecker.networkCounts + .seconds(-60)
    else { return }
    let apart = (network.off - receiver.off).magnitude
    guard apart > UInt64(DisputeChecker.least), apart < UInt64(DisputeChecker.most) else { return }
    fail(
      .disputeIsDecided, at: truth.now,
      "no dose is proposed for want of a clock, and the network spoke "
        + "\((truth.now - network.at).count / 1000) s ago")
  }

  /// Judges the page of such a refusal: once the network has spoken, the dose is looked at again.
  private mutating func judgePage(_ truth: Truth) {
    guard let doubted, let network, isTrusted, !isWild,
      truth.now - max(doubted, network.at) > DisputeChecker.looksAgain,
      truth.now - network.at < DisputeChecker.networkCounts + .seconds(-60)
    else { return }
    fail(
      .disputeIsDecided, at: truth.now,
      "the page says that the time is unsure, and the network spoke "
        + "\((truth.now - network.at).count / 1000) s ago")
  }

  private mutating func look(_ truth: Truth) {
    guard isTrusted, !isWild, let network, let receiver,
      truth.now - network.at < DisputeChecker.networkCounts,
      truth.now - receiver.since > .seconds(30)
    else { return }
    let apart = (network.off - receiver.off).magnitude
    guard apart > UInt64(DisputeChecker.least), apart < UInt64(DisputeChecker.most) else { return }
    dispute = Dispute(network: network.off, receiver: receiver.off, since: truth.now)
    if isKnown || told.map({ $0 >= agreed }) ?? false { dispute?.isKnown = true }
  }

  private mutating func noteContradiction(_ truth: Truth) {
    let isNew = contradicted.map { truth.now - $0 >= DisputeChecker.networkCounts } ?? true
    // The device may have told it before a fix shows it. One that comes back within the hour of
    // the telling is the same.
    if isNew { isKnown = told.map { truth.now - $0 < DisputeChecker.networkCounts } ?? false }
    contradicted = truth.now
  }

  /// The device follows a word of the network that counts, and the receiver has contradicted it for some while. A
  /// claim that is new may not have been heard.
  private func isSurelyContradicted(_ truth: Truth) -> Bool {
    guard isTrusted, !isWild, let network, let receiver, let own,
      truth.now - own.at < .seconds(90),
      (own.off - network.off).magnitude < UInt64(DisputeChecker.slack),
      truth.now - network.at < DisputeChecker.networkCounts + .seconds(-60),
      truth.now - receiver.since > .seconds(120)
    else { return false }
    let apart = (network.off - receiver.off).magnitude
    return apart > UInt64(DisputeChecker.least) && apart < UInt64(DisputeChecker.most)
  }

  private mutating func judgeTold(_ truth: Truth) {
    guard let dispute, !dispute.isKnown, !dispute.isTold,
      truth.now - dispute.since > DisputeChecker.settles
    else {
      return
    }
    self.dispute?.isTold = true
    fail(
      .disputeIsToldOnce, at: truth.now,
      "network and receiver contradict each other by \((dispute.network - dispute.receiver) / 1000) s"
        + ", and nobody is told")
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    judgePage(truth)
    switch event.kind {
    case .booted:
      (network, receiver, dispute, own) = (nil, nil, nil, nil)
      spoken.removeAll()
      (told, agreed, undecided) = (nil, event.at, nil)
      (contradicted, isKnown, surelyContradicted) = (nil, false, nil)
      doubted = nil
      isTrusted = false
      isWild = false
    case .clock(let wall, .ntp):
      let off = wall.milliseconds - truth.wall.milliseconds
      if let known = network, (known.off - off).magnitude > UInt64(DisputeChecker.slack) {
        dispute = nil
      }
      network = (off, event.at)
      undecided = nil
      if off.magnitude > UInt64(DisputeChecker.most) { isWild = true }
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isTrusted = false
    case .show(.dose(.refused(.clockUntrusted))): doubted = doubted ?? truth.now
    case .show: doubted = nil
    case .dose(.proposed), .dose(.confirmed): judgeDose(truth)
    case .dose(.refused(_, .clockUntrusted)): judgeRefusal(truth)
    case .outbox(.queued(let notice)): if case .clock(.disagrees) = notice.matter { tell(truth) }
    case .store(.alive(let wall, _, _)): claim(wall.milliseconds - truth.wall.milliseconds, truth)
    default: break
    }
  }

  private mutating func tell(_ truth: Truth) {
    judgeNews(truth)
    told = truth.now
    isKnown = true
    guard let dispute else { return }
    if dispute.isTold {
      fail(.disputeIsToldOnce, at: truth.now, "that the clocks disagree is told twice")
    }
    self.dispute?.isTold = true
  }

  /// Judges that a contradiction which comes back within the hour is the same, whether or not they agreed in between.
  /// One that is told was heard in that moment.
  private mutating func judgeNews(_ truth: Truth) {
    let last = [told, surelyContradicted].compactMap { $0 }.filter { $0 < truth.now }.max()
    guard let last, truth.now - last < DisputeChecker.networkCounts + .seconds(-1) else { return }
    fail(
      .disputeIsToldOnce, at: truth.now,
      "a contradiction that came back after \((truth.now - last).count / 1000) s is told again")
  }

  private mutating func claim(_ off: Int64, _ truth: Truth) {
    defer { own = (off, truth.now) }
    judgeUnsteady(off, truth)
    judgeSudden(off, truth)
    guard let dispute, let network, let own, let receiver, truth.now - own.at < .seconds(90),
      truth.now - receiver.last < .seconds(30)
    else { return }
    let isNetworks = (own.off - network.off).magnitude < UInt64(DisputeChecker.slack)
    if isNetworks, truth.now - network.at < DisputeChecker.networkCounts + .seconds(-60),
      (off - network.off).magnitude > UInt64(2 * DisputeChecker.slack)
    {
      fail(
        .disputedClockStays, at: truth.now,
        "the clock steps by \((off - own.off) / 1000) s although the network said otherwise "
          + "\((truth.now - network.at).count / 1000) s ago")
    }
    let since = max(max(receiver.since, network.at), dispute.since)
    if truth.now - since > DisputeChecker.decided,
      truth.now - network.at > DisputeChecker.decided,
      (off - receiver.off).magnitude > UInt64(2 * DisputeChecker.slack)
    {
      fail(
        .disputeIsDecided, at: truth.now,
        "the receiver has said the same for \((truth.now - since).count / 1000) s, nobody "
          + "contradicts it, and its time is not taken")
    }
  }

  /// Judges a clock that leaves the network's word, however old, for a receiver that was not steady for an hour.
  ///
  /// The sign of life before had the network's time, two minutes into the receiver's present claim. Nothing
  /// else has spoken since, and small steps away from the network's word lead nobody here.
  private mutating func judgeUnsteady(_ off: Int64, _ truth: Truth) {
    guard isTrusted, !isWild, let network, let receiver, let own,
      truth.now - own.at < .seconds(90), truth.now - receiver.last < .seconds(30),
      network.at < own.at, own.at - receiver.since > .seconds(120),
      (own.off - network.off).magnitude < UInt64(DisputeChecker.slack),
      (off - network.off).magnitude > UInt64(2 * DisputeChecker.slack),
      isSurelyApart(receiver.off, network.off)
    else { return }
    let other = spoken.last {
      ($0.off - receiver.off).magnitude > DisputeChecker.otherClaim
        && isSurelyApart($0.off, network.off)
        && truth.now - $0.until < DisputeChecker.networkCounts + .seconds(-120)
    }
    guard let other else { return }
    fail(
      .disputedClockStays, at: truth.now,
      "the clock leaves the network's word for a receiver that said otherwise "
        + "\((truth.now - other.until).count / 1000) s ago")
  }

  /// Judges a clock that leaves the network's word, however old, for a claim that the receiver has made for less than
  /// an hour. The sign of life before had the network's time.
  private mutating func judgeSudden(_ off: Int64, _ truth: Truth) {
    guard isTrusted, !isWild, let network, let receiver, let own, let steady,
      truth.now - own.at < .seconds(90), truth.now - receiver.last < .seconds(30),
      network.at < own.at, steady.off == receiver.off,
      truth.now - steady.since < DisputeChecker.networkCounts + .seconds(-300),
      (own.off - network.off).magnitude < UInt64(DisputeChecker.slack),
      (off - receiver.off).magnitude < UInt64(DisputeChecker.slack),
      isSurelyApart(receiver.off, network.off)
    else { return }
    fail(
      .disputedClockStays, at: truth.now,
      "the clock leaves the network's word for a receiver that has said so for "
        + "\((truth.now - steady.since).count / 1000) s")
  }

  private func isSurelyApart(_ receiver: Int64, _ network: Int64) -> Bool {
    let apart = (receiver - network).magnitude
    return apart > DisputeChecker.surely && apart < UInt64(DisputeChecker.most)
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { dispute = nil }
  }
}
