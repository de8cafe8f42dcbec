import Device
import HAL
import Mail
import Words

/// Mails as they lie in a mailbox, and what their words ask of the device.
enum MailEntry {
  static let caregivers = [
    [MailAddress(address: "ana@example.org")],
    [MailAddress(address: "jose@example.org"), MailAddress(address: "otra@example.org")],
  ].map { $0.compactMap(\.self) }

  static func runHeaders(_ bytes: [UInt8]) throws {
    let header = MailHeader(bytes[...])
    try must(header.subject.utf8.count <= 4 * bytes.count, "a subject longer than the mail")
    for server in [nil, "mx.example.org"] {
      guard let claim = header.claim(of: caregivers, server: server) else { continue }
      try must(claim.caregiver < 2 && header.sender != nil, "nobody is a caregiver")
      try must(!claim.isForged || claim.doubt != nil, "forged without a reason")
    }
    if header.isVouchedFor(by: "mx.example.org") {
      try must(header.sender != nil, "the server vouches for nobody")
    }
    guard !bytes.contains(UInt8(ascii: "\r")) else { return }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let other = MailHeader(Array(lines.joined(separator: "\r\n".utf8))[...])
    try must(other.sender == header.sender, "another sender with other line ends")
    try must(other.subject == header.subject, "another subject with other line ends")
    _ = MailDate.received(String(decoding: bytes.prefix(64), as: UTF8.self))
  }

  static func runBody(_ bytes: [UInt8]) throws {
    let part = MailPart(bytes[...])
    let text = part.readable
    try must(text.utf8.count <= 4 * bytes.count, "a text longer than the mail")
    _ = MailPart(bytes.halves.0).readable
    try check(messages(subject: part.header.subject, body: text, from: 1))
  }

  static func runCommand(_ bytes: [UInt8]) throws {
    let (subject, body) = bytes.halves
    let title = String(decoding: subject, as: UTF8.self)
    let text = String(decoding: body, as: UTF8.self)
    let said = messages(subject: title, body: text, from: 1)
    try check(said)
    let isAsked = said.believed(isVouchedFor: false) { _ in false }
    try must(isAsked.allSatisfy { said.contains($0) }, "more is believed than was said")
    let doubted = said.believed(isVouchedFor: true, isDoubted: true) { _ in true }
    try must(doubted == isAsked, "a doubted sender ends the watch")
    let lines = String(decoding: bytes, as: UTF8.self).unicodeScalars
      .split(omittingEmptySubsequences: false) { $0.properties.isWhitespace && $0 != " " }
    let quoted = lines.map { "> \(String($0))" }.joined(separator: "\n")
    try must(
      messages(subject: "", body: quoted, from: 1).allSatisfy(\.isAnswer), "a quoted line commands")
    let number = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    try must(token(in: tokenText(number)) == number, "a token reads otherwise")
  }

  private static func check(_ messages: [Message]) throws {
    try must(messages.count <= 3, "more than one of each")
    for case .accompanied(let minute, _, _) in messages {
      try must((-1...1439).contains(minute), "company until \(minute)")
    }
  }
}

extension Message {
  fileprivate var isAnswer: Bool {
    if case .acknowledged = self { true } else { false }
  }
}
