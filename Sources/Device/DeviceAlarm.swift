import HAL

/// What sounds, shakes and falls silent.
extension Device {
  /// No call of the alarm tells more than five changes: one that starts, the burst that answers a
  /// press and the one that is due, each with its pulses.
  typealias AlarmChanges = FixedArray<8, AlarmChange>

  mutating func raise(_ kind: AlarmKind, at now: Instant, _ perform: (Action) -> Void) {
    isUnsettled = true
    var changes = AlarmChanges()
    alarm.raise(kind, at: now) { changes.put($0) }
    apply(changes, perform)
  }

  /// Its page comes up, without a sound.
  mutating func present(_ kind: AlarmKind, at now: Instant, _ perform: (Action) -> Void) {
    var changes = AlarmChanges()
    alarm.present(kind, at: now) { changes.put($0) }
    apply(changes, perform)
  }

  /// What it was about is over.
  mutating func clear(_ kind: AlarmKind, at now: Instant, _ perform: (Action) -> Void) {
    isUnsettled = true
    var changes = AlarmChanges()
    alarm.clear(kind, at: now) { changes.put($0) }
    apply(changes, perform)
  }

  /// The ok key: what sounds is heard.
  mutating func silence(at now: Instant, _ perform: (Action) -> Void) {
    var changes = AlarmChanges()
    alarm.silence(at: now) { changes.put($0) }
    apply(changes, perform)
  }

  /// The same for one kind, whatever is in the foreground.
  mutating func silence(_ kind: AlarmKind, at now: Instant, _ perform: (Action) -> Void) {
    var changes = AlarmChanges()
    alarm.silence(kind, at: now) { changes.put($0) }
    apply(changes, perform)
  }

  mutating func hush(_ isQuiet: Bool, at now: Instant, _ perform: (Action) -> Void) {
    var changes = AlarmChanges()
    alarm.setQuiet(isQuiet, at: now) { changes.put($0) }
    apply(changes, perform)
  }

  mutating func passAlarm(at now: Instant, _ perform: (Action) -> Void) {
    guard let due = alarm.deadline, due <= now else { return }
    var changes = AlarmChanges()
    alarm.pass(at: now) { changes.put($0) }
    apply(changes, perform)
  }

  /// What help sounds like follows what its page says.
  mutating func followHelp(at now: Instant, _ perform: (Action) -> Void) {
    if help.stage == nil, alarm.isOn(.help) { clear(.help, at: now, perform) }
    if help.stage != .notThrough, help.stage != .nobody, alarm.isOn(.helpNotThrough) {
      clear(.helpNotThrough, at: now, perform)
    }
  }

  func apply(_ changes: AlarmChanges, _ perform: (Action) -> Void) {
    for i in 0..<changes.count {
      switch changes[i] {
      case .started(let kind, let priority): perform(.alarm(.started(kind, priority)))
      case .silenced(let kind): perform(.alarm(.silenced(kind)))
      case .burst(let burst): perform(.alarm(.sound(burst)))
      case .vibrate(let pulses): perform(.alarm(.vibrate(pulses: pulses)))
      case .hush: perform(.alarm(.hush))
      }
    }
  }
}
