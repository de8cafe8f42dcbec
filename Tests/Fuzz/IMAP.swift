/// Three looks into a mailbox whose server says whatever it likes; an empty line of zeros ends a look.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let memory = MailboxMemory()
  let looks = Array(UnsafeBufferPointer(start: bytes, count: count))
    .split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
  for words in looks {
    let mailbox = MemoryServer(words)
    var isOver = false
    var texts = 0
    let session = InboxSession(
      mailbox, .init(server: server), options, memory,
      tokens: ["vigia:0A2B-3C4D", "vigia:9999-0000"]
    ) { event in
      precondition(!isOver, "nothing comes after the end")
      switch event {
      case .text(let text, let mail):
        precondition(text.text.utf8.count <= 4 * InboxSession.longestText)
        texts += 1
        // Two of three are stored.
        memory.take(mail)
        if mail % 3 != 0 { _ = memory.settle() }
      case .ignored: break
      case .ended: isOver = true
      }
    }
    mailbox.talk { isOver }
    let said = mailbox.heard.split(separator: "\r\n")
    precondition(texts <= said.count { $0.contains("(INTERNALDATE BODY.PEEK[]") })
    session?.close()
  }
  return 0
}
