import Device
import HAL

/// ALZ-11: a reminder or a dose prompt that nobody answers reaches the caregiver.
///
/// `UnansweredReminder` and `UnansweredDose` judge the time of the notice. `NoticeBook` judges that it,
/// and every other notice, comes to its end.
struct UnansweredChecker: Checker {
  var violation: Violation?

  private var reminder = UnansweredReminder()
  private var book = NoticeBook()
  private var dose = UnansweredDose()

  mutating func see(_ event: Event, _ truth: Truth) {
    reminder.see(event, truth)
    book.see(event, truth, reminder.list)
    dose.see(event, truth, hasOK: reminder.hasOK)
    takeViolations()
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    reminder.see(action, truth)
    book.see(action, truth)
    dose.see(action, truth)
    takeViolations()
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    reminder.see(change, truth)
    book.see(change, truth)
    dose.see(change, truth)
    takeViolations()
  }

  private mutating func takeViolations() {
    if violation == nil { violation = reminder.violation ?? book.violation ?? dose.violation }
  }
}

/// A reminder that nobody answers goes to the caregiver when the limit is over, and not before.
private struct UnansweredReminder: Sendable {
  /// An announced reminder that nobody has answered.
  private struct Wait {
    var occurrence: Occurrence
    /// True wall time from which the limit counts.
    var since: Int64
    /// The device could not tell before then: it was off, or the limits changed.
    var notBefore: Int64
    /// The limit begins anew with the time of this life, by a clock that lies. Restart and date hide how long the
    /// wearer has waited; once the clocks are good, that counts again.
    var anew: Int64?
    var isStored = false
    /// Announced, or put off, in this life.
    var isOwn = true
  }

  /// Milliseconds by which a device's clock may be off, and a fix may come late.
  private static let slop: Int64 = 2000
  private static let slopOverLives: Int64 = 65_000

  private(set) var violation: Violation?
  private var waits: [Wait] = []
  private var limits = Limits()
  private(set) var list = ReminderList()
  private(set) var hasOK = true
  /// The device of this life knows the time.
  private var hasTime = false
  private var hasLied = false
  /// True wall time minus the board's clock.
  private var zero: Int64 = 0
  /// The caregiver must be told in this very event.
  private var toTell: Occurrence?
  /// Told too early, unless something in this event explains it.
  private var early: String?

  private mutating func fail(at now: Instant, _ what: String) {
    guard violation == nil else { return }
    violation = Violation(invariant: .unansweredReachesCaregiver, at: now, what: what)
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    follow(truth)
    judge(truth)
    switch event.kind {
    case .booted(let boot):
      hasOK = boot.keys.contains(.ok)
      hasTime = false
      list.clear()
      if !truth.isStorageGood || hasLied { waits.removeAll() }
    case .setting(let setting):
      if list.take(setting, at: event.at, wasAlive: true) { adopt(truth) }
    default: break
    }
  }

  mutating func see(_ action: Action, _ truth: Truth) {
    switch action {
    case .reminder(.due(let occurrence, _, let call, _)) where call != .again:
      early = nil
      announce(occurrence, truth)
    case .reminder(.acknowledged(let occurrence)): remove(occurrence)
    case .reminder(.snoozed(let occurrence, _)): putOff(occurrence, truth)
    case .outbox(.queued(let notice)): told(notice, truth)
    case .store(let record): keep(record, truth)
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    follow(truth)
    switch change {
    case .powerCut:
      toTell = nil
      early = nil
      hasTime = false
      waits.removeAll { !$0.isStored }
      for i in waits.indices { waits[i].isOwn = false }
    case .recordsLost: waits.removeAll()
    case .end: judge(truth)
    default: break
    }
  }

  private mutating func follow(_ truth: Truth) {
    zero = truth.wall.milliseconds - truth.now.milliseconds
    if !truth.areClocksGood {
      hasLied = true
    } else {
      for i in waits.indices { waits[i].anew = nil }
    }
  }

  private func wall(_ truth: Truth) -> Int64 { truth.now.milliseconds + zero }

  private mutating func remove(_ occurrence: Occurrence) {
    waits.removeAll { $0.occurrence == occurrence }
  }

  private mutating func change(_ occurrence: Occurrence, _ change: (inout Wait) -> Void) {
    guard let i = waits.firstIndex(where: { $0.occurrence == occurrence }) else { return }
    change(&waits[i])
  }

  // MARK: What the device does

  private mutating func announce(_ occurrence: Occurrence, _ truth: Truth) {
    let reminder = list.entry(occurrence.reminder)?.reminder
    // Nobody hears of what the wearer asked for and left.
    if reminder?.isOnDemand == true { return }
    let tells = reminder?.tellsCaregiver ?? false
    if tells || !hasOK { toTell = occurrence }
    guard hasOK else { return }
    // A later time takes the place of the one before.
    waits.removeAll { $0.occurrence.reminder == occurrence.reminder && !$0.isOwn }
    if waits.contains(where: { $0.occurrence.reminder == occurrence.reminder }) {
      fail(
        at: truth.now,
        "\(occurrence.name) is announced, and nobody was told of the one before")
    }
    waits.append(
      Wait(occurrence: occurrence, since: wall(truth), notBefore: wall(truth)))
  }

  /// A stored fact counts, although the power may go before it shows.
  private mutating func keep(_ record: Record, _ truth: Truth) {
    switch record {
    case .alive: begin(truth)
    case .reminder(let occurrence, .announced, _): change(occurrence) { $0.isStored = true }
    case .reminder(let occurrence, .snoozed, _): putOff(occurrence, truth)
    // The answer to a question is written first, and implies the rest.
    case .reminder(let occurrence, .acknowledged, _), .reminder(let occurrence, .answered, _):
      remove(occurrence)
    case .outbox(.notice(let notice)): told(notice, truth)
    default: break
    }
  }

  private mutating func putOff(_ occurrence: Occurrence, _ truth: Truth) {
    let end = wall(truth) + Int64(limits.snooze) * 60_000
    change(occurrence) {
      $0.since = end
      $0.isOwn = true
    }
  }

  private mutating func told(_ notice: Notice, _ truth: Truth) {
    switch notice.matter {
    case .reminder(.due(let occurrence)): if toTell == occurrence { toTell = nil }
    case .reminder(.unanswered(let occurrence)):
      let wait = waits.first { $0.occurrence == occurrence }
      if let wait, wait.isOwn, wall(truth) < due(wait) - UnansweredReminder.slop, waits.count < 8 {
        early = "\(occurrence.name) goes to the caregiver \(due(wait) - wall(truth)) ms too early"
      }
      remove(occurrence)
    default: break
    }
  }

  /// The clock is known: what was open before goes on.
  private mutating func begin(_ truth: Truth) {
    guard !hasTime else { return }
    hasTime = true
    // The device takes back fewer, and may drop any of them.
    if waits.count > 8 { waits.removeAll { !$0.isOwn } }
    for i in waits.indices where !waits[i].isOwn {
      waits[i].notBefore = wall(truth)
      waits[i].anew = truth.areClocksGood ? nil : wall(truth)
    }
  }

  private mutating func adopt(_ truth: Truth) {
    limits = list.limits
    // A reminder that has other times now is another thing, and nobody is asked for the old one.
    waits = waits.filter { list.lists($0.occurrence) }
    for i in waits.indices { waits[i].notBefore = max(waits[i].notBefore, wall(truth)) }
  }

  // MARK: Judgement

  private func due(_ wait: Wait) -> Int64 {
    max(max(wait.since, wait.anew ?? .min) + Int64(limits.reminderLimit) * 60_000, wait.notBefore)
  }

  private mutating func judge(_ truth: Truth) {
    if let early { fail(at: truth.now, early) }
    early = nil
    if let toTell {
      fail(
        at: truth.now,
        "\(toTell.name) is announced, and the caregiver, who is to know, is not told")
    }
    toTell = nil
    guard hasTime, truth.isPowered else { return }
    for wait in waits {
      let slop = wait.isOwn ? UnansweredReminder.slop : UnansweredReminder.slopOverLives
      guard wall(truth) > due(wait) + slop else { continue }
      fail(
        at: truth.now,
        "\(wait.occurrence.name): nobody answered for \(wall(truth) - wait.since) ms, and the "
          + "caregiver is not told")
    }
  }
}
