import CLinux
import Device
import Diary
import Glibc
import HAL
import Link
import Linux
import Mail
import Profile
import Traces
import Trial
import Words

/// The device on the wearer's wrist: the core's loop on a Linux board.
public final class LiveDevice {
  /// Milliseconds that a device which is told to end waits for its last notice to go out.
  static let farewell: Int64 = 10_000
  /// Milliseconds to wait for keys at the start.
  static let awaitsKeys: Int64 = 2_000

  let options: LiveOptions
  let reactor: Reactor
  let board: LinuxBoard
  private let signals: Signals
  let state: LiveState
  /// All that have been there in this life: one that is unplugged is expected back.
  private(set) var keys = KeySet(bits: 0)
  private(set) var blackBox: BlackBox
  let service: ServiceManager?
  var profile: Profile
  /// Read, and in force with the end of its row: until then the core counts people by the list before.
  var coming: Profile?
  var words: TraceWords
  /// The companions' entries among the reminders.
  var agenda = LiveAgenda()
  /// The kind of settings in force.
  var standing = Standing.current
  /// The last profile that was read well, in this life or an earlier one.
  var lastGood: KeptProfile?
  /// The moment at which it was read, if nobody knew the date then.
  var undated: Instant?
  /// It lives on what was kept, and the file was not looked at yet.
  var isKeptUnread = false
  /// The reason why there is no profile.
  var trouble: FileTrouble?
  /// The last complaint about the file.
  var complaint: String?
  /// Those of the ways in the profile.
  let secrets: LastSecrets
  /// Rings while the file, or a secret, cannot be used.
  var profileTimer: Reactor.Timer?
  var storageTimer: Reactor.Timer?
  var door: LineSocket?
  /// Milliseconds between two signs of life for the service manager, and the timer of the next one.
  var beat: (every: Int64, timer: Reactor.Timer)?
  var nextBeat = BootTime(nanoseconds: 0)
  private var digest = Digest()
  /// The digest at the last event that is in the black box.
  private var recorded = Digest()
  /// Wall time minus device time, as the core knows it; nil before any clock has spoken.
  private var wallAhead: Int64?
  var page: Page?
  private var isReady = false
  private(set) var isEnding = false
  /// It is to start again as soon as nothing is going on.
  var restart: RestartRequest?
  /// SIGHUP came before the device's life had begun.
  private var mustReload = false
  private(set) var hasBegun = false
  /// Looks for the state until it can be opened.
  var seek = StateSeek()
  /// Takes the place of one that could not record, when the core starts anew.
  var nextBlackBox: BlackBox?
  private(set) var tokens = KnownTokens()
  private(set) var openTokens = OpenTokens()
  private(set) var aliases = TokenAliases(key: (0, 0), secret: (0, 0))
  private(set) var answered = AnsweredTokens()
  /// The way to a portal; nil: the profile names none, or its key cannot be read.
  var portal: LivePortal?
  var letters = LiveLetters()
  var letterTimer: Reactor.Timer?
  /// The core has told of a change that came through the portal, and the disk has it or will soon.
  var isChangeStored = false
  /// The core knows that it ends: what it sends now is the last.
  private var isFarewell = false
  private var trustsTime = false
  private let entry: (TimelineEntry) -> Void
  let log: (String) -> Void

  /// - Parameters:
  ///   - entry: gets the acts of the device.
  ///   - log: gets a line for each fact that the device's maintainer should know.
  /// - Throws: `StateError` when another device runs on the state, `SystemError` when the system has no
  ///   descriptors. `InputError` for a profile that cannot be used, if none was kept and somebody sits
  ///   at the terminal.
  public init(
    _ options: LiveOptions, _ entry: @escaping (TimelineEntry) -> Void,
    log: @escaping (String) -> Void
  ) throws {
    self.options = options
    self.entry = entry
    self.log = log
    secrets = LastSecrets(beside: options.profile, log)
    reactor = try Reactor()
    // Signals come before any library starts a thread, which would take them.
    signals = try Signals(reactor)
    // The kept profile comes first: the help key works before the file is read.
    let kept = KeptProfile(in: options.state.path)
    let reading = kept == nil ? ProfileReading(options.profile) : nil
    if let mistake = reading?.mistake, options.isAtTerminal { throw mistake }
    let own = try kept?.profile ?? reading?.profile ?? Profile.none(reading?.remnant)
    profile = PortalProfile.overlaid(
      own, text: kept?.text ?? reading?.text ?? "", in: options.state.path, log)
    words = profile.traceWords
    let recording = options.recording
    let state = try LiveState(
      options.state, program: options.program, makeRoom: { BlackBox.yield(recording) }, log)
    self.state = state
    blackBox = BlackBox(path: recording, boot: state.boot, log: log)
    service = ServiceManager(options.environment)
    board = try LiveBoard.make(
      options, profile, identity: state.identity, secrets, reactor, log)
    if let kept {
      lastGood = kept
      isKeptUnread = true
    } else if let reading {
      begin(with: reading)
    }
    begin()
  }

  // MARK: The life of it

  /// Lives until it is told to end, or its time is over.
  /// - Returns: the digest of all that is in the black box.
  public func run() -> Digest {
    var device = Device()
    var board = self.board
    device.run(
      on: &board,
      { board, event, action in
        action.fold(into: &digest)
        perform(action, at: event.at, on: &board)
      }, settled: { _, event, device in settle(event, &device) })
    service?.stopping()
    board.screen?.restore()
    board.keys?.terminal?.restore()
    return recorded
  }

  /// The settings of the file, and nothing was kept before.
  private func begin(with reading: ProfileReading) {
    if let profile = reading.profile {
      keep(profile, reading.text)
    } else if let mistake = reading.mistake {
      standing = .missing
      trouble = FileTrouble(reading)
      complaint = "\(mistake); no earlier profile was kept, and nobody can be told"
      log(complaint ?? "")
    }
  }

  /// Hands over the records of an earlier life, then the present facts.
  private func begin() {
    signals.arrived = { [unowned self] in take(signal: $0) }
    awaitKeys()
    if isEnding { return board.finish() }
    let storage = LinuxStorage(state.store)
    board.storage = storage
    startCore(from: storage)
    board.handing = { [unowned self] in hand($0) }
    board.understand = { [unowned self] in understand($0) }
    board.network.tokens = { [unowned self] in
      // The token goes without its brackets, which not every mail program keeps.
      openTokens.newestFirst.map { String(tokenText($0).dropFirst().dropLast()) }
    }
    board.turned = { [unowned self] in
      showLife()
      learnKeys()
      if board.screen?.takeMinute() == true { showAgain() }
      if portal?.settling.isEmpty == false { settlePortal(at: board.clock.now) }
    }
    if let duration = options.duration {
      board.finish(at: board.clock.bootTime(of: Instant.start + duration))
    }
    storageTimer = reactor.addTimer(.rest) { [unowned self] in
      if let storage = board.storage { store(again: storage) }
    }
    if state.isUnread { retryStorage() }
    openDoor()
    seekState()
    watch()
    hasBegun = true
    board.take = { [unowned self] in takeLetter($0) }
    usePortal(profile)
    tellChangeAgain()
    awaitFirstLook()
    if mustReload { reload() }
  }

  /// Starts the core with all stored records, and the profile.
  func startCore(from storage: LinuxStorage) {
    let (records, highest) = state.restore(from: storage)
    tokens = KnownTokens()
    answered = AnsweredTokens()
    openTokens = OpenTokens()
    agenda.begin(with: records)
    for record in records {
      openTokens.learn(record)
      answered.learn(record)
      if case .outbox(.notice(let notice)) = record { tokens.learn(notice.token) }
    }
    state.rise(above: highest)
    aliases = TokenAliases(key: (LiveState.draw(), LiveState.draw()), secret: state.secret)
    board.post(.booted(Boot(number: state.boot, keys: keys, secret: state.secret)))
    for record in aliases.hide(records) { board.post(.restored(record)) }
    post(settings())
    if let error = state.error { board.post(.storage(error)) }
    if state.hasUntoldDamage() { board.post(.storage(.damaged)) }
  }

  private func hand(_ event: Event) {
    if case .booted = event.kind, let next = nextBlackBox {
      blackBox = next
      nextBlackBox = nil
      // It begins here, and so does what a replay of it says.
      digest = Digest()
    }
    if case .setting(.end) = event.kind { useRow() }
    portalHands(event)
    blackBox.note(event) { words }
  }

  /// Input devices may come a moment after the device; of those that come later the core is told.
  private func awaitKeys() {
    let until = reactor.now.after(milliseconds: LiveDevice.awaitsKeys)
    while board.keys?.available.bits == 0, reactor.now < until, !isEnding {
      guard (try? reactor.turn(until: until)) != nil else { break }
    }
    keys = board.keys?.available ?? KeySet(bits: 0)
  }

  private func learnKeys() {
    let there = KeySet(bits: keys.bits | (board.keys?.available.bits ?? 0))
    guard there != keys else { return }
    keys = there
    board.post(.keys(there))
    // Its page says what they do.
    showAgain()
  }

  private func settle(_ event: Event, _ device: inout Device) {
    _ = device.foldInPlace(into: &digest)
    if case .deadline = event.kind {} else { recorded = digest }
    let ahead = device.wallTime(at: event.at).map { $0.milliseconds - event.at.milliseconds }
    let isStep = (ahead == nil) != (wallAhead == nil) || abs((ahead ?? 0) - (wallAhead ?? 0)) >= 500
    wallAhead = ahead
    let wasTrusted = trustsTime
    trustsTime = device.trustsTime()
    // The page came before its time was known.
    if isStep { showAgain(at: event.at) }
    if trustsTime, !wasTrusted { dateKept() }
    if isStep || trustsTime != wasTrusted { agenda.isStale = true }
    planAgain()
    board.network.isUrgent = device.hasOpenMatter()
    portalSettles(event, &device)
    if case .shuttingDown = event.kind { isFarewell = true }
    if isFarewell, board.isDrained, board.network.isIdle { board.finish() }
    restartIfCalm(at: event.at, &device)
    if !isReady, board.isDrained {
      isReady = true
      service?.ready()
    }
  }

  private func take(signal: Int32) {
    switch signal {
    case SIGWINCH: board.screen?.resize()
    // The start of the core would lose settings that came before it, so the reload waits.
    case SIGHUP: if hasBegun { reload() } else { mustReload = true }
    case SIGUSR1: takeRestartRequest()
    default:
      guard !isEnding else { return board.finish() }
      isEnding = true
      board.post(.shuttingDown)
      board.finish(at: reactor.now.after(milliseconds: LiveDevice.farewell))
    }
  }

  // MARK: What it does

  private func perform(_ action: Action, at now: Instant, on board: inout LinuxBoard) {
    do throws(PortError) {
      try board.perform(
        action, page: { turn(to: $0, at: now) }, letter: { letter($0, at: now) },
        record: { real($0, at: now) })
      if case .store = action { succeedInStoring() }
    } catch {
      switch error {
      case .unsent(let answer): board.post(.answer(answer))
      case .unstored(let error): failToStore(error)
      }
    }
    portalSees(action, at: now)
    if case .show = action { awaitMinute(from: now) }
    tell(action, at: now)
  }

  /// The record as it goes into the state, by the time that the core trusts.
  private func real(_ record: Record, at now: Instant) -> Record {
    let record = aliases.real(record)
    if case .outbox(.notice(let notice)) = record { tokens.learn(notice.token) }
    openTokens.learn(record)
    answered.learn(record)
    agenda.take(record)
    board.storage?.wallTime = trustedWall(at: now)
    return record
  }

  func wall(at instant: Instant) -> WallTime? {
    wallAhead.map { WallTime(milliseconds: instant.milliseconds + $0) }
  }

  func trustedWall(at instant: Instant) -> WallTime? {
    trustsTime ? wall(at: instant) : nil
  }

  private func tell(_ action: Action, at now: Instant) {
    // Before the core knows the time, the system's is good enough to read a log by.
    let time = wall(at: now) ?? WallTime(milliseconds: clinux_realtime())
    guard let told = TimelineEntry(action, words, at: time, sinceStart: now - .start),
      told.name != .screen
    else { return }
    entry(told)
  }

  /// The language of entries.
  public var language: Language { profile.language }

  private func letter(_ dispatch: Dispatch, at now: Instant) -> Outgoing {
    var dispatch = dispatch
    dispatch.notice = aliases.real(dispatch.notice)
    let zone = ZoneOffset(words.zones)
    // An inbox whose secret is missing or refused is never opened, and nobody is asked to write to it.
    let hasInbound = board.network.options.inbox != nil
    let language = profile.language
    var outgoing = Outgoing(
      notice: dispatch.notice.id, recipient: dispatch.recipient,
      who: who(dispatch.recipient.caregiver), round: dispatch.round, subject: "", text: "",
      isAnswer: dispatch.notice.matter.answersMail, date: trustedWall(at: now))
    switch dispatch.recipient.route {
    case .mail:
      let mail = language.mail(
        dispatch, names: words.names, zone: zone, hasInbound: hasInbound)
      (outgoing.subject, outgoing.text) = (mail.subject, mail.body)
    case .relay:
      outgoing.text = language.relayText(
        dispatch, names: words.names, zone: zone, hasInbound: hasInbound)
    }
    return outgoing
  }

  private func who(_ caregiver: UInt8) -> UInt32 {
    let people = profile.caregivers
    return Int(caregiver) < people.count ? people[Int(caregiver)].setting.who : 0
  }
}
