import Device
import HAL

/// What can be heard at a moment.
struct SoundInTheAir: Sendable {
  private var burst: Burst?
  private var ends = Instant.start

  mutating func play(_ burst: Burst, _ now: Instant) {
    self.burst = burst
    ends = now + burst.documentedLength
  }

  mutating func hush(_ now: Instant) { ends = min(ends, now) }

  /// The burst has begun, and is not over.
  func isPlaying(_ burst: Burst, _ now: Instant) -> Bool { self.burst == burst && now < ends }

  /// Nothing sounds, and what sounded last is far enough away.
  func isSilent(_ now: Instant) -> Bool { burst == nil || now - ends > .seconds(30) }

  /// What a burst would be heard in the place of, or as a part of; nil: nothing.
  /// - Parameter isAnswer: it answers a press, which may come in a pause.
  func masked(by next: Burst, isAnswer: Bool, _ now: Instant) -> Burst? {
    guard let burst, next < burst else { return nil }
    return now < (isAnswer ? ends : ends + burst.documentedPause) ? burst : nil
  }
}

/// An alarm that surely is on.
struct SoundingAlarm: Sendable {
  private(set) var since: Instant?
  private var from = Instant.start
  var until = Instant.never

  mutating func begin(_ now: Instant) {
    since = now
    from = now
    until = .never
  }

  mutating func end() { since = nil }
  /// A key quiets it for a while.
  mutating func pause(_ until: Instant) { from = until }
  mutating func unpause(_ now: Instant) { from = min(from, now) }
  mutating func heard(_ now: Instant) { from = max(from, now) }

  /// It is on, and no key has quieted it.
  func isSounding(_ now: Instant) -> Bool { since != nil && from <= now && now < until }

  /// How long it has not been heard although it should.
  func gap(_ now: Instant) -> Milliseconds {
    isSounding(now) ? now - from : Milliseconds(0)
  }
}

extension Burst {
  /// From the first sound to silence: two pulses of 0.2 s, 0.4 s apart; three; ten of 0.16 s in two halves;
  /// three times three notes. The last pulse fades.
  var documentedLength: Milliseconds {
    switch self {
    case .low: Milliseconds(668)
    case .medium: Milliseconds(1068)
    case .high: Milliseconds(3575)
    case .call: Milliseconds(6663)
    }
  }

  /// IEC 60601-1-8: 2.5 s and more after high and medium priority, 16 s and more after low.
  var documentedPause: Milliseconds {
    switch self {
    case .high, .medium, .call: Milliseconds(2500)
    case .low: .seconds(16)
    }
  }

  /// The higher may cut the lower short.
  static func < (a: Burst, b: Burst) -> Bool { a.rank < b.rank }
  static func >= (a: Burst, b: Burst) -> Bool { a.rank >= b.rank }

  private var rank: Int {
    switch self {
    case .low: 0
    case .call: 1
    case .medium: 2
    case .high: 3
    }
  }
}
