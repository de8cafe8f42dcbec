import HAL

/// Misbehaviour of mail servers and mailboxes, word by word. A life that has any of these speaks with
/// them in bytes, through the dialogues of the product.
public enum PostTrouble: Hashable, Sendable {
  /// Nothing is wrong.
  case none
  /// The mailbox says NO to the text of each mail.
  case refusesTexts
  /// Somebody else reads the mailbox: flags change meanwhile, and what caregivers answer is read already.
  case otherReader
  /// The mailbox breaks off the connection at some mails.
  case breaksOff
  /// The mailbox says line upon line, and never what it was asked.
  case mailboxChatters
  /// The number of strangers' mails that lie there; more come every minute.
  case crowded(Int32)
  /// The mailbox numbers its mails anew.
  case renumbered
  /// A mail server says yes to DATA, before it has heard any.
  case saysYesToData
  /// A mail server gives one answer more than it was asked for.
  case outOfStep
  /// A mail server goes on and on with its answer.
  case serverChatters
  /// A mail server says nothing any more once it has heard a mail, and has not taken it.
  case silentAfterMail

  public var isCrowd: Bool { if case .crowded = self { true } else { false } }

  /// It concerns mail on its way out.
  package var isOfServers: Bool {
    switch self {
    case .saysYesToData, .outOfStep, .serverChatters, .silentAfterMail: true
    case .none, .refusesTexts, .otherReader, .breaksOff, .mailboxChatters, .crowded, .renumbered:
      false
    }
  }
}

/// Trouble with some routes to the caregivers.
public struct ServerTrouble: Equatable, Sendable {
  public enum Kind: Sendable, CaseIterable {
    case transient
    case permanent
    /// It never says a word.
    case silent
    /// The connection stands and nothing goes through.
    case halfOpen
    /// It takes the notice, and its yes is lost.
    case lostAnswers
  }

  public var kind: Kind
  /// Place in the list with which the plan begins; nil: everybody's.
  public var caregiver: UInt8?
  /// Nil: every route.
  public var route: Route?

  public init(_ kind: Kind, of caregiver: UInt8? = nil, by route: Route? = nil) {
    self.kind = kind
    self.caregiver = caregiver
    self.route = route
  }
}

/// The course of one look into the mailbox, for the checker of what it must have brought.
public struct MailboxLook: Equatable, Sendable {
  /// Each command was answered, and fully.
  public var isComplete = false
  /// The mail at which it broke off.
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
