import Device
import HAL

/// ALZ-4: who goes out is announced, once, and who stays in is not.
///
/// With e the largest true error of the fixes delivered in the window and in the half hour before:
/// beyond R + 30 m + e for 60 s (45 m by a calm temper, 20 m by a quick one), with fixes at 0.5 Hz or
/// more, is announced within those 60 s. With e of the window alone it is announced within 5 minutes.
/// Inside R - e for 5 minutes is not reported out, nor is who is inside on the word of less than five
/// fixes within 10 s.
struct PerimeterChecker: Checker {
  var violation: Violation?

  private static let noticed = Milliseconds.seconds(60)
  private static let noticedAtLast = Milliseconds.seconds(300)
  private static let surelyInside = Milliseconds.seconds(300)
  private static let densest = Milliseconds.seconds(2)
  private static let fewFixes = 5
  private static let moment = Milliseconds.seconds(10)
  /// So many fixes inside take away what those beyond the edge spoke for.
  private static let forgotten = 120

  /// Since when all fixes said the same, and the extremes since then.
  private struct Run {
    var since = Instant.never
    var worst = 0.0
    var error = 0.0
    mutating func end() { since = .never }

    /// How long all fixes have said "beyond", whatever their error.
    mutating func add(
      _ beyond: Double, _ error: Double, _ isDense: Bool, at now: Instant
    ) -> Milliseconds {
      if since != .never, isDense {
        worst = min(worst, beyond)
        self.error = max(self.error, error)
        if worst > self.error { return now - since }
      }
      self = Run(since: beyond > error ? now : .never, worst: beyond, error: error)
      return Milliseconds(0)
    }
  }

  /// The largest errors of the last half hour, minute by minute.
  private struct ErrorMemory {
    private static let minutes = 31
    private var maxima = [Double](repeating: 0, count: minutes)
    private var minute: Int64 = 0
    private(set) var largest = 0.0

    mutating func add(_ error: Double, at now: Instant) {
      let current = now.milliseconds / 60_000
      if current != minute {
        for passed in minute + 1...max(minute + 1, min(current, minute + 31)) {
          maxima[Int(passed % 31)] = 0
        }
        minute = current
        largest = maxima.reduce(0, max)
      }
      let index = Int(current % 31)
      if error > maxima[index] { maxima[index] = error }
      if error > largest { largest = error }
    }
  }

  private var memory = ErrorMemory()
  private var out = Run()
  private var outAtLast = Run()
  private var inside = Run()
  /// Fixes measured beyond the edge, the first of them, and those inside since the last.
  private var beyond = (count: 0, since: Instant.start, inside: 0)
  private var lastFix = Instant.never
  private var isAnnounced = false
  /// The announcement outlives a power cut.
  private var isStored = false
  /// So does the return.
  private var isReturnStored = true
  /// What is decided may be forgotten, or rest on another circle.
  private var isUncertain = false
  private var isAccompanied = false
  /// Since the announcement the wearer may have been home.
  private var mayHaveReturned = true
  private var errorSince = 0.0

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    let now = truth.now
    let distance = truth.distance.value
    let radius = truth.radius.value
    let error = fix.error.value
    defer { lastFix = now }
    if !fix.hasPosition {
      endOut()
      return
    }
    if !mayHaveReturned {
      errorSince = max(errorSince, error)
      if distance < radius + errorSince { mayHaveReturned = true }
    }
    countBeyond(fix.distance.value > radius, now)
    seeInside(radius - distance, error, now)
    seeOut(distance - radius - truth.household.temper.promise.value, error, fix, truth)
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

  private mutating func seeInside(_ depth: Double, _ error: Double, _ now: Instant) {
    if inside.since != .never {
      inside.worst = min(inside.worst, depth)
      inside.error = max(inside.error, error)
      if inside.worst > inside.error { return }
    }
    inside = Run(since: depth > error ? now : .never, worst: depth, error: error)
  }

  private mutating func seeOut(
    _ beyond: Double, _ error: Double, _ fix: FixSighting, _ truth: Truth
  ) {
    let now = truth.now
    memory.add(error, at: now)
    guard fix.isTimeGood, truth.areClocksGood, isWatched(truth) else {
      return endOut()
    }
    let isDense = now - lastFix <= PerimeterChecker.densest
    let slack = truth.household.temper.promise.value
    let soon = out.add(beyond, memory.largest, isDense, at: now)
    let atLast = outAtLast.add(beyond, error, isDense, at: now)
    guard !isAnnounced, !isUncertain else { return }
    let missed =
      soon >= PerimeterChecker.noticed
      ? out : atLast >= PerimeterChecker.noticedAtLast ? outAtLast : nil
    guard let missed else { return }
    fail(
      .exitIsAnnounced, at: now,
      "\(Int(missed.worst + slack)) m and more beyond the edge for "
        + "\((now - missed.since).count / 1000) s, fixes off by at most \(Int(missed.error)) m, "
        + "and no exit")
  }

  private mutating func endOut() {
    out.end()
    outAtLast.end()
  }

  private func isWatched(_ truth: Truth) -> Bool {
    truth.isPowered && !isAccompanied && truth.household.watch.isEmpty
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .left:
      if inside.since != .never, truth.now - inside.since >= PerimeterChecker.surelyInside {
        fail(
          .insideIsNotReported, at: truth.now,
          "at least \(Int(inside.worst)) m inside the edge for 5 minutes, fixes off by at most "
            + "\(Int(inside.error)) m, and an exit")
      }
      if truth.distance.value < truth.radius.value, beyond.count < PerimeterChecker.fewFixes,
        truth.now - beyond.since < PerimeterChecker.moment
      {
        fail(
          .insideIsNotReported, at: truth.now,
          "inside, \(beyond.count) fixes beyond the edge, and an exit")
      }
      if isAnnounced || !mayHaveReturned {
        fail(.oneExitAnExcursion, at: truth.now, "a second exit of one excursion")
      }
      isAnnounced = true
      isStored = false
      isUncertain = false
      mayHaveReturned = false
      errorSince = 0
    case .store(.notice(let notice)) where notice.matter == .leftPerimeter: isStored = true
    case .store(.notice(let notice)) where notice.matter == .returnedHome: isReturnStored = true
    case .store(.place(.inside)): isReturnStored = true
    case .returned:
      isReturnStored = false
      isAnnounced = false
      isUncertain = false
    // What is stored counts, although the power may go before it shows.
    case .store(.accompanied(let until)):
      if until != nil {
        isAnnounced = false
        mayHaveReturned = true
      }
      isAccompanied = until != nil
      endOut()
    case .accompanied(let until):
      // Who is outside then is nobody's worry, and is announced anew afterwards.
      if until != nil {
        isAnnounced = false
        mayHaveReturned = true
      }
      isAccompanied = until != nil
      endOut()
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut:
      endOut()
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
      isUncertain = true
      isAnnounced = false
      mayHaveReturned = true
      inside.end()
      endOut()
    case .taken, .networkGood, .clocksGood, .end: break
    }
  }
}
