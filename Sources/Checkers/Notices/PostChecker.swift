import Device
import HAL

/// Judges mail whatever the servers say. Answers are found, and each mail is read once a life. A notice
/// counts as delivered only if a server took it. No route waits for another's, and nobody takes the
/// loop's turn.
struct PostChecker: Checker, Sendable {
  /// A mail must be found in so many looks.
  private static let looks = 2
  /// A board has to hold so many attempts by one way.
  private static let places = 8
  /// A server may take so much of one turn.
  private static let mostBytes = 32_768
  /// A device may take so many fixes in 40 seconds: those that lie ready, and those that come in meanwhile.
  private static let mostFixes = 2100
  private static let window: Int64 = 40_000

  var violation: Violation?
  /// Mails in the mailbox, and not yet with the device.
  private var lying: [UInt32: Lying] = [:]
  /// The number of looks that did not bring a mail, of others for which it may wait, and of looks that
  /// the mailbox broke off.
  private struct Lying {
    var complete = 0
    var broken = 0
    var others = 0
    var poison = 0
  }
  /// Mails with the device, and maybe not stored.
  private var handed: Set<UInt32> = []
  private var handedInLife: Set<UInt32> = []
  private var taken: [(notice: NoticeID, recipient: Recipient)] = []
  private var underWay: [(notice: NoticeID, recipient: Recipient)] = []
  private var fixes = (window: Int64.min, count: 0)

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    let window = truth.now.milliseconds / PostChecker.window
    fixes = (window, fixes.window == window ? fixes.count + 1 : 1)
    if fixes.count > PostChecker.mostFixes {
      fail(
        .floodIsBounded, at: truth.now,
        "more than \(PostChecker.mostFixes) fixes reach the device in 40 seconds")
    }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    guard case .answer(let answer) = event.kind else { return }
    if let i = underWay.firstIndex(where: {
      $0.notice == answer.notice && $0.recipient == answer.recipient
    }) {
      underWay.remove(at: i)
    }
    if answer.outcome == .accepted,
      !taken.contains(where: { $0.notice == answer.notice && $0.recipient == answer.recipient })
    {
      fail(
        .deliveredIsTrue, at: truth.now,
        "notice \(answer.notice.boot)-\(answer.notice.number) counts as taken, and nobody has it")
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    guard case .outbox(.send(let dispatch)) = action else { return }
    underWay.append((dispatch.notice.id, dispatch.recipient))
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .taken(let notice, let recipient, _):
      taken.append((notice, recipient))
      if taken.count > 256 { taken.removeFirst(128) }
    case .powerCut:
      underWay = []
      for id in handed { lying[id] = Lying() }
      for id in lying.keys { lying[id] = Lying() }
      handed = []
      handedInLife = []
    // The device has read mails whose records are lost again.
    case .recordsLost: lying = [:]
    case .post(let change): see(change, truth)
    case .networkGood, .reloaded, .clocksGood, .edited, .portal, .updated, .end: break
    }
  }

  private mutating func see(_ change: PostChange, _ truth: Truth) {
    switch change {
    case .lies(let id): lying[id] = Lying()
    case .handed(let id):
      lying[id] = nil
      handed.insert(id)
      if !handedInLife.insert(id).inserted {
        fail(.mailIsReadOnce, at: truth.now, "mail \(id) is read twice in one life")
      }
    case .kept: handed = []
    case .looked(let look): judge(look, truth)
    // Nobody can tell an old mail from a new one.
    case .renumbered: handedInLife = []
    case .turnedAway(let recipient): judgePlaces(recipient, truth)
    case .longTurn(let bytes):
      guard bytes > PostChecker.mostBytes else { return }
      fail(.turnIsBounded, at: truth.now, "a server took a turn with \(bytes) bytes")
    }
  }

  private mutating func judge(_ look: MailboxLook, _ truth: Truth) {
    for id in look.marked where lying[id] != nil || handed.contains(id) {
      fail(
        .answerIsFound, at: truth.now, "mail \(id) is marked as read, and its word is not stored")
    }
    guard look.isComplete || look.brokeAt != nil else { return }
    for id in look.owed where id != look.brokeAt {
      guard var mail = lying[id] else { continue }
      if look.isComplete { mail.complete += 1 } else { mail.broken += 1 }
      mail.others = max(mail.others, look.waiting)
      mail.poison = max(mail.poison, look.poison)
      lying[id] = mail
      // A look takes twenty.
      let most = PostChecker.looks + mail.others / 20
      if mail.complete >= most || mail.broken >= most + mail.poison {
        fail(
          .answerIsFound, at: truth.now,
          "mail \(id) was not found in \(mail.complete) whole looks and \(mail.broken) broken off; "
            + "\(mail.others) others waited, and it breaks off at \(mail.poison)")
      }
    }
  }

  /// The attempt that was turned away is one of those under way.
  private mutating func judgePlaces(_ recipient: Recipient, _ truth: Truth) {
    let others = underWay.count { $0.recipient.route == recipient.route } - 1
    guard others < PostChecker.places else { return }
    fail(
      .wayWaitsForNoOther, at: truth.now,
      "no place by \(recipient.route), of which \(others) attempts are under way")
  }
}
