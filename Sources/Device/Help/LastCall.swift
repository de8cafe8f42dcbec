import HAL

/// The newest call for help, once it has ended. If nobody answered it, the next daily mail says so (SAFE-5).
struct LastCall: Feature, Sendable {
  /// A call ends after four hours, and the next daily mail comes within a day. An older one is past.
  static let counts = Milliseconds.seconds(28 * 3600)

  private var id = NoticeID(0)
  private var token: UInt64 = 0
  private var made: WallTime?
  private var hasEnded = false

  var deadline: Instant? { nil }

  /// Learns of a call that was made, now or in an earlier life.
  mutating func called(_ notice: Notice) {
    self = LastCall(id: notice.id, token: notice.token, made: notice.made)
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
  /// - Parameter now: the time by the wall.
  func isUnanswered(at now: WallTime) -> Bool {
    hasEnded && made.map { $0.distance(to: now) < LastCall.counts } ?? true
  }

  /// An open call stands in the outbox, which folds it in.
  func fold(into digest: inout Digest) {
    guard hasEnded else { return }
    digest.fold(id.value, token)
    digest.fold(made.map { UInt64(bitPattern: $0.milliseconds) } ?? .max)
  }
}
