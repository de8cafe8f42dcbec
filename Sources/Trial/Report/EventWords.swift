import Findings
import Words

extension EventName {
  /// The event as a noun.
  var phrase: EventPhrase {
    switch self {
    case .deviceStarted: .started
    case .perimeterSuspect: .suspect
    case .perimeterCleared: .cleared
    case .perimeterExit: .exit
    case .perimeterReturn: .return
    case .positionLost: .lost
    case .positionRegained: .regained
    case .clockTrusted: .clockTrusted
    case .clockUntrusted: .clockUntrusted
    case .clockDisagrees: .clockDisagrees
    case .reminderDue: .reminderDue
    case .reminderAcknowledged: .reminderAcknowledged
    case .reminderAnswered: .reminderAnswered
    case .reminderSnoozed: .reminderSnoozed
    case .reminderMissed: .reminderMissed
    case .helpRequested: .help
    case .accompanied: .accompanied
    case .companyRefused: .companyRefused
    case .dosePrompted: .dosePrompted
    case .doseProposed: .doseProposed
    case .doseConfirmed: .doseConfirmed
    case .doseUndone: .doseUndone
    case .doseRefused: .doseRefused
    case .glucoseLow: .glucoseLow
    case .glucoseHigh: .glucoseHigh
    case .glucoseLowOver: .glucoseLowOver
    case .entryAhead: .entryAhead
    case .alarmStarted: .alarmStarted
    case .alarmSilenced: .alarmSilenced
    case .batteryLow: .batteryLow
    case .profileKept: .profileKept
    case .noticeQueued: .noticeQueued
    case .noticeDelivered: .noticeDelivered
    case .noticeFailed: .noticeFailed
    case .noticeAcknowledged: .noticeAcknowledged
    case .screen: .screen
    case .mail: .mail
    }
  }
}

extension MatterName {
  /// The subject as a noun.
  var phrase: EventPhrase {
    switch self {
    case .perimeterExit: .exit
    case .perimeterReturn: .return
    case .excursions: .excursions
    case .help: .help
    case .location: .location
    case .positionLost: .lost
    case .reminderDue: .reminderDue
    case .reminderUnanswered: .reminderUnanswered
    case .reminderMissed: .reminderMissed
    case .glucoseLow: .glucoseLow
    case .doseUnanswered: .doseUnanswered
    case .clockUntrusted: .clockUntrusted
    case .batteryLow: .batteryLow
    case .shuttingDown: .off
    case .wasOff: .wasOff
    case .allIsWell: .allIsWell
    case .storageFailed: .storageFailed
    case .glucoseLowOver: .glucoseLowOver
    case .entryAhead: .entryAhead
    case .profileKept: .profileKept
    case .profileChanged: .profileChanged
    case .companyRefused: .companyRefused
    case .dayOpen: .dayOpen
    case .clockDisagrees: .clockDisagrees
    }
  }
}
