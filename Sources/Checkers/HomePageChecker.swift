import Device
import HAL

/// The page of the time says what is so: the time only while the clock is trusted, who is accompanied and
/// until when, and since when a kept profile is in force. ALZ-8.
struct HomePageChecker: Checker {
  var violation: Violation?

  private enum Company: Equatable {
    /// An earlier life may have left some.
    case unknown
    case until(WallTime?)
  }

  private var page: Page?
  private var isTrusted = false
  private var company = Company.until(nil)
  private var stagedKept: WallTime?
  private var kept: WallTime?
  private var stagedMissing = false
  private var isMissing = false
  /// False within a row of settings, and before the first one.
  private var isWhole = false

  mutating func see(_ event: Event, _ truth: Truth) {
    if isWhole { judge(truth.now) }
    switch event.kind {
    case .booted: self = HomePageChecker(violation: violation)
    case .restored(.accompanied): company = .unknown
    case .setting(.begin): (isWhole, stagedKept, stagedMissing) = (false, nil, false)
    case .setting(.kept(let since, _)): stagedKept = since
    case .setting(.noProfile): stagedMissing = true
    case .setting(.end): (isWhole, kept, isMissing) = (true, stagedKept, stagedMissing)
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .show(let page): self.page = page
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isTrusted = false
    case .company(.accompanied(let until)): company = .until(until)
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { self = HomePageChecker(violation: violation) }
  }

  /// The screen as it stood until this event.
  private mutating func judge(_ now: Instant) {
    switch page {
    case .noProfile:
      if !isMissing { complain("there is a profile, and the screen says that there is none", now) }
    case .home(let showsTime, let accompanied, let keptSince):
      if isMissing { complain("there is no profile, and the screen does not say so", now) }
      if showsTime != isTrusted {
        complain("the screen \(showsTime ? "shows" : "hides") the time", now)
      }
      if keptSince != kept {
        complain("the screen has a profile of another time in force", now)
      }
      if case .until(let until) = company, accompanied != (isTrusted ? until : nil) {
        complain("the screen is wrong about who is accompanied", now)
      }
    default: break
    }
  }

  private mutating func complain(_ what: String, _ now: Instant) {
    fail(.pageHasACause, at: now, what)
  }
}
