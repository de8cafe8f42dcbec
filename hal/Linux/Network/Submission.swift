import HAL

/// Hands one mail to a server. RFC 5321 and 6409.
final class Submission {
  private enum Step {
    case sender
    /// The recipient whose turn it is.
    case recipient(Int)
    case data
    case message
  }

  private var conversation: Conversation?
  private var step = Step.sender
  private let sender: String
  private let recipients: [String]
  private let message: [UInt8]
  private let finalWait: Int64
  private let done: (DeliveryOutcome, _ complaint: String?) -> Void
  /// What was said of the recipients that the server refused.
  private var refusals: [(code: Int, text: String)] = []

  /// Returns at once; `done` is called once, in a later turn.
  /// - Returns: nil when there is no memory.
  init?(
    _ transport: Transport, _ mail: NetworkOptions.Mail, to addresses: [MailAddress],
    _ message: [UInt8], _ options: NetworkOptions,
    done: @escaping (DeliveryOutcome, _ complaint: String?) -> Void
  ) {
    sender = mail.from.address
    recipients = addresses.map(\.address)
    self.message = message
    finalWait = options.waits.finalReply
    self.done = done
    // The name in EHLO: not that of the host, which is nobody's affair.
    conversation = Conversation(
      transport, mail.server, scheme: "smtp", path: String(mail.from.domain),
      authorities: options.authorities, limit: options.waits.exchange
    ) { [weak self] in self?.take($0) }
    if conversation == nil { return nil }
  }

  private func take(_ event: Conversation.Event) {
    switch event {
    case .open: conversation?.say("MAIL FROM:<\(sender)>")
    case .heard: while let reply = reply() { take(reply.code, reply.text) }
    case .ended(let ending): done(.mail(ending), ending.text)
    }
  }

  /// Drops it.
  func close() { conversation?.close() }

  /// The last line of a whole reply.
  private func reply() -> (code: Int, text: String)? {
    while let line = conversation?.line() {
      let text = MailEncoding.oneLine(String(decoding: line.prefix(200), as: UTF8.self))
      guard line.count < 4 || line[3] != UInt8(ascii: "-") else { continue }
      return (Int(text.prefix(3)) ?? 0, text)
    }
    return nil
  }

  private func take(_ code: Int, _ text: String) {
    let isFine = code / 100 == 2
    switch step {
    case .sender:
      guard isFine else { return end(code, text) }
      ask(0)
    case .recipient(let index):
      if !isFine { refusals.append((code, "\(recipients[index]): \(text)")) }
      ask(index + 1)
    case .data:
      guard code == 354 else { return end(code, text) }
      step = .message
      conversation?.wait(finalWait)
      conversation?.say(Submission.dotted(message))
    case .message: end(code, text)
    }
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

  private func end(_ code: Int, _ text: String) {
    conversation?.say("QUIT")
    conversation?.close()
    switch code / 100 {
    case 2: done(.accepted, refusals.first.map { "the server said: \($0.text)" })
    case 5: done(.permanent, "the server said: \(text)")
    default: done(.transient, "the server said: \(text)")
    }
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
