import Device
import HAL

/// A key acts on the page that is shown, and on nothing else. It does not act on a page that pushed
/// itself in front less than half a second before: the finger meant the page before it. So it is with
/// the page of something else that comes up because a key has answered the one before. A dose and a reminder
/// that change places by themselves take no key for three seconds, also with another page in between.
struct KeyChecker: Checker {
  var violation: Violation?

  /// A wearer who sets a value, or has measured, is busy with the page for so long.
  private static let hands = Milliseconds.seconds(59)
  /// No page of a dose comes over a question that was touched so lately.
  private static let minute = Milliseconds.seconds(60)
  /// A reminder leaves the page by itself so long after its last call, at the earliest.
  private static let call = Milliseconds.seconds(299)

  private var page: Page?
  private var look = PageLook()
  /// A key brought it, and it goes on with what the page before was about.
  private var isExpected = false
  private var press: KeyPress?
  /// The alarms that this press may silence, and the one that it must.
  private var allowed: [AlarmKind] = []
  private var owed: AlarmKind?
  private var isMute = false
  /// Raised to high priority at some time: silenced, such an alarm stays on the screen for a while.
  private var high: [AlarmKind] = []
  /// The low whose alarm began, and was not silenced since.
  private var low: AlarmKind?
  /// A clock was wrong in this life: the hours of meals may be those of that clock.
  private var hasLied = false
  /// Plus or minus was pressed then on a page of a value, of grams or of a dose, or a meter's reading brought it.
  private var handAt: Instant?
  /// Plus or minus moved the answer to the question on the page then.
  private var answerAt: Instant?
  /// A reminder has come or gone since: it may bring another page of its own, or none.
  private var isListMoved = false
  /// The last call of each reminder.
  private var calls: [UInt16: Instant] = [:]
  /// A meal was asked for in this turn: its alarm brings the page, and no reading does.
  private var isMealBegun = false
  /// A meter's reading brought a dose in this turn: no page that can wait hides it.
  private var isDoseDue = false
  /// The moment of the newest reading. An older one, or one of long ago, brings no page.
  private var newest: Instant?
  private var isCurrent = false
  /// Help is called anew by this press; and the alarm that it reaches nobody has begun.
  private var isCall = false
  private var isTrouble = false
  /// The alarm of an earlier press goes on: nobody has silenced it, and it is of the same call.
  private var isInTrouble = false
  /// Settings came while the page said that help is on its way.
  private var wasCalling = false
  /// The page says who knows of the call for help, and this press leaves it.
  private var isLeaving = false

  mutating func see(_ event: Event, _ truth: Truth) {
    judge(truth.now)
    (press, isCall, isTrouble, isLeaving) = (nil, false, false, false)
    if !truth.areClocksGood { hasLied = true }
    (wasCalling, isMealBegun, isCurrent) = (false, false, false)
    switch event.kind {
    case .reading(let reading):
      let taken = truth.now + Milliseconds(-reading.age.count)
      isCurrent = reading.age <= .seconds(900) && newest.map { $0 <= taken } ?? true
      newest = max(newest ?? taken, taken)
    case .booted: self = KeyChecker(violation: violation)
    case .setting(.priority(let kind, .high)): if !high.contains(kind) { high.append(kind) }
    case .setting(.end): wasCalling = page?.helpStage?.0 == .calling
    case .key(let press):
      hold(press, truth.now)
      if press.key == .help { isCall = page?.helpStage == nil } else { take(press, truth.now) }
    default: break
    }
  }

  /// Notes the page that the wearer is busy with. A key that a new page does not take changes nothing.
  private mutating func hold(_ press: KeyPress, _ now: Instant) {
    guard press.isStep else {
      (handAt, answerAt) = (nil, nil)
      return
    }
    guard isExpected || !look.isNew(at: now) else { return }
    handAt = page?.isOfHands ?? false ? now : nil
    answerAt = page?.isQuestion ?? false ? now : nil
    isListMoved = false
  }

  private func isAnswering(_ now: Instant) -> Bool {
    guard let answerAt, page?.isQuestion ?? false else { return false }
    return !(KeyChecker.minute < now - answerAt)
  }

  private mutating func take(_ press: KeyPress, _ now: Instant) {
    guard let page else { return }
    let isNew = look.isNew(at: now)
    if isNew, isExpected { return }
    self.press = press
    isMute = isNew
    allowed = press.key == .ok && !isNew ? page.silencedByOK : []
    owed = page.isOfOneAlarm ? allowed.first { !high.contains($0) } : nil
    if case .glucose(.low) = page, let low, allowed.contains(low) { owed = low }
    isLeaving = press.key == .ok && !isNew && page.saysWhoKnows
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .show(let page):
      // A deadline may be served as a fix comes, which is no event here.
      if !event.isOfMeter { judgeDose(truth.now) }
      judgeHands(page, event, truth)
      judgeQuestion(page, event, truth.now)
      if page.isOfGramsOrDose { measured(event, truth) }
      if case .key = event.kind {
        // The page before the first one of a life is not known.
        isExpected = self.page.map { page.goesOn(with: $0) } ?? true
      } else {
        isExpected = false
      }
      self.page = page
      look.show(page, during: event, at: truth.now)
    case .alarm(.started(let kind, _)):
      if kind == .lowGlucose || kind == .veryLowGlucose { low = kind }
      if kind == .helpNotThrough { (isTrouble, isInTrouble) = (true, true) }
    case .alarm(.hush): isInTrouble = false
    case .outbox(.queued(let notice)) where notice.matter == .help: isInTrouble = false
    case .alarm(.silenced(let kind)):
      if kind == .helpNotThrough { isInTrouble = false }
      if low == kind { low = nil }
      if owed == kind { owed = nil }
      guard press != nil, !allowed.contains(kind) else { return }
      fail(.keysActOnThePage, at: truth.now, "a key silences \(kind), which its page is not about")
    case .reminder(.due(let occurrence, _, _, _)):
      calls[occurrence.reminder] = truth.now
      isListMoved = true
    case .reminder(.missed): isListMoved = true
    // A reminder that is asked by the calendar clock may be of no use any more by a right one.
    case .clock(.trusted):
      if case .reminder(let asked) = page, asked.isUnsure { isListMoved = true }
    case .reminder(.acknowledged), .reminder(.snoozed):
      isListMoved = true
      guard let press else { return }
      if isMute || press.key != .ok || page?.isReminder != true {
        fail(.keysActOnThePage, at: truth.now, "a key answers a reminder that was not on its page")
      }
    case .store(.diary(.reading)) where press != nil: newest = truth.now
    case .dose(.prompted): isMealBegun = true
    case .dose(.proposed):
      isDoseDue = isCurrent && event.isOfMeter && !truth.isEndOfMeal
      measured(event, truth)
    case .dose(.confirmed), .dose(.undone):
      guard press != nil, isMute else { return }
      fail(.keysActOnThePage, at: truth.now, "a key acts on a page that has just come up")
    default: break
    }
  }

  /// Notes that the wearer has measured, and looks for the dose.
  private mutating func measured(_ event: Event, _ truth: Truth) {
    if isCurrent, event.isOfMeter, !isMealBegun, !isAnswering(truth.now) { handAt = truth.now }
  }

  /// A reminder or a fault that needs no hurry waits while the wearer sets a value, or has just measured.
  /// The next ok is meant for that.
  private mutating func judgeHands(_ next: Page, _ event: Event, _ truth: Truth) {
    let now = truth.now
    guard let handAt, now - handAt < KeyChecker.hands, page?.isOfHands ?? false, next.mayWait
    else { return }
    switch event.kind {
    // These may end what is being entered.
    case .reading, .edited, .setting, .message: return
    case .key(let press) where !press.isStep: return
    default: break
    }
    // The hour of the meal takes its grams and its dose along, but no value. Any event may serve that deadline.
    if page?.isOfGramsOrDose == true, truth.isEndOfMeal || hasLied { return }
    fail(.keysActOnThePage, at: now, "\(next) covers what the wearer is setting, or has measured")
  }

  /// The keys that are on their way to the answer would set and confirm the dose.
  private mutating func judgeQuestion(_ next: Page, _ event: Event, _ now: Instant) {
    guard let answerAt, now - answerAt < KeyChecker.hands, page?.isQuestion ?? false,
      next.isOfDose, !isListMoved, case .reminder(let asked) = page,
      calls[asked.occurrence.reminder].map({ now - $0 < KeyChecker.call }) ?? true
    else { return }
    switch event.kind {
    // Only these leave the question as it was asked.
    case .fix, .reading, .edited, .deadline: break
    case .booted, .restored, .setting, .keys, .clock, .key, .answer, .message, .battery, .storage,
      .shuttingDown:
      return
    }
    fail(.keysActOnThePage, at: now, "\(next) covers a question that is being answered")
  }

  /// The screen as it stood at the end of the turn in which the reading came.
  private mutating func judgeDose(_ now: Instant) {
    if isDoseDue, let page, page.mayWait, !isAnswering(now) {
      fail(.keysActOnThePage, at: now, "a meter's reading brings a dose, and \(page) hides it")
    }
    isDoseDue = false
  }

  private mutating func judge(_ now: Instant) {
    if isCall || wasCalling, !isTrouble, !isInTrouble, page?.helpStage?.0 == .nobody {
      fail(.keysActOnThePage, at: now, "help reaches nobody, and no alarm says so")
    }
    if isLeaving, page?.saysWhoKnows ?? false {
      fail(.keysActOnThePage, at: now, "ok on the page of who knows of help, and it stays")
    }
    judgeDose(now)
    guard let owed else { return }
    self.owed = nil
    fail(.keysActOnThePage, at: now, "ok on the page of \(owed), and its alarm is not silenced")
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { self = KeyChecker(violation: violation) }
  }
}

extension Event {
  fileprivate var isOfMeter: Bool { if case .reading = kind { true } else { false } }
}

extension KeyPress {
  fileprivate var isStep: Bool { key == .plus || key == .minus }
}

extension Page {
  /// A reminder that asks for a number.
  fileprivate var isQuestion: Bool {
    if case .reminder(let asked) = self { asked.choice != nil } else { false }
  }

  fileprivate var mayWait: Bool {
    switch self {
    case .reminder, .notDelivered, .batteryLow, .positionLost, .storageFailed: true
    case .dose, .home, .help, .leftPerimeter, .glucose, .noProfile: false
    }
  }

  /// One key follows the other in an entry or a question: the wearer knows that page already.
  fileprivate func goesOn(with before: Page) -> Bool {
    switch (self, before) {
    case (.dose, .dose): true
    case (.reminder(let asked), .reminder(let other)): asked.occurrence == other.occurrence
    default: false
    }
  }

  /// Its alarm is what sounds, or would.
  fileprivate var isOfOneAlarm: Bool {
    switch self {
    case .leftPerimeter, .notDelivered, .batteryLow, .positionLost, .storageFailed: true
    case .home, .help, .reminder, .dose(.measure), .dose(.enterGlucose), .dose(.enterCarbohydrates),
      .dose(.offer), .dose(.taken),
      .dose(.refused), .glucose(.low), .glucose(.lowAndHelp), .dose(.measureAgain), .noProfile:
      false
    }
  }

  /// Somebody knows of the call for help; the wearer has read it, and goes back.
  fileprivate var saysWhoKnows: Bool {
    guard let stage = helpStage?.0 else { return false }
    return stage == .told || stage == .answered
  }

  fileprivate var silencedByOK: [AlarmKind] {
    switch self {
    case .leftPerimeter: [.leftPerimeter]
    case .notDelivered: [.notDelivered]
    case .batteryLow: [.batteryLow]
    case .positionLost: [.positionLost]
    case .storageFailed: [.storage]
    case .help, .glucose(.lowAndHelp): [.helpNotThrough, .help]
    case .glucose(.low(_, let isVery, _, _, _)): [isVery ? .veryLowGlucose : .lowGlucose]
    case .dose(.measure), .dose(.measureAgain), .dose(.enterGlucose), .dose(.enterCarbohydrates),
      .dose(.offer), .dose(.taken), .dose(.refused):
      [.dose, .lowGlucose, .veryLowGlucose]
    case .home, .reminder, .noProfile: []
    }
  }
}

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
    // Snoozes of the lives before count, too.
    case .restored(.reminder(let occurrence, .snoozed, _)): count(occurrence)
    case .key(let press):
      guard press.key == .ok, press.isLong, case .reminder(let asked)? = page,
        times(asked.occurrence) < SnoozeChecker.allowed, truth.now - shown > SnoozeChecker.read
      else { return }
      owed = (asked.occurrence, truth.now)
    default: break
    }
  }

  private func times(_ occurrence: Occurrence) -> Int {
    putOff.last { $0.occurrence == occurrence }?.times ?? 0
  }

  private mutating func count(_ occurrence: Occurrence) {
    let times = times(occurrence) + 1
    putOff.removeAll { $0.occurrence == occurrence }
    putOff.append((occurrence, times))
    if putOff.count > 60 { putOff.removeFirst() }
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
      count(occurrence)
      if times(occurrence) > SnoozeChecker.allowed {
        fail(
          .reminderIsPutOff, at: truth.now,
          "\(occurrence.name) is put off \(times(occurrence)) times")
      }
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { (owed, page) = (nil, nil) }
  }
}

extension Page {
  fileprivate var isOfGramsOrDose: Bool {
    switch self {
    case .dose(.enterCarbohydrates), .dose(.offer): true
    default: false
    }
  }
}

extension Truth {
  /// The hour of a meal ends in this minute, by a clock that is a minute off at most.
  fileprivate var isEndOfMeal: Bool {
    let local = wall.milliseconds / 60_000 + household.zone.offset(at: wall)
    return household.mealtimes.contains {
      (59...61).contains(((local - Int64($0.minute)) % 1440 + 1440) % 1440)
    }
  }
}
