import Device

/// The subject of a notice, in JSON and in expectations: the contract with scripts.
public enum MatterName: String, CaseIterable, Sendable {
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
  case profileChanged = "profile.changed"

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
    case .profileChanged: self = .profileChanged
    case .reminder(.unsure): self = .reminderDue
    case .position(.receiverSilent), .position(.noneForLong): self = .positionLost
    }
  }
}

extension Notice.Matter {
  /// The reminder that it tells of.
  public var occurrence: Occurrence? {
    switch self {
    case .reminder(.due(let occurrence)), .reminder(.unanswered(let occurrence)),
      .reminder(.missed(let occurrence)):
      occurrence
    case .reminder(.unsure(let unsure)): unsure.occurrence
    case .perimeter, .help, .location, .position, .reminder, .glucose, .dose, .clock,
      .batteryLow, .power, .day, .storageFailed, .profileKept, .companyRefused,
      .profileChanged:
      nil
    }
  }
}
