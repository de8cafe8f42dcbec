import Device
import HAL

/// ALZ-7: every press of help sounds at once, and is delivered within 120 s of the network being good.
/// It outlives a power cut once its screen has appeared. A further press within five minutes makes no other call; the
/// first press after a restart does, and one after an answer or five minutes.
struct HelpChecker: Checker {
  var violation: Violation?

  private static let within = Milliseconds.seconds(120)
  private static let sameCall = Milliseconds.seconds(5 * 60 - 1)
  private static let otherCall = Milliseconds.seconds(5 * 60)

  private struct Case {
    var notice: NoticeID
    /// Its screen was shown: it must not be lost.
    var isShown: Bool
    /// The moment since which nothing stands in its way.
    var free: Instant
    /// A server refused it for good: then the core asks again after half an hour only.
    var wasRefused = false
  }

  /// Notices of help that no server has taken yet.
  private var open: [Case] = []
  private var pressed: Instant?
  /// The last call of this life, while it is neither answered nor given up.
  private var call: (notice: NoticeID, at: Instant)?
  /// A press without an open call of the last five minutes is a call of its own, in this very turn.
  private var owesCall = false
  /// The end of the sound of high priority that can be heard, which the answer to a press would mask.
  private var highUntil = Instant.start

  mutating func see(_ event: Event, _ truth: Truth) {
    judgePress(truth)
    look(truth)
    if case .answer(let answer) = event.kind, answer.outcome == .permanent {
      for i in open.indices where open[i].notice == answer.notice { open[i].wasRefused = true }
    }
    if case .booted = event.kind { (owesCall, call) = (false, nil) }
    guard case .key(let press) = event.kind, press.key == .help else { return }
    pressed = event.at
    owesCall = call.map { truth.now - $0.at >= HelpChecker.otherCall } ?? true
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .alarm(.sound(let burst)):
      pressed = nil
      highUntil = burst == .high ? truth.now + burst.documentedLength : truth.now
    case .alarm(.hush): highUntil = truth.now
    case .show(.help), .show(.glucose(.low)):
      for i in open.indices { open[i].isShown = true }
    case .outbox(.queued(let notice)) where notice.matter == .help:
      owesCall = false
      if let call, truth.now - call.at < HelpChecker.sameCall {
        fail(.keyDoesItsPart, at: truth.now, "a further press of help makes another call")
      }
      call = (notice.id, truth.now)
      // A later call takes the place of an earlier one.
      open.removeAll()
      // A call stays where it is while there is nobody to reach.
      guard truth.hasProfile, truth.household.reachesSomebody else { return }
      open.append(
        Case(
          notice: notice.id, isShown: false,
          free: truth.isNetworkGood ? truth.now : .never))
    case .outbox(.delivered(let id, _)): open.removeAll { $0.notice == id }
    // A stored answer counts, although the power may go before it shows.
    case .store(.outbox(.acknowledged(let id, _))):
      open.removeAll { $0.notice == id }
      if call?.notice == id { call = nil }
    case .store(.outbox(.closed(let id))): if call?.notice == id { call = nil }
    default: break
    }
  }

  /// The duties of a press are done when the next event comes.
  private mutating func judgePress(_ truth: Truth) {
    if owesCall {
      owesCall = false
      fail(
        .helpIsDelivered, at: truth.now,
        "help was pressed with no open call of the last five minutes, and calls nobody")
    }
    guard let at = pressed else { return }
    pressed = nil
    if highUntil <= at { fail(.helpSounds, at: at, "help was pressed and nothing sounded") }
  }

  private mutating func look(_ truth: Truth) {
    for entry in open where entry.free != .never {
      let startsOver = Milliseconds.seconds(entry.wasRefused ? 1800 : 0)
      if truth.now - entry.free > Milliseconds(HelpChecker.within.count + startsOver.count) {
        fail(
          .helpIsDelivered, at: truth.now,
          "notice \(entry.notice.boot).\(entry.notice.number) of help is not delivered after 120 s "
            + "with nothing in its way")
      }
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .taken(let notice, _, _): open.removeAll { $0.notice == notice }
    case .networkGood(let isGood):
      let isFree = isGood && truth.isPowered && truth.household.reachesSomebody
      for i in open.indices { open[i].free = isFree ? truth.now : .never }
    case .powerCut:
      // Cut off in the middle of a press.
      pressed = nil
      call = nil
      owesCall = false
      highUntil = truth.now
      // A press whose screen did not appear may be lost; the wearer saw nothing and presses again.
      open.removeAll { !$0.isShown }
      for i in open.indices { open[i].free = .never }
    case .recordsLost: open.removeAll()
    case .end: look(truth)
    case .reloaded: adopt(truth)
    case .clocksGood, .edited, .post, .portal, .updated: break
    }
  }

  /// A call waits while the list names nobody who can be reached, and goes out with the list that does.
  private mutating func adopt(_ truth: Truth) {
    if !truth.household.reachesSomebody {
      for i in open.indices { open[i].free = .never }
    } else if truth.isPowered, truth.isNetworkGood {
      for i in open.indices where open[i].free == .never { open[i].free = truth.now }
    }
  }

  /// The device is on again: it has five seconds to take its life up.
  mutating func booted(_ truth: Truth) {
    guard truth.isNetworkGood, truth.household.reachesSomebody else { return }
    for i in open.indices { open[i].free = truth.now + .seconds(5) }
  }
}
