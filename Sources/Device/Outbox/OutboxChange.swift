import HAL

/// An effect of the outbox. Effects that must outlive a power cut name their record.
public enum OutboxChange: Equatable, Sendable {
  /// A notice was made: `.notice`, before anything else is done about it.
  case queued(Notice)
  /// Hand it to the network now.
  case send(Dispatch)
  /// A route accepted it: `.delivery(…, .accepted)`.
  case delivered(NoticeID, Recipient)
  /// A route refused it for good: `.delivery(…, .permanent)`.
  case refused(NoticeID, Recipient)
  /// Every route to that caregiver refused it for good, or five days passed.
  case failed(NoticeID, caregiver: UInt8)
  /// Every route to every caregiver refused it, or five days passed: the wearer must know.
  case undeliverable(NoticeID)
  /// Somebody answered; nothing more is to be done about it: `.noticeAcknowledged`.
  case acknowledged(NoticeID, caregiver: UInt8)
  /// Nothing more is to be done about it: `.noticeClosed`.
  case closed(NoticeID)
  /// An excursion nobody was told of is over: `.excursion`.
  case excursion(Excursion)
  /// The excursions gathered so far were told: `.excursionsTold`.
  case excursionsTold
  /// Caregivers are counted by this list from now on: `.caregivers`.
  case caregivers(Whos)
}
