import Device
import HAL

/// Judges that the page stops refusing a dose for insulin of an unclear time, once none of it can
/// act.
///
/// Such insulin is dated ahead of the moment at which it came in, and acts no longer than from
/// there.
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

  mutating func see(_ event: Event, _ truth: Truth) {
    judge(truth)
    if !truth.areClocksGood { hasLied = true }
    profile.see(event, truth)
    if let action = profile.insulin?.action {
      acts = max(acts, Milliseconds(Int64((action.duration + action.delay) * 60_000)))
    }
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
    guard case .show(let page) = action else { return }
    if case .dose(.refused(.doseTimeUnclear)) = page { isRefused = true } else { isRefused = false }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut: isRefused = false
    case .clocksGood(false): hasLied = true
    case .end: judge(truth)
    default: break
    }
  }
}
