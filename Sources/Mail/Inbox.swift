import HAL

/// A caregiver's mail to the device.
public struct InboundText: Equatable, Sendable {
  /// Index in the caregivers' order, from 0.
  public var caregiver: UInt8
  public var subject: String
  /// Plain text; of a mail that has none, the text of its HTML.
  public var text: String
  /// The time at which our mail server got it; nil: the server does not say. A command for yesterday
  /// must not count today.
  public var received: WallTime?
  /// Our mail server says that it is from whom it claims.
  public var isVouchedFor = false
  /// The test of our mail server that the sender did not pass, as "spf failed"; nil: none.
  public var doubt: String?
  /// The owner of the sender's domain says that it sends no such mail.
  public var isForged = false
}

/// Looks for caregivers' mails: often while a notice is open, else seldom.
///
/// A mail is marked as read once its text is here and its messages are stored. Until then it stays
/// unread on the server, for a life after a power cut, and is handed over once a life. The inbox looks
/// again for a mail that could not be fetched. It takes at most 20 mails a look, and 20 that failed
/// before. Where more wait, the next look comes as soon as while a notice is open: a flood of forged
/// mails hides no answer for hours.
package final class Inbox {
  package var options: NetworkOptions {
    didSet {
      guard options != oldValue else { return }
      // A look that began with another list would take one caregiver for another.
      session?.close()
      session = nil
      if options.inbox != oldValue.inbox { memory = MailboxMemory() }
      if options.caregivers != oldValue.caregivers { rename(oldValue.caregivers) }
      look(in: 0)
    }
  }
  package var isUrgent = false {
    didSet { if isUrgent, !oldValue { look(in: options.waits.urgentInbox) } }
  }
  /// Tokens in the subjects of answers to open notices, the newest first.
  package var tokens: () -> [String] = { [] }
  package private(set) var ignored = 0

  private let dialler: any Dialler
  private let journal: NetworkJournal
  private var timer: (any RingTimer)?
  private var due: Instant?
  private var session: InboxSession?
  /// Those named in this look: a flood of forged mails is worth one line for each caregiver.
  private var disbelieved: Set<UInt8> = []
  private var memory = MailboxMemory()
  /// Texts, with the mailbox from which each came.
  private var texts: [(text: InboundText, mail: UInt32, from: MailboxMemory)] = []

  package init(_ dialler: any Dialler, _ options: NetworkOptions, _ journal: NetworkJournal) {
    self.dialler = dialler
    self.options = options
    self.journal = journal
    timer = dialler.turns.timer { [weak self] in self?.look() }
    look(in: 0)
  }

  package func close() {
    timer?.remove()
    session?.close()
  }

  package func read() -> InboundText? {
    guard !texts.isEmpty else { return nil }
    let (text, mail, mailbox) = texts.removeFirst()
    mailbox.take(mail)
    return text
  }

  /// Mails that came before keep their sender, whom the new list may have elsewhere, or not at all.
  private func rename(_ before: [[MailAddress]]) {
    texts = texts.compactMap { text, mail, mailbox in
      let addresses = Set(before[Int(text.caregiver)].map { $0.address })
      let place = options.caregivers.firstIndex { $0.contains { addresses.contains($0.address) } }
      guard let place = place.flatMap({ UInt8(exactly: $0) }) else { return nil }
      var text = text
      text.caregiver = place
      return (text, mail, mailbox)
    }
  }

  /// Records of the mails read so far are stored: the mails may be marked as read.
  package func settle() {
    if memory.settle() { look(in: options.waits.urgentInbox) }
  }

  /// Looks after at most `span` milliseconds.
  private func look(in span: Int64) {
    let moment = dialler.turns.moment + Milliseconds(span)
    due = due.map { min($0, moment) } ?? moment
    timer?.set(at: due)
  }

  private func look() {
    due = nil
    defer { look(in: isUrgent ? options.waits.urgentInbox : options.waits.calmInbox) }
    // Texts that nobody took yet come first.
    guard let inbox = options.inbox, session == nil, texts.isEmpty else { return }
    disbelieved = []
    session = InboxSession(dialler, inbox, options, memory, tokens: tokens()) { [weak self] in
      self?.take($0)
    }
  }

  private func take(_ event: InboxSession.Event) {
    switch event {
    case .text(let text, let mail):
      texts.append((text, mail, memory))
      guard text.isForged, disbelieved.insert(text.caregiver).inserted else { return }
      journal.say(
        "inbox: of a mail from caregiver \(text.caregiver + 1) only a token of ours and the end of "
          + "company count: \(text.doubt ?? "")")
    case .ignored: ignored += 1
    case .ended(let complaint, let hasMore):
      if hasMore { look(in: options.waits.urgentInbox) }
      session?.close()
      session = nil
      journal.note("inbox", complaint)
    }
  }
}
