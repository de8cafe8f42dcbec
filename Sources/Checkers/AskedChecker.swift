import Device
import HAL

/// What is told as unanswered was asked first, and in time: of however many reminders of one minute.
struct AskedChecker: Checker {
  var violation: Violation?

  private var calls: [(occurrence: Occurrence, at: Instant)] = []
  private var unsure: [Occurrence] = []
  private var isForgetful = false
  /// A calendar clock alone may put a limit into the past.
  private var isTrusted = false

  mutating func see(_ event: Event, _ truth: Truth) {
    if !truth.isStorageGood { isForgetful = true }
    if case .booted = event.kind { isTrusted = false }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isTrusted = false
    case .reminder(.due(let occurrence, _, let call, let isUnsure)):
      // The time that is learned later may lie past its limit.
      if isUnsure { unsure.append(occurrence) }
      if call == .again, calls.contains(where: { $0.occurrence == occurrence }) { return }
      calls.removeAll { $0.occurrence == occurrence }
      if calls.count > 300 { calls.removeFirst(100) }
      calls.append((occurrence, truth.now))
    case .store(.reminder(let occurrence, .announced, _)):
      // The power may go between the record and the sound.
      if !calls.contains(where: { $0.occurrence == occurrence }) {
        calls.append((occurrence, truth.now))
      }
    case .outbox(.queued(let notice)):
      if case .reminder(.unanswered(let occurrence)) = notice.matter { judge(occurrence, truth) }
    default: break
    }
  }

  private mutating func judge(_ occurrence: Occurrence, _ truth: Truth) {
    guard !isForgetful else { return }
    guard let call = calls.last(where: { $0.occurrence == occurrence }) else {
      return fail(
        .unansweredWasAsked, at: truth.now,
        "\(occurrence.name) is told as unanswered, and nobody asked")
    }
    let since = truth.now - call.at
    // The least limit is five minutes.
    if since < .seconds(60), isTrusted, truth.areClocksGood, !unsure.contains(occurrence) {
      fail(
        .unansweredWasAsked, at: truth.now,
        "\(occurrence.name) is told as unanswered \(since.count) ms after it was asked")
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .recordsLost = change { isForgetful = true }
  }
}
