import Device
import HAL

/// A long ok on the page of a reminder puts it off, three times and no more.
struct SnoozeChecker: Checker {
  var violation: Violation?

  private static let allowed = 3

  /// A press that comes with a page was not meant for it.
  private static let read = Milliseconds.seconds(3)

  private var page: Page?
  private var shown = Instant.start
  private var owed: (occurrence: Occurrence, at: Instant)?
  private var putOff: [(occurrence: Occurrence, times: Int)] = []

  mutating func see(_ event: Event, _ truth: Truth) {
    judge()
    switch event.kind {
    case .booted: (page, putOff) = (nil, [])
    case .key(let press):
      guard press.key == .ok, press.isLong, case .reminder(let occurrence, _, _)? = page,
        times(occurrence) < SnoozeChecker.allowed, truth.now - shown > SnoozeChecker.read
      else { return }
      owed = (occurrence, truth.now)
    default: break
    }
  }

  private func times(_ occurrence: Occurrence) -> Int {
    putOff.last { $0.occurrence == occurrence }?.times ?? 0
  }

  private mutating func judge() {
    guard let owed else { return }
    self.owed = nil
    fail(
      .reminderIsPutOff, at: owed.at,
      "\(owed.occurrence.name) was put off \(times(owed.occurrence)) times, and cannot be again")
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .show(let page): (self.page, shown) = (page, truth.now)
    case .reminder(.snoozed(let occurrence, _)):
      if owed?.occurrence == occurrence { owed = nil }
      let times = times(occurrence) + 1
      putOff.removeAll { $0.occurrence == occurrence }
      putOff.append((occurrence, times))
      if putOff.count > 60 { putOff.removeFirst() }
      if times > SnoozeChecker.allowed {
        fail(.reminderIsPutOff, at: truth.now, "\(occurrence.name) is put off \(times) times")
      }
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { (owed, page) = (nil, nil) }
  }
}
