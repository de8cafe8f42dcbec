import HAL

/// Decides when a lost position is worth a notice. The place of the loss decides, also before a power
/// cut. At home there may be no fix for hours, and nobody wants to hear of it.
///
/// One position at home, behind a loss that mattered, may be a stray one. Until positions have come for a
/// while the next loss is told as one near the edge, once.
struct LostPosition: Feature, Sendable {
  /// Metres from the edge up to which an inside position is near it.
  static let nearEdge = 50.0
  static let patienceNearEdge = Milliseconds.seconds(15 * 60)
  /// A life that lacked a position for so long at its end has begun to wait for one.
  static let aWhile = Milliseconds.seconds(5 * 60)
  /// A device that has just started waits for so long at least.
  static let settles = Milliseconds.seconds(2 * 60)
  /// A receiver that comes and goes is told of once in this time.
  static let calm = Milliseconds.seconds(15 * 60)
  /// Positions must have come for so long to prove that a loss that mattered is over. Each stands for so
  /// much of it at most, and for nothing where the one before is farther back than the last.
  static let proof = Milliseconds.seconds(10)
  static let proofOfOne = Milliseconds.seconds(4)
  static let apart = Milliseconds.seconds(60)
  /// No clock said when an earlier life told of it; it counts as told in the moment of the start.
  private static let untimed = Instant(milliseconds: 1 << 52)

  /// The moment at which the notice is due; nil: none is.
  private var due: Instant?
  /// It is due only because of the loss before.
  private var isDoubt = false
  /// Positions beyond the edge have come meanwhile: it is due then if the next loss begins.
  private(set) var isOwed = false
  /// Milliseconds for which positions have come since a loss that mattered, at most `proof`.
  private var provenFor = UInt16(LostPosition.proof.count)
  private var last: Instant?
  /// An earlier life told of a loss, and none of its later signs of life knows a new place.
  private(set) var isKnown = false
  /// Whether that life told of a place outside the circle it had; nil: of none, or without a circle.
  private var wasToldOut: Bool?
  /// The wearer was found inside, a minute ago at most, while somebody waits to hear so.
  var isFoundHome = false
  private(set) var notice: NoticeID?
  /// The place in the storage: inside only while a loss would worry nobody.
  var stored = PerimeterRule.Place.unknown

  var deadline: Instant? { isOwed ? nil : due }

  /// The position was lost.
  /// - Parameters:
  ///   - isOut: outside, or suspected to be.
  ///   - inside: how far inside the edge the last good fix lay; nil without a perimeter.
  mutating func lost(isOut: Bool, inside: Metres?, at now: Instant) {
    let owed = isOwed ? due : nil
    (due, isDoubt, isOwed) = (nil, false, false)
    isFoundHome = false
    guard let inside else { return }
    if isOut || inside.value < LostPosition.nearEdge {
      provenFor = 0
    } else if isProven {
      return
    } else {
      isDoubt = true
    }
    var next = isOut ? now : now + LostPosition.patienceNearEdge
    // Whoever is found for a moment, beyond the edge, has been lost since before.
    if let owed { next = min(next, max(owed, now)) }
    if let last { next = max(next, last + LostPosition.calm) }
    due = next
  }

  /// No loss that mattered lies so shortly behind that a position may be a stray one.
  var isProven: Bool { provenFor >= UInt16(LostPosition.proof.count) }

  /// A position counts.
  /// - Parameter step: time since the one before.
  mutating func found(after step: Milliseconds) {
    guard !isProven, step <= LostPosition.apart else { return }
    let proof = min(step, LostPosition.proofOfOne).count + Int64(provenFor)
    provenFor = UInt16(min(proof, LostPosition.proof.count))
  }

  /// A new circle begins no new wait: where a notice is still due, it is due when it was.
  mutating func keepTime(of before: Instant) { due = due.map { min($0, before) } }

  /// The moment at which a notice is due although a position has come beyond the edge; nil: none is. One
  /// that was told, or that positions of a while have answered, is not.
  var owed: Instant? {
    guard notice == nil, !isDoubt, !isProven, let due else { return nil }
    // A wearer at rest near the edge, found now and then, is told of once in some hours.
    if let last, due - last < Outbox.lapse { return nil }
    return due
  }

  mutating func owe(_ owed: Instant) { (due, isOwed) = (owed, true) }

  /// The device started and knows nothing of the wearer's place. A first fix has as long to come as a
  /// lost one near the edge.
  /// - Parameter since: the last position of an earlier life, or the beginning of the watch.
  mutating func awaitFirst(since: Instant, at now: Instant) {
    // A clock or a fix that is about to come may show that nobody need worry.
    var next = max(since + LostPosition.patienceNearEdge, now + LostPosition.settles)
    if let last { next = max(next, last + LostPosition.calm) }
    (isDoubt, isOwed, provenFor) = (false, false, 0)
    due = due.map { min($0, next) } ?? next
  }

  /// True when the notice is due now.
  mutating func pass(at now: Instant) -> Bool {
    guard let deadline, deadline <= now else { return false }
    due = nil
    last = now
    // Whoever was told once for a doubt is not told again and again at night.
    if isDoubt { forgetLoss() }
    return true
  }

  /// The circle is another: the loss is judged by it alone. A doubt came with the loss before, and stays.
  mutating func judgeAnew() {
    if !isDoubt { forgetLoss() }
  }

  /// The next notice waits for no quarter of an hour after the last.
  mutating func forgetTelling() { last = nil }

  private mutating func forgetLoss() {
    (isDoubt, provenFor) = (false, UInt16(LostPosition.proof.count))
  }

  mutating func told(_ id: NoticeID) { notice = id }

  /// The same loss was told anew: the next waits its quarter of an hour after that.
  mutating func toldAnew(_ id: NoticeID, at now: Instant) { (notice, last) = (id, now) }

  /// The position is back. The notice that is over, if there was one.
  mutating func regained() -> NoticeID? {
    (due, isDoubt, isOwed) = (nil, false, false)
    defer { notice = nil }
    return notice
  }

  mutating func restore(_ id: NoticeID) { notice = id }

  /// An earlier life told of a loss then. Until `resume` that moment stands by the wall; nil: nobody knows when.
  /// Such a one counts as told at the start, and is told anew in a life that lasts.
  /// - Parameter inside: how far inside the edge the place lay of which it told.
  mutating func restore(told wall: WallTime?, inside: Metres?) {
    last = wall.map { Instant(milliseconds: $0.milliseconds) } ?? LostPosition.untimed
    isKnown = wall != nil
    wasToldOut = isKnown ? inside.map { $0.value < 0 } : nil
  }

  /// Whether an earlier life told of a loss outside the circle it had; nil: that loss is over, or it told of none.
  var isKnownOut: Bool? { wasToldOut }

  /// Whether the earlier life had found the wearer, and lost them anew: it told of another loss than this one.
  var isOtherLoss: Bool { wasToldOut != nil && !isKnown }

  /// A sign of life came with a place of that age; a negative one says nothing.
  mutating func restore(age: Milliseconds?) {
    guard let age, age.count >= 0, age < Device.lostAfter else { return }
    (isKnown, wasToldOut) = (false, nil)
    // The loss of the earlier life is over, whenever it was.
    if last == LostPosition.untimed { last = nil }
  }

  /// All records are in: a device that starts again and again tells of a loss no more often than another.
  /// - Parameter found: the last position of that life; nil: none is known.
  /// - Returns: true where an earlier life has told of this very loss in the last hours.
  mutating func resume(after life: EarlierLife, found: WallTime?) -> Bool {
    if last == LostPosition.untimed {
      last = life.bootedAt
      return false
    }
    guard let wall = last.map({ WallTime(milliseconds: $0.milliseconds) }), let alive = life.alive
    else {
      last = nil
      return false
    }
    // A sign of life comes each minute: one that is much older than the telling has the time of another clock.
    if alive.distance(to: wall) > LostPosition.settles {
      last = nil
      return false
    }
    let told = life.moment(of: wall)
    last = told
    // Only the newest sign of life is kept. It knows when the wearer was found, however long ago.
    if let found, wall < found { isKnown = false }
    return isKnown && wall < alive && life.bootedAt - told < Outbox.lapse
  }

  func fold(into digest: inout Digest) {
    digest.fold(due.word, last.word)
    let unproven = UInt16(LostPosition.proof.count) - provenFor
    let doubt =
      UInt64(unproven) << 16 | (isDoubt ? 1 << 8 : 0) | (isOwed ? 1 << 9 : 0)
      | (isFoundHome ? 1 << 10 : 0)
    digest.fold(notice?.value ?? 0, UInt64(stored.rawValue) | doubt)
  }
}
