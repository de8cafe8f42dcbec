import HAL

/// The places that are told while a call for help or an exit is open.
extension Outbox {
  /// The notices of a life that are looked at when a token comes back.
  private static let mostLookedAt: UInt32 = 256
  /// The lives before this one whose notices are looked at.
  private static let mostLives: UInt32 = 8

  /// The key for the tokens of places, by the device's secret: they are of another kind. One that comes
  /// back tells which place it was, and so which case, although that place has left the table.
  public static func trailKey(_ secret: (UInt64, UInt64)) -> (UInt64, UInt64) {
    (secret.0, ~secret.1)
  }

  /// Never 0, so that a missing token is not one.
  mutating func trailToken(of id: NoticeID) -> UInt64 {
    max(SipHash.hash(id.value, key: Outbox.trailKey(secret)), 1)
  }

  /// A place in traces of older devices has a token of the usual kind.
  mutating func isToken(_ token: UInt64, of i: Int) -> Bool {
    let notice = entries[i].notice
    return notice.token == token || notice.matter.isTrail && self.token(of: notice.id) == token
  }

  /// The place of a trail that has that token. It is in the table, of this life, or of one of the lives
  /// that the open case has outlived.
  private mutating func place(_ token: UInt64) -> NoticeID? {
    for i in 0..<count where entries[i].notice.token == token {
      return entries[i].notice.matter.isTrail ? entries[i].notice.id : nil
    }
    let newest = max(lastNumber, Outbox.mostLookedAt) - Outbox.mostLookedAt
    if let place = place(token, after: NoticeID(boot: bootNumber, number: newest)) { return place }
    var before = helpCase.id.boot == 0 ? exitCase.id : helpCase.id
    if exitCase.id.boot != 0 { before = min(before, exitCase.id) }
    if before.boot == 0 || before.boot >= bootNumber { return nil }
    // The number of notices that an earlier life made is not known.
    let oldest = max(bootNumber, Outbox.mostLives) - Outbox.mostLives
    if before.boot < oldest { before = NoticeID(boot: oldest, number: 0) }
    while before.boot < bootNumber {
      if let place = place(token, after: before) { return place }
      before = NoticeID(boot: before.boot + 1, number: 0)
    }
    return nil
  }

  /// One of the notices of a life that come after that one.
  private mutating func place(_ token: UInt64, after before: NoticeID) -> NoticeID? {
    for more in 1...Outbox.mostLookedAt {
      let id = NoticeID(boot: before.boot, number: before.number &+ more)
      if trailToken(of: id) == token { return id }
    }
    return nil
  }

  /// A caregiver answered a place: the call, or else the exit, that was open when it was told, and is
  /// open still. That caregiver must have been told of it, or is being told. Nobody answers what they do not
  /// know, and a server's yes may be lost.
  mutating func caseOfPlace(_ token: UInt64, answeredBy caregiver: UInt8) -> Int? {
    guard token != 0, caregiver < 4, hasOpenCaseInPlace(), let place = place(token) else {
      return nil
    }
    return openCase(helpCase.id, before: place, knownTo: caregiver)
      ?? openCase(exitCase.id, before: place, knownTo: caregiver)
  }

  private mutating func openCase(
    _ id: NoticeID, before place: NoticeID, knownTo caregiver: UInt8
  ) -> Int? {
    guard id < place, let i = index(of: id), entries[i].isOpenCase else { return nil }
    let known = entries[i].mask { $0.wasTold || $0.state != .idle }
    return known >> caregiver & 1 == 1 ? i : nil
  }

  /// The case is over: places that wait would come after its end. A caregiver who has answered may be on
  /// the way to the wearer, and gets the place. One that is on its way counts if it arrives.
  mutating func withdrawTrail(
    besides answerer: UInt8?, at now: Instant, _ tell: (OutboxChange) -> Void
  ) {
    for i in 0..<count where entries[i].notice.matter.isTrail {
      let waiting = readers(i)
      let flying = flying(entries[i].notice.id)
      if let answerer, answerer < 4, waiting >> answerer & 1 == 1 {
        entries[i].keep(for: answerer, besides: flying)
        continue
      }
      if waiting != 0, waiting & ~flying == 0 {
        (entries[i].isSuperseded, entries[i].isOver) = (true, true)
      } else {
        entries[i].withdraw()
      }
    }
    work(at: now, tell)
  }

  /// The caregivers who have still to get that place, bit 0 the first. Of an earlier life's places only
  /// the newest goes out.
  private mutating func readers(_ i: Int) -> UInt8 {
    if entries[i].isStarted { return entries[i].mask { $0.state == .waiting } }
    let notice = entries[i].notice
    return isOutdated(notice) ? 0 : firstAudience(notice) & ~entries[i].told
  }

  /// The caregivers at whom an attempt is on its way, bit 0 the first.
  private mutating func flying(_ id: NoticeID) -> UInt8 {
    var mask: UInt8 = 0
    for f in 0..<flights.count where flights[f].notice == id && flights[f].caregiver < 4 {
      mask |= 1 << flights[f].caregiver
    }
    return mask
  }
}

extension OutboxEntry {
  /// A place of a case that somebody has answered: it goes to nobody else.
  var isForAnswerer: Bool { isEnded && notice.matter.isTrail }

  /// It is tried again only to that caregiver. An attempt that is on its way counts if it arrives.
  fileprivate mutating func keep(for answerer: UInt8, besides flying: UInt8) {
    isEnded = true
    notice.audience = 1 << answerer
    let stays = flying | notice.audience
    for c in 0..<4 where stays >> UInt8(c) & 1 == 0 && lanes[c].state != .told {
      lanes[c].state = .idle
    }
  }

  /// Whether an attempt at that caregiver has been the last.
  func isLastAttempt(at caregiver: UInt8) -> Bool {
    isForAnswerer && notice.audience >> caregiver & 1 == 0
  }
}

extension Notice.Matter {
  /// A place that is told to all who know of the case.
  var isTrail: Bool {
    if case .location(let reason) = self { reason != .asked } else { false }
  }
}
