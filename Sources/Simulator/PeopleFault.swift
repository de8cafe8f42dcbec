import Checkers
import Device
import HAL

/// What goes wrong between the device and those who care, and with what they write for it.
public enum PeopleFault: Equatable, Sendable {
  /// Some servers fail while the others work.
  case servers(ServerTrouble)
  /// The device's own mailbox cannot be opened: mails wait in it.
  case mailboxClosed
  /// Mails of caregivers are so long on their way to the mailbox, where later ones overtake them.
  case mailLate(Milliseconds)
  /// Each mail is read once more after so long.
  case mailTwice(Milliseconds)
  /// The mailbox does not say when it took a mail.
  case mailUndated
  /// The file of the profile has a mistake, which the insulin section shares or not.
  case badProfile(isInsulinSure: Bool)
  /// A server of mails or of the mailbox misbehaves word by word.
  case post(PostTrouble)
}

/// What of that is wrong at this moment.
struct PeopleFaults: Sendable {
  private(set) var servers: [ServerTrouble] = []
  private(set) var isMailboxClosed = false
  private(set) var mailLate = Milliseconds(0)
  private(set) var mailTwice: Milliseconds?
  private(set) var isMailUndated = false
  /// Whether the insulin section can be read; nil: the file is right.
  private(set) var badProfile: Bool?
  private(set) var post: Set<PostTrouble> = []

  mutating func add(_ fault: PeopleFault) {
    switch fault {
    case .servers(let trouble): servers.append(trouble)
    case .mailboxClosed: isMailboxClosed = true
    case .mailLate(let span): mailLate = Milliseconds(mailLate.count + span.count)
    case .mailTwice(let span): mailTwice = span
    case .mailUndated: isMailUndated = true
    case .badProfile(let isSure): badProfile = isSure && badProfile ?? true
    case .post(let trouble): post.insert(trouble)
    }
  }
}
