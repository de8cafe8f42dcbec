import HAL

/// One look into the mailbox. RFC 3501.
final class InboxSession {
  enum Event {
    case text(InboundText, mail: UInt32)
    case marked(UInt32)
    /// Nobody's answer.
    case ignored
    /// Nil: all was looked at.
    case ended(complaint: String?)
  }

  private enum Step { case select, search, header, text, mark, leave }

  /// A mail of 50 MB costs no more than this.
  static let longestText = 65_536
  static let longestHeader = 16_384
  static let mostMails = 20

  private var conversation: Conversation?
  private let inbox: NetworkOptions.Inbox
  private let options: NetworkOptions
  private let tell: (Event) -> Void
  private let unmarked: [UInt32]
  private var step = Step.select
  private var number = 0
  private var mails: [UInt32] = []
  /// More were unread than one look takes.
  private(set) var hasMore = false
  private var caregiver: UInt8?
  private var isVouchedFor = false
  /// What the server says, piece by piece: a literal stands in its line.
  private var line = ""
  private var literal: [UInt8] = []
  private var missing = 0
  /// Of the command that runs.
  private var found: [UInt32] = []
  private var content: [UInt8]?
  private var received: WallTime?

  init?(
    _ transport: Transport, _ inbox: NetworkOptions.Inbox, _ options: NetworkOptions,
    unmarked: [UInt32], tell: @escaping (Event) -> Void
  ) {
    self.inbox = inbox
    self.options = options
    self.unmarked = unmarked
    self.tell = tell
    conversation = Conversation(
      transport, inbox.server, scheme: "imap", path: "", authorities: options.authorities,
      limit: options.waits.exchange
    ) { [weak self] in self?.take($0) }
    if conversation == nil { return nil }
  }

  func close() { conversation?.close() }

  private func take(_ event: Conversation.Event) {
    switch event {
    case .open: ask(.select, "SELECT \(InboxSession.quoted(inbox.mailbox))")
    case .heard: while piece() {}
    case .ended(let ending):
      step = .leave
      tell(.ended(complaint: ending.text))
    }
  }

  /// RFC 3501, 4.3; letters beyond ASCII in the form of 5.1.3 only.
  private static func quoted(_ name: String) -> String {
    var text = "\""
    for character in MailEncoding.oneLine(name) {
      if character == "\"" || character == "\\" { text.append("\\") }
      text.append(character)
    }
    return text + "\""
  }

  private func ask(_ next: Step, _ command: String) {
    step = next
    number += 1
    found = []
    content = nil
    received = nil
    conversation?.wait(options.waits.exchange)
    conversation?.say("v\(number) \(command)")
  }

  /// False: what is there is not whole.
  private func piece() -> Bool {
    guard step != .leave else { return false }
    if missing > 0 {
      guard let bytes = conversation?.bytes(missing) else { return false }
      literal = bytes
      missing = 0
    }
    guard let bytes = conversation?.line() else { return false }
    line += String(decoding: bytes, as: UTF8.self)
    if let size = InboxSession.literalSize(line) {
      guard size <= InboxSession.longestText else { return fail("a mail longer than asked for") }
      missing = size
      return true
    }
    let whole = line
    line = ""
    if whole.hasPrefix("* ") { note(whole) }
    if whole.hasPrefix("v\(number) ") { answer(whole) }
    return true
  }

  /// "… {310}" announces that 310 bytes follow; {0} announces none, but an empty literal.
  private static func literalSize(_ line: String) -> Int? {
    guard line.hasSuffix("}"), let brace = line.lastIndex(of: "{") else { return nil }
    return Int(line[line.index(after: brace)...].dropLast())
  }

  private func note(_ line: String) {
    let words = line.split(separator: " ")
    if words.count > 1, words[1].uppercased() == "SEARCH" {
      found = words.dropFirst(2).compactMap { UInt32($0) }
    } else if words.count > 2, words[2].uppercased() == "FETCH", step == .header || step == .text {
      // An empty mail is not a literal with some servers.
      content = literal
      received = MailDate.received(line)
    }
    literal = []
  }

  private func answer(_ line: String) {
    let isFine = line.split(separator: " ").dropFirst().first?.uppercased() == "OK"
    switch step {
    case .select, .search:
      guard isFine else {
        _ = fail("the server said: \(MailEncoding.oneLine(line))")
        return
      }
      if step == .select { return ask(.search, "UID SEARCH UNSEEN") }
      hasMore = found.count > InboxSession.mostMails
      mails = found.suffix(InboxSession.mostMails).reversed()
      next()
    case .header: judge()
    case .text: deliver()
    case .mark:
      if isFine, let mail = mails.last { tell(.marked(mail)) }
      mails.removeLast()
      next()
    case .leave: break
    }
  }

  private func next() {
    guard let mail = mails.last else {
      step = .leave
      conversation?.say("v\(number + 1) LOGOUT")
      return tell(.ended(complaint: nil))
    }
    if unmarked.contains(mail) { return mark(mail) }
    let fields = MailHeader.judged.joined(separator: " ")
    let most = InboxSession.longestHeader
    ask(.header, "UID FETCH \(mail) BODY.PEEK[HEADER.FIELDS (\(fields))]<0.\(most)>")
  }

  private func mark(_ mail: UInt32) {
    ask(.mark, "UID STORE \(mail) +FLAGS.SILENT (\\Seen)")
  }

  private func judge() {
    guard let mail = mails.last else { return }
    let header = content.map { MailHeader($0[...]) }
    caregiver = header?.caregiver(of: options.caregivers)
    isVouchedFor = header?.isVouchedFor(by: inbox.authentication) ?? false
    guard caregiver != nil else {
      tell(.ignored)
      return mark(mail)
    }
    let most = InboxSession.longestText
    ask(.text, "UID FETCH \(mail) (INTERNALDATE BODY.PEEK[]<0.\(most)>)")
  }

  private func deliver() {
    guard let mail = mails.last else { return }
    if let caregiver, let content {
      let part = MailPart(content[...])
      tell(
        .text(
          InboundText(
            caregiver: caregiver, subject: part.header.subject, text: part.readable,
            received: received, isVouchedFor: isVouchedFor), mail: mail))
    } else {
      tell(.ignored)
    }
    mark(mail)
  }

  /// False, for its caller.
  private func fail(_ reason: String) -> Bool {
    step = .leave
    tell(.ended(complaint: reason))
    return false
  }
}
