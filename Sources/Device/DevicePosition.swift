import HAL

/// An exit that was announced and is not over.
struct OpenExcursion: Sendable {
  var notice: NoticeID
  var left: WallTime?
  var farthest: Metres
  /// The moment at which it was announced. Nil when this life of the device has not seen all of it from
  /// one circle.
  var seenSince: Instant?
  /// Nobody told by then: the page says so. Nil: then has come.
  var patience: Instant?

  /// The greatest distance from home. 0, not known, under the conditions of `outing`.
  var farthestSeen: Metres { seenSince == nil ? Metres(0) : farthest }

  /// A length that a power cut or a new circle made unsure is left out: better less than wrong.
  func outing(radius: Metres?, at now: Instant) -> Outing {
    guard let seenSince else { return Outing() }
    return Outing(
      lasted: now - seenSince, farthest: radius.map { Metres(farthest.value - $0.value) })
  }
}

/// The effects of a fix, or of the lack of one.
extension Device {
  /// - Returns: true where anything but the position has changed.
  @_transparent  // In a long function the compiler leaves calls at `@inline(__always)`.
  mutating func take(_ fix: Fix, at now: Instant, _ perform: (Action) -> Void) -> Bool {
    let epochBefore = filter.lastGood?.epoch
    var isNews = receiver.hears(at: now)
    lastRefusal = filter.judge(fix, at: now)
    // The time of other refused fixes did not count, or nobody looked at it. Like one without a time, it would repeat
    // an older claim.
    if fix.time != nil, lastRefusal == nil || lastRefusal == .jump,
      let wall = filter.wallTime(at: now)
    {
      if learn(wall, from: .gps, at: now, perform) { isNews = true }
    }
    guard lastRefusal == nil else {
      let due = lostPosition.deadline
      if lastRefusal == .jump { worryOfHeld() }
      return isNews || lostPosition.deadline != due
    }
    if !lostPosition.isProven, let epochBefore, let good = filter.lastGood {
      lostPosition.found(after: max(good.epoch - epochBefore, Milliseconds(0)))
    }
    if isLost || lostPosition.deadline != nil || lostPosition.isOwed {
      isNews = true
      // A single position beyond the edge ends no wait.
      let owed = isBeyondEdge ? lostPosition.owed : nil
      if isLost { regain(at: now, perform) } else { forgiveLostPosition(at: now, perform) }
      if let owed { lostPosition.owe(owed) }
    }
    if help.lacksPosition {
      isNews = true
      tellFirstPosition(at: now, perform)
    }
    guard let change = weighPosition(since: epochBefore) else { return isNews }
    announce(change, at: now, perform)
    return true
  }

  /// Weighs the newest good fix against the perimeter. The functions it calls are inlined: a call saves
  /// and restores all numbers, for each fix.
  @inline(never)  // In one function with `take` the compiler inlines less of both.
  mutating func weighPosition(since before: Instant?) -> PerimeterRule.Change? {
    guard let good = filter.lastGood, let perimeter = configuration.perimeter else { return nil }
    let step = max(before.map { good.epoch - $0 } ?? Milliseconds(0), Milliseconds(0))
    let place = perimeter.offset(of: good.place)
    let distance = Metres(place.length)
    reckoning.follow(
      place, speed: good.speed, course: good.course, seconds: step.seconds,
      isOut: rule.place == .outside)
    let change = rule.weigh(
      place: place, &reckoning, radius: perimeter.radius.value, temper: perimeter.temper,
      eph: good.eph, step: step, mayLeave: filter.hasSettled)
    if let farthest = excursion?.farthest, distance > farthest { excursion?.farthest = distance }
    return change
  }

  mutating func announce(
    _ change: PerimeterRule.Change, at now: Instant, _ perform: (Action) -> Void
  ) {
    guard let whereabouts = bestWhereabouts(at: now).place else { return }
    switch change {
    case .suspected:
      if isWatching { perform(.perimeter(.suspected(whereabouts))) }
      keepPlace(perform)
    case .cleared:
      outbox.lossesAreOver(true)
      if isWatching { perform(.perimeter(.cleared(whereabouts))) }
    case .left(let initial):
      // An exit after a reboot outside is still the one that was announced.
      guard isWatching, excursion == nil else { return }
      perform(.perimeter(.left(whereabouts, initial: initial)))
      raise(.leftPerimeter, at: now, perform)
      let id = notify(.perimeter(.left), at: now, perform)
      store(.outside, perform)
      excursion = OpenExcursion(
        notice: id, left: clock.vouchedWall(at: now), farthest: whereabouts.distance ?? Metres(0),
        seenSince: initial ? nil : now, patience: now + Help.patience)
      breadcrumbs.begin(at: now)
    case .returned:
      guard let over = excursion else { return tellHome(isSure: true, at: now, perform) }
      perform(.perimeter(.returned(whereabouts)))
      // If nobody knows of the excursion, the place is stored first, and the list is made after a power
      // cut. If somebody does, the notice of the return comes first, and implies the place.
      let isUntold = outbox.isUntold(over.notice)
      if isUntold { store(.inside, perform) }
      endExcursion(over, at: now, perform)
      if !isUntold { store(.inside, perform) }
      // Back is not deep inside: without a position after a power cut somebody is to worry.
      keepPlace(perform)
    }
  }

  /// The wearer is back: what was told is told to be over, what was not is told as past.
  mutating func endExcursion(
    _ over: OpenExcursion, at now: Instant, _ perform: (Action) -> Void
  ) {
    outbox.lossesAreOver(true)
    excursion = nil
    clear(.leftPerimeter, at: now, perform)
    let outing = over.outing(radius: configuration.perimeter?.radius, at: now)
    var left = over.left
    // A clock that spoke on the way, or was put right, tells it now.
    if let since = over.seenSince { left = clock.vouchedWall(at: since) }
    let past = Excursion(
      left: left, returned: clock.vouchedWall(at: now), farthest: over.farthestSeen)
    // No place outside goes out beside the return.
    endBreadcrumbsIfCalm(at: now, perform)
    var after = FollowUps()
    let wasTold = outbox.excursionEnded(over.notice, past, at: now) {
      Device.perform($0, perform, &after)
    }
    follow(after, at: now, perform)
    if wasTold { notify(.perimeter(.returned), aside: Aside(outing), at: now, perform) }
  }

  /// The wearer is found inside: whoever knows of a loss outside, or of an exit that company ended, hears of it.
  /// - Parameter isSure: the rule has just decided so; false: they must be found inside for a minute.
  mutating func tellHome(
    isSure: Bool = false, at now: Instant, _ perform: (Action) -> Void
  ) {
    let isHome =
      outbox.homeOwed != 0 && excursion == nil && lostPosition.isProven && rule.place == .inside
      && isFoundInside
    defer { lostPosition.isFoundHome = isHome }
    guard isHome, isSure || lostPosition.isFoundHome else { return }
    outbox.returnAudience = outbox.homeOwed
    outbox.homeOwed = 0
    notify(.perimeter(.returned), at: now, perform)
    store(.inside, perform)
    keepPlace(perform)
  }

  /// Whoever knew of the exit, or had answered it, has left the list: the others are told, and get their
  /// time for it.
  mutating func tellExitAnew(at now: Instant, _ perform: (Action) -> Void) {
    guard let open = excursion else { return }
    guard outbox.hasLostAnswer(exit: open.notice) || outbox.told(ofExit: open.notice) == 0
    else { return }
    excursion?.patience = now + Help.patience
    guard outbox.openExit == nil else { return }
    let notice = notify(.perimeter(.left), at: now, perform)
    excursion?.notice = notice
  }

  /// Somebody is with the wearer, or the circle is gone: an open excursion needs no answer.
  mutating func forgiveExcursion(at now: Instant, _ perform: (Action) -> Void) {
    guard let over = excursion else { return }
    excursion = nil
    clear(.leftPerimeter, at: now, perform)
    store(.unknown, perform)
    close(over.notice, isOver: configuration.perimeter != nil, at: now, perform)
    if over.notice == NoticeID(0) { outbox.forgetExit(isHome: false, at: now) }
    endBreadcrumbsIfCalm(at: now, perform)
    // Nobody watches at that hour but for the exit.
    if !isWatching { forgiveLostPosition(at: now, perform) }
  }

  /// Its page changes at the next `settle`.
  mutating func passExcursion(at now: Instant) {
    if let due = excursion?.patience, due <= now { excursion?.patience = nil }
  }

  /// Nobody is waited for any more: no place is told, and none that waits goes out after the end.
  /// - Parameter answerer: the caregiver whose answer has ended it.
  mutating func endBreadcrumbsIfCalm(
    answeredBy answerer: UInt8? = nil, at now: Instant, _ perform: (Action) -> Void
  ) {
    guard excursion == nil, help.notice == nil, breadcrumbs.deadline != nil else { return }
    breadcrumbs.end()
    var after = FollowUps()
    outbox.withdrawTrail(besides: answerer, at: now) { Device.perform($0, perform, &after) }
    follow(after, at: now, perform)
  }

  /// - Returns: true where the position is lost from now on.
  mutating func passPosition(at now: Instant, _ perform: (Action) -> Void) -> Bool {
    guard !isLost, let lastGood = filter.lastGood else { return false }
    let due = lastGood.epoch + Device.lostAfter
    guard due <= now else { return false }
    isLost = true
    let place = whereabouts(of: lastGood)
    perform(.position(.lost(place, age: due - lastGood.epoch)))
    receiver.lost(since: lastGood.epoch)
    if isWatching || excursion != nil {
      lostPosition.lost(isOut: isOut(place), inside: place.inside, at: due)
      if lostPosition.deadline != nil { outbox.lossesAreOver(false) }
      worryOfHeld()
      // It may be due in this very pass.
      wake = .earlier(wake, lostPosition.deadline)
    }
    return true
  }

  /// Whether the wearer was lost outside. Before any decision by the rule the last position decides. A
  /// stray one after a long gap is doubted. So are the first seconds far away behind a shorter one. The
  /// next position may lie at home.
  mutating func isOut(_ place: Whereabouts) -> Bool {
    let isStray = rule.restsOnStrays || filter.isFarFetched && !rule.lastsOutside
    return rule.place == .outside || rule.isSuspecting && !isStray
      || rule.place == .unknown && place.inside.map { $0.value < 0 } ?? false
  }

  mutating func regain(at now: Instant, _ perform: (Action) -> Void) {
    isLost = false
    receiver.found()
    outbox.lossesAreOver(!isBeyondEdge)
    if let good = filter.lastGood { perform(.position(.regained(whereabouts(of: good)))) }
    forgiveLostPosition(at: now, perform)
  }

  /// The hours of the week or the company changed.
  mutating func watchAgain(_ moment: Moment, _ perform: (Action) -> Void) {
    if watch.endAccompanied(moment) {
      storeCompany(at: moment.at, perform)
      perform(.company(.accompanied(until: nil)))
      doubtEndedCases()
    }
    // A clock that lies before the last sign of life proves no company, nor does one that another contradicts.
    let provesCompany = !isBeforeLastLife(moment) && !moment.isContradicted
    if provesCompany { watch.believe(moment, bootedAt: bootedAt) }
    let watches = watch.isWatching(
      local: minuteOfWeek(moment), in: configuration.hours, isContradicted: moment.isContradicted,
      provesCompany: provesCompany)
    guard watches != isWatching else { return }
    isWatching = watches
    guard watches else {
      // An exit goes on after the hours of the watch. One that came before any clock is none in company.
      if let until = watch.accompaniedUntil, excursion != nil, !isBeforeLastLife(moment) {
        perform(.company(.accompanied(until: until)))
        forgiveExcursion(at: moment.at, perform)
      }
      if excursion == nil { forgiveLostPosition(at: moment.at, perform) }
      if watch.accompaniedUntil != nil, provesCompany || watch.word != nil { outbox.casesAreOver() }
      return
    }
    lookWhereLost(bySeen: false, at: moment.at)
    // A wearer outside when the watch begins is found there by a fresh look, not by an old one.
    if excursion == nil, rule.place == .outside { rule = PerimeterRule() }
    // A life that has found nobody since its start knows of a last place outside: it has waited since then.
    awaitFirstFix(since: isLastOut ? bootedAt : moment.at, at: moment.at)
  }

  /// The clock lies before the last sign of an earlier life.
  private func isBeforeLastLife(_ moment: Moment) -> Bool {
    moment.wall.map { $0.advanced(by: Outbox.clockDifference) < lastLife } ?? false
  }

  /// 0 on Monday at midnight, local time; nil while the clock is not trusted.
  @inline(__always)  // No copy of the device: see LastSeen.swift.
  func minuteOfWeek(_ moment: Moment) -> Int? {
    guard moment.isTrusted, let wall = moment.wall else { return nil }
    return configuration.zone.minuteOfWeek(wall)
  }

  @inline(__always)
  func whereabouts(of fix: GoodFix) -> Whereabouts {
    Whereabouts(
      position: fix.position,
      distance: configuration.perimeter.map { $0.centerVector.distance(to: fix.place) },
      radius: configuration.perimeter?.radius, eph: fix.eph,
      direction: configuration.perimeter?.direction(of: fix.place), motion: fix.motion)
  }

  /// The best position known, and how old it is.
  @inline(__always)
  func bestWhereabouts(at now: Instant) -> (place: Whereabouts?, age: Milliseconds) {
    guard let good = filter.lastGood else { return (nil, Milliseconds(0)) }
    return (whereabouts(of: good), max(now - good.epoch, Milliseconds(0)))
  }
}

extension Whereabouts {
  /// Metres inside the edge; negative outside, nil without a perimeter.
  var inside: Metres? {
    guard let distance, let radius else { return nil }
    return Metres(radius.value - distance.value)
  }
}
