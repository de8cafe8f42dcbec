/// How servers of mail and mailboxes misbehave, word by word. A life that has any of these speaks with
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
  /// So many mails of strangers lie there, and more come every minute.
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
