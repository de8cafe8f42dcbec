import HAL

/// The core: a state machine that takes events and answers with actions. CARD-2.
///
/// One value, no references, no heap, no clock of its own. `handle` is the loop's one step. Each
/// feature is a small machine in a folder of its own. The extensions of `Device` tell the other
/// features of a change in one.
public struct Device: Sendable {
  /// The position is lost after this long without a good fix, counted from its measurement.
  public static let lostAfter = Milliseconds.seconds(30)

  /// Deadlines made up for in one event: those of a day. The time before it is passed in one step, so
  /// that a list with a leap of years does not stand still.
  static let mostPasses = 10_000

  var reckoning = DeadReckoning()
  var rule = PerimeterRule()
  var filter = FixFilter()
  /// A row of settings that has not come to its end.
  var staged: Configuration?
  var configuration = Configuration.bare

  var reminders = Reminders()
  var dose = DosePrompt()
  var outbox = Outbox()
  var clock = WallClock()
  /// Stands where the clock leaves room.
  private(set) var pageGuard = PageGuard()
  var watch = Watch()
  var help = Help()
  var lastCall = LastCall()
  var alarm = Alarm()
  var receiver = ReceiverWatch()
  var lostPosition = LostPosition()
  var breadcrumbs = Breadcrumbs()
  var asked = AskedPositions()
  var keptNews = KeptNews()
  var heartbeat = Heartbeat()
  var battery = BatteryWatch()
  var liveness = Liveness()
  var excursion: OpenExcursion?
  /// The wearer's place in an earlier life; used until the first fix.
  var lastSeen: LastSeen?

  var bootedAt = Instant.start
  /// The last event's moment. A deadline in the past is served then: time never runs backward.
  private var latest = Instant.start
  private(set) var pageShown = Instant.start
  /// The state of all features but positioning and perimeter; worked out when somebody asks.
  private var settledState = Digest()
  /// The perimeter's center and radius, as they are folded in for each fix.
  private var perimeterWord: UInt64 = 0
  /// The last sign of an earlier life, once a clock was trusted; the earliest of all times: there was none.
  var lastLife = WallTime(milliseconds: .min)
  /// The earliest deadline of all features but that of the position, which moves with every fix.
  var wake: Instant?
  // All members from here on are small, and stand where they cost their own size only.
  var minutes = MinuteTick()
  /// The moment at which a started device takes up its life, even when nothing has happened.
  var resumeDue: Instant?
  static let resumesWithin = Milliseconds.seconds(5)
  var isStarted = false
  /// A device was started, not only a walk replayed.
  var isBooted = false
  /// Records of an earlier life and the profile may come in; the first other event ends that.
  var isRestoring = true
  var keys = KeySet.all
  var lastRefusal: Refusal?
  var isLost = false
  var isWatching = true
  var storageFailure: StorageError?
  /// The number of times in a row that a deadline was found which had come already.
  private var overdue: UInt16 = 0
  private var isFolded = false
  /// The page that the wearer sees; nil before the first.
  var page: Page?

  public init() {}

  /// The moment at which the core wants to be woken although nothing has happened; nil: never.
  public var nextDeadline: Instant? {
    guard let lastGood = filter.lastGood, !isLost else { return wake }
    return .earlier(lastGood.epoch + Device.lostAfter, wake)
  }

  /// The work of one moment is done in rounds, and each has less to do. More rounds than these show a
  /// deadline that does not move.
  static let mostRounds: UInt16 = 1_000

  /// A deadline that does not move is served once a second: the device must go on.
  private mutating func keepMoving(at now: Instant) {
    guard let due = wake, due <= now else {
      overdue = 0
      return
    }
    if overdue < Device.mostRounds {
      overdue += 1
      return
    }
    let later = now + .seconds(1)
    wake = later > now ? later : nil
  }

  /// The decision about the perimeter.
  public var place: PerimeterRule.Place { rule.place }
  /// No good fix for `lostAfter`.
  public var isPositionLost: Bool { isLost }
  /// The filter's word on the last fix; nil: it counted.
  public var refusal: Refusal? { lastRefusal }
  /// Local time as the device knows it; nil until a clock has spoken.
  public func wallTime(at instant: Instant) -> WallTime? { clock.wall(at: instant) }

  /// Takes one event and performs what follows from it.
  ///
  /// Events come in the order of their stamps. An input at the very moment of a deadline comes before
  /// the deadline.
  public mutating func handle(_ event: Event, _ perform: (Action) -> Void) {
    guard case .fix(let fix) = event.kind else { return handleOther(event, perform) }
    // A fix that only moves the position leaves page, deadline and digest of the rest as they are.
    var isNews = false
    let wasDue = isDue(by: event.at)
    if !isStarted || wasDue { isNews = passDeadlines(before: event.at, perform) }
    latest = max(latest, event.at)
    if isRestoring {
      resume(at: event.at, perform)
      isNews = true
    }
    if take(fix, at: event.at, perform) { isNews = true }
    // A fix brings no deadline nearer: what was not due before it is not due now.
    if wasDue, isDue(by: event.at) { isNews = pass(at: event.at, perform) ?? isNews }
    if isNews { settle(at: event.at, perform) }
  }

  /// The same as `nextDeadline`, in fewer steps, because each fix asks.
  @inline(__always)  // No copy of the device: see LastSeen.swift.
  private func isDue(by end: Instant) -> Bool {
    if let wake, wake <= end { return true }
    guard !isLost, let lastGood = filter.lastGood else { return false }
    return lastGood.epoch + Device.lostAfter <= end
  }

  /// Handles every event but a fix, which comes every second.
  private mutating func handleOther(_ event: Event, _ perform: (Action) -> Void) {
    if case .booted(let boot) = event.kind { start(boot, at: event.at) }
    _ = passDeadlines(before: event.at, perform)
    latest = max(latest, event.at)
    take(event, perform)
    var isKey = false
    if case .key = event.kind { isKey = true }
    if let due = nextDeadline, due <= event.at, !isInRow(event),
      pass(at: event.at, byKey: isKey, perform) == false
    {
      return
    }
    settle(at: event.at, byKey: isKey, perform)
  }

  /// A board wakes the core at each of its deadlines; a bare list of events may not.
  /// - Returns: the position got lost, and that is still to be settled.
  private mutating func passDeadlines(before end: Instant, _ perform: (Action) -> Void) -> Bool {
    if !isStarted {
      isStarted = true
      perform(.started)
    }
    var isNews = false
    var passes = 0
    while passes < Device.mostPasses, let due = nextDeadline, due < end {
      isNews = pass(at: max(due, latest), perform) ?? isNews
      passes += 1
    }
    return isNews
  }

  /// A row of settings counts as one event. A deadline of its moment comes after it, so that nobody is
  /// told by a list that is just changing.
  private func isInRow(_ event: Event) -> Bool {
    if case .setting = event.kind { staged != nil } else { false }
  }

  @inline(never)
  private mutating func take(_ event: Event, _ perform: (Action) -> Void) {
    let now = event.at
    switch event.kind {
    case .setting(let setting): return take(setting, at: now, perform)
    case .restored(let record):
      // Life has gone on: what an earlier one left would undo it.
      if isRestoring { restore(record) }
      return
    case .booted: return
    case .fix, .clock, .keys, .key, .reading, .edited, .answer, .message, .battery, .storage,
      .shuttingDown, .deadline:
      if isRestoring { resume(at: now, perform) }
    }
    switch event.kind {
    case .clock(let wall, let source): _ = learn(wall, from: source, at: now, perform)
    case .keys(let keys): take(keys)
    case .key(let press): take(press, at: now, perform)
    case .reading(let reading): take(reading, at: now, perform)
    case .edited(let record): edit(record, at: now, perform)
    case .answer(let answer): take(answer, at: now, perform)
    case .message(let message): take(message, at: now, perform)
    case .battery(let level): take(level, at: now, perform)
    case .storage(let failure): take(failure, at: now, perform)
    case .shuttingDown: notify(.power(.shuttingDown), at: now, perform)
    case .booted, .restored, .setting, .fix, .deadline: break
    }
  }

  /// Does what is due at `now`, in a fixed order: what touches the wearer first.
  /// - Parameter isKey: a key came at that very moment, and its page is still to be shown.
  /// - Returns: whether the lost position is still to be settled; nil: nothing happened.
  @inline(never)
  private mutating func pass(
    at now: Instant, byKey isKey: Bool = false, _ perform: (Action) -> Void
  ) -> Bool? {
    let isNews = passPosition(at: now, perform)
    guard let wake, wake <= now else { return isNews ? true : nil }
    if isRestoring, let due = resumeDue, due <= now { resume(at: now, perform) }
    passHelp(at: now, perform)
    passTime(at: now, perform)
    passReminders(at: now, perform)
    passDose(at: now, perform)
    passExcursion(at: now)
    passLostPosition(at: now, perform)
    passReceiver(at: now, perform)
    passNotices(at: now, perform)
    passAlarm(at: now, perform)
    settle(at: now, byKey: isKey, perform)
    return false
  }

  /// Brings the page, the deadline and the state's digest up to date.
  private mutating func settle(
    at now: Instant, byKey isKey: Bool = false, _ perform: (Action) -> Void
  ) {
    followHelp(at: now, perform)
    outbox.keepHomeOwed { owed in perform(.store(.outbox(.homeOwed(owed)))) }
    let page = choosePage()
    if page != self.page {
      pageGuard.show(page, after: self.page ?? page, byKey: isKey, passed: now - pageShown)
      self.page = page
      pageShown = now
      perform(.show(page))
    }
    asked.isCaseOpen = asked.waiting != 0 && isCaseOpen()
    var deadlines = EarliestDeadline(earliest: resumeDue)
    visitFeatures(&deadlines)
    wake = deadlines.earliest
    keepMoving(at: now)
    isFolded = false
  }

  private mutating func foldFeatures() {
    var digest = Digest()
    digest.fold((isWatching ? 1 : 0) | (isRestoring ? 2 : 0), UInt64(keys.bits))
    visitFeatures(&digest)
    settledState = digest
    perimeterWord = Digest.mixed(
      configuration.perimeter?.center.digestWord ?? 1, (configuration.perimeter?.radius).digestWord)
    isFolded = true
  }

  /// Folds the decision state in: equal states after equal events fold to equal digests.
  @inline(__always) public mutating func fold(into digest: inout Digest) {
    if !isFolded { foldFeatures() }
    digest.fold(perimeterWord)
    digest.fold(
      filter.lastGood?.position.digestWord ?? 2,
      UInt64(bitPattern: filter.lastGood?.epoch.milliseconds ?? -1))
    digest.fold(
      (filter.lastGood?.eph).digestWord,
      (isLost ? 1 : 0) | (isStarted ? 2 : 0) | UInt64(lastRefusal?.rawValue ?? 0xff) << 8)
    digest.fold(rule.stateWord, rule.evidence.word)
    digest.fold(
      UInt64(bitPattern: rule.homeFor.count) | UInt64(filter.doubtedFor) << 48, filter.stateWord)
    reckoning.fold(into: &digest)
    digest.fold(settledState.value)
  }
}
