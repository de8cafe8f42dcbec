import HAL

/// Finds the attempt to which an answer of the network belongs.
extension Outbox {
  /// An answer of the network, booked under its recipient.
  enum Word {
    /// An answer about somebody of the present list.
    case of(UInt8, DeliveryOutcome, since: Instant?, isExpected: Bool)
    /// An answer about somebody who has left the list, or whom nobody can identify.
    case ofNobody
  }

  /// The network counts caregivers by the list at the time when it was given the notice, and says no
  /// more than that. Where two people stood at one place, an answer may be of either.
  mutating func take(_ answer: NetworkAnswer) -> Word {
    let isShared = isShared(answer)
    if let f = oldest(flights, answer) {
      let flight = flights[f]
      flights.remove(at: f)
      return word(of: flight, answer, isShared: isShared, isExpected: true)
    }
    if let g = oldest(ghosts, answer) {
      let ghost = ghosts[g]
      ghosts.remove(at: g)
      return word(of: ghost, answer, isShared: isShared, isExpected: false)
    }
    let caregiver = answer.recipient.caregiver
    guard answer.notice > countedAnew, caregiver < caregivers.count else { return .ofNobody }
    return .of(caregiver, answer.outcome, since: nil, isExpected: false)
  }

  /// A doubtful answer counts as none: twice is better than never.
  private mutating func word(
    of flight: Flight, _ answer: NetworkAnswer, isShared: Bool, isExpected: Bool
  ) -> Word {
    guard isShared || flight.isDoubtful || isOfForgotten(answer) else {
      guard flight.caregiver < caregivers.count else { return .ofNobody }
      return .of(flight.caregiver, answer.outcome, since: flight.since, isExpected: isExpected)
    }
    if isShared, answer.outcome != .accepted { doubt(answer) }
    guard flight.caregiver < caregivers.count else { return .ofNobody }
    return .of(flight.caregiver, .transient, since: flight.since, isExpected: isExpected)
  }

  private func fits(_ flight: Flight, _ answer: NetworkAnswer) -> Bool {
    flight.notice == answer.notice && flight.place == answer.recipient.caregiver
      && flight.route == answer.recipient.route
  }

  private func oldest(_ list: FixedArray<4, Flight>, _ answer: NetworkAnswer) -> Int? {
    var oldest: Int?
    for f in 0..<list.count where fits(list[f], answer) {
      if let best = oldest, list[best].since <= list[f].since { continue }
      oldest = f
    }
    return oldest
  }

  /// Whether two people were sent the notice at that place of the list.
  private mutating func isShared(_ answer: NetworkAnswer) -> Bool {
    var first: UInt8?
    for list in 0..<2 {
      let count = list == 0 ? flights.count : ghosts.count
      for f in 0..<count {
        let flight = list == 0 ? flights[f] : ghosts[f]
        guard fits(flight, answer) else { continue }
        if let first, first != flight.caregiver { return true }
        first = flight.caregiver
      }
    }
    return false
  }

  private mutating func doubt(_ answer: NetworkAnswer) {
    for f in 0..<flights.count where fits(flights[f], answer) { flights[f].isDoubtful = true }
    for g in 0..<ghosts.count where fits(ghosts[g], answer) { ghosts[g].isDoubtful = true }
  }

  /// The table is full: an attempt is forgotten, and that its answer may come is remembered.
  private mutating func forget(_ ghost: Flight) {
    guard let i = index(of: ghost.notice) else { return }
    let place = Int(ghost.place)
    if ghost.caregiver == ghost.place {
      entries[i].lanes[place].forgottenRoutes |= ghost.route.bit
    } else {
      entries[i].lanes[place].formerRoutes |= ghost.route.bit
    }
  }

  /// Whether it may be the answer to a forgotten attempt, made when somebody else stood at that place.
  private mutating func isOfForgotten(_ answer: NetworkAnswer) -> Bool {
    guard answer.outcome == .accepted, let i = index(of: answer.notice) else { return false }
    let (place, bit) = (Int(answer.recipient.caregiver), answer.recipient.route.bit)
    guard entries[i].lanes[place].formerRoutes & bit != 0 else { return false }
    entries[i].lanes[place].formerRoutes &= ~bit
    return true
  }

  /// The attempt is given up, or makes way; an answer that comes after all still counts.
  mutating func abandon(_ f: Int, at now: Instant, _ tell: (OutboxChange) -> Void) {
    if ghosts.isFull { forget(ghosts[0]) }
    let flight = flights[f]
    flights.remove(at: f)
    ghosts.push(flight)
    mayKnow(flight.caregiver, of: flight.notice)
    if let i = index(of: flight.notice) {
      failed(i, flight.caregiver, flight.route, at: now, tell)
    }
  }

  // MARK: What the wearer does meanwhile

  /// The wearer answered a reminder. Nobody is told any more that it is time for it, or that it could not be
  /// announced. Caregivers who have still to hear that it was not answered hear when it was.
  public mutating func answered(
    _ occurrence: Occurrence, wall: WallTime?, at now: Instant, _ tell: (OutboxChange) -> Void
  ) {
    wasAnswered(occurrence, at: wall)
    work(at: now, tell)
  }

  mutating func wasAnswered(_ occurrence: Occurrence, at wall: WallTime?) {
    for i in 0..<count {
      let matter = entries[i].notice.matter
      if matter == .reminder(.due(occurrence)) { entries[i].withdraw() }
      if matter == .reminder(.missed(occurrence)) { entries[i].withdraw() }
      if matter == .reminder(.unanswered(occurrence)), let wall {
        entries[i].notice.aside = Aside(answered: wall)
      }
    }
  }

  /// Takes back what waits of that matter, because it is no longer true.
  public mutating func withdraw(
    _ matter: Notice.Matter, at now: Instant, _ tell: (OutboxChange) -> Void
  ) {
    guard withdraw(matter) else { return }
    work(at: now, tell)
  }

  /// The same, with the next work. False where nothing of that matter waits.
  @discardableResult mutating func withdraw(_ matter: Notice.Matter) -> Bool {
    var isAny = false
    for i in 0..<count where entries[i].notice.matter == matter {
      entries[i].withdraw()
      isAny = true
    }
    return isAny
  }

  /// Company begins: what waits to say that the perimeter is watched as before would not be true.
  mutating func companyBegan(at now: Instant, _ tell: (OutboxChange) -> Void) {
    refusalsAreOvertaken()
    casesAreOver()
    work(at: now, tell)
  }

  /// Somebody is with the wearer: what has ended, and waits, is told as over.
  mutating func casesAreOver() {
    for i in 0..<count where entries[i].isEnded {
      oweHome(i)
      entries[i].isOver = true
    }
  }

  /// The wearer was found inside, or is lost anew: what waits of losses that have ended says so, or no more.
  mutating func lossesAreOver(_ isOver: Bool) {
    for i in 0..<count where entries[i].notice.matter == .position(.lost) {
      if isOver { oweHome(i) }
      entries[i].isOver = isOver
    }
  }

  /// Exits that have ended, and wait to be told, are told as over or not.
  /// - Parameter isOver: the wearer was found inside, which ends them for good; false: company has ended, and nobody
  ///   has found them.
  mutating func exitsAreOver(_ isOver: Bool) {
    for i in 0..<count
    where entries[i].isEndedExit && !entries[i].isFound && !isHeld(entries[i].notice.id) {
      if isOver { oweHome(i) }
      (entries[i].isOver, entries[i].isFound) = (isOver, isOver)
    }
  }

  /// Takes back what would come behind a newer notice of the same: that the device shuts down, or a case that has
  /// ended. Where the newer one does not go as far, the older one goes on, and is not said to be over.
  mutating func withdrawBehind(_ id: NoticeID) {
    guard let newest = index(of: id), entries[newest].notice.matter.mayBePast else { return }
    let newer = entries[newest].notice
    for i in 0..<count
    where entries[i].notice.matter == newer.matter && entries[i].notice.id < id
      && (entries[i].isEnded || newer.matter == .power(.shuttingDown))
      && !isHeld(entries[i].notice.id)
    {
      entries[i].isOver = false
      if newer.escalates || !entries[i].notice.escalates { entries[i].withdraw() }
    }
  }

  /// Whoever wrote still hears that the hour does not count. A word that was overtaken says nothing of the watch.
  mutating func refusalsAreOvertaken() {
    for i in 0..<count {
      guard case .companyRefused(let refusal) = entries[i].notice.matter else { continue }
      let overtaken = CompanyRefusal(.overtaken, minute: refusal.minute)
      entries[i].notice.matter = .companyRefused(overtaken)
    }
  }

  /// A dose was noted for that meal after the caregiver's notice was made, or for an earlier one of the
  /// last twelve hours.
  public mutating func wasTaken(_ dose: DiaryDose) {
    let isOfThisLife = isRunning && NoticeID(dose.id.value).boot != 0
    for i in 0..<count where entries[i].notice.matter.isDose(dose.meal) {
      answer(i, at: dose.taken)
      entries[i].isAnsweredNow = isOfThisLife && entries[i].notice.answered == dose.taken
    }
  }

  private mutating func answer(_ i: Int, at taken: WallTime) {
    // A clock that was put right since the mail dates the dose, and dates the mail anew when it leaves.
    guard let made = madeAnew(entries[i]) ?? entries[i].notice.made else { return }
    let ago = made.milliseconds &- taken.milliseconds
    if ago.magnitude <= 12 * 3_600_000 { entries[i].notice.aside = Aside(answered: taken) }
  }

  /// A dose was changed or deleted in the diary: what waits says of that meal what is true now. Its
  /// date is the one that the diary showed; of one dated ahead the history has that to the second.
  mutating func wasChanged(_ before: DoseHistory.Entry, to doses: borrowing DoseHistory) {
    for i in 0..<count
    where entries[i].notice.matter.isDose(before.meal)
      && !Placing.isMoved(entries[i].notice.answered, to: before.date)
    {
      entries[i].notice.aside = Aside()
      entries[i].isAnsweredNow = false
      for d in 0..<doses.entries.count where doses.entries[d].meal == before.meal {
        if doses.entries[d].isPlain { answer(i, at: doses.entries[d].taken) }
      }
    }
  }

  /// The dose was taken back.
  public mutating func wasUndone(_ meal: Meal) {
    for i in 0..<count where entries[i].notice.matter.isDose(meal) {
      entries[i].notice.aside = Aside()
    }
  }

  // MARK: Questions

  /// Returns the caregiver whom the screen names while a notice is on its way: the first who is being
  /// told; nil: nobody is.
  mutating func beingTold(_ id: NoticeID) -> UInt8? {
    guard let i = index(of: id) else { return nil }
    let mask = entries[i].mask { $0.state == .waiting }
    return mask == 0 ? nil : UInt8(mask.trailingZeroBitCount)
  }

  /// The caregivers who know of that notice, bit 0 the first.
  mutating func knowing(_ id: NoticeID) -> UInt8 {
    index(of: id).map { entries[$0].told } ?? 0
  }
}

extension Notice.Matter {
  /// No dose was noted for that meal in time.
  fileprivate func isDose(_ meal: Meal) -> Bool {
    if case .dose(.unanswered(meal, _)) = self { true } else { false }
  }
}
