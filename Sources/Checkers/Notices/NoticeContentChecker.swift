import Device
import HAL

/// A notice is true. It states the wearer's last place, its distance from home and direction, its age,
/// the time of the notice, and the battery.
///
/// Positions are compared with the fixes that the device was given. Distances and directions are
/// compared with a reckoning of its own (`Ground`).
struct NoticeContentChecker: Checker {
  var violation: Violation?

  private struct Seen {
    var position: Position
    var measured: Instant
    var speed: MetresPerSecond?
    var course: Degrees?
  }

  /// After so many fixes without a fault, one after the other, a device knows where it is.
  private static let enough = 90
  private static let ageSlack: Int64 = 3000
  private static let timeSlack: Int64 = 65_000

  /// The last fixes with a position, the newest last.
  private var fixes: [Seen] = []
  /// The number of consecutive fixes without a fault, up to the newest fix of all.
  private var good = 0
  private var epochs = 0
  private var clock = ClockSense()
  private var isTrusted = false
  private var trustedSince = Instant.never
  /// A clock was trusted in this life, now or before.
  private var wasTrusted = false
  private var battery: UInt8?
  /// Company was written down in this turn. That which a restart brought back is not.
  private var isCompanyStored = false
  private var tokens: [UInt64: NoticeID] = [:]
  /// The board's secret, from which alone a token can be reckoned.
  private var secret: (UInt64, UInt64)?
  private var made: [UInt64: Notice] = [:]
  private var order: [UInt64] = []

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    clock.see(fix, truth.now)
    guard fix.hasPosition, let position = fix.position else { return }
    let isGood = fix.isFlawless(truth)
    good = isGood ? good + 1 : 0
    // A removal moves all that stay: so there are few.
    if fixes.count >= 64 { fixes.removeFirst(56) }
    fixes.append(
      Seen(
        position: position, measured: truth.now + Milliseconds(-fix.age.count), speed: fix.speed,
        course: fix.course))
    guard isGood else { return }
    // One in so many is enough: the world and the device share what turns metres into degrees.
    epochs += 1
    if epochs % 64 == 1 { judgeGround(fix, position, truth) }
  }

  private mutating func judgeGround(_ fix: FixSighting, _ position: Position, _ truth: Truth) {
    let (distance, _) = Ground.offset(from: truth.household.home, to: position)
    guard distance < Ground.flat, (distance - fix.distance.value).magnitude > distance * 0.003 + 1
    else { return }
    fail(
      .groundIsTrue, at: truth.now,
      "a fix \(Int(fix.distance.value)) m from home lies \(Int(distance)) m away")
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    clock.follow(truth)
    isCompanyStored = false
    switch event.kind {
    case .booted(let boot):
      secret = boot.secret
      clock.boot(at: event.at)
      fixes = []
      (good, battery) = (0, nil)
      (isTrusted, trustedSince, wasTrusted) = (false, .never, false)
      made = [:]
      order = []
    case .clock(_, .ntp): clock.hearNetwork(truth)
    case .battery(let level): battery = level.percent
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted): (isTrusted, trustedSince, wasTrusted) = (true, truth.now, true)
    case .clock(.untrusted): (isTrusted, trustedSince) = (false, .never)
    case .outbox(.queued(let notice)):
      remember(notice)
      judgeToken(notice, truth)
      judgePlace(notice, truth)
      judgeTime(notice, truth)
      if notice.battery != battery, notice.matter != .perimeter(.excursions) {
        fail(
          .noticeIsTrue, at: truth.now,
          "\(notice.name) says \(notice.battery.map { "\($0)" } ?? "nothing") of the battery")
      }
    case .outbox(.send(let dispatch)): judgeSent(dispatch, truth)
    case .store(.accompanied(let until, _, _, _)): isCompanyStored = until != nil
    case .company(.accompanied(_?)): if isCompanyStored { refusalsAreOvertaken() }
    default: break
    }
  }

  /// Company begins: an answer that waits says from now on that a newer word overtook the hour.
  private mutating func refusalsAreOvertaken() {
    for (id, notice) in made {
      guard case .companyRefused(let refusal) = notice.matter else { continue }
      made[id]?.matter = .companyRefused(CompanyRefusal(.overtaken, minute: refusal.minute))
    }
  }

  private mutating func remember(_ notice: Notice) {
    made[notice.id.value] = notice
    order.append(notice.id.value)
    if order.count > 128 { made[order.removeFirst()] = nil }
  }

  private mutating func judgeToken(_ notice: Notice, _ truth: Truth) {
    if notice.token == 0 || tokens[notice.token].map({ $0 != notice.id }) ?? false {
      fail(.noticeIsTrue, at: truth.now, "\(notice.name) has the token of another")
    }
    tokens[notice.token] = notice.id
    if let secret, notice.token != TokenReckoning.token(of: notice, secret: secret) {
      fail(.noticeIsTrue, at: truth.now, "\(notice.name) has a token that can be guessed")
    }
  }

  /// A notice goes out as it was made, but for an answer that company has overtaken.
  private mutating func judgeSent(_ dispatch: Dispatch, _ truth: Truth) {
    let sent = dispatch.notice
    guard let notice = made[sent.id.value] else { return }
    if sent.matter != notice.matter || sent.token != notice.token
      || !isMade(sent, notice, dispatch.late, truth)
    {
      fail(.noticeIsTrue, at: truth.now, "\(notice.name) goes out as \(sent.name)")
    }
    if sent.whereabouts?.position != notice.whereabouts?.position, notice.whereabouts != nil {
      fail(.noticeIsTrue, at: truth.now, "\(notice.name) goes out with another place")
    }
  }

  /// It states when it was made: as then, or by a clock that was put right since.
  private func isMade(
    _ sent: Notice, _ notice: Notice, _ late: Milliseconds, _ truth: Truth
  ) -> Bool {
    guard sent.made != notice.made else { return true }
    guard let new = sent.made, let old = notice.made else { return false }
    let made = truth.wall.milliseconds - late.count
    let off = new.milliseconds - made
    // A clock that lies may put it wrong. Epochs that were long under way may put it back by as much.
    return clock.hasLied || off.magnitude <= (old.milliseconds - made).magnitude
      || off <= 0 && off >= -clock.tolerance(at: truth.now)
  }

  // MARK: The place

  private mutating func judgePlace(_ notice: Notice, _ truth: Truth) {
    // A list of what is over says neither place nor battery.
    guard notice.matter != .perimeter(.excursions), let last = fixes.last,
      good >= NoticeContentChecker.enough
    else { return }
    guard let place = notice.whereabouts else {
      return fail(.noticeIsTrue, at: truth.now, "\(notice.name) says no place")
    }
    let age = (truth.now - last.measured).count
    // The newest may have come in this very moment, or be held back.
    guard let seen = fixes.suffix(4).last(where: { $0.position == place.position }) else {
      return fail(.noticeIsTrue, at: truth.now, "\(notice.name) says another place than the fixes")
    }
    let old = (truth.now - seen.measured).count
    if (notice.age.count - old).magnitude > UInt64(NoticeContentChecker.ageSlack) {
      fail(
        .noticeIsTrue, at: truth.now,
        "\(notice.name) says that its place is \(notice.age.count) ms old, and it is \(age) ms old")
    }
    judgeMotion(place, seen, notice, truth)
    judgeWhereabouts(place, notice, truth)
  }

  /// Judges speed and direction, from half a metre a second to 100, by the receiver's own report; in coarse steps.
  private mutating func judgeMotion(
    _ place: Whereabouts, _ seen: Seen, _ notice: Notice, _ truth: Truth
  ) {
    guard let speed = seen.speed?.value, let course = seen.course?.value,
      (0.5...100).contains(speed)
    else {
      if place.motion != nil {
        fail(.noticeIsTrue, at: truth.now, "\(notice.name) says a way, and the fix has none")
      }
      return
    }
    guard course >= 0, course <= 360 else { return }
    guard let motion = place.motion else {
      return fail(.noticeIsTrue, at: truth.now, "\(notice.name) does not say where to")
    }
    let off = speed - motion.speed.value
    if speed < 31, off < -0.01 || off > 0.26 {
      fail(.noticeIsTrue, at: truth.now, "\(notice.name) says another speed: \(motion.speed.value)")
    }
    let turn = Double(motion.towards.rawValue) * 45 - 45 - course
    let apart = (turn - 360 * (turn / 360).rounded()).magnitude
    if apart > 22.5 + 11.3 {
      fail(
        .noticeIsTrue, at: truth.now, "\(notice.name) says \(motion.towards), and it is \(course)°")
    }
  }

  private mutating func judgeWhereabouts(_ place: Whereabouts, _ notice: Notice, _ truth: Truth) {
    guard truth.hasProfile else { return }
    let (distance, wind) = Ground.offset(from: truth.household.home, to: place.position)
    guard distance < Ground.flat else { return }
    let said = place.distance?.value ?? -1
    if (said - distance).magnitude > distance * 0.003 + 1 {
      fail(
        .noticeIsTrue, at: truth.now,
        "\(notice.name) says \(Int(said)) m from home, and it is \(Int(distance)) m")
    }
    if place.radius != truth.household.radius {
      fail(.noticeIsTrue, at: truth.now, "\(notice.name) says another radius")
    }
    // Next to home, or between two winds, either may be said.
    guard let wind, distance > 20 else { return }
    if place.direction != wind {
      fail(
        .noticeIsTrue, at: truth.now,
        "\(notice.name) says \(place.direction.map { "\($0)" } ?? "no direction"), and it is \(wind)"
      )
    }
  }

  // MARK: The time

  private mutating func judgeTime(_ notice: Notice, _ truth: Truth) {
    if !wasTrusted, notice.made != nil, !notice.matter.goesByCalendar {
      fail(.noticeIsTrue, at: truth.now, "\(notice.name) has a time that nobody vouches for")
    }
    // A list was begun with the first of what it holds.
    guard notice.matter != .perimeter(.excursions), isTrusted, trustedSince < truth.now,
      clock.wasSure(at: truth.now), !clock.hasLied
    else {
      return
    }
    guard let made = notice.made else {
      return fail(.noticeIsTrue, at: truth.now, "\(notice.name) does not say when it was made")
    }
    let off = made.milliseconds - truth.wall.milliseconds
    if off.magnitude > UInt64(NoticeContentChecker.timeSlack) {
      fail(.noticeIsTrue, at: truth.now, "\(notice.name) was made \(off) ms off its time")
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    clock.follow(truth)
  }
}

extension Notice.Matter {
  /// A calendar clock alone may bring it about.
  fileprivate var goesByCalendar: Bool {
    switch self {
    case .reminder, .day: true
    case .perimeter, .help, .location, .position, .glucose, .dose, .clock, .batteryLow, .power,
      .storageFailed, .profileKept, .companyRefused, .profileChanged:
      false
    }
  }
}

extension Notice {
  fileprivate var name: String { "notice \(id.boot).\(id.number), \(matter)," }
}

/// The token of a notice, reckoned again: SipHash-2-4 of its number under the board's secret, after
/// J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF", 2012. Never 0.
private enum TokenReckoning {
  /// A place that is told while a case is open has a token of another kind.
  static func token(of notice: Notice, secret: (UInt64, UInt64)) -> UInt64 {
    switch notice.matter {
    case .location(.breadcrumb), .location(.firstAfterHelp):
      token(of: notice.id, secret: (secret.0, ~secret.1))
    default: token(of: notice.id, secret: secret)
    }
  }

  static func token(of notice: NoticeID, secret: (UInt64, UInt64)) -> UInt64 {
    // "somepseudorandomlygeneratedbytes", in big-endian words.
    var v: (UInt64, UInt64, UInt64, UInt64) = (
      secret.0 ^ 0x736f_6d65_7073_6575, secret.1 ^ 0x646f_7261_6e64_6f6d,
      secret.0 ^ 0x6c79_6765_6e65_7261, secret.1 ^ 0x7465_6462_7974_6573
    )
    // Eight bytes, then a word that says only that there were eight.
    for word in [notice.value, UInt64(8) << 56] {
      v.3 ^= word
      mix(&v, 2)
      v.0 ^= word
    }
    v.2 ^= 0xff
    mix(&v, 4)
    let token = v.0 ^ v.1 ^ v.2 ^ v.3
    return token == 0 ? 1 : token
  }

  private static func mix(_ v: inout (UInt64, UInt64, UInt64, UInt64), _ rounds: Int) {
    for _ in 0..<rounds {
      v.0 &+= v.1
      v.2 &+= v.3
      v.1 = turn(v.1, 13) ^ v.0
      v.3 = turn(v.3, 16) ^ v.2
      v.0 = turn(v.0, 32)
      v.2 &+= v.1
      v.0 &+= v.3
      v.1 = turn(v.1, 17) ^ v.2
      v.3 = turn(v.3, 21) ^ v.0
      v.2 = turn(v.2, 32)
    }
  }

  private static func turn(_ word: UInt64, _ bits: UInt64) -> UInt64 {
    word << bits | word >> (64 - bits)
  }
}
