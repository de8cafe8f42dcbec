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
  private var newestHelp: NoticeID?
  /// Whose server took a notice of help, or of an exit, or who answered one, since the call before.
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
    case .show(let shown):
      page = shown
      judgePage(truth.household, truth)
    // Not before: the power may go between an answer and its record.
    case .store(.outbox(.closed(let id))), .store(.outbox(.acknowledged(let id, _))):
      for i in cases.indices where cases[i].notice == id { cases[i].isOver = true }
    default: break
    }
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
  /// How far a call for help has come, and whom the page names.
  var helpStage: (HelpStage, UInt8)? {
    switch self {
    case .help(let stage, let place): (stage, place)
    case .glucose(.lowAndHelp(_, _, _, let stage, let place)): (stage, place)
    default: nil
    }
  }
}
