/// How one look into the mailbox went, for whoever judges what it must have brought.
public struct MailboxLook: Equatable, Sendable {
  /// Each command was answered, and fully.
  public var isComplete = false
  /// Or it broke off at this mail.
  public var brokeAt: UInt32?
  /// Mails at which it breaks off.
  public var poison = 0
  /// Mails of caregivers that a look may bring before another, also those that were refused often.
  public var waiting = 0
  /// Caregivers' mails that the device has marked as read.
  public var marked: [UInt32] = []
  /// The look had to bring these, which lay there before it began and were not refused often.
  public var owed: [UInt32] = []

  package init() {}
}
