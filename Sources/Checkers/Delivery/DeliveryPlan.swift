import Device
import HAL

/// The caregiver, route and time of each attempt, by the documents, for each notice of this life.
///
/// It follows the events, keeps no clock of its own, and draws nothing. If the device draws a pause,
/// the plan has the two moments between which the attempt must come.
struct DeliveryPlan: Sendable {
  static let slow = Milliseconds.seconds(15)
  static let most = 4
  static let mostOrdinary = 3
  /// A server may take so long with its answer.
  private static let patience = Milliseconds.seconds(660)
  /// When all have refused, a case begins anew.
  private static let startOver = Milliseconds.seconds(1800)
  /// Some 35 years, in milliseconds.
  static let lifetimes: Int64 = 1 << 40
  static let lapse = Milliseconds.seconds(4 * 3600)
  /// Quick at first, and then steady.
  static let quick = Milliseconds.seconds(600)
  static let often = Milliseconds.seconds(3600)

  var letters: [DeliveryLetter] = []
  var flights: [DeliveryFlight] = []
  /// Attempts that were given up, whose answers may still come.
  var ghosts: [DeliveryFlight] = []
  /// Notices of which an attempt was given up so long ago that the device has forgotten it.
  var forgotten: [NoticeID] = []
  var people: [Caregiver] = []
  var limits = Limits()
  /// The last moment at which it was unclear which attempts are under way.
  var lastDoubt = Instant(milliseconds: -1_000_000)
  /// The device may hold notices that are not here.
  var isPartial = false
  /// Outcomes that must be stored or reported.
  var due: [(what: DeliveryOutcomeDue, at: Instant)] = []
  var bootedAt = Instant.start
  /// The last sign of life of the life before: a record of its own, or that the device told how long it was off.
  var alive: WallTime?
  /// The newest call for help of the records, whatever became of it.
  var lastCall = NoticeID(0)
  /// The newest call for help while no record has ended it, whether it is here or not.
  var openCall: NoticeID?
  /// The moment of the last answer to a notice that is not here.
  var strangeAnswer: Instant?
  /// The places of this life that were told while a case was open, by their tokens.
  var trail: [(token: UInt64, notice: NoticeID)] = []
  /// An attempt failed for now, and none has succeeded since: surely, or maybe.
  var isFailing = false
  var mayFail = false

  func index(of id: NoticeID) -> Int? { letters.firstIndex { $0.notice == id } }

  var escalateAfter: Milliseconds { .seconds(Int64(max(limits.escalateAfter, 1)) * 60) }
  private var repeatAfter: Milliseconds { .seconds(Int64(max(limits.repeatAfter, 1)) * 60) }

  mutating func owe(_ what: DeliveryOutcomeDue, at now: Instant) { due.append((what, now)) }

  // MARK: Who can be reached

  func route(to c: Int, without closed: UInt8) -> Route? {
    guard c < people.count else { return nil }
    if people[c].hasMail, closed & Route.mail.mark == 0 { return .mail }
    if people[c].hasRelay, closed & Route.relay.mark == 0 { return .relay }
    return nil
  }

  private var reachable: UInt8 {
    var mask: UInt8 = 0
    for c in 0..<min(people.count, 4) where route(to: c, without: 0) != nil {
      mask |= 1 << UInt8(c)
    }
    return mask
  }

  func inFlight(_ id: NoticeID, _ c: Int) -> UInt8 {
    var routes: UInt8 = 0
    for flight in flights where flight.notice == id && Int(flight.caregiver) == c {
      routes |= flight.route.mark
    }
    return routes
  }

  func nextIdle(_ i: Int) -> Int? {
    if letters[i].matter.isReply { return nil }
    for c in 0..<min(people.count, 4)
    where letters[i].lanes[c].state == .idle && route(to: c, without: 0) != nil {
      return c
    }
    return nil
  }

  /// The route by which that caregiver is tried when the turn comes; nil: each is refused, or on its way.
  func routeDue(_ i: Int, _ c: Int) -> Route? {
    let lane = letters[i].lanes[c]
    let busy = inFlight(letters[i].notice, c)
    guard letters[i].matter.isPressing else {
      return busy != 0 ? nil : route(to: c, without: lane.refused)
    }
    let closed = lane.refused | busy
    return route(to: c, without: closed | lane.tried) ?? route(to: c, without: closed)
  }

  func hasOtherRoute(_ i: Int, _ c: Int) -> Bool {
    let lane = letters[i].lanes[c]
    let closed = lane.refused | lane.tried | inFlight(letters[i].notice, c)
    return route(to: c, without: closed) != nil
  }

  // MARK: From caregiver to caregiver

  mutating func begin(_ notice: Notice, at now: Instant) {
    supersede(notice, at: now)
    // "All is well" is true no more, and goes out no more.
    if notice.goesRound { letters.removeAll { $0.matter == .day(.allIsWell) } }
    if notice.matter == .help { openCall = notice.id }
    if notice.matter.isTrail {
      if trail.count > 200 { trail.removeFirst(100) }
      trail.append((notice.token, notice.id))
    }
    letters.append(DeliveryLetter(notice, at: now))
    work(at: now)
  }

  /// A place that waits makes way for a newer one; one that is on its way is not sent again.
  private mutating func supersede(_ newer: Notice, at now: Instant) {
    for i in letters.indices.reversed()
    where newer.matter.isSamePlace(as: letters[i].matter, newer.audience, letters[i].audience) {
      let id = letters[i].notice
      letters[i].isSuperseded = true
      if !flights.contains(where: { $0.notice == id }) { letters.remove(at: i) }
    }
  }

  private mutating func start(_ i: Int, at now: Instant) {
    letters[i].isStarted = true
    let wanted = letters[i].audience & reachable
    if letters[i].matter.isReply, letters[i].audience != 0, wanted == 0 {
      return finish(i, at: now)
    }
    let first = wanted != 0 ? wanted : reachable & (~reachable &+ 1)
    let isDone =
      letters[i].isTold && letters[i].audience == 0 && !letters[i].escalates
    if !isDone {
      for c in 0..<4 where first >> UInt8(c) & 1 == 1 && letters[i].lanes[c].state == .idle {
        let isRefused = route(to: c, without: letters[i].lanes[c].refused) == nil
        if isRefused, !letters[i].escalates {
          letters[i].lanes[c].state = .refused
        } else {
          open(i, c, at: now)
        }
      }
    }
    if letters[i].escalates {
      letters[i].step = now + pause(i)
      // A call with readers of its own replaced an open one, which had waited.
      let isLater = letters[i].matter == .help && letters[i].audience != 0
      if letters[i].isRestored, letters[i].isTold || isLater {
        letters[i].step = stepAfterCut(i, at: now)
      }
      if nextIdle(i) != nil, let turn = turn(ofCallBefore: letters[i]) {
        letters[i].step = min(letters[i].step, turn)
      }
    }
    if !letters[i].isWaiting, !letters[i].isTold { tryNext(i, at: now) }
    settle(i, at: now)
  }

  /// A new call takes the place of an open one, and the next caregiver keeps their turn.
  private func turn(ofCallBefore newer: DeliveryLetter) -> Instant? {
    guard newer.matter == .help else { return nil }
    return letters.last {
      $0.matter == .help && $0.isOpenCase && $0.isStarted && $0.notice < newer.notice
    }?.step
  }

  /// The next caregiver is told at once. Rounds go on at the times that the notice had before the power went.
  private func stepAfterCut(_ i: Int, at now: Instant) -> Instant {
    if nextIdle(i) != nil { return now }
    var round = letters[i].since
    while round <= now { round = round + repeatAfter }
    return round
  }

  /// A route that refused in an earlier life is not tried again while another route is left.
  private mutating func open(_ i: Int, _ c: Int, at now: Instant) {
    let refused = letters[i].lanes[c].refused
    letters[i].lanes[c].open(at: now)
    if route(to: c, without: refused) != nil { letters[i].lanes[c].refused = refused }
  }

  func pause(_ i: Int) -> Milliseconds { nextIdle(i) != nil ? escalateAfter : repeatAfter }

  @discardableResult
  mutating func tryNext(_ i: Int, at now: Instant) -> Bool {
    guard let c = nextIdle(i) else { return false }
    open(i, c, at: now)
    return true
  }

  /// Does what is due by now.
  mutating func work(at now: Instant) {
    while let f = flights.firstIndex(where: { now - $0.since >= DeliveryPlan.patience }) {
      abandon(f, at: now)
    }
    var i = 0
    while i < letters.count {
      let id = letters[i].notice
      advance(i, at: now)
      if i < letters.count, letters[i].notice == id { i += 1 }
    }
  }

  private mutating func advance(_ i: Int, at now: Instant) {
    let id = letters[i].notice
    for _ in 0..<8 {
      guard i < letters.count, letters[i].notice == id else { return }
      if !letters[i].isStarted {
        guard reachable != 0 else { return }
        start(i, at: now)
      } else if letters[i].isOpenCase, letters[i].step <= now {
        escalate(i, at: now)
      } else if letters[i].rests {
        guard letters[i].step <= now else { return }
        beginAnew(i)
      } else if !letters[i].isOpenCase, !letters[i].isWaiting {
        return settle(i, at: now)
      } else if let due = spreads(i), due <= now {
        tryNext(i, at: now)
        putOffRound(i, at: now)
      } else {
        return
      }
    }
  }

  /// The moment before which time alone changes nothing, nor makes an attempt late.
  var nextChange: Instant {
    var next = Instant.never
    for flight in flights { next = min(next, flight.since + DeliveryPlan.patience) }
    for i in letters.indices {
      if let due = spreads(i) { next = min(next, due) }
      if letters[i].isStarted, letters[i].isOpenCase || letters[i].rests {
        next = min(next, letters[i].step)
      }
      let lanes = letters[i].lanes
      for c in 0..<4 where lanes[c].state == .waiting && lanes[c].by < next {
        if routeDue(i, c) != nil { next = lanes[c].by }
      }
    }
    return next
  }

  /// Nobody answered in time.
  private mutating func escalate(_ i: Int, at now: Instant) {
    if letters[i].matter.endsByItself, letters[i].isTold,
      now - letters[i].born >= DeliveryPlan.lapse
    {
      return finish(i, at: now)
    }
    if !tryNext(i, at: now) {
      letters[i].round += 1
      for c in 0..<min(people.count, 4)
      where route(to: c, without: 0) != nil && letters[i].lanes[c].state != .waiting {
        letters[i].lanes[c].open(at: now)
      }
    }
    let next = nextIdle(i) != nil ? letters[i].step + escalateAfter : now + repeatAfter
    letters[i].step = next > now ? next : now + pause(i)
    let end = letters[i].born + DeliveryPlan.lapse
    if letters[i].matter.endsByItself, end > now { letters[i].step = min(letters[i].step, end) }
  }

  /// The moment at which the next caregiver is told as well, because nobody has a receipt; nil: never.
  private func spreads(_ i: Int) -> Instant? {
    guard let span = letters[i].unheard else { return nil }
    let letter = letters[i]
    guard letter.isStarted, !letter.isEnded, letter.isWaiting else { return nil }
    // A position lost outside goes from caregiver to caregiver by itself.
    if !letter.matter.isPressing, letter.isTold || letter.isOpenCase { return nil }
    var newest = Instant.start
    for c in 0..<4 where letter.lanes[c].state != .idle {
      newest = max(newest, letter.lanes[c].opened)
    }
    // An hour is an hour, however often the device started in it.
    let isFirst = letter.isRestored && !letter.matter.isPressing && newest == letter.born
    // The last in the list of several who were tried together comes before the next.
    let last = (0..<4).last {
      letter.lanes[$0].opened == newest && letter.lanes[$0].state != .idle
    }
    if let last, letter.lanes[last].state != .waiting { return nil }
    return nextIdle(i) == nil ? nil : (isFirst ? letter.since : newest) + span
  }

  /// Delays the next round once everybody is being told: it begins `repeatAfter` from now at the earliest.
  mutating func putOffRound(_ i: Int, at now: Instant) {
    guard letters[i].isOpenCase, nextIdle(i) == nil else { return }
    letters[i].step = max(letters[i].step, now + repeatAfter)
  }

  mutating func settle(_ i: Int, at now: Instant) {
    let letter = letters[i]
    guard letter.isStarted else { return }
    if letter.isOpenCase {
      guard !letter.isWaiting, !letter.isTold else { return }
      letters[i].step = now + DeliveryPlan.startOver
      return owe(.notDelivered, at: now)
    }
    let isEnough = letter.isTold && (letter.isEnded || letter.wantsOneReader)
    if letter.isWaiting, !isEnough { return }
    if letter.rests {
      letters[i].step = now + DeliveryPlan.startOver
      if !letter.isSaidToFail { owe(.notDelivered, at: now) }
      letters[i].isSaidToFail = true
      return
    }
    if !letter.isTold, nextIdle(i) == nil { owe(.notDelivered, at: now) }
    finish(i, at: now)
  }

  /// It goes to its first caregivers once more, as if nobody had refused it.
  private mutating func beginAnew(_ i: Int) {
    for c in 0..<4 where letters[i].lanes[c].state == .refused {
      (letters[i].lanes[c].state, letters[i].lanes[c].refused) = (.idle, 0)
    }
    letters[i].isStarted = false
  }

  /// A record says that nothing more is done about it.
  mutating func close(_ id: NoticeID) {
    if openCall == id { openCall = nil }
  }

  mutating func finish(_ i: Int, at now: Instant) {
    owe(.closed(letters[i].notice), at: now)
    letters.remove(at: i)
  }

  /// Ends a notice whose cause is over. One that nobody has is still delivered once.
  mutating func end(_ i: Int, at now: Instant) {
    letters[i].isEnded = true
    if !letters[i].isTold { letters[i].keepOne() }
    guard letters[i].isStarted, letters[i].isTold || !letters[i].isWaiting else { return }
    finish(i, at: now)
  }
}
