import HAL
import Mail

/// Dialogues with mail servers that say whatever they like.
enum ServerEntry {
  private static let options: NetworkOptions = {
    var options = NetworkOptions(identity: 1)
    options.caregivers = [[MailAddress(address: "ana@example.org")].compactMap(\.self)]
    return options
  }()

  private static let server = NetworkOptions.Server(
    host: "localhost", port: 1, security: .tls, login: nil)

  /// Three looks into a mailbox; a zero ends what the server says in a look.
  static func runMailbox(_ bytes: [UInt8]) throws {
    let memory = MailboxMemory()
    for words in bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false) {
      let mailbox = MemoryServer(words)
      var isOver = false
      var isTalkative = false
      var longest = 0
      var texts = 0
      let session = InboxSession(
        mailbox, .init(server: server), options, memory,
        tokens: ["vigia:0A2B-3C4D", "vigia:9999-0000"]
      ) { event in
        isTalkative = isTalkative || isOver
        switch event {
        case .text(let text, let mail):
          longest = max(longest, text.text.utf8.count)
          texts += 1
          // Two of three are stored.
          memory.take(mail)
          if mail % 3 != 0 { _ = memory.settle() }
        case .ignored: break
        case .ended: isOver = true
        }
      }
      try mailbox.talk { isOver }
      try must(!isTalkative, "something comes after the end")
      try must(longest <= 4 * InboxSession.longestText, "a text of \(longest) bytes")
      let said = mailbox.heard.split(separator: "\r\n")
      try must(
        texts <= said.count { $0.contains("(INTERNALDATE BODY.PEEK[]") },
        "a text without a question")
      session?.close()
    }
  }

  /// A mail to a server: only one that was asked for the mail can have taken it.
  static func runSubmission(_ bytes: [UInt8]) throws {
    let relay = MemoryServer(bytes[...])
    guard let from = MailAddress(address: "vigia@example.org") else { return }
    var outcomes: [DeliveryOutcome] = []
    let submission = Submission(
      relay, .init(server: server, from: from), to: options.caregivers[0] + options.caregivers[0],
      Array("Subject: x\r\n\r\n.\r\nmail\r\n".utf8), options
    ) { outcome, _ in outcomes.append(outcome) }
    try relay.talk { !outcomes.isEmpty }
    try must(outcomes.count == 1, "\(outcomes.count) outcomes")
    if outcomes == [.accepted] {
      let lines = bytes.dropFirst().split(separator: UInt8(ascii: "\n"))
      let asked = lines.firstIndex { $0.starts(with: "354".utf8) }
      let isTaken = asked.map { lines[$0...].dropFirst().contains { $0.first == 0x32 } } ?? false
      try must(isTaken, "taken by a server that did not say so")
      try must(
        relay.heard.contains("\r\n..\r\nmail\r\n.\r\nQUIT\r\n"), "taken and not sent whole")
    }
    submission?.close()
  }
}
