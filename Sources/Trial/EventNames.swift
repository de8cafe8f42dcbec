import Device
import Names

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

/// The subject of a notice, in JSON and in expectations: the contract with scripts.
public enum MatterName: String, CaseIterable, Sendable, Spelled {
  case perimeterExit = "perimeter.exit"
  case perimeterReturn = "perimeter.return"
  case excursions
  case help
  case location
  case positionLost = "position.lost"
  case reminderDue = "reminder.due"
  case reminderUnanswered = "reminder.unanswered"
  case reminderMissed = "reminder.missed"
  case glucoseLow = "glucose.low"
  case doseUnanswered = "dose.unanswered"
  case clockUntrusted = "clock.untrusted"
  case batteryLow = "battery.low"
  case shuttingDown = "device.off"
  case wasOff = "device.was_off"
  case allIsWell = "all.well"
  case storageFailed = "storage.failed"
  case glucoseLowOver = "glucose.low_over"
  case entryAhead = "entry.ahead"
  case profileKept = "profile.kept"
  case companyRefused = "company.refused"
  case dayOpen = "day.open"
  case clockDisagrees = "clock.disagrees"

  public init(_ matter: Notice.Matter) {
    switch matter {
    case .perimeter(.left): self = .perimeterExit
    case .perimeter(.returned): self = .perimeterReturn
    case .perimeter(.excursions): self = .excursions
    case .help: self = .help
    case .location: self = .location
    case .position(.lost): self = .positionLost
    case .reminder(.due): self = .reminderDue
    case .reminder(.unanswered): self = .reminderUnanswered
    case .reminder(.missed): self = .reminderMissed
    case .glucose(.low): self = .glucoseLow
    case .dose(.unanswered): self = .doseUnanswered
    case .clock(.untrusted): self = .clockUntrusted
    case .batteryLow: self = .batteryLow
    case .power(.shuttingDown): self = .shuttingDown
    case .power(.wasOff): self = .wasOff
    case .day(.allIsWell): self = .allIsWell
    case .storageFailed: self = .storageFailed
    case .glucose(.lowOver): self = .glucoseLowOver
    case .dose(.entryAhead): self = .entryAhead
    case .profileKept: self = .profileKept
    case .companyRefused: self = .companyRefused
    case .day(.open): self = .dayOpen
    case .clock(.disagrees): self = .clockDisagrees
    case .reminder(.unsure): self = .reminderDue
    case .position(.receiverSilent), .position(.noneForLong): self = .positionLost
    }
  }
}

extension Notice.Matter {
  /// The reminder that it tells of.
  var occurrence: Occurrence? {
    switch self {
    case .reminder(.due(let occurrence)), .reminder(.unanswered(let occurrence)),
      .reminder(.missed(let occurrence)):
      occurrence
    case .reminder(.unsure(let unsure)): unsure.occurrence
    case .perimeter, .help, .location, .position, .reminder, .glucose, .dose, .clock,
      .batteryLow, .power, .day, .storageFailed, .profileKept, .companyRefused:
      nil
    }
  }
}

/// The page on the wearer's screen, in JSON and in expectations: the contract with scripts.
public enum PageName: String, CaseIterable, Sendable, Spelled {
  case home
  case helpCalling = "help.calling"
  case helpTold = "help.told"
  case helpNotThrough = "help.not_through"
  case helpAnswered = "help.answered"
  case helpNobody = "help.nobody"
  case leftPerimeter = "perimeter.exit"
  case reminder
  case medication
  case measure
  case glucose
  case carbohydrates
  case dose
  case doseTaken = "dose.taken"
  case noDose = "dose.refused"
  case lowGlucose = "glucose.low"
  case lowGlucoseAndHelp = "glucose.low_and_help"
  case measureAgain = "measure.again"
  case notDelivered = "notice.failed"
  case batteryLow = "battery.low"
  case positionLost = "position.lost"
  case storageFailed = "storage.failed"
  case noProfile = "profile.none"

  public init(_ page: Page) {
    switch page {
    case .home: self = .home
    case .help(.calling, _): self = .helpCalling
    case .help(.told, _): self = .helpTold
    case .help(.notThrough, _): self = .helpNotThrough
    case .help(.answered, _): self = .helpAnswered
    case .help(.nobody, _): self = .helpNobody
    case .leftPerimeter: self = .leftPerimeter
    case .reminder(let page): self = page.kind == .medication ? .medication : .reminder
    case .dose(.measure): self = .measure
    case .dose(.enterGlucose): self = .glucose
    case .dose(.enterCarbohydrates): self = .carbohydrates
    case .dose(.offer): self = .dose
    case .dose(.taken): self = .doseTaken
    case .dose(.refused): self = .noDose
    case .glucose(.low): self = .lowGlucose
    case .glucose(.lowAndHelp): self = .lowGlucoseAndHelp
    case .dose(.measureAgain): self = .measureAgain
    case .notDelivered: self = .notDelivered
    case .batteryLow: self = .batteryLow
    case .positionLost: self = .positionLost
    case .storageFailed: self = .storageFailed
    case .noProfile: self = .noProfile
    }
  }
}
