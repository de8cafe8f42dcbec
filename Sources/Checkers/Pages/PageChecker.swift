import Device
import HAL

/// The screen names only those who were told, wherever the list has them, and shows who has answered.
struct PageChecker: Checker {
  var violation: Violation?

  private struct Case {
    var notice: NoticeID
    var token: UInt64
    var isHelp: Bool
    /// Answered, over, or followed by another; what the medium loses may bring it back.
    var isOver = false
  }

  private var cases: [Case] = []
  /// The newest places that were told while a case was open, by their tokens.
  private var places: [(token: UInt64, notice: NoticeID)] = []
  private var newestHelp: NoticeID?
  /// People whose server took a notice of help, or of an exit, or who answered one, since the call before.
  private var help: Set<UInt32> = []
  private var exit: Set<UInt32> = []
  /// The same of all calls before: what the medium loses may bring back the state of an older one.
  private var helpBefore: Set<UInt32> = []
  private var exitBefore: Set<UInt32> = []
  private var page: Page?
  /// Somebody answered a call for help that the screen was about, and who was in the list then.
  private var answered: (person: UInt32, list: Household, at: Instant)?
  /// The list as the device has just read it; nil: it has had time to look at its screen.
  private var read: Household?

  mutating func see(_ event: Event, _ truth: Truth) {
    judgeAnswer(truth)
    // The screen stands still between two events; a list may have changed behind it.
    if let read {
      self.read = nil
      judgePage(read, truth)
    }
    switch event.kind {
    case .booted: page = nil
    case .setting(.end): read = truth.household
    case .message(.acknowledged(let token, let caregiver)): take(token, caregiver, truth)
    default: break
    }
  }

  private mutating func take(_ token: UInt64, _ caregiver: UInt8, _ truth: Truth) {
    guard Int(caregiver) < truth.household.caregivers.count,
      let known = cases.last(where: { $0.token == token && !$0.isOver })
    else { return }
    let person = truth.household.person(at: caregiver)
    guard known.isHelp else {
      exit.insert(person)
      return
    }
    help.insert(person)
    guard known.notice == newestHelp else { return }
    if page?.helpStage != nil { answered = (person, truth.household, truth.now) }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .outbox(.queued(let notice)), .store(.outbox(.notice(let notice))): begin(notice)
    case .store(.outbox(.acknowledged(let id, let caregiver))):
      if case .message(.acknowledged(let token, caregiver)) = event.kind {
        answer(id, token, truth.household.person(at: caregiver))
      }
      end(id)
    case .show(let shown):
      page = shown
      judgePage(truth.household, truth)
    // A case is over with its record, not before: the power may go between an answer and its record.
    case .store(.outbox(.closed(let id))): end(id)
    default: break
    }
  }

  private mutating func end(_ id: NoticeID) {
    for i in cases.indices where cases[i].notice == id { cases[i].isOver = true }
  }

  /// A caregiver who answers a place that was told after the case began knows of the case.
  private mutating func answer(_ id: NoticeID, _ token: UInt64, _ person: UInt32) {
    guard places.contains(where: { $0.token == token && $0.notice > id }),
      let known = cases.last(where: { $0.notice == id })
    else { return }
    if known.isHelp { help.insert(person) } else { exit.insert(person) }
  }

  private mutating func begin(_ notice: Notice) {
    guard !cases.contains(where: { $0.notice == notice.id }) else { return }
    switch notice.matter {
    case .help:
      helpBefore.formUnion(help)
      help = []
      newestHelp = notice.id
      add(notice, isHelp: true)
    case .perimeter(.left):
      exitBefore.formUnion(exit)
      exit = []
      add(notice, isHelp: false)
    case .location(.breadcrumb), .location(.firstAfterHelp):
      if places.count > 200 { places.removeFirst(100) }
      places.append((notice.token, notice.id))
    default: break
    }
  }

  private mutating func add(_ notice: Notice, isHelp: Bool) {
    if cases.count > 64 { cases.removeFirst() }
    cases.append(Case(notice: notice.id, token: notice.token, isHelp: isHelp))
  }

  private mutating func judgePage(_ household: Household, _ truth: Truth) {
    if let (stage, place) = page?.helpStage, stage == .told || stage == .answered {
      judge(help, household.person(at: place), place, "help", truth)
    }
    switch page {
    case .leftPerimeter(.told, let place), .leftPerimeter(.answered, let place):
      judge(exit, household.person(at: place), place, "the exit", truth)
    default: break
    }
  }

  private mutating func judge(
    _ told: Set<UInt32>, _ person: UInt32, _ place: UInt8, _ what: String, _ truth: Truth
  ) {
    guard !told.contains(person) else { return }
    fail(
      .namedWereTold, at: truth.now,
      "the screen names caregiver \(place + 1) as knowing of \(what), who was told by no server "
        + "and has not answered")
  }

  private mutating func judgeAnswer(_ truth: Truth) {
    guard let answered else { return }
    self.answered = nil
    guard let (stage, place) = page?.helpStage else { return }
    if stage == .answered, answered.list.person(at: place) == answered.person { return }
    fail(
      .answerIsShown, at: answered.at,
      "a caregiver answered the call for help, and the screen does not say so")
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .taken(let id, _, _):
      guard let known = cases.last(where: { $0.notice == id }) else { return }
      // A server may take it after somebody else has answered.
      let isNewest = cases.last(where: { $0.isHelp == known.isHelp })?.notice == id
      guard isNewest || !known.isOver else { return }
      if known.isHelp { help.insert(truth.reached) } else { exit.insert(truth.reached) }
    case .powerCut:
      answered = nil
      page = nil
    case .recordsLost:
      help.formUnion(helpBefore)
      exit.formUnion(exitBefore)
      for i in cases.indices { cases[i].isOver = false }
      // The device may know of an older one only.
      newestHelp = nil
    default: break
    }
  }
}

extension Page {
  /// The progress of a call for help, and the caregiver whom the page names.
  var helpStage: (HelpStage, UInt8)? {
    switch self {
    case .help(let stage, let place): (stage, place)
    case .glucose(.lowAndHelp(_, _, _, let stage, let place)): (stage, place)
    default: nil
    }
  }
}

/// The page of the time is true. It shows the time only while the clock is trusted, the company and its
/// end, and the date of a kept profile in force. ALZ-8.
struct HomePageChecker: Checker {
  var violation: Violation?

  private enum Company: Equatable {
    /// An earlier life may have left some.
    case unknown
    case until(WallTime?)
  }

  private var page: Page?
  private var isTrusted = false
  private var company = Company.until(nil)
  private var stagedKept: WallTime?
  private var kept: WallTime?
  private var stagedMissing = false
  private var isMissing = false
  /// False within a row of settings, and before the first one.
  private var isWhole = false

  mutating func see(_ event: Event, _ truth: Truth) {
    if isWhole { judge(truth.now) }
    switch event.kind {
    case .booted: self = HomePageChecker(violation: violation)
    case .restored(.accompanied): company = .unknown
    case .setting(.begin): (isWhole, stagedKept, stagedMissing) = (false, nil, false)
    case .setting(.kept(let since, _)): stagedKept = since
    case .setting(.noProfile): stagedMissing = true
    case .setting(.end): (isWhole, kept, isMissing) = (true, stagedKept, stagedMissing)
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .show(let page): self.page = page
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isTrusted = false
    case .company(.accompanied(let until)): company = .until(until)
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { self = HomePageChecker(violation: violation) }
  }

  /// The screen as it stood until this event.
  private mutating func judge(_ now: Instant) {
    switch page {
    case .noProfile:
      if !isMissing { complain("there is a profile, and the screen says that there is none", now) }
    case .home(let showsTime, let accompanied, let keptSince):
      if isMissing { complain("there is no profile, and the screen does not say so", now) }
      if showsTime != isTrusted {
        complain("the screen \(showsTime ? "shows" : "hides") the time", now)
      }
      if keptSince != kept {
        complain("the screen has a profile of another time in force", now)
      }
      if case .until(let until) = company, accompanied != (isTrusted ? until : nil) {
        complain("the screen is wrong about who is accompanied", now)
      }
    default: break
    }
  }

  private mutating func complain(_ what: String, _ now: Instant) {
    fail(.pageHasACause, at: now, what)
  }
}

/// The page of an exit shows the progress of its notice. It is on its way for a minute; then nobody can
/// be reached, until a server takes it or somebody answers.
///
/// It judges from the exit up to any change of the list or the device.
struct ExitPageChecker: Checker {
  var violation: Violation?

  private static let patience = Milliseconds.seconds(60)
  private static let slack = Milliseconds.seconds(2)

  private struct Exit {
    var at: Instant
    var notice: NoticeID?
    var isTold = false
    var isAnswered = false
  }

  private var exit: Exit?
  private var page: Page?

  mutating func see(_ event: Event, _ truth: Truth) {
    if truth.isPowered { judge(truth.now, truth) }
    switch event.kind {
    case .booted: (exit, page) = (nil, nil)
    case .setting: exit = nil
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .perimeter(.left): exit = Exit(at: truth.now)
    case .perimeter(.returned), .company(.accompanied): exit = nil
    case .outbox(.queued(let notice)) where notice.matter == .perimeter(.left):
      if exit?.notice == nil { exit?.notice = notice.id } else { exit = nil }
    case .outbox(.delivered(let id, _)): if id == exit?.notice { exit?.isTold = true }
    case .outbox(.acknowledged(let id, _)): if id == exit?.notice { exit?.isAnswered = true }
    case .show(let page): self.page = page
    default: break
    }
  }

  private mutating func judge(_ now: Instant, _ truth: Truth) {
    guard let exit, exit.notice != nil, case .leftPerimeter(let stage, _) = page else { return }
    let passed = now - exit.at
    if truth.isProfileGood {
      let hasSomebody = truth.household.reachesSomebody
      if !hasSomebody, stage == .calling || stage == .notThrough {
        complain("is on its way or fails, and the list names nobody", now)
      }
      if hasSomebody, stage == .nobody { complain("has nobody to go to, and the list does", now) }
    }
    switch stage {
    case .calling:
      if exit.isTold || exit.isAnswered {
        complain("is still on its way, although a server has it or somebody has answered", now)
      } else if passed > ExitPageChecker.patience + ExitPageChecker.slack {
        complain("is on its way for \(passed.count / 1000) s, and does not say that it fails", now)
      }
    case .notThrough, .nobody:
      if exit.isTold || exit.isAnswered {
        complain("fails, although a server has it or somebody has answered", now)
      } else if stage == .notThrough, passed < ExitPageChecker.patience {
        complain("fails after \(passed.count / 1000) s", now)
      }
    case .told:
      if exit.isAnswered { complain("is taken by a server, although somebody has answered", now) }
      if !exit.isTold { complain("is taken by a server, and none has taken it", now) }
    case .answered:
      if !exit.isAnswered { complain("is answered, and nobody has answered", now) }
    }
  }

  private mutating func complain(_ what: String, _ now: Instant) {
    fail(.toldIsTrue, at: now, "by the screen the notice of the exit \(what)")
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut: (exit, page) = (nil, nil)
    case .reloaded, .recordsLost: exit = nil
    default: break
    }
  }
}

/// Low glucose and "help is not through" share the screen: ok belongs to help, plus to the reading.
struct SharedPageChecker: Checker {
  /// A key this soon after a page was meant for the page before.
  private static let pageGuard = Milliseconds(500)

  var violation: Violation?
  private var page: Page?
  private var shown = Instant.start
  private var pressed: (key: Key, at: Instant)?

  mutating func see(_ event: Event, _ truth: Truth) {
    judge()
    if case .booted = event.kind { page = nil }
    guard case .key(let press) = event.kind, press.key == .ok || press.key == .plus,
      case .glucose(.lowAndHelp) = page, truth.now - shown >= SharedPageChecker.pageGuard
    else { return }
    pressed = (press.key, truth.now)
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    guard case .show(let page) = action else { return }
    (self.page, shown) = (page, truth.now)
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    // The cut may have come in the middle of a press.
    if case .powerCut = change { (page, pressed) = (nil, nil) }
    if case .end = change { judge() }
  }

  private mutating func judge() {
    guard let pressed else { return }
    self.pressed = nil
    if pressed.key == .ok, case .glucose(.lowAndHelp) = page {
      fail(.lowAndHelpShareThePage, at: pressed.at, "ok was pressed, and help stays on the page")
    }
    guard pressed.key == .plus else { return }
    if case .dose(.enterGlucose) = page { return }
    fail(.lowAndHelpShareThePage, at: pressed.at, "plus was pressed, and no reading is entered")
  }
}
