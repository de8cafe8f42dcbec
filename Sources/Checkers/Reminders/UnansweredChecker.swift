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

/// A prompt for a dose that nobody confirms goes to the caregiver after half an hour. If the power went
/// meanwhile, it does by the time the device knows that the hour of the meal is over.
private struct UnansweredDose: Sendable {
  private struct Prompt {
    var meal: Meal
    var at: Instant
    /// Local time minus UTC, in minutes.
    var offset: Int64
    var by: Instant
    var isStored = false
  }

  private static let limit = Milliseconds.seconds(30 * 60)
  private static let window = Milliseconds.seconds(60 * 60)
  private static let slop = Milliseconds.seconds(2)
  /// A low reading speaks for so long, and of it the caregiver knows.
  private static let low = Milliseconds.seconds(3 * 3600 + 60)
  /// The time after a return in which a trusted clock speaks and the day is looked at.
  private static let settles = Milliseconds.seconds(10)

  /// A dose that somebody entered counts for its meal so long, in milliseconds, and lies ahead so far.
  private static let sameMeal: Int64 = 12 * 3_600_000
  private static let ahead: Int64 = 5 * 60_000

  private(set) var violation: Violation?
  private var prompts: [Prompt] = []
  /// Somebody entered these doses, also of a device that is off or does not know the time yet.
  private var entered: [DiaryDose] = []
  private var lastLow: Instant?
  /// The low has ended then, in this life, and no other was heard of since.
  private var lowOver: Instant?
  private var hasTime = false
  private var hasLied = false

  mutating func see(_ event: Event, _ truth: Truth, hasOK: Bool) {
    // Nobody is asked without a sure insulin section.
    if !truth.hasProfile || !truth.isInsulinSure { prompts.removeAll() }
    judge(truth)
    switch event.kind {
    case .booted:
      hasTime = false
      lowOver = nil
      if !truth.isStorageGood || hasLied { prompts.removeAll() }
    // With other mealtimes, or without insulin, there is nothing to answer.
    case .setting(.end): if hasTime { prompts.removeAll() }
    case .edited(let record):
      switch record {
      // A reading answers no prompt.
      // It may bring a low back that is over, of which there is nothing new to say.
      case .diary(.reading), .diary(.readingRemoved): lowOver = nil
      default: prompts.removeAll()
      }
    default: break
    }
  }

  mutating func see(_ action: Action, _ truth: Truth) {
    switch action {
    case .dose(.prompted(let meal)): ask(meal, truth)
    case .store(.meal(let meal, _, .prompted)):
      for i in prompts.indices where prompts[i].meal == meal { prompts[i].isStored = true }
    case .dose(.confirmed(let dose)): prompts.removeAll { $0.meal == dose.meal }
    // Whoever heard that the dose was taken hears that it was not, once more within the half hour.
    case .dose(.undone(let dose)): ask(dose.meal, truth, isStored: true)
    // A stored fact counts, although the power may go before it shows.
    case .store(.diary(.dose(let dose))): prompts.removeAll { $0.meal == dose.meal }
    case .store(.outbox(.notice(let notice))), .outbox(.queued(let notice)):
      switch notice.matter {
      case .dose(.unanswered(let meal, _)): prompts.removeAll { $0.meal == meal }
      case .glucose(.low): (lastLow, lowOver) = (truth.now, nil)
      default: break
      }
    case .glucose(.low), .show(.glucose(.low)), .show(.glucose(.lowAndHelp)):
      (lastLow, lowOver) = (truth.now, nil)
    case .glucose(.lowOver): lowOver = truth.now
    case .store(.alive): begin(truth)
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut:
      hasTime = false
      prompts.removeAll { !$0.isStored }
      for i in prompts.indices { prompts[i].by = .never }
    // With other mealtimes, changed while the device was off, there is nothing to answer.
    case .recordsLost, .reloaded: prompts.removeAll()
    case .edited(let record): enter(record)
    case .clocksGood(false):
      hasLied = true
      prompts.removeAll()
    case .end: judge(truth)
    default: break
    }
  }

  private mutating func ask(_ meal: Meal, _ truth: Truth, isStored: Bool = false) {
    prompts.removeAll { $0.meal == meal }
    // A mealtime found late ends with its hour, sooner than after half an hour.
    prompts.append(
      Prompt(
        meal: meal, at: truth.now, offset: truth.household.zone.offset(at: truth.wall),
        by: truth.now + UnansweredDose.limit, isStored: isStored))
  }

  private mutating func enter(_ record: Record) {
    switch record {
    case .diary(.dose(let dose)):
      entered.removeAll { $0.id == dose.id }
      entered.append(dose)
    case .diary(.doseRemoved(let id)): entered.removeAll { $0.id == id }
    default: break
    }
  }

  /// Somebody entered a dose of that meal, taken within the last twelve hours.
  private func isEntered(_ meal: Meal, _ truth: Truth) -> Bool {
    entered.contains {
      let age = truth.wall.milliseconds - $0.taken.milliseconds
      return $0.meal == meal && age > -UnansweredDose.ahead && age < UnansweredDose.sameMeal
    }
  }

  private mutating func begin(_ truth: Truth) {
    guard !hasTime else { return }
    hasTime = true
    let offset = truth.household.zone.offset(at: truth.wall)
    for i in prompts.indices where prompts[i].by == .never {
      // An hour of a meal in which the clocks are put back lasts longer.
      let putBack = Milliseconds.seconds(max(0, prompts[i].offset - offset) * 60)
      prompts[i].by = max(
        prompts[i].at + UnansweredDose.window + putBack + .seconds(120),
        truth.now + UnansweredDose.settles)
    }
  }

  private mutating func judge(_ truth: Truth) {
    guard truth.isPowered, violation == nil, truth.areClocksGood else { return }
    let slop = UnansweredDose.slop
    prompts = prompts.filter { truth.now <= $0.by + slop || !isEntered($0.meal, truth) }
    for prompt in prompts where truth.now > prompt.by + slop {
      // One that was over before the prompt excuses nothing.
      let wasOver = lowOver.map { $0 < prompt.at } ?? false
      if let lastLow, lastLow + UnansweredDose.low > prompt.at, !wasOver { continue }
      violation = Violation(
        invariant: .unansweredReachesCaregiver, at: truth.now,
        what: "the dose of \(prompt.meal) was asked for \((truth.now - prompt.at).count) ms ago, "
          + "nobody confirmed it, and the caregiver is not told")
    }
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
    if !truth.areClocksGood { hasLied = true }
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
    for i in waits.indices where !waits[i].isOwn { waits[i].notBefore = wall(truth) }
  }

  private mutating func adopt(_ truth: Truth) {
    limits = list.limits
    // A reminder that has other times now is another thing, and nobody is asked for the old one.
    waits = waits.filter { list.lists($0.occurrence) }
    for i in waits.indices { waits[i].notBefore = max(waits[i].notBefore, wall(truth)) }
  }

  // MARK: Judgement

  private func due(_ wait: Wait) -> Int64 {
    max(wait.since + Int64(limits.reminderLimit) * 60_000, wait.notBefore)
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
