import Device
import HAL

/// A prompt for a dose that nobody confirms goes to the caregiver after half an hour. If the power went
/// meanwhile, it does by the time the device knows that the hour of the meal is over.
struct UnansweredDose: Sendable {
  private struct Prompt {
    var meal: Meal
    var at: Instant
    /// Local time minus UTC, in minutes.
    var offset: Int64
    var by: Instant
    var isStored = false
    /// A clock that was wrong asked for it.
    var isByWrongClock = false
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
  /// The wearer confirmed these.
  private var taken: [DiaryDose] = []
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
    case .store(.diary(.dose(let dose))):
      prompts.removeAll { $0.meal == dose.meal }
      taken.append(dose)
    case .store(.diary(.doseRemoved(let id))): taken.removeAll { $0.id == id }
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
        by: truth.now + UnansweredDose.limit, isStored: isStored,
        isByWrongClock: !truth.areClocksGood))
  }

  private mutating func enter(_ record: Record) {
    switch record {
    case .diary(.dose(let dose)):
      forget(dose.id)
      entered.append(dose)
    case .diary(.doseRemoved(let id)): forget(id)
    default: break
    }
  }

  private mutating func forget(_ id: EntryID) {
    entered.removeAll { $0.id == id }
    taken.removeAll { $0.id == id }
  }

  /// Somebody entered a dose of that meal, taken within the last twelve hours. A clock that was wrong may ask for a
  /// meal that had its dose. Put right, it says so to the wearer, and nobody else is to hear of it.
  private func isAnswered(_ prompt: Prompt, _ truth: Truth) -> Bool {
    let asked = truth.wall.milliseconds - (truth.now - prompt.at).count
    let taken = prompt.isByWrongClock ? taken : []
    return entered.contains { isFor(prompt, $0, at: truth.wall.milliseconds) }
      || taken.contains { isFor(prompt, $0, at: asked) }
  }

  private func isFor(_ prompt: Prompt, _ dose: DiaryDose, at wall: Int64) -> Bool {
    let age = wall - dose.taken.milliseconds
    return dose.meal == prompt.meal && age > -UnansweredDose.ahead && age < UnansweredDose.sameMeal
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
    prompts = prompts.filter { truth.now <= $0.by + slop || !isAnswered($0, truth) }
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
