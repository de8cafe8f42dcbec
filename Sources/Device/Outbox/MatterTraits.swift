import HAL

/// The outbox's rules for a matter: one row each, so that no rule can forget a new matter.
struct MatterTraits {
  /// The caregivers whom a notice reaches.
  enum Reach {
    /// Those whose turn it is.
    case once
    /// The next caregiver too if one does not get it within an hour, and then no farther. If all refuse it, it begins
    /// anew: a medicine that nobody took must reach somebody.
    case untilHeard
    /// One caregiver after the other until somebody answers.
    case untilAnswered
    /// The same, where the position lies outside the circle; elsewhere the next caregiver hears of it
    /// as with `untilHeard`.
    case untilAnsweredOutside
  }

  /// 0 goes first.
  var urgency: UInt8
  var reach: Reach
  /// Ends by itself after four hours, because nothing else may ever end it.
  var lapses: Bool
  /// It answers what one caregiver asked, and is nobody else's business.
  var isAnswer: Bool
  /// Whether it states the wearer's place before a power cut, and its age: better than no place to go to.
  var saysLastSeen: Bool

  init(
    _ urgency: UInt8, _ reach: Reach = .once, lapses: Bool = false, isAnswer: Bool = false,
    saysLastSeen: Bool = false
  ) {
    self.urgency = urgency
    self.reach = reach
    self.lapses = lapses
    self.isAnswer = isAnswer
    self.saysLastSeen = saysLastSeen
  }
}

extension Notice.Matter {
  var traits: MatterTraits {
    switch self {
    case .help: MatterTraits(0, .untilAnswered, lapses: true, saysLastSeen: true)
    case .glucose(.low(_, let isVery, _)):
      // Many may come at once out of a diary, and a call for help does not wait behind them.
      MatterTraits(isVery ? 1 : 2, .untilAnswered, lapses: true, saysLastSeen: true)
    case .perimeter(.left): MatterTraits(2, .untilAnswered)
    case .position(.lost):
      MatterTraits(1, .untilAnsweredOutside, lapses: true, saysLastSeen: true)
    case .location(let reason):
      MatterTraits(
        reason == .breadcrumb ? 4 : 1, isAnswer: reason == .asked, saysLastSeen: true)
    case .power(.shuttingDown), .glucose(.lowOver): MatterTraits(1)
    case .reminder(.unanswered), .reminder(.missed), .dose(.unanswered):
      MatterTraits(2, .untilHeard)
    case .perimeter(.returned), .perimeter(.excursions), .profileChanged: MatterTraits(2)
    case .position(.noneForLong): MatterTraits(3, .untilHeard, saysLastSeen: true)
    case .companyRefused: MatterTraits(3, isAnswer: true)
    case .reminder(.due), .reminder(.unsure), .dose(.entryAhead), .clock, .batteryLow,
      .power(.wasOff), .storageFailed, .profileKept, .position(.receiverSilent):
      MatterTraits(3)
    case .day: MatterTraits(4, saysLastSeen: true)
    }
  }

  /// It must never wait behind ordinary mail: it has slots of its own and is tried again quickly.
  var isUrgent: Bool { traits.reach == .untilAnswered }

  /// Every caregiver hears of it. Whoever changed the profile may not be one of them, and nobody is to wait for
  /// notices of a device that is off.
  var isForAll: Bool {
    if case .profileChanged = self { true } else { self == .power(.shuttingDown) }
  }

  var isLocation: Bool { if case .location = self { true } else { false } }

  /// The subject by which the newest notice replaces older ones where the table is full. There are 59
  /// ordinary subjects for 52 places: 32 reminders, 3 meals, and 6 kinds of location. Four of these
  /// locations are asked for, one a caregiver. Four are refusals of company, one a caregiver, and 14
  /// are matters of which there is one.
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
    case .profileChanged: 27 << 16
    case .position(.receiverSilent), .position(.noneForLong): 24 << 16
    }
  }
}

extension Notice {
  /// It goes from caregiver to caregiver until somebody answers.
  public var escalates: Bool {
    switch matter.traits.reach {
    case .untilAnswered: return true
    case .untilAnsweredOutside:
      // Lost inside, or never found, it is worth a mail and no more.
      guard let distance = whereabouts?.distance, let radius = whereabouts?.radius else {
        return audience == 0
      }
      return distance > radius
    case .once, .untilHeard: return false
    }
  }

  var subject: UInt32 { matter.subject(audience: audience) }

  /// The caregivers whom it reaches. Where no key can answer, nobody hears later that a reminder was not answered.
  var reach: MatterTraits.Reach { isUnanswerable ? .untilHeard : matter.traits.reach }

  /// The time after which an undelivered notice also goes to the next caregiver; nil: it does not.
  var unheard: Milliseconds? {
    switch reach {
    case .untilAnswered: Outbox.unheard
    case .untilHeard, .untilAnsweredOutside: Outbox.unheardOrdinary
    case .once: nil
    }
  }

  /// "It is time for …" is of use to its own recipient only, and only then. An unanswered reminder has a notice of
  /// its own.
  var isCopy: Bool {
    if case .reminder(.due) = matter { !isUnanswerable } else { false }
  }
}
