import HAL

/// The caregivers of each notice, and the routes to them.
extension Outbox {
  mutating func hasRoute(_ c: Int) -> Bool { nextRoute(c, refused: 0) != nil }

  mutating func hasAnyRoute() -> Bool { routed() != 0 }

  /// The caregivers that can be reached, bit 0 the first.
  mutating func routed() -> UInt8 {
    var mask: UInt8 = 0
    for c in 0..<caregivers.count where hasRoute(c) { mask |= 1 << UInt8(c) }
    return mask
  }

  /// Mail, then relay. ALZ-9.
  mutating func nextRoute(_ c: Int, refused: UInt8) -> Route? {
    guard c < caregivers.count else { return nil }
    if caregivers[c].hasMail, refused & Route.mail.bit == 0 { return .mail }
    if caregivers[c].hasRelay, refused & Route.relay.bit == 0 { return .relay }
    return nil
  }

  /// Returns the caregivers to whom a notice goes first.
  mutating func firstAudience(_ notice: Notice) -> UInt8 {
    let routed = routed()
    let wanted = notice.audience & routed
    // The lowest bit: the first caregiver that can be reached.
    return wanted != 0 ? wanted : routed & (~routed &+ 1)
  }

  /// Those who know of an open help or exit, or are being told of one.
  mutating func caseAudience() -> UInt8 {
    var mask = exitCase.told | helpCase.told
    for i in 0..<count where entries[i].isOpenCase {
      mask |= entries[i].mask { $0.state == .waiting || $0.wasTold }
    }
    return mask
  }

  /// Returns the caregiver who answered that exit; nil: nobody. Without its notice, after a reboot, the
  /// exit is the last one.
  func answered(exit id: NoticeID) -> UInt8? {
    id == exitCase.id || id == NoticeID(0) ? exitCase.answered : nil
  }

  /// Whoever answered that exit has left the list since.
  func hasLostAnswer(exit id: NoticeID) -> Bool {
    (id == exitCase.id || id == NoticeID(0)) && exitCase.hasLostAnswer
  }

  /// Returns the caregivers who know of that exit, bit 0 the first.
  func told(ofExit id: NoticeID) -> UInt8 {
    id == exitCase.id || id == NoticeID(0) ? exitCase.told : 0
  }

  mutating func openCase(_ notice: Notice) {
    // "All is well" would be read after it, and it is true no more.
    if notice.escalates { withdraw(.day(.allIsWell)) }
    switch notice.matter {
    case .help: helpCase = CaseTold(id: notice.id)
    case .perimeter(.left):
      // The one before is not over: it is told anew, and whoever knew of that hears of the return, too.
      let knew = exitCase.id == NoticeID(0) ? 0 : exitCase.told | exitCase.earlier
      exitCase = CaseTold(id: notice.id, earlier: knew | homeOwed)
      (homeOwed, homeKept) = (0, 0)
      // Whoever knows of a call that was answered before it knows of nothing that is open.
      if helpCase.answered != nil { helpCase = CaseTold() }
    case .glucose(let matter): openLowCase(matter)
    case .position(.lost): lossAnswer = 0
    case .perimeter, .location, .position, .reminder, .dose, .clock, .batteryLow, .power, .day,
      .storageFailed, .profileKept, .companyRefused, .profileChanged:
      break
    }
  }

  /// Whoever answered the last loss outside has left the list since.
  var hasLostAnswerOfLoss: Bool { lossAnswer == Outbox.lostLossAnswer }

  /// The list of caregivers is another.
  mutating func rearrangeLossAnswer(_ places: Places) {
    guard lossAnswer != 0, !hasLostAnswerOfLoss else { return }
    lossAnswer = places[lossAnswer - 1].map { $0 + 1 } ?? Outbox.lostLossAnswer
  }

  /// The exit is over. Whoever was told of it knows of nothing that is open.
  /// - Parameter isHome: the wearer is inside, so that a return from before it is true.
  mutating func forgetExit(isHome: Bool, at now: Instant) {
    for i in 0..<count where isBehindExit(i) { deadline = .earlier(deadline, now) }
    guard isHome else { return oweHome() }
    // The power went before the return was made that was to tell those who waited since before this exit.
    homeOwed |= exitCase.earlier
    exitCase = CaseTold()
  }

  /// The exit is over, and nobody has found the wearer inside: whoever knows of it hears of that.
  mutating func oweHome() {
    homeOwed |= takeReturns() | exitCase.told | exitCase.doubtful | exitCase.earlier
    homeKept |= exitCase.told | exitCase.earlier
    for f in 0..<flights.count where flights[f].notice == exitCase.id {
      homeOwed |= Outbox.bit(flights[f].caregiver)
    }
    exitCase = CaseTold()
  }

  /// The records say that the wearer came back: whoever answered a call before gets no place outside.
  mutating func wasHome() {
    exitCase = CaseTold()
    if helpCase.answered != nil { helpCase = CaseTold() }
  }

  /// The caregiver who answered the newest call; nil: nobody, or the wearer has been back since.
  var answererOfHelp: UInt8? { helpCase.answered }

  /// The exit that is open, or was last: that caregiver is not known to have heard of it.
  mutating func isNewsOfCase(_ id: NoticeID, _ caregiver: UInt8) -> Bool {
    id == exitCase.id && id != NoticeID(0) && caregiver < 4 && exitCase.told >> caregiver & 1 == 0
  }

  /// Notes, as a loss or an exit ends, who may read of it all the same. A mail that is on its way, or was given up,
  /// does not say that it is over.
  mutating func oweHome(_ i: Int) {
    let notice = entries[i].notice
    let isLoss = entries[i].isLossOutside
    guard !entries[i].isOver, isLoss || entries[i].isEndedExit else { return }
    for f in 0..<flights.count where flights[f].notice == notice.id {
      homeOwed |= Outbox.bit(flights[f].caregiver)
    }
    for g in 0..<ghosts.count where ghosts[g].notice == notice.id {
      homeOwed |= Outbox.bit(ghosts[g].caregiver)
    }
  }

  /// The bit of a caregiver in a mask; none for one who has left the list.
  private static func bit(_ caregiver: UInt8) -> UInt8 { caregiver < 4 ? 1 << caregiver : 0 }

  mutating func knows(_ caregiver: UInt8, of id: NoticeID) {
    guard caregiver < 4 else { return }
    if id == helpCase.id { helpCase.told |= 1 << caregiver }
    if id == exitCase.id { exitCase.told |= 1 << caregiver }
    guard let i = index(of: id) else { return }
    let isLoss = entries[i].isLossOutside
    if isLoss { homeKept |= 1 << caregiver }
    // Whoever goes to look for the wearer hears when they are found.
    if isLoss || entries[i].isEndedExit, !entries[i].isOver { homeOwed |= 1 << caregiver }
  }

  /// Stores who hears when the wearer is found inside, where the other records would have it otherwise. They know
  /// nothing of company, or of a mail that was on its way.
  mutating func keepHomeOwed(_ keep: (UInt8) -> Void) {
    guard isRunning, homeOwed != homeKept else { return }
    homeKept = homeOwed
    keep(homeOwed)
  }

  /// An attempt ended without a yes or a final no: the mail may have arrived all the same.
  mutating func mayKnow(_ caregiver: UInt8, of id: NoticeID) {
    guard caregiver < 4 else { return }
    if id == exitCase.id { exitCase.doubtful |= 1 << caregiver }
    for h in 0..<heldReturns.count where heldReturns[h].exit == id {
      heldReturns[h].doubtful |= 1 << caregiver
    }
  }

  /// A caregiver sent the token of that notice back.
  mutating func answers(_ caregiver: UInt8, to id: NoticeID) {
    guard caregiver < 4 else { return }
    knows(caregiver, of: id)
    if id == helpCase.id { helpCase.answered = caregiver }
    if id == exitCase.id { exitCase.answered = caregiver }
    if let i = index(of: id), entries[i].isLossOutside { lossAnswer = caregiver + 1 }
  }

  /// The list of caregivers changed, or may have.
  mutating func readdress(_ i: Int, at now: Instant) {
    var entry = entries[i]
    if entry.isWithdrawn { return }
    for c in 0..<4 {
      if c >= caregivers.count {
        entry.lanes[c] = Lane()
      } else if entry.lanes[c].state == .refused {
        entry.lanes[c].open(at: now)
      } else if nextRoute(c, refused: entry.lanes[c].refusedRoutes) == nil {
        // The route that was left is gone from the profile.
        entry.lanes[c].refusedRoutes = 0
        if entry.lanes[c].state == .waiting, !hasRoute(c) { entry.lanes[c].state = .idle }
      }
    }
    if !entry.isWaiting, !entry.isTold { entry.isStarted = false }
    // A place that is kept for an answerer without a way is for nobody else.
    if entry.isForAnswerer { entry.isStarted = entries[i].isStarted }
    entries[i] = entry
  }

  /// Whatever waits for its next attempt goes now.
  mutating func bringForward(_ i: Int, at now: Instant) {
    for c in 0..<4 where entries[i].lanes[c].state == .waiting && entries[i].lanes[c].next > now {
      entries[i].lanes[c].next = now
    }
  }
}

extension Route {
  var bit: UInt8 { 1 << (rawValue - 1) }
}
