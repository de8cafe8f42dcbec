import HAL

/// What a matter means for the outbox.
extension Notice.Matter {
  /// 0 goes first.
  var urgency: UInt8 {
    switch self {
    case .help, .glucose(.low(_, isVery: true, _)): 0
    case .perimeter(.left), .position(.lost), .glucose(.low), .location(.firstAfterHelp),
      .location(.asked), .power(.shuttingDown), .glucose(.lowOver):
      1
    case .reminder(.unanswered), .reminder(.missed), .dose(.unanswered), .perimeter(.returned),
      .perimeter(.excursions):
      2
    case .reminder(.due), .clock(.untrusted), .batteryLow, .power(.wasOff), .storageFailed,
      .dose(.entryAhead),
      .profileKept, .companyRefused, .clock(.disagrees), .reminder(.unsure),
      .position(.receiverSilent),
      .position(.noneForLong):
      3
    case .location(.breadcrumb), .day(.allIsWell), .day(.open): 4
    }
  }

  /// What must never wait behind ordinary mail: it has slots of its own and is tried again quickly.
  var isUrgent: Bool {
    switch self {
    case .help, .perimeter(.left), .glucose(.low): true
    default: false
    }
  }

  /// Ends by itself after four hours, because nothing else may ever end it.
  var lapses: Bool {
    switch self {
    case .help, .glucose(.low), .position(.lost): true
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
    case .perimeter(.left): 1 << 16
    case .perimeter(.returned): 2 << 16
    case .perimeter(.excursions): 3 << 16
    case .help: 4 << 16
    case .location(let reason):
      5 << 16 | UInt32(reason.rawValue) << 8 | (reason == .asked ? UInt32(audience) : 0)
    case .position(.lost): 6 << 16
    case .reminder(.due(let occurrence)), .reminder(.unanswered(let occurrence)),
      .reminder(.missed(let occurrence)):
      7 << 16 | UInt32(occurrence.reminder)
    case .reminder(.unsure(let unsure)): 7 << 16 | UInt32(unsure.occurrence.reminder)
    case .glucose(.low): 8 << 16
    case .dose(.unanswered(let meal, _)): 9 << 16 | UInt32(meal.rawValue)
    case .clock(.untrusted), .clock(.disagrees): 10 << 16
    case .batteryLow: 11 << 16
    case .power(.shuttingDown): 12 << 16
    case .power(.wasOff): 13 << 16
    case .day(.allIsWell), .day(.open): 14 << 16
    case .storageFailed: 15 << 16
    case .glucose(.lowOver): 16 << 16
    case .dose(.entryAhead): 17 << 16
    case .profileKept: 26 << 16
    case .companyRefused: 20 << 16 | UInt32(audience)
    case .position(.receiverSilent), .position(.noneForLong): 24 << 16
    }
  }
}

extension Notice {
  /// It goes from caregiver to caregiver until somebody answers.
  var escalates: Bool {
    switch matter {
    case .help, .perimeter(.left), .glucose(.low): return true
    case .position(.lost):
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
