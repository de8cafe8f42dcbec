import Device
import Names

/// What a notice is about, in JSON and in expectations: the contract with scripts.
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
    case .leftPerimeter: self = .perimeterExit
    case .returnedHome: self = .perimeterReturn
    case .excursions: self = .excursions
    case .help: self = .help
    case .location: self = .location
    case .positionLost: self = .positionLost
    case .reminderDue: self = .reminderDue
    case .reminderUnanswered: self = .reminderUnanswered
    case .reminderMissed: self = .reminderMissed
    case .lowGlucose: self = .glucoseLow
    case .doseUnanswered: self = .doseUnanswered
    case .clockUntrusted: self = .clockUntrusted
    case .batteryLow: self = .batteryLow
    case .shuttingDown: self = .shuttingDown
    case .wasOff: self = .wasOff
    case .allIsWell: self = .allIsWell
    case .storageFailed: self = .storageFailed
    case .glucoseLowOver: self = .glucoseLowOver
    case .entryAhead: self = .entryAhead
    case .profileKept: self = .profileKept
    case .companyRefused: self = .companyRefused
    case .dayOpen: self = .dayOpen
    case .clockDisagrees: self = .clockDisagrees
    case .reminderUnsure: self = .reminderDue
    case .receiverSilent, .noPositionForLong: self = .positionLost
    }
  }
}

extension Notice.Matter {
  /// The reminder that it tells of.
  var occurrence: Occurrence? {
    switch self {
    case .reminderDue(let occurrence), .reminderUnanswered(let occurrence),
      .reminderMissed(let occurrence):
      occurrence
    case .reminderUnsure(let unsure): unsure.occurrence
    default: nil
    }
  }
}
