import HAL

/// Decides which alarm sounds next. Methods that only look are mutating, too: otherwise each call
/// copies the table.
extension Alarm {
  func signal(_ kind: AlarmKind) -> AlarmSignal { AlarmSignal(kind, priorities[kind]) }

  /// Begins a round.
  mutating func begin(_ kind: AlarmKind, at now: Instant) {
    guard var slot = slots[kind.index] else { return }
    slot.isSilenced = false
    slot.left = signal(kind).bursts ?? 1
    slot.next = now
    slots[kind.index] = slot
  }

  /// A new alarm of high priority ends the pauses of the others (makair RCM-SW-9).
  mutating func endPauses(at now: Instant) {
    for i in 0..<AlarmKind.count {
      guard let kind = AlarmKind(index: i), let slot = slots[i] else { continue }
      if slot.isSilenced, slot.next != nil, priorities[kind] == .high { begin(kind, at: now) }
    }
  }

  /// Lets a burst that was cut short come again; an answer to a press does not.
  mutating func owe(_ kind: AlarmKind, at now: Instant) {
    guard kind != .help, var slot = slots[kind.index], !slot.isSilenced else { return }
    if signal(kind).bursts != nil { slot.left += 1 }
    slot.next = now
    slots[kind.index] = slot
  }

  /// A burst of higher priority is in the air.
  func isHeard(above priority: AlarmPriority, at now: Instant) -> Bool {
    last.map { now < $0.ends && $0.priority > priority } ?? false
  }

  /// An alarm of high priority sounds, or is between two bursts of a round.
  func isSoundingHigh(at now: Instant) -> Bool {
    if let last, last.priority == .high, now < last.freeAt { return true }
    return foreground.map { priorities[$0] == .high && !isSilenced($0) && !isResting($0) } ?? false
  }

  /// Returns the alarm that is to sound now.
  mutating func due(at now: Instant) -> AlarmKind? {
    var best: AlarmKind?
    for i in 0..<AlarmKind.count {
      guard let kind = AlarmKind(index: i), let moment = moment(of: kind), moment <= now else {
        continue
      }
      if let other = best, !precedes(kind, other) { continue }
      best = kind
    }
    return best
  }

  /// The moment at which it may play its next burst, as things are; nil: not before something else changes.
  mutating func moment(of kind: AlarmKind) -> Instant? {
    guard let slot = slots[kind.index], slot.left > 0, let next = slot.next, !isMute(kind),
      !isSuppressed(kind, slot)
    else { return nil }
    guard let last, rank(of: kind) <= last.rank else { return next }
    return max(next, last.freeAt)
  }

  private func rank(of kind: AlarmKind) -> UInt8 {
    PlayedBurst.rank(priorities[kind], signal(kind).burst)
  }

  private func precedes(_ a: AlarmKind, _ b: AlarmKind) -> Bool {
    if rank(of: a) != rank(of: b) { return rank(of: a) > rank(of: b) }
    return (slots[a.index]?.order ?? 0) > (slots[b.index]?.order ?? 0)
  }

  private func isMute(_ kind: AlarmKind) -> Bool { isQuiet && priorities[kind] == .low }

  /// Whether it must be silent: nothing else sounds in the pauses of a higher one, and equal rounds do not mix.
  private mutating func isSuppressed(_ kind: AlarmKind, _ slot: ActiveAlarm) -> Bool {
    for i in 0..<AlarmKind.count {
      guard i != kind.index, let other = AlarmKind(index: i), let rival = slots[i], rival.left > 0
      else { continue }
      if priorities[other] > priorities[kind] { return true }
      if priorities[other] == priorities[kind], rival.order > slot.order,
        !signal(kind).isSingle, !signal(other).isSingle
      {
        return true
      }
    }
    return false
  }
}
