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
  case reminderAnswered = "reminder.answered"
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
  /// The page that the wearer sees; in the timeline only when it was asked for.
  case screen
  /// A mail, or a text for a relay, that goes out: for expectations only, never in the timeline.
  case mail

  /// Nil for what only sounds: it is part of another event.
  public init?(_ action: Action) {
    switch action {
    case .started: self = .deviceStarted
    case .perimeter(.suspected): self = .perimeterSuspect
    case .perimeter(.cleared): self = .perimeterCleared
    case .perimeter(.left): self = .perimeterExit
    case .perimeter(.returned): self = .perimeterReturn
    case .position(.lost): self = .positionLost
    case .position(.regained): self = .positionRegained
    case .clock(.trusted): self = .clockTrusted
    case .clock(.untrusted): self = .clockUntrusted
    case .clock(.disagrees): self = .clockDisagrees
    case .reminder(.due): self = .reminderDue
    case .reminder(.acknowledged): self = .reminderAcknowledged
    case .reminder(.answered): self = .reminderAnswered
    case .reminder(.snoozed): self = .reminderSnoozed
    case .reminder(.missed): self = .reminderMissed
    case .helpRequested: self = .helpRequested
    case .company(.accompanied): self = .accompanied
    case .company(.refused): self = .companyRefused
    case .dose(.prompted): self = .dosePrompted
    case .dose(.proposed): self = .doseProposed
    case .dose(.confirmed): self = .doseConfirmed
    case .dose(.undone): self = .doseUndone
    case .dose(.refused): self = .doseRefused
    case .glucose(.low): self = .glucoseLow
    case .glucose(.high): self = .glucoseHigh
    case .glucose(.lowOver): self = .glucoseLowOver
    case .dose(.entryAhead): self = .entryAhead
    case .alarm(.started): self = .alarmStarted
    case .alarm(.silenced): self = .alarmSilenced
    case .batteryLow: self = .batteryLow
    case .profileKept: self = .profileKept
    case .outbox(.queued): self = .noticeQueued
    case .outbox(.delivered): self = .noticeDelivered
    case .outbox(.failed): self = .noticeFailed
    case .outbox(.acknowledged): self = .noticeAcknowledged
    case .show: self = .screen
    case .alarm(.sound), .alarm(.vibrate), .store, .outbox(.send), .heartbeat, .alarm(.hush):
      return nil
    }
  }
}
