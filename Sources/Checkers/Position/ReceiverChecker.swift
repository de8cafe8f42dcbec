import Device
import HAL

/// A receiver that sends no epochs at all for 30 minutes is told as broken. One without a position for
/// 12 hours is told once, after the quiet hours.
struct ReceiverChecker: Checker {
  var violation: Violation?

  private static let silent = Milliseconds.seconds(30 * 60)
  private static let halfDay = Milliseconds.seconds(12 * 3600)
  private static let slack = Milliseconds.seconds(62)
  /// The first position of a life has so long to come before half a day without one is told.
  private static let settles = Milliseconds.seconds(15 * 60)

  private var bootedAt = Instant.start
  private var lastEpoch = Instant.start
  private var lastPosition = Instant.start
  private var isSilenceTold = false
  /// The notice of a silence that has not reached everybody yet; it speaks for the next silence, too.
  private var waiting: NoticeID?
  private var isWaitingSinceBoot = false
  /// The silence that an earlier life told, at its true time, unless a sign of life knows a position after it.
  private var toldBefore: WallTime?
  private var hasSpokenSince = false
  private var hasSpokenInLife = false
  private var toldNow: WallTime?
  private static let fourHours: Int64 = 4 * 3_600_000
  /// Some life has told of a silence. A medium that lost its end leaves the next life with it.
  private var hasTold = false
  private var isDarknessTold = false
  /// The same of an earlier life, in which no position has been found since.
  private var wasDark = false
  /// No clock has lied since half a day was told, and the medium has kept it.
  private var isTellingSure = false
  /// The last position of the life before, which a clock can place; nil: there was none, or its darkness is told.
  private var before: Instant?
  /// The moment since which the device trusts its clock.
  private var trustedSince: Instant?
  private var wereClocksGood = true
  private var hasTime: Bool { trustedSince != nil }
  /// A sign of life holds a position of this life. The power may go before one does.
  private var isPlaceStored = false
  /// The moment since which the quiet hours are surely over.
  private var loudSince: Instant?
  /// The device has another time than the true one by its last sign of life: it has other quiet hours, too.
  private var isClockOff = false
  private static let near: UInt64 = 100_000
  /// The time of a word that a wrong clock dated: no later life knows how long ago that was.
  private static let longAgo = WallTime(milliseconds: 0)

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    lastEpoch = truth.now
    isSilenceTold = false
    (hasSpokenSince, hasSpokenInLife) = (true, true)
    isWaitingSinceBoot = false
    guard fix.hasPosition else { return }
    lastPosition = truth.now
    isDarknessTold = false
    before = nil
    wasDark = false
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    if !truth.areClocksGood || !truth.isStorageGood {
      (wereClocksGood, isTellingSure) = (false, false)
    }
    if case .booted = event.kind {
      let place = isPlaced ? lastPosition : wereClocksGood ? before : nil
      let isDark = wasDark || isDarknessTold
      let told = toldNow ?? toldBefore
      let (hasSpoken, hasTold, isTellingSure) = (hasSpokenSince, hasTold, isTellingSure)
      self = ReceiverChecker(violation: violation, waiting: waiting)
      before = isDark ? nil : place
      (wasDark, self.isTellingSure) = (isDark, isTellingSure)
      (toldBefore, hasSpokenSince, self.hasTold) = (told, hasSpoken, hasTold)
      wereClocksGood = truth.areClocksGood && truth.isStorageGood
      isWaitingSinceBoot = waiting != nil
      (bootedAt, lastEpoch, lastPosition) = (event.at, event.at, event.at)
      return
    }
    guard truth.isPowered, truth.hasProfile else { return }
    if !isSilenceTold, !isWaitingSinceBoot, toldBefore == nil || hasSpokenInLife,
      !hasTold || hasSpokenInLife || truth.isStorageGood,
      truth.now - lastEpoch > ReceiverChecker.silent + ReceiverChecker.slack
    {
      fail(
        .silentReceiverIsTold, at: truth.now,
        "no epoch for \((truth.now - lastEpoch).count / 60_000) minutes, and that is not told")
    }
    let dark = truth.now - (placedBefore(truth) ?? lastPosition)
    guard !isDarknessTold, dark > ReceiverChecker.halfDay + ReceiverChecker.slack,
      truth.now - bootedAt > ReceiverChecker.settles + ReceiverChecker.slack
    else { return }
    judgeDarkness(dark, truth)
  }

  /// A position of this life stands in a sign of life, with the time of a clock that can be believed.
  private var isPlaced: Bool {
    guard let trustedSince, wereClocksGood, isPlaceStored else { return false }
    return lastPosition > trustedSince + ReceiverChecker.slack
  }

  /// Half a day counts from the last position of an earlier life, once a clock tells when that was.
  private func placedBefore(_ truth: Truth) -> Instant? {
    guard let before, let trustedSince, wereClocksGood, truth.areClocksGood,
      truth.now - trustedSince > ReceiverChecker.slack
    else { return nil }
    return before
  }

  private mutating func judgeDarkness(_ dark: Milliseconds, _ truth: Truth) {
    guard truth.areClocksGood, !isClockOff, truth.isWithin(truth.household.quiet) == false else {
      loudSince = nil
      return
    }
    let since = loudSince ?? truth.now
    loudSince = since
    if truth.now - since > ReceiverChecker.slack {
      fail(
        .longLostIsTold, at: truth.now,
        "no position for \(dark.count / 3_600_000) hours, and that is not told")
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .store(.outbox(.closed(let id))): if id == waiting { waiting = nil }
    case .store(.alive(let wall, let place, _)):
      isClockOff = !isNear(wall, truth)
      if isClockOff { isTellingSure = false }
      // A place of an earlier life has a negative age where the clock was put back since.
      if let place, place.age.count >= 0 {
        if place.age < truth.now - bootedAt { isPlaceStored = true }
        if place.age < .seconds(30) { (toldBefore, toldNow) = (nil, nil) }
      }
    case .clock(.trusted): trustedSince = truth.now
    case .clock(.untrusted): trustedSince = nil
    default: break
    }
    // A stored notice counts, although the power may go before it is told.
    if case .store(.outbox(.notice(let notice))) = action,
      notice.matter == .position(.receiverSilent)
    {
      waiting = notice.id
    }
    guard case .outbox(.queued(let notice)) = action else { return }
    switch notice.matter {
    case .position(.receiverSilent):
      if truth.now - lastEpoch < Milliseconds(ReceiverChecker.silent.count - 5000) {
        fail(.silentReceiverIsTold, at: truth.now, "a receiver that speaks is told as broken")
      }
      if isSilenceTold || isWaitingSinceBoot {
        fail(.silentReceiverIsTold, at: truth.now, "one silence is told twice")
      }
      if let toldBefore, wereClocksGood, !hasSpokenSince,
        truth.wall.milliseconds - toldBefore.milliseconds < ReceiverChecker.fourHours - 120_000
      {
        fail(.silentReceiverIsTold, at: truth.now, "one silence is told again after a reset")
      }
      toldNow = notice.made.map { isNear($0, truth) ? truth.wall : ReceiverChecker.longAgo }
      hasSpokenSince = false
      if notice.made == nil { toldBefore = nil }
      (isSilenceTold, hasTold) = (true, true)
      waiting = notice.id
    case .position(.noneForLong):
      if isDarknessTold { fail(.longLostIsTold, at: truth.now, "one darkness is told twice") }
      judgeTelling(truth)
      isDarknessTold = true
      // Nobody knows of the quiet hours without a clock.
      if hasTime, !isClockOff, truth.areClocksGood,
        truth.isWithin(truth.household.quiet) == true
      {
        fail(.longLostIsTold, at: truth.now, "a long darkness is told in quiet hours")
      }
    default: break
    }
  }

  private func isNear(_ wall: WallTime, _ truth: Truth) -> Bool {
    (wall.milliseconds - truth.wall.milliseconds).magnitude <= ReceiverChecker.near
  }

  /// A life that knows of the telling begins a half day of its own.
  private mutating func judgeTelling(_ truth: Truth) {
    if wasDark, isTellingSure,
      truth.now - bootedAt < Milliseconds(ReceiverChecker.halfDay.count - 5000)
    {
      fail(.longLostIsTold, at: truth.now, "one darkness is told again after a restart")
    }
    isTellingSure = truth.areClocksGood && truth.isStorageGood && !isClockOff && hasTime
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .recordsLost = change {
      isTellingSure = false
      (waiting, isWaitingSinceBoot) = (nil, false)
      (before, wereClocksGood) = (nil, false)
    }
  }
}
