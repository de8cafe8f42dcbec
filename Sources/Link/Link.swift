import Device
import HAL
import Sync

/// The device's side of the portal's protocol, without sockets, files and clocks: a wrist and a simulated
/// world live with the same.
///
/// One call is under way at a time. `due` says when the next one should begin. `request` makes it, and
/// `took` or `failed` ends it. What a caregiver said comes out of `took` as messages for the core.
/// `handled` tells what became of one once its records are durable.
public struct Link: Sendable {
  /// Records that wait a moment for those that follow at once.
  static let gathers = Milliseconds(200)
  /// The pauses after failures, the last of them again and again.
  static let pauses = [5, 10, 20, 60, 120, 300, 900].map { Milliseconds.seconds($0) }
  /// The longest pause while a case is open.
  static let urgentPause = Milliseconds.seconds(60)
  /// The pause after an answer that was not understood, or a key that is not known.
  static let longPause = Milliseconds.seconds(900)
  /// The pause between two calls that bring nothing, so that a server that does not hold is not flooded.
  static let breath = Milliseconds(500)

  public private(set) var memory: LinkMemory
  /// The memory has changed since it was written last.
  public private(set) var isMemoryNews = false
  /// Somebody should act: the core has an open case.
  public private(set) var isOpen = false
  private var isWatched = false
  private var isOut = false
  /// The call that is out may be held by the server.
  private var isHeld = false
  /// The last sequence that the call which is out names, and whether the log goes on behind it.
  private var sent: Int64 = 0
  /// Stands for the record there; nil: it is not known.
  private var sentMark: Int64?
  private var hasMore = false
  /// The outcomes that the call which is out names.
  private var told: [Int64] = []
  /// Stands for the text of the own file that is in the call which is out.
  private var toldFile: String?
  /// The portal knew the own file when the call went out.
  private var isFileKnown = false
  private var next: Instant? = .start
  private var failures = 0
  /// The portal does not know the key, or not the version: news do not bring the next call forward.
  private var isShut = false
  /// Outcomes that the portal asked for, or has not heard yet.
  private var untold: [Int64] = []
  /// Messages with the core, and not settled yet, in the order in which it got them.
  private var pending: [Pending] = []
  /// The newest end of company that was said since the program began, by mail or here.
  private var companyEnd: WallTime?
  /// Company of the last answer waits for the clock.
  private var hasCompanyWaiting = false

  struct Pending: Equatable, Sendable {
    var id: Int64
    var message: Message
  }

  public init(_ memory: LinkMemory = LinkMemory()) {
    self.memory = memory
    untold = memory.done.suffix(SyncLimits.messages).map(\.message)
  }

  // MARK: When

  /// The moment of the next call; nil while one is out that must not be cut.
  public var due: Instant? {
    guard let next else { return nil }
    return !isOut || isHeld ? next : nil
  }

  /// Whether a call is out. One that is held is dropped for the next one: see `due`.
  public var isCalling: Bool { isOut }

  private mutating func call(at moment: Instant) { next = min(next ?? moment, moment) }

  /// Something happened that a caregiver should see.
  public mutating func stir(at now: Instant) {
    if isShut { return }
    // A portal that is away is not called more often for it than now and then.
    call(at: now + (failures == 0 ? Link.gathers : Link.pauses[0]))
  }

  /// Whether a case is open: then the device waits for messages.
  public mutating func learn(isOpen: Bool, at now: Instant) {
    guard isOpen != self.isOpen else { return }
    self.isOpen = isOpen
    stir(at: now)
  }

  /// The core hears an end of company, whichever way it came. Company from before must not outlive it: the core
  /// would not know of the end any more after a power cut.
  public mutating func learn(companyEnd said: WallTime, at now: Instant) {
    companyEnd = max(companyEnd ?? said, said)
    // A waiting word comes again with the next call, and is refused then.
    if hasCompanyWaiting { stir(at: now) }
  }

  // MARK: Up

  /// Makes the next call. The one before, if it is still out, is dropped by the caller.
  /// - Parameters:
  ///   - records: of the log behind `memory.stored`, oldest first, and whether there are more.
  ///   - mark: of the last of the records; nil: none is taken.
  ///   - annotations: those of the records, in the same order.
  ///   - file: the device's own file; nil while it cannot be used.
  ///   - pictures: the hashes of those that the profile names and the device lacks.
  public mutating func request(
    device: UInt64, boot: UInt32, records: (rows: [SyncRecord], more: Bool),
    mark: Int64? = nil, annotations: [SyncAnnotation] = [], places: [SyncPlace], health: SyncHealth,
    file: LinkFile?, lacking pictures: [String] = []
  ) -> SyncRequest {
    var request = SyncRequest(device: device, boot: boot, from: memory.stored, health: health)
    request.records = records.rows
    request.more = records.more
    request.annotations = annotations
    request.places = places
    request.health.profile = memory.revision
    request.health.open = isOpen
    request.profileRefused = memory.refused
    request.did = memory.done.filter { untold.contains($0.message) }.suffix(SyncLimits.messages)
    let forgotten = untold.filter { id in !memory.done.contains { $0.message == id } }
    for id in forgotten.prefix(SyncLimits.messages - request.did.count) {
      if let outcome = memory.outcome(of: id) { request.did.append(outcome) }
    }
    request.health.inForce = file.map { $0.revision?.revision ?? 0 }
    if let file, file.mark != memory.file {
      request.profileKept = file.text
      let yaml = file.revision?.yaml
      // Two texts of the largest size are more than one call carries.
      let hasRoom = file.text.utf8.count + (yaml?.utf8.count ?? 0) <= SyncLimits.profile
      request.profileInForce = hasRoom ? yaml : nil
    }
    // A held call may be cut before its answer, so nothing hangs in one that must be confirmed.
    let hasNews = !request.records.isEmpty || !request.did.isEmpty || request.profileKept != nil
    request.wait = (isOpen || isWatched) && !hasNews
    request.pictures = pictures.isEmpty ? nil : Array(pictures.prefix(SyncLimits.pictures))
    told = request.did.map(\.message)
    toldFile = request.profileKept == nil ? nil : file?.mark
    sent = request.records.last?.sequence ?? memory.stored
    sentMark = request.records.isEmpty ? memory.mark : mark
    hasMore = request.more
    isFileKnown = file.map { $0.mark == memory.file } ?? false
    isOut = true
    isHeld = request.wait
    next = nil
    return request
  }

  /// The call that is out is dropped: nobody knows whether it arrived.
  public mutating func drop() { isOut = false }

  /// The call came to nothing.
  /// - Parameter isFinal: trying again soon does not help: the key, or the version.
  public mutating func failed(isFinal: Bool = false, at now: Instant) {
    isOut = false
    let pause = Link.pauses[min(failures, Link.pauses.count - 1)]
    failures += 1
    isWatched = false
    isShut = isFinal
    let bounded = isOpen ? min(pause, Link.urgentPause) : pause
    next = now + (isFinal ? Link.longPause : bounded)
  }

  // MARK: Down

  /// The answer to the call that is out.
  /// - Parameter wall: by a clock that the core trusts; nil: it trusts none.
  /// - Returns: what is new in it.
  public mutating func took(
    _ answer: SyncAnswer, at now: Instant, wall: WallTime?, _ facts: LinkFacts
  ) -> LinkNews {
    isOut = false
    failures = 0
    isShut = false
    isWatched = answer.watched
    let hasMoved = take(stored: min(answer.stored, sent))
    if answer.kept, let toldFile {
      if memory.file != toldFile { isMemoryNews = true }
      memory.file = toldFile
      isFileKnown = true
    }
    untold.removeAll { told.contains($0) }
    var news = LinkNews()
    news.picture = answer.picture
    hasCompanyWaiting = false
    let over = answer.messages.lastIndex { $0.endsCompany(facts) } ?? 0
    for (place, message) in answer.messages.enumerated() {
      take(message, wall, facts, isOvertaken: place < over, &news)
    }
    if let profile = answer.profile, isFileKnown,
      profile.revision > max(memory.revision, memory.refused?.revision ?? 0)
    {
      news.profile = profile
    }
    let again = SyncLimits.again
    let calm = Milliseconds.seconds(
      Int64(min(max(answer.again, again.lowerBound), again.upperBound)))
    // A server that repeats itself is not called without end: only progress is followed at once.
    let breath = hasMoved ? Milliseconds(0) : Link.breath
    call(at: now + (isOpen || isWatched ? breath : calm))
    if hasMore || memory.stored < sent {
      call(at: now + (hasMoved ? Milliseconds(0) : Link.pauses[0]))
    }
    if !untold.isEmpty { call(at: now + Link.breath) }
    return news
  }

  /// A portal that lost its log is given it again from where it is, and the device's own file with it.
  /// - Returns: whether the portal has another part of the log than before.
  private mutating func take(stored: Int64) -> Bool {
    guard stored != memory.stored else { return false }
    if stored < memory.stored {
      memory.file = nil
      isFileKnown = false
    }
    memory.stored = stored
    memory.mark = stored == sent ? sentMark : nil
    isMemoryNews = true
    return true
  }

  private mutating func take(
    _ message: SyncMessage, _ wall: WallTime?, _ facts: LinkFacts, isOvertaken: Bool,
    _ news: inout LinkNews
  ) {
    if memory.outcome(of: message.id) != nil {
      if !untold.contains(message.id) { untold.append(message.id) }
      return
    }
    guard !pending.contains(where: { $0.id == message.id }), news.messages.count < 32 else {
      return
    }
    switch LinkJudgement(message, wall: wall, facts) {
    case .wait:
      guard case .company(_, let said, _) = message.word else { break }
      // The core would not know any more after a power cut that its end has been said.
      let isBeforeEnd =
        if let said, let companyEnd { said < companyEnd.milliseconds } else { false }
      if isOvertaken || isBeforeEnd {
        end(SyncDone(message: message.id, outcome: .refused, why: SyncReason.notTaken.rawValue))
      } else {
        hasCompanyWaiting = true
      }
    case .end(let outcome): end(outcome)
    case .act(let word):
      pending.append(Pending(id: message.id, message: word))
      news.messages.append((message.id, word))
    case .test(let caregiver): news.test = (message.id, caregiver)
    case .advise:
      if !news.advise.contains(message.id) { news.advise.append(message.id) }
    case .edit(let edit, let isOver):
      // An answer that repeats itself is not obeyed twice.
      guard !news.edits.contains(where: { $0.id == message.id }) else { break }
      news.edits.append((message.id, edit, isOver))
    }
  }

  private mutating func end(_ outcome: SyncDone) {
    memory.remember(outcome)
    isMemoryNews = true
    if !untold.contains(outcome.message) { untold.append(outcome.message) }
  }

  // MARK: What became of it

  /// The core had a message, and its records are durable.
  /// - Parameter why: the reason why it does not count; nil: it does.
  public mutating func handled(_ message: Message, refused why: String?, at now: Instant) {
    guard let at = pending.firstIndex(where: { $0.message == message }) else { return }
    let id = pending.remove(at: at).id
    end(SyncDone(message: id, outcome: why == nil ? .applied : .refused, why: why))
    call(at: now)
  }

  /// A message that the core does not know, such as a test alert or an edit, has come to its end.
  /// - Parameter advice: the answer to a question for it.
  public mutating func ended(
    _ id: Int64, refused why: String?, advice: SyncAdvice? = nil, at now: Instant
  ) {
    guard memory.outcome(of: id) == nil else { return }
    end(
      SyncDone(
        message: id, outcome: why == nil ? .applied : .refused, why: why, advice: advice))
    call(at: now)
  }

  /// An edit was over before it was made.
  public mutating func expired(_ id: Int64, at now: Instant) {
    guard memory.outcome(of: id) == nil else { return }
    end(SyncDone(message: id, outcome: .expired))
    call(at: now)
  }

  /// Whether the core has this message from the portal, and not from a mailbox.
  public func isPending(_ message: Message) -> Bool { pending.contains { $0.message == message } }

  /// The log ends there. A state that was put back from a copy, or set aside, knows less than it did. The
  /// answer to a call that is out counts no further, either.
  public mutating func clamp(to last: Int64) {
    if sent > last { (sent, sentMark) = (last, nil) }
    guard memory.stored > last else { return }
    memory.stored = last
    memory.mark = nil
    isMemoryNews = true
  }

  /// The log has this mark at `memory.stored`; nil: no record. Where it is not the one that the portal got, the log
  /// lost its end, and as much or more came since. All of it is told again: the portal finds where the two part.
  public mutating func compare(mark: Int64?) {
    guard let known = memory.mark, known != mark else { return }
    sent = 0
    memory.stored = 0
    memory.mark = nil
    isMemoryNews = true
  }

  /// The core starts anew: what it had not settled comes again.
  public mutating func restart() { pending = [] }

  /// A revision of the profile is in force, durably.
  public mutating func taken(revision: Int, at now: Instant) {
    memory.revision = revision
    memory.refused = nil
    isMemoryNews = true
    call(at: now)
  }

  /// The device's own file took the place of the revision: the portal is told so, even for a text that it knows.
  public mutating func overtook(at now: Instant) {
    memory.file = nil
    isFileKnown = false
    isMemoryNews = true
    call(at: now)
  }

  /// A picture has come to its end: it is stored, or is not asked for again.
  /// - Parameter more: others are lacking still.
  public mutating func tookPicture(more: Bool, at now: Instant) {
    if more { call(at: now + Link.breath) }
  }

  /// A revision of the profile cannot be used.
  public mutating func refused(revision: Int, why: String, at now: Instant) {
    memory.refused = SyncProfileRefusal(revision: revision, why: why)
    isMemoryNews = true
    call(at: now)
  }

  /// The memory was written.
  public mutating func kept() { isMemoryNews = false }
}

/// Facts of the device by which messages are judged.
public struct LinkFacts {
  /// The caregivers' identities, in the order of the profile.
  public var caregivers: [UInt32]
  /// The minute of the day, local time.
  public var minuteOfDay: (WallTime) -> Int16
  /// Whether a token is one of our notices.
  public var isOurs: (UInt64) -> Bool
  /// The token as the core knows it.
  public var forCore: (UInt64) -> UInt64
  /// Whether the log says already that this caregiver answered this token.
  public var isAnswered: (UInt64, UInt8) -> Bool

  public init(
    caregivers: [UInt32], minuteOfDay: @escaping (WallTime) -> Int16,
    isOurs: @escaping (UInt64) -> Bool,
    forCore: @escaping (UInt64) -> UInt64 = { $0 },
    isAnswered: @escaping (UInt64, UInt8) -> Bool
  ) {
    self.caregivers = caregivers
    self.minuteOfDay = minuteOfDay
    self.isOurs = isOurs
    self.forCore = forCore
    self.isAnswered = isAnswered
  }
}

/// The content of an answer, as far as it is new.
public struct LinkNews: Sendable {
  /// Messages for the core, in this order, with the portal's numbers.
  public var messages: [(id: Int64, word: Message)] = []
  /// A test alert that this caregiver asked for.
  public var test: (id: Int64, caregiver: UInt8)?
  /// Questions for advice. They come with each answer until `ended` tells what became of them.
  public var advise: [Int64] = []
  /// Changes of the diary, in this order. `ended` tells what became of each, once it is durable.
  /// One that is over must not be made any more; it may have been made in time, before a power cut.
  public var edits: [(id: Int64, edit: SyncEdit, isOver: Bool)] = []
  public var profile: SyncProfile?
  /// A picture, whether or not it was asked for. `tookPicture` ends it.
  public var picture: SyncPicture?
}
