import Device
import HAL

/// The wearer sees and hears everything that is due, and nothing that is over.
///
/// Other checkers judge that an exit, a reminder or a meal is announced. This one judges its effect on
/// the wearer: a sound that no other replaced, and its page, or a more urgent one. The page of the time
/// says that nothing is due.
struct ScreenChecker: Checker {
  var violation: Violation?

  private enum Matter: Equatable {
    case exit
    case reminder(Occurrence, Reminder.Kind)
    case meal
    case lost
    case battery
    case low
    case help
    case storage

    /// Whether it makes no sound of its own in quiet hours.
    var isQuiet: Bool {
      switch self {
      case .lost, .battery, .storage: true
      case .reminder(_, let kind): kind == .reminder
      case .exit, .meal, .low, .help: false
      }
    }

    /// Whether `HelpChecker` or `AlarmChecker` judges its sound.
    var isHeardByOthers: Bool {
      switch self {
      case .low, .help: true
      case .exit, .reminder, .meal, .lost, .battery, .storage: false
      }
    }

    /// Whether that is its own page, on which it stays until it is over or answered.
    func isOn(_ page: Page?) -> Bool {
      switch (self, page) {
      case (.lost, .positionLost), (.battery, .batteryLow), (.storage, .storageFailed): true
      default: false
      }
    }
  }

  private struct Due {
    var matter: Matter
    var since: Instant
    var isSeen = false
    var isHeard = false
    /// It began in quiet hours, or at a time that the device may take for such.
    var isMuted: Bool
    /// The quiet hours ended while its page was on the screen.
    var wasMuted = false

    /// An alarm that was seen and not heard goes on through the quiet hours; a reminder is called again by itself.
    var waitsForSound: Bool {
      switch matter {
      case .lost, .battery, .storage: isMuted && isSeen && !isHeard
      case .exit, .reminder, .meal, .low, .help: false
      }
    }
  }

  /// Bursts of others keep one from being heard for no longer.
  private static let soon = Milliseconds.seconds(60)
  private static let covered = Milliseconds.seconds(300)
  /// The time for which a reminder that no key answers keeps its page.
  private static let shown = Milliseconds.seconds(300)

  private var due: [Due] = []
  /// Medicines that were announced, and neither answered, put off nor given up; and whether a task was shown meanwhile.
  private var medicines: [(occurrence: Occurrence, isBehind: Bool)] = []
  private var page: Page?
  private var lastSound = Instant(milliseconds: -1_000_000)
  private var isSoundNew = false
  /// This very event is a measurement.
  private var isMeasured = false
  /// These are over: their page is not to be seen.
  private var isExitOver = false
  private var isLostOver = false
  /// The wearer has been told that their position is lost, and it is lost still.
  private var isLossTold = false
  /// No clock has lied in this life. One that did may be believed still.
  private var areClocksGood = true
  private var isStorageWell = true
  private var battery: BatteryLevel?
  /// The alarm of a notice that reached nobody began, and none was delivered since.
  private var isUndelivered = false
  private var hasOK = true

  mutating func see(_ event: Event, _ truth: Truth) {
    if !truth.areClocksGood { areClocksGood = false }
    unmute(truth)
    switch event.kind {
    case .booted(let boot):
      self = ScreenChecker(violation: violation)
      hasOK = boot.keys.contains(.ok)
      areClocksGood = truth.areClocksGood
    case .key(let press):
      if press.key == .help { open(.help, truth) }
      // Whoever answers what is on the screen need not hear it.
      if press.key == .ok { due.removeAll { $0.isSeen } }
    case .setting:
      due.removeAll()
      medicines.removeAll()
    case .reading, .edited:
      end { $0 == .low }
      if case .reading = event.kind { isMeasured = true }
    case .battery(let level):
      battery = level
      end { $0 == .battery }
    case .storage(let failure):
      end { $0 == .storage }
      guard failure != .damaged else { return }
      if failure != nil, isStorageWell { open(.storage, truth) }
      isStorageWell = failure == nil
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    if case .reminder(let reminder) = action { follow(reminder, truth) }
    switch action {
    case .alarm(.sound):
      lastSound = truth.now
      isSoundNew = true
      for i in due.indices { due[i].isHeard = true }
    case .alarm(.hush): isSoundNew = false
    case .alarm(.started(.notDelivered, _)): isUndelivered = true
    case .outbox(.delivered): isUndelivered = false
    case .show(let page):
      self.page = page
      look(page, truth)
    case .perimeter(.left):
      isExitOver = false
      open(.exit, truth)
    case .perimeter(.returned):
      isExitOver = true
      end { $0 == .exit }
    case .company(.accompanied(_?)):
      (isExitOver, isLostOver, isLossTold) = (true, true, false)
      end { $0 == .exit || $0 == .lost }
    case .reminder(.due(let occurrence, let kind, let call, _)) where call != .again:
      open(.reminder(occurrence, kind), truth)
    case .reminder(.acknowledged(let occurrence)), .reminder(.snoozed(let occurrence, _)),
      .reminder(.missed(let occurrence)):
      end { if case .reminder(occurrence, _) = $0 { true } else { false } }
    // A calendar clock may have announced what is not due at all.
    case .clock(.trusted):
      end { if case .reminder = $0 { true } else { false } }
      // Only a clock says that nobody looks for the wearer at this hour.
      if isUnwatched(truth) { end { $0 == .lost } }
    case .dose(.prompted): open(.meal, truth)
    case .dose(.refused), .dose(.confirmed): end { $0 == .meal }
    case .glucose(.low): open(.low, truth)
    case .glucose(.lowOver): end { $0 == .low }
    case .position(.lost): isLostOver = false
    case .position(.regained):
      (isLostOver, isLossTold) = (true, false)
      end { $0 == .lost }
    case .outbox(.queued(let notice)) where notice.matter == .position(.lost):
      isLostOver = false
      defer { isLossTold = true }
      // Whoever answered it left the list, and it is told anew. The wearer has heard of it before.
      if case .setting = event.kind, isLossTold { return }
      // A wrong clock may have put it into the hours of the watch. The right one forgives it.
      if truth.areClocksGood || !isUnwatched(truth) { open(.lost, truth) }
    case .batteryLow: open(.battery, truth)
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut: self = ScreenChecker(violation: violation)
    case .clocksGood(false): areClocksGood = false
    default: break
    }
  }

  private mutating func follow(_ action: ReminderAction, _ truth: Truth) {
    switch action {
    case .due(let occurrence, .medication, let call, _):
      // One that is of no use any more ends in silence. Announced again, it was due all the time.
      let isBehind = medicines.contains { $0.occurrence == occurrence && $0.isBehind }
      if call == .again, isBehind {
        fail(.pageIsDue, at: truth.now, "\(occurrence.name), a medicine, waited behind a task")
      }
      medicines.removeAll { $0.occurrence == occurrence }
      medicines.append((occurrence, false))
    case .acknowledged(let occurrence), .snoozed(let occurrence, _), .missed(let occurrence):
      medicines.removeAll { $0.occurrence == occurrence }
    case .due, .answered: break
    }
  }

  private mutating func open(_ matter: Matter, _ truth: Truth) {
    end { $0 == matter }
    let isMuted = matter.isQuiet && !isSurelyLoud(truth)
    due.append(Due(matter: matter, since: truth.now, isHeard: isSoundNew, isMuted: isMuted))
    if let page { look(page, truth) }
  }

  /// No quiet hours are now, as far as the profile and the clocks can tell.
  private func isSurelyLoud(_ truth: Truth) -> Bool {
    if truth.household.quiet.isEmpty { return true }
    return areClocksGood && truth.areClocksGood && truth.hasProfile
      && truth.isWithin(truth.household.quiet) == false
  }

  /// Nobody looks for the wearer at this hour by the right clock.
  private func isUnwatched(_ truth: Truth) -> Bool {
    let watch = truth.household.watch
    return !watch.isEmpty && truth.isWithin(watch) != true
  }

  /// An alarm that was mute sounds when the quiet hours end, if its page still says that nobody has answered.
  private mutating func unmute(_ truth: Truth) {
    guard due.contains(where: { $0.waitsForSound }), !truth.household.quiet.isEmpty,
      isSurelyLoud(truth)
    else { return }
    due.removeAll { $0.waitsForSound && !$0.matter.isOn(page) }
    for i in due.indices where due[i].waitsForSound {
      (due[i].isMuted, due[i].wasMuted, due[i].since) = (false, true, truth.now)
    }
  }

  private mutating func end(_ isOver: (Matter) -> Bool) { due.removeAll { isOver($0.matter) } }

  private mutating func look(_ page: Page, _ truth: Truth) {
    for i in due.indices {
      switch (due[i].matter, page) {
      case (.exit, .leftPerimeter), (.lost, .positionLost), (.battery, .batteryLow),
        (.storage, .storageFailed), (.low, .glucose(.low)), (.low, .glucose(.lowAndHelp)):
        due[i].isSeen = true
      case (.help, let page) where page.helpStage != nil: due[i].isSeen = true
      case (.meal, let page) where page.isOfMeal:
        due[i].isSeen = true
        // The wearer has just measured for it, and need not hear of it.
        if isMeasured, page.hasReading { due[i].isHeard = true }
      case (.reminder(let occurrence, let kind), .reminder(let shown))
      where shown.occurrence == occurrence:
        due[i].isSeen = true
        if shown.kind != kind {
          fail(.pageIsDue, at: truth.now, "\(occurrence.name) is shown as another kind")
        }
      // One reminder's page serves for all that are due if there is no key that answers.
      case (.reminder, .reminder) where !hasOK: due[i].isSeen = true
      default: break
      }
    }
  }

  /// All that an event asked for is done.
  /// - Parameter isStirred: something else than a fix has happened since the last time.
  mutating func settled(at now: Instant, isStirred: Bool) {
    if isStirred { judgeOver(now) }
    if !due.isEmpty { judgeDue(now) }
    isSoundNew = false
    isMeasured = false
  }

  private mutating func judgeOver(_ now: Instant) {
    switch page {
    case .leftPerimeter where isExitOver:
      fail(.pageHasACause, at: now, "the wearer is back, and the screen says otherwise")
    case .positionLost where isLostOver:
      fail(.pageHasACause, at: now, "the position is found, and the screen says otherwise")
    case .reminder(let shown) where shown.kind == .reminder:
      for i in medicines.indices { medicines[i].isBehind = true }
    case .batteryLow(let percent): judgeBattery(percent, now)
    case .storageFailed where isStorageWell:
      fail(.pageHasACause, at: now, "records are stored, and the screen says otherwise")
    case .notDelivered where !isUndelivered:
      fail(.pageHasACause, at: now, "a notice was delivered, and the screen says that none is")
    case .home where isSoundNew:
      fail(.pageHasACause, at: now, "a sound, and the screen says nothing of it")
    default: break
    }
  }

  private mutating func judgeBattery(_ percent: UInt8, _ now: Instant) {
    guard let battery else {
      return fail(.pageHasACause, at: now, "the screen says a battery that nobody has read")
    }
    if battery.percent != percent || battery.isCharging || percent > 30 {
      fail(
        .pageHasACause, at: now,
        "the screen says a battery of \(percent) %, which has \(battery.percent) %")
    }
  }

  private mutating func judgeDue(_ now: Instant) {
    // Without a key that answers, a reminder is shown for five minutes, also behind another page.
    if !hasOK {
      due.removeAll {
        guard case .reminder = $0.matter else { return false }
        return now - $0.since >= ScreenChecker.shown
      }
    }
    for entry in due {
      if !entry.isSeen, case .home = page {
        return fail(.pageIsDue, at: now, "\(entry.matter) is due, and the screen shows the time")
      }
      guard !entry.isHeard, !entry.matter.isHeardByOthers,
        now - entry.since > ScreenChecker.soon
      else { continue }
      if !entry.isMuted, !entry.wasMuted || entry.matter.isOn(page) {
        return fail(.alarmSounds, at: now, "\(entry.matter) is due, and nothing sounds")
      }
    }
    // A reminder behind more urgent pages comes to its end unseen.
    due.removeAll {
      !$0.waitsForSound
        && ($0.isSeen && ($0.isHeard || now - $0.since > ScreenChecker.soon)
          || now - $0.since > ScreenChecker.covered)
    }
  }
}

extension Page {
  /// It goes on with a meal for which somebody has measured.
  fileprivate var hasReading: Bool {
    switch self {
    case .dose(.enterCarbohydrates), .dose(.offer): true
    default: false
    }
  }

  /// It belongs to a meal, a reading or a dose.
  var isOfMeal: Bool {
    switch self {
    case .dose(.measure), .dose(.measureAgain), .dose(.enterGlucose), .dose(.enterCarbohydrates),
      .dose(.offer), .dose(.taken), .dose(.refused):
      true
    case .home, .help, .leftPerimeter, .reminder, .glucose(.low), .glucose(.lowAndHelp),
      .notDelivered,
      .batteryLow, .positionLost, .storageFailed, .noProfile:
      false
    }
  }
}
