import Device
import HAL

/// Judges that the page stops refusing a dose for insulin of an unclear time, once none of it can
/// act.
///
/// Such insulin is dated ahead of the moment at which it came in, and acts no longer than from
/// there. A refusal that ok has put away is looked at again, too, when that insulin is deleted. While some of it acts,
/// the passing of time alone says the refusal on the page no second time.
struct UnclearDoseChecker: Checker {
  var violation: Violation?

  /// A dose that may be of an unclear time.
  private struct Unclear {
    var dose: DiaryDose
    var arrived: Instant
  }

  /// Milliseconds ahead that are surely no reason: five minutes, less what two clocks may differ
  /// by.
  private static let least = DiaryBook.apart - DiaryBook.slack
  /// A date that is moved by less may be taken for the same.
  private static let moved = UInt64(DiaryBook.apart + DiaryBook.slack)
  private static let settles = Milliseconds.seconds(70)

  private var profile = SeenProfile()
  private var unclear: [Unclear] = []
  /// The longest action that the profile gave in this life.
  private var acts = Milliseconds(0)
  private var hasLied = false
  private var isRefused = false
  private var page: Page?
  /// The meal that was refused for such insulin, and the same once ok has put its page away.
  private var refused: Meal?
  private var putAway: Meal?
  private var isOk = false
  /// Nothing forbids the dose of that meal any more: this very event must bring its page.
  private var owed: Meal?
  private var settings = 0

  mutating func see(_ event: Event, _ truth: Truth) {
    judge(truth)
    judgeOwed(truth)
    if !truth.areClocksGood { hasLied = true }
    profile.see(event, truth)
    if let action = profile.insulin?.action {
      acts = max(acts, Milliseconds(Int64((action.duration + action.delay) * 60_000)))
    }
    follow(event, truth)
    switch event.kind {
    case .booted:
      (unclear, acts, isRefused) = ([], Milliseconds(0), false)
      hasLied = !truth.areClocksGood
    // An earlier life may have found its date ahead.
    case .restored(.diary(.dose(let dose))): put(dose, truth)
    case .edited(.diary(.dose(let dose))): edit(dose, truth)
    case .restored(.diary(.doseRemoved(let id))), .edited(.diary(.doseRemoved(let id))):
      unclear.removeAll { $0.dose.id == id }
    default: break
    }
  }

  // MARK: A refusal put away

  /// Looks at an event before the list of doses does.
  private mutating func follow(_ event: Event, _ truth: Truth) {
    isOk = false
    switch event.kind {
    case .booted: (page, refused, putAway, settings) = (nil, nil, nil, 0)
    case .setting(.end):
      settings += 1
      putAway = nil
    case .key(let press):
      putAway = nil
      if case .dose(.refused(.doseTimeUnclear))? = page { isOk = press.key == .ok && !press.isLong }
    case .edited(let record):
      if case .diary(.doseRemoved(let id)) = record { delete(id, truth) }
      putAway = nil
    case .reading, .keys, .storage: putAway = nil
    default: break
    }
  }

  /// The only dose that may be of an unclear time goes, in the hour of the meal.
  private mutating func delete(_ id: EntryID, _ truth: Truth) {
    let zone = truth.household.zone
    // Another time of the meal since the start may have ended its hour.
    guard let meal = putAway, settings <= 1, !hasLied, truth.isPowered, truth.isInsulinSure,
      let page, page.isHome, unclear.count == 1, unclear[0].dose.id == id,
      !zone.changes(within: 14, of: truth.wall),
      let time = profile.mealtimes.first(where: { $0.meal == meal })
    else { return }
    let local = truth.wall.milliseconds / 60_000 + zone.offset(at: truth.wall)
    let late = ((local - Int64(time.minute)) % 1440 + 1440) % 1440
    if late < 55 { owed = meal }
  }

  private mutating func judgeAgain(_ meal: Meal, _ event: Event, _ truth: Truth) {
    guard case .deadline = event.kind, isRefused, refused == meal, !hasLied else { return }
    fail(
      .refusalIsTrue, at: truth.now,
      "\(meal) is refused once more for insulin of an unclear time, and nothing has changed")
  }

  private mutating func judgeOwed(_ truth: Truth) {
    guard let meal = owed else { return }
    owed = nil
    fail(
      .refusalIsTrue, at: truth.now,
      "insulin of an unclear time is deleted, and \(meal), put away for it, does not come again")
  }

  private mutating func hear(_ action: Action) {
    switch action {
    case .dose(.refused(let meal, let refusal)):
      refused = refusal == .doseTimeUnclear ? meal : nil
      (putAway, owed) = (nil, nil)
    case .dose: (putAway, owed) = (nil, nil)
    case .clock(.untrusted), .clock(.disagrees): putAway = nil
    case .show(let next):
      if next.isHome {
        if isOk { putAway = refused }
      } else {
        (putAway, owed) = (nil, nil)
      }
      isOk = false
      page = next
    default: break
    }
  }

  // MARK: The list

  private mutating func put(_ dose: DiaryDose, _ truth: Truth) {
    unclear.removeAll { $0.dose.id == dose.id }
    unclear.append(Unclear(dose: dose, arrived: truth.now))
  }

  private mutating func edit(_ dose: DiaryDose, _ truth: Truth) {
    let ahead = dose.taken.milliseconds - truth.wall.milliseconds
    if ahead > UnclearDoseChecker.least { return put(dose, truth) }
    guard let i = unclear.firstIndex(where: { $0.dose.id == dose.id }) else { return }
    // Another amount says nothing of when it was taken.
    let by = (unclear[i].dose.taken.milliseconds - dose.taken.milliseconds).magnitude
    if by < UnclearDoseChecker.moved { unclear[i].dose = dose } else { unclear.remove(at: i) }
  }

  private mutating func judge(_ truth: Truth) {
    guard isRefused, !hasLied, truth.isPowered, acts.count > 0 else { return }
    let until = acts + UnclearDoseChecker.settles
    let mayAct = unclear.contains { $0.dose.confirmed > .zero && truth.now < $0.arrived + until }
    guard !mayAct else { return }
    isRefused = false
    fail(
      .refusalIsTrue, at: truth.now,
      "a dose is refused for insulin of an unclear time, and none acts any more")
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    if case .dose(.refused(let meal, .doseTimeUnclear)) = action { judgeAgain(meal, event, truth) }
    hear(action)
    guard case .show(let page) = action else { return }
    if case .dose(.refused(.doseTimeUnclear)) = page { isRefused = true } else { isRefused = false }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut:
      isRefused = false
      (page, putAway, owed) = (nil, nil, nil)
    case .clocksGood(false): hasLied = true
    case .end: judge(truth)
    default: break
    }
  }
}
