import Device
import HAL

/// ALZ-4: a wearer who goes out is announced, once, and one who stays in is not.
///
/// Let e be the largest true error of the fixes delivered in the window and in the half hour before. A
/// wearer beyond R + 30 m + e for 60 s, with fixes at 0.5 Hz or more, is announced within those 60 s.
/// (45 m with calm sensitivity, 20 m with quick.) With e of the window alone it is within 5 minutes. So
/// it is with a speed that sticks at nothing, which holds the device's estimate back (`EdgeRuns`). A
/// wearer inside R - e for 5 minutes is not reported out. Nor is one who is inside on the word of less
/// than five fixes within 10 s. The same holds for less than five that came one by one, a quarter of an
/// hour apart.
struct PerimeterChecker: Checker {
  var violation: Violation?

  private static let surelyInside = Milliseconds.seconds(300)
  /// A wearer so deep inside, or deeper by a part of what the receiver claims, is back.
  private static let returnDepth = 10.0
  private static let claimPart = 1.645 / 2.45
  private static let worstClaim = 50.0
  /// The longest span between two fixes of a wearer who is surely back.
  private static let together = Milliseconds.seconds(5)
  private static let densest = Milliseconds.seconds(2)
  private static let fewFixes = 5
  /// Milliseconds by which a true sign of life lies back: a clock may be ahead a little.
  private static let honest: ClosedRange<Int64> = -5000...30 * 86_400_000
  private static let moment = Milliseconds.seconds(10)
  /// The number of fixes inside that cancel the evidence of those beyond the edge.
  private static let forgotten = 120

  private var outside = EdgeRuns(soon: .seconds(60), atLast: .seconds(300))
  private var inside = FixRun()
  private var home = FixRun()
  /// Fixes measured beyond the edge, the first of them, and those inside since the last.
  private var beyond = (count: 0, since: Instant.start, inside: 0)
  private var strays = Strays()
  private var lastFix = Instant.never
  private var isAnnounced = false
  /// The announcement outlives a power cut.
  private var isStored = false
  /// So does the return.
  private var isReturnStored = true
  /// Whether the decision may be forgotten, or rest on another circle.
  private var isUncertain = false
  private var isAccompanied = false
  private var lookedUp: (minute: Int64, hours: [WeeklyHours], isWithin: Bool)?
  private var haveClocksLied = false
  /// The moment since which the device knows the time.
  private var trustedSince = Instant.never
  /// No clock of this life has been believed yet.
  private var isClockless = false
  /// The records say that the wearer is outside: that exit goes on, and is not announced anew.
  private var isOpenAnew = false
  /// Whether the wearer may have been home since the announcement.
  private var mayHaveReturned = true
  private var errorSince = 0.0

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    let now = truth.now
    let distance = truth.distance.value
    let radius = truth.radius.value
    let error = fix.error.value
    defer { lastFix = now }
    if !fix.hasPosition {
      home.end()
      outside.end()
      return
    }
    if !mayHaveReturned {
      errorSince = max(errorSince, error)
      if distance < radius + errorSince { mayHaveReturned = true }
    }
    countBeyond(fix.distance.value > radius, now)
    strays.add(fix, isBeyond: fix.distance.value > radius, at: now)
    inside.add(radius - distance, error: error, goesOn: true, at: now)
    endDoubt(radius - distance, fix, truth)
    seeOut(distance - radius - truth.household.temper.promised, error, fix, truth)
  }

  /// Five minutes at home end every doubt: a return that was due is announced, and nothing is open.
  /// Less deep inside, an exit from before the doubt may still be open.
  private mutating func endDoubt(_ depth: Double, _ fix: FixSighting, _ truth: Truth) {
    guard isUncertain else { return }
    guard fix.isTimeGood, truth.areClocksGood, truth.isPowered, truth.hasProfile else {
      return home.end()
    }
    let claim = fix.eph.flatMap { $0.value > 0 ? $0.value : nil } ?? PerimeterChecker.worstClaim
    let margin = min(claim, PerimeterChecker.worstClaim) * PerimeterChecker.claimPart
    home.add(
      depth - max(PerimeterChecker.returnDepth, margin), error: fix.error.value,
      goesOn: truth.now - lastFix <= PerimeterChecker.together, at: truth.now)
    guard home.lasts(PerimeterChecker.surelyInside, at: truth.now) else { return }
    isUncertain = false
  }

  private mutating func countBeyond(_ isBeyond: Bool, _ now: Instant) {
    if beyond.inside >= PerimeterChecker.forgotten { beyond.count = 0 }
    guard isBeyond else {
      beyond.inside += 1
      return
    }
    if beyond.count == 0 { beyond.since = now }
    beyond.count += 1
    beyond.inside = 0
  }

  private mutating func seeOut(
    _ beyond: Double, _ error: Double, _ fix: FixSighting, _ truth: Truth
  ) {
    let now = truth.now
    outside.remember(error, isSpeedStuck: fix.isSpeedStuck, at: now)
    guard fix.isTimeGood, truth.areClocksGood, isWatched(truth) else { return outside.end() }
    let isDense = now - lastFix <= PerimeterChecker.densest
    let overdue = outside.add(beyond, error: error, goesOn: isDense, at: now)
    guard let overdue, !isAnnounced, !isUncertain else { return }
    fail(
      .exitIsAnnounced, at: now,
      "\(Int(overdue.least + truth.household.temper.promised)) m and more beyond the edge for "
        + "\((now - overdue.since).count / 1000) s, fixes off by at most \(Int(overdue.error)) m, "
        + "and no exit")
  }

  private mutating func isWatched(_ truth: Truth) -> Bool {
    guard truth.isPowered, truth.hasProfile else { return false }
    // Nobody knows the hours, or whether company still lasts, before a clock is believed.
    if isClockless, !isOpenAnew { return true }
    guard !isAccompanied else { return false }
    let hours = truth.household.watch
    guard !hours.isEmpty else { return true }
    guard !haveClocksLied else { return false }
    // The hours are looked up once a minute, not for each fix.
    let minute = truth.wall.milliseconds / 60_000
    if let lookedUp, lookedUp.minute == minute, lookedUp.hours == hours { return lookedUp.isWithin }
    let isWithin = truth.isWithin(hours) == true
    lookedUp = (minute, hours, isWithin)
    return isWithin
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted:
      trustedSince = .never
      (isClockless, isOpenAnew) = (true, false)
      // A device that starts knows no time but the one that it will be told.
      haveClocksLied = !truth.areClocksGood
    // A lie that an earlier life wrote down may make it doubt the true time.
    case .restored(.alive(let wall, _, _)):
      let behind = truth.wall.milliseconds - wall.milliseconds
      if !PerimeterChecker.honest.contains(behind) { haveClocksLied = true }
    // The end of company may be among the records that were lost.
    case .restored(.accompanied(let until, _, _, _)):
      isAccompanied = until != nil
      // Company ends the exit that was open as it began.
      if isAccompanied { isOpenAnew = false }
    // The last of place and notice decides.
    case .restored(.place(.outside)): isOpenAnew = true
    case .restored(.place): isOpenAnew = false
    case .restored(.outbox(.notice(let notice))):
      if notice.matter == .perimeter(.left) { isOpenAnew = true }
      if notice.matter == .perimeter(.returned) { isOpenAnew = false }
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted): (trustedSince, isClockless) = (truth.now, false)
    case .clock(.untrusted): trustedSince = .never
    case .perimeter(.left):
      judgeHours(truth)
      if inside.lasts(PerimeterChecker.surelyInside, at: truth.now) {
        fail(
          .insideIsNotReported, at: truth.now,
          "at least \(Int(inside.least)) m inside the edge for 5 minutes, fixes off by at most "
            + "\(Int(inside.error)) m, and an exit")
      }
      if truth.distance.value < truth.radius.value, beyond.count < PerimeterChecker.fewFixes,
        truth.now - beyond.since < PerimeterChecker.moment
      {
        fail(
          .insideIsNotReported, at: truth.now,
          "inside, \(beyond.count) fixes beyond the edge, and an exit")
      }
      if truth.distance.value < truth.radius.value, strays.areTooFew {
        fail(
          .insideIsNotReported, at: truth.now,
          "inside, \(strays.count) single fixes beyond the edge, long apart, and an exit")
      }
      if isAnnounced || !mayHaveReturned {
        fail(.oneExitAnExcursion, at: truth.now, "a second exit of one excursion")
      }
      isAnnounced = true
      isStored = false
      isUncertain = false
      mayHaveReturned = false
      errorSince = 0
    case .store(.outbox(.notice(let notice))) where notice.matter == .perimeter(.left):
      isStored = true
    case .store(.outbox(.notice(let notice))) where notice.matter == .perimeter(.returned):
      isReturnStored = true
    case .store(.place(.inside)): isReturnStored = true
    case .perimeter(.returned):
      isReturnStored = false
      isAnnounced = false
      isUncertain = false
    // A stored fact counts, although the power may go before it shows.
    case .store(.accompanied(let until, _, _, _)), .company(.accompanied(let until)):
      accompany(until != nil)
    default: break
    }
  }

  /// Nobody is told outside the hours of watch.
  private mutating func judgeHours(_ truth: Truth) {
    let hours = truth.household.watch
    guard !hours.isEmpty, !haveClocksLied, trustedSince < truth.now,
      truth.isWithin(hours) == false
    else { return }
    fail(.insideIsNotReported, at: truth.now, "an exit outside the hours of watch")
  }

  /// Takes the company. A wearer outside with company worries nobody, and is announced anew afterwards.
  private mutating func accompany(_ isAccompanied: Bool) {
    self.isAccompanied = isAccompanied
    outside.end()
    guard isAccompanied else { return }
    isAnnounced = false
    mayHaveReturned = true
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut:
      outside.end()
      home.end()
      if !isReturnStored {
        // The device takes the excursion up again.
        isUncertain = true
        mayHaveReturned = true
        isReturnStored = true
      }
      // Cut off before its record: nothing was announced.
      guard isAnnounced, !isStored else { return }
      isAnnounced = false
      mayHaveReturned = true
    case .recordsLost, .reloaded:
      lookedUp = nil
      isUncertain = true
      isAnnounced = false
      mayHaveReturned = true
      inside.end()
      home.end()
      outside.end()
      // Positions within the circle before may lie beyond the edge of this one.
      strays.doubt()
    case .clocksGood(false): haveClocksLied = true
    case .taken, .networkGood, .clocksGood, .edited, .post, .portal, .updated, .end: break
    }
  }
}

/// Positions beyond the edge that came one by one, each long after the position before it. Only their number counts.
private struct Strays: Sendable {
  /// A quarter of an hour, and some time under way.
  private static let apart = Milliseconds.seconds(16 * 60)
  private static let enough = 5
  /// The number of fixes inside that cancel them, with something to spare.
  private static let forgotten = 120

  private(set) var count = 0
  private var areApart = true
  private var inside = 0
  private var last: Instant?

  /// None of them came together with another, and they are too few for an exit.
  var areTooFew: Bool { areApart && count < Strays.enough }

  mutating func add(_ fix: FixSighting, isBeyond: Bool, at now: Instant) {
    let isApart = last.map { now - $0 > Strays.apart } ?? false
    last = now
    // A fix that the device may not believe neither counts nor cancels.
    let isSure = fix.isTimeGood && !fix.isRepeated
    guard isBeyond else {
      if isSure { inside += 1 }
      return
    }
    if inside >= Strays.forgotten { (count, areApart) = (0, true) }
    inside = 0
    count += 1
    if !isApart || !isSure { areApart = false }
  }

  mutating func doubt() { areApart = false }
}
