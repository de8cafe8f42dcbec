import Device
import HAL

/// Company of which the profile says until when begins as soon as the device knows the time, once.
///
/// Judged where the profile names an hour that this life has not seen before, and none was stored.
struct ProfileCompanyChecker: Checker {
  var violation: Violation?

  /// It ends on a minute, by a clock that may be a little off.
  private static let slack = Milliseconds.seconds(130)

  private var staged: CivilMinute?
  private var seen: [CivilMinute] = []
  private var awaited: CivilMinute?
  private var isTrusted = false
  private var isJudged = true

  mutating func see(_ event: Event, _ truth: Truth) {
    if truth.isPowered, isTrusted { judge(truth) }
    switch event.kind {
    case .booted: self = ProfileCompanyChecker(violation: violation)
    case .restored(.accompanied): isJudged = false
    case .setting(.begin): staged = nil
    case .setting(.accompanied(let minute)): staged = minute
    case .setting(.end): take()
    // A caregiver's own word counts more.
    case .message(.accompanied): awaited = nil
    default: break
    }
  }

  private mutating func take() {
    awaited = nil
    guard let staged, !seen.contains(staged) else { return }
    if seen.count == 64 { seen.removeFirst() }
    seen.append(staged)
    awaited = staged
  }

  private mutating func judge(_ truth: Truth) {
    guard let minute = awaited else { return }
    awaited = nil
    guard isJudged, truth.areClocksGood, !truth.household.zone.changes(within: 26, of: truth.wall)
    else { return }
    let local = truth.wall.milliseconds / 60_000 + truth.household.zone.offset(at: truth.wall)
    let ahead = (Int64(minute.count) - local) * 60_000
    guard ahead > ProfileCompanyChecker.slack.count else { return }
    fail(
      .companyEnds, at: truth.now,
      "the profile says that somebody is there for \(ahead / 60_000) minutes, and nobody is")
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isTrusted = false
    case .company(.accompanied(until: _?)): awaited = nil
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut: self = ProfileCompanyChecker(violation: violation)
    case .clocksGood(false): isJudged = false
    default: break
    }
  }
}
