import HAL

/// A reason not to end a running device, for an update say. Those that matter most come first.
public enum Unrest: UInt8, Sendable {
  /// The records of an earlier life are still coming in.
  case starting
  /// The wearer has asked for help.
  case help
  /// The wearer is outside, or seems to be.
  case outside
  /// A low reading stands.
  case lowGlucose
  /// An urgent notice is on its way, or waits for a caregiver's answer.
  case openNotice
  /// Something sounds, or an alarm of medium priority or higher is on.
  case alarm
  /// The dialogue about a dose is open.
  case dose
  /// The time came from a receiver that has no position now: a new life would not know it.
  case time
  /// An ordinary notice is with a server: it might arrive twice.
  case sending
  /// A reminder waits for the wearer, or a quiet alarm for the end of the quiet hours.
  case waiting

  /// A new life takes it up with nothing lost but a repetition.
  public var isSlight: Bool { self == .sending || self == .waiting }
}

extension Device {
  /// The weightiest reason not to end the device now; nil: nothing is going on. It only looks, and
  /// mutates nothing.
  /// - Parameter isClockKept: the system knows the time without the receiver.
  @inline(never) public mutating func unrest(at now: Instant, isClockKept: Bool) -> Unrest? {
    if isRestoring || !isStarted { return .starting }
    if help.notice != nil || help.stage != nil { return .help }
    if excursion != nil || rule.isSuspecting { return .outside }
    if dose.low != nil { return .lowGlucose }
    // A question that waits for its turn is answered by this life or never.
    if outbox.isUrgentUnderWay() || outbox.hasOpenCaseInPlace() || asked.waiting != 0 {
      return .openNotice
    }
    if alarm.isRestless(at: now) { return .alarm }
    if dose.session != nil || dose.entry != nil || dose.remark != nil || dose.second != nil {
      return .dose
    }
    if clock.isTrusted, isLost, !isClockKept { return .time }
    if !outbox.flights.isEmpty { return .sending }
    return !reminders.open.isEmpty || alarm.owesBurst() ? .waiting : nil
  }
}

extension Alarm {
  /// A burst is in the air, or an alarm is on that is more than a call to do something.
  fileprivate mutating func isRestless(at now: Instant) -> Bool {
    if let last, now < last.freeAt { return true }
    for i in 0..<AlarmKind.count {
      guard let kind = AlarmKind(index: i), isOn(kind) else { continue }
      switch priorities[kind] {
      case .high: return true
      case .medium: if !kind.isCall { return true }
      case .low: continue
      }
    }
    return false
  }

  /// Some burst is still to come, such as one that quiet hours hold back.
  fileprivate mutating func owesBurst() -> Bool {
    for i in 0..<AlarmKind.count where (slots[i]?.left ?? 0) > 0 { return true }
    return false
  }
}

extension Outbox {
  /// An urgent notice is with the network, or waits for its turn.
  fileprivate mutating func isUrgentUnderWay() -> Bool {
    for f in 0..<flights.count where flights[f].isUrgent { return true }
    return firstIndex { $0.notice.matter.isUrgent && $0.isWaiting } != nil
  }
}
