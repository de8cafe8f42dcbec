import Device
import HAL

/// "Accompanied until" always ends: at the time that was said, and a day after it was said at the latest.
struct CompanyChecker: Checker {
  var violation: Violation?

  private static let longest = Milliseconds.seconds(24 * 3600)
  /// It ends on a minute, by a clock that may be a little off.
  private static let slack = Milliseconds.seconds(130)

  private struct Company {
    var until: WallTime
    /// The moment of the message by the board's clock; and whether it was in this life of the device.
    var said: Instant
    var isOwn = true
    /// The longest time that the company may last, by the board's clock.
    var most: Milliseconds
    /// The device's own date when it was said last, and how long that leaves.
    var spoken: (off: Int64, left: Milliseconds, at: Instant)?
    /// It ends then, whatever clocks say later.
    var ends: Instant?
  }

  private var company: Company?
  private var isTrusted = false
  private var wereClocksGood = true
  /// The page of an exit is on the screen.
  private var isExitShown = false
  private var asked: (minute: Int16, at: Instant)?
  /// The power went while it began or ended: what was written shows when it comes back.
  private var isUncertain = false
  private var lastRestored: WallTime?
  private var booted = Instant.never
  /// The device's own date in its last sign of life, in milliseconds ahead of the true one.
  private var own: (off: Int64, at: Instant)?
  /// The device had no other date between two signs of life that agree.
  private static let freshFor = Milliseconds.seconds(90)
  private static let sameDate: UInt64 = 5000

  mutating func see(_ event: Event, _ truth: Truth) {
    if !truth.areClocksGood { wereClocksGood = false }
    switch event.kind {
    case .booted: break
    default:
      judgeAsked(truth)
      judge(truth)
      judgeExit(truth)
    }
    switch event.kind {
    case .booted:
      isExitShown = false
      booted = event.at
      own = nil
      isTrusted = false
      wereClocksGood = truth.areClocksGood
      company?.isOwn = false
      lastRestored = nil
    // A medium that cannot be read gives nothing back.
    case .storage(_?) where event.at == booted: isUncertain = true
    case .restored(.accompanied(let until, _, _, _)): lastRestored = until
    case .message(.accompanied(let minute, _, _)): if isTrusted { asked = (minute, event.at) }
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isTrusted = false
    case .store(.alive(let wall, _, _)):
      claim(wall.milliseconds - truth.wall.milliseconds, truth.now)
    case .store(.accompanied(let until, _, _, _)):
      take(until, truth)
      noteSpoken(truth)
    case .company(.accompanied(let until)):
      take(until, truth)
      noteSpoken(truth)
      judgeAnswer(until, truth)
      asked = nil
    case .company(.refused): asked = nil
    case .show(let page):
      if case .home(_, let until?, _) = page { judgePage(until, truth) }
      if case .leftPerimeter = page { isExitShown = true } else { isExitShown = false }
    default: break
    }
  }

  /// Judges that an exit that came before any clock is over once company is known: nobody watches the perimeter then.
  private mutating func judgeExit(_ truth: Truth) {
    guard let company, isExitShown, isTrusted, wereClocksGood, !isUncertain, truth.isPowered
    else { return }
    if company.until.milliseconds - truth.wall.milliseconds > CompanyChecker.slack.count {
      fail(.pageHasACause, at: truth.now, "the page says an exit, and the wearer has company")
    }
  }

  private mutating func take(_ until: WallTime?, _ truth: Truth) {
    isUncertain = false
    guard let until else {
      company = nil
      return
    }
    guard until != company?.until else { return }
    judgeLength(until, truth)
    var most = CompanyChecker.longest
    if wereClocksGood {
      most = Milliseconds(min(until.milliseconds - truth.wall.milliseconds, most.count))
    }
    company = Company(until: until, said: truth.now, most: most)
  }

  /// Company that is said by a wrong clock lasts as long as it says by that one.
  private mutating func noteSpoken(_ truth: Truth) {
    guard var company else { return }
    (company.spoken, company.ends) = (nil, nil)
    if let own, truth.now - own.at < CompanyChecker.freshFor {
      let left = company.until.milliseconds - truth.wall.milliseconds - own.off
      let most = CompanyChecker.longest.count
      company.spoken = (own.off, Milliseconds(min(max(left, 0), most)), truth.now)
    }
    self.company = company
  }

  private mutating func claim(_ off: Int64, _ now: Instant) {
    defer { own = (off, now) }
    guard let spoken = company?.spoken else { return }
    company?.spoken = nil
    guard now - spoken.at < CompanyChecker.freshFor,
      (off - spoken.off).magnitude < CompanyChecker.sameDate
    else { return }
    company?.ends = spoken.at + spoken.left
  }

  /// Judges that company of the profile or the portal is cut down to a day, as people see it.
  private mutating func judgeLength(_ until: WallTime, _ truth: Truth) {
    let ahead = until.milliseconds - truth.wall.milliseconds
    // An earlier life may have had a wrong clock.
    guard isTrusted, wereClocksGood, until != lastRestored,
      ahead > CompanyChecker.longest.count + CompanyChecker.slack.count
    else { return }
    fail(.companyEnds, at: truth.now, "company until \(ahead / 60_000) minutes from now")
  }

  /// Judges that company ends at the minute that was asked for, today or tomorrow.
  private mutating func judgeAnswer(_ until: WallTime?, _ truth: Truth) {
    guard let asked, asked.at == truth.now, wereClocksGood else { return }
    guard let until else {
      if asked.minute >= 0 {
        fail(.companyEnds, at: truth.now, "company was asked for, and there is none")
      }
      return
    }
    if asked.minute < 0 {
      return fail(.companyEnds, at: truth.now, "company was to end, and goes on")
    }
    let ahead = until.milliseconds - truth.wall.milliseconds
    if ahead > CompanyChecker.longest.count + CompanyChecker.slack.count || ahead < -90_000 {
      fail(.companyEnds, at: truth.now, "company until \(ahead / 60_000) minutes from now")
    }
    let local = until.milliseconds / 60_000 + truth.household.zone.offset(at: until)
    let isLongest = ahead > CompanyChecker.longest.count - CompanyChecker.slack.count
    // A minute that the wall skips is moved.
    let isMoved = truth.household.zone.changes(within: 2, of: until)
    if local % 1440 != Int64(asked.minute), !isLongest, !isMoved {
      fail(
        .companyEnds, at: truth.now,
        "company until minute \(local % 1440) of the day instead of \(asked.minute)")
    }
  }

  private mutating func judgeAsked(_ truth: Truth) {
    guard let waiting = asked else { return }
    asked = nil
    fail(.companyEnds, at: waiting.at, "a word about company was not heard")
  }

  private mutating func judgePage(_ until: WallTime, _ truth: Truth) {
    if isUncertain, until == lastRestored { return }
    if company?.until != until {
      fail(.companyEnds, at: truth.now, "the screen shows company that has ended")
    }
  }

  private mutating func judge(_ truth: Truth) {
    guard let company, truth.isPowered, !isUncertain else { return }
    // The board's own clock counts, whatever the others say.
    if company.isOwn, truth.now - company.said > company.most + CompanyChecker.slack {
      fail(.companyEnds, at: truth.now, "company lasts longer than was said")
    }
    if company.isOwn, let ends = company.ends, truth.now > ends + CompanyChecker.slack {
      fail(.companyEnds, at: truth.now, "company lasts longer than was said by the clock of then")
    }
    let past = truth.wall.milliseconds - company.until.milliseconds
    if isTrusted, wereClocksGood, past > CompanyChecker.slack.count {
      fail(.companyEnds, at: truth.now, "company was to end \(past / 1000) s ago")
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut:
      if asked != nil { isUncertain = true }
      asked = nil
      // Cut off at its very end.
      if let company {
        let left = company.until.milliseconds - truth.wall.milliseconds
        if left.magnitude < UInt64(CompanyChecker.slack.count) { isUncertain = true }
      }
    case .recordsLost: isUncertain = true
    case .clocksGood(false): wereClocksGood = false
    case .end:
      judgeAsked(truth)
      judge(truth)
    default: break
    }
  }
}

/// Company of which the profile says until when begins as soon as the device knows the time, once.
///
/// Judged where the profile names an hour that this life has not seen before, and none was stored. Company that the
/// profile began is over in the very moment in which a whole row of settings names none. After
/// that the same hour counts anew.
struct ProfileCompanyChecker: Checker {
  var violation: Violation?

  /// It ends on a minute, by a clock that may be a little off.
  private static let slack = Milliseconds.seconds(130)

  private var staged: CivilMinute?
  private var seen: [CivilMinute] = []
  private var awaited: CivilMinute?
  private var isTrusted = false
  private var isJudged = true
  /// A row of settings that has not come to its end; whether it has a circle.
  private var row: (hasCircle: Bool, isWhole: Bool) = (false, false)
  /// The profile began company, which lasts; no other company is known in this life.
  private var isBegun = false
  private var hasWord = false
  private var zone: Household.ZoneName?
  /// The end of it is due in this turn.
  private var owesEnd = false

  mutating func see(_ event: Event, _ truth: Truth) {
    judgeEnd(truth.now)
    if truth.isPowered, isTrusted { judge(truth) }
    switch event.kind {
    case .booted: self = ProfileCompanyChecker(violation: violation)
    case .restored(.accompanied): (isJudged, hasWord) = (false, true)
    case .setting(.begin): (staged, row) = (nil, (false, true))
    case .setting(.perimeter): row.hasCircle = true
    case .setting(.accompanied(let minute)): staged = minute
    case .setting(.end):
      take()
      // The same hour is another moment in another zone, and its company may not look like the profile's.
      if truth.household.zone != zone { isBegun = false }
      owesEnd = isBegun && staged == nil && row.isWhole && row.hasCircle
      row.isWhole = false
    // A caregiver's own word counts more.
    case .message(.accompanied): (awaited, isBegun, hasWord) = (nil, false, true)
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

  private mutating func judgeEnd(_ now: Instant) {
    guard owesEnd else { return }
    (owesEnd, isBegun) = (false, false)
    fail(.companyEnds, at: now, "the profile names no company any more, and it goes on")
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
    case .company(.accompanied(until: let until?)):
      awaited = nil
      // Company that was cut down to a day may not look like the profile's.
      let isWhole = until.milliseconds % 60_000 == 0
      (isBegun, zone) = (!hasWord && isWhole, truth.household.zone)
    case .company(.accompanied(until: nil)):
      // A profile that has dropped its company may name the same hour again, and means it.
      if owesEnd { seen.removeAll() }
      (isBegun, owesEnd) = (false, false)
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
