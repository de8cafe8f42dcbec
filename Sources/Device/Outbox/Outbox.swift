import HAL

/// The notices that are not finished: durable, ordered by urgency, tried until somebody has them.
///
/// A notice leaves as `.queued` (make it durable), then as `.send`; the network's answer comes back
/// through `answered`. Help, exit, low glucose and a position lost outside ask for an answer. Such a
/// notice goes to the first caregiver, and after `Limits.escalateAfter` minutes to the next. When all
/// have been told, a round begins again every `Limits.repeatAfter` minutes. It ends when one of them
/// sends its token back or the glue closes it, or, where nothing else ends it, after four hours. A new
/// call for help goes at once as far down the list as the open one had come, which it replaces.
///
/// Everything else goes to the first caregiver; locations and the return home go to those who know of
/// the case. The next caregiver gets it only when every route to these refuses for good. Delivery is at
/// least once, with one id.
///
/// Help, an exit and low glucose use a caregiver's next route after the first failure or 15 s without
/// an answer. They go to the next caregiver when no route has accepted within 60 s. They wait for no
/// slot: an attempt that has had 15 s makes way. An unanswered medicine or dose goes to the next
/// caregiver after an hour. Where no caregiver's answer can come in (`Limits.hasInbound`) the same goes
/// on by time alone.
///
/// At most 56 notices. Ordinary ones hold at most 52, so that help, an exit and low glucose always find
/// a place. A new location replaces those that wait. At the bound the newest notice of a subject (the
/// same reminder, say) replaces the older ones. More than 52 ordinary subjects may wait: there are 58,
/// and reminders of earlier profiles. Then the oldest of the least urgent ordinary notices goes, a
/// return last. The wearer is told, as of any notice that reached nobody.
///
/// All decisions count on the device's own clock: a step of the wall clock ends nothing.
public struct Outbox: Feature, Sendable {
  /// Notices that it holds.
  public static let capacity = 56
  /// Places that ordinary notices leave free.
  public static let reserved = 4
  /// Attempts that the network has at once.
  public static let mostInFlight = 4
  /// The attempts of these that ordinary notices may have.
  static let mostOrdinaryInFlight = 3
  /// The time without an answer after which an urgent notice also goes by the next route. An attempt
  /// then makes way for another urgent one.
  static let slow = Milliseconds.seconds(15)
  /// The time without a receipt after which an urgent notice also goes to the next caregiver.
  static let unheard = Milliseconds.seconds(60)
  /// The same for a medicine or a dose that the wearer did not answer.
  static let unheardOrdinary = Milliseconds.seconds(3600)
  /// No answer after this long means: try again. A final reply to a mail may take 600 s (RFC 5321).
  public static let patience = Milliseconds.seconds(660)
  /// Two clocks that differ by no more are both right.
  static let clockDifference = Milliseconds.seconds(60)
  /// Help and low glucose end after this long, once somebody was told.
  public static let lapse = Milliseconds.seconds(4 * 3600)
  /// When all have refused, an open case starts over after this long.
  static let startOver = Milliseconds.seconds(1800)
  /// No call tells more changes than this; what is left is due at once.
  public static let mostChanges = 24
  /// Work stops here: one more piece of it tells at most 6.
  static let enoughChanges = 18
  /// Notices looked at in one call. No step lies ahead where device time ends, and work must end, too.
  static let mostLooks = 4 * capacity

  /// `FixedArray` will not do: its elements come out as copies, and these are large and read often.
  var entries = InlineArray<56, OutboxEntry>(repeating: .vacant)
  /// Notices that are not finished: the entries in front.
  public internal(set) var count = 0
  var flights = FixedArray<4, Flight>()
  /// Attempts that made way or were given up, whose answers may still come.
  var ghosts = FixedArray<4, Flight>()
  var caregivers = FixedArray<4, Caregiver>()
  /// The list by which all entries here count caregivers.
  var whos = Whos()
  /// Notices up to here were made under another list: of an answer that belongs to no known attempt
  /// nobody can tell whom it speaks of.
  var countedAnew = NoticeID(0)
  var isBooted = false
  var limits = Limits()

  var olderExcursions: UInt16 = 0
  var excursions = Excursions()
  var heldReturns = FixedArray<2, HeldReturn>()
  var exitCase = CaseTold()
  var helpCase = CaseTold()
  var lowCase = LowCase()
  /// The caregivers to whom the next "returned home" goes.
  var returnAudience: UInt8 = 0
  /// Those who know of a loss outside, or of an exit that company ended: they hear when the wearer is found inside.
  var homeOwed: UInt8 = 0
  /// The same as the records would have it after a power cut.
  var homeKept: UInt8 = 0

  var secret: (UInt64, UInt64) = (0, 0)
  var bootNumber: UInt32 = 0
  var lastNumber: UInt32 = 0
  var jitter = Jitter(secret: (0, 0), boot: 0)
  /// Wall time at the device's own zero, as of the last call that knew it; of a calendar clock nobody knows how wrong
  /// it is.
  var wallAtStart: Int64?
  /// Nothing is sent before `resume`.
  var isRunning = false
  /// The last attempt failed for now.
  var isFailing = false
  /// The newest of `excursions` that belong to this life: a clock that is put right dates them anew.
  var ownExcursions: UInt8 = 0
  /// The one before these ended in this life, too, and began in an earlier one.
  var isReturnOwn = false
  /// A notice was given up that has reached nobody, and no daily mail has said so.
  var hasLost = false
  /// The place, from 1, of whoever answered the last loss outside; 0: nobody did.
  var lossAnswer: UInt8 = 0
  static let lostLossAnswer: UInt8 = 5
  /// Changes told in this call.
  var told = 0

  /// The moment at which it wants to be woken; never before the moment of the last call.
  public internal(set) var deadline: Instant?

  public init() {}

  /// Takes the board's report at the start. Ids go on above those restored of the same boot.
  public mutating func boot(_ boot: Boot) {
    secret = boot.secret
    bootNumber = boot.number
    isBooted = true
    lastNumber = 0
    jitter = Jitter(secret: secret, boot: boot.number)
    for i in 0..<count { keepAbove(entries[i].notice.id) }
  }

  /// Makes a notice.
  /// - Parameters:
  ///   - caregiver: who asked for it; nil: whose turn it is.
  ///   - aside: what it says beside its matter.
  ///   - age: of the position, now.
  ///   - made: now by the wall; nil while nobody vouches for a time.
  ///   - battery: percent.
  @discardableResult public mutating func queue(
    _ matter: Notice.Matter, to caregiver: UInt8? = nil, aside: Aside = Aside(),
    whereabouts: Whereabouts?, age: Milliseconds, made: WallTime?, battery: UInt8?, at now: Instant,
    _ tell: (OutboxChange) -> Void
  ) -> NoticeID {
    if !matter.isByCalendar { learn(made, at: now) }
    var notice = Notice(
      id: NoticeID(0), matter: matter, whereabouts: whereabouts, age: age, made: made,
      battery: battery)
    notice.aside = aside
    if let caregiver, caregiver < 4 {
      notice.audience = 1 << caregiver
    } else if matter == .help {
      notice.audience = callAudience(at: now)
    } else if case .glucose(.lowOver) = matter {
      notice.audience = lowAudience()
    } else if matter == .perimeter(.returned) {
      notice.audience = returnAudience
      (returnAudience, homeKept) = (0, 0)
    } else if matter.isForAll {
      notice.audience = UInt8(truncatingIfNeeded: 1 << caregivers.count - 1)
    } else if matter.isLocation {
      notice.audience = caseAudience()
      if matter == .location(.breadcrumb), lacksFirstLocation() {
        notice.matter = .location(.firstAfterHelp)
      }
    }
    let id = enqueue(notice, at: now, tell)
    if matter == .perimeter(.returned) { holdReturn(id) }
    withdrawBehind(id)
    withdrawLow(for: matter)
    work(at: now, tell)
    return id
  }

  /// Closes a notice whose cause is over. One that nobody has is still delivered once, late.
  /// - Parameter isOver: it says that it is over; false: nobody watches any more, or asks otherwise.
  public mutating func close(
    _ id: NoticeID, isOver: Bool = true, at now: Instant, _ tell: (OutboxChange) -> Void
  ) {
    if id == helpCase.id { helpCase = CaseTold() }
    if id == exitCase.id { oweHome() }
    if let i = index(of: id) {
      if isOver { oweHome(i) }
      entries[i].isOver = isOver
      end(i, tell)
    }
    work(at: now, tell)
  }

  /// Does what is due. O(notices); nothing before `deadline`.
  public mutating func pass(
    at now: Instant, wall: WallTime?, _ tell: (OutboxChange) -> Void
  ) {
    learn(wall, at: now)
    guard let deadline, deadline <= now else { return }
    work(at: now, tell)
  }

  /// Sends a notice now that waits for its next attempt: the wearer pressed again.
  ///
  /// If a server has refused it, or the one that it replaces, all routes of all caregivers are tried at
  /// once, whatever they said before.
  /// - Parameter isForced: the one before it was refused.
  public mutating func hurry(
    _ id: NoticeID, isForced: Bool = false, at now: Instant, _ tell: (OutboxChange) -> Void
  ) {
    if let i = index(of: id) {
      if isForced || entries[i].wasRefused {
        tryEverything(i, at: now, tell)
      } else {
        bringForward(i, at: now)
      }
    }
    work(at: now, tell)
  }

  /// Some server refused it for good.
  public mutating func isRefused(_ id: NoticeID) -> Bool {
    index(of: id).map { entries[$0].wasRefused } ?? false
  }

  // MARK: Questions

  /// The newest help if nobody has answered it, and whether a route accepted it; nil without one.
  /// An older one is over, although records may keep it open.
  public var openHelp: (Notice, isAccepted: Bool)? {
    let id = helpCase.id
    return newest { $0.isOpenCase && $0.notice.id == id && $0.notice.matter == .help }
      .map { ($0.notice, $0.isTold) }
  }

  /// The newest exit if it is neither over nor answered; nil without one. An older one is over,
  /// although records may keep it open. In the middle of a return none is the newest.
  public var openExit: Notice? {
    let id = exitCase.id
    return newest {
      $0.isOpenCase && $0.notice.matter == .perimeter(.left)
        && (id == NoticeID(0) || $0.notice.id == id)
    }?.notice
  }

  /// The newest notice of a lost position that is not over, also of one lost inside; nil without one.
  /// An older one is over once somebody knows of a newer one (`withdrawLosses`).
  public var openPositionLost: NoticeID? {
    newest { $0.notice.matter == .position(.lost) && !$0.isEnded }?.notice.id
  }

  /// Something waits for an answer of somebody.
  public var hasOpenCase: Bool { newest { $0.isOpenCase } != nil }

  private func newest(where fits: (OutboxEntry) -> Bool) -> OutboxEntry? {
    var copy = self
    return copy.newest(where: fits).map { entries[$0] }
  }
}
