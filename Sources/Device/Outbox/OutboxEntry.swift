import HAL

/// One caregiver's progress with one notice.
struct Lane: Sendable {
  enum State: UInt8 {
    /// It is not, or not yet, for this caregiver.
    case idle = 0
    case waiting = 1
    /// A route accepted it.
    case told = 2
    /// Every route refused it for good.
    case refused = 3
  }

  var state = State.idle
  /// Whether they were told in this round or an earlier one.
  var wasTold = false
  /// Four pairs of bits; of each pair bit 0 is mail, bit 1 relay.
  private(set) var routes: UInt8 = 0
  /// All routes go at once, none waits for the other.
  var isInHaste = false
  /// Failures in this round.
  var failures: UInt8 = 0
  /// Attempts over all rounds and routes.
  var attempts: UInt16 = 0
  /// The moment at which this round began for this caregiver.
  var opened = Instant.start
  /// The moment at which the next attempt is due.
  var next = Instant.start

  var refusedRoutes: UInt8 {
    get { routes & 3 }
    set { routes = routes & ~3 | newValue & 3 }
  }
  /// Routes of an urgent notice that were tried since the first was tried last.
  var triedRoutes: UInt8 {
    get { routes >> 2 & 3 }
    set { routes = routes & ~12 | (newValue & 3) << 2 }
  }
  /// Routes on which an attempt to whoever stands at this place was forgotten: its answer may still come.
  var forgottenRoutes: UInt8 {
    get { routes >> 4 & 3 }
    set { routes = routes & ~48 | (newValue & 3) << 4 }
  }
  /// The same of somebody else, who stood there before.
  var formerRoutes: UInt8 {
    get { routes >> 6 }
    set { routes = routes & ~192 | newValue << 6 }
  }

  mutating func open(at now: Instant) {
    state = .waiting
    refusedRoutes = 0
    triedRoutes = 0
    isInHaste = false
    failures = 0
    opened = now
    next = now
  }
}

/// A notice that is not finished.
struct OutboxEntry: Sendable {
  var notice: Notice
  // Small members stand where the notice leaves room.
  var round: UInt16 = 1
  private var marks = Marks()
  private var moreMarks = Marks()
  /// The moment at which it was made; for a restored one, at which life went on.
  var born: Instant
  /// The moment at which the next caregiver is told, or all of them again.
  var step: Instant
  var lanes = InlineArray<4, Lane>(repeating: Lane())

  /// The content of a free place in the table.
  static var vacant: OutboxEntry {
    OutboxEntry(Notice(id: NoticeID(0), matter: .day(.allIsWell), whereabouts: nil), at: .start)
  }

  init(_ notice: Notice, at now: Instant) {
    self.notice = notice
    born = now
    step = now
  }

  /// It has been given to its first caregivers.
  var isStarted: Bool {
    get { marks[0] }
    set { marks[0] = newValue }
  }
  var isRestored: Bool {
    get { marks[1] }
    set { marks[1] = newValue }
  }
  /// Whether its cause is over: it is still delivered once, late, but goes no farther.
  var isEnded: Bool {
    get { marks[2] }
    set { marks[2] = newValue }
  }
  /// A newer location is on its way, or the case is over: this one is not tried again.
  var isSuperseded: Bool {
    get { marks[3] }
    set { marks[3] = newValue }
  }
  /// Some server has refused it for good, ever.
  var wasRefused: Bool {
    get { marks[4] }
    set { marks[4] = newValue }
  }
  /// Whether it is no longer true, or of use to nobody: it is closed, whoever has it.
  var isWithdrawn: Bool {
    get { marks[5] }
    set { marks[5] = newValue }
  }
  /// A newer reading has a notice of low glucose, too.
  var isOfEarlierReading: Bool {
    get { marks[6] }
    set { marks[6] = newValue }
  }
  /// The wearer has heard that it reaches nobody.
  var isSaidToFail: Bool {
    get { marks[7] }
    set { marks[7] = newValue }
  }

  /// The wearer is back or found, or has company: a case that has ended is over, too.
  var isOver: Bool {
    get { moreMarks[0] }
    set { moreMarks[0] = newValue }
  }
  /// The wearer confirmed the dose in this life: it is no dose dated ahead, whatever a clock says later.
  var isAnsweredNow: Bool {
    get { moreMarks[1] }
    set { moreMarks[1] = newValue }
  }

  /// The wearer was found inside since that exit: whatever company does, it is over.
  var isFound: Bool {
    get { moreMarks[2] }
    set { moreMarks[2] = newValue }
  }
  var isLossOutside: Bool { notice.matter == .position(.lost) && notice.escalates }
  var isEndedExit: Bool { isEnded && notice.matter == .perimeter(.left) }

  /// It goes no farther, and is dropped with the next work: however many these are, in rounds.
  mutating func withdraw() {
    isWithdrawn = true
    isEnded = true
    isStarted = true
    for c in 0..<4 where lanes[c].state == .waiting { lanes[c].state = .idle }
  }

  /// A case that is over, and the end of a life before this one, are told as past.
  var isPast: Bool {
    notice.matter.mayBePast
      && (isEnded && isOver || isRestored && notice.matter == .power(.shuttingDown))
  }

  /// It waits for an answer of somebody.
  var isOpenCase: Bool { notice.escalates && !isEnded }

  /// Somebody must hear of it, and nobody is left who has not refused it: it begins anew at its next step.
  var rests: Bool {
    !isWaiting && !isEnded && !isTold && notice.reach == .untilHeard
  }

  /// Its step says when something is to be done about it.
  var hasStep: Bool { isOpenCase || rests }

  var isTold: Bool { told != 0 }

  /// The caregivers that know of it, bit 0 the first.
  var told: UInt8 { mask { $0.wasTold } }

  var isWaiting: Bool { mask { $0.state == .waiting } != 0 }

  func isWaiting(besides caregiver: UInt8) -> Bool {
    mask { $0.state == .waiting } & ~(1 << caregiver) != 0
  }

  func mask(_ fits: (Lane) -> Bool) -> UInt8 {
    var mask: UInt8 = 0
    for c in 0..<4 where fits(lanes[c]) { mask |= 1 << UInt8(c) }
    return mask
  }
}

/// An attempt that the network has not answered.
struct Flight: Sendable {
  var notice: NoticeID
  /// Place in the present list; `Places.gone`: not in it any more.
  var caregiver: UInt8
  /// Place in the list at the time of sending: the network uses it.
  var place: UInt8
  var route: Route
  var isUrgent: Bool
  /// Another answer may have been meant for it: that it was accepted proves nothing.
  var isDoubtful = false
  var since: Instant

  /// Whether it makes way for an urgent notice before the other: an ordinary one first, then the longest.
  func makesWay(before other: Flight) -> Bool {
    isUrgent == other.isUrgent ? since < other.since : !isUrgent
  }
}

/// An excursion that ended while the notice of its exit was on its way: whether anybody knows of it
/// shows when the network answers.
struct HeldReturn: Sendable {
  var exit: NoticeID
  var excursion: Excursion
  /// "Returned home", held back until then.
  var home: NoticeID?
  /// Both of the next two, four bits each.
  private(set) var readers: UInt8 = 0
  /// Caregivers who have still to hear of an earlier return: it goes to them in any case.
  var waiting: UInt8 { readers & 0xf }
  /// Caregivers whose server may have taken the exit: it goes to those of them who do not get the list.
  var doubtful: UInt8 {
    get { readers >> 4 }
    set { readers = readers & 0xf | newValue << 4 }
  }

  init(exit: NoticeID, excursion: Excursion, waiting: UInt8, doubtful: UInt8) {
    self.exit = exit
    self.excursion = excursion
    readers = waiting & 0xf | doubtful << 4
  }

  /// The list of caregivers is another.
  mutating func rearrange(_ places: Places) {
    readers = places.moved(waiting) | places.moved(doubtful) << 4
  }
}

/// The caregivers who know of the exit, or the help, that is or was last going on.
struct CaseTold: Sendable {
  var id = NoticeID(0)
  var told: UInt8 = 0
  /// Both of the next two, four bits each.
  private(set) var others: UInt8 = 0
  /// Caregivers for whom an attempt was given up, or failed: a server may have taken the mail.
  var doubtful: UInt8 {
    get { others & 0xf }
    set { others = others & 0xf0 | newValue & 0xf }
  }
  /// Caregivers who knew of the exit before it was told anew.
  var earlier: UInt8 {
    get { others >> 4 }
    set { others = others & 0xf | newValue << 4 }
  }
  /// The caregiver who answered it last.
  var answered: UInt8? {
    get { answer < 4 ? answer : nil }
    set { answer = newValue ?? CaseTold.noAnswer }
  }
  /// Whoever answered it last has left the list since.
  var hasLostAnswer: Bool { answer == CaseTold.lostAnswer }
  /// A caregiver, or one of the next two.
  private(set) var answer = CaseTold.noAnswer
  private static let noAnswer: UInt8 = 0xff
  private static let lostAnswer: UInt8 = 0xfe

  init(id: NoticeID = NoticeID(0), earlier: UInt8 = 0) {
    self.id = id
    self.earlier = earlier
  }

  /// The list of caregivers is another.
  mutating func rearrange(_ places: Places) {
    told = places.moved(told)
    doubtful = places.moved(doubtful)
    earlier = places.moved(earlier)
    if let answered { answer = places[answered] ?? CaseTold.lostAnswer }
  }
}
