import Device
import HAL

/// "Hemos informado a …" is shown only of a caregiver whose server took a notice of that kind, also after a change of
/// the list. For a call for help it is shown for five minutes: it hides whatever else the wearer is asked for.
///
/// Nobody is said to be called by a device that knows that somebody in the list has been told.
struct ToldChecker: Checker {
  var violation: Violation?

  /// People whose server took a notice of help, or of an exit, since the device last had none.
  private var help: Set<UInt32> = []
  private var exit: Set<UInt32> = []
  /// The same of the calls before: what the medium loses may bring back the state of an older one.
  private var helpBefore: Set<UInt32> = []
  private var exitBefore: Set<UInt32> = []
  /// The moment since which the screen says so of this call for help, or names who answered, and whether
  /// nothing covers it.
  private var helpTold: (stage: HelpStage, since: Instant, isShown: Bool)?
  private static let longest = Milliseconds.seconds(5 * 60 + 2)
  /// The moment since which the screen says that somebody is being called, and whether nothing covers it.
  private var calling: (since: Instant, isShown: Bool)?
  private static let patience = Milliseconds.seconds(60 + 2)
  private var matters: [(id: NoticeID, isHelp: Bool)] = []
  /// The page that names somebody, and whom; nil: it names nobody.
  private var shown: (page: Page, person: UInt32)?
  /// The people of a list that the device was just given; the screen has this turn to follow.
  private var newList: [UInt32]?
  /// The newest call, and those of whom the device knows that their server took it.
  private var call: NoticeID?
  private var known: Set<UInt32> = []
  private var knownBefore: Set<UInt32> = []

  mutating func see(_ event: Event, _ truth: Truth) {
    judgeName(truth.now)
    if case .booted = event.kind { shown = nil }
    if case .setting(.end) = event.kind, truth.hasProfile {
      let list = truth.household.caregivers.indices.map { truth.household.person(at: UInt8($0)) }
      newList = list
      // Whoever leaves the list and comes back is called again. Another page may have covered that they were told.
      if !known.isEmpty, known.isDisjoint(with: list) { calling?.since = truth.now }
      known.formIntersection(list)
      knownBefore.formIntersection(list)
    }
    // A delivery that the medium kept is known in the next life, too.
    if case .restored(.outbox(.delivery(let id, _, .accepted))) = event.kind, id == call {
      known.formUnion(knownBefore)
    }
    // Pressed again, it is said again.
    if case .key(let press) = event.kind, press.key == .help { helpTold?.since = truth.now }
    if let calling, calling.isShown, truth.now - calling.since > ToldChecker.patience {
      fail(
        .toldIsTrue, at: truth.now, "the screen has been calling for help for more than a minute")
    }
    guard let helpTold, helpTold.isShown, truth.now - helpTold.since > ToldChecker.longest else {
      return
    }
    fail(.toldIsTrue, at: truth.now, "the screen has said for 5 minutes that help was told")
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    if let notice = action.newNotice, notice.matter == .help, notice.id != call {
      (call, known, knownBefore) = (notice.id, [], [])
    }
    switch action {
    case .store(.outbox(.delivery(let id, let recipient, .accepted))) where id == call:
      known.insert(truth.household.person(at: recipient.caregiver))
    // A stored notice goes out, although the power may go before it is told.
    case .outbox(.queued(let notice)), .store(.outbox(.notice(let notice))):
      guard !matters.contains(where: { $0.id == notice.id }) else { return }
      switch notice.matter {
      case .help:
        matters.append((notice.id, true))
        helpBefore.formUnion(help)
        help = []
        (helpTold, calling) = (nil, nil)
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
    calling?.isShown = false
    // Whoever knew may leave the list; then the call begins anew.
    if page.helpStage.map({ $0.0 != .calling }) ?? false { calling = nil }
    shown = nil
    switch page {
    case .help(.told, let caregiver):
      stand(.told, truth.now)
      judge(help, caregiver, "help", truth)
      shown = (page, truth.household.person(at: caregiver))
    case .help(.answered, let caregiver):
      stand(.answered, truth.now)
      shown = (page, truth.household.person(at: caregiver))
    // The list has changed, and somebody else is called.
    case .help(let stage, _) where stage == .calling || stage == .notThrough:
      helpTold = nil
      calling = stage == .calling ? (calling?.since ?? truth.now, true) : nil
      if let person = known.first(where: { truth.household.place(of: $0) != nil }) {
        fail(
          .toldIsTrue, at: truth.now,
          "the screen calls for help, and person \(person) is known to have been told")
      }
    case .leftPerimeter(.told, let caregiver):
      judge(exit, caregiver, "the exit", truth)
      shown = (page, truth.household.person(at: caregiver))
    default: break
    }
  }

  private mutating func stand(_ stage: HelpStage, _ now: Instant) {
    let since = helpTold.flatMap { $0.stage == stage ? $0.since : nil }
    helpTold = (stage, since ?? now, true)
    calling = nil
  }

  /// The screen had the whole turn in which the list came. A page is drawn again with the names of that list.
  private mutating func judgeName(_ now: Instant) {
    guard let list = newList else { return }
    newList = nil
    func person(_ place: UInt8) -> UInt32 { place < list.count ? list[Int(place)] : UInt32(place) }
    var isTrue = true
    if case .help(.told, let place) = shown?.page { isTrue = help.contains(person(place)) }
    if case .leftPerimeter(.told, let place) = shown?.page { isTrue = exit.contains(person(place)) }
    if case .help(.answered, let place) = shown?.page { isTrue = person(place) == shown?.person }
    if !isTrue {
      fail(.toldIsTrue, at: now, "the list has changed, and the screen names somebody else")
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
    if case .powerCut = change {
      (helpTold, shown, newList, calling) = (nil, nil, nil, nil)
      (known, knownBefore) = ([], known.union(knownBefore))
    }
    if case .recordsLost = change {
      (call, known, knownBefore) = (nil, [], [])
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
/// how many are older. Times of this life may follow a clock that was put right since. ALZ-4.
struct ExcursionListChecker: Checker {
  var violation: Violation?

  private static let most = 16

  /// One that is written down, and not told yet.
  private struct Untold {
    var excursion: Excursion
    /// The true time of its return; nil: it was written down in an earlier life.
    var back: WallTime?
  }

  /// Sources agree within so many milliseconds.
  private static let near: UInt64 = 3_000
  /// Late epochs put a clock back by a minute and their latency, in milliseconds; a list tells minutes.
  private static let minute: UInt64 = 61_000

  /// Milliseconds by which a time that the device heard was ahead of the true one, in steps of a second.
  private var heard: Set<Int64> = []
  private var untold: [Untold] = []
  /// The true times of this life's returns. One may be written down minutes later, when the network has answered.
  private var returns: [WallTime] = []
  private var isSure = true

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: (untold, returns, isSure, heard) = ([], [], truth.isStorageGood, [])
    case .clock(let wall, _): heard.insert((wall.milliseconds - truth.wall.milliseconds) / 1000)
    case .restored(let record): write(record, isRestored: true)
    default: break
    }
  }

  private mutating func write(_ record: Record, isRestored: Bool) {
    switch record {
    case .outbox(.excursion(let excursion)):
      let back = isRestored ? nil : excursion.returned.flatMap { trueReturn($0) }
      untold.append(Untold(excursion: excursion, back: back))
    case .outbox(.excursionsTold): untold = []
    default: break
    }
  }

  /// The return of that time by the device's clock, which shows the truth or what some source said.
  private func trueReturn(_ shown: WallTime) -> WallTime? {
    func error(_ back: WallTime) -> UInt64 {
      let off = shown.milliseconds - back.milliseconds
      return heard.map { (off - $0 * 1000).magnitude }.reduce(off.magnitude, min)
    }
    return returns.min { error($0) < error($1) }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .store(let record): write(record, isRestored: false)
    case .perimeter(.returned): returns.append(truth.wall)
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
    let isTold =
      listed.count == expected.count
      && zip(listed, expected).allSatisfy { tells($0, $1) }
    if !isTold {
      fail(
        .noticeIsTrue, at: truth.now,
        "the list has \(listed.count) excursions, and \(expected.count) are untold, or others")
    }
    for excursion in listed {
      guard let left = excursion.left, let returned = excursion.returned, returned < left else {
        continue
      }
      fail(
        .noticeIsTrue, at: truth.now, "the list says that somebody left after they were back")
    }
    if Int(dispatch.olderExcursions) != untold.count - expected.count {
      fail(
        .noticeIsTrue, at: truth.now,
        "the list says \(dispatch.olderExcursions) older ones, of \(untold.count)")
    }
  }

  private func tells(_ listed: Excursion, _ untold: Untold) -> Bool {
    let known = untold.excursion
    if listed == known { return true }
    // A list leaves out the exit of an earlier life whose clock led: nobody leaves after they are back.
    if listed.left == nil, listed.returned == known.returned, listed.farthest == known.farthest,
      let left = known.left, let back = known.returned, back < left
    {
      return true
    }
    guard listed.farthest == known.farthest, let back = untold.back,
      let before = known.returned, let after = listed.returned
    else { return false }
    let step = after.milliseconds - before.milliseconds
    // The exit may be of an earlier life, whose clock stands.
    guard
      listed.left == known.left.map({ WallTime(milliseconds: $0.milliseconds + step) })
        || listed.left == known.left || listed.left == nil && known.left.map({ after < $0 }) ?? true
    else { return false }
    // The clock that counts is nearer to the truth or right to the minute, or it says what some source said.
    let wrong = after.milliseconds - back.milliseconds
    let allowed = max(
      (before.milliseconds - back.milliseconds).magnitude, ExcursionListChecker.minute)
    return wrong.magnitude <= allowed
      || heard.contains { (wrong - $0 * 1000).magnitude <= ExcursionListChecker.near }
  }

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    // A late epoch puts the clock back by its age, whatever else is wrong with it.
    if fix.time != nil { heard.insert((fix.timeOff - fix.age.count) / 1000) }
    if fix.hasTime { heard.insert(fix.timeOff / 1000) }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .recordsLost = change { isSure = false }
  }
}
