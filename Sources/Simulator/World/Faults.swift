import Checkers
import HAL

/// The faults of this moment.
struct Faults: Sendable {
  var hasPosition = true
  var gps: SimulatedGPSFault?
  var offset = Point()
  var noise = 1.0
  var isJammed = false
  /// Nil: as it is; the inner nil: none.
  var eph: Metres??
  var receiverTime = Milliseconds(0)
  var isTimeless = false
  var isUndated = false
  var isFlat = false
  var isMotionless = false
  var late = Milliseconds(0)
  var comesTwice = false
  var interval: Milliseconds?
  /// Epochs a second; 0: as usual.
  var flood: Int64 = 0

  var isOut = false
  var slow = Milliseconds(0)
  var refusal: DeliveryOutcome?
  var losesAnswers = false
  var isHalfOpen = false
  var networkTime = Milliseconds(0)
  var people = PeopleFaults()
  var hasNetworkTime = true
  var portal: [PortalTrouble] = []

  var storage: StorageError?
  var storageLies = false
  var hasSpeaker = true
  var hasKeys = true

  enum SimulatedGPSFault: Equatable, Sendable {
    case silent
    case stuck
  }

  /// Nothing is wrong with the receiver but perhaps its speed, and a missing height.
  var sparesReceiver: Bool {
    hasPosition && gps == nil && offset == Point() && noise == 1 && !isJammed && eph == nil
      && receiverTime.count == 0 && !isTimeless && !isUndated && late.count == 0 && !comesTwice
      && interval == nil && flood == 0
  }

  /// An epoch's own time can be believed.
  var sparesReceiverTime: Bool {
    receiverTime.count == 0 && !isTimeless && !isUndated && late.count == 0 && gps == nil
  }

  /// An epoch says when it was, and the device may set its clock by it.
  var saysTime: Bool { !isTimeless && !isUndated && !isFlat && late.count == 0 && gps == nil }

  var sparesNetwork: Bool {
    !isOut && !isHalfOpen && !losesAnswers && slow.count == 0
      && (refusal == nil || refusal == .accepted) && people.servers.isEmpty
      && !people.post.contains(where: \.isOfServers)
  }

  mutating func add(_ fault: Fault) {
    switch fault {
    case .noPosition: hasPosition = false
    case .silence: gps = .silent
    case .stuck: gps = .stuck
    case .offset(let point): offset = offset + point
    case .noise(let factor): noise *= factor
    case .jammed: isJammed = true
    case .eph(let claim): eph = .some(claim)
    case .receiverTime(let span): receiverTime = Milliseconds(receiverTime.count + span.count)
    case .timeless: isTimeless = true
    case .undated: isUndated = true
    case .flat: isFlat = true
    case .motionless: isMotionless = true
    case .late(let span): late = Milliseconds(late.count + span.count)
    case .twice: comesTwice = true
    case .interval(let span): interval = max(interval ?? span, span)
    case .flood(let many): flood = max(flood, many)
    case .outage: isOut = true
    case .slow(let span): slow = Milliseconds(slow.count + span.count)
    case .refusal(let outcome): refusal = outcome
    case .lostAnswer: losesAnswers = true
    case .halfOpen: isHalfOpen = true
    case .networkTime(let span): networkTime = Milliseconds(networkTime.count + span.count)
    case .people(let fault): people.add(fault)
    case .noNetworkTime: hasNetworkTime = false
    case .portal(let trouble): portal.append(trouble)
    // This one has a moment, and no length.
    case .powerCut: break
    case .storage(let error): storage = error
    case .lyingStorage: storageLies = true
    case .noSpeaker: hasSpeaker = false
    case .noKeys: hasKeys = false
    }
  }
}

/// Faults between the device and the caregivers, and in their messages to it.
public enum PeopleFault: Equatable, Sendable {
  /// Some servers fail while the others work.
  case servers(ServerTrouble)
  /// The device's own mailbox cannot be opened: mails wait in it.
  case mailboxClosed
  /// Mails of caregivers take so long to the mailbox, and later mails overtake them.
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

/// The faults of that kind at this moment.
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
