import Device
import HAL
import Testing

/// A device's outbox, its storage, the network, and the caregivers at the other end of it. Tests say
/// what happens to the wearer and how the network behaves, and read what reached whom.
struct Family {
  /// The network's treatment of an attempt.
  enum Reply {
    case answer(DeliveryOutcome, after: Milliseconds)
    /// It arrived, but the answer was lost.
    case arrivedUnanswered
    case lost

    static let well = Reply.answer(.accepted, after: .seconds(2))
    static let down = Reply.answer(.transient, after: .seconds(1))
    static let refused = Reply.answer(.permanent, after: .seconds(1))
  }

  struct Arrival {
    var at: Instant
    var dispatch: Dispatch
    /// The person who stood at that place of the list when it was sent.
    var who: UInt32 = 0
  }

  /// 2026-03-02T08:00:00Z, a Monday, at the device's zero.
  static let zero: Int64 = 1_772_438_400_000
  static let secret: (UInt64, UInt64) = (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)

  private(set) var outbox = Outbox()
  private(set) var now = Instant.start
  /// Wall time at the present boot's zero.
  private(set) var wallAtBoot = Family.zero
  private(set) var boot: UInt32 = 0
  private var changes: [OutboxChange] = []
  private(set) var attempts: [Arrival] = []
  /// The notices that the caregivers received.
  private(set) var mailbox: [Arrival] = []
  private(set) var records: [Record] = []
  private var answers: [(at: Instant, answer: NetworkAnswer)] = []
  private var changesInCall = 0

  var caregivers = FixedArray<4, Caregiver>()
  var limits = Limits()
  var network: (Dispatch, Instant) -> Reply

  init(
    caregivers count: Int = 3, hasRelay: Bool = false,
    network: @escaping (Dispatch, Instant) -> Reply = { _, _ in .well }
  ) {
    self.network = network
    for _ in 0..<count { caregivers.append(Caregiver(hasMail: true, hasRelay: hasRelay)) }
    start(with: [])
  }

  var wall: WallTime { WallTime(milliseconds: wallAtBoot + now.milliseconds) }

  // MARK: What happens

  @discardableResult mutating func queue(
    _ matter: Notice.Matter, to caregiver: UInt8? = nil, whereabouts: Whereabouts? = nil
  ) -> NoticeID {
    call {
      $0.queue(
        matter, to: caregiver, whereabouts: whereabouts, age: .seconds(0), made: $1, battery: 80,
        at: $2, $3)
    }
  }

  mutating func close(_ id: NoticeID) { call { $0.close(id, at: $2, $3) } }

  /// Ends the excursion, as the device reports it.
  @discardableResult mutating func comeHome(from exit: NoticeID, farthest: Double) -> Bool {
    let excursion = Excursion(left: nil, returned: wall, farthest: Metres(farthest))
    let isKnown = call { $0.excursionEnded(exit, excursion, at: $2, $3) }
    if isKnown { queue(.perimeter(.returned)) }
    return isKnown
  }

  mutating func acknowledge(_ token: UInt64, by caregiver: UInt8 = 0) {
    call { $0.acknowledged(token: token, by: caregiver, at: $2, $3) }
  }

  mutating func answer(_ answer: NetworkAnswer) {
    call { $0.answered(answer, at: $2, wall: $1, $3) }
  }

  mutating func answer(_ occurrence: Occurrence) {
    call { $0.answered(occurrence, wall: $1, at: $2, $3) }
  }

  /// A profile with these people is loaded.
  mutating func load(_ people: [UInt32]) {
    replace(people)
    configure()
  }

  /// It is on the disk, and read at the next start.
  mutating func replace(_ people: [UInt32]) {
    caregivers = FixedArray()
    for who in people { caregivers.append(Caregiver(hasMail: true, hasRelay: false, who: who)) }
  }

  mutating func hurry(_ id: NoticeID) { call { $0.hurry(id, at: $2, $3) } }

  mutating func configure() {
    let (caregivers, limits) = (caregivers, limits)
    call { $0.configure(caregivers, limits, at: $2, $3) }
  }

  /// Lets time pass: answers arrive, deadlines come.
  mutating func wait(_ span: Milliseconds) {
    let end = now + span
    var stuck = 0
    while true {
      let answer = answers.indices.min { answers[$0].at < answers[$1].at }
      let answerAt = answer.map { answers[$0].at }
      guard let next = [answerAt, outbox.deadline].compactMap({ $0 }).min(), next <= end else {
        break
      }
      stuck = next <= now ? stuck + 1 : 0
      precondition(stuck < 10_000, "the outbox asks to be woken without end")
      now = max(now, next)
      if let answer, answerAt == next {
        self.answer(answers.remove(at: answer).answer)
      } else {
        call { $0.pass(at: $2, wall: $1, $3) }
      }
    }
    now = end
  }

  mutating func wait(minutes: Int64) { wait(.seconds(minutes * 60)) }
  mutating func wait(hours: Int64) { wait(.seconds(hours * 3600)) }

  /// The power goes and comes back.
  /// - Parameters:
  ///   - kept: of the records; nil: all.
  ///   - off: how long the device was off.
  ///   - isLost: which of them the log lacks besides.
  mutating func loseThePower(
    keeping kept: Int? = nil, off: Milliseconds = .seconds(60),
    losing isLost: (Record) -> Bool = { _ in false }
  ) {
    let prefix = records.prefix(kept ?? records.count).filter { !isLost($0) }
    wallAtBoot += now.milliseconds + off.count
    start(with: prefix)
  }

  private mutating func start(with prefix: [Record]) {
    boot += 1
    outbox = Outbox()
    now = .start
    answers = []
    records = prefix
    outbox.boot(Boot(number: boot, keys: .all, secret: Family.secret))
    // The records pass through the form in which storage keeps them.
    for record in prefix { if let kept = Record(record.words) { outbox.restore(kept) } }
    configure()
    let life = EarlierLife(alive: nil, bootedAt: now)
    call { $0.resume(after: life, at: $2, wall: $1, $3) }
  }

  // MARK: The glue

  private typealias Tell = (OutboxChange) -> Void

  @discardableResult private mutating func call<Result>(
    _ body: (inout Outbox, WallTime?, Instant, Tell) -> Result
  ) -> Result {
    var told: [OutboxChange] = []
    let result = body(&outbox, wall, now) { told.append($0) }
    #expect(told.count <= Outbox.mostChanges, "the device has no room for them, and stops")
    for change in told { take(change) }
    return result
  }

  private mutating func take(_ change: OutboxChange) {
    changes.append(change)
    switch change {
    case .queued(let notice): records.append(.outbox(.notice(notice)))
    case .send(let dispatch): send(dispatch)
    case .delivered(let id, let to): records.append(.outbox(.delivery(id, to, .accepted)))
    case .refused(let id, let to): records.append(.outbox(.delivery(id, to, .permanent)))
    case .acknowledged(let id, let caregiver):
      records.append(.outbox(.acknowledged(id, caregiver: caregiver)))
    case .closed(let id): records.append(.outbox(.closed(id)))
    case .excursion(let excursion): records.append(.outbox(.excursion(excursion)))
    case .excursionsTold: records.append(.outbox(.excursionsTold))
    case .caregivers(let whos): records.append(.outbox(.caregivers(whos)))
    case .failed, .undeliverable: break
    }
  }

  private mutating func send(_ dispatch: Dispatch) {
    let place = Int(dispatch.recipient.caregiver)
    let who = place < caregivers.count ? caregivers[place].who : 0
    attempts.append(Arrival(at: now, dispatch: dispatch, who: who))
    switch network(dispatch, now) {
    case .answer(let outcome, let span):
      if outcome == .accepted {
        mailbox.append(Arrival(at: now + span, dispatch: dispatch, who: who))
      }
      answers.append(
        (
          now + span,
          NetworkAnswer(
            notice: dispatch.notice.id, recipient: dispatch.recipient, outcome: outcome)
        ))
    case .arrivedUnanswered: mailbox.append(Arrival(at: now, dispatch: dispatch, who: who))
    case .lost: break
    }
  }

  // MARK: What reached whom

  func received(_ matter: Notice.Matter, by caregiver: UInt8? = nil) -> [Dispatch] {
    mailbox.map(\.dispatch).filter {
      $0.notice.matter == matter && (caregiver == nil || $0.recipient.caregiver == caregiver)
    }
  }

  func tried(_ matter: Notice.Matter, by caregiver: UInt8? = nil) -> [Arrival] {
    attempts.filter {
      $0.dispatch.notice.matter == matter
        && (caregiver == nil || $0.dispatch.recipient.caregiver == caregiver)
    }
  }

  func token(of id: NoticeID) -> UInt64? {
    for case .queued(let notice) in changes where notice.id == id { return notice.token }
    return nil
  }

  /// Expects that nobody is told anything more in the days that follow, even with a network.
  mutating func expectSilence(sourceLocation: SourceLocation = #_sourceLocation) {
    network = { _, _ in .well }
    let before = attempts.count
    wait(hours: 130)
    let more = attempts.dropFirst(before).map(\.dispatch.notice.matter)
    #expect(more.isEmpty, sourceLocation: sourceLocation)
  }

  // MARK: The wearer's screen

  /// The number of times that the screen was told that the caregiver has the notice.
  func screenHasTold(_ id: NoticeID, _ caregiver: UInt8 = 0, by route: Route = .mail) -> Int {
    changes.count { $0 == .delivered(id, Recipient(caregiver: caregiver, route: route)) }
  }

  func screenSaysAnswered(_ id: NoticeID, by caregiver: UInt8 = 0) -> Bool {
    changes.contains(.acknowledged(id, caregiver: caregiver))
  }

  /// Whether the screen says that the notice reaches nobody.
  func screenSaysLost(_ id: NoticeID) -> Bool { changes.contains(.undeliverable(id)) }

  /// Whether the page of the open call for help says that somebody was told.
  var helpPageSaysTold: Bool { outbox.openHelp?.isAccepted == true }
}

extension Notice.Matter {
  static func unanswered(_ reminder: UInt16) -> Self {
    .reminder(.unanswered(Occurrence(reminder: reminder, due: CivilMinute(100))))
  }
}

extension Whereabouts {
  /// A place that many metres from the centre of a perimeter of 100 m.
  static func at(_ metres: Double) -> Whereabouts? {
    Wearer.north(metres).map {
      Whereabouts(
        position: $0, distance: Metres(metres), radius: Metres(100), eph: Metres(8))
    }
  }
}
