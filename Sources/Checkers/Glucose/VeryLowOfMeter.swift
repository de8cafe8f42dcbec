import Device
import HAL

/// A very low reading that a meter sent in this life, and all notices of it. The answer to any of them ends the
/// telling, also to the first when others have followed. SAFE-2.
///
/// It judges until something else may open another low: a reading, an edit, a start, or a clock that was wrong. In
/// another list of caregivers whoever answered may be missing: then it is told again within a quarter of an hour.
struct VeryLowOfMeter: Sendable {
  private static let again = Milliseconds.seconds(15 * 60)
  /// The time for which a reading says something about now, and some time to spare.
  private static let counts = Milliseconds.seconds(3 * 3600 - 120)

  private var result: MeterResult?
  private var taken = Instant.start
  private var notices: [NoticeID] = []
  private var isAnswered = false
  /// The numbers of those who have answered.
  private var answerers: Set<UInt32> = []
  /// Nobody in the list has answered: it is told again by then.
  private var due: Instant?
  private var page: Page?
  private var people: [Caregiver] = []
  /// The device has just taken another list of caregivers.
  private(set) var isListNew = false

  mutating func see(_ event: Event, _ truth: Truth) {
    if !truth.areClocksGood { forget() }
    isListNew = false
    switch event.kind {
    case .setting(.end): adopt(truth)
    case .reading(let reading):
      forget()
      if reading.result.milligrams < 54, truth.areClocksGood {
        (result, taken) = (reading.result, truth.now + Milliseconds(-reading.age.count))
      }
    case .booted, .restored, .edited, .storage: forget()
    // The value that ok takes is a reading.
    case .key(let press):
      if press.key == .ok, case .dose(.enterGlucose)? = page { forget() }
    default: break
    }
  }

  private mutating func forget() {
    (result, notices, isAnswered, answerers, due) = (nil, [], false, [], nil)
  }

  private mutating func adopt(_ truth: Truth) {
    let before = people
    people = truth.household.caregivers
    isListNew = people != before
    guard isListNew else { return }
    let list = people.map(\.who)
    // A list without numbers does not tell who stays.
    let isNumbered = !(list + before.map(\.who)).contains(0)
    guard isAnswered, isNumbered, truth.hasProfile, !list.isEmpty,
      answerers.isDisjoint(with: list),
      truth.now - taken < Milliseconds(VeryLowOfMeter.counts.count - VeryLowOfMeter.again.count)
    else { return forget() }
    isAnswered = false
    due = truth.now + VeryLowOfMeter.again
  }

  /// Nobody in the list has answered, and it was not told again.
  func isOverdue(_ truth: Truth) -> Bool {
    due.map { truth.isPowered && truth.now - $0 > .seconds(1) } ?? false
  }

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
    case .outbox(.acknowledged(let id, let caregiver)):
      guard notices.contains(id) else { return false }
      (isAnswered, due) = (true, nil)
      let place = Int(caregiver)
      answerers.insert(people.indices.contains(place) ? people[place].who : 0)
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
    due = nil
    return isAnswered
  }
}
