import HAL
import Words

/// Hands one mail to a server. RFC 5321 and 6409.
///
/// Each reply belongs to the command before it. Only the reply to the whole mail accepts it. A server
/// is out of step if it says more than it was asked, or answers before it has heard all. Then the mail
/// is tried again.
package final class Submission {
  private enum Step {
    case sender
    /// The recipient whose turn it is.
    case recipient(Int)
    case data
    case message
    /// The mail was taken, if no other word about it comes before the goodbye.
    case goodbye
  }

  /// All replies together.
  static let allowance = Conversation.Allowance(bytes: 65_536, lines: 2000)
  /// Milliseconds for the goodbye: nobody waits for a server that says none.
  static let goodbye: Int64 = 1000

  private var conversation: Conversation?
  private var step = Step.sender
  private let sender: String
  private let recipients: [String]
  private let message: [UInt8]
  private let finalWait: Int64
  private let done: (DeliveryOutcome, _ complaint: String?) -> Void
  /// The first line of a reply of several, which is not whole yet: servers say there what is wrong.
  private var beginning: String?
  /// Replies about the recipients that the server refused.
  private var refusals: [(code: Int, text: String)] = []
  private var isOver = false

  /// Returns at once; `done` is called once, in a later turn.
  /// - Returns: nil when there is no memory.
  package init?(
    _ dialler: any Dialler, _ mail: NetworkOptions.Mail, to addresses: [MailAddress],
    _ message: [UInt8], _ options: NetworkOptions,
    done: @escaping (DeliveryOutcome, _ complaint: String?) -> Void
  ) {
    sender = mail.from.address
    recipients = addresses.map(\.address)
    self.message = message
    finalWait = options.waits.finalReply
    self.done = done
    // The name in EHLO: not that of the host, which stays private.
    conversation = Conversation(
      dialler, mail.server, scheme: "smtp", path: String(mail.from.domain),
      authorities: options.authorities, limit: options.waits.exchange, Submission.allowance
    ) { [weak self] in self?.take($0) }
    if conversation == nil { return nil }
  }

  private func take(_ event: Conversation.Event) {
    switch event {
    case .open: conversation?.say("MAIL FROM:<\(sender)>")
    case .heard: while !isOver, let reply = reply() { take(reply.code, reply.text) }
    case .ended(let ending):
      guard !isOver else { return }
      // A missing goodbye changes nothing.
      if case .goodbye = step { return accept() }
      isOver = true
      done(.mail(ending), ending.text)
    }
  }

  /// Drops it.
  package func close() { conversation?.close() }

  /// A whole reply: the code of its last line, and the text of its first and last line.
  private func reply() -> (code: Int, text: String)? {
    while let line = conversation?.line()?.bytes {
      let text = MailEncoding.oneLine(String(decoding: line.prefix(200), as: UTF8.self))
      guard line.count < 4 || line[3] != UInt8(ascii: "-") else {
        beginning = beginning ?? text
        continue
      }
      let whole = beginning.map { "\($0) / \(text)" } ?? text
      beginning = nil
      return (ForeignNumber.whole(text.prefix(3), in: 200...599) ?? 0, whole)
    }
    return nil
  }

  private func take(_ code: Int, _ text: String) {
    let isFine = code / 100 == 2
    switch step {
    case .sender:
      guard isFine else { return end(code, text) }
      if isInStep(text) { ask(0) }
    case .recipient(let index):
      if !isFine { refusals.append((code, "\(recipients[index]): \(text)")) }
      if isInStep(text) { ask(index + 1) }
    case .data:
      guard code == 354 else { return end(isFine ? 0 : code, text) }
      guard isInStep(text) else { return }
      step = .message
      conversation?.wait(finalWait)
      conversation?.say(Submission.dotted(message))
    case .message:
      guard isFine else { return end(code, text) }
      guard conversation?.isSaid == true else { return fail("the server is out of step: \(text)") }
      step = .goodbye
      conversation?.wait(Submission.goodbye)
      conversation?.say("QUIT")
    case .goodbye:
      // Earlier acceptances belonged to something else.
      if code == 0 || code / 100 == 5 || code / 100 == 4 && code != 421 {
        fail("the server is out of step: \(text)")
      } else {
        accept()
      }
    }
  }

  /// Whether the server said no more than the answer to the command. If it said more, the submission fails.
  private func isInStep(_ text: String) -> Bool {
    if conversation?.isRead == true { return true }
    fail("the server is out of step: \(text)")
    return false
  }

  /// One address that is refused does not keep the mail from the others.
  private func ask(_ index: Int) {
    if index < recipients.count {
      step = .recipient(index)
      conversation?.say("RCPT TO:<\(recipients[index])>")
    } else if let refusal = refusals.first(where: { $0.code / 100 == 4 }) ?? refusals.first,
      refusals.count == recipients.count
    {
      end(refusal.code, refusal.text)
    } else {
      step = .data
      conversation?.say("DATA")
    }
  }

  private func accept() {
    isOver = true
    conversation?.close()
    done(.accepted, refusals.first.map { "the server said: \($0.text)" })
  }

  /// - Parameter code: 0: the server's word stands for nothing.
  private func end(_ code: Int, _ text: String) {
    isOver = true
    conversation?.say("QUIT")
    conversation?.close()
    done(code / 100 == 5 ? .permanent : .transient, "the server said: \(text)")
  }

  /// It is tried again: whether the mail was taken nobody knows.
  private func fail(_ reason: String) {
    isOver = true
    conversation?.close()
    done(.transient, reason)
  }

  /// A line with a single dot would end the mail. RFC 5321, 4.5.2.
  private static func dotted(_ message: [UInt8]) -> [UInt8] {
    var dotted: [UInt8] = []
    dotted.reserveCapacity(message.count + 64)
    var isAtStart = true
    for byte in message {
      if isAtStart, byte == UInt8(ascii: ".") { dotted.append(byte) }
      dotted.append(byte)
      isAtStart = byte == UInt8(ascii: "\n")
    }
    return dotted + ".\r\n".utf8
  }
}
