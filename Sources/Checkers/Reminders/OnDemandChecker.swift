import Device
import HAL

/// Judges what the family has on demand: ok on the page of the time opens it, for five minutes.
/// Nobody else hears of it.
struct OnDemandChecker: Checker {
  var violation: Violation?

  /// A page that comes up by itself must have been there for so long.
  private static let surprise = Milliseconds(500)
  private static let settles = Milliseconds.seconds(70)
  private static let shownFor = Milliseconds.seconds(5 * 60)
  /// Minutes in which two clocks may take a press for the same one.
  private static let near: Int64 = 3
  private static let most = 300

  private var staged: [Reminder] = []
  private var row: [Reminder] = []
  private var hasOK = false
  private var page: Page?
  private var shown = Instant.start
  private var trustedSince: Instant?
  /// A clock has lied in this life, so that nobody knows the device's minute.
  private var hasLied = false
  /// Occurrences that the device may remember, of whatever life.
  private var heard: [Occurrence] = []
  /// Opened in this life.
  private var asked: [Occurrence] = []
  private var last: (occurrence: Occurrence, at: Instant)?
  /// The reminder that the press of this moment opens.
  private var owed: UInt16?

  mutating func see(_ event: Event, _ truth: Truth) {
    judge(truth)
    if !truth.areClocksGood { hasLied = true }
    switch event.kind {
    case .booted(let boot):
      (staged, row, asked, last) = ([], [], [], nil)
      (page, trustedSince) = (nil, nil)
      hasOK = boot.keys.contains(.ok)
      hasLied = !truth.areClocksGood
    case .restored(.reminder(let occurrence, _, _)): hear(occurrence)
    case .keys(let keys): hasOK = keys.contains(.ok)
    case .setting(.begin): staged = []
    case .setting(.reminder(let reminder)): staged.append(reminder)
    // Another row may end what is open, and may have times that were over.
    case .setting(.end): (row, last) = (staged, nil)
    case .key(let press):
      if press.key == .ok, !press.isLong { owed = opened(truth) }
    default: break
    }
  }

  private mutating func judge(_ truth: Truth) {
    if owed != nil {
      owed = nil
      fail(.entryIsNotLost, at: truth.now, "ok asks for the entry on demand, and it is not opened")
    }
    guard truth.isPowered, !hasLied, let last, case .reminder(let shown)? = page,
      shown.occurrence == last.occurrence,
      truth.now - last.at > OnDemandChecker.shownFor + .seconds(2)
    else { return }
    self.last = nil
    fail(
      .pageHasACause, at: truth.now,
      "\(shown.occurrence.name) was opened on demand, and stays for more than five minutes")
  }

  /// The reminder that ok opens now; nil: none, or nobody can tell.
  private func opened(_ truth: Truth) -> UInt16? {
    guard hasOK, case .home? = page, truth.now - shown > OnDemandChecker.surprise, !hasLied,
      truth.areClocksGood, truth.hasProfile, row.count <= 32, let trustedSince,
      truth.now - trustedSince > OnDemandChecker.settles, let first = first
    else { return nil }
    if let last, truth.now - last.at < .seconds(OnDemandChecker.near * 60) { return nil }
    // A minute has one occurrence, and so has one that a night of another hour repeats.
    let minute = truth.wall.milliseconds / 60_000 + truth.household.zone.offset(at: truth.wall)
    let isKnown = heard.contains {
      $0.reminder == first
        && (Int64($0.due.count) - minute).magnitude <= UInt64(OnDemandChecker.near)
    }
    return isKnown ? nil : first
  }

  /// The first on demand in the order of announcements. Of two with one number the later one
  /// counts.
  private var first: UInt16? {
    var best: Reminder?
    for (i, reminder) in row.enumerated() where reminder.isOnDemand {
      if row[(i + 1)...].contains(where: { $0.id == reminder.id }) { continue }
      guard let chosen = best else {
        best = reminder
        continue
      }
      let isSooner =
        chosen.kind == reminder.kind ? reminder.id < chosen.id : reminder.kind == .medication
      if isSooner { best = reminder }
    }
    return best?.id
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .show(let page):
      (self.page, shown) = (page, truth.now)
      // An entry that was due before the press came first, and the key was for its page.
      owed = nil
    case .clock(.trusted): trustedSince = trustedSince ?? truth.now
    case .clock(.untrusted): trustedSince = nil
    case .reminder(.due(let occurrence, _, let call, _)):
      hear(occurrence)
      let isOnDemand = row.contains { $0.id == occurrence.reminder && $0.isOnDemand }
      if isOnDemand, call == .first { open(occurrence, truth.now) }
    case .reminder(.missed(let occurrence)): hear(occurrence)
    // Put off, it comes again like any other.
    case .reminder(.snoozed(let occurrence, _)): if last?.occurrence == occurrence { last = nil }
    case .outbox(.queued(let notice)):
      if case .reminder(.unanswered(let occurrence)) = notice.matter, asked.contains(occurrence) {
        fail(
          .entryIsSaidOnce, at: truth.now,
          "\(occurrence.name) was opened on demand, and is told as unanswered")
      }
    default: break
    }
  }

  private mutating func open(_ occurrence: Occurrence, _ now: Instant) {
    if owed == occurrence.reminder { owed = nil }
    if asked.count > OnDemandChecker.most { asked.removeFirst() }
    asked.append(occurrence)
    last = (occurrence, now)
  }

  private mutating func hear(_ occurrence: Occurrence) {
    if heard.count > OnDemandChecker.most { heard.removeFirst(100) }
    heard.append(occurrence)
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut: (owed, last, page) = (nil, nil, nil)
    case .clocksGood(false): hasLied = true
    case .end: judge(truth)
    default: break
    }
  }
}
