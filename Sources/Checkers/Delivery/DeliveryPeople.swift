import Device
import HAL

/// A list of caregivers that changes, and a life that goes on after a power cut.
extension DeliveryPlan {
  /// The profile was loaded. A refused or waiting notice is tried again at once, and a new first
  /// caregiver is told at once.
  mutating func adopt(_ new: [Caregiver], _ limits: Limits, at now: Instant) {
    let places = DeliveryPlan.places(from: people, to: new)
    let hasMoved = people.indices.contains { places[$0] != $0 }
    people = new
    self.limits = limits
    if hasMoved { move(places) }
    for i in letters.indices { takeList(i, at: now) }
    work(at: now)
  }

  /// The place in one list of everybody in another: by their numbers, and by the place where there is none.
  private static func places(from old: [Caregiver], to new: [Caregiver]) -> [Int?] {
    var places: [Int?] = old.map { _ in nil }
    for (place, caregiver) in new.enumerated() where caregiver.who != 0 {
      let before = old.indices.first { places[$0] == nil && old[$0].who == caregiver.who }
      if let before { places[before] = place }
    }
    for place in 0..<min(old.count, new.count)
    where places[place] == nil && !places.contains(place) {
      if old[place].who == 0 || new[place].who == 0 { places[place] = place }
    }
    return places
  }

  /// Nobody can tell for whom an attempt under way counts: such notices are left out.
  private mutating func move(_ places: [Int?]) {
    let away = forgotten + (flights + ghosts).map(\.notice)
    letters.removeAll { letter in
      if letter.matter.isPersonal || away.contains(letter.notice) {
        return true
      }
      return letter.isCopy
    }
    for i in letters.indices {
      var lanes = InlineArray<4, DeliveryLane>(repeating: DeliveryLane())
      var audience: UInt8 = 0
      for (before, place) in places.enumerated() {
        guard let place, before < 4, place < 4 else { continue }
        lanes[place] = letters[i].lanes[before]
        if letters[i].audience >> UInt8(before) & 1 == 1 { audience |= 1 << UInt8(place) }
      }
      letters[i].lanes = lanes
      letters[i].isCountedAnew = true
      if letters[i].matter != .position(.lost) { letters[i].audience = audience }
    }
  }

  private mutating func takeList(_ i: Int, at now: Instant) {
    for c in 0..<4 {
      if c >= people.count {
        letters[i].lanes[c] = DeliveryLane()
      } else if letters[i].lanes[c].state == .refused {
        letters[i].lanes[c].open(at: now)
      } else if route(to: c, without: letters[i].lanes[c].refused) == nil {
        letters[i].lanes[c].refused = 0
        if letters[i].lanes[c].state == .waiting, route(to: c, without: 0) == nil {
          letters[i].lanes[c].state = .idle
        }
      }
    }
    if !letters[i].isWaiting, !letters[i].isTold { letters[i].isStarted = false }
    tellNewFirst(i, at: now)
    if letters[i].isStarted, letters[i].isOpenCase, nextIdle(i) != nil {
      letters[i].step = min(letters[i].step, now + escalateAfter)
    }
    bringForward(i, at: now)
  }

  private mutating func tellNewFirst(_ i: Int, at now: Instant) {
    guard letters[i].isStarted, letters[i].isOpenCase,
      let first = (0..<min(people.count, 4)).first(where: { route(to: $0, without: 0) != nil }),
      letters[i].lanes[first].state == .idle
    else { return }
    letters[i].lanes[first].open(at: now)
    putOffRound(i, at: now)
  }

  // MARK: After a power cut

  /// Takes the records of an earlier life, oldest first.
  mutating func restore(_ record: Record) {
    switch record {
    case .outbox(.notice(let notice)):
      guard index(of: notice.id) == nil else { return }
      if notice.goesRound { letters.removeAll { $0.matter == .day(.allIsWell) } }
      var letter = DeliveryLetter(notice, at: .start)
      letter.isRestored = true
      letters.append(letter)
      if case .reminder(.due(let occurrence)) = notice.matter { wasAnnounced(occurrence) }
      if notice.matter == .help {
        lastCall = max(lastCall, notice.id)
        openCall = lastCall
      }
      if case .power(.wasOff) = notice.matter, let made = notice.made { alive = made }
    case .alive(let wall, _, _): alive = wall
    case .outbox(.delivery(let id, let to, let outcome)):
      guard let i = index(of: id), to.caregiver < 4 else { return }
      let c = Int(to.caregiver)
      switch outcome {
      case .accepted:
        letters[i].lanes[c].state = .told
        letters[i].lanes[c].wasTold = true
      case .permanent:
        letters[i].lanes[c].refused |= to.route.mark
        letters[i].wasRefused = true
      case .transient: break
      }
    case .reminder(let occurrence, let state, _) where state != .missed: wasAnnounced(occurrence)
    case .outbox(.acknowledged(let id, _)), .outbox(.closed(let id)):
      letters.removeAll { $0.notice == id }
      close(id)
    default: break
    }
  }

  /// A reminder that was announced after all was not missed.
  private mutating func wasAnnounced(_ occurrence: Occurrence) {
    letters.removeAll { $0.matter == .reminder(.missed(occurrence)) }
  }

  /// Life goes on from here: what nobody has goes out again at once, and the time off counts as waiting.
  mutating func resume(at now: Instant) {
    // Other checkers judge notices whose cause may be over: exits, returns, and lows that ended.
    letters.removeAll { $0.matter.mayBeOverAfterCut }
    // A new call takes the place of the one before.
    letters.removeAll { $0.matter == .help && $0.notice != lastCall && $0.isTold }
    for i in letters.indices {
      takeList(i, at: now)
      letters[i].born = now
      letters[i].since = letters[i].made == nil ? now : bootedAt
      if let made = letters[i].made, let alive, made < alive {
        // A clock that leaped by decades has lied: the device counts 35 years of them at most.
        let age = min(alive.milliseconds - made.milliseconds, DeliveryPlan.lifetimes)
        letters[i].since = bootedAt + Milliseconds(-age)
      }
      letters[i].isEnded = letters[i].matter == .help && letters[i].notice != lastCall
      letters[i].isStarted = false
    }
    work(at: now)
  }
}

extension Notice.Matter {
  /// Whether it is of no use to anybody but its recipients.
  fileprivate var isPersonal: Bool {
    if case .glucose(.lowOver) = self { true } else { isReply }
  }

  fileprivate var mayBeOverAfterCut: Bool {
    switch self {
    case .perimeter(.left), .perimeter(.returned), .perimeter(.excursions), .position(.lost),
      .location, .glucose(.low),
      .glucose(.lowOver), .reminder(.due), .companyRefused:
      true
    default: false
    }
  }
}
