import Device
import HAL

/// The effects of servers' and people's answers to a notice.
extension DeliveryPlan {
  mutating func answer(_ answer: NetworkAnswer, at now: Instant) {
    let to = answer.recipient
    let isAmbiguous = (flights + ghosts).count { $0.belongs(to: answer) } > 1
    let flight = DeliveryPlan.take(answer, from: &flights)
    if isAmbiguous { doubtOthers(like: answer, at: now) }
    let ghost = flight == nil ? DeliveryPlan.take(answer, from: &ghosts) : nil
    guard let i = index(of: answer.notice), to.caregiver < people.count else {
      return hearOfOthers(answer.outcome, wasUnderWay: flight != nil, at: now)
    }
    if flight == nil, ghost == nil {
      if letters[i].isCountedAnew { return work(at: now) }
      // The list may be another than that of the earlier life.
      if letters[i].isRestored, answer.outcome != .transient {
        isPartial = true
        letters.remove(at: i)
        return work(at: now)
      }
    }
    switch answer.outcome {
    case .accepted: accept(i, to, since: (flight ?? ghost)?.since, at: now)
    case .permanent: refuse(i, to, at: now)
    case .transient: if flight != nil { fail(i, Int(to.caregiver), to.route, at: now) }
    }
    work(at: now)
  }

  /// One of two attempts of one kind may have been given up: nobody knows which of them has ended.
  private mutating func doubtOthers(like answer: NetworkAnswer, at now: Instant) {
    lastDoubt = now
    for f in flights.indices where flights[f].belongs(to: answer) { flights[f].isDoubtful = true }
  }

  private static func take(
    _ answer: NetworkAnswer, from list: inout [DeliveryFlight]
  ) -> DeliveryFlight? {
    guard let f = list.firstIndex(where: { $0.belongs(to: answer) }) else { return nil }
    return list.remove(at: f)
  }

  /// Takes an answer to a notice that is not known here.
  private mutating func hearOfOthers(
    _ outcome: DeliveryOutcome, wasUnderWay: Bool, at now: Instant
  ) {
    switch outcome {
    case .transient: if wasUnderWay { mayFail = true }
    case .accepted:
      if mayFail { blurAll(at: now) }
      isFailing = false
    case .permanent: break
    }
  }

  mutating func blurAll(at now: Instant) {
    for i in letters.indices { blur(i, at: now) }
  }

  /// It may go now, and need not.
  mutating func blur(_ i: Int, at now: Instant) {
    for c in 0..<4 { letters[i].lanes[c].from = min(letters[i].lanes[c].from, now) }
  }

  mutating func bringForward(_ i: Int, at now: Instant) {
    for c in 0..<4 where letters[i].lanes[c].state == .waiting {
      letters[i].lanes[c].bringForward(to: now)
    }
  }

  mutating func accept(_ i: Int, _ to: Recipient, since: Instant?, at now: Instant) {
    let c = Int(to.caregiver)
    let lane = letters[i].lanes[c]
    guard lane.state != .told else { return }
    // The answer came by the second route, for a round that is over.
    if lane.wasTold, let since, since < lane.opened { return }
    letters[i].lanes[c].state = .told
    letters[i].lanes[c].wasTold = true
    owe(.delivered(letters[i].notice, to), at: now)
    // The way is open again: what waits need not wait out its pause.
    if isFailing {
      for other in letters.indices { bringForward(other, at: now) }
    } else if mayFail {
      blurAll(at: now)
    }
    (isFailing, mayFail) = (false, false)
    settle(i, at: now)
  }

  private mutating func refuse(_ i: Int, _ to: Recipient, at now: Instant) {
    let c = Int(to.caregiver)
    let lane = letters[i].lanes[c]
    guard lane.state == .waiting, lane.refused & to.route.mark == 0 else { return }
    letters[i].lanes[c].refused |= to.route.mark
    letters[i].lanes[c].isDue(at: now)
    letters[i].wasRefused = true
    owe(.refused(letters[i].notice, to), at: now)
    // It need not reach them any more.
    if let keptFor = letters[i].keptFor, keptFor != to.caregiver {
      letters[i].lanes[c].state = .refused
      return
    }
    guard route(to: c, without: letters[i].lanes[c].refused) == nil else { return }
    letters[i].lanes[c].state = .refused
    owe(.failed(letters[i].notice, to.caregiver), at: now)
    goOnToOthers(i, at: now)
    settle(i, at: now)
  }

  /// Every route to somebody refused it.
  private mutating func goOnToOthers(_ i: Int, at now: Instant) {
    if letters[i].isCopy { return }
    let isOpen = letters[i].isOpenCase
    guard isOpen || !letters[i].isWaiting && !letters[i].isTold, tryNext(i, at: now), isOpen
    else { return }
    letters[i].step = now + pause(i)
  }

  private mutating func fail(_ i: Int, _ c: Int, _ route: Route, at now: Instant) {
    (isFailing, mayFail) = (true, true)
    guard letters[i].lanes[c].state == .waiting else { return }
    if letters[i].isSuperseded { return finish(i, at: now) }
    let isPressing = letters[i].matter.isPressing
    if isPressing {
      letters[i].lanes[c].tried |= route.mark
      if hasOtherRoute(i, c) { return letters[i].lanes[c].isDue(at: now) }
      letters[i].lanes[c].isInHaste = false
    }
    letters[i].lanes[c].failures += 1
    let lane = letters[i].lanes[c]
    let (least, most) = DeliveryPlan.pause(
      isPressing: isPressing, elapsed: now - lane.opened, failures: lane.failures)
    letters[i].lanes[c].from = now + least
    letters[i].lanes[c].by = now + most
  }

  /// The shortest and the longest wait before the next attempt.
  static func pause(
    isPressing: Bool, elapsed: Milliseconds, failures: Int
  ) -> (Milliseconds, Milliseconds) {
    if isPressing {
      guard elapsed < quick else { return (.seconds(30), .seconds(60)) }
      let most = Int64(2) << Int64(min(max(failures, 1), 6) - 1)
      return (Milliseconds(0), .seconds(min(most, 60)))
    }
    let most: Int64 = elapsed < often ? 300 : 1800
    return (.seconds(most * 9 / 10), .seconds(most))
  }

  mutating func abandon(_ f: Int, at now: Instant) {
    let flight = flights.remove(at: f)
    ghosts.append(flight)
    if ghosts.count > 4 { forgotten.append(ghosts.removeFirst().notice) }
    if let i = index(of: flight.notice) {
      fail(i, Int(flight.caregiver), flight.route, at: now)
    } else {
      mayFail = true
    }
  }

  // MARK: What people do

  /// The place of a trail with that token.
  private func place(_ token: UInt64) -> NoticeID? {
    trail.last { $0.token == token }?.notice
      ?? letters.last { $0.token == token && $0.matter.isTrail }?.notice
  }

  /// An answer to a place is one to the open call before it, or else to the exit. Its sender was told of that, or is
  /// being told.
  private func openCase(before place: NoticeID, knownTo caregiver: UInt8) -> Int? {
    for matter in [Notice.Matter.help, .perimeter(.left)] {
      let found = letters.lastIndex {
        $0.matter == matter && $0.isOpenCase && $0.notice < place
          && ($0.lanes[Int(caregiver)].wasTold || $0.lanes[Int(caregiver)].state != .idle)
      }
      if let found { return found }
    }
    return nil
  }

  /// The call was answered: a place that waits for who answered may wait for nobody else. Other checkers
  /// judge whether the wearer is out.
  mutating func keepPlaces(for answerer: UInt8) {
    guard answerer < 4 else { return }
    for i in letters.indices
    where letters[i].matter.isTrail && letters[i].lanes[Int(answerer)].state == .waiting {
      letters[i].isVague = true
      letters[i].keptFor = answerer
    }
  }

  mutating func acknowledge(_ token: UInt64, by caregiver: UInt8, at now: Instant) {
    if caregiver < min(people.count, 4), let place = place(token) {
      if let i = openCase(before: place, knownTo: caregiver) {
        // A call that is open, and not here any more, goes before the exit: only the device knows
        // whether that caregiver was told of it.
        if letters[i].matter != .help, let openCall, openCall < place, index(of: openCall) == nil {
          isPartial = true
          letters.remove(at: i)
          return work(at: now)
        }
        owe(.acknowledged(letters[i].notice, caregiver), at: now)
        letters.remove(at: i)
        return work(at: now)
      }
      // Only the device knows whether a case that is not here is open.
      if isPartial {
        letters.removeAll { $0.token == token }
        return work(at: now)
      }
    }
    guard let i = letters.lastIndex(where: { $0.token == token }) else {
      strangeAnswer = now
      return
    }
    guard caregiver < people.count, letters[i].matter != .perimeter(.excursions) else { return }
    // A place that is kept for who answered is theirs alone, and it is not known here who that is.
    if letters[i].isVague, letters[i].matter.isTrail {
      letters.remove(at: i)
      return work(at: now)
    }
    let others = letters[i].mask { $0.state == .waiting } & ~(1 << caregiver)
    if !letters[i].escalates, others != 0 {
      // One caregiver's answer does not cancel delivery to the others.
      let route = route(to: Int(caregiver), without: 0) ?? .mail
      accept(i, Recipient(caregiver: caregiver, route: route), since: nil, at: now)
    } else {
      owe(.acknowledged(letters[i].notice, caregiver), at: now)
      letters.remove(at: i)
    }
    work(at: now)
  }

  /// Every route of everybody who has not got it, at once; what has said nothing for 15 s begins anew.
  mutating func tryEverything(_ id: NoticeID, at now: Instant) {
    while let slow = flights.firstIndex(where: {
      $0.notice == id && now - $0.since >= DeliveryPlan.slow
    }) {
      abandon(slow, at: now)
    }
    guard let i = index(of: id) else { return }
    for c in 0..<min(people.count, 4)
    where route(to: c, without: 0) != nil && letters[i].lanes[c].state != .told {
      if letters[i].lanes[c].state == .waiting {
        (letters[i].lanes[c].refused, letters[i].lanes[c].tried) = (0, 0)
        letters[i].lanes[c].isDue(at: now)
      } else {
        letters[i].lanes[c].open(at: now)
      }
      letters[i].lanes[c].isInHaste = true
    }
    putOffRound(i, at: now)
  }

  // MARK: Places

  /// The longest of those that have had their time, an ordinary one first.
  private func victim(at now: Instant) -> Int? {
    var first: Int?
    for f in flights.indices where now - flights[f].since >= DeliveryPlan.slow {
      guard let best = first else {
        first = f
        continue
      }
      let isBefore =
        flights[f].isUrgent == flights[best].isUrgent
        ? flights[f].since < flights[best].since : !flights[f].isUrgent
      if isBefore { first = f }
    }
    return first
  }

  var sure: Int { flights.count { !$0.isDoubtful } }

  /// Something urgent goes out where all places are taken.
  mutating func makeWay(at now: Instant) {
    guard flights.count >= DeliveryPlan.most else { return }
    guard sure < DeliveryPlan.most else {
      if let f = victim(at: now) { abandon(f, at: now) }
      return
    }
    for f in flights.indices where now - flights[f].since >= DeliveryPlan.slow { doubt(f, at: now) }
  }

  /// An attempt may make way for another of its own lane, which does not follow at once. Only the device
  /// knows when it was given up.
  mutating func doubtVictim(at now: Instant) {
    // More than four there never are.
    if sure >= DeliveryPlan.most { flights.removeAll { $0.isDoubtful } }
    guard flights.count >= DeliveryPlan.most else { return }
    if sure < DeliveryPlan.most {
      for f in flights.indices where now - flights[f].since >= DeliveryPlan.slow {
        doubt(f, at: now)
      }
      return
    }
    guard let f = victim(at: now), flights[f].isUrgent else { return }
    if let i = index(of: flights[f].notice) {
      let c = Int(flights[f].caregiver)
      let lane = letters[i].lanes[c]
      guard lane.state == .waiting, lane.from <= now, routeDue(i, c) != nil else { return }
    }
    doubt(f, at: now)
  }

  /// Doubts everything about a call that is not known here: it may have begun anew.
  mutating func doubt(_ id: NoticeID, at now: Instant) {
    for f in flights.indices
    where flights[f].notice == id && now - flights[f].since >= DeliveryPlan.slow {
      doubt(f, at: now)
    }
  }

  private mutating func doubt(_ f: Int, at now: Instant) {
    flights[f].isDoubtful = true
    lastDoubt = now
    let id = flights[f].notice
    letters.removeAll { $0.notice == id }
    isPartial = true
    mayFail = true
  }

  /// An attempt begins: what comes after it if nothing is heard of it.
  mutating func count(_ i: Int, _ c: Int, _ route: Route, at now: Instant) {
    letters[i].lanes[c].attempts += 1
    guard letters[i].matter.isPressing else { return }
    let isAnew = letters[i].lanes[c].tried & route.mark != 0
    letters[i].lanes[c].tried = (isAnew ? 0 : letters[i].lanes[c].tried) | route.mark
    if hasOtherRoute(i, c) {
      letters[i].lanes[c].isDue(at: letters[i].lanes[c].isInHaste ? now : now + DeliveryPlan.slow)
    } else {
      letters[i].lanes[c].isDue(at: .never)
    }
  }
}
