import HAL

/// What a matter means for the outbox.
extension Notice.Matter {
  /// 0 goes first.
  var urgency: UInt8 {
    switch self {
    case .help, .lowGlucose(_, isVery: true, _): 0
    case .leftPerimeter, .positionLost, .lowGlucose, .location(.firstAfterHelp),
      .location(.asked), .shuttingDown, .glucoseLowOver:
      1
    case .reminderUnanswered, .reminderMissed, .doseUnanswered, .returnedHome, .excursions: 2
    case .reminderDue, .clockUntrusted, .batteryLow, .wasOff, .storageFailed, .entryAhead,
      .profileKept, .companyRefused, .clockDisagrees, .reminderUnsure, .receiverSilent,
      .noPositionForLong:
      3
    case .location(.breadcrumb), .allIsWell, .dayOpen: 4
    }
  }

  /// What must never wait behind ordinary mail: it has slots of its own and is tried again quickly.
  var isUrgent: Bool {
    switch self {
    case .help, .leftPerimeter, .lowGlucose: true
    default: false
    }
  }

  /// Ends by itself after four hours, because nothing else may ever end it.
  var lapses: Bool {
    switch self {
    case .help, .lowGlucose, .positionLost: true
    default: false
    }
  }

  /// It answers what one caregiver asked, and is nobody else's business.
  var isAnswer: Bool {
    switch self {
    case .location(.asked), .companyRefused: true
    default: false
    }
  }

  var isLocation: Bool { if case .location = self { true } else { false } }

  /// Where the table is full, the newest notice of a subject stands for the older ones. Of ordinary
  /// subjects there are 58 for 52 places: 32 reminders, 3 meals, 6 kinds of location (4 of them asked
  /// for, one a caregiver), 4 refusals of company, one a caregiver, and 13 matters of which there is one.
  func subject(audience: UInt8) -> UInt32 {
    switch self {
    case .leftPerimeter: 1 << 16
    case .returnedHome: 2 << 16
    case .excursions: 3 << 16
    case .help: 4 << 16
    case .location(let reason):
      5 << 16 | UInt32(reason.rawValue) << 8 | (reason == .asked ? UInt32(audience) : 0)
    case .positionLost: 6 << 16
    case .reminderDue(let occurrence), .reminderUnanswered(let occurrence),
      .reminderMissed(let occurrence):
      7 << 16 | UInt32(occurrence.reminder)
    case .reminderUnsure(let unsure): 7 << 16 | UInt32(unsure.occurrence.reminder)
    case .lowGlucose: 8 << 16
    case .doseUnanswered(let meal, _): 9 << 16 | UInt32(meal.rawValue)
    case .clockUntrusted, .clockDisagrees: 10 << 16
    case .batteryLow: 11 << 16
    case .shuttingDown: 12 << 16
    case .wasOff: 13 << 16
    case .allIsWell, .dayOpen: 14 << 16
    case .storageFailed: 15 << 16
    case .glucoseLowOver: 16 << 16
    case .entryAhead: 17 << 16
    case .profileKept: 26 << 16
    case .companyRefused: 20 << 16 | UInt32(audience)
    case .receiverSilent, .noPositionForLong: 24 << 16
    }
  }
}

extension Notice {
  /// It goes from caregiver to caregiver until somebody answers.
  var escalates: Bool {
    switch matter {
    case .help, .leftPerimeter, .lowGlucose: return true
    case .positionLost:
      // Lost inside, or never found, it is worth a mail and no more.
      guard let distance = whereabouts?.distance, let radius = whereabouts?.radius else {
        return audience == 0
      }
      return distance > radius
    default: return false
    }
  }

  var subject: UInt32 { matter.subject(audience: audience) }
}
