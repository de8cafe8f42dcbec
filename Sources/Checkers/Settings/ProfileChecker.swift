import Device
import HAL

/// A device with old settings is better than none.
///
/// If the profile has a mistake the last good one counts, its date is on the page, and its caregivers
/// are told. Help still sounds and goes out by it. No dose is proposed while nobody can tell whether
/// its insulin section still counts. With no profile at all a press of help says that nobody can be
/// reached.
struct ProfileChecker: Checker {
  var violation: Violation?

  private var page: Page?
  /// Notices of help that nobody has answered.
  private var open: Set<UInt64> = []
  /// One of an earlier life may go on.
  private var mayBeOpen = false
  /// A kept profile is in force since then, and nobody was told; nil: it was told.
  private var untold: Instant?
  /// The profile of that time was told as kept.
  private var told: WallTime?
  /// The notice of that one came back in this life.
  private var restored: WallTime?
  /// The medium has that, and no good profile has come since.
  private var wasTold = false
  /// The same in this life's events, and the row that owes such an event since then.
  private var said: WallTime?
  private var unsaid: (since: WallTime, at: Instant)?
  /// This life has had a profile; a row that took it away owes a sound.
  private var hadProfile = false
  private var owesSound = false
  /// Alarms of high priority, which are heard anyway.
  private var high: Set<AlarmKind> = []
  /// A row came then, and whether somebody can be reached by it.
  private var newRow: (at: Instant, hasSomebody: Bool)?
  private var bootedAt = Instant.start
  /// A row of settings was read in this life.
  private var hasRow = false
  /// Help was pressed, and nothing has happened since.
  private var pressed: Instant?

  mutating func see(_ event: Event, _ truth: Truth) {
    judgePress(truth)
    judgeRow(truth)
    switch event.kind {
    case .booted:
      page = nil
      hasRow = false
      (said, unsaid, hadProfile, high, restored) = (nil, nil, false, [], nil)
      bootedAt = truth.now
    // The power may have gone between the record of the notice and the word that it is queued.
    case .restored(.outbox(.notice(let notice))):
      if case .profileKept(let since) = notice.matter { restored = since }
    case .setting(.kept(let since, _)):
      untold = told == since || restored == since ? nil : event.at
      unsaid = said == since ? nil : (since, event.at)
    case .setting(.end):
      if truth.isProfileGood { untold = nil }
      hasRow = true
      seeRow(truth)
    case .key(let press): if press.key == .help, !truth.isProfileGood { pressed = event.at }
    default: break
    }
    judgeNotice(truth)
  }

  private mutating func seeRow(_ truth: Truth) {
    if truth.isProfileGood { (said, unsaid, wasTold) = (nil, nil, false) }
    newRow = (truth.now, truth.hasProfile && truth.household.reachesSomebody)
    owesSound = hadProfile && !truth.hasProfile && high.isEmpty
    hadProfile = truth.hasProfile
  }

  /// The device had the whole moment in which a row came.
  private mutating func judgeRow(_ truth: Truth) {
    guard let row = newRow, row.at < truth.now else { return }
    newRow = nil
    if owesSound {
      owesSound = false
      fail(.keptProfileIsShown, at: truth.now, "the profile is gone, and no sound says so")
    }
    guard row.hasSomebody, row.at - bootedAt > ProfileChecker.resumes,
      page?.helpStage?.0 == .nobody
    else { return }
    fail(.helpOnKeptProfile, at: truth.now, "somebody can be reached again, and the page denies it")
  }

  /// A start that nothing follows waits so long for more records.
  private static let resumes = Milliseconds.seconds(5)

  /// The row of the kept profile is complete.
  private mutating func judgeNotice(_ truth: Truth) {
    if let unsaid, truth.now > unsaid.at + ProfileChecker.resumes {
      self.unsaid = nil
      if !truth.isProfileGood, truth.hasProfile {
        fail(.keptProfileIsShown, at: truth.now, "a kept profile is in force, and no event says so")
      }
    }
    guard let since = untold, truth.now > since + ProfileChecker.resumes else { return }
    untold = nil
    guard !truth.isProfileGood, truth.hasProfile, truth.household.reachesSomebody else { return }
    fail(.keptProfileIsShown, at: truth.now, "a kept profile is in force, and nobody is told")
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .show(let shown):
      // The page that answers a press may give way before the next event.
      if let pressed, pressed < truth.now { judgePress(truth) }
      page = shown
      judgePage(shown, truth)
    case .profileKept(let since):
      if said == since {
        fail(.keptProfileIsShown, at: truth.now, "one kept profile is said twice in one life")
      }
      (said, unsaid) = (since, nil)
    case .alarm(.started(let kind, let priority)): if priority == .high { high.insert(kind) }
    case .alarm(.sound): owesSound = false
    case .outbox(.queued(let notice)):
      switch notice.matter {
      case .help: open.insert(notice.id.value)
      case .profileKept(let since):
        untold = nil
        if told == since, wasTold {
          fail(.keptProfileIsShown, at: truth.now, "one kept profile is told a second time")
        }
        (told, wasTold) = (since, truth.isStorageGood)
      default: break
      }
    case .store(.outbox(.closed(let id))), .store(.outbox(.acknowledged(let id, _))):
      open.remove(id.value)
    case .dose(.proposed): judgeDose(truth)
    default: break
    }
  }

  private mutating func judgeDose(_ truth: Truth) {
    guard !truth.isProfileGood, !truth.isInsulinSure else { return }
    fail(
      .noDoseOnUnsureProfile, at: truth.now,
      "a dose is proposed, and nobody can say that the insulin section still counts")
  }

  private mutating func judgePage(_ page: Page, _ truth: Truth) {
    if case .dose(.offer) = page { judgeDose(truth) }
    guard hasRow, case .home(_, _, let since) = page else { return }
    if since == nil, !truth.isProfileGood, truth.hasProfile {
      fail(.keptProfileIsShown, at: truth.now, "a kept profile is in force, and no page says so")
    }
    if since != nil, truth.isProfileGood {
      fail(.keptProfileIsShown, at: truth.now, "the profile is right, and the page doubts it")
    }
  }

  private mutating func judgePress(_ truth: Truth) {
    guard let at = pressed else { return }
    pressed = nil
    if truth.hasProfile, truth.household.reachesSomebody {
      if open.isEmpty, !mayBeOpen {
        fail(.helpOnKeptProfile, at: at, "help was pressed on a kept profile, and no notice made")
      }
      return
    }
    if page?.helpStage?.0 != .nobody {
      fail(
        .helpOnKeptProfile, at: at,
        "help was pressed with nobody to reach, and the screen does not say so")
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .recordsLost = change { wasTold = false }
    if case .powerCut = change {
      pressed = nil
      untold = nil
      (unsaid, newRow, owesSound) = (nil, nil, false)
      page = nil
      // A notice that comes back from the medium is not in the book.
      if !open.isEmpty { mayBeOpen = true }
      open.removeAll()
    }
  }
}

/// The device's settings of insulin and meals, as they take effect: with the end of a row.
struct SeenProfile: Sendable {
  private(set) var insulin: InsulinFigures?
  private(set) var mealtimes: [Mealtime] = []
  /// The mealtimes before they or their zone became others, and when that was.
  private var formerMealtimes: [(times: [Mealtime], zone: Household.ZoneName, until: Instant)] = []
  private var zone: Household.ZoneName?
  private(set) var keys = KeySet.all
  private var limits = Limits()

  private var stagedMealtimes: [Mealtime] = []
  private var stagedLimits = Limits()

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted(let boot): keys = boot.keys
    case .setting(.begin):
      stagedMealtimes = []
      stagedLimits = Limits()
    case .setting(.mealtime(let time)): stagedMealtimes.append(time)
    case .setting(.limits(let limits)): stagedLimits = limits
    case .setting(.end):
      insulin = truth.hasProfile ? truth.household.insulin : nil
      let former = zone ?? truth.household.zone
      if stagedMealtimes != mealtimes || former != truth.household.zone {
        if formerMealtimes.count > 3 { formerMealtimes.removeFirst() }
        formerMealtimes.append((mealtimes, former, truth.now))
      }
      mealtimes = stagedMealtimes
      zone = truth.household.zone
      limits = stagedLimits
    default: break
    }
  }

  /// The mealtimes of now in `zone`, and those that became others within the last 70 minutes, in
  /// the zone that they had. A prompt that was open then goes on for the hour of its meal.
  func askedMealtimes(
    at now: Instant, in zone: Household.ZoneName
  ) -> [(time: Mealtime, zone: Household.ZoneName)] {
    let former = formerMealtimes.filter { now - $0.until < .seconds(70 * 60) }
    return mealtimes.map { ($0, zone) }
      + former.flatMap { asked in asked.times.map { ($0, asked.zone) } }
  }

  /// The minute of the day; below 0: never.
  var allIsWellAt: Int16 { limits.allIsWellAt }

  /// Readings are shown in mmol/L.
  var usesMillimoles: Bool { limits.usesMillimoles }

  /// Minutes for which a long ok puts a prompt off.
  var snooze: Int64 { min(max(Int64(limits.snooze), 1), 60) }

  /// A wearer who cannot change the grams is not asked for them.
  var asksCarbohydrates: Bool {
    limits.asksCarbohydrates && keys.contains(.plus) && keys.contains(.minus)
  }
}
