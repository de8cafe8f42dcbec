import Device
import HAL

/// "Hemos informado a …" is shown only of a caregiver whose server took a notice of that kind. For a
/// call for help it is shown for five minutes: it hides whatever else the wearer is asked for.
struct ToldChecker: Checker {
  var violation: Violation?

  /// People whose server took a notice of help, or of an exit, since the device last had none.
  private var help: Set<UInt32> = []
  private var exit: Set<UInt32> = []
  /// The same of the calls before: what the medium loses may bring back the state of an older one.
  private var helpBefore: Set<UInt32> = []
  private var exitBefore: Set<UInt32> = []
  /// The moment since which the screen says so of this call for help, and whether nothing covers it.
  private var helpTold: (since: Instant, isShown: Bool)?
  private static let longest = Milliseconds.seconds(5 * 60 + 2)
  private var matters: [(id: NoticeID, isHelp: Bool)] = []

  mutating func see(_ event: Event, _ truth: Truth) {
    // Pressed again, it is said again.
    if case .key(let press) = event.kind, press.key == .help { helpTold?.since = truth.now }
    guard let helpTold, helpTold.isShown, truth.now - helpTold.since > ToldChecker.longest else {
      return
    }
    fail(.toldIsTrue, at: truth.now, "the screen has said for 5 minutes that help was told")
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    // A stored notice goes out, although the power may go before it is told.
    case .outbox(.queued(let notice)), .store(.outbox(.notice(let notice))):
      guard !matters.contains(where: { $0.id == notice.id }) else { return }
      switch notice.matter {
      case .help:
        matters.append((notice.id, true))
        helpBefore.formUnion(help)
        help = []
        helpTold = nil
      case .perimeter(.left):
        matters.append((notice.id, false))
        exitBefore.formUnion(exit)
        exit = []
      default: break
      }
      if matters.count > 64 { matters.removeFirst(32) }
    case .show(let page): show(page, truth)
    default: break
    }
  }

  private mutating func show(_ page: Page, _ truth: Truth) {
    helpTold?.isShown = false
    switch page {
    case .help(.told, let caregiver):
      helpTold = (helpTold?.since ?? truth.now, true)
      judge(help, caregiver, "help", truth)
    // The list has changed, and somebody else is called.
    case .help(.calling, _): helpTold = nil
    case .leftPerimeter(.told, let caregiver): judge(exit, caregiver, "the exit", truth)
    default: break
    }
  }

  private mutating func judge(
    _ told: Set<UInt32>, _ caregiver: UInt8, _ of: String, _ truth: Truth
  ) {
    if !told.contains(truth.household.person(at: caregiver)) {
      fail(
        .toldIsTrue, at: truth.now,
        "the screen says that caregiver \(caregiver + 1) knows of \(of), and no server took it")
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { helpTold = nil }
    if case .recordsLost = change {
      help.formUnion(helpBefore)
      exit.formUnion(exitBefore)
    }
    guard case .taken(let id, _, _) = change,
      let matter = matters.first(where: { $0.id == id })
    else { return }
    if matter.isHelp {
      help.insert(truth.reached)
    } else {
      exit.insert(truth.reached)
    }
  }
}

/// The late notice of excursions that nobody was told of lists each of them, the newest sixteen, and says
/// how many are older. ALZ-4.
struct ExcursionListChecker: Checker {
  var violation: Violation?

  private static let most = 16

  /// Written down, and not told yet.
  private var untold: [Excursion] = []
  private var isSure = true

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: (untold, isSure) = ([], truth.isStorageGood)
    case .restored(let record): write(record)
    default: break
    }
  }

  private mutating func write(_ record: Record) {
    switch record {
    case .outbox(.excursion(let excursion)): untold.append(excursion)
    case .outbox(.excursionsTold): untold = []
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .store(let record): write(record)
    case .outbox(.send(let dispatch)):
      if dispatch.notice.matter == .perimeter(.excursions) { judge(dispatch, truth) }
    default: break
    }
  }

  private mutating func judge(_ dispatch: Dispatch, _ truth: Truth) {
    guard isSure, truth.isStorageGood else { return }
    guard let list = dispatch.excursions else {
      return fail(.noticeIsTrue, at: truth.now, "the list of excursions goes out without a list")
    }
    let expected = Array(untold.suffix(ExcursionListChecker.most))
    var listed: [Excursion] = []
    for i in 0..<list.count { listed.append(list[i]) }
    if listed != expected {
      fail(
        .noticeIsTrue, at: truth.now,
        "the list has \(listed.count) excursions, and \(expected.count) are untold, or others")
    }
    if Int(dispatch.olderExcursions) != untold.count - expected.count {
      fail(
        .noticeIsTrue, at: truth.now,
        "the list says \(dispatch.olderExcursions) older ones, of \(untold.count)")
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .recordsLost = change { isSure = false }
  }
}
