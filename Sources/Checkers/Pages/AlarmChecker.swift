import Device
import HAL

/// Judges alarms by IEC 60601-1-8. A sound of high priority is never masked by a lower one, and goes on
/// until it is answered. Quiet hours mute low priority only.
struct AlarmChecker: Checker {
  var violation: Violation?

  /// A round of medium priority: six bursts in two minutes, and another one every five.
  private static let round = Milliseconds.seconds(101)
  private static let bursts = 6
  private static let rest = Milliseconds.seconds(220)
  /// A round of help that does not get through: twelve bursts, and another one every five minutes.
  private static let helpBursts = 12
  private static let helpRest = Milliseconds.seconds(190)
  /// The device says for five minutes that nobody can be reached.
  private static let nobody = Milliseconds.seconds(5 * 60 - 1)

  private var air = SoundInTheAir()
  private var readings = SeenReadings()
  private var low = SoundingAlarm()
  private var notThrough = SoundingAlarm()
  /// Bursts of high priority since a round of it surely began.
  private var helpBursts = 0
  private var exit = SoundingAlarm()
  /// Bursts since the exit's alarm began; nil: others had their say.
  private var exitBursts: Int?
  private var isHelpPressed = false
  /// The last page of help said that nobody can be reached.
  private var hasNobody = false
  /// The moment since which the device trusts its clock.
  private var trustedSince = Instant.never
  private var wereClocksGood = true
  /// Whether each sound is felt, too, in the same event.
  private var isFelt = true
  /// An alarm was silenced then, and must not sound after that event.
  private var mustHush: Instant?
  /// An alarm began in silence: it must be heard at once.
  private var begun: (AlarmKind, Instant)?

  mutating func see(_ event: Event, _ truth: Truth) {
    if !truth.areClocksGood { wereClocksGood = false }
    if case .booted = event.kind { boot(truth) }
    judgeBegun()
    judgeHush()
    judgeVibrator(truth.now)
    judgeGaps(truth)
    isHelpPressed = false
    let seen = readings.see(event)
    switch event.kind {
    case .key(let press) where press.key == .help:
      isHelpPressed = true
      notThrough.end()
    case .reading: if let seen { take(seen, truth) }
    case .edited(let record): edit(record, truth)
    // Somebody can be called after all, and is: a minute later it is not through, or is.
    case .setting(.end):
      if hasNobody, truth.hasProfile, truth.household.reachesSomebody { notThrough.end() }
    default: break
    }
    if let entering = readings.entering { take(entering, truth) }
  }

  private mutating func boot(_ truth: Truth) {
    air = SoundInTheAir()
    mustHush = nil
    hasNobody = false
    low.end()
    notThrough.end()
    exit.end()
    trustedSince = .never
    wereClocksGood = truth.areClocksGood
  }

  /// An older reading, or a dose, ends no alarm.
  private mutating func edit(_ record: Record, _ truth: Truth) {
    let newest = readings.newest
    readings.edit(record, truth)
    switch record {
    case .diary(.reading(let reading)):
      let isOlder =
        newest.map {
          truth.now + Milliseconds(reading.taken.milliseconds - truth.wall.milliseconds)
            < $0.at + .seconds(-400)
        } ?? false
      if reading.id == newest?.id || !isOlder { low.end() }
    case .diary(.readingRemoved(let id)): if newest?.id == id || newest?.id == nil { low.end() }
    default: break
    }
  }

  /// The alarm of low glucose is on while the newest reading is low, for three hours.
  private mutating func take(_ seen: SeenReadings.Seen, _ truth: Truth) {
    guard seen.result.milligrams < 70 else { return low.end() }
    // A wrong clock may take a reading of an earlier life for newer.
    guard readings.isNews(seen, at: truth.now), readings.entering == nil else { return }
    low.begin(truth.now)
    low.until = seen.at + .seconds(3 * 3600)
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    if let entered = readings.see(action, truth) { take(entered, truth) }
    switch action {
    case .alarm(.sound(let burst)): hear(burst, truth)
    case .alarm(.vibrate): isFelt = true
    case .alarm(.hush):
      air.hush(truth.now)
      mustHush = nil
    case .alarm(.started(let kind, let priority)): begin(kind, priority, truth)
    case .alarm(.silenced(let kind)): silence(kind, truth)
    case .perimeter(.returned), .company(.accompanied): exit.end()
    case .outbox(.delivered), .outbox(.acknowledged), .store(.outbox(.closed)): notThrough.end()
    case .show(let page):
      guard let stage = page.helpStage?.0 else { return }
      hasNobody = stage == .nobody
      limit()
    case .clock(.trusted): trustedSince = truth.now
    case .clock(.untrusted): trustedSince = .never
    default: break
    }
  }

  private mutating func begin(_ kind: AlarmKind, _ priority: AlarmPriority, _ truth: Truth) {
    let now = truth.now
    let isMuted = priority == .low && !isSurelyLoud(truth)
    if air.isSilent(now), !isMuted, low.since == nil, notThrough.since == nil, exit.since == nil {
      begun = (kind, now)
    }
    if priority == .high {
      low.unpause(now)
      notThrough.unpause(now)
      exitBursts = nil
    }
    switch kind {
    case .helpNotThrough:
      notThrough.begin(now)
      limit()
      helpBursts = 0
    case .leftPerimeter:
      exit.begin(now)
      exitBursts =
        air.isSilent(now) && low.since == nil && notThrough.since == nil ? 0 : nil
    default: break
    }
  }

  /// No quiet hours are now, as far as the profile and the clocks can tell.
  private func isSurelyLoud(_ truth: Truth) -> Bool {
    if truth.household.quiet.isEmpty { return true }
    return wereClocksGood && truth.areClocksGood && truth.hasProfile
      && truth.isWithin(truth.household.quiet) == false
  }

  private mutating func limit() {
    guard hasNobody, let since = notThrough.since else { return }
    notThrough.until = min(notThrough.until, since + AlarmChecker.nobody)
  }

  private mutating func judgeHush() {
    guard let mustHush else { return }
    self.mustHush = nil
    fail(.highIsNotMasked, at: mustHush, "a silenced alarm sounds on")
  }

  private mutating func silence(_ kind: AlarmKind, _ truth: Truth) {
    let now = truth.now
    switch kind {
    case .lowGlucose, .veryLowGlucose:
      // A sound may belong to another alarm that the profile raises.
      let isOwn = notThrough.since == nil && truth.household.raised.isEmpty
      if air.isPlaying(.high, now), low.isSounding(now), isOwn { mustHush = now }
      low.pause(now + .seconds(120))
    case .helpNotThrough:
      notThrough.pause(now + .seconds(120))
      helpBursts = 0
    case .leftPerimeter:
      exit.pause(now + .seconds(600))
      exitBursts = nil
    default: break
    }
  }

  /// A burst of another alarm counts as one of it: it may be in its round for longer, and never shorter.
  private var isHelpInRound: Bool { helpBursts < AlarmChecker.helpBursts }

  // MARK: What is heard

  private mutating func hear(_ burst: Burst, _ truth: Truth) {
    let now = truth.now
    mustHush = nil
    begun = nil
    isFelt = false
    if let masked = air.masked(by: burst, isAnswer: isHelpPressed, now) {
      fail(.highIsNotMasked, at: now, "a burst of \(burst) masks one of \(masked)")
    }
    // An alarm of high priority that begins in this event is heard next, and cuts a lower one short.
    let isHigh =
      low.isSounding(now) && low.since != now || notThrough.isSounding(now) && isHelpInRound
    if burst != .high, !isHelpPressed, isHigh {
      fail(.highIsNotMasked, at: now, "a burst of \(burst) in an alarm of high priority")
    }
    if burst == .low { judgeQuiet(truth) }
    if burst == .medium { exitBursts = exitBursts.map { $0 + 1 } }
    air.play(burst, now)
    if burst == .high {
      exitBursts = nil
      low.heard(now)
      if notThrough.isSounding(now) { helpBursts = min(helpBursts + 1, AlarmChecker.helpBursts) }
      notThrough.heard(now)
    }
    if burst >= .medium { exit.heard(now) }
  }

  private mutating func judgeBegun() {
    guard let (kind, at) = begun else { return }
    begun = nil
    fail(.alarmSounds, at: at, "the alarm of \(kind) begins in silence, and nothing sounds")
  }

  private mutating func judgeVibrator(_ now: Instant) {
    if !isFelt { fail(.alarmSounds, at: now, "a sound that is not felt") }
    isFelt = true
  }

  private mutating func judgeGaps(_ truth: Truth) {
    guard truth.isPowered else { return }
    let now = truth.now
    if !wereClocksGood { low.end() }
    let helpGap = isHelpInRound ? Milliseconds.seconds(10) : AlarmChecker.helpRest
    if low.gap(now) > .seconds(10) || notThrough.gap(now) > helpGap {
      fail(.alarmSounds, at: now, "an alarm of high priority is silent for too long")
    }
    if exit.gap(now) > AlarmChecker.rest {
      fail(.alarmSounds, at: now, "the alarm of an exit is silent for more than 220 s")
    }
    guard let bursts = exitBursts, let since = exit.since else { return }
    if now - since > AlarmChecker.round {
      exitBursts = nil
      if bursts < AlarmChecker.bursts {
        fail(.alarmSounds, at: now, "the alarm of an exit has \(bursts) bursts in its first round")
      }
    }
  }

  private mutating func judgeQuiet(_ truth: Truth) {
    // A sound in the very moment in which the device learns the time is no violation. Without any
    // profile nobody has set quiet hours.
    guard trustedSince < truth.now, wereClocksGood, truth.hasProfile else { return }
    guard truth.isWithin(truth.household.quiet) == true else { return }
    fail(.alarmSounds, at: truth.now, "a sound of low priority in quiet hours")
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut:
      begun = nil
      isFelt = true
      low.end()
      notThrough.end()
      exit.end()
      exitBursts = nil
    case .reloaded: exit.end()
    case .clocksGood(false):
      wereClocksGood = false
      low.end()
    case .end: judgeBegun()
    default: break
    }
  }
}

/// The sound that can be heard at a moment.
private struct SoundInTheAir: Sendable {
  private var burst: Burst?
  private var ends = Instant.start

  mutating func play(_ burst: Burst, _ now: Instant) {
    self.burst = burst
    ends = now + burst.documentedLength
  }

  mutating func hush(_ now: Instant) { ends = min(ends, now) }

  /// The burst has begun, and is not over.
  func isPlaying(_ burst: Burst, _ now: Instant) -> Bool {
    self.burst == burst && now < ends
  }

  /// Nothing sounds, and what sounded last is far enough away.
  func isSilent(_ now: Instant) -> Bool { burst == nil || now - ends > .seconds(30) }

  /// The burst that another would mask or be heard as a part of; nil: none.
  /// - Parameter isAnswer: it answers a press, which may come in a pause.
  func masked(by next: Burst, isAnswer: Bool, _ now: Instant) -> Burst? {
    guard let burst, next < burst else { return nil }
    return now < (isAnswer ? ends : ends + burst.documentedPause) ? burst : nil
  }
}

/// An alarm that surely is on.
private struct SoundingAlarm: Sendable {
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

  /// The time for which it has not been heard although it should.
  func gap(_ now: Instant) -> Milliseconds {
    isSounding(now) ? now - from : Milliseconds(0)
  }
}

extension Burst {
  /// Length from the first sound to silence. The pulses are two of 0.2 s, 0.4 s apart; three; ten of
  /// 0.16 s in two halves; three times three notes. The last pulse fades.
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
