import Device
import HAL

/// A very low reading that a meter sent in this life, and all notices of it. The answer to any of them ends the
/// telling, also to the first when others have followed. SAFE-2.
///
/// It judges until something else may open another low: a reading, an edit, a start, or a clock that was wrong. In
/// another list of caregivers whoever answered may be missing: then it is told again.
struct VeryLowOfMeter: Sendable {
  private var result: MeterResult?
  private var notices: [NoticeID] = []
  private var isAnswered = false
  private var page: Page?
  private var people: [Caregiver] = []
  /// The device has just taken another list of caregivers.
  private(set) var isListNew = false

  mutating func see(_ event: Event, _ truth: Truth) {
    if !truth.areClocksGood { forget() }
    isListNew = false
    switch event.kind {
    case .setting(.end):
      isListNew = truth.household.caregivers != people
      people = truth.household.caregivers
      if isListNew { forget() }
    case .reading(let reading):
      forget()
      if reading.result.milligrams < 54, truth.areClocksGood { result = reading.result }
    case .booted, .restored, .edited, .storage: forget()
    // The value that ok takes is a reading.
    case .key(let press):
      if press.key == .ok, case .dose(.enterGlucose)? = page { forget() }
    default: break
    }
  }

  private mutating func forget() { (result, notices, isAnswered) = (nil, [], false) }

  /// True when it is told once more, and somebody has answered.
  mutating func see(_ action: Action, during event: Event) -> Bool {
    switch action {
    case .show(let shown):
      page = shown
      switch shown {
      case .glucose(.low(let other, _, _, _, _)), .glucose(.lowAndHelp(let other, _, _, _, _)):
        if other != result { forget() }
      default: break
      }
    // A clock may bring up another reading, of which nobody has heard.
    case .clock(.trusted), .glucose(.lowOver): forget()
    case .outbox(.queued(let notice)):
      guard case .glucose(.low(let told, _, _)) = notice.matter else { return false }
      return tell(notice.id, told, during: event)
    case .outbox(.acknowledged(let id, _)): if notices.contains(id) { isAnswered = true }
    default: break
    }
    return false
  }

  private mutating func tell(
    _ id: NoticeID, _ told: MeterResult, during event: Event
  ) -> Bool {
    // Nobody can tell which of two lows in the diary is meant.
    guard told == result else {
      forget()
      return false
    }
    if case .reading = event.kind, !notices.isEmpty { forget() }
    notices.append(id)
    return isAnswered
  }
}
