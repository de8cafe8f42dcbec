import Device
import HAL

/// A medicine for once may get another number while the wearer is asked for it. The caregivers hear then that it could
/// not be announced, because nobody asks any more. ALZ-5.
///
/// Judged is a call of this life by a clock that is sure, less than two hours old, that nobody has answered or told of.
/// The new number was in no list of this life, and in no record.
struct OtherNumberChecker: Checker {
  var violation: Violation?

  private static let longest = Milliseconds.seconds(2 * 3600)
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

  mutating func see(_ event: Event, _ truth: Truth) {
    if !truth.areClocksGood { haveClocksLied = true }
    judge(truth)
    switch event.kind {
    case .booted:
      self = OtherNumberChecker(violation: violation)
      haveClocksLied = !truth.areClocksGood
    case .restored(.reminder(let occurrence, _, _)): numbers.insert(occurrence.reminder)
    case .setting(let setting):
      let before = list.entries.map(\.reminder)
      guard list.take(setting, at: event.at, wasAlive: true) else { return }
      // A device without an ok key asks for five minutes only, and has told the caregivers.
      if isTrusted, !haveClocksLied, truth.household.keys.contains(.ok) { owe(before, truth) }
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

  private mutating func judge(_ truth: Truth) {
    guard let occurrence = owed.first else { return }
    owed = []
    fail(
      .reminderIsAnnounced, at: truth.now,
      "\(occurrence.name) has a new number, was asked for under another, and nobody is told")
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isTrusted = false
    case .reminder(.due(let occurrence, _, let call, let isUnsure)):
      owed.removeAll { $0 == occurrence }
      guard call != .again, !isUnsure else { return }
      if calls.count > OtherNumberChecker.most { calls.removeFirst() }
      calls.append((occurrence, truth.now))
    case .reminder(.acknowledged(let occurrence)): end(occurrence)
    case .reminder(.missed(let occurrence)): end(occurrence)
    default: break
    }
  }

  /// It was answered, or told.
  private mutating func end(_ occurrence: Occurrence) {
    owed.removeAll { $0 == occurrence }
    calls.removeAll { $0.occurrence == occurrence }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut: owed = []
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
