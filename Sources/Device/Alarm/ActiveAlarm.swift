import HAL

/// An alarm that is on.
struct ActiveAlarm: Sendable {
  /// Counted from 1: the newer, the higher.
  var order: UInt32
  /// Bursts still to come in this round; one that goes on without end keeps its one.
  var left: UInt8 = 0
  var isSilenced = false
  /// The earliest moment stands for nil: there is one for each kind.
  private var nextOrNone = Instant(milliseconds: .min)

  init(order: UInt32) { self.order = order }

  /// Moment of the next burst; when none is left, of the next round.
  var next: Instant? {
    get { nextOrNone.milliseconds == .min ? nil : nextOrNone }
    set { nextOrNone = newValue ?? Instant(milliseconds: .min) }
  }

  /// Silent for a while, between two rounds or by a key: a moment is set at which it begins anew.
  var isResting: Bool { left == 0 && next != nil }

  /// Counts one burst that was played.
  mutating func count(_ signal: AlarmSignal, at now: Instant) {
    guard signal.bursts != nil else {
      next = signal.burst.interval.map { now + $0 }
      return
    }
    left = left > 0 ? left - 1 : 0
    // A call that was cut short while another waited has no interval: it follows as soon as it may.
    next =
      left == 0 ? signal.rest.map { now + $0 } : now + (signal.burst.interval ?? Milliseconds(0))
  }

  /// Rank of its page among the alarms' pages; nil: it has no page.
  func pageRank(_ priority: AlarmPriority) -> UInt64? {
    guard !isSilenced || priority == .high else { return nil }
    // One of high priority hides no other while it rests.
    let givesWay = isSilenced || priority == .high && isResting
    return (givesWay ? 0 : 1 << 48) | UInt64(priority.rawValue) << 32 | UInt64(order)
  }

  func fold(into digest: inout Digest, _ kind: AlarmKind, _ priority: AlarmPriority) {
    digest.fold(
      UInt64(kind.rawValue) | UInt64(priority.rawValue) << 8 | UInt64(left) << 16
        | (isSilenced ? 1 << 24 : 0) | UInt64(order) << 32,
      UInt64(bitPattern: next?.milliseconds ?? -1))
  }
}

/// A burst that was played, and for whom.
struct PlayedBurst: Sendable {
  /// Nil: it belongs to no alarm.
  var kind: AlarmKind?
  var burst: Burst
  var priority: AlarmPriority
  var ends: Instant

  /// The moment from which an alarm that may not cut it may sound.
  var freeAt: Instant { ends + burst.pause }
  var rank: UInt8 { PlayedBurst.rank(priority, burst) }

  /// Decides which burst may cut which: by priority, and from medium up an alarm before a call.
  static func rank(_ priority: AlarmPriority, _ burst: Burst) -> UInt8 {
    priority.rawValue * 2 + (priority > .low && burst != .call ? 1 : 0)
  }
}
