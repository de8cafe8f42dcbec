import HAL

/// The one owner of speaker, vibrator and screen. IEC 60601-1-8.
///
/// The active alarm of highest priority sounds; of equal ones the newest. A higher one cuts short what
/// sounds, and what it cut comes again when the higher one is over. A call gives way to an alarm of
/// medium priority and up, and sounds in the pauses between bursts of its own priority. The burst that
/// answers a press of help sounds at once or, while a higher one can be heard, never: later it would
/// answer nothing.
///
/// No sound latches: it ends with its condition, and so does the page. The notice to the caregiver
/// is the record, and a sound without a cause is one that the wearer learns not to hear.
///
/// A key silences one occurrence, and never what is raised after it. `AlarmSignal` has the figures.
public struct Alarm: Feature, Sendable {
  var priorities = AlarmPriorities()
  var slots = InlineArray<12, ActiveAlarm?>(repeating: nil)
  var isQuiet = false
  /// The burst that was played last.
  var last: PlayedBurst?
  private var orders: UInt32 = 0

  /// The moment at which a burst is due; nil: not before something else happens.
  public private(set) var deadline: Instant?
  /// The alarm whose page is on the screen: the newest of the highest priority not silenced. An alarm of
  /// high priority that is silenced, or rests between two rounds, keeps its page, behind the others. Nil:
  /// the screen is the wearer's own.
  public private(set) var foreground: AlarmKind?
  /// The moment at which that page came up. A key pressed in the same moment was meant for the page before.
  public private(set) var foregroundSince = Instant.start
  private var stateWord: UInt64 = 0

  public init() {}

  /// Whether the condition of that alarm holds, silenced or not.
  public func isOn(_ kind: AlarmKind) -> Bool { slots[kind.index] != nil }
  /// False also when it is off.
  public func isSilenced(_ kind: AlarmKind) -> Bool { slots[kind.index]?.isSilenced ?? false }
  /// Silenced, or between two rounds; false also when it is off.
  public func isResting(_ kind: AlarmKind) -> Bool { slots[kind.index]?.isResting ?? false }
  /// The priority of an alarm, whether it is on or off.
  public func priority(of kind: AlarmKind) -> AlarmPriority { priorities[kind] }

  /// Takes the profile's priorities. An active alarm that changes its priority begins anew.
  public mutating func configure(
    _ priorities: AlarmPriorities, at now: Instant, _ tell: (AlarmAction) -> Void
  ) {
    guard priorities != self.priorities else { return }
    let before = self.priorities
    self.priorities = priorities
    for i in 0..<AlarmKind.count {
      guard let kind = AlarmKind(index: i), before[kind] != priorities[kind] else { continue }
      if slots[i]?.isSilenced == false, kind != .help { begin(kind, at: now) }
    }
    sound(at: now, tell)
  }

  /// Something has happened that the wearer must hear of.
  ///
  /// `help`, `lowGlucose`, `veryLowGlucose` and the calls are news each time, and sound; raising
  /// another one that is on already changes nothing.
  public mutating func raise(
    _ kind: AlarmKind, at now: Instant, _ tell: (AlarmAction) -> Void
  ) {
    let isNew = slots[kind.index] == nil
    guard isNew || kind.isNewsEachTime else { return }
    if isNew || kind == .help { slots[kind.index] = ActiveAlarm(order: nextOrder()) }
    if isNew {
      tell(.started(kind, priorities[kind]))
      if priorities[kind] == .high { endPauses(at: now) }
    }
    if kind == .help {
      if !isHeard(above: priorities[.help], at: now) { play(.help, at: now, tell) }
    } else if slots[kind.index]?.left == 0 {
      begin(kind, at: now)
    }
    sound(at: now, tell)
  }

  /// Brings a page up without a sound, as the newest of its priority: the wearer asked for it, or
  /// it says something new.
  public mutating func present(
    _ kind: AlarmKind, at now: Instant, _ tell: (AlarmAction) -> Void
  ) {
    var slot = slots[kind.index] ?? ActiveAlarm(order: 0)
    slot.order = nextOrder()
    slot.isSilenced = false
    slots[kind.index] = slot
    sound(at: now, tell)
  }

  /// Brings a page up as `present` does, and begins the next round at once if the alarm rests.
  public mutating func renew(
    _ kind: AlarmKind, at now: Instant, _ tell: (AlarmAction) -> Void
  ) {
    if isResting(kind) { begin(kind, at: now) }
    present(kind, at: now, tell)
  }

  /// The condition is over, or the wearer has answered.
  public mutating func clear(
    _ kind: AlarmKind, at now: Instant, _ tell: (AlarmAction) -> Void
  ) {
    guard slots[kind.index] != nil else { return }
    slots[kind.index] = nil
    hush(kind, at: now, tell)
    sound(at: now, tell)
  }

  /// A key was pressed for what is in the foreground.
  /// - Returns: what it silenced; nil: nothing is there that is not silent already.
  @discardableResult public mutating func silence(
    at now: Instant, _ tell: (AlarmAction) -> Void
  ) -> AlarmKind? {
    guard let kind = foreground, silence(kind, at: now, tell) else { return nil }
    return kind
  }

  /// A key was pressed on this alarm's page.
  /// - Returns: false when it is off or silent already.
  @discardableResult public mutating func silence(
    _ kind: AlarmKind, at now: Instant, _ tell: (AlarmAction) -> Void
  ) -> Bool {
    guard var slot = slots[kind.index], !slot.isSilenced else { return false }
    slot.isSilenced = true
    slot.left = 0
    slot.next = signal(kind).silence.map { now + $0 }
    slots[kind.index] = slot
    tell(.silenced(kind))
    hush(kind, at: now, tell)
    sound(at: now, tell)
    return true
  }

  /// Quiet hours begin or end: in them low priority is mute. A muted alarm sounds afterwards, if it is
  /// still active and nobody silenced it.
  public mutating func setQuiet(
    _ isQuiet: Bool, at now: Instant, _ tell: (AlarmAction) -> Void
  ) {
    guard isQuiet != self.isQuiet else { return }
    self.isQuiet = isQuiet
    sound(at: now, tell)
  }

  /// Plays what is due by now.
  public mutating func pass(at now: Instant, _ tell: (AlarmAction) -> Void) {
    guard let deadline, deadline <= now else { return }
    sound(at: now, tell)
  }

  /// Plays a burst that belongs to no alarm: the others wait for their turn after it.
  public mutating func playOnce(
    _ burst: Burst, _ priority: AlarmPriority, at now: Instant, _ tell: (AlarmAction) -> Void
  ) {
    if let cut = last, now < cut.ends, let other = cut.kind { owe(other, at: now) }
    last = PlayedBurst(kind: nil, burst: burst, priority: priority, ends: now + burst.length)
    tell(.sound(burst))
    tell(.vibrate(pulses: UInt8(burst.pulseCount)))
    settle(at: now)
  }

  /// Equal states fold alike; one word, since it is folded after each event.
  public func fold(into digest: inout Digest) { digest.fold(stateWord) }

  private mutating func nextOrder() -> UInt32 {
    orders &+= 1
    return orders
  }

  private mutating func hush(_ kind: AlarmKind, at now: Instant, _ tell: (AlarmAction) -> Void) {
    guard let playing = last, playing.kind == kind, now < playing.ends else { return }
    last?.ends = now
    tell(.hush)
  }

  /// Plays what is due, and works out what comes next.
  private mutating func sound(at now: Instant, _ tell: (AlarmAction) -> Void) {
    for i in 0..<AlarmKind.count {
      guard let kind = AlarmKind(index: i), let slot = slots[i], slot.left == 0 else { continue }
      if let next = slot.next, next <= now { begin(kind, at: now) }
    }
    // No more than one: what it was chosen before has to wait for it.
    if let kind = due(at: now) { play(kind, at: now, tell) }
    settle(at: now)
  }

  private mutating func play(
    _ kind: AlarmKind, at now: Instant, _ tell: (AlarmAction) -> Void
  ) {
    if let cut = last, now < cut.ends, let other = cut.kind, other != kind { owe(other, at: now) }
    let signal = signal(kind)
    slots[kind.index]?.count(signal, at: now)
    last = PlayedBurst(
      kind: kind, burst: signal.burst, priority: priorities[kind], ends: now + signal.burst.length)
    tell(.sound(signal.burst))
    tell(.vibrate(pulses: UInt8(signal.burst.pulseCount)))
  }

  /// Works out deadline, foreground and digest, so that asking for them costs nothing.
  private mutating func settle(at now: Instant) {
    var earliest: Instant?
    var top: (kind: AlarmKind, rank: UInt64)?
    var digest = Digest()
    for i in 0..<AlarmKind.count {
      guard let kind = AlarmKind(index: i), let slot = slots[i] else { continue }
      // The moment is not after now only where device time ends.
      if let moment = slot.left > 0 ? moment(of: kind) : slot.next, moment > now {
        earliest = min(earliest ?? moment, moment)
      }
      if let rank = slot.pageRank(priorities[kind]), top.map({ rank > $0.rank }) ?? true {
        top = (kind, rank)
      }
      slot.fold(into: &digest, kind, priorities[kind])
    }
    digest.fold(
      UInt64(bitPattern: last?.freeAt.milliseconds ?? -1),
      UInt64(last?.rank ?? 0) | (isQuiet ? 1 << 8 : 0) | UInt64(orders) << 32)
    deadline = earliest
    if top?.kind != foreground { foregroundSince = now }
    foreground = top?.kind
    stateWord = digest.value
  }
}
