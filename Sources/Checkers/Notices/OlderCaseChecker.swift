import Device
import HAL

/// One call for help, one exit and one lost position goes on at a time, over power cuts, too. An
/// older one is news of the past: once somebody has it, it goes to nobody else. So is an older
/// place: a newer one takes its turn, or the end of the case ends it. Nothing else does before somebody
/// has it. None goes out behind a return, nor to anybody but the answerer of a call that was all that
/// was open. A power cut changes nothing about that.
struct OlderCaseChecker: Checker {
  var violation: Violation?

  private struct Case {
    var id: NoticeID
    var matter: Notice.Matter
    /// A server took it after a newer one had begun.
    var isToldAsOlder = false
  }

  /// A mail that says where the wearer is, and is not finished.
  private struct Place {
    var id: NoticeID
    var reason: Notice.LocationReason
    /// The person who asked; 0: those who know of the case.
    var asker: UInt8
    /// Attempts that nobody has answered.
    var attempts: [Recipient] = []
    /// It was on its way when a newer one began, and its other readers may still get it.
    var isOnItsWay = false
    /// A newer one of its kind has begun since.
    var hasNewer = false
    /// A server took it, or refused it for good.
    var isAnswered = false
    /// It came back from an earlier life, whose list may have been another.
    var isOld: Bool
    /// Help was answered or has ended, the wearer is back or has company, or another profile came.
    var isCaseOver = false
    /// The wearer is not out, and no call for help is open.
    var isPast = false
    /// Whoever answered the call still gets such a place.
    var answerer: UInt8?

    func isOfOneKind(as other: Place) -> Bool { reason == other.reason && asker == other.asker }
  }

  private static let most = 40
  /// A full table lets go of some. It has 52 places for what is not urgent.
  private static let crowd = 40

  private var cases: [Case] = []
  private var places: [Place] = []
  /// Places that were given up in this event: the end of their case may follow in it.
  private var givenUp: [(id: NoticeID, reason: Notice.LocationReason)] = []
  private var people: [Caregiver] = []
  /// The records say that the wearer is out.
  private var isOut = false
  /// The caregiver who answered the newest call, and was not followed by another case or a return.
  private var answerer: UInt8?
  /// The call was answered, or records came back: the event that follows finds the case over, or open.
  private var mayBeOver = false
  private var whos: Whos?
  /// Notices of any matter that are not finished.
  private var open: Set<UInt64> = []
  /// All calls for help so far, also those of which a bad medium has forgotten the rest.
  private var calls: Set<UInt64> = []

  mutating func see(_ event: Event, _ truth: Truth) {
    if case .booted = event.kind { excuse() }
    judgeGivenUp(truth)
    if mayBeOver, event.goesOn { endTrail() }
    // A record that was lost is unknown to the device.
    if !truth.isStorageGood { (cases, places) = ([], []) }
    switch event.kind {
    case .booted:
      (cases, places, open) = ([], [], [])
      (isOut, answerer, whos, mayBeOver) = (false, nil, nil, true)
    case .restored(let record): keep(record, isOld: true)
    case .answer(let answer):
      for i in places.indices where places[i].id == answer.notice {
        if answer.outcome != .transient { places[i].isAnswered = true }
        guard let first = places[i].attempts.firstIndex(of: answer.recipient) else { continue }
        places[i].attempts.remove(at: first)
      }
    case .setting(.end):
      // Another list leaves other readers to each. Who asked stands there by their place in it.
      let isSame = truth.household.caregivers == people
      places.removeAll { !isSame || $0.asker != 0 }
      people = truth.household.caregivers
      endCase()
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut: excuse()
    case .end: judgeGivenUp(truth)
    case .recordsLost, .taken, .networkGood, .reloaded, .clocksGood, .edited, .post, .portal,
      .updated:
      break
    }
  }

  /// A power cut may come between the place and the end of its case. Who asked has no case.
  private mutating func excuse() { givenUp.removeAll { $0.reason != .asked } }

  private mutating func judgeGivenUp(_ truth: Truth) {
    if let place = givenUp.first {
      fail(
        .turnsAreKept, at: truth.now,
        "place \(place.id.boot).\(place.id.number), \(place.reason), was given up, nobody has it, and no "
          + "newer one of its kind stands for it")
    }
    givenUp = []
  }

  /// Nobody is waited for: only who answered still gets a place.
  private mutating func endTrail() {
    mayBeOver = false
    guard !isOut, !hasOpenCall else { return }
    for i in places.indices where places[i].reason != .asked {
      (places[i].isPast, places[i].answerer) = (true, answerer)
    }
  }

  private var hasOpenCall: Bool {
    cases.contains { $0.matter == .help && open.contains($0.id.value) }
  }

  /// The case is over. A caregiver who asked where the wearer is still wants to know.
  private mutating func endCase() {
    givenUp.removeAll { $0.reason != .asked }
    for i in places.indices where places[i].reason != .asked { places[i].isCaseOver = true }
  }

  private mutating func keep(_ record: Record, isOld: Bool = false) {
    switch record {
    case .outbox(.notice(let notice)):
      open.insert(notice.id.value)
      if notice.matter == .help { calls.insert(notice.id.value) }
      begin(notice)
      follow(notice.matter)
      if case .location(let reason) = notice.matter { begin(notice, reason, isOld: isOld) }
    case .outbox(.closed(let id)), .outbox(.acknowledged(let id, _)):
      open.remove(id.value)
      if calls.contains(id.value) { endCase() }
      places.removeAll { $0.id == id }
      guard case .outbox(.acknowledged(_, let caregiver)) = record,
        id == cases.last(where: { $0.matter == .help })?.id
      else { return }
      (answerer, mayBeOver) = (caregiver, true)
    case .place(let place): isOut = place == .outside
    case .outbox(.caregivers(let new)):
      // The places count caregivers by the list of before.
      if let whos, whos != new { places = [] }
      whos = new
    case .outbox(.delivery(let id, _, .accepted)):
      // So it is of a caregiver who sends its token back.
      for i in places.indices where places[i].id == id { places[i].isAnswered = true }
      for i in cases.indices where cases[i].id == id && isOlder(cases[i]) {
        cases[i].isToldAsOlder = true
      }
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .store(let record):
      if case .outbox(.closed(let id)) = record { judgeEnd(id) }
      keep(record)
    case .company(.accompanied(_?)): endCase()
    case .perimeter(.returned):
      endCase()
      guard !hasOpenCall else { return }
      for i in places.indices where places[i].isCaseOver {
        (places[i].isPast, places[i].answerer) = (true, nil)
      }
    case .outbox(.send(let dispatch)):
      judgePlace(dispatch, truth)
      guard let old = cases.first(where: { $0.id == dispatch.notice.id }), old.isToldAsOlder else {
        return
      }
      let number = "\(old.id.boot).\(old.id.number)"
      let newer = cases.last { $0.matter == old.matter }?.id ?? old.id
      fail(
        .turnsAreKept, at: truth.now,
        "notice \(number), \(old.matter), goes out again beside \(newer.boot).\(newer.number)")
    default: break
    }
  }

  private mutating func judgePlace(_ dispatch: Dispatch, _ truth: Truth) {
    let id = dispatch.notice.id
    guard let i = places.firstIndex(where: { $0.id == id }) else { return }
    let old = places[i]
    places[i].attempts.append(dispatch.recipient)
    if old.asker != 0, !old.isOld, old.asker != 1 << dispatch.recipient.caregiver {
      fail(
        .whereIsLimited, at: truth.now,
        "the answer to where \(id.boot).\(id.number) goes to somebody who did not ask")
    }
    if old.isPast, old.answerer != dispatch.recipient.caregiver {
      fail(
        .turnsAreKept, at: truth.now,
        "place \(id.boot).\(id.number) goes out after the return, or the answer of somebody else")
    }
    guard !old.isOnItsWay,
      let newer = places.first(where: { $0.id > id && $0.isOfOneKind(as: old) })?.id
    else { return }
    fail(
      .turnsAreKept, at: truth.now,
      "place \(id.boot).\(id.number) goes out beside the newer \(newer.boot).\(newer.number)")
  }

  /// A change of the list takes away who asked; such places are not looked at any more.
  private mutating func judgeEnd(_ id: NoticeID) {
    guard let place = places.first(where: { $0.id == id }), !place.isOld, !place.isAnswered,
      !place.hasNewer, !place.isCaseOver, open.count < OlderCaseChecker.crowd, hasWay(place.asker)
    else { return }
    givenUp.append((id, place.reason))
  }

  /// An answer to somebody without a way to them goes to nobody.
  private func hasWay(_ asker: UInt8) -> Bool {
    asker == 0
      || people.indices.contains {
        asker >> UInt8($0) & 1 == 1 && (people[$0].hasMail || people[$0].hasRelay)
      }
  }

  private mutating func begin(
    _ notice: Notice, _ reason: Notice.LocationReason, isOld: Bool
  ) {
    guard !places.contains(where: { $0.id == notice.id }) else { return }
    let place = Place(
      id: notice.id, reason: reason, asker: reason == .asked ? notice.audience : 0, isOld: isOld)
    for i in places.indices where places[i].isOfOneKind(as: place) {
      places[i].hasNewer = true
      if !places[i].attempts.isEmpty { places[i].isOnItsWay = true }
    }
    if places.count == OlderCaseChecker.most { places.removeFirst() }
    places.append(place)
  }

  /// Another case, or the return, leaves nobody who answered the newest one.
  private mutating func follow(_ matter: Notice.Matter) {
    switch matter {
    case .help: answerer = nil
    case .perimeter(.left): (isOut, answerer) = (true, nil)
    case .perimeter(.returned): (isOut, answerer) = (false, nil)
    case .perimeter, .position, .location, .reminder, .glucose, .dose, .clock, .batteryLow, .power,
      .day, .storageFailed, .profileKept, .companyRefused, .profileChanged:
      break
    }
  }

  private mutating func begin(_ notice: Notice) {
    switch notice.matter {
    case .help, .perimeter(.left), .position(.lost): break
    case .perimeter, .position, .location, .reminder, .glucose, .dose, .clock, .batteryLow, .power,
      .day, .storageFailed, .profileKept, .companyRefused, .profileChanged:
      return
    }
    guard !cases.contains(where: { $0.id == notice.id }) else { return }
    if cases.count == OlderCaseChecker.most { cases.removeFirst() }
    cases.append(Case(id: notice.id, matter: notice.matter))
  }

  private func isOlder(_ old: Case) -> Bool {
    cases.contains { $0.matter == old.matter && $0.id > old.id }
  }
}

extension Event {
  /// Life goes on with it after a start, or has gone on.
  fileprivate var goesOn: Bool {
    switch kind {
    case .booted, .restored: false
    case .setting(.changed): true
    case .setting: false
    default: true
    }
  }
}
