import Device

/// The names of events in JSON, in expectations and in scenarios: the contract with scripts.
public enum EventName: String, CaseIterable, Sendable {
  case deviceStarted = "device.started"
  case perimeterSuspect = "perimeter.suspect"
  case perimeterCleared = "perimeter.cleared"
  case perimeterExit = "perimeter.exit"
  case perimeterReturn = "perimeter.return"
  case positionLost = "position.lost"
  case positionRegained = "position.regained"
  case clockTrusted = "clock.trusted"
  case clockUntrusted = "clock.untrusted"
  case clockDisagrees = "clock.disagrees"
  case reminderDue = "reminder.due"
  case reminderAcknowledged = "reminder.acknowledged"
  case reminderSnoozed = "reminder.snoozed"
  case reminderMissed = "reminder.missed"
  case helpRequested = "help.requested"
  case accompanied = "perimeter.accompanied"
  case companyRefused = "company.refused"
  case dosePrompted = "dose.prompted"
  case doseProposed = "dose.proposed"
  case doseConfirmed = "dose.confirmed"
  case doseUndone = "dose.undone"
  case doseRefused = "dose.refused"
  case glucoseLow = "glucose.low"
  case glucoseHigh = "glucose.high"
  case glucoseLowOver = "glucose.low_over"
  case entryAhead = "entry.ahead"
  case alarmStarted = "alarm.started"
  case alarmSilenced = "alarm.silenced"
  case batteryLow = "battery.low"
  case profileKept = "profile.kept"
  case noticeQueued = "notice.queued"
  case noticeDelivered = "notice.delivered"
  case noticeFailed = "notice.failed"
  case noticeAcknowledged = "notice.acknowledged"
  /// What the wearer sees; in the timeline only when it was asked for.
  case screen
  /// A mail, or a text for a relay, that goes out: for expectations only, never in the timeline.
  case mail

  /// Nil for what only sounds: it is part of another event.
  public init?(_ action: Action) {
    switch action {
    case .started: self = .deviceStarted
    case .suspected: self = .perimeterSuspect
    case .cleared: self = .perimeterCleared
    case .left: self = .perimeterExit
    case .returned: self = .perimeterReturn
    case .positionLost: self = .positionLost
    case .positionRegained: self = .positionRegained
    case .clockTrusted: self = .clockTrusted
    case .clockUntrusted: self = .clockUntrusted
    case .clockDisagrees: self = .clockDisagrees
    case .reminderDue: self = .reminderDue
    case .reminderAcknowledged: self = .reminderAcknowledged
    case .reminderSnoozed: self = .reminderSnoozed
    case .reminderMissed: self = .reminderMissed
    case .helpRequested: self = .helpRequested
    case .accompanied: self = .accompanied
    case .companyRefused: self = .companyRefused
    case .dosePrompted: self = .dosePrompted
    case .doseProposed: self = .doseProposed
    case .doseConfirmed: self = .doseConfirmed
    case .doseUndone: self = .doseUndone
    case .doseRefused: self = .doseRefused
    case .glucoseLow: self = .glucoseLow
    case .glucoseHigh: self = .glucoseHigh
    case .glucoseLowOver: self = .glucoseLowOver
    case .entryAhead: self = .entryAhead
    case .alarmStarted: self = .alarmStarted
    case .alarmSilenced: self = .alarmSilenced
    case .batteryLow: self = .batteryLow
    case .profileKept: self = .profileKept
    case .notify: self = .noticeQueued
    case .noticeDelivered: self = .noticeDelivered
    case .noticeFailed: self = .noticeFailed
    case .noticeAcknowledged: self = .noticeAcknowledged
    case .show: self = .screen
    case .sound, .vibrate, .store, .send, .heartbeat, .hush: return nil
    }
  }
}
