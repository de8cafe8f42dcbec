/// Takes one mail over one connection, as RFC 5321 has it, or misbehaves.
final class SubmissionServer: PostServer {
  enum Manner {
    case good
    /// "451", "550".
    case refuses(String)
    case silent
    case silentAfterMail
    /// It takes the mail, and its yes is lost.
    case lostYes
    case saysYesToData
    case outOfStep
    case chatters
  }

  private let manner: Manner
  private let take: () -> Void
  private var unread: [UInt8] = []
  private var isInMail = false

  /// - Parameter take: the mail lies with the server.
  init(_ manner: Manner, take: @escaping () -> Void) {
    self.manner = manner
    self.take = take
  }

  func hear(_ bytes: [UInt8], on wire: PostWire) {
    if case .silent = manner { return }
    unread += bytes
    if isInMail { return hearMail(on: wire) }
    while !isInMail, let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: unread[..<end], as: UTF8.self)
      unread.removeFirst(end + 1)
      answer(line.prefix(4).uppercased(), on: wire)
    }
    if isInMail, !unread.isEmpty { hearMail(on: wire) }
  }

  private func answer(_ verb: String, on wire: PostWire) {
    switch verb {
    case "MAIL":
      switch manner {
      case .chatters: wire.chatter("250-and on\r\n", bytes: 60_000)
      case .outOfStep: wire.answer("250 ok\r\n250 ok\r\n")
      case .good, .refuses, .silent, .silentAfterMail, .lostYes, .saysYesToData:
        wire.answer("250 ok\r\n")
      }
    case "RCPT":
      if case .refuses(let code) = manner {
        wire.answer("\(code) not for them\r\n")
      } else {
        wire.answer("250 ok\r\n")
      }
    case "DATA":
      if case .saysYesToData = manner { return wire.answer("250 ok\r\n") }
      wire.answer("354 go on\r\n")
      isInMail = true
    case "QUIT": wire.answer("221 bye\r\n")
    default: wire.answer("500 what?\r\n")
    }
  }

  private func hearMail(on wire: PostWire) {
    guard unread.suffix(5).elementsEqual("\r\n.\r\n".utf8) else { return }
    (unread, isInMail) = ([], false)
    if case .silentAfterMail = manner { return }
    take()
    if case .lostYes = manner { return }
    wire.answer("250 taken\r\n")
  }

  /// It says nothing more, or nothing that helps.
  var isStuck: Bool {
    switch manner {
    case .good, .refuses: false
    case .silent, .silentAfterMail, .lostYes, .saysYesToData, .outOfStep, .chatters: true
    }
  }

  func hangUp(_ said: [UInt8]) {}
}
