import Device
import HAL

/// A medicine for once may get another number while the wearer is asked for it. The caregivers hear then that it could
/// not be announced, because nobody asks any more. ALZ-5.
///
/// Judged is a call of this life by a clock that is sure, less than two hours old, that nobody has answered or told of.
/// The new number was in no list of this life, and in no record. Over a restart judged is a medicine of the list
/// before, that waits by the records and has another number in the first list.
struct OtherNumberChecker: Checker {
  var violation: Violation?

  private static let longest = Milliseconds.seconds(2 * 3600)
  /// A call over a restart counts for so long.
  private static let mostOfADay = Milliseconds.seconds(20 * 3600)
  private static let most = 100

  private var list = ReminderList()
  private var isTrusted = false
  /// Calls that wait for the wearer.
  private var calls: [(occurrence: Occurrence, at: Instant)] = []
  /// All numbers of this life, and of the records of earlier ones.
  private var numbers: Set<UInt16> = []
  /// Occurrences under new numbers of which somebody must hear in this event.
  private var owed: [Occurrence] = []
  private var haveClocksLied = false
  /// The medicines of the life before, and those that wait by its records.
  private var before: [Reminder] = []
  private var zoneBefore: [ZoneTransition] = []
  /// The true times of calls, over restarts.
  private var called: [(occurrence: Occurrence, at: Instant)] = []
  private var waiting: [Occurrence] = []
  private var isLoaded = false
  /// Owed once the time is known.
  private var owedLater: [Occurrence] = []

  mutating func see(_ event: Event, _ truth: Truth) {
    if !truth.areClocksGood { haveClocksLied = true }
    judge(truth)
    switch event.kind {
    case .booted:
      let last = isLoaded ? list.entries.map(\.reminder) : before
      let zone = isLoaded ? list.zone : zoneBefore
      (self, called) = (OtherNumberChecker(violation: violation), haveClocksLied ? [] : called)
      before = last.filter { $0.kind == .medication && !$0.isOnDemand }
      zoneBefore = zone
      haveClocksLied = !truth.areClocksGood
    case .restored(let record): restore(record)
    case .setting(let setting):
      let before = list.entries.map(\.reminder)
      guard list.take(setting, at: event.at, wasAlive: true) else { return }
      // A device without an ok key asks for five minutes only, and has told the caregivers.
      if isTrusted, !haveClocksLied, truth.household.keys.contains(.ok) { owe(before, truth) }
      owedLater.removeAll { !list.lists($0) }
      if !isLoaded, truth.household.keys.contains(.ok) { oweOverRestart(truth) }
      if isTrusted { oweNow() }
      isLoaded = true
      numbers.formUnion(list.entries.map(\.reminder.id))
      calls.removeAll { !list.lists($0.occurrence) }
    default: break
    }
  }

  private mutating func owe(_ before: [Reminder], _ truth: Truth) {
    for entry in list.entries where entry.reminder.isMedicineForOnce {
      let new = entry.reminder
      guard !numbers.contains(new.id), !new.isOnDemand else { continue }
      let isAsked = before.contains { old in
        let occurrence = Occurrence(reminder: old.id, due: new.first)
        return old.isMedicineForOnce && old.first == new.first && old.until == new.until
          && !old.isOnDemand && !list.lists(occurrence)
          && calls.contains {
            $0.occurrence == occurrence && truth.now - $0.at < OtherNumberChecker.longest
          }
      }
      if isAsked { owed.append(Occurrence(reminder: new.id, due: new.first)) }
    }
  }

  private mutating func restore(_ record: Record) {
    switch record {
    case .reminder(let occurrence, let state, _):
      numbers.insert(occurrence.reminder)
      waiting.removeAll { $0.reminder == occurrence.reminder }
      if state == .announced || state == .snoozed { waiting.append(occurrence) }
    case .outbox(.notice(let notice)):
      switch notice.matter {
      case .reminder(.unanswered(let occurrence)), .reminder(.missed(let occurrence)):
        numbers.insert(occurrence.reminder)
        waiting.removeAll { $0.reminder == occurrence.reminder }
      case .reminder(.due(let occurrence)): numbers.insert(occurrence.reminder)
      default: break
      }
    default: break
    }
  }

  /// The time is known: what waited over the restart is owed now.
  private mutating func oweNow() {
    if !haveClocksLied { owed += owedLater }
    owedLater = []
  }

  private mutating func oweOverRestart(_ truth: Truth) {
    guard zoneBefore == list.zone else { return }
    for occurrence in waiting where !list.lists(occurrence) {
      guard let old = before.first(where: { $0.id == occurrence.reminder }),
        called.contains(where: {
          $0.occurrence == occurrence && truth.now - $0.at < OtherNumberChecker.mostOfADay
        })
      else { continue }
      for entry in list.entries where !numbers.contains(entry.reminder.id) {
        let new = entry.reminder
        guard new.kind == .medication, new.hasTimes(of: old),
          !before.contains(where: { $0.id == new.id })
        else { continue }
        owedLater.append(Occurrence(reminder: new.id, due: occurrence.due))
      }
    }
  }

  private mutating func judge(_ truth: Truth) {
    guard let occurrence = owed.first else { return }
    owed = []
    fail(
      .reminderIsAnnounced, at: truth.now,
      "\(occurrence.name) has a new number, was asked for under another, and nobody is told")
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted):
      isTrusted = true
      // The first list may follow.
      if isLoaded { oweNow() }
    case .clock(.untrusted): isTrusted = false
    case .reminder(.due(let occurrence, _, let call, let isUnsure)):
      owed.removeAll { $0 == occurrence }
      guard call != .again, !isUnsure else { return }
      if calls.count > OtherNumberChecker.most { calls.removeFirst() }
      calls.append((occurrence, truth.now))
      if called.count > OtherNumberChecker.most { called.removeFirst() }
      called.append((occurrence, truth.now))
    case .reminder(.acknowledged(let occurrence)): end(occurrence)
    case .reminder(.missed(let occurrence)): end(occurrence)
    default: break
    }
  }

  /// It was answered, or told.
  private mutating func end(_ occurrence: Occurrence) {
    owed.removeAll { $0 == occurrence }
    owedLater.removeAll { $0 == occurrence }
    calls.removeAll { $0.occurrence == occurrence }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut: (owed, owedLater) = ([], [])
    case .clocksGood(false): haveClocksLied = true
    default: break
    }
  }
}

extension OtherNumberChecker {
  private init(violation: Violation?) {
    self.init()
    self.violation = violation
  }
}
