import Device
import HAL

/// One caregiver's progress with one notice, by the documents.
struct DeliveryLane: Sendable {
  enum State: Sendable {
    /// It is not the turn of this caregiver, or not yet.
    case idle
    case waiting
    /// A route accepted it.
    case told
    /// Every route refused it for good.
    case refused
  }

  var state = State.idle
  /// Whether they were told in this round or an earlier one.
  var wasTold = false
  /// Bit 0 mail, bit 1 relay.
  var refused: UInt8 = 0
  /// Routes of this turn, of an urgent notice.
  var tried: UInt8 = 0
  /// All routes go at once.
  var isInHaste = false
  /// Failures in this round.
  var failures = 0
  /// Attempts over all rounds and routes.
  var attempts: UInt16 = 0
  var opened = Instant.start
  /// The next attempt is due between these two.
  var from = Instant.start
  var by = Instant.start

  mutating func open(at now: Instant) {
    state = .waiting
    (refused, tried, failures, isInHaste) = (0, 0, 0, false)
    opened = now
    isDue(at: now)
  }

  mutating func isDue(at now: Instant) { (from, by) = (now, now) }

  mutating func bringForward(to now: Instant) {
    from = min(from, now)
    by = min(by, now)
  }
}

/// A notice on its way, as the documents have it.
struct DeliveryLetter: Sendable {
  let notice: NoticeID
  let token: UInt64
  let matter: Notice.Matter
  var audience: UInt8
  /// It goes from caregiver to caregiver until somebody answers.
  let escalates: Bool
  /// One who knows is enough, and one must know.
  let wantsOneReader: Bool
  var born: Instant
  /// The moment at which it was made, on the clock of this life: of an earlier life, at the latest.
  var since: Instant
  /// The moment at which the next caregiver is told, or all of them again.
  var step: Instant
  var lanes = InlineArray<4, DeliveryLane>(repeating: DeliveryLane())
  var round: UInt16 = 1
  var isStarted = false
  /// It came out of an earlier life's records.
  var isRestored = false
  let made: WallTime?
  /// Whether its cause is over: it is still delivered once.
  var isEnded = false
  /// The hours of the watch may have ended it: it may have stopped going round.
  var mayHaveEnded = false
  /// A newer place is on its way.
  var isSuperseded = false
  var wasRefused = false
  /// The wearer has heard that all refuse it.
  var isSaidToFail = false
  /// The list of caregivers is another than when it was made: an answer that belongs to no known attempt
  /// counts for nobody.
  var isCountedAnew = false
  /// Whether its fate does not depend on the network alone: it may stay away.
  var isVague = false
  /// The caregiver who answered its case: to others an attempt that is on its way is the last.
  var keptFor: UInt8?

  init(_ notice: Notice, at now: Instant) {
    self.notice = notice.id
    token = notice.token
    matter = notice.matter
    audience = notice.audience
    made = notice.made
    escalates = notice.goesRound
    wantsOneReader = notice.matter.wantsOneReader || notice.isUnanswerable
    born = now
    since = now
    step = now
  }

  var isOpenCase: Bool { escalates && !isEnded }
  /// All have refused it, and it begins anew at its next step.
  var rests: Bool { wantsOneReader && !isWaiting && !isTold && !isEnded }
  var isTold: Bool { mask { $0.wasTold } != 0 }
  var isWaiting: Bool { mask { $0.state == .waiting } != 0 }

  func mask(_ fits: (DeliveryLane) -> Bool) -> UInt8 {
    var mask: UInt8 = 0
    for c in 0..<4 where fits(lanes[c]) { mask |= 1 << UInt8(c) }
    return mask
  }

  /// "It is time for …" is of use to its own recipient only, unless no key can answer.
  var isCopy: Bool {
    if case .reminder(.due) = matter { !wantsOneReader } else { false }
  }

  /// The time without a receipt after which the next caregiver has it, too; nil: never.
  var unheard: Milliseconds? {
    if matter.isPressing { return .seconds(60) }
    return wantsOneReader || matter == .position(.lost) ? .seconds(3600) : nil
  }

  /// One reader is enough for news of the past: the first of those who wait.
  mutating func keepOne() {
    var isKept = false
    for c in 0..<4 where lanes[c].state == .waiting {
      if isKept { lanes[c].state = .idle }
      isKept = true
    }
  }

  var name: String { "notice \(notice.boot).\(notice.number), \(matter)," }
}

/// An attempt that nobody has answered.
struct DeliveryFlight: Sendable {
  var notice: NoticeID
  var caregiver: UInt8
  var route: Route
  var isUrgent: Bool
  var since: Instant
  /// The device may have given it up.
  var isDoubtful = false

  func belongs(to answer: NetworkAnswer) -> Bool {
    notice == answer.notice && caregiver == answer.recipient.caregiver
      && route == answer.recipient.route
  }
}

/// An outcome of a notice that must be stored, or reported.
enum DeliveryOutcomeDue: Equatable, Sendable {
  case delivered(NoticeID, Recipient)
  case refused(NoticeID, Recipient)
  case failed(NoticeID, UInt8)
  case closed(NoticeID)
  case acknowledged(NoticeID, UInt8)
  /// The wearer must know that it reaches nobody.
  case notDelivered
}

extension Route {
  var mark: UInt8 { self == .mail ? 1 : 2 }
}

extension Notice {
  /// Help, an exit, low glucose, and a position lost outside, or one that was never found and has no
  /// reader of its own.
  var goesRound: Bool {
    if matter.isPressing { return true }
    guard matter == .position(.lost) else { return false }
    guard let distance = whereabouts?.distance, let radius = whereabouts?.radius else {
      return audience == 0
    }
    return distance > radius
  }
}

extension Notice.Matter {
  /// It has ways, pauses and a place of its own.
  var isPressing: Bool {
    switch self {
    case .help, .perimeter(.left), .glucose(.low): true
    default: false
    }
  }

  /// After four hours that somebody was told, nothing else may ever end it.
  var endsByItself: Bool {
    switch self {
    case .help, .glucose(.low), .position(.lost): true
    default: false
    }
  }

  /// A case whose places are told.
  var isCase: Bool { self == .help || self == .perimeter(.left) }

  /// A place that is told while a case is open.
  var isTrail: Bool {
    switch self {
    case .location(.breadcrumb), .location(.firstAfterHelp): true
    default: false
    }
  }

  /// It answers one caregiver's question, and goes to nobody else.
  var isReply: Bool {
    switch self {
    case .location(.asked), .companyRefused: true
    default: false
    }
  }

  /// A medicine, a task or a dose that nobody answered, or half a day without a position: one who
  /// knows is enough.
  var wantsOneReader: Bool {
    switch self {
    case .reminder(.unanswered), .reminder(.missed), .dose(.unanswered), .position(.noneForLong):
      true
    default: false
    }
  }

  /// The order in which notices go out: 0 first.
  var order: UInt8 {
    switch self {
    case .help: 0
    case .perimeter(.left), .glucose(.low(_, isVery: false, _)): 2
    case .position(.lost), .glucose(.low), .location(.firstAfterHelp),
      .location(.asked),
      .power(.shuttingDown), .glucose(.lowOver):
      1
    case .reminder(.unanswered), .reminder(.missed), .dose(.unanswered), .perimeter(.returned),
      .perimeter(.excursions), .profileChanged:
      2
    case .location(.breadcrumb), .day(.allIsWell), .day(.open): 4
    default: 3
    }
  }

  /// It is closed by nothing but its delivery, an answer, or a full table.
  var hasNoOtherEnd: Bool {
    switch self {
    case .reminder(.unanswered), .dose(.unanswered), .clock(.untrusted), .batteryLow,
      .power(.shuttingDown), .power(.wasOff), .day(.allIsWell), .day(.open), .storageFailed,
      .dose(.entryAhead), .profileKept,
      .clock(.disagrees), .reminder(.unsure), .position(.receiverSilent), .position(.noneForLong),
      .location(.asked):
      true
    default: false
    }
  }

  /// The same place for the same reason and reader: the newer one stands for the older.
  func isSamePlace(as other: Notice.Matter, _ audience: UInt8, _ otherAudience: UInt8) -> Bool {
    guard case .location(let reason) = self, case .location(let another) = other else {
      return false
    }
    return reason == another && (reason != .asked || audience == otherAudience)
  }
}
