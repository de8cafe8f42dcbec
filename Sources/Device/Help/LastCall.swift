import HAL

/// The newest call for help, once it has ended. If nobody answered it, the next daily mail says so (SAFE-5).
struct LastCall: Feature, Sendable {
  /// The next daily mail comes within a day or two. A family that sets it weeks later hears of no old call.
  static let counts = Milliseconds.seconds(7 * 86_400)

  private var id = NoticeID(0)
  private var token: UInt64 = 0
  /// The time of the call by this life's clock; of an earlier life's call, the start.
  private var since = Instant.start
  /// 0: not known.
  private var made = WallTime(milliseconds: 0)
  private var hasEnded = false

  var deadline: Instant? { nil }

  /// Learns of a call that was made, now or in an earlier life.
  mutating func called(_ notice: Notice, at now: Instant) {
    self = LastCall(
      id: notice.id, token: notice.token, since: now,
      made: notice.made ?? WallTime(milliseconds: 0))
  }

  /// The records are in. A call that ended long before the last sign of life is past; an open one never is.
  /// Nor is one of the life before: a clock that was put right later in it may have dated the call.
  mutating func resume(alive: WallTime?, boot: UInt32) {
    guard hasEnded, let alive, made.milliseconds != 0, id.boot &+ 1 < boot else { return }
    if made.distance(to: alive) >= LastCall.counts { self = LastCall() }
  }

  /// The call goes no farther.
  mutating func ended(_ id: NoticeID) { if id == self.id { hasEnded = true } }

  /// A caregiver answered the call.
  mutating func answered(_ id: NoticeID) { if id == self.id { self = LastCall() } }

  /// A caregiver sent a token back. The call that it answers, if that call has ended.
  mutating func answered(token: UInt64) -> NoticeID? {
    guard hasEnded, token == self.token else { return nil }
    let call = id
    self = LastCall()
    return call
  }

  /// The daily mail has said what is open.
  mutating func dayTold() { if hasEnded { self = LastCall() } }

  /// Whether the call ended without an answer, no daily mail has said so, and it is not past.
  func isUnanswered(at now: Instant) -> Bool { hasEnded && now - since < LastCall.counts }

  /// An open call stands in the outbox, which folds it in.
  func fold(into digest: inout Digest) {
    guard hasEnded else { return }
    digest.fold(id.value, token)
    digest.fold(UInt64(bitPattern: since.milliseconds))
  }
}
