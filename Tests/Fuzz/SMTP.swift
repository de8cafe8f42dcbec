import HAL

/// A mail to a server that says whatever it likes: only one that was asked for the mail can have taken it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let words = Array(UnsafeBufferPointer(start: bytes, count: count))
  let relay = MemoryServer(words[...])
  guard let from = MailAddress(address: "vigia@example.org") else { return 0 }
  var outcomes: [DeliveryOutcome] = []
  let submission = Submission(
    relay, .init(server: server, from: from), to: options.caregivers[0] + options.caregivers[0],
    Array("Subject: x\r\n\r\n.\r\nmail\r\n".utf8), options
  ) { outcome, _ in outcomes.append(outcome) }
  relay.talk { !outcomes.isEmpty }
  precondition(outcomes.count == 1)
  if outcomes == [.accepted] {
    let lines = words.dropFirst().split(separator: UInt8(ascii: "\n"))
    let asked = lines.firstIndex { $0.starts(with: "354".utf8) }
    precondition(asked.map { lines[$0...].dropFirst().contains { $0.first == 0x32 } } ?? false)
    precondition(relay.heard.contains("\r\n..\r\nmail\r\n.\r\nQUIT\r\n"))
  }
  submission?.close()
  return 0
}
