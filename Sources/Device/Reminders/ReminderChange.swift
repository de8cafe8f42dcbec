import HAL

/// A change by one step of the reminders.
public enum ReminderChange: Equatable, Sendable {
  /// Announce it now. `tellsCaregiver`: mail it too (ALZ-6); never set when it is announced again.
  case due(Occurrence, Reminder.Kind, ReminderCall, tellsCaregiver: Bool)
  case acknowledged(Occurrence)
  case snoozed(Occurrence, until: WallTime)
  /// Nobody acknowledged it within the limit: it goes to the caregiver, once. ALZ-11.
  case unanswered(Occurrence)
  /// It was due while nobody could announce it, and is no longer of use.
  case missed(Occurrence)
  /// It is no longer to be shown and does not sound again, although nobody acknowledged it.
  case ended(Occurrence)
}

extension ReminderChange {
  func fold(into digest: inout Digest) {
    let occurrence: Occurrence
    let tag: UInt64
    switch self {
    case .due(let what, _, let call, let tells):
      (occurrence, tag) = (what, UInt64(call.rawValue) << 8 | (tells ? 0x11 : 1))
    case .acknowledged(let what): (occurrence, tag) = (what, 2)
    case .snoozed(let what, _): (occurrence, tag) = (what, 3)
    case .unanswered(let what): (occurrence, tag) = (what, 4)
    case .missed(let what): (occurrence, tag) = (what, 5)
    case .ended(let what): (occurrence, tag) = (what, 6)
    }
    digest.fold(tag << 48 | occurrence.word)
  }
}
