import Device
import HAL

/// The caregivers get the wearer's place again and again while a call for help or an exit is open. They
/// get it as often as the profile states and no more.
struct TrailChecker: Checker {
  var violation: Violation?

  /// The device looks again after a minute while there is no newer fix.
  private static let slack = Milliseconds.seconds(70)
  private static let steady = Milliseconds.seconds(100)

  private var help: (notice: NoticeID, token: UInt64)?
  private var isOut = false
  /// An earlier life may have left a case open, or the profile has changed it.
  private var mayBeOpen = false
  /// The wearer was told of an exit: its notice may be of an earlier life.
  private var mayBeOut = false
  /// The last place that was told, or the notice that opened the case.
  private var last = Instant.start
  private var lastCrumb: Instant?
  private var newest: NoticeID?
  /// The open call for help said no place, or an old one, and none has been told since. The other two are
  /// the good fixes since then, and how many of them suffice.
  private var lacksPlace = false
  /// The open call said so when it was made.
  private var lackedPlace = false
  /// Somebody has heard of it in its first round since the last place; and the good fixes since then.
  private var isHeardAnew = false
  private var heard: Set<UInt8> = []
  private var round: UInt16 = 1
  private var fixesSinceHeard = 0
  private var fixesSinceCall = 0
  private var enough = TrailChecker.few
  private static let few = 10
  /// Whoever hears of it in the first round has the next place by then: the device may look a minute later.
  private static let soon = 90
  /// A place that lies far from the old one is held back for 20 s.
  private static let many = 40
  private static let old = Milliseconds.seconds(30)
  /// The notice with a place for the last call, which had none; and whether a server took it.
  private var first: NoticeID?
  private var isFirstTold = false
  /// Nothing has been wrong with the receiver since then.
  private var goodSince: Instant?
  private var lastFix = Instant.start
  /// The records of earlier lives, while they come in.
  private var earlier: EarlierCase?
  /// A place was told so lately before a restart that none is due before.
  private var notBefore: Instant?

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    guard fix.hasPosition, fix.isOrdinary, !fix.isRepeated, (fix.eph?.value ?? 0) <= 200 else {
      goodSince = nil
      (fixesSinceCall, fixesSinceHeard) = (0, 0)
      return
    }
    judgeFirstPlace(truth)
    judgeHeard(truth)
    if truth.now - lastFix > .seconds(5) { goodSince = nil }
    lastFix = truth.now
    let since = goodSince ?? truth.now
    goodSince = since
    guard help != nil || isOut, truth.isPowered,
      truth.now - last > interval(truth) + TrailChecker.slack,
      truth.now - since > TrailChecker.steady, truth.household.reachesSomebody
    else { return }
    fail(
      .trailIsTold, at: truth.now,
      "somebody is waited for, and no place was told for \((truth.now - last).count / 1000) s")
  }

  /// Help that could not say where, or by an old place only, is followed by the first place that is known.
  private mutating func judgeFirstPlace(_ truth: Truth) {
    guard lacksPlace, help != nil, truth.isPowered else { return }
    fixesSinceCall += 1
    guard fixesSinceCall > enough else { return }
    fail(
      .trailIsTold, at: truth.now,
      "help was called without a new place, and after \(fixesSinceCall) good fixes none was told")
  }

  /// Somebody who has just heard of a call without a place gets the next one, and waits for no interval.
  private mutating func judgeHeard(_ truth: Truth) {
    guard isHeardAnew, help != nil, truth.isPowered else { return }
    fixesSinceHeard += 1
    guard fixesSinceHeard > TrailChecker.soon else { return }
    fail(
      .trailIsTold, at: truth.now,
      "somebody heard of a call without a place, and after \(fixesSinceHeard) good fixes none was told"
    )
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted:
      end()
      earlier = EarlierCase()
    case .restored(let record): earlier?.take(record)
    // The trail begins anew with another circle or another interval.
    case .setting(let setting):
      (last, lastCrumb, notBefore) = (truth.now, nil, nil)
      guard case .end = setting, let earlier else { return }
      takeUp(earlier, truth)
      self.earlier = nil
    case .message(.acknowledged(let token, _)):
      if token == help?.token { help = nil }
      lastCrumb = nil
    default: break
    }
  }

  /// Help and an exit of earlier lives are open as before, and the trail goes on where it was.
  private mutating func takeUp(_ earlier: EarlierCase, _ truth: Truth) {
    if let since = earlier.sinceTold {
      notBefore = truth.now + interval(truth) + Milliseconds(-since)
    }
    // A device without any profile has no circle. A bad medium tells of no case surely.
    guard truth.isStorageGood, truth.hasProfile, earlier.isSure else {
      mayBeOpen = true
      return
    }
    (mayBeOpen, mayBeOut) = (false, false)
    help = earlier.help.map { ($0.notice, $0.token) }
    isOut = earlier.isOut
    (lacksPlace, fixesSinceCall) = (earlier.help?.lacksPlace ?? false, 0)
    lackedPlace = earlier.help?.lackedPlace ?? false
    // Nobody knows here who had heard of it, nor in which round.
    round = .max
    enough = TrailChecker.few
  }

  private func interval(_ truth: Truth) -> Milliseconds {
    // A device without any profile has the pauses of the documents.
    let limits = truth.hasProfile ? truth.household.limits : Limits()
    return .seconds(Int64(limits.breadcrumbs) * 60)
  }

  private mutating func end() {
    mayBeOpen = mayBeOpen || help != nil || isOut
    (help, isOut, goodSince, lastCrumb) = (nil, false, nil, nil)
    (earlier, notBefore) = (nil, nil)
    (lacksPlace, lackedPlace, isHeardAnew) = (false, false, false)
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    // A stored notice opens its case, although the power may go before it is announced.
    case .store(.outbox(.notice(let notice))), .outbox(.queued(let notice)):
      guard notice.id != newest else { return }
      newest = notice.id
      see(notice, truth)
    case .outbox(.send(let dispatch)):
      if dispatch.notice.id == help?.notice { round = dispatch.round }
    case .store(.outbox(.delivery(let id, let to, .accepted))):
      if id == first { isFirstTold = truth.isStorageGood }
      hears(id, to.caregiver)
    case .perimeter(.left), .alarm(.started(.leftPerimeter, _)): mayBeOut = true
    case .perimeter(.returned): (isOut, mayBeOut, lastCrumb) = (false, false, nil)
    // A wearer who is outside when company ends is waited for as before.
    case .company(.accompanied): (mayBeOpen, isOut, lastCrumb) = (mayBeOpen || isOut, false, nil)
    case .outbox(.acknowledged(let id, _)), .store(.outbox(.closed(let id))):
      if id == help?.notice { (help, lastCrumb) = (nil, nil) }
    default: break
    }
  }

  /// A server took a call that says no place. Where the first one is told already, the next goes out at once.
  private mutating func hears(_ id: NoticeID, _ caregiver: UInt8) {
    // Nobody may know which call of an earlier life is open.
    if mayBeOpen { (lastCrumb, notBefore) = (nil, nil) }
    guard id == help?.notice, lackedPlace else { return }
    let isNew = heard.insert(caregiver).inserted
    guard !lacksPlace else { return }
    (lastCrumb, notBefore) = (nil, nil)
    if isNew, round == 1, !isHeardAnew { (isHeardAnew, fixesSinceHeard) = (true, 0) }
  }

  private mutating func see(_ notice: Notice, _ truth: Truth) {
    switch notice.matter {
    case .help:
      lastCrumb = nil
      if help == nil, !isOut { last = truth.now }
      help = (notice.id, notice.token)
      let isOld = notice.whereabouts != nil && notice.age >= TrailChecker.old
      (lacksPlace, fixesSinceCall) = (notice.whereabouts == nil || isOld, 0)
      (lackedPlace, isHeardAnew, heard, round) = (lacksPlace, false, [], 1)
      enough = isOld ? TrailChecker.many : TrailChecker.few
      (first, isFirstTold) = (nil, false)
    case .perimeter(.left):
      lastCrumb = nil
      if help == nil, !isOut { last = truth.now }
      isOut = true
    // It tells the place that help itself could not tell.
    case .location(.firstAfterHelp):
      (last, lastCrumb) = (truth.now, nil)
      (lacksPlace, isHeardAnew) = (false, false)
      if isFirstTold {
        fail(.trailIsTold, at: truth.now, "the first place after a call for help is told again")
      }
      first = notice.id
    case .location(.breadcrumb):
      if help == nil, !isOut, !mayBeOpen, !mayBeOut {
        fail(.trailIsTold, at: truth.now, "a place is told, and nobody is waited for")
      }
      if let notBefore, truth.now + .seconds(1) < notBefore {
        fail(.trailIsTold, at: truth.now, "a place is told again too soon after a restart")
      }
      if let lastCrumb, truth.now - lastCrumb + .seconds(1) < interval(truth) {
        fail(
          .trailIsTold, at: truth.now,
          "a place is told \((truth.now - lastCrumb).count / 1000) s after the one before")
      }
      (last, lastCrumb) = (truth.now, truth.now)
      isHeardAnew = false
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut: end()
    case .reloaded:
      (mayBeOpen, isOut, last, lastCrumb) = (true, false, truth.now, nil)
      (isHeardAnew, round) = (false, .max)
    case .recordsLost: (mayBeOpen, first, isFirstTold) = (true, nil, false)
    default: break
    }
  }
}
