import Device
import HAL

/// Judges that urgent notices use every route, and that others go to one caregiver where one is enough.
///
/// Help, an exit and low glucose try a caregiver's next route after the first failure or 15 s without
/// an answer. When none of the routes has accepted within 60 s, the next caregiver is tried too, else
/// when nobody answers. A press after a refusal tries all routes again. A list that changes meanwhile
/// tells the new first at once, and skips nobody.
///
/// It reckons duties, each with its time, from attempts and servers' answers.
struct RouteChecker: Checker {
  var violation: Violation?

  private static let patience = Milliseconds.seconds(15)
  private static let minute = Milliseconds.seconds(60)
  /// Tolerance for a deadline.
  private static let slack = Milliseconds(1500)
  /// Nobody has had a reason yet, since a restart, to try again what a server refused.
  private static let sinceRestart = Milliseconds.seconds(60)
  private static let mostInFlight = 4
  /// More than the device holds: who is owed an open one must not be forgotten with it.
  private static let mostCases = 64
  /// Two routes to each of four caregivers.
  private static let mostRefusals = 8 * mostCases

  private var cases: [UrgentCase] = []
  private var duties: [UrgentDuty] = []
  /// All attempts that nobody has answered.
  private var flights: [(notice: NoticeID, recipient: Recipient, person: UInt32, at: Instant)] = []
  /// Attempts that were made anew before anybody answered: a server may still take the one before.
  private var replaced: [(notice: NoticeID, recipient: Recipient, person: UInt32, at: Instant)] = []
  /// Refused for good: in this life, in the one before, and of those what the medium kept.
  private var refused: [Refusal] = []
  private var refusedBefore: [Refusal] = []
  private var restored: [Refusal] = []
  private var booted = Instant.start

  private struct Refusal: Equatable {
    var notice: NoticeID
    var person: UInt32
    var route: Route
  }

  /// All slots were taken by attempts that had not had their 15 s.
  private var lastFull = Instant(milliseconds: -1_000_000)
  /// The list came then.
  private var lastList = Instant.start
  /// Caregivers of the device's profile; nil: it has read none since it started.
  private var list: [Caregiver]?

  mutating func see(_ event: Event, _ truth: Truth) {
    judge(truth)
    switch event.kind {
    case .booted:
      list = nil
      booted = event.at
    case .restored(.outbox(.delivery(let id, let recipient, .permanent))):
      restored += refusedBefore.filter { $0.notice == id && $0.route == recipient.route }
    case .setting(.end):
      if list != nil { restored.removeAll() }
      lastList = truth.now
      adopt(truth)
    case .answer(let answer): take(answer, truth)
    case .message(.acknowledged(let token, let caregiver)):
      if Int(caregiver) < truth.household.caregivers.count {
        end { $0.token == token }
      }
    case .key(let press) where press.key == .help: pressHelp(truth)
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .outbox(.queued(let notice)):
      // A later call takes the place of an earlier one, and so does the word that a low is over.
      if notice.matter == .help { end { $0.kind == .help } }
      if case .glucose(.lowOver) = notice.matter { end { $0.kind == .lowGlucose } }
      guard let new = UrgentCase(notice) else { return }
      if cases.count > RouteChecker.mostCases { cases.removeFirst() }
      cases.append(new)
    case .outbox(.send(let dispatch)): send(dispatch, truth)
    case .perimeter(.returned), .company(.accompanied(_?)), .store(.accompanied(_?, _, _, _)):
      end { $0.kind == .exit }
    case .store(.outbox(.closed(let id))), .store(.outbox(.acknowledged(let id, _))):
      end { $0.notice == id }
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut:
      for refusal in refused { RouteChecker.add(refusal, to: &refusedBefore) }
      refused.removeAll()
      forget()
    case .recordsLost:
      refusedBefore.removeAll()
      forget()
    case .end: judge(truth)
    default: break
    }
  }

  private mutating func forget() {
    restored.removeAll()
    cases.removeAll()
    duties.removeAll()
    flights.removeAll()
    replaced.removeAll()
  }

  private mutating func end(_ isOver: (UrgentCase) -> Bool) {
    for ended in cases where isOver(ended) {
      duties.removeAll { $0.notice == ended.notice }
    }
    cases.removeAll(where: isOver)
  }

  private mutating func owe(
    _ notice: NoticeID, _ person: UInt32, after: UInt32? = nil, by route: Route? = nil,
    within span: Milliseconds, _ invariant: Invariant, _ truth: Truth
  ) {
    duties.append(
      UrgentDuty(
        notice: notice, person: person, after: after, route: route,
        by: truth.now + span + RouteChecker.slack, invariant: invariant))
  }

  // MARK: What goes out

  private mutating func send(_ dispatch: Dispatch, _ truth: Truth) {
    let (id, to) = (dispatch.notice.id, dispatch.recipient)
    let person = truth.household.person(at: to.caregiver)
    judgeRefused(dispatch, person, truth)
    if dispatch.notice.matter.wantsOneReader,
      let other = flights.first(where: {
        $0.notice == id && $0.person != person && $0.at > lastList
          && truth.now - $0.at < RouteChecker.patience
      })
    {
      fail(
        .turnsAreKept, at: truth.now,
        "a copy goes to person \(person) \((truth.now - other.at).count) ms after one to "
          + "\(other.person), whose server has not answered; one reader is enough")
    }
    // An attempt at the person who stood at that place before may still be waited for.
    replaced += flights.filter { $0.notice == id && $0.recipient == to && $0.person == person }
    replaced.removeAll { truth.now - $0.at > .seconds(700) }
    flights.removeAll {
      $0.notice == id && $0.recipient == to && $0.person == person
        || truth.now - $0.at > .seconds(700)
    }
    flights.append((id, to, person, truth.now))
    let young = flights.count { truth.now - $0.at < RouteChecker.patience }
    if young >= RouteChecker.mostInFlight { lastFull = truth.now }
    guard let i = cases.firstIndex(where: { $0.notice == id }) else { return }
    let isFirst = !cases[i].wasTried(person)
    cases[i].tries.append(UrgentCase.Try(person: person, recipient: to, at: truth.now))
    duties.removeAll {
      $0.notice == id && $0.person == person && ($0.route == nil || $0.route == to.route)
    }
    guard isFirst else { return }
    for route in truth.household.routes(to: person) where route != to.route {
      owe(id, person, by: route, within: RouteChecker.patience, .everyRouteIsTried, truth)
    }
    oweNext(i, after: person, within: RouteChecker.minute, .nextCaregiverIsTold, truth)
  }

  /// A route that refused is not tried again after a restart while the person has another.
  private mutating func judgeRefused(_ dispatch: Dispatch, _ person: UInt32, _ truth: Truth) {
    // A new round of this life begins with the first route again, as each round does.
    guard truth.now - booted < RouteChecker.sinceRestart, dispatch.round == 1 else { return }
    func isRefused(_ route: Route) -> Bool {
      restored.contains(Refusal(notice: dispatch.notice.id, person: person, route: route))
    }
    guard isRefused(dispatch.recipient.route),
      truth.household.routes(to: person).contains(where: { !isRefused($0) })
    else { return }
    fail(
      .everyRouteIsTried, at: truth.now,
      "person \(person) is tried again by the route that refused, and has another")
  }

  /// The next in the list that was not tried, behind that one.
  private mutating func oweNext(
    _ i: Int, after person: UInt32, within span: Milliseconds, _ invariant: Invariant,
    _ truth: Truth
  ) {
    let people = truth.household.reachable
    guard let place = people.firstIndex(of: person) else { return }
    guard let next = people[(place + 1)...].first(where: { !cases[i].wasTried($0) }) else { return }
    let notice = cases[i].notice
    guard !duties.contains(where: { $0.notice == notice && $0.person == next }) else { return }
    owe(notice, next, after: person, within: span, invariant, truth)
  }

  private mutating func take(_ answer: NetworkAnswer, _ truth: Truth) {
    // The person who stood at that place before comes first.
    guard let person = takeFlight(answer) else { return }
    let word = Refusal(notice: answer.notice, person: person, route: answer.recipient.route)
    if answer.outcome == .permanent { RouteChecker.add(word, to: &refused) }
    if answer.outcome == .accepted { forgive(word) }
    guard let i = cases.firstIndex(where: { $0.notice == answer.notice }),
      let t = cases[i].tries.lastIndex(where: {
        $0.recipient == answer.recipient && $0.person == person && !$0.isAnswered
      })
    else { return }
    cases[i].tries[t].isAnswered = true
    switch answer.outcome {
    case .accepted: accept(i, person, truth)
    case .permanent, .transient:
      if answer.outcome == .permanent { cases[i].wasRefused = true }
      for d in duties.indices
      where duties[d].notice == answer.notice && duties[d].person == person
        && duties[d].invariant == .everyRouteIsTried
      {
        duties[d].by = min(duties[d].by, truth.now + RouteChecker.slack)
      }
    }
  }

  /// The person whom the answer concerns. An attempt that was made anew counts by a server's yes or
  /// final no alone.
  private mutating func takeFlight(_ answer: NetworkAnswer) -> UInt32? {
    if let f = flights.firstIndex(where: {
      $0.notice == answer.notice && $0.recipient == answer.recipient
    }) {
      return flights.remove(at: f).person
    }
    guard answer.outcome != .transient,
      let r = replaced.firstIndex(where: {
        $0.notice == answer.notice && $0.recipient == answer.recipient
      })
    else { return nil }
    return replaced.remove(at: r).person
  }

  /// The newest stands last, and each once: of a long row of lives the oldest are forgotten first.
  private static func add(_ refusal: Refusal, to list: inout [Refusal]) {
    list.removeAll { $0 == refusal }
    if list.count >= mostRefusals { list.removeFirst() }
    list.append(refusal)
  }

  /// A route that has accepted since it refused is as good as any other.
  private mutating func forgive(_ refusal: Refusal) {
    refused.removeAll { $0 == refusal }
    refusedBefore.removeAll { $0 == refusal }
    restored.removeAll { $0 == refusal }
  }

  /// Somebody has it: whether they answer is awaited for the minutes of the profile.
  private mutating func accept(_ i: Int, _ person: UInt32, _ truth: Truth) {
    let (id, first) = (cases[i].notice, cases[i].tries.first { $0.person == person }?.at)
    cases[i].isAccepted = true
    duties.removeAll {
      $0.notice == id && ($0.person == person || $0.invariant == .pressTriesAllRoutes)
    }
    let minutes = Int64(max(truth.household.limits.escalateAfter, 1))
    for d in duties.indices
    where duties[d].notice == id && duties[d].after == person
      && duties[d].invariant == .nextCaregiverIsTold
    {
      let by = (first ?? truth.now) + Milliseconds.seconds(minutes * 60) + RouteChecker.slack
      duties[d].by = max(duties[d].by, by)
      duties[d].invariant = .nobodyIsSkipped
    }
  }

  private mutating func pressHelp(_ truth: Truth) {
    restored.removeAll()
    guard let i = cases.lastIndex(where: { $0.kind == .help }), cases[i].wasRefused,
      !cases[i].isAccepted
    else { return }
    let people = truth.household.reachable
    for person in people where person == people.first || cases[i].wasTried(person) {
      for route in truth.household.routes(to: person) {
        // A first attempt goes on.
        if cases[i].isUnderWay(person, route, at: truth.now) { continue }
        owe(
          cases[i].notice, person, by: route, within: RouteChecker.patience, .pressTriesAllRoutes,
          truth)
      }
    }
  }

  /// The row of a profile is complete.
  private mutating func adopt(_ truth: Truth) {
    // A device that cannot read its profile has no caregivers.
    let new = truth.hasProfile ? truth.household.caregivers : []
    defer { list = new }
    guard let list else { return }
    duties.removeAll()
    guard list != new, !new.isEmpty else { return }
    let people = truth.household.reachable
    guard let first = people.first else { return }
    for i in cases.indices {
      // A caregiver who left the list and came back is somebody else.
      cases[i].tries.removeAll { truth.household.place(of: $0.person) == nil }
      if cases[i].wasTried(first) {
        let minutes = Int64(max(truth.household.limits.escalateAfter, 1))
        oweNext(i, after: first, within: .seconds(minutes * 60), .nobodyIsSkipped, truth)
      } else {
        owe(cases[i].notice, first, within: Milliseconds(0), .newFirstIsTold, truth)
      }
    }
  }

  // MARK: Judgement

  private mutating func judge(_ truth: Truth) {
    guard !duties.isEmpty, truth.isPowered else { return }
    // A slot comes free when its attempt has had its time.
    let free = lastFull + RouteChecker.patience + RouteChecker.slack
    for duty in duties where truth.now > max(duty.by, free) {
      let place = truth.household.place(of: duty.person).map { "caregiver \($0 + 1)" } ?? "somebody"
      let route = duty.route.map { " by \($0)" } ?? ""
      fail(
        duty.invariant, at: truth.now,
        "notice \(duty.notice.boot).\(duty.notice.number) was to be tried to \(place)\(route) "
          + "\((truth.now - duty.by).count) ms ago, and was not")
    }
  }
}

/// Somebody must be tried, by a certain moment.
private struct UrgentDuty: Sendable {
  var notice: NoticeID
  var person: UInt32
  /// The one before in the list, for whose silence this person is owed.
  var after: UInt32?
  /// Nil: by any.
  var route: Route?
  var by: Instant
  var invariant: Invariant
}

/// A notice of help, of an exit or of low glucose, and whom the device tried to bring it to.
struct UrgentCase: Sendable {
  enum Kind: Sendable {
    case help
    case exit
    case lowGlucose
  }

  struct Try: Sendable {
    var person: UInt32
    var recipient: Recipient
    var at: Instant
    var isAnswered = false
  }

  var notice: NoticeID
  var token: UInt64
  var kind: Kind
  var tries: [Try] = []
  var wasRefused = false
  var isAccepted = false

  func wasTried(_ person: UInt32) -> Bool { tries.contains { $0.person == person } }

  func isUnderWay(_ person: UInt32, _ route: Route, at now: Instant) -> Bool {
    tries.contains {
      $0.person == person && $0.recipient.route == route && !$0.isAnswered
        && now - $0.at < .seconds(660)
    }
  }

  init?(_ notice: Notice) {
    switch notice.matter {
    case .help: kind = .help
    case .perimeter(.left): kind = .exit
    case .glucose(.low): kind = .lowGlucose
    default: return nil
    }
    self.notice = notice.id
    token = notice.token
  }
}

extension Caregiver {
  var routes: [Route] { (hasMail ? [.mail] : []) + (hasRelay ? [.relay] : []) }
}

extension Household {
  /// People who can be reached, in their order.
  var reachable: [UInt32] {
    caregivers.indices.filter { !caregivers[$0].routes.isEmpty }.map { person(at: UInt8($0)) }
  }

  /// Somebody can be reached.
  var reachesSomebody: Bool { caregivers.contains { !$0.routes.isEmpty } }

  func routes(to person: UInt32) -> [Route] {
    place(of: person).map { caregivers[Int($0)].routes } ?? []
  }
}
