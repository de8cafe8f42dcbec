import HAL

/// Notices go out to the caregivers, and their answers come back.
extension Device {
  /// The effect of a change in the outbox on other features. Dispatches are large, so they are
  /// performed at once, and only this is kept for afterwards.
  enum FollowUp: Sendable {
    case accepted(NoticeID, by: UInt8)
    case answered(NoticeID, by: UInt8)
    case over(NoticeID)
    case undeliverable
  }
  /// Room for all changes that the outbox reports in one call: `Outbox.mostChanges`.
  typealias FollowUps = FixedArray<24, FollowUp>

  @discardableResult
  mutating func notify(
    _ matter: Notice.Matter, to caregiver: UInt8? = nil, aside: Aside = Aside(), at now: Instant,
    _ perform: (Action) -> Void
  ) -> NoticeID {
    var best = bestWhereabouts(at: now)
    var aside = aside
    if matter.traits.saysLastSeen, best.place == nil, let seen = lastSeen,
      !isOvertaken(seen, matter)
    {
      // Old, and said to be: better than no place to go to.
      best = (whereabouts(of: seen), seen.age(by: clock, bootedAt: bootedAt, at: now))
      if seen.isAgeUnknown(by: clock, bootedAt: bootedAt) { aside = .agedUnknown }
    }
    let made = matter.isByCalendar ? clock.wall(at: now) : clock.vouchedWall(at: now)
    var after = FollowUps()
    let id = outbox.queue(
      matter, to: caregiver, aside: aside, whereabouts: best.place, age: best.age,
      made: made, battery: battery.level?.percent, at: now
    ) { Device.perform($0, perform, &after) }
    follow(after, at: now, perform)
    return id
  }

  /// A wearer who was outside when the power went is lost outside, although the last stored place is inside.
  private func isOvertaken(_ seen: LastSeen, _ matter: Notice.Matter) -> Bool {
    matter == .position(.lost) && rule.place == .outside
      && whereabouts(of: seen).inside.map { $0.value >= 0 } ?? false
  }

  mutating func close(
    _ id: NoticeID, isOver: Bool = true, at now: Instant, _ perform: (Action) -> Void
  ) {
    var after = FollowUps()
    outbox.close(id, isOver: isOver, at: now) { Device.perform($0, perform, &after) }
    follow(after, at: now, perform)
  }

  mutating func passNotices(at now: Instant, _ perform: (Action) -> Void) {
    if heartbeat.pass(at: now) { perform(.heartbeat) }
    passOutbox(at: now, perform)
    if breadcrumbs.pass(at: now, newest: filter.lastGood?.epoch) {
      notify(.location(.breadcrumb), at: now, perform)
    }
    if let percent = battery.pass(at: now) {
      notify(.batteryLow(percent: percent), at: now, perform)
    }
    if asked.waiting != 0 {
      asked.isCaseOpen = isCaseOpen()
      let due = asked.pass(at: now)
      for c in 0..<4 as Range<UInt8> where due >> c & 1 == 1 {
        notify(.location(.asked), to: c, at: now, perform)
      }
    }
  }

  /// Sends what is due. The next place comes behind it: whoever is told of the case in this moment gets that, too.
  private mutating func passOutbox(at now: Instant, _ perform: (Action) -> Void) {
    guard let due = outbox.deadline, due <= now else { return }
    var after = FollowUps()
    outbox.pass(at: now, wall: clock.vouchedWall(at: now)) { Device.perform($0, perform, &after) }
    follow(after, at: now, perform)
  }

  /// Somebody waits, or is waited for: positions are wanted more often.
  mutating func isCaseOpen() -> Bool {
    excursion != nil || help.notice != nil || outbox.hasOpenCaseInPlace()
  }

  mutating func take(_ answer: NetworkAnswer, at now: Instant, _ perform: (Action) -> Void) {
    var after = FollowUps()
    outbox.answered(answer, at: now, wall: clock.vouchedWall(at: now)) {
      Device.perform($0, perform, &after)
    }
    follow(after, at: now, perform)
  }

  mutating func take(_ message: Message, at now: Instant, _ perform: (Action) -> Void) {
    guard message.caregiver < configuration.caregivers.count else { return }
    switch message {
    case .acknowledged(let token, let caregiver):
      var after = FollowUps()
      if let low = outbox.lowGlucose(token: token) { dose.caregiverAnswered(low) }
      outbox.acknowledged(token: token, by: caregiver, at: now) {
        Device.perform($0, perform, &after)
      }
      follow(after, at: now, perform)
      // Nobody is told of a call that has ended. Its answer is kept for the daily mail alone.
      if let call = lastCall.answered(token: token) {
        perform(.store(.outbox(.acknowledged(call, caregiver: caregiver))))
      }
    case .whereIs(let caregiver):
      asked.isCaseOpen = isCaseOpen()
      if asked.ask(caregiver, at: now) {
        notify(.location(.asked), to: caregiver, at: now, perform)
      }
    case .accompanied(let minute, let caregiver, let received):
      takeCompany(until: minute, from: caregiver, received: received, at: now, perform)
    }
  }

  static func perform(
    _ change: OutboxChange, _ perform: (Action) -> Void, _ after: inout FollowUps
  ) {
    switch change {
    case .queued(let notice):
      perform(.store(.outbox(.notice(notice))))
      perform(.outbox(.queued(notice)))
    case .send(let dispatch): perform(.outbox(.send(dispatch)))
    case .delivered(let id, let recipient):
      perform(.store(.outbox(.delivery(id, recipient, .accepted))))
      perform(.outbox(.delivered(id, recipient)))
      after.put(.accepted(id, by: recipient.caregiver))
    case .refused(let id, let recipient):
      perform(.store(.outbox(.delivery(id, recipient, .permanent))))
    case .failed(let id, let caregiver): perform(.outbox(.failed(id, caregiver: caregiver)))
    case .undeliverable: after.put(.undeliverable)
    case .acknowledged(let id, let caregiver):
      perform(.store(.outbox(.acknowledged(id, caregiver: caregiver))))
      perform(.outbox(.acknowledged(id, caregiver: caregiver)))
      after.put(.answered(id, by: caregiver))
    case .closed(let id):
      perform(.store(.outbox(.closed(id))))
      after.put(.over(id))
    case .excursion(let past): perform(.store(.outbox(.excursion(past))))
    case .excursionsTold: perform(.store(.outbox(.excursionsTold)))
    case .caregivers(let whos): perform(.store(.outbox(.caregivers(whos))))
    }
  }

  mutating func follow(_ after: FollowUps, at now: Instant, _ perform: (Action) -> Void) {
    var answerer: UInt8?
    for i in 0..<after.count {
      switch after[i] {
      case .accepted(let id, let caregiver):
        help.accepted(id, by: caregiver, at: now)
        // The first place may have gone out before this caregiver knew of the call.
        if id == help.notice, !help.lacksPosition, outbox.isFirstRoundWithoutPlace(id) {
          breadcrumbs.hasten(at: now)
        }
        clear(.notDelivered, at: now, perform)
      case .answered(let id, let caregiver):
        help.answered(id, by: caregiver, at: now)
        answerer = caregiver
        lastCall.answered(id)
      case .over(let id):
        help.closed(id)
        lastCall.ended(id)
      case .undeliverable:
        if alarm.isSilenced(.notDelivered) { clear(.notDelivered, at: now, perform) }
        raise(.notDelivered, at: now, perform)
      }
    }
    if !after.isEmpty { endBreadcrumbsIfCalm(answeredBy: answerer, at: now, perform) }
  }

  // MARK: Power

  mutating func take(_ level: BatteryLevel, at now: Instant, _ perform: (Action) -> Void) {
    switch battery.learn(level) {
    case nil: break
    case .low(let percent):
      perform(.batteryLow(percent: percent))
      clear(.batteryLow, at: now, perform)
      raise(.batteryLow, at: now, perform)
      if battery.mayTell(at: now) { notify(.batteryLow(percent: percent), at: now, perform) }
    case .well: clear(.batteryLow, at: now, perform)
    }
  }

  mutating func take(_ failure: StorageError?, at now: Instant, _ perform: (Action) -> Void) {
    // The device goes on in a new file: the family is to know, the wearer cannot help.
    if failure == .damaged {
      notify(.storageFailed(.damaged), at: now, perform)
      return
    }
    guard failure != storageFailure else { return }
    let wasWell = storageFailure == nil
    storageFailure = failure
    guard let failure else { return clear(.storage, at: now, perform) }
    guard wasWell else { return }
    raise(.storage, at: now, perform)
    notify(.storageFailed(failure), at: now, perform)
  }
}

extension Outbox {
  /// An open notice of low glucose has that token.
  fileprivate mutating func lowGlucose(token: UInt64) -> NoticeID? {
    firstIndex {
      guard case .glucose(.low) = $0.notice.matter else { return false }
      return $0.notice.token == token
    }.map { entries[$0].notice.id }
  }
}

extension Notice.Matter {
  /// A calendar clock that nobody vouches for may have brought it about, and dates it: the next life
  /// must know what was announced when. Anything else has no date then, for it would pass for true.
  var isByCalendar: Bool {
    switch self {
    case .reminder, .day: true
    case .perimeter, .help, .location, .position, .glucose, .dose, .clock, .batteryLow, .power,
      .storageFailed, .profileKept, .companyRefused, .profileChanged:
      false
    }
  }
}

extension Message {
  /// The sender, as an index into the list.
  fileprivate var caregiver: UInt8 {
    switch self {
    case .acknowledged(_, let caregiver), .whereIs(let caregiver),
      .accompanied(_, let caregiver, _):
      caregiver
    }
  }
}
