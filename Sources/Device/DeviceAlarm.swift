import HAL

/// Raises and clears alarms, and tells what the speaker and the vibrator do.
extension Device {
  mutating func raise(_ kind: AlarmKind, at now: Instant, _ perform: (Action) -> Void) {
    alarm.raise(kind, at: now) { perform(.alarm($0)) }
  }

  /// Shows the page of an alarm, without a sound.
  mutating func present(_ kind: AlarmKind, at now: Instant, _ perform: (Action) -> Void) {
    alarm.present(kind, at: now) { perform(.alarm($0)) }
  }

  /// The condition behind the alarm is over.
  mutating func clear(_ kind: AlarmKind, at now: Instant, _ perform: (Action) -> Void) {
    alarm.clear(kind, at: now) { perform(.alarm($0)) }
  }

  /// The ok key on the page of that alarm: it is heard.
  mutating func silence(_ kind: AlarmKind, at now: Instant, _ perform: (Action) -> Void) {
    alarm.silence(kind, at: now) { perform(.alarm($0)) }
  }

  mutating func hush(_ isQuiet: Bool, at now: Instant, _ perform: (Action) -> Void) {
    alarm.setQuiet(isQuiet, at: now) { perform(.alarm($0)) }
  }

  mutating func passAlarm(at now: Instant, _ perform: (Action) -> Void) {
    guard let due = alarm.deadline, due <= now else { return }
    alarm.pass(at: now) { perform(.alarm($0)) }
  }

  /// The alarms of help end when its page says so. The one that goes on in rounds ends first: the end of the
  /// other would begin its next one.
  mutating func followHelp(at now: Instant, _ perform: (Action) -> Void) {
    if help.stage != .notThrough, help.stage != .nobody, alarm.isOn(.helpNotThrough) {
      clear(.helpNotThrough, at: now, perform)
    }
    if help.stage == nil, alarm.isOn(.help) { clear(.help, at: now, perform) }
  }
}
