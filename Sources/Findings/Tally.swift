import Device

/// The sums of a replay that follow from actions and decisions alone.
public struct Tally: Sendable {
  public var exits = 0
  public var returns = 0
  public var suspects = 0
  public var losses = 0
  /// The digest of every action and every decision.
  public var digest = Digest()
  /// The digest of the actions alone: if it is equal, the wearer and the caregivers noticed no difference.
  public var actions = Digest()

  public init() {}

  /// - Returns: the name of the action; nil for what only sounds, is stored or is sent.
  @discardableResult
  public mutating func note(_ action: Action) -> EventName? {
    action.fold(into: &digest)
    action.fold(into: &actions)
    guard let name = EventName(action) else { return nil }
    switch name {
    case .perimeterExit: exits += 1
    case .perimeterReturn: returns += 1
    case .perimeterSuspect: suspects += 1
    case .positionLost: losses += 1
    case .deviceStarted, .perimeterCleared, .positionRegained, .clockTrusted, .clockUntrusted,
      .clockDisagrees, .reminderDue, .reminderAcknowledged, .reminderAnswered, .reminderSnoozed,
      .reminderMissed, .helpRequested, .accompanied, .companyRefused, .dosePrompted,
      .doseProposed, .doseConfirmed, .doseUndone, .doseRefused, .glucoseLow, .glucoseHigh,
      .glucoseLowOver, .entryAhead, .alarmStarted, .alarmSilenced, .batteryLow, .profileKept,
      .noticeQueued, .noticeDelivered, .noticeFailed, .noticeAcknowledged, .screen, .mail:
      break
    }
    return name
  }
}
