import Checkers
import HAL
import Mail
import Names

/// A mail in the device's mailbox.
struct Letter {
  /// Its own for ever.
  let id: UInt32
  /// The number by which the server knows it, until it numbers anew.
  var number: UInt32
  let from: String
  let subject: String
  /// A search by subject finds the mail by this.
  let key: String
  var text: String { "\(id)" }
  let received: WallTime?
  /// A caregiver wrote this; nil: a stranger wrote the mail.
  let mail: InboundMail?
  /// The server breaks off when somebody asks for it.
  var isPoison = false
  var isRead = false
  /// It came, or lay there, while nobody of the list had sent it: who looks then passes it over.
  var wasStrange = false
  /// The device has marked it as read.
  var isMarked = false
  /// The number of times that its text did not come.
  var failures = 0

  /// An answer to a notice is found by this.
  var token: UInt64? {
    if case .acknowledged(let token, _)? = mail?.message { token } else { nil }
  }

  fileprivate var header: String {
    "From: \(from)\r\nSubject: \(subject)\r\n"
  }
}

/// The device's mailbox, on a server that lives as long as the world.
final class Mailbox {
  /// Failed so often, a mail waits for its turn, unless it answers an open notice.
  static let often = 3
  /// The number of unread mails above which only answers are found at once.
  static let crowd = 20

  private(set) var letters: [Letter] = []
  /// The numbers have ten digits, as in a mailbox of many years.
  private(set) var next: UInt32 = 4_000_000_001
  private(set) var validity = 7
  private var lastID: UInt32 = 0
  private(set) var troubles: Set<PostTrouble> = []
  /// Answers to open notices carry these, the newest first.
  var tokens: [UInt64] = []
  /// These are the caregivers' addresses now.
  var senders: Set<String> = [] {
    didSet {
      for i in letters.indices where !senders.contains(letters[i].from) {
        letters[i].wasStrange = true
      }
    }
  }

  @discardableResult func add(_ mail: InboundMail?, from: String) -> UInt32 {
    lastID += 1
    var letter = Letter(
      id: lastID, number: next, from: from, subject: Mailbox.subject(mail),
      key: mail.flatMap { Mailbox.key($0) } ?? "",
      received: mail.map(\.received) ?? WallTime(milliseconds: 0), mail: mail)
    letter.isPoison = troubles.contains(.breaksOff) && next % 3 == 0
    // Somebody else has read it, which hides no answer.
    letter.isRead = troubles.contains(.otherReader) && letter.token != nil
    letter.wasStrange = !senders.contains(from)
    letters.append(letter)
    next += 1
    return letter.id
  }

  private static func key(_ mail: InboundMail) -> String? {
    if case .acknowledged(let token, _) = mail.message { PostOffice.text(of: token) } else { nil }
  }

  private static func subject(_ mail: InboundMail?) -> String {
    switch mail?.message {
    case .acknowledged: "Re: \(mail.flatMap { key($0) } ?? "")"
    case .whereIs: "WHERE"
    case .accompanied: "ACCOMPANIED"
    case nil: "Great offer"
    }
  }

  /// When a trouble ends, somebody deletes strangers' mails, and all others can be read again.
  func become(_ troubles: Set<PostTrouble>) {
    let isNumberedAnew = troubles.contains(.renumbered) && !self.troubles.contains(.renumbered)
    self.troubles = troubles
    if !troubles.contains(where: \.isCrowd) {
      letters.removeAll { $0.mail == nil }
    }
    if !troubles.contains(.breaksOff) {
      for i in letters.indices { letters[i].isPoison = false }
    }
    if isNumberedAnew { renumber() }
  }

  private func renumber() {
    validity += 1
    for i in letters.indices {
      letters[i].number = next
      next += 1
    }
  }

  func letter(_ number: UInt32) -> Int? {
    var (low, high) = (0, letters.count)
    while low < high {
      let middle = (low + high) / 2
      if letters[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < letters.count && letters[low].number == number ? low : nil
  }

  /// - Returns: the mail, where the device had to read it first.
  func mark(_ number: UInt32) -> UInt32? {
    guard let i = letter(number) else { return nil }
    (letters[i].isRead, letters[i].isMarked) = (true, true)
    return letters[i].mail == nil || letters[i].wasStrange ? nil : letters[i].id
  }

  func fail(_ number: UInt32) { if let i = letter(number) { letters[i].failures += 1 } }

  /// The next look has to bring these.
  var owed: [UInt32] {
    let isCrowded = letters.count { !$0.isRead } > Mailbox.crowd
    return letters.filter { letter in
      guard letter.mail != nil, !letter.isPoison, !letter.wasStrange, !letter.isMarked else {
        return false
      }
      if let token = letter.token, tokens.contains(token) {
        return true
      }
      return !letter.isRead && !isCrowded && letter.failures < Mailbox.often
    }.map(\.id)
  }

  var poison: Int { letters.count(where: \.isPoison) }

  var waiting: Int { letters.count { $0.mail != nil && !$0.isMarked } }
}

/// One connection to the mailbox: RFC 3501, as far as the device speaks it.
final class MailboxServer: PostServer {
  private let mailbox: Mailbox
  private let tell: (MailboxLook) -> Void
  private var look = MailboxLook()
  private var isWhole = true
  private var isOver = false
  private var unread: [UInt8] = []

  init(_ mailbox: Mailbox, tell: @escaping (MailboxLook) -> Void) {
    self.mailbox = mailbox
    self.tell = tell
    look.owed = mailbox.owed
    look.poison = mailbox.poison
    look.waiting = mailbox.waiting
  }

  func hear(_ bytes: [UInt8], on wire: PostWire) {
    unread += bytes
    while !isOver, let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: unread[..<end], as: UTF8.self).filter {
        $0 != "\r" && $0 != "\r\n"
      }
      unread.removeFirst(end + 1)
      answer(line, on: wire)
    }
  }

  var isStuck: Bool { false }

  func hangUp(_ said: [UInt8]) {
    look.isComplete = isWhole && String(decoding: said, as: UTF8.self).contains(" LOGOUT")
    tell(look)
  }

  private func answer(_ line: String, on wire: PostWire) {
    let words = line.split(separator: " ").map(String.init)
    guard words.count > 1 else { return }
    let tag = words[0]
    switch words[1] {
    case "SELECT":
      if mailbox.troubles.contains(.mailboxChatters) {
        isWhole = false
        return wire.chatter("* OK still here\r\n", bytes: 60_000)
      }
      wire.answer(
        "* OK [UIDVALIDITY \(mailbox.validity)] x\r\n* OK [UIDNEXT \(mailbox.next)] x\r\n"
          + "\(tag) OK [READ-WRITE] x\r\n")
    case "UID" where words.count > 3: answer(words[2], Array(words[3...]), line, tag, on: wire)
    case "LOGOUT": wire.answer("* BYE x\r\n\(tag) OK x\r\n")
    default: refuse(tag, on: wire)
    }
  }

  private func refuse(_ tag: String, on wire: PostWire) {
    isWhole = false
    wire.answer("\(tag) NO [SERVERBUG] x\r\n")
  }

  private func answer(
    _ verb: String, _ rest: [String], _ line: String, _ tag: String, on wire: PostWire
  ) {
    switch verb {
    case "STORE":
      for number in rest[0].split(separator: ",").compactMap({ UInt32($0) }) {
        if let id = mailbox.mark(number) { look.marked.append(id) }
      }
      wire.answer("\(tag) OK x\r\n")
    case "SEARCH":
      let found = search(rest, line).map { " \($0)" }.joined()
      wire.answer("* SEARCH\(found)\r\n\(tag) OK x\r\n")
    case "FETCH" where rest[0] == "*":
      let last = mailbox.letters.last.map { "* 1 FETCH (UID \($0.number))\r\n" } ?? ""
      wire.answer("\(last)\(tag) OK x\r\n")
    case "FETCH": fetch(rest, line, tag, on: wire)
    default: refuse(tag, on: wire)
    }
  }

  /// The fields of all keys are searched for alike: any of them is enough.
  private func search(_ keys: [String], _ line: String) -> [UInt32] {
    var range: ClosedRange<UInt32> = 0...UInt32.max
    if keys[0] == "UID", keys.count > 1 {
      let ends = keys[1].split(separator: ":").compactMap { UInt32($0) }
      if ends.count == 2 { range = min(ends[0], ends[1])...max(ends[0], ends[1]) }
    }
    let isUnseen = keys.contains("UNSEEN")
    let texts = Set(
      line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) })
    return mailbox.letters.filter { letter in
      range.contains(letter.number) && !(isUnseen && letter.isRead)
        && (texts.isEmpty || texts.contains(letter.key) || texts.contains(letter.from))
    }.map(\.number)
  }

  private func fetch(_ rest: [String], _ line: String, _ tag: String, on wire: PostWire) {
    guard let number = UInt32(rest[0]), let place = mailbox.letter(number) else {
      return wire.answer("\(tag) OK x\r\n")
    }
    let letter = mailbox.letters[place]
    if letter.isPoison {
      isOver = true
      isWhole = false
      look.brokeAt = letter.id
      mailbox.fail(number)
      return wire.breakOff()
    }
    let other =
      mailbox.troubles.contains(.otherReader)
      ? "* \(place + 1) FETCH (FLAGS (\\Seen))\r\n* 1 FETCH (UID 1 BODY[] {5}\r\nother)\r\n" : ""
    guard line.contains("BODY.PEEK[]") else {
      let bytes = letter.header + "\r\n"
      return wire.answer(
        "* \(place + 1) FETCH (UID \(number) BODY[HEADER.FIELDS (FROM)]<0> "
          + "{\(bytes.utf8.count)}\r\n\(bytes))\r\n\(other)\(tag) OK x\r\n")
    }
    if mailbox.troubles.contains(.refusesTexts) {
      mailbox.fail(number)
      look.owed.removeAll { $0 == letter.id }
      return refuse(tag, on: wire)
    }
    let bytes = letter.header + "\r\n\(letter.text)"
    let date = letter.received.map { "INTERNALDATE \"\(MailboxServer.date($0))\" " } ?? ""
    wire.answer(
      "* \(place + 1) FETCH (UID \(number) \(date)BODY[]<0> {\(bytes.utf8.count)}\r\n"
        + "\(bytes))\r\n\(other)\(tag) OK x\r\n")
  }

  /// "21-Nov-2026 05:45:44 +0000"
  private static func date(_ wall: WallTime) -> String {
    let date = CivilDate(milliseconds: wall.milliseconds)
    return "\(date.day.padded())-\(MailDate.months[date.month - 1])-\(date.year) "
      + "\(date.clockWithSeconds) +0000"
  }
}
