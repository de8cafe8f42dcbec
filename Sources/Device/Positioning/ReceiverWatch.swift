import HAL

/// Whether the receiver speaks at all, and how long it has found no position.
///
/// Each epoch only leaves its moment here; the deadlines catch up with it when they come.
struct ReceiverWatch: Feature, Sendable {
  /// A receiver that sends no epoch for so long is broken.
  static let silence = Milliseconds.seconds(30 * 60)
  /// Half a day without a position is told, wherever the wearer was last.
  static let long = Milliseconds.seconds(12 * 3600)

  private var started = Instant.start
  private var heard = Instant.start
  /// The silence was told, or the word of an earlier life waits.
  /// A silence that an earlier life has told of may go on untold for hours.
  private var isSilent = false
  /// Half a day has passed, and nobody was told.
  private var isLongOwed = false
  /// An earlier life has told of half a day without a position, and none was found since.
  private var wasLong = false
  private var silentAt: Instant?
  private var longAt: Instant?

  /// The moment at which it wants to be woken; nil in a walk that no device lives.
  var deadline: Instant? { .earlier(silentAt, longAt) }

  mutating func start(at now: Instant) {
    started = now
    heard = now
    isSilent = false
    silentAt = now + ReceiverWatch.silence
    longAt = now + ReceiverWatch.long
  }

  /// - Parameter age: of the last position, at the last sign of life; a negative one says nothing.
  mutating func restore(age: Milliseconds?) {
    if age == nil { wasLong = false }
    if let age, age.count >= 0, age < ReceiverWatch.long { wasLong = false }
    if let age, age.count >= 0, age < Device.lostAfter, isSilent { start(at: started) }
  }

  /// An earlier life told of half a day without a position. That it passed is not enough: in the quiet
  /// hours the word waits for the morning.
  mutating func restoreLongTold() { wasLong = true }

  /// An earlier life told of a silence then. Until `resume` that moment stands by the wall; nil: nobody knows when.
  mutating func restore(told wall: WallTime?) {
    isSilent = wall != nil
    silentAt = wall.map { Instant(milliseconds: $0.milliseconds) }
  }

  /// A clock tells how long ago an earlier life found its last position: half a day counts from there.
  /// The first position of this life has its time to come.
  mutating func recall(_ last: Instant?) {
    guard let last, longAt != nil, !wasLong else { return }
    longAt = max(last + ReceiverWatch.long, started + LostPosition.patienceNearEdge)
  }

  /// All records are in: a receiver that has been silent through resets is told of once in some hours.
  /// - Parameter isSilenceTold: an earlier life has told of it, and the notice still waits.
  mutating func resume(after life: EarlierLife, isSilenceTold: Bool) {
    var due = started + ReceiverWatch.silence
    if isSilent, let wall = silentAt {
      let told = life.moment(of: WallTime(milliseconds: wall.milliseconds))
      due = max(due, told + Outbox.lapse)
    }
    isSilent = isSilenceTold
    silentAt = isSilenceTold ? nil : due
  }

  /// An epoch came, with or without a position. True when the receiver speaks again.
  @inline(__always) mutating func hears(at now: Instant) -> Bool {
    heard = now
    // A silence of now counts anew, whatever was told of an earlier one.
    if let due = silentAt, now + ReceiverWatch.silence < due {
      silentAt = now + ReceiverWatch.silence
    }
    guard isSilent else { return false }
    isSilent = false
    silentAt = now + ReceiverWatch.silence
    return true
  }

  /// - Parameter last: when the last position was measured.
  mutating func lost(since last: Instant) {
    isLongOwed = false
    if silentAt != nil || isSilent { longAt = last + ReceiverWatch.long }
  }

  mutating func found() {
    isLongOwed = false
    longAt = nil
  }

  /// True when the receiver has fallen silent.
  /// - Parameter found: when the last position was measured.
  mutating func pass(at now: Instant, found: Instant?) -> Bool {
    if let due = longAt, due <= now {
      isLongOwed = isLong(at: now, found: found)
      longAt = isLongOwed ? nil : (found ?? started) + ReceiverWatch.long
    }
    guard let due = silentAt, due <= now else { return false }
    let end = heard + ReceiverWatch.silence
    isSilent = end <= now
    silentAt = isSilent ? nil : end
    return isSilent
  }

  /// True once for each loss: no position for half a day, and nobody was told.
  mutating func owesWord(at now: Instant, found: Instant?) -> Bool {
    guard isLongOwed else { return false }
    isLongOwed = false
    let isLong = isLong(at: now, found: found)
    // A clock that stepped may have made it less.
    if !isLong { longAt = (found ?? started) + ReceiverWatch.long }
    return isLong
  }

  /// No epoch for so long that the receiver is broken, told or not.
  func isSilent(at now: Instant) -> Bool {
    isSilent || silentAt != nil && now - heard >= ReceiverWatch.silence
  }

  /// No position for half a day.
  func isLong(at now: Instant, found: Instant?) -> Bool {
    now - (found ?? started) >= ReceiverWatch.long
  }

  func fold(into digest: inout Digest) {
    digest.fold(
      silentAt.word ^ longAt.word << 1,
      (isSilent ? 1 : 0) | (isLongOwed ? 2 : 0))
  }
}
