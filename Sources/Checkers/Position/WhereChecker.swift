import Device
import HAL

/// "Where?" is answered: the first at once, then once a minute while a case is open, else once in five
/// minutes; several are answered together. And no more than two notices of the battery an hour.
struct WhereChecker: Checker {
  var violation: Violation?

  private static let fiveMinutes = Milliseconds.seconds(300)
  private static let minute = Milliseconds.seconds(60)
  private static let slack = Milliseconds.seconds(2)
  private static let hour = Milliseconds.seconds(3600)

  private struct Question {
    var person: UInt32
    var by: Instant
  }

  private var questions: [Question] = []
  private var answers: [(person: UInt32, at: Instant)] = []
  /// The list that the device has read.
  private var list: Household?
  /// Notices that wait for an answer of somebody, and when one last did.
  private var cases: Set<UInt64> = []
  private var lastCase = Instant(milliseconds: -1_000_000)
  /// An exit is open until the wearer is back or has company, whoever has answered its notice.
  private var isOut = false
  /// Some may have come back with the power.
  private var isUnsure = false
  private var battery: [Instant] = []

  mutating func see(_ event: Event, _ truth: Truth) {
    judge(truth)
    switch event.kind {
    case .message(.whereIs(let place)):
      guard Int(place) < truth.household.caregivers.count else { return }
      let person = truth.household.person(at: place)
      guard !truth.household.routes(to: person).isEmpty,
        !questions.contains(where: { $0.person == person })
      else { return }
      let last = answers.last { $0.person == person }?.at
      let isFirst = last.map { truth.now - $0 > WhereChecker.fiveMinutes } ?? true
      let by = isFirst ? truth.now : (last ?? truth.now) + WhereChecker.fiveMinutes
      questions.append(Question(person: person, by: by + WhereChecker.slack))
    case .setting(.end): adopt(truth)
    default: break
    }
  }

  /// Somebody who stays in the list keeps their questions and answers, wherever they stand now.
  private mutating func adopt(_ truth: Truth) {
    let before = list
    list = truth.hasProfile ? truth.household : nil
    questions = questions.compactMap { question in
      moved(question.person, from: before).map { Question(person: $0, by: question.by) }
    }
    answers = answers.compactMap { answer in
      moved(answer.person, from: before).map { ($0, answer.at) }
    }
  }

  /// Finds a person by number; where one of the two lists has none, the place counts.
  private func moved(_ person: UInt32, from before: Household?) -> UInt32? {
    guard let before, let list else { return nil }
    if list.place(of: person) != nil { return person }
    guard let place = before.place(of: person), Int(place) < list.caregivers.count else {
      return nil
    }
    let isNumbered =
      before.caregivers[Int(place)].who != 0 && list.caregivers[Int(place)].who != 0
    return isNumbered ? nil : list.person(at: place)
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .outbox(.queued(let notice)): note(notice, truth)
    case .store(.outbox(.closed(let id))), .store(.outbox(.acknowledged(let id, _))):
      if cases.remove(id.value) != nil { lastCase = truth.now }
    case .perimeter(.left): isOut = true
    case .perimeter(.returned), .company(.accompanied(_?)):
      if isOut { lastCase = truth.now }
      isOut = false
    default: break
    }
  }

  private mutating func note(_ notice: Notice, _ truth: Truth) {
    switch notice.matter {
    case .help, .perimeter(.left), .glucose(.low), .position(.lost): cases.insert(notice.id.value)
    case .location(.asked): answer(notice, truth)
    case .batteryLow:
      if battery.count >= 2, truth.now - battery[battery.count - 2] < WhereChecker.hour {
        fail(.batteryIsLimited, at: truth.now, "a third notice of the battery within an hour")
      }
      battery.append(truth.now)
    default: break
    }
  }

  private mutating func answer(_ notice: Notice, _ truth: Truth) {
    let place = UInt8(notice.audience.trailingZeroBitCount)
    guard notice.audience != 0 else { return }
    let person = truth.household.person(at: place)
    questions.removeAll { $0.person == person }
    defer {
      answers.removeAll { $0.person == person }
      answers.append((person, truth.now))
    }
    guard let last = answers.last(where: { $0.person == person }) else { return }
    let isOpen =
      isUnsure || isOut || !cases.isEmpty || truth.now - lastCase < WhereChecker.fiveMinutes
    let least = isOpen ? WhereChecker.minute : WhereChecker.fiveMinutes
    if truth.now - last.at < Milliseconds(least.count - 1000) {
      fail(
        .whereIsLimited, at: truth.now,
        "caregiver \(place + 1) is told where the wearer is \((truth.now - last.at).count) ms "
          + "after the last time")
    }
  }

  private mutating func judge(_ truth: Truth) {
    guard truth.isPowered else { return }
    for question in questions where truth.now > question.by {
      fail(.whereIsLimited, at: truth.now, "a caregiver asked where, and is not told")
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    guard case .powerCut = change else { return }
    // An open case may be open again.
    let wasOpen = !cases.isEmpty || isOut || isUnsure
    self = WhereChecker(violation: violation)
    isUnsure = wasOpen
  }
}

/// A reminder that is told as unanswered was asked first, and in time, however many fell on one minute.
struct AskedChecker: Checker {
  var violation: Violation?

  private var calls: [(occurrence: Occurrence, at: Instant)] = []
  private var unsure: [Occurrence] = []
  private var isForgetful = false
  /// A calendar clock alone may put a limit into the past.
  private var isTrusted = false
  /// A journey to another zone puts the limit of what was asked before it into the past, too.
  private var offset: Int64?
  private var movedAt = Instant.start

  mutating func see(_ event: Event, _ truth: Truth) {
    if !truth.isStorageGood { isForgetful = true }
    switch event.kind {
    case .booted: (isTrusted, offset) = (false, nil)
    case .setting(.end):
      let new = truth.household.zone.offset(at: truth.wall)
      if let offset, offset != new { movedAt = truth.now }
      offset = new
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isTrusted = false
    case .reminder(.due(let occurrence, _, let call, let isUnsure)):
      // The time that is learned later may lie past its limit.
      if isUnsure { unsure.append(occurrence) }
      if call == .again, calls.contains(where: { $0.occurrence == occurrence }) { return }
      calls.removeAll { $0.occurrence == occurrence }
      if calls.count > 300 { calls.removeFirst(100) }
      calls.append((occurrence, truth.now))
    case .store(.reminder(let occurrence, .announced, _)):
      // The power may go between the record and the sound.
      if !calls.contains(where: { $0.occurrence == occurrence }) {
        calls.append((occurrence, truth.now))
      }
    case .outbox(.queued(let notice)):
      if case .reminder(.unanswered(let occurrence)) = notice.matter { judge(occurrence, truth) }
    default: break
    }
  }

  private mutating func judge(_ occurrence: Occurrence, _ truth: Truth) {
    guard !isForgetful else { return }
    guard let call = calls.last(where: { $0.occurrence == occurrence }) else {
      return fail(
        .unansweredWasAsked, at: truth.now,
        "\(occurrence.name) is told as unanswered, and nobody asked")
    }
    let since = truth.now - call.at
    // The least limit is five minutes.
    if since < .seconds(60), call.at > movedAt, isTrusted, truth.areClocksGood,
      !unsure.contains(occurrence)
    {
      fail(
        .unansweredWasAsked, at: truth.now,
        "\(occurrence.name) is told as unanswered \(since.count) ms after it was asked")
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .recordsLost = change { isForgetful = true }
  }
}

/// Notices before the first fix state the wearer's place before the power went, and its age. SAFE-3, CARD-4.
struct LastPlaceChecker: Checker {
  var violation: Violation?

  private static let slack: UInt64 = 70_000

  /// The restored place; nil: the last sign of life had none.
  private var last: (position: Position, measured: Int64)?
  private var isTrusted = false
  /// A fix has come, or what came back is not all that was stored.
  private var isUnsure = false
  private var hasLied = false

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    if fix.hasPosition { isUnsure = true }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted:
      last = nil
      (isTrusted, isUnsure) = (false, !truth.isStorageGood)
    case .restored(.alive(let wall, let place, _)):
      last = place.map { ($0.position, wall.milliseconds - $0.age.count) }
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isTrusted = false
    case .outbox(.queued(let notice)): judge(notice, truth)
    default: break
    }
  }

  private mutating func judge(_ notice: Notice, _ truth: Truth) {
    guard let last, !isUnsure, truth.isStorageGood, notice.matter.isOfTheWearer else { return }
    guard let place = notice.whereabouts else {
      // A wearer who was outside is lost outside, although the last place that was stored is inside.
      if notice.matter == .position(.lost) { return }
      return fail(
        .noticeIsTrue, at: truth.now,
        "\(notice.matter) says no place, and the last one before the power cut is known")
    }
    if place.position != last.position {
      fail(
        .noticeIsTrue, at: truth.now,
        "\(notice.matter) says another place than the last one before the power cut")
    }
    guard isTrusted, truth.areClocksGood, !hasLied else { return }
    let age = truth.wall.milliseconds - last.measured
    if (notice.age.count - age).magnitude > LastPlaceChecker.slack {
      fail(
        .noticeIsTrue, at: truth.now,
        "\(notice.matter) says that its place is \(notice.age.count) ms old, and it is \(age)")
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .clocksGood(false) = change { hasLied = true }
  }
}

extension Notice.Matter {
  /// Somebody may go and look for the wearer.
  fileprivate var isOfTheWearer: Bool {
    switch self {
    case .help, .glucose(.low), .position(.lost), .position(.noneForLong), .location,
      .day(.allIsWell), .day(.open):
      true
    default: false
    }
  }
}
