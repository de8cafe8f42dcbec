import Device
import HAL

/// Judges delivery by a plan of its own (`DeliveryPlan`), which runs beside the device. Each notice
/// goes to the caregivers that the documents name, by the route and at the moment that they state. Its
/// outcome is stored and reported.
struct DeliveryChecker: Checker {
  var violation: Violation?

  /// Tolerance for a deadline.
  static let slack = Milliseconds(1500)
  /// The time by which each attempt has had its answer, or was given up.
  static let clearAfter = Milliseconds.seconds(700)
  /// The page follows at once.
  static let namedWithin = Milliseconds.seconds(5)
  private static let lifetime = Milliseconds.seconds(5 * 86_400)
  /// The number of notices from which some make way for others.
  private static let crowded = 40

  var plan = DeliveryPlan()
  /// The list of a profile that is just being read; nil: none is.
  var staged: [Caregiver]?
  private var stagedLimits = Limits()
  /// Company of an earlier life may count in this one, once a clock proves it.
  private var mayHaveCompany = false
  var isRestoring = true
  var lastFull = Instant(milliseconds: -1_000_000)
  var lastFullOfOrdinary = Instant(milliseconds: -1_000_000)
  /// Help was pressed, and no new notice has come of it yet.
  private var isPressed = false
  /// The newest call for help, and whether a server has refused it.
  private var lastHelp: (notice: NoticeID, wasRefused: Bool)?
  /// The page and alarm that a notice reached nobody.
  var isTroubleSaid = false
  var isTroubleRaised = false
  private var restoredWhos: Whos?
  /// The place that the page of a call names as being called, and since when another one is.
  var called: (place: UInt8, wrongSince: Instant?)?
  /// Time alone changes nothing before this moment.
  var restsUntil = Instant.start
  /// The newest call for help; nil: none in this life, or its state is unclear.
  var newestCall: NoticeID? { lastHelp?.notice }

  // MARK: What happens

  mutating func see(_ fix: FixSighting, _ truth: Truth) { resume(truth.now) }

  mutating func see(_ event: Event, _ truth: Truth) {
    pressAgain(truth.now)
    noteFull(truth.now)
    switch event.kind {
    case .booted:
      boot()
      plan.bootedAt = truth.now
      mayHaveCompany = false
    case .restored(let record):
      if case .accompanied(let until, _, _, _) = record { mayHaveCompany = until != nil }
      if isRestoring { restore(record) }
    case .setting(let setting): take(setting, truth.now)
    default:
      resume(truth.now)
      take(event, truth.now)
    }
  }

  private mutating func take(_ event: Event, _ now: Instant) {
    switch event.kind {
    case .answer(let answer):
      if answer.outcome == .permanent, answer.notice == lastHelp?.notice {
        lastHelp?.wasRefused = true
      }
      plan.answer(answer, at: now)
    case .message(.acknowledged(let token, let caregiver)):
      plan.acknowledge(token, by: caregiver, at: now)
    case .key(let press) where press.key == .help: isPressed = true
    default: break
    }
    plan.work(at: now)
  }

  private mutating func boot() {
    plan = DeliveryPlan()
    staged = nil
    (isRestoring, isPressed, isTroubleSaid, lastHelp) = (true, false, false, nil)
    (restoredWhos, called) = (nil, nil)
    lastFull = Instant(milliseconds: -1_000_000)
    lastFullOfOrdinary = lastFull
  }

  private mutating func restore(_ record: Record) {
    plan.isPartial = true
    if case .outbox(.caregivers(let whos)) = record {
      if restoredWhos != nil, restoredWhos != whos { plan.letters.removeAll() }
      restoredWhos = whos
    }
    if case .outbox(.notice(let notice)) = record, notice.matter == .help {
      lastHelp = (notice.id, false)
    }
    if case .outbox(.delivery(let id, _, .permanent)) = record, id == lastHelp?.notice {
      lastHelp?.wasRefused = true
    }
    plan.restore(record)
    if plan.letters.count > DeliveryChecker.crowded { plan.letters.removeAll() }
  }

  private mutating func resume(_ now: Instant) {
    guard isRestoring else { return }
    isRestoring = false
    restsUntil = .start
    plan.resume(at: now)
  }

  private mutating func take(_ setting: Setting, _ now: Instant) {
    switch setting {
    case .begin: (staged, stagedLimits) = ([], Limits())
    case .caregiver(let caregiver): staged?.append(caregiver)
    case .limits(let limits): stagedLimits = limits
    // One of high priority sounds again by itself, and is not raised anew.
    case .priority(.notDelivered, _): isTroubleRaised = true
    case .perimeter, .watch, .zone, .reminder, .insulin, .mealtime, .quiet, .priority, .accompanied,
      .kept, .noProfile:
      break
    // It is told at once, so that the life before goes on now.
    case .changed: resume(now)
    case .end:
      guard let new = staged else { return }
      staged = nil
      guard !isRestoring else {
        (plan.people, plan.limits) = (new, stagedLimits)
        return
      }
      let before = plan.letters.count
      // Another circle, or other hours, end what is open outside.
      plan.letters.removeAll { $0.matter == .perimeter(.left) || $0.matter == .position(.lost) }
      plan.adopt(new, stagedLimits, at: now)
      if plan.letters.count != before { plan.isPartial = true }
    }
  }

  /// Pressed again, the call goes on with what waits; where a server refused it, by every route.
  mutating func pressAgain(_ now: Instant) {
    guard isPressed else { return }
    isPressed = false
    guard let i = plan.letters.lastIndex(where: { $0.matter == .help && !$0.isEnded }) else {
      if let lastHelp { plan.doubt(lastHelp.notice, at: now) }
      return
    }
    if plan.letters[i].isTold || plan.letters[i].isRestored {
      plan.blur(i, at: now)
      let id = plan.letters[i].notice
      if plan.letters[i].wasRefused {
        plan.doubt(id, at: now)
        forget(id)
      }
    } else if plan.letters[i].wasRefused {
      plan.tryEverything(plan.letters[i].notice, at: now)
    } else {
      plan.bringForward(i, at: now)
    }
    plan.work(at: now)
  }

  private mutating func forget(_ id: NoticeID) {
    plan.letters.removeAll { $0.notice == id }
    plan.isPartial = true
  }

  private mutating func forgetRestored() {
    guard plan.letters.contains(where: { $0.isRestored }) else { return }
    plan.letters.removeAll { $0.isRestored }
    plan.due.removeAll()
    plan.isPartial = true
  }

  private mutating func forget(where isOver: (Notice.Matter) -> Bool) {
    let before = plan.letters.count
    plan.letters.removeAll { isOver($0.matter) }
    if plan.letters.count != before { plan.isPartial = true }
  }

  // MARK: What the device does

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    if case .fix = event.kind { plan.work(at: truth.now) }
    switch action {
    case .outbox(.queued(let notice)): begin(notice, truth.now)
    case .outbox(.send(let dispatch)):
      pressAgain(truth.now)
      noteHours(truth)
      send(dispatch, during: event, truth.now)
    case .store(.outbox(.delivery(let id, let to, .accepted))):
      settle(.delivered(id, to), id, "counts as taken", truth.now)
    case .store(.outbox(.delivery(let id, let to, .permanent))):
      settle(.refused(id, to), id, "counts as refused", truth.now)
    case .outbox(.failed(let id, let caregiver)):
      settle(.failed(id, caregiver), id, "is said to have failed", truth.now)
    case .store(.outbox(.acknowledged(let id, let caregiver))):
      plan.close(id)
      settle(.acknowledged(id, caregiver), id, "counts as answered", truth.now)
      plan.letters.removeAll { $0.notice == id }
      if id == newestCall { plan.keepPlaces(for: caregiver) }
    case .store(.outbox(.closed(let id))): close(id, truth.now)
    case .show(let page): noteCalled(page)
    // Records of an earlier life count caregivers by another list.
    case .store(.outbox(.caregivers)): forgetRestored()
    case .outbox(.delivered): isTroubleSaid = false
    case .alarm(.started(.notDelivered, _)): startTrouble(truth.now)
    case .alarm(.silenced(.notDelivered)): isTroubleSaid = false
    // Other checkers judge when an exit, or a lost place, is over.
    case .perimeter(.returned), .company(.accompanied), .store(.accompanied):
      // An exit that is held back may still make another attempt give up its place.
      plan.lastDoubt = max(plan.lastDoubt, truth.now + .seconds(660))
      forget {
        $0 == .perimeter(.left) || $0 == .position(.lost) || $0 == .perimeter(.returned)
      }
    case .position(.regained): forget { $0 == .position(.lost) }
    default: break
    }
  }

  /// Nobody is to worry about a lost position outside the hours of the watch, or in company. Where the first clock says
  /// so, or the hours end, its mail still goes to somebody, and not round.
  private mutating func noteHours(_ truth: Truth) {
    let hours = truth.household.watch
    guard mayHaveCompany || !hours.isEmpty && truth.isWithin(hours) != true else { return }
    for i in plan.letters.indices where plan.letters[i].matter == .position(.lost) {
      plan.letters[i].mayHaveEnded = true
    }
  }

  private mutating func begin(_ notice: Notice, _ now: Instant) {
    guard plan.index(of: notice.id) == nil else { return }
    // A call that was over already is not the one that this press replaces.
    let before = plan.letters.last { $0.matter == .help && !$0.isEnded }
    let last = lastHelp
    let isPressed = self.isPressed
    self.isPressed = false
    if notice.matter == .help { lastHelp = (notice.id, false) }
    judgeReaders(notice, now)
    if isPressed { judgeCall(notice, after: before, now) }
    plan.begin(notice, at: now)
    // A list of exits may be made anew, and gives its place to an exit that is held back.
    if notice.matter == .perimeter(.returned) || notice.matter == .position(.lost)
      || notice.matter == .perimeter(.excursions),
      let i = plan.index(of: notice.id)
    {
      plan.letters[i].isVague = true
    }
    guard isPressed, notice.matter == .help else { return }
    guard let before, let i = plan.index(of: before.notice) else {
      // An earlier call may not be in the plan. Nobody can tell whose turn it was then, nor whether all routes
      // go at once for the new one.
      if last?.wasRefused ?? false || notice.audience != 0 { forget(notice.id) }
      return
    }
    plan.end(i, at: now)
    // A server's refusal of an earlier call does not concern this one: all routes are tried at once.
    if before.wasRefused { plan.tryEverything(notice.id, at: now) }
    plan.work(at: now)
  }

  private mutating func close(_ id: NoticeID, _ now: Instant) {
    plan.close(id)
    if take(.closed(id)) { return }
    guard let i = plan.index(of: id) else { return }
    let letter = plan.letters[i]
    plan.letters.remove(at: i)
    // A newer place for the same reader stands for this one.
    guard letter.matter.hasNoOtherEnd, !letter.isSuperseded, !letter.isRestored, !plan.isPartial,
      !isOver(letter, now), plan.letters.count < DeliveryChecker.crowded
    else { return }
    fail(.outcomeIsSaid, at: now, "\(letter.name) is closed, and is not at its end")
  }

  /// It is what the plan says of that notice.
  private mutating func settle(
    _ what: DeliveryOutcomeDue, _ id: NoticeID, _ words: String, _ now: Instant
  ) {
    if take(what) { return }
    guard let i = plan.index(of: id) else {
      // The way may be open again.
      if case .delivered = what { plan.blurAll(at: now) }
      return
    }
    if case .failed = what, isOver(plan.letters[i], now) { return }
    // A place of an earlier life stands for its case, and the plan may have let go of it.
    if case .acknowledged = what, plan.letters[i].isRestored, plan.letters[i].matter.isCase,
      plan.strangeAnswer == now
    {
      plan.letters.remove(at: i)
      return
    }
    fail(.outcomeIsSaid, at: now, "\(plan.letters[i].name) \(words) (\(what)), and is not")
  }

  /// A notice that reaches nobody is given up after five days of this life.
  private func isOver(_ letter: DeliveryLetter, _ now: Instant) -> Bool {
    now - letter.born >= DeliveryChecker.lifetime
  }

  private mutating func take(_ what: DeliveryOutcomeDue) -> Bool {
    guard let i = plan.due.firstIndex(where: { $0.what == what }) else { return false }
    plan.due.remove(at: i)
    return true
  }

  private mutating func startTrouble(_ now: Instant) {
    isTroubleSaid = true
    if plan.due.contains(where: { $0.what == .notDelivered }) {
      plan.due.removeAll { $0.what == .notDelivered }
    } else if !plan.isPartial, plan.letters.count < DeliveryChecker.crowded {
      fail(
        .outcomeIsSaid, at: now, "the wearer hears that a notice reached nobody, and none did so")
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut, .recordsLost: boot()
    default: break
    }
  }
}
